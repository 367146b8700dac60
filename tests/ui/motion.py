#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Zooms with the wheel where the desktop has animations, and where it has none: motion.py PROGRAM SAMPLES.

Without them the first other picture is the last one."""

import os
import sys
import time

import access
import driver as drivers
from driver import TIMELINE
from states import EMPTY, whole

# A picture may be read while it is drawn: of so many one is read at the right time.
TRIES = 5
# Buttons of the wheel.
UP, DOWN = 4, 5
# Less the lines that follow the pointer.
AREA = (TIMELINE[0], TIMELINE[1] + 30, TIMELINE[2], TIMELINE[3])


def use_animations(enabled):
    """As the desktop says."""
    with open(os.environ['XDG_CONFIG_HOME'] + '/gtk-4.0/settings.ini', 'w', encoding='utf-8') as file:
        file.write(f'[Settings]\ngtk-enable-animations={"true" if enabled else "false"}\ngtk-cursor-blink=false\n')


def turn(driver, button):
    """A notch of the wheel with Ctrl; whether the first other picture is the last one."""
    before = driver.picture()
    driver.hand.hold('ctrl')
    driver.hand.press(button)
    driver.hand.release(button)
    first, end = before, time.monotonic() + access.BOUND
    while drivers.screen.is_like(first, before, AREA) and time.monotonic() < end:
        first = drivers.screen.Picture.read(driver.folder)
    driver.hand.let('ctrl')
    last = driver.picture()
    return not drivers.screen.is_like(last, before, AREA), drivers.screen.is_like(first, last, AREA)


def check(program, samples, report, enabled):
    use_animations(enabled)
    driver = drivers.Driver(program, samples, [os.path.join(samples, 'resnet50-megengine.json')], report, None)
    try:
        whole(driver)
        driver.point(EMPTY)
        turns = [turn(driver, UP if i % 2 == 0 else DOWN) for i in range(TRIES)]
        report.check(all(changed for changed, _ in turns), f'the wheel zooms ({"with" if enabled else "without"} animations)',
                     turns)
        if enabled:
            report.check(not all(at_once for _, at_once in turns), 'over some pictures with animations', turns)
        else:
            report.check(any(at_once for _, at_once in turns), 'at once without animations', turns)
    finally:
        driver.end()


def main():
    program, samples = sys.argv[1:3]
    report = access.Report()
    for enabled in (False, True):
        check(program, samples, report, enabled)
    print(f'1..{report.number}')
    return 1 if report.failed else 0


if __name__ == '__main__':
    access.start(main)
