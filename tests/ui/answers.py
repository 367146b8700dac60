#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Asks what is asked first of a trace, by real keys and the mouse, and holds the answers against the file: answers.py PROGRAM
SAMPLES."""

import gzip
import json
import os
import re
import sys

import access
import driver as drivers
import tree
from states import EMPTY, whole

TRACE = 'convnet-pytorch.pt.trace.json'
DEVICE = 'GPU 0 · NVIDIA A100-SXM4-40GB'
CHART_TABLE = 'The chart as a table'
WORK = ('kernel', 'gpu_memcpy', 'gpu_memset')
FOUND = 'What was found'
# Microseconds, and from how many on a unit is taken.
UNITS = ((1e6, 's', 999500), (1e3, 'ms', 999.5), (1, 'µs', 1))
# Widgets without a name of their own.
UNNAMED = re.compile('Gtk|Lamina|$')


class Trace:
    """What the file says, read without the program."""

    def __init__(self, path):
        with (gzip.open if path.endswith('.gz') else open)(path, 'rt', encoding='utf-8') as file:
            found = json.load(file)
        events = found if isinstance(found, list) else found['traceEvents']
        self.events = [event for event in events if event.get('ph') == 'X' and event.get('cat') != 'Trace']
        self.first = min(event['ts'] for event in self.events)

    def find(self, name, category):
        """The events of a name and category; none of them lies inside another one."""
        found = [event for event in self.events if event['name'] == name and event.get('cat') == category]
        return sorted(found, key=lambda event: event['ts'])

    def total(self, name, category):
        return sum(event['dur'] for event in self.find(name, category))

    def list_work(self):
        """What devices do."""
        return [event for event in self.events if event.get('cat') in WORK]

    def list_kernels(self):
        """Number, sum, least and most of each name of what devices do, the largest sum first."""
        times = {}
        for event in self.list_work():
            times.setdefault(event['name'], []).append(event['dur'])
        return sorted(([len(each), sum(each), min(each), max(each)] for each in times.values()), key=lambda row: -row[1])

    def list_covered(self, start, end, *kinds):
        """The stretches between two moments in which devices do work of some kinds; without kinds, of any."""
        times = sorted((max(event['ts'], start), min(event['ts'] + event['dur'], end)) for event in self.list_work()
                       if not kinds or kind_of(event) in kinds)
        found = []
        for begin, stop in times:
            if begin < stop and found and begin <= found[-1][1]:
                found[-1][1] = max(found[-1][1], stop)
            elif begin < stop:
                found.append([begin, stop])
        return found

    def cover(self, start, end, *kinds):
        """How long that is."""
        return sum(stop - begin for begin, stop in self.list_covered(start, end, *kinds))


def kind_of(event):
    """By which streams of devices are divided: what computes, what moves, what communicates."""
    if 'nccl' in event['name'].lower():
        return 'communication'
    return 'copy' if event['cat'] == 'gpu_memcpy' else 'computation'


def figure(microseconds):
    """Three digits, as the window writes a time."""
    if microseconds < 1:
        return f'{microseconds * 1000:.0f}\u00a0ns'
    value, unit = next((microseconds / size, unit) for size, unit, least in UNITS if microseconds >= least)
    return f'{value:.{max(3 - len(str(int(value))), 0)}f}\u00a0{unit}'


def rows_of(table):
    """The rows of a table that can be seen, below the headings, each with its texts."""
    rows = [node for node in tree.walk(table) if node.role in ('table row', 'list item', 'tree item')] if table else []
    texts = {row: [node.name for node in row.below() if node.role == 'label' and not UNNAMED.match(node.name)] for row in rows}
    return {row: found for row, found in texts.items() if found}


def find_table(driver, name):
    """A list of any kind that is to be seen; a button may have the same name."""
    return drivers.wait(lambda: tree.find_shown(driver.window, {'table', 'tree table', 'list'}, name))


def find_row(driver, name, *texts):
    """The row of a table in which these texts stand first."""
    table = find_table(driver, name)
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
    report.check(drivers.wait(lambda: driver.says() != before) and driver.said('^Selected: '), 'F3 goes on from there',
                 driver.says())
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
    for words, command in (('nccl', 'Chart: Collectives'), ('launch', 'Go to the Producer'), ('iteration', 'Chart: Steps'),
                           ('exposed', 'Chart: Steps')):
        found = offers(driver, words)
        driver.report.check(command in found, f'“{words}” finds “{command}”', found)
        driver.key('Escape')
        drivers.wait(lambda: 'Commands' not in driver.titles())


def find_finding(driver, title):
    """The first one of the inspector that begins so."""
    return drivers.wait(lambda: next((node for node in tree.near(driver.window, tree.ROWS) if node.role == 'push button'
                                      and node.name.startswith(title) and node.place()), None))


def check_finding(driver):
    """A click on a finding selects what it is about."""
    report = driver.report
    whole(driver)
    finding = find_finding(driver, 'Device idle: launch-bound')
    report.check(finding is not None, 'the inspector has findings')
    if finding:
        driver.click(finding.middle())
    report.check(driver.said('^Selected: .*gap'), 'a click on one selects its gaps', driver.says())
    driver.key('Escape')


def check_kernels(driver, trace):
    """The kernel summary: each name with number, total, shortest and longest; a row selects its slices."""
    report = driver.report
    driver.command('Chart: Kernels')
    table = find_table(driver, CHART_TABLE)
    expected = [[str(number), *map(figure, (total, least, most))] for number, total, least, most in trace.list_kernels()]

    def list_shown():
        """Name, number, total, shortest, longest of each row; the first one has the headings."""
        return {row: [texts[0], *texts[1:3], *texts[4:6]] for row, texts in list(rows_of(table).items())[1:]} if table else {}
    drivers.wait(lambda: [texts[1:] for texts in list_shown().values()] == expected)
    shown = list_shown()
    report.check([texts[1:] for texts in shown.values()] == expected, 'the kernels of the file are listed, the longest first',
                 (list(shown.values()), expected))
    name = 'Memset (Device)'
    row = next((row for row, texts in shown.items() if texts[0] == name), None)
    report.check(row is not None, 'Memsets are among them', list(shown.values()))
    if row:
        driver.click(row.middle())
    driver.key('alt+1')
    expected = f'^Selected: {len(trace.find(name, "gpu_memset"))} operators, first of all {re.escape(name)}'
    report.check(driver.said(expected), 'a click selects its slices', driver.says())
    driver.key('Escape')


def click_page(driver, *names):
    """Goes to a chart as a reader does: a click on each of these names, in this order; whether all of them are there."""
    for name in names:
        place = drivers.wait(lambda: tree.find_shown(driver.window, None, name, ()))
        driver.report.check(place is not None, f'“{name}” is to be seen')
        if not place:
            return False
        driver.click(place.middle())
    return True


def check_steps(driver, trace):
    """The wall time of steps, and what devices do in it: two clicks away."""
    report = driver.report
    whole(driver)
    if not click_page(driver, 'Charts', 'Steps'):
        return
    for step in sorted((event for event in trace.events if event['name'].startswith('ProfilerStep#')
                        and event['cat'] == 'user_annotation'), key=lambda event: event['ts']):
        start, end = step['ts'], step['ts'] + step['dur']
        compute, busy = trace.cover(start, end, 'computation'), trace.cover(start, end)
        exposed = trace.cover(start, end, 'computation', 'communication') - compute
        expected = [step['name'], *map(figure, (step['dur'], compute, busy - compute - exposed, exposed, step['dur'] - busy))]
        row = find_row(driver, CHART_TABLE, *expected)
        report.check(row is not None, f'step {step["name"][-1]} has its parts', expected)
    driver.key('alt+1')


def read_labels(node):
    labels = [each for each in tree.near(node, tree.ROWS) if each.role == 'label'] if node else []
    return [each.name for each in tree.keep_shown(labels)]


def read_pane(driver):
    """What the inspector says. It is looked for again when it shows nothing more, as that of another tab."""
    texts = read_labels(driver.pane)
    if not texts:
        driver.pane = tree.find_shown(driver.window, None, 'LaminaInspector')
        texts = read_labels(driver.pane)
    return texts


def wait_for_pane(driver, pattern):
    """The first text of the inspector that fits a pattern, once there is one."""
    return drivers.wait(lambda: next(filter(None, (re.fullmatch(pattern, text) for text in read_pane(driver))), None))


def check_step_range(driver, trace):
    """A step as a range: what devices do in it is known to the digit."""
    report = driver.report
    whole(driver)
    driver.key('slash')
    driver.type('ProfilerStep#3')
    driver.picture()
    driver.key('Return')
    report.check(driver.said('^Selected: ProfilerStep#3'), 'a step is found', driver.says())
    driver.key('Escape', 'r')
    step, = trace.find('ProfilerStep#3', 'user_annotation')
    start, end = step['ts'], step['ts'] + step['dur']
    works = [event for event in trace.list_work() if start < event['ts'] + event['dur'] and event['ts'] < end]
    copy, = (event for event in works if event['cat'] == 'gpu_memcpy')
    for expected in (f'{figure(trace.cover(start, end))} {DEVICE}',
                     f'{len(works)} kernels and copies · 1 copy of {copy["args"]["bytes"] // 1024}\u00a0KiB'):
        report.check(wait_for_pane(driver, re.escape(expected)), f'R says “{expected}”', lambda: read_pane(driver))


def check_dragged_range(driver, trace):
    """A range that is dragged: as exact as its ends are shown."""
    report = driver.report
    whole(driver)
    driver.drag((400, EMPTY[1]), (700, EMPTY[1]))
    place = wait_for_pane(driver, '(\\d+)\u00a0→ (\\d+)\u00a0µs')
    busy = wait_for_pane(driver, f'([0-9.]+)\u00a0µs {re.escape(DEVICE)}')
    report.check(place and busy, 'a drag marks a range and says how long the device works in it', lambda: read_pane(driver))
    if place and busy:
        start, end = (trace.first + int(digits) for digits in place.groups())
        expected = trace.cover(start, end)
        report.check(100 < end - start < 600 and abs(float(busy[1]) - expected) < 2, 'which is so', (place, busy, expected))


def main():
    program, samples = sys.argv[1:3]
    report = access.Report()
    path = os.path.join(samples, TRACE)
    trace = Trace(path)
    driver = drivers.Driver(program, samples, [path], report, None)
    try:
        check_search(driver, trace)
        check_palette(driver)
        check_finding(driver)
        check_kernels(driver, trace)
        check_steps(driver, trace)
        check_dragged_range(driver, trace)
        check_step_range(driver, trace)
    finally:
        driver.end()
    print(f'1..{report.number}')
    return 1 if report.failed else 0


if __name__ == '__main__':
    access.start(main)
