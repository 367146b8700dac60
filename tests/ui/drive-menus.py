#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Opens every menu of the program with the mouse, takes every entry with the mouse, and looks whether it does what its
action is to do: drive-menus.py PROGRAM SAMPLES READ-CLIPBOARD [MENU…]. An entry that is not listed here fails the
test."""

import os
import pathlib
import re
import shutil
import sys

import access
import driver as drivers
import screen
import tree
from changes import Copies, Looks, Opens, Says, Tabs
from driver import NAMES, PAGE, TABLE, TIMELINE as TRACKS
from effects import EFFECTS, LEAVES_TRACES, OF_TWO_RUNS as COMPARISONS
from menu import Menu, new_tab, OTHER_FORMATS, refused
from states import (
    compared, COUNTER, EMPTY, FREE, gap_shown, GROUP, noted, nothing, row_selected, ruled, SECOND_GROUP, selected, SLICE, two_tabs,
)

REFUSED = (nothing, Looks(PAGE))


def overview_shown(driver):
    """Which the driver hides at first."""
    before = driver.picture()
    driver.key('ctrl+F9')
    if screen.is_like(before, driver.picture(), drivers.OVERVIEW):
        raise RuntimeError('no overview')


def last_gap_shown(driver):
    """The second one that there is to go to."""
    gap_shown(driver)
    driver.key('ctrl+0', 'g', 'f')
    driver.said('^Selected: gap.*Visible: ')


def shows(key, name):
    """A page with a picture, which takes the work of a thread before it is there."""
    def do(driver):
        driver.key(key)
        drivers.wait(lambda: tree.find_shown(driver.window, {'image'}, name))
        driver.picture()
    return do


def shows_sandwich(driver):
    """By types, for only then something lies around the name in the middle."""
    shows('alt+2', 'Flame graph')(driver)
    driver.command('Flame Graph by Types')
    driver.picture()
    driver.command('Sandwich of Callers and Callees')
    drivers.wait(lambda: tree.find_shown(driver.window, {'image'}, 'Callers and callees'))
    driver.picture()


MAIN = {
    'New Tab': 'win.new-tab', 'New Window': 'app.new-window', 'Reopen Closed Tab': 'win.reopen-tab',
    'Reload': 'win.reload', 'Export Picture…': 'win.export', 'Export Report…': 'view.export-report',
    'View/Inspector': 'view.inspector', 'View/Table of Layers': 'view.table', 'View/Overview': 'view.overview',
    'View/Full Screen': 'win.full-screen', 'View/Clocks on One Axis': 'view.aligned', 'View/Whole Run': 'view.show-all',
    'View/Zoom to Selection': 'view.show-selection', 'Colors By/Type': 'app.color-by::type',
    'Colors By/Precision': 'app.color-by::precision', 'Colors By/Family of Work': 'app.color-by::family',
    'Appearance/As the Desktop': 'app.appearance::desktop',
    'Appearance/Light': 'app.appearance::light', 'Appearance/Dark': 'app.appearance::dark', 'Commands': 'app.palette',
    'Preferences': 'app.preferences', 'Keyboard Shortcuts': 'app.shortcuts', 'About Lamina': 'app.about',
    **{f'Open As/{name}': REFUSED for name in OTHER_FORMATS},
    # What it is read as already: nothing that could be seen changes.
    'Open As/Detect from the Content': None, 'Open As/MegEngine profiles': None,
}
TIMELINE = {
    'Zoom to the Selection': 'view.show-selection', 'Zoom to the Range': 'view.zoom-to-range',
    'Undo Zoom': 'view.undo-zoom', 'Whole Run': 'view.show-all', 'Copy Name': 'view.copy-name',
    'Copy Details': 'view.copy-details', 'Select All of This Name': 'view.select-same-name',
    'Show in Layer Table': 'view.show-in-table', 'Callers and Callees': 'view.callers',
    'Durations of This Name': 'view.durations::slices',
    'Ranges, Rulers, Notes/Mark the Selection as Range': 'view.mark-selection',
    'Ranges, Rulers, Notes/Measure with a Ruler': 'view.keep-ruler',
    'Ranges, Rulers, Notes/Ruler Here': 'view.ruler-here', 'Ranges, Rulers, Notes/Note Here…': 'view.note-here',
    'Ranges, Rulers, Notes/Remove All Rulers and Notes': 'view.remove-rulers',
    'Pin the Track at the Top': 'view.pin-track', 'Hide the Track': 'view.hide-track',
    **{f'Bookmarks/Set {i}': f'view.set-bookmark(uint32 {i})' for i in range(1, 10)},
    'Find…': 'view.find', 'As a Table': 'view.table-twin', 'Export a Picture…': 'view.export::timeline',
}
ROW = {
    'Zoom to It in the Timeline': 'view.zoom-to-layers', 'Callers and Callees': (row_selected, Looks(PAGE)),
    'Durations of This Name': (row_selected, Looks(PAGE)),
    'Select All of This Type': 'view.select-same-type', 'List Only This Type': 'view.filter-same-type',
    'List Only This Output Shape': 'view.filter-same-shape', 'Copy': 'view.copy-layers',
    'Copy as CSV': 'view.copy-layers-csv', 'Copy as Markdown': 'view.copy-layers-markdown',
    'Copy Name': 'view.copy-layer-names',
}
# Columns that are shown are sorted by; the list of columns is long, its lower part is reached by keys. The table begins with the
# longest, which have the largest shares, too.
MORE = {
    **{f'Sort by/{title}': (nothing, Looks(TABLE))
       for title in ('#', 'Name', 'Type', 'Duration', 'FLOP', 'FLOP/s', 'Bytes moved', 'Output')},
    'Sort by/Share': None,
    'Columns/More Columns…': 'view.layer-columns', 'Columns/Default Columns': 'view.reset-layer-columns',
    'Columns/#': (nothing, Looks(TABLE)), 'Columns/Calls': (nothing, Looks(TABLE)),
    'Copy': 'view.copy-layers', 'Copy as CSV': 'view.copy-layers-csv', 'Copy as Markdown': 'view.copy-layers-markdown',
    'Copy Name': 'view.copy-layer-names', 'Export the Table…': 'view.export-table',
}
FLAME = {
    'Callers and Callees': (shows('alt+2', 'Flame graph'), Looks(PAGE)),
    'Export This Picture…': (shows('alt+2', 'Flame graph'), Opens('Export Picture')),
}
MEMORY = {'Export This Picture…': (shows('alt+3', 'Live memory over the run'), Opens('Export Picture'))}

CHARTS = shows('alt+4', 'Time by type')
CHART = {
    'Show in the Trace': (CHARTS, Looks(PAGE)), 'Enlarge': (CHARTS, Looks(PAGE)),
    'Copy as CSV': (CHARTS, Copies(r'^[^\n]*,[^\n]*\n')), 'Copy as Markdown': (CHARTS, Copies(r'^\|')),
    'Export This Chart…': (CHARTS, Opens('Export Picture')), 'Export All Charts…': (CHARTS, Opens('Export All Charts')),
}
# The entry about names is taken at what lies around the one that the picture is about.
SANDWICH = {
    'Callers and Callees': (shows_sandwich, Looks(PAGE)),
    'Export This Picture…': (shows_sandwich, Opens('Export Picture')),
}
COMPARED = {'Export This Picture…': (compared, Opens('Export Picture'))}
COMPARISON = {
    'Whole Comparison…': COMPARISONS['view.export-comparison::comparison'],
    'Where the Difference Comes From…': COMPARISONS['view.export-comparison::waterfall'],
    'Both on One Scale…': COMPARISONS['view.export-comparison::ties'],
    'Copy the Table as CSV': COMPARISONS['view.copy-comparison'],
}
GROUPING = {
    'Instance': 'view.group-layers::instance', 'Type': 'view.group-layers::type',
    'Type and Shapes': 'view.group-layers::shape', 'Name': 'view.group-layers::name',
    'Family of Work': 'view.group-layers::family', 'Section': 'view.group-layers::section',
    'Annotation': 'view.group-layers::annotation', 'Device': 'view.group-layers::device', 'Expand All Groups': 'view.open-groups',
    'Collapse All Groups': 'view.close-groups',
}
# Of the columns one is shown; the list of all is longer than the screen.
HEADS = {'Calls': (nothing, Looks(TABLE)), 'More Columns…': 'view.layer-columns',
         'Default Columns': 'view.reset-layer-columns'}
OF_TRACK = {
    'Split by Family of Work': (nothing, Looks(NAMES)), 'Pin at the Top': (nothing, Looks(NAMES)),
    'Hide': (nothing, Looks(NAMES)),
}
OF_GROUP = {
    'Collapse': (nothing, Looks(NAMES)), 'Split by Family of Work': (nothing, Looks(NAMES)),
    'Pin at the Top': (nothing, Looks(NAMES)),
    'Move Down': (nothing, Looks(NAMES)), 'Hide': (nothing, Looks(NAMES)),
}
# The first group can't go up, and one of the host has no families to be split by.
OF_SECOND_GROUP = {
    'Collapse': (nothing, Looks(NAMES)), 'Pin at the Top': (nothing, Looks(NAMES)), 'Move Up': (nothing, Looks(NAMES)),
    'Move Down': (nothing, Looks(NAMES)), 'Hide': (nothing, Looks(NAMES)),
}
OF_COUNTER = {
    'Keep the Scale of the Whole Run': (nothing, Looks(NAMES)), 'Pin at the Top': (nothing, Looks(NAMES)),
    'Hide': (nothing, Looks(NAMES)),
}
# Where a gap is clicked on; what a slice alone has is not offered.
OF_GAP = {
    **dict.fromkeys(name for name in TIMELINE if 'Name' not in name and name not in ('Callers and Callees',
                                                                                     'Show in Layer Table')),
    'Copy Details': (gap_shown, Copies(r'(?s)\n.*\n')), 'Next Gap of the Device': (gap_shown, Says('^Selected: gap')),
    'Previous Gap of the Device': (last_gap_shown, Says('^Selected: gap')),
    'Export the Selection…': (gap_shown, Opens('Export Picture')),
}
OF_NOTE = {**dict.fromkeys(TIMELINE), 'Edit the Note…': 'view.edit-note',
           'Remove the Note': (noted, Looks(TRACKS, pointer=None))}
OF_RULER = {**dict.fromkeys(TIMELINE), 'Remove the Ruler': 'view.remove-ruler'}
OVERVIEW = {'Export This Picture…': (overview_shown, Opens('Export Picture'))}
# The tab in front is the one that is new.
TAB = {
    'Move Left': 'win.move-tab-left', 'Move Right': 'win.move-tab-right',
    'Move to New Window': 'win.move-tab-to-new-window',
    'Close Other Tabs': (two_tabs, Tabs(lambda tabs: [])), 'Close': 'win.close-tab',
}
# What the page of a file that could not be read offers.
REFUSAL = {**dict.fromkeys(OTHER_FORMATS), 'MegEngine profiles': (refused, Looks(PAGE)),
           'Detect from the Content': (refused, Looks(PAGE))}

# Name, where and with which button it is opened, what has to be there first, entries, those not looked at.
MENUS = (
    ('main', 'Main menu', 1, nothing, MAIN, None),
    ('timeline', SLICE, 3, selected, TIMELINE, None),
    ('gap', FREE, 3, gap_shown, OF_GAP, None),
    ('note', EMPTY, 3, noted, OF_NOTE, None),
    ('ruler', FREE, 3, ruled, OF_RULER, None),
    ('track', (60, 122), 3, nothing, OF_TRACK, None),
    ('group', GROUP, 3, nothing, OF_GROUP, None),
    ('second group', SECOND_GROUP, 3, nothing, OF_SECOND_GROUP, None),
    ('counter', COUNTER, 3, nothing, OF_COUNTER, None),
    ('overview', (500, 76), 3, overview_shown, OVERVIEW, None),
    ('row', (300, 640), 3, row_selected, ROW, None),
    ('grouping', (84, 464), 1, nothing, GROUPING, None),
    ('heads', (300, 496), 3, nothing, HEADS, ''),
    ('more', (922, 464), 1, nothing, MORE, 'Columns/'),
    ('flame graph', (400, 150), 3, shows('alt+2', 'Flame graph'), FLAME, None),
    ('memory', (400, 150), 3, shows('alt+3', 'Live memory over the run'), MEMORY, None),
    ('chart', (600, 160), 3, CHARTS, CHART, None),
    ('sandwich', (650, 160), 3, shows_sandwich, SANDWICH, None),
    ('ties', (400, 180), 3, compared, COMPARED, None),
    ('waterfall', (700, 380), 3, compared, COMPARED, None),
    ('comparison', 'Export the comparison', 1, compared, COMPARISON, None),
    ('tab', new_tab, 3, two_tabs, TAB, None),
    ('refusal', 'Open As', 1, refused, REFUSAL, None),
)
# Which need two runs.
OF_TWO_RUNS = ('ties', 'waterfall', 'comparison')
LASTS = (*LEAVES_TRACES, 'view.mark-selection', 'view.keep-ruler')

# Where menus are made, and which of the above are made there. A place that is not listed fails the test.
MADE = re.compile(r'lamina_popup_menu \(|gtk_popover_menu_new_from_model|_set_menu_model|set_header_menu|"menu-model"'
                  r'|lamina_picture_menu_add(_export)? \(')
PLACES = {
    'lamina-chart-card.c': ['chart'],
    'lamina-compare-page.c': ['ties', 'waterfall'],
    'lamina-compare-page.ui': ['comparison'],
    'lamina-flame-canvas.c': ['flame graph', 'sandwich'],
    'lamina-layer-heads.c': ['heads'],
    'lamina-layer-table-actions.c': ['row', 'more'],
    'lamina-layer-table.ui': ['grouping'],
    'lamina-overview.c': ['overview'],
    'lamina-tab.c': ['refusal'],
    'lamina-tensor-chart.c': ['memory'],
    'lamina-timeline-gutter.c': ['track'],
    'lamina-timeline-menu.c': ['timeline', 'gap'],
    'lamina-window-tabs.c': ['tab'],
    'lamina-window.ui': ['main'],
}
# Those that make menus for the others.
MAKERS = ('lamina-popup.c', 'lamina-picture-menu.c')


def take(driver, place, button, path, what):
    """Takes an entry, and looks at its effect."""
    setup, effect = EFFECTS[what] if isinstance(what, str) else what
    setup(driver)
    before = effect.before(driver)
    menu = Menu(driver, place, button)
    driver.picture()
    clicked = all([menu.click(part) and (driver.picture() or True) for part in path.split('/', path.count('/') and 1)])
    if getattr(effect, 'pointer', None):
        driver.point(effect.pointer)
    met = clicked and effect.met(driver, before)
    driver.report.check(met, path, f'{clicked}\n{before if isinstance(before, str) else ""}\n{driver.says()}')
    effect.after(driver)


def drive(driver, start, menu):
    name, place, button, setup, entries, partly = menu
    setup(driver)
    opened = Menu(driver, place, button)
    there = opened.entries()
    unknown = [path for path in there if path not in entries and (partly is None or not path.startswith(partly))]
    driver.report.check(not unknown, f'{name}: all entries are known', '\n'.join(unknown))
    gone = [path for path in entries if path not in there]
    driver.report.check(not gone, f'{name}: all entries are there', '\n'.join([*gone, '', *there]))
    driver.key('Escape', 'Escape')
    # What was done first is not to be done twice.
    if setup in (overview_shown, two_tabs):
        driver.end()
        driver = None
    for path, what in entries.items():
        if what is None:
            continue
        driver = driver or start(menu)
        take(driver, place, button, path, what)
        if not isinstance(what, str) or what in LASTS or driver.process.poll() is not None:
            driver.end()
            driver = None
    return driver or start(menu)


def check_places(report, folder):
    """Every menu that the sources make is opened here."""
    made = set()
    for path in sorted(pathlib.Path(folder).rglob('*')):
        if path.suffix in ('.c', '.ui') and path.name not in MAKERS and MADE.search(path.read_text(encoding='utf-8')):
            made.add(path.name)
    report.check(made == set(PLACES), 'the places where menus are made are known', '\n'.join(sorted(made ^ set(PLACES))))
    names = {menu[0] for menu in MENUS}
    missing = [name for place in PLACES.values() for name in place if name not in names]
    report.check(not missing, 'all of them are opened', '\n'.join(missing))


def main():
    program, samples, clipboard, *only = sys.argv[1:]
    report = access.Report()
    check_places(report, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..', 'ui'))

    def start(menu):
        profile = os.path.join(os.environ['HOME'], 'profile.json')
        sample = 'mobilenet-tvm.txt' if menu[0] in OF_TWO_RUNS else 'resnet50-megengine.json'
        shutil.copyfile(os.path.join(samples, sample), profile)
        return drivers.Driver(program, samples, [profile], report, clipboard)
    for menu in MENUS:
        if not only or menu[0] in only:
            drive(start(menu), start, menu).end()
    print(f'1..{report.number}')
    return 1 if report.failed else 0


if __name__ == '__main__':
    access.start(main)
