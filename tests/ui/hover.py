#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Moves the pointer over the names of tracks and groups and presses what comes up there: hover.py PROGRAM SAMPLES."""

import os
import sys

import access
import driver as drivers
import tree
from driver import NOWHERE
from states import GROUP, SECOND_GROUP, SLICE

# The name of the track of the device.
NAME = (40, SLICE[1])
# The first row below the ruler, where there is nothing that is pinned the heading of its group.
FIRST = GROUP
PIN, UNPIN, HIDE = 'Pin at the Top', 'Unpin', 'Hide'
# A row is at most as high; the group is farther from the track.
NEAR = 50
# Of the names: buttons stand beyond it.
MIDDLE = (drivers.NAMES[0] + drivers.NAMES[2]) // 2
# A press may take a while to be drawn.
BOUND = 5


def find(driver, name):
    """A button over the names, once it has its place there."""
    return tree.find_shown(driver.timeline, {'push button'}, name)


def find_place(driver, name, row):
    """The middle of a button, once it stands in the row at the end of the name: before that it may be where it was last, or in
    the corner if it never was anywhere."""
    button = find(driver, name)
    place = button and button.middle()
    return place if place and place[0] > MIDDLE and abs(place[1] - row[1]) < NEAR else None


def press(driver, name, row):
    """Whether there was a button to click in the row at the pointer. A row that was pinned moves, and its button with it."""
    driver.point(row)
    driver.picture()
    place = drivers.wait(lambda: find_place(driver, name, row), BOUND)
    if place:
        driver.click(place)
    return place is not None


def is_gone(driver):
    return drivers.wait(lambda: not any(node.name in (PIN, UNPIN, HIDE) and node.is_shown()
                                        for node in tree.near(driver.timeline)), BOUND)


def check_group(driver):
    report = driver.report
    driver.point(NOWHERE)
    before = driver.picture()
    report.check(press(driver, PIN, SECOND_GROUP), 'a button pins the group')
    driver.point(NOWHERE)
    report.check(drivers.wait(lambda: not drivers.screen.is_like(before, driver.picture(), drivers.NAMES), BOUND),
                 'so that it stands elsewhere')
    report.check(press(driver, UNPIN, FIRST), 'which is the first place, and a button unpins it')
    driver.point(NOWHERE)
    report.check(drivers.wait(lambda: drivers.screen.is_like(before, driver.picture(), drivers.NAMES), BOUND),
                 'so that it stands where it stood')


def check(driver):
    report = driver.report
    report.check(is_gone(driver), 'no buttons without the pointer')
    before = driver.picture()
    report.check(press(driver, PIN, NAME), 'a button pins the track')
    report.check(press(driver, UNPIN, NAME), 'a button unpins it')
    driver.point(NOWHERE)
    report.check(is_gone(driver), 'they go with the pointer')
    report.check(drivers.screen.is_like(before, driver.picture(), drivers.NAMES), 'and all stands where it stood')
    check_group(driver)
    before = driver.picture()
    report.check(press(driver, HIDE, NAME), 'a button hides it')
    driver.point(NOWHERE)
    after = driver.picture()
    report.check(not drivers.screen.is_like(before, after, drivers.NAMES), 'which is to be seen')


def main():
    program, samples = sys.argv[1:3]
    report = access.Report()
    driver = drivers.Driver(program, samples, [os.path.join(samples, 'resnet50-megengine.json')], report, None)
    try:
        check(driver)
    finally:
        driver.end()
    print(f'1..{report.number}')
    return 1 if report.failed else 0


if __name__ == '__main__':
    access.start(main)
