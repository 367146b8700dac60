#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Goes through whole windows with the Tab key, forwards and back: walk.py PROGRAM SAMPLES [PAGE…].

Each stop is another control, each has a name, a list is one stop, and nothing that can have the focus is left out."""

import os
import re
import sys

import access
import driver as drivers
import tree
from menu import refused

# A window with more stops than that is none to go through by keys.
MOST = 60
ROWS = {'table row', 'list item', 'tree item'}
LISTS = {'table', 'list', 'tree table', 'list box'}


def describe(node):
    return node and f'{node.role} “{node.name}” at {node.place()}'


def press(driver, key):
    """The node that has the focus after a key, or None when it stayed where it was, which is all that the bound is waited for: on a
    machine with more to do than it has processors a window answers later."""
    driver.focus.forget()
    driver.key(key)
    return drivers.wait(driver.focus.node, 3 * max(1, min(os.getloadavg()[0] / os.cpu_count(), 5)))


def go_around(driver, key):
    """All stops from the next one until it comes again, and whether it came."""
    nodes, silent = [press(driver, key)], 0
    while len(nodes) < MOST:
        node = press(driver, key)
        if node is None and len(nodes) > 1 and not silent:
            silent += 1
            continue
        # The only one keeps the focus.
        if node == nodes[0] or node is None and len(nodes) == 1:
            return nodes, True
        if node in nodes or node is None:
            return [*nodes, node], False
        nodes.append(node)
        silent = 0
    return nodes, False


# Of these GTK tells that they can have the focus, whether or not it goes there: labels that can be selected by mouse,
# the frames around what scrolls, panes that can be resized, lists, of which one row takes it.
FRAMES = {'label', 'scroll pane', 'filler'} | ROWS | LISTS
# For these there are keys, those of the window manager and Ctrl+W.
WITH_KEYS = {'Minimize', 'Maximize', 'Close', 'Close Tab'}
# Text fields in rows of libadwaita 1.2 say nothing when they get the focus.
SILENT = {'text'}


def can_have_focus(node):
    return node.has(tree.State.FOCUSABLE) and node.has(tree.State.SENSITIVE) \
        and node.role not in FRAMES | SILENT and node.name not in WITH_KEYS


def are_alternatives(node, other):
    return node.place() == other.place() or node.role == other.role == 'page tab list'


def is_shown(node, ways):
    """Whether a node and all that it is in is to be seen. Of pages in the same place that one is that a way of the focus leads to,
    and so of switchers, wide and narrow, whose places differ when the hidden one was laid out earlier; what drops down from a
    combo box has no place yet."""
    for each in node.above():
        if each.parent is None:
            return True
        taken = [child for child in each.parent.children if child in ways and child.has(tree.State.VISIBLE)]
        if not each.place() or each.parent.role == 'combo box' \
                or each not in taken and any(are_alternatives(each, other) for other in taken):
            return False


def check(driver, window, what):
    def words(nodes):
        return '\n'.join(str(describe(node)) for node in nodes)
    nodes, came = go_around(driver, 'Tab')
    driver.report.check(came, f'{what}: Tab comes around', words(nodes))
    # A row has a name while it has the focus.
    unnamed = [node for node in nodes if node.role not in ROWS and not access.is_name(node.name)]
    driver.report.check(not unnamed, f'{what}: each stop has a name', words(unnamed))
    back, came = go_around(driver, 'shift+Tab')
    driver.report.check(came, f'{what}: Shift+Tab comes around', words(back))
    driver.report.check(set(back) == set(nodes), f'{what}: the same way back', words(nodes) + '\n\n' + words(back))
    there = tree.walk(window)
    ways = {each for node in there if node in nodes for each in node.above()}
    missed = [node for node in there if can_have_focus(node) and node not in nodes and is_shown(node, ways)]
    driver.report.check(not missed, f'{what}: nothing is left out', words(missed))


PAGES = (
    ('trace', ('alt+1', 'Escape')),
    ('search', ('slash',)),
    ('layer', ('Escape', 'Escape', 'Right', 'Right')),
    ('flame graph', ('alt+2',)),
    ('tensors', ('alt+3',)),
    ('comparison', ('alt+5',)),
    ('comparison', ('alt+5',)),
)
# Two runs stand in one file: the page of the comparison is filled.
TWO_RUNS = (
    ('overview of the charts', ('alt+4',)),
    ('filled comparison', ('alt+5',)),
)
DIALOGS = (
    ('Commands', 'ctrl+shift+p'),
    ('Timeline as a Table', 'ctrl+shift+v'),
    ('Preferences', 'ctrl+comma'),
    ('Export Picture', 'ctrl+e'),
)
# GTK tells the type of what drops down, and where the button of one of them stands.
POPOVER = re.compile(r'^(GtkPopover|Lamina(FilterPopover|TrackFinder))$')
FILTER = (397, 464)
# What drops down, with the command or the button that it drops down from.
POPOVERS = (
    ('tracks', 'Find a Track'),
    ('filter', None),
)


def check_pages(driver, pages):
    for what, keys in pages:
        driver.key(*keys)
        driver.picture()
        check(driver, driver.window, what)


def check_sandwich(driver):
    driver.command('Sandwich of Callers and Callees')
    driver.picture()
    check(driver, driver.window, 'sandwich')


def check_dialogs(driver):
    driver.key('alt+1')
    for title, key in DIALOGS:
        dialog = access.open_with(driver.program, [key], title)
        driver.report.check(dialog is not None, f'{title} opens')
        if dialog is None:
            continue
        driver.picture()
        check(driver, dialog, title)
        driver.report.check(access.close(driver.program, title), f'Escape closes {title}')


def find_popover(driver):
    """The one that has the focus."""
    focus = driver.focus.node()
    node = focus and tree.again(focus)
    return next((each for each in node.above() if POPOVER.search(each.name)), None) if node else None


def check_popovers(driver):
    driver.key('alt+1', 'Escape')
    for what, command in POPOVERS:
        driver.focus.forget()
        if command:
            driver.command(command)
        else:
            driver.click(FILTER)
        driver.picture()
        popover = drivers.wait(lambda: find_popover(driver))
        driver.report.check(popover is not None, f'{what} drop down', driver.focus.describe())
        if popover is not None:
            check(driver, popover, what)
        driver.key('Escape')
        driver.picture()


def check_refusal(driver):
    refused(driver)
    check(driver, driver.window, 'file that can’t be read')


def check_welcome(driver):
    driver.key('ctrl+t')
    driver.picture()
    check(driver, driver.window, 'welcome')


def main():
    program, samples, *only = sys.argv[1:]
    report = access.Report()

    def open_sample(name):
        return drivers.Driver(program, samples, [os.path.join(samples, name)], report, None)
    driver = open_sample('mobilenet-tvm.txt')
    try:
        check_pages(driver, [page for page in TWO_RUNS if not only or page[0] in only])
    finally:
        driver.end()
    if not only:
        driver = open_sample('resnet50-megengine.json')
        try:
            check_pages(driver, PAGES)
            check_sandwich(driver)
            check_dialogs(driver)
            check_popovers(driver)
            check_welcome(driver)
        finally:
            driver.end()
        driver = open_sample('resnet50-megengine.json')
        try:
            check_refusal(driver)
        finally:
            driver.end()
    print(f'1..{report.number}')
    return 1 if report.failed else 0


if __name__ == '__main__':
    access.start(main)
