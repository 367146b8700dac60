#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Asks what is asked first of a trace, by real keys and the mouse, and holds the answers against the file: answers.py PROGRAM
SAMPLES."""

import json
import os
import re
import sys

import access
import driver as drivers
import tree
from states import whole

TRACE = 'convnet-pytorch.pt.trace.json'
FOUND = 'What was found'
# Widgets without a name of their own.
UNNAMED = re.compile('Gtk|Lamina|$')


class Trace:
    """What the file says, read without the program."""

    def __init__(self, path):
        with open(path, encoding='utf-8') as file:
            self.events = [event for event in json.load(file)['traceEvents'] if event.get('ph') == 'X']

    def find(self, name, category):
        """The events of a name and category; none of them lies inside another one."""
        found = [event for event in self.events if event['name'] == name and event.get('cat') == category]
        return sorted(found, key=lambda event: event['ts'])

    def total(self, name, category):
        return sum(event['dur'] for event in self.find(name, category))


def figure(microseconds):
    """Three digits, as the window writes a time below a millisecond."""
    return f'{microseconds:.{max(2 - len(str(int(microseconds))) + 1, 0)}f}\u00a0µs'


def rows_of(table):
    """The rows of a table that can be seen, below the headings, each with its texts."""
    rows = [node for node in tree.walk(table) if node.role in ('table row', 'list item', 'tree item')] if table else []
    texts = {row: [node.name for node in row.below() if node.role == 'label' and not UNNAMED.match(node.name)] for row in rows}
    return {row: found for row, found in texts.items() if found}


def find_row(driver, name, *texts):
    """The row of a table in which these texts stand first."""
    table = drivers.wait(lambda: tree.find_near(driver.window, name))
    return drivers.wait(lambda: next((row for row, found in rows_of(table).items() if found[:len(texts)] == list(texts)), None))


def check_search(driver, trace):
    """A list of what matches, with totals; its rows lead there by keys and by the mouse, and Return goes on from there."""
    report = driver.report
    whole(driver)
    driver.key('slash')
    driver.type('conv')
    driver.picture()
    for name in ('aten::conv2d', 'aten::convolution'):
        row = find_row(driver, FOUND, name, 'cpu_op')
        expected = [str(len(trace.find(name, 'cpu_op'))), figure(trace.total(name, 'cpu_op'))]
        found = rows_of(row).get(row) if row else None
        report.check(found and found[3:5] == expected, f'{name} is listed with number and total', (found, expected))
    report.check(tree.find_shown(driver.window, None, FOUND) is not None, 'which is to be seen')
    driver.key('Down', 'Return')
    report.check(driver.said('^Selected: aten::conv2d.*Visible: '), 'Return goes to the first row', driver.says())
    driver.key('Down')
    report.check(driver.said('^Selected: aten::convolution'), 'Down to the next', driver.says())
    driver.key('Return')
    report.check(driver.said('^Selected: aten::convolution.*Visible: '), 'and Return shows it from near', driver.says())
    driver.key('ctrl+0')
    row = find_row(driver, FOUND, 'ConvolutionBackward0', 'cpu_op')
    report.check(row is not None, 'another row is there')
    if row:
        driver.click(row.middle())
    first = driver.said('^Selected: ConvolutionBackward0')
    report.check(first, 'a click does the same', driver.says())
    before = driver.settled()
    driver.key('F3')
    report.check(drivers.wait(lambda: driver.says() != before) and driver.said('^Selected: '), 'F3 goes on from there', driver.says())
    driver.key('Escape')
    report.check(drivers.wait(lambda: tree.find_shown(driver.window, None, FOUND) is None), 'Escape closes it')


def offers(driver, words):
    """What the palette has for some words, the first first."""
    driver.focus.forget()
    driver.key('ctrl+shift+p')
    drivers.wait(lambda: driver.focus.describe()[0] in ('text', 'entry'))
    driver.type(words)
    driver.picture()
    palette = next((window for window in tree.windows(driver.program) if window.name == 'Commands'), None)
    rows = [[node.name for node in row.below() if node.role == 'label'] for row in tree.walk(palette)
            if row.role in ('list item', 'table row', 'tree item')] if palette else []
    return [row[0] for row in rows if row and not UNNAMED.match(row[0])]


def check_palette(driver):
    """The commands are found by the words of the field."""
    for words, command in (('nccl', 'Chart: Collectives'), ('launch', 'Go to the Producer'), ('iteration', 'Chart: Steps')):
        found = offers(driver, words)
        driver.report.check(command in found, f'“{words}” finds “{command}”', found)
        driver.key('Escape')
        drivers.wait(lambda: 'Commands' not in driver.titles())


def check_finding(driver):
    """A click on a finding selects what it is about."""
    report = driver.report
    whole(driver)
    finding = drivers.wait(lambda: next((node for node in tree.near(driver.window) if node.role == 'push button'
                                         and node.name == 'Device idle: launch-bound' and node.place()), None))
    report.check(finding is not None, 'the inspector has findings')
    if finding:
        driver.click(finding.middle())
    report.check(driver.said('^Selected: .*gap'), 'a click on one selects its gaps', driver.says())
    driver.key('Escape')


def main():
    program, samples = sys.argv[1:3]
    report = access.Report()
    path = os.path.join(samples, TRACE)
    driver = drivers.Driver(program, samples, [path], report, None)
    try:
        check_search(driver, Trace(path))
        check_palette(driver)
        check_finding(driver)
    finally:
        driver.end()
    print(f'1..{report.number}')
    return 1 if report.failed else 0


if __name__ == '__main__':
    access.start(main)
