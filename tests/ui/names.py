#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Opens everything that drops down, on all pages, and looks whether each control in it has a name:
names.py PROGRAM SAMPLES [PART…]."""

import os
import sys

import access
import driver as drivers
import tree
from menu import refused
from states import noted, two_tabs, zoomed


def key(*keys):
    def do(driver):
        driver.key(*keys)
    return do


def command(*titles):
    def do(driver):
        for title in titles:
            driver.command(title)
            driver.picture()
    return do


TRACE = (
    ('trace', key('alt+1')),
    ('search', key('slash')),
    ('layer', zoomed),
    ('note', noted),
    ('finder', command('Find a Track')),
)
PAGES = (
    ('flame graph', key('alt+2')),
    ('sandwich', command('Sandwich of Callers and Callees')),
    ('tensors', key('alt+3')),
    ('charts', key('alt+4')),
    ('chart', command('Chart: Time by type')),
    ('table of a chart', command('Table of the Chart')),
)
# Pages that stand in for others.
OTHERS = (
    ('columns', command('Columns of the Table…')),
    ('import report', command('Import Report')),
    ('findings', command('Findings')),
    ('types compared of one run', key('alt+5')),
    ('welcome', two_tabs),
)
NO_TIMES = (
    ('order without times', key('alt+1')),
    ('flame graph without times', key('alt+2')),
    ('tensors without times', key('alt+3')),
    ('charts without times', key('alt+4')),
)
DIALOGS = (
    ('Preferences', 'ctrl+comma'),
    ('Export Picture', 'ctrl+e'),
    ('Keyboard Shortcuts', 'ctrl+question'),
    ('Commands', 'ctrl+shift+p'),
    ('Timeline as a Table', 'ctrl+shift+v'),
)
COMPARED = (('comparison', key('alt+5')), ('types compared', command('List Compared Types')))


def openers(driver):
    """Buttons in menu buttons, which GTK shows as buttons, too, and in drop-down lists."""
    return [node for node in tree.walk(driver.window)
            if node.has(tree.State.FOCUSABLE) and node.has(tree.State.SENSITIVE)
            and node.role in ('push button', 'toggle button') and node.parent.role in ('push button', 'combo box')
            and node.place()]


def check_openers(driver, what, known):
    for node in openers(driver):
        if node.name in known:
            continue
        known.add(node.name)
        node.press()
        driver.picture()
        # What drops down is a part of what it drops down from.
        access.check_names(driver.report, node.parent, f'{what}: {node.name}')
        driver.key('Escape')
        driver.picture()


def check(driver, what, open_it, known):
    open_it(driver)
    driver.picture()
    access.check_names(driver.report, driver.window, what)
    check_openers(driver, what, known)
    driver.key('Escape')


def check_dialogs(driver):
    for title, keys in DIALOGS:
        dialog = access.open_with(driver.program, [keys], title)
        driver.picture()
        access.check_names(driver.report, dialog, title)
        if title == 'Preferences':
            tree.find(dialog, name='Formats').press()
            driver.picture()
            access.check_names(driver.report, dialog, 'Preferences, formats')
        driver.report.check(access.close(driver.program, title), f'Escape closes {title}')


# Each takes its time.
PARTS = {
    'trace': ('resnet50-megengine.json', TRACE),
    'pages': ('resnet50-megengine.json', PAGES),
    'compared': ('mobilenet-tvm.txt', COMPARED),
    'others': ('resnet50-megengine.json', OTHERS),
    'refused': ('resnet50-megengine.json', ()),
    'no-times': ('unet-chainer.txt', NO_TIMES),
}


def main():
    program, samples, *only = sys.argv[1:]
    report, known = access.Report(), set()
    for part in only or PARTS:
        file, pages = PARTS[part]
        driver = drivers.Driver(program, samples, [os.path.join(samples, file)], report, None)
        try:
            for what, open_it in pages:
                check(driver, what, open_it, known)
            # Behind its page what the document had is still to be found.
            if part == 'refused':
                refused(driver)
                access.check_names(report, driver.window, 'file that can’t be read')
            if part == 'others':
                driver.key('ctrl+w')
                check_dialogs(driver)
        finally:
            driver.end()
    print(f'1..{report.number}')
    return 1 if report.failed else 0


if __name__ == '__main__':
    access.start(main)
