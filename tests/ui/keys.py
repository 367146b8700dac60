#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Does a whole piece of work without a mouse: opens a file, finds a layer in it, exports a picture of it, compares two
runs, closes everything: keys.py PROGRAM SAMPLES."""

import os
import subprocess
import sys

import access
import driver as drivers
import tree
from driver import NOWHERE


def find_other(driver, name, roles, known=None):
    """What has a name; not the one of another tab that is known."""
    return drivers.wait(lambda: next((node for node in tree.walk(driver.window) if node.role in roles
                                      and node.name == name and node != known and node.place()), None))


def enter_path(driver, path):
    """Into the file chooser that has come up: a slash lets a path be written."""
    driver.picture()
    driver.type(path[0])
    driver.picture()
    driver.type(path[1:])
    driver.picture()
    driver.key('Return')


def open_file(driver, path):
    report, name = driver.report, os.path.basename(path)
    driver.key('ctrl+o')
    report.check(drivers.wait(lambda: 'Open' in driver.titles()), 'Ctrl+O asks for a file', driver.titles())
    enter_path(driver, path)
    opened = drivers.wait(lambda: f'{name} – Lamina' in driver.titles())
    report.check(opened, 'a path that is written opens a file', driver.titles())
    driver.timeline = find_other(driver, 'Timeline', ('image',), driver.timeline)
    report.check(driver.timeline is not None, 'its timeline is shown')


def find_layer(driver):
    driver.key('slash')
    driver.type('conv')
    driver.picture()
    driver.key('Return')
    driver.report.check(driver.said('^Selected: .*conv'), 'a search finds a layer', driver.says())
    driver.key('Escape')
    driver.key('f')
    driver.report.check(driver.said('^Selected: .*Visible: '), 'F zooms to it', driver.says())


def export_picture(driver):
    report, path = driver.report, os.path.join(driver.folder, 'by-keys.svg')
    driver.key('ctrl+e')
    report.check(drivers.wait(lambda: 'Export Picture' in driver.titles()), 'Ctrl+E exports', driver.titles())
    report.check(drivers.wait(lambda: driver.focus.describe()[1] == 'Save…'), 'Return will save', driver.focus.describe())
    driver.key('Return')
    report.check(drivers.wait(lambda: driver.titles().count('Export Picture') == 2), 'it asks where', driver.titles())
    # The suffix of the name that is offered stays.
    enter_path(driver, path.removesuffix('.svg'))
    report.check(drivers.wait(lambda: os.path.exists(path) and 'Export Picture' not in driver.titles()),
                 'the picture is written', driver.titles())
    with open(path, encoding='utf-8') as file:
        report.check('<text' in file.read(), 'with words in it')


def compare_runs(driver):
    driver.key('ctrl+Page_Up')
    drivers.wait(lambda: any(title.startswith('mobilenet') for title in driver.titles()))
    driver.key('alt+5')
    table = find_other(driver, 'What corresponds in A and B', ('table', 'tree table', 'list'))
    driver.report.check(table is not None, 'Alt+5 compares two runs')
    before = driver.picture()
    driver.command('Swap What Is Compared')
    driver.report.check(drivers.wait(lambda: not drivers.screen.is_like(driver.picture(), before, drivers.PAGE)),
                        'and the other way round')


def close(driver):
    report = driver.report
    driver.key('ctrl+w')
    report.check(drivers.wait(lambda: any(title.startswith('resnet50') for title in driver.titles())),
                 'Ctrl+W closes a tab', driver.titles())
    driver.key('ctrl+w')
    report.check(drivers.wait(lambda: driver.titles() == ['Lamina']), 'and the other', driver.titles())
    driver.hand.key('ctrl+q')
    try:
        status = driver.process.wait(access.BOUND)
    except subprocess.TimeoutExpired:
        status = 'a program that goes on'
    report.check(status == 0, 'Ctrl+Q ends it', status)


def main():
    program, samples = sys.argv[1:3]
    report = access.Report()
    driver = drivers.Driver(program, samples, [os.path.join(samples, 'mobilenet-tvm.txt')], report, None)
    try:
        driver.point(NOWHERE)
        open_file(driver, os.path.join(samples, 'resnet50-megengine.json'))
        find_layer(driver)
        export_picture(driver)
        compare_runs(driver)
        close(driver)
    finally:
        driver.end()
    print(f'1..{report.number}')
    return 1 if report.failed else 0


if __name__ == '__main__':
    access.start(main)
