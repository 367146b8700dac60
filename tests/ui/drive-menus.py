#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Opens every menu of the program with the mouse, takes every entry with the mouse, and looks whether it does what its
action is to do: drive-menus.py PROGRAM SAMPLES READ-CLIPBOARD [MENU…]. An entry that is not listed here fails the
test."""

import os
import shutil
import subprocess
import sys

import access
import driver as drivers
from changes import Copies, Looks, Opens
from driver import PAGE, TABLE
from effects import EFFECTS, LEAVES_TRACES
from states import nothing, row_selected, selected

Atspi = drivers.Atspi
ITEMS = {'menu item', 'check menu item', 'radio menu item'}
# Formats that the file has not: their readers refuse it, and a page says so.
OTHER_FORMATS = ('Chainer graphs', 'Chrome traces', 'TensorFlow node listings', 'TensorRT engines', 'TVM reports')
REFUSED = (nothing, Looks(PAGE))



def shows(key, name):
    """A page with a picture, which takes the work of a thread before it is there."""
    def do(driver):
        driver.key(key)
        drivers.wait(lambda: access.find(driver.window, 'image', name) and
                     access.is_mapped(access.find(driver.window, 'image', name)))
        driver.picture()
    return do


def shows_sandwich(driver):
    """By types, for only then something lies around the name in the middle."""
    shows('alt+2', 'Flame graph')(driver)
    driver.command('Flame Graph by Types')
    driver.picture()
    driver.command('Sandwich of Callers and Callees')
    drivers.wait(lambda: access.find(driver.window, 'image', 'Callers and callees') and
                 access.is_mapped(access.find(driver.window, 'image', 'Callers and callees')))
    driver.picture()


MAIN = {
    'New Tab': 'win.new-tab', 'New Window': 'app.new-window', 'Reopen Closed Tab': 'win.reopen-tab',
    'Reload': 'win.reload', 'Export Picture…': 'win.export', 'Export Report…': (nothing, Opens('Export a Report')),
    'View/Inspector': 'view.inspector', 'View/Table of Layers': 'view.table', 'View/Overview': 'view.overview',
    'View/Full Screen': 'win.full-screen', 'View/Clocks on One Axis': 'view.aligned', 'View/Whole Run': 'view.show-all',
    'View/Zoom to Selection': 'view.show-selection', 'Colours By/Type': 'app.colour-by::type',
    'Colours By/Precision': 'app.colour-by::precision', 'Colours By/Family of Work': 'app.colour-by::family',
    'Appearance/As the Desktop': 'app.appearance::desktop',
    'Appearance/Light': 'app.appearance::light', 'Appearance/Dark': 'app.appearance::dark', 'Commands': 'app.palette',
    'Preferences': 'app.preferences', 'Keyboard Shortcuts': 'app.shortcuts', 'About Lamina': 'app.about',
    **{f'Open As/{name}': REFUSED for name in OTHER_FORMATS},
    # What it is read as already: nothing that could be seen changes.
    'Open As/What Its Content Says': None, 'Open As/MegEngine profiles': None,
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
# Columns that are shown are sorted by; the list of columns is long, its lower part is reached by keys.
MORE = {
    **{f'Sort by/{title}': (nothing, Looks(TABLE))
       for title in ('#', 'Name', 'Type', 'Duration', 'Share', 'FLOP', 'FLOP/s', 'Moved', 'Output')},
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
COMPARISON = shows('alt+5', 'Both on one scale, with bands between layers that correspond')
COMPARED = {'Export This Picture…': (COMPARISON, Opens('Export Picture'))}

# Name, where and with which button it is opened, what has to be there first, entries, those not looked at.
MENUS = (
    ('main', (1138, 28), 1, nothing, MAIN, ()),
    ('timeline', (500, 224), 3, selected, TIMELINE, ()),
    ('row', (300, 640), 3, row_selected, ROW, ()),
    ('more', (922, 464), 1, nothing, MORE, ('Columns/',)),
    ('flame graph', (400, 150), 3, shows('alt+2', 'Flame graph'), FLAME, ()),
    ('memory', (400, 150), 3, shows('alt+3', 'Live memory over the run'), MEMORY, ()),
    ('chart', (600, 160), 3, CHARTS, CHART, ()),
    ('sandwich', (650, 160), 3, shows_sandwich, SANDWICH, ()),
    ('ties', (400, 180), 3, COMPARISON, COMPARED, ()),
    ('waterfall', (700, 380), 3, COMPARISON, COMPARED, ()),
)
# Which need two runs.
OF_TWO_RUNS = ('ties', 'waterfall')
LASTS = (*LEAVES_TRACES, 'view.mark-selection', 'view.keep-ruler')


class Menu:
    """A menu that is open: its nodes, and where its window stands on the screen."""

    def __init__(self, driver, place, button):
        self.driver = driver
        driver.click(place, button)
        self.popover = drivers.wait(self.find)
        driver.picture()

    def find(self):
        return next((node for node in access.walk(self.driver.window)
                     if node.get_name() == 'GtkPopoverMenu' and node.get_role_name() == 'menu'
                     and access.is_mapped(node)), None)

    def items(self):
        return [node for node in access.walk(self.popover) if node and node.get_role_name() in ITEMS]

    def entries(self):
        """Paths of all entries: the head of a submenu stands once before it is opened, and once at the top of it."""
        names = [node.get_name() for node in self.items()]
        first = [node.get_name() for node in self.items() if access.is_mapped(node)]
        paths = [name for name in first if names.count(name) == 1 or name not in names[len(first):]]
        head = None
        for name in names[len(first):]:
            if name in first and name != head and f'{head}/{name}' not in paths and self.is_head(name, paths, head):
                head = name
            else:
                paths.append(f'{head}/{name}')
        return [path for path in paths if path not in {path.split('/', 1)[0] for path in paths if '/' in path}]

    def is_head(self, name, paths, head):
        return all(not path.startswith(name + '/') for path in paths)

    def corner(self):
        """Its window is the one of its size."""
        extents = self.popover.get_extents(Atspi.CoordType.WINDOW)
        for window in subprocess.run(['xdotool', 'search', '--onlyvisible', '--class', '.'], capture_output=True,
                                     text=True, check=True).stdout.split():
            lines = subprocess.run(['xdotool', 'getwindowgeometry', '--shell', window], capture_output=True, text=True,
                                   check=False).stdout.splitlines()
            shape = dict(line.split('=') for line in lines)
            if (shape.get('WIDTH'), shape.get('HEIGHT')) == (str(extents.width), str(extents.height)):
                return int(shape['X']) - extents.x, int(shape['Y']) - extents.y
        return None

    def click(self, label):
        """An entry whose middle is on the screen."""
        node = drivers.wait(lambda: next((node for node in self.items() if node.get_name() == label
                                          and access.is_mapped(node)
                                          and node.get_state_set().contains(Atspi.StateType.SENSITIVE)), None), 5)
        corner = drivers.wait(self.corner, 5)
        if node is None or corner is None:
            return False
        extents = node.get_extents(Atspi.CoordType.WINDOW)
        self.driver.click((corner[0] + extents.x + extents.width // 2, corner[1] + extents.y + extents.height // 2))
        return True


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
    unknown = [path for path in there if path not in entries and not path.startswith(partly or '\0')]
    driver.report.check(not unknown, f'{name}: all entries are known', '\n'.join(unknown))
    gone = [path for path in entries if path not in there]
    driver.report.check(not gone, f'{name}: all entries are there', '\n'.join([*gone, '', *there]))
    driver.key('Escape', 'Escape')
    for path, what in entries.items():
        if what is None:
            continue
        driver = driver or start(menu)
        take(driver, place, button, path, what)
        if not isinstance(what, str) or what in LASTS or driver.process.poll() is not None:
            driver.end()
            driver = None
    return driver or start(menu)


def main():
    program, samples, clipboard, *only = sys.argv[1:]
    report = access.Report()

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
