#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""How long the window takes to answer in each of its actions, done by the palette of commands, with large files in front: usage:
bench-ceiling-actions.py WINDOW SAMPLES COMMANDS UI MAKE-TRACE LIST-ACTIONS [NAME [ACTION…]]

COMMANDS and UI are the folders of tests whose parts are used here; with NAME, only files whose names in ceilings.py begin so,
and only those actions. A slice is selected before each action, and what it opens is closed after it. Told is what of the three
takes the thread that answers longer than a tenth of a second, beside what it takes with a small sample in front: what is made
when it is first opened takes its time with any file.
"""

import os
import subprocess
import sys
import tempfile

WINDOW, SAMPLES, COMMANDS, UI, MAKE_TRACE, LIST_ACTIONS = sys.argv[1:7]
ONLY = sys.argv[7] if len(sys.argv) > 7 else None
ACTIONS = sys.argv[8:]
sys.path[1:1] = [COMMANDS, UI]

import access  # noqa: E402
import driver as drivers  # noqa: E402
from answering import take_step, watch  # noqa: E402
from ceilings import make_files  # noqa: E402

FILES = ('a million threads', 'a name of 500 MiB', 'scopes of 16 MiB', 'a listing with scopes')
SAMPLE = 'resnet50-megengine.json'
# What is told, in milliseconds of work.
LONG = 100
# What an action began in threads is there after so many seconds.
AFTER = 0.6
SLICE = 700, 215
# These end the window, or leave the tab; those of them that make it again are done by keys.
LEAVE = {'app.quit', 'window.close', 'win.close-tab', 'win.close-other-tabs', 'win.reopen-tab', 'win.new-tab', 'app.new-window',
         'win.move-tab-to-new-window', 'win.reload', 'win.clear-recent', 'app.palette', 'win.full-screen'}
TABS = (('reload', 'F5'), ('close', 'ctrl+w'), ('reopen', 'ctrl+shift+t'), ('full screen', 'F11'))


def read_actions():
    """Their titles in the palette."""
    lines = subprocess.run([LIST_ACTIONS], capture_output=True, text=True, check=True).stdout.splitlines()
    rows = (line.split('\t')[:2] for line in lines)
    return {action: title for action, title in rows if action not in LEAVE and (not ACTIONS or action in ACTIONS)}


def time_action(driver, title):
    """The longest that the thread that answers works at once, in milliseconds: to select, to act, and to close what was opened."""
    driver.key('Escape', 'Escape', 'alt+1')
    clicked = take_step(driver, lambda driver: driver.click(SLICE), AFTER)
    driver.focus.forget()
    driver.key('ctrl+shift+p')
    drivers.wait(lambda: driver.focus.describe()[0] in ('text', 'entry'))
    # No keyboard has an ellipsis.
    driver.type(title.rstrip('…'))
    done = take_step(driver, lambda driver: driver.key('Return'), AFTER)
    closed = take_step(driver, lambda driver: driver.key('Escape'), AFTER)
    return [1000 * work for _, work in (clicked, done, closed)]


def time_tabs(path, report):
    """Of what makes the tab again, with a track hidden and without."""
    driver = drivers.Driver(WINDOW, SAMPLES, [path], report, None)
    times = []
    try:
        watch(driver)
        for hidden in (False, True):
            for name, key in TABS:
                longest = max(take_step(driver, lambda driver, key=key: driver.key(key)), watch(driver)[0], key=lambda one: one[1])
                times.append(f'{name}{" with a hidden track" * hidden} {1000 * longest[1]:.0f}')
            driver.click(SLICE)
            driver.key('h')
            watch(driver)
        return times
    finally:
        driver.end()


def time_actions(path, actions, report):
    """Of each action, with a file in front."""
    driver = drivers.Driver(WINDOW, SAMPLES, [path], report, None)
    times = {}
    try:
        watch(driver)
        for action, title in actions.items():
            times[action] = time_action(driver, title)
            if driver.process.poll() is not None:
                break
        return times
    finally:
        driver.end()


def tell(name, path, actions, report):
    times = time_actions(path, actions, report)
    report.check(len(times) == len(actions), f'{name}: the window goes on', list(times)[-1])
    long = {action: title for action, title in actions.items() if max(times.get(action, [0])) > LONG}
    print(f'# {name}: {len(times)} actions, {len(long)} of them over {LONG} ms, at most '
          f'{max(max(row) for row in times.values()):.0f}', flush=True)
    usual = time_actions(os.path.join(SAMPLES, SAMPLE), long, report)
    for action in long:
        print(f'#   {action}: slice {{:.0f}}, action {{:.0f}}, closed {{:.0f}}; sample {{:.0f}}, {{:.0f}}, {{:.0f}}'.format(
            *times[action], *usual[action]), flush=True)


def main():
    report = access.Report()
    actions = read_actions()
    with tempfile.TemporaryDirectory() as folder:
        for begin in FILES:
            if ONLY is None or begin.startswith(ONLY):
                for name, path in make_files(folder, MAKE_TRACE, begin):
                    tell(name, path, actions, report)
                    print('#   ' + ', '.join(time_tabs(path, report)), flush=True)
    print(f'1..{report.number}')
    return 1 if report.failed else 0


if __name__ == '__main__':
    access.start(main)
