#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Drives the real program through every action of its table, by each of its keys in a preset, or else by the palette of
commands: drive-actions.py perfetto|chrome PROGRAM SAMPLES LIST-ACTIONS READ-CLIPBOARD [PART/PARTS|ACTION…].

All actions take minutes, so that they can be divided into parts, counted from 1. For Chrome only those keys are pressed
that differ. An action without an effect in effects.py fails the test: whoever adds one says what it does."""

import os
import shutil
import subprocess
import sys

import access
import driver as drivers
from effects import EFFECTS, LEAVES_TRACES, OF_TWO_RUNS


# The file that is open unless an action needs another.
USUAL = 'resnet50-megengine.json'


def read_actions(program):
    lines = subprocess.run([program], capture_output=True, text=True, check=True).stdout.splitlines()
    for line in lines:
        action, title, perfetto, chrome = line.split('\t')
        yield action, title, perfetto.split(), chrome.split()


def do(driver, action, title, key):
    setup, effect = EFFECTS[action]
    setup(driver)
    before = effect.before(driver)
    if key:
        driver.key(drivers.to_xdotool(key))
    else:
        driver.command(title)
    met = effect.met(driver, before)
    driver.report.check(met, f'{action} by {key or "the palette"}',
                        f'{before}\n{driver.says()}\n{driver.focus.describe()}\n{driver.titles()}')
    if not met:
        path = os.environ.get('LAMINA_FAILURES')
        if path:
            drivers.screen.Picture.read(driver.folder).write(f'{path}/{action}-{key}.png'.replace(':', '_'))
    effect.after(driver)


# Where keyboards have their letters in other places: the layout, and which of its keys stand where W, S, A, D are.
LAYOUTS = ('us', 'de', 'fr')
MOVES = ((25, 'Visible'), (39, 'Visible'), (38, 'Visible'), (40, 'Visible'))


def use_chrome_keys():
    """In a settings file that the program reads."""
    folder = os.path.join(os.environ['XDG_CONFIG_HOME'], 'glib-2.0', 'settings')
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, 'keyfile'), 'w', encoding='utf-8') as file:
        file.write("[io/github/lamina_trace/Lamina]\nkeys='chrome'\n")
    os.environ['GSETTINGS_BACKEND'] = 'keyfile'


def check_layouts(driver):
    """The keys under the left hand move, whatever letters stand on them; F does what F does where it stands."""
    for layout in LAYOUTS:
        if not shutil.which('setxkbmap') or subprocess.run(['setxkbmap', layout], check=False).returncode != 0:
            continue
        for code, pattern in MOVES:
            EFFECTS['view.zoom-in'][0](driver)
            before = driver.settled()
            driver.key(str(code))
            met = drivers.wait(lambda before=before, pattern=pattern: driver.says() != before and pattern in driver.says())
            driver.report.check(met, f'key {code} moves on a keyboard of {layout}', f'{before}\n{driver.says()}')
        EFFECTS['view.show-selection'][0](driver)
        before = driver.settled()
        driver.key('f')
        driver.report.check(drivers.wait(lambda before=before: driver.says() != before), f'F zooms ({layout})', before)
    if shutil.which('setxkbmap'):
        subprocess.run(['setxkbmap', 'us'], check=False)


def choose_sample(action):
    return 'mobilenet-tvm.txt' if action in OF_TWO_RUNS else USUAL


def start_program(program, samples, report, clipboard, sample=USUAL):
    """With a file of its own, which a test may change."""
    profile = os.path.join(os.environ['HOME'], 'profile.json')
    shutil.copyfile(os.path.join(samples, sample), profile)
    return drivers.Driver(program, samples, [profile], report, clipboard)


def choose_actions(only):
    """Those that are named on the command line, or that belong to the part named there, or all."""
    names = list(EFFECTS)
    if only and '/' in only[0]:
        part, parts = (int(number) for number in only[0].split('/'))
        return names[len(names) * (part - 1) // parts:len(names) * part // parts]
    return only or names


def main():
    preset, program, samples, lister, clipboard, *only = sys.argv[1:]
    report = access.Report()
    actions = {action: (title, keys, chrome) for action, title, keys, chrome in read_actions(lister)}
    missing = sorted(set(actions) - set(EFFECTS))
    report.check(not missing, 'every action has an effect', '\n'.join(missing))
    gone = sorted(set(EFFECTS) - set(actions))
    report.check(not gone, 'every effect has an action', '\n'.join(gone))
    if preset == 'chrome':
        use_chrome_keys()
    driver, opened = None, USUAL
    for action in choose_actions(only):
        title, perfetto, chrome = actions[action]
        keys = (perfetto or [None]) if preset == 'perfetto' else [key for key in chrome if key not in perfetto]
        for key in keys:
            if driver and opened != choose_sample(action):
                driver.end()
                driver = None
            opened = choose_sample(action)
            driver = driver or start_program(program, samples, report, clipboard, opened)
            try:
                do(driver, action, title, key)
            finally:
                if action in LEAVES_TRACES or driver.process.poll() is not None:
                    driver.end()
                    driver = None
    if preset == 'chrome' and not only:
        driver = driver or start_program(program, samples, report, clipboard)
        check_layouts(driver)
    if driver:
        driver.end()
    print(f'1..{report.number}')
    return 1 if report.failed else 0


if __name__ == '__main__':
    access.start(main)
