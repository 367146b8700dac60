#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Drags a file out of another program's window into that of Lamina: drop.py PROGRAM SAMPLES DRAG-FILE."""

import os
import subprocess
import sys

import access
import driver as drivers

DROPPED = 'unet-chainer.txt'


def drag_in(driver, program):
    """The other window lies on top, in the corner."""
    source = subprocess.Popen([program, os.path.join(driver.samples, DROPPED)])
    shown = drivers.wait(lambda: 'drag-file' in driver.titles())
    driver.report.check(shown, 'the other program shows its window', driver.titles())
    before = driver.picture()
    driver.hand.move(60, 60)
    driver.hand.press(1)
    for i in range(20):
        driver.hand.move(60 + 25 * i, 60 + 15 * i)
        driver.answered()
    place = (560, 360)

    def is_hinted():
        # A drag that has begun meanwhile is told where the pointer is when it moves.
        nonlocal place
        place = (place[0] ^ 4, place[1])
        driver.point(place)
        return not drivers.screen.is_like(driver.picture(), before, drivers.TABLE)
    hinted = drivers.wait(is_hinted)
    driver.report.check(hinted, 'a file above the window is met by a hint')
    driver.hand.release(1)
    try:
        status = source.wait(access.BOUND)
    except subprocess.TimeoutExpired:
        source.kill()
        status = 'a drag that goes on'
    driver.report.check(status == 0, 'the drag ends', status)


def main():
    program, samples, source = sys.argv[1:4]
    report = access.Report()
    driver = drivers.Driver(program, samples, [os.path.join(samples, 'resnet50-megengine.json')], report, None)
    try:
        drag_in(driver, source)
        opened = drivers.wait(lambda: f'{DROPPED} – Lamina' in driver.titles())
        report.check(opened, 'the file that was dropped is open', driver.titles())
        report.check(drivers.wait(lambda: driver.tabs() == ['resnet50-megengine.json', DROPPED]),
                     'in a tab of its own', driver.tabs())
    finally:
        driver.end()
    print(f'1..{report.number}')
    return 1 if report.failed else 0


if __name__ == '__main__':
    access.start(main)
