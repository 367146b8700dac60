#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""What assistive technology is told of the window, read over its own bus (AT-SPI): access.py PROGRAM PROFILE.

Starts a screen, a message bus and the program, then reads roles, names, descriptions and tables, and drives with keys.
Every wait has a bound."""

import itertools
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

import screen
import tree
from tree import GLib, State

BOUND = int(os.environ.get('LAMINA_BOUND', '20'))

# Roles of what can be operated; each needs a name, whether of its own or from a label.
CONTROLS = {'push button', 'toggle button', 'check box', 'radio button', 'combo box', 'text', 'entry', 'password text',
            'spin button', 'slider', 'list', 'list box', 'table', 'tree table', 'page tab', 'menu item',
            'check menu item', 'radio menu item', 'switch', 'link', 'menu'}


def be_still(folder):
    """Nothing moves by itself: neither animations nor the cursor in entries."""
    os.makedirs(folder + '/gtk-4.0')
    with open(folder + '/gtk-4.0/settings.ini', 'w', encoding='utf-8') as file:
        file.write('[Settings]\ngtk-enable-animations=false\ngtk-cursor-blink=false\n')


def in_session(arguments):
    """Runs this script again on a screen and a message bus of its own."""
    with tempfile.TemporaryDirectory(prefix='lamina-access-') as home:
        server, display = screen.start('-fbdir', home, '-screen', '0', '1280x800x24')
        try:
            # The bridge of GTK 4.8 to AT-SPI keeps its last buffer; what the program leaks is found where there is no bridge.
            sanitizer = os.environ.get('ASAN_OPTIONS', '') + ':detect_leaks=0'
            environment = {**os.environ, 'ASAN_OPTIONS': sanitizer, 'DISPLAY': display, 'GDK_BACKEND': 'x11',
                           'GDK_DEBUG': 'gl-disable',
                           'GTK_A11Y': 'atspi', 'HOME': home, 'XDG_RUNTIME_DIR': home, 'XDG_CONFIG_HOME': home + '/c',
                           'XDG_DATA_HOME': home + '/d', 'XDG_CACHE_HOME': home + '/k', 'XDG_STATE_HOME': home + '/s',
                           'LAMINA_ACCESS_INSIDE': '1'}
            be_still(home + '/c')
            for name in ('NO_AT_BRIDGE', 'DBUS_SESSION_BUS_ADDRESS', 'AT_SPI_BUS_ADDRESS', 'G_DEBUG'):
                environment.pop(name, None)
            # The services that the bus starts write, too: only what is TAP goes on.
            with subprocess.Popen(['dbus-run-session', '--', sys.executable, '-B', *arguments], env=environment,
                                  stdout=subprocess.PIPE, text=True) as session:
                for line in session.stdout:
                    if re.match(r'(not )?ok |#|1\.\.', line):
                        print(line, end='', flush=True)
            return session.returncode
        finally:
            server.terminate()
            server.wait()


class Report:
    """Results, as TAP."""

    def __init__(self):
        self.number = 0
        self.failed = 0

    def check(self, good, name, detail=''):
        """What took a while to ask is given as a function, which is called when the check has failed."""
        self.number += 1
        self.failed += not good
        print('ok' if good else 'not ok', self.number, '/access/' + name, flush=True)
        if not good and detail:
            print('#', str(detail() if callable(detail) else detail).replace('\n', '\n# '), flush=True)


def wait(condition, bound=BOUND, pause=0.05):
    """What a condition gives once it gives something; None when that takes too long. Asked again after each pause."""
    end = time.monotonic() + bound
    while time.monotonic() < end:
        try:
            result = condition()
        except GLib.Error:
            # The thing that was asked has gone meanwhile.
            result = None
        if result:
            return result
        time.sleep(pause)
    return None


def key(*names):
    subprocess.run(['xdotool', 'key', *names], check=True)


def unnamed(window):
    """The controls in a window that have no name, with where they are."""
    return [' > '.join(f'{each.role} “{each.name}”' for each in [*reversed(list(node.above()))][-5:])
            for node in tree.walk(window)
            if (node.role in CONTROLS or node.role == 'image' and node.has(State.FOCUSABLE))
            and not is_name(node.name) and not is_inside_named(node) and node.place()]


def is_name(name):
    """Without a name GTK tells the type of the widget."""
    return bool(name.strip()) and not re.fullmatch(r'(Gtk|Adw|Lamina)[A-Z]\w+', name)


def is_inside_named(node):
    """Parts of a control are called by its name: the text in a spin button, the arrow and the list of a combo box."""
    return any(each.role in CONTROLS | {'list item', 'table row'} and is_name(each.name)
               for each in itertools.islice(node.above(), 1, 7))


def check_names(report, window, what):
    missing = unnamed(window)
    report.check(not missing, f'{what}: every control has a name', '\n'.join(missing))


def open_with(program, keys, title):
    key(*keys)
    return wait(lambda: next((window for window in tree.windows(program) if window.name == title), None))


def close(program, title):
    key('Escape')
    return wait(lambda: all(window.name != title for window in tree.windows(program)))


def check_timeline(report, _program, window):
    timeline = tree.find(window, 'image', 'Timeline')
    report.check(tree.find(window, 'image', 'Overview of the whole run') is not None, 'the overview has a role and a name, too')
    said = wait(lambda: 'The whole run of ' in timeline.get('Description') and timeline.get('Description'))
    report.check(said and said.startswith('Nothing is selected.'), 'it says that all is visible', timeline.get('Description'))
    report.check(timeline.has(State.FOCUSABLE), 'it can have the focus')
    key('w')
    report.check(wait(lambda: 'Visible: ' in timeline.get('Description')), 'it says what is visible', timeline.get('Description'))
    key('ctrl+0')
    check_names(report, window, 'window')


def check_twin(report, program, window):
    """The table has the slices of the range; what is selected in it by key, the timeline says."""
    title = 'Timeline as a Table'
    twin = open_with(program, ['ctrl+shift+v'], title)
    report.check(twin is not None, 'a key opens the table')
    if twin is None:
        return
    table = wait(lambda: tree.find(twin, name='Slices of the visible range'))
    report.check(table is not None, 'the table has a name')
    texts = wait(lambda: [node.name for node in tree.walk(twin) if node.role == 'label'])
    report.check({'Name', 'Track', 'Start', 'Duration'} <= set(texts or ()), 'its columns have titles', texts)
    report.check('interpreter' in ' '.join(texts or ()), 'its rows name tracks', texts)
    check_names(report, twin, 'table')
    rows = wait(lambda: [node for node in tree.walk(twin) if node.role in ('list item', 'table row')])
    report.check(rows and len(rows) > 5, 'it has rows', rows)
    key('Tab')
    key('Tab')
    key('Down', 'Down')
    timeline = tree.find(window, 'image', 'Timeline')
    said = wait(lambda: timeline.get('Description').startswith('Selected: ') and timeline.get('Description'))
    report.check(said, 'what is selected there is said by the timeline', timeline.get('Description'))
    report.check(said and ' from ' in said and '/' in said, 'with its start and track', said)
    report.check(close(program, title), 'Escape closes it')
    key('Escape')


def check_dialogs(report, program, _window):
    for keys, title in ((['ctrl+e'], 'Export Picture'), (['ctrl+comma'], 'Preferences'),
                        (['ctrl+question'], 'Keyboard Shortcuts'), (['ctrl+shift+p'], 'Commands')):
        dialog = open_with(program, keys, title)
        report.check(dialog is not None, f'{title} opens by key', [window.name for window in tree.windows(program)])
        if dialog is None:
            continue
        wait(lambda: any(node.place() for node in tree.walk(dialog) if node.role in CONTROLS))
        check_names(report, dialog, title)
        report.check(close(program, title), f'Escape closes {title}')


def columns(chooser):
    """The rows of the list of all columns, by their names."""
    return {node.name: node for node in tree.walk(chooser) if node.role == 'list item'}


def check_columns(report, program, window):
    """Each row says whether its column is shown; Return in the search turns the first row round."""
    open_with(program, ['ctrl+shift+p'], 'Commands')
    subprocess.run(['xdotool', 'type', 'Columns of the Table'], check=True)
    key('Return')
    chooser = wait(lambda: tree.find(window, 'list', 'Columns'))
    report.check(chooser is not None, 'the list of columns has a role and a name')
    if chooser is None:
        return
    rows = wait(lambda: 'stride_h' in (found := columns(chooser)) and found) or {}
    report.check({'Duration', 'Cumulative', 'stride_h'} <= set(rows), 'the list of columns has rows', sorted(rows) or 'none')
    if 'Cumulative' not in rows:
        return
    report.check(rows['Duration'].has(State.CHECKED) and not rows['Cumulative'].has(State.CHECKED), 'those of shown columns are')
    report.check(not [node for row in rows.values() for node in row.below() if node.role == 'check box'],
                 'the state is not said twice')
    subprocess.run(['xdotool', 'type', 'cumulative'], check=True)
    report.check(wait(lambda: 'Duration' not in columns(chooser)), 'what is typed leaves rows out')
    key('Return')
    report.check(wait(lambda: columns(chooser)['Cumulative'].has(State.CHECKED)), 'a row says that its column is shown now')
    key('Return')
    report.check(wait(lambda: not columns(chooser)['Cumulative'].has(State.CHECKED)), 'and that it is shown no longer')
    key('Escape')
    # A key that is pressed while it goes would go with it.
    report.check(wait(lambda: tree.find(window, 'list', 'Columns') is None), 'Escape closes it')


PARTS = {'timeline': check_timeline, 'twin': check_twin, 'dialogs': check_dialogs, 'columns': check_columns}


def main():
    executable, profile, part = sys.argv[1:4]
    report = Report()
    running = subprocess.Popen([executable, profile], stdout=subprocess.DEVNULL)
    try:
        program = wait(lambda: tree.find_program(running.pid))
        report.check(program is not None, 'the program is on the bus')
        if program is not None:
            window = wait(lambda: next(iter(tree.windows(program)), None))
            shown = wait(lambda: tree.find(window, 'image', 'Timeline'))
            report.check(shown is not None, 'the timeline has a role and a name')
            if shown is not None:
                PARTS[part](report, program, window)
        key('ctrl+q')
        try:
            status = running.wait(BOUND)
        except subprocess.TimeoutExpired:
            status = 'a program that goes on'
        report.check(status == 0, 'it ends', status)
    finally:
        running.kill()
        running.wait()
    print(f'1..{report.number}')
    return 1 if report.failed else 0


def start(run):
    """Runs a test in a session of its own, or says what it lacks."""
    if tree.Atspi is None or not all(shutil.which(tool) for tool in ('Xvfb', 'xdotool', 'dbus-run-session')):
        print('1..0 # SKIP Xvfb, xdotool, dbus-run-session or Atspi for Python is not installed')
        sys.exit(0)
    sys.exit(run() if 'LAMINA_ACCESS_INSIDE' in os.environ else in_session(sys.argv))


if __name__ == '__main__':
    start(main)
