#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Asks of a memory snapshot and the trace of its run what is asked first, by real keys and the mouse, and holds the answers
against the files: memory.py PROGRAM SAMPLES."""

import gzip
import json
import os
import pickle
import re
import sys

import access
import driver as drivers
import tree
from answers import FOUND, find_row, read_pane, rows_of, wait_for_pane

RECORDED = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'data', 'memory-snapshot', 'recorded')
LIBRARIES = ('/site-packages/', '/dist-packages/', '/lib/python', '/torch/')
# An operator each of whose calls allocates once.
OPERATOR = 'aten::_log_softmax'
SHIFT = 'Shift of Memory snapshot in microseconds'
RESET = 'Suggested shift of Memory snapshot'
UNSAID = ('Which operator asked for which memory was found by times. It is left unsaid while clocks are shifted otherwise than '
          'suggested.')
# In microseconds.
LATER = 400000
SIZE = re.compile('(≈\u00a0)?[0-9.]+\u00a0([KMG]i)?B')
SHARE = re.compile('[0-9.]+\u00a0%')
TABLES = {'table', 'tree table'}
# Kernels, and the bands of memory, in the window.
KERNELS, BANDS = (170, 104, 750, 262), (170, 365, 940, 432)


class Run:
    """What both files say, read without the program."""

    def __init__(self):
        with gzip.open(RECORDED + '.pickle.gz') as file:
            self.allocations = [event for event in pickle.load(file)['device_traces'][0] if event['action'] == 'alloc']
        with gzip.open(RECORDED + '.pt.trace.json.gz') as file:
            trace = json.load(file)
        events = trace['traceEvents']
        self.base = trace['baseTimeNanoseconds'] / 1000
        self.operators = [event for event in events if event.get('cat') == 'cpu_op']
        self.reports = [event for event in events if event['name'] == '[memory]' and event['args']['Device Type'] == 1
                        and event['args']['Bytes'] > 0]

    def list_around(self, report):
        """The operators in which an allocation was reported, the innermost first."""
        return sorted((event for event in self.operators if event['tid'] == report['tid']
                       and event['ts'] <= report['ts'] <= event['ts'] + event['dur']), key=lambda event: event['dur'])

    def find_site(self, report):
        """The place in the program, by the allocation with the address of the report that is nearest in time; None where its stack
        has nothing of the program."""
        allocation = min((event for event in self.allocations if event['addr'] == report['args']['Addr']),
                         key=lambda event: abs(event['time_us'] - self.base - report['ts']))
        frame = next((frame for frame in allocation['frames'] if frame['filename'].endswith('.py')
                      and not any(library in frame['filename'] for library in LIBRARIES)), None)
        return frame and f"{'/'.join(frame['filename'].rsplit('/', 2)[1:])}:{frame['line']} {frame['name']}"


def mebibytes(size):
    """Three digits, as the window writes them."""
    value = size / 2 ** 20
    return f'{value:.{max(3 - len(str(int(value))), 0)}f}\u00a0MiB'


def read_size(text):
    """Of `≈ 16.0 MiB` the number of bytes."""
    value, unit = text.replace('≈', '').split()
    return float(value) * 1024 ** ['B', 'KiB', 'MiB', 'GiB'].index(unit)


def check_legend(driver, word):
    """The colors of bands below tracks are told apart from those of kinds of work, and add up to the peak."""
    driver.report.check(wait_for_pane(driver, 'Memory by site'), 'the inspector has a legend of the bands',
                        lambda: read_pane(driver))
    texts = read_pane(driver)
    head = texts.index('Memory by site') if 'Memory by site' in texts else len(texts)
    peak = re.fullmatch('At the peak (.*)', ''.join(texts[head + 1:head + 2]))
    driver.report.check(peak and texts[head + 2] == word, f'and of the colors of {word.lower()}', texts[head:head + 3])
    lines = [line for line in zip(texts, texts[1:], texts[2:]) if SIZE.fullmatch(line[1]) and SHARE.fullmatch(line[2])]
    total = sum(read_size(size) for _, size, _ in lines)
    driver.report.check('others' in (name for name, *_ in lines) and len(lines) == 6, 'five sites and others are named', lines)
    driver.report.check(peak and abs(total - read_size(peak[1])) < 0.01 * total, 'their sizes add up to the peak', (peak, lines))


def check_count(driver, run):
    """Allocations are counted apart from the tensors of the trace, which are kinds by shape."""
    count = f'{len(run.allocations)} Allocations'
    driver.report.check(wait_for_pane(driver, count), f'the inspector says “{count}”', lambda: read_pane(driver))


def check_operator(driver, run):
    """A selected operator lists its allocations by the places in the program."""
    report = driver.report
    operator = next(event for event in run.operators if event['name'] == OPERATOR)
    made = [each for each in run.reports if any(event is operator for event in run.list_around(each))]
    driver.key('slash')
    driver.type(OPERATOR)
    driver.picture()
    row = find_row(driver, FOUND, OPERATOR, 'cpu_op')
    report.check(row is not None and len(made) == 1, f'{OPERATOR} is found')
    if row:
        driver.click(row.middle())
    report.check(driver.said(f'^Selected: {re.escape(OPERATOR)}'), 'a click selects it', driver.says())
    driver.key('Escape')
    site, size = run.find_site(made[0]), mebibytes(made[0]['args']['Bytes'])
    report.check(wait_for_pane(driver, re.escape(site)), f'which allocated for {site}', lambda: read_pane(driver))
    for key in ('Allocated', site):
        report.check(wait_for_pane(driver, re.escape(f'{size} {key}')), f'{size}: {key}', lambda: read_pane(driver))
    driver.key('Escape')


def check_allocation(driver, run):
    """The largest allocation leads to the innermost operator that asked for it."""
    report = driver.report
    largest = max((each for each in run.reports if run.find_site(each)), key=lambda each: each['args']['Bytes'])
    operator = run.list_around(largest)[0]['name']
    driver.key('alt+3')
    site = run.find_site(largest)
    page = drivers.wait(lambda: next((row for table in find_tables(driver)
                                      for row, texts in rows_of(table).items()
                                      if site in texts and operator in texts and row.place()), None))
    report.check(page is not None, f'{site} stands beside {operator}')
    if page:
        driver.click(page.middle())
    driver.key('alt+1')
    report.check(driver.said(f'^Selected: {re.escape(operator)}'), 'a click selects the operator', driver.says())
    report.check(wait_for_pane(driver, re.escape(site)), 'which lists the allocation', lambda: read_pane(driver))


def find_spin(driver):
    return next(filter(None, (tree.find_shown(window, None, SHIFT) for window in tree.windows(driver.program))), None)


def open_clocks(driver):
    """What opens below the word for the timing."""
    badge = drivers.wait(lambda: tree.find_shown(driver.window, None, 'Measured'))
    driver.focus.forget()
    driver.click(badge.middle())
    driver.report.check(drivers.wait(lambda: find_spin(driver)), 'the clock of the snapshot can be shifted')


def close_clocks(driver):
    driver.key('Escape')
    drivers.wait(lambda: find_spin(driver) is None)
    driver.point(drivers.NOWHERE)


def tab_to(driver, name):
    """Goes there by the keyboard; whether that is a way."""
    for _ in range(10):
        driver.key('Tab')
        if drivers.wait(lambda: driver.focus.describe()[1] == name, 0.5):
            return True
    return False


def find_tables(driver):
    """Those that are to be seen; what is in them is not asked for."""
    return [node for node in tree.near(driver.window, TABLES) if node.role in TABLES and node.is_shown()]


def list_producers(driver):
    """The operators that tensors of sites stand beside, in the rows that are to be seen; None while there are none of these."""
    rows = [texts for table in find_tables(driver)
            for texts in rows_of(table).values() if any(re.search(r'\.py:\d+ ', text) for text in texts)]
    return [text for texts in rows for text in texts if text.startswith('aten::')] if rows else None


def check_clock(driver):
    """Shifted by hand, bands move against kernels, and the inspector says by how much; who asked for memory is left unsaid."""
    report = driver.report
    # What was selected last fills the view, which so stays where it is when the run gets longer.
    driver.key('f')
    driver.said('^Selected: .*Visible: ')
    driver.key('Escape')
    driver.said('^Nothing is selected')
    before = driver.picture()
    open_clocks(driver)
    # From the clock of the trace to that of the snapshot.
    driver.key('Tab', 'Tab', 'Tab', 'ctrl+a')
    driver.type(str(LATER))
    driver.key('Return')
    close_clocks(driver)
    report.check(wait_for_pane(driver, re.escape('shifted by +400\u00a0ms Memory snapshot')), 'the inspector says so',
                 lambda: read_pane(driver))
    after = driver.picture()
    report.check(wait_for_pane(driver, re.escape(UNSAID)), 'and that nobody knows who asked for memory', lambda: read_pane(driver))
    driver.key('alt+3')
    report.check(drivers.wait(lambda: list_producers(driver) == []), 'the table of tensors names no operator',
                 lambda: list_producers(driver))
    driver.key('alt+1')
    report.check(drivers.screen.is_like(after, before, KERNELS), 'kernels stay')
    report.check(not drivers.screen.is_like(after, before, BANDS), 'bands move')
    open_clocks(driver)
    report.check(tab_to(driver, RESET), f'“{RESET}” can be reached', driver.focus.describe())
    driver.key('space')
    close_clocks(driver)
    report.check(drivers.wait(lambda: drivers.screen.is_like(driver.picture(), before, BANDS)), 'and back')
    report.check(UNSAID not in read_pane(driver), 'who asked for memory is known again',
                 lambda: read_pane(driver))


def check_range(driver):
    """A range says who allocated in it and keeps that behind it, and nothing of work, which a snapshot has none of."""
    driver.key('alt+1')
    driver.drag((300, 300), (700, 300))
    for text in ('Kept, by site', 'Allocated, by site'):
        driver.report.check(wait_for_pane(driver, text), f'a range says “{text}”', lambda: read_pane(driver))
    driver.report.check('By type' not in read_pane(driver), 'and no types of work', lambda: read_pane(driver))
    driver.key('Escape')


def list_headings(driver):
    """Those of the tables that are to be seen: what stands in their first rows."""
    return [text for table in find_tables(driver)
            for text in next(iter(rows_of(table).values()), [])]


def check_sites(driver):
    """A site is told apart by its section, and says what it keeps; a tensor that is called like its site, by its stack."""
    for key, there, missing in (('alt+1', {'Allocated', 'At the peak', 'Kept at the end', 'Section', 'Annotation'}, 'Start'),
                                ('alt+3', {'Name', 'Size', 'Given up', 'Stack'}, 'Producer')):
        driver.key(key)
        drivers.wait(lambda: there <= {*list_headings(driver)})
        found = list_headings(driver)
        driver.report.check(there <= {*found} and missing not in found, f'{", ".join(sorted(there))} are columns', found)
    driver.key('alt+1')


def main():
    program, samples = sys.argv[1:3]
    report = access.Report()
    run = Run()
    driver = drivers.Driver(program, samples, [RECORDED + '.pickle.gz', RECORDED + '.pt.trace.json.gz'], report, None)
    try:
        check_legend(driver, 'Operators')
        check_count(driver, run)
        check_operator(driver, run)
        check_allocation(driver, run)
        check_clock(driver)
    finally:
        driver.end()
    driver = drivers.Driver(program, samples, [os.path.join(samples, 'charlm-memory.pickle')], report, None)
    try:
        check_legend(driver, 'Sites')
        check_range(driver)
        check_sites(driver)
    finally:
        driver.end()
    print(f'1..{report.number}')
    return 1 if report.failed else 0


if __name__ == '__main__':
    access.start(main)
