#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""What assistive technology is told of the window, read over its own bus (AT-SPI): access.py PROGRAM PROFILE.

Starts a screen, a message bus and the program, then reads roles, names, descriptions and tables, and drives with keys.
Every wait has a bound."""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

import screen

try:
    import gi
    gi.require_version('Atspi', '2.0')
    from gi.repository import Atspi, GLib
except (ImportError, ValueError):
    Atspi = None

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
        self.number += 1
        self.failed += not good
        print('ok' if good else 'not ok', self.number, '/access/' + name, flush=True)
        if not good and detail:
            print('#', str(detail).replace('\n', '\n# '), flush=True)


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


def children(node):
    for i in range(node.get_child_count()):
        child = node.get_child_at_index(i)
        if child is not None:
            yield child


def is_visible(node):
    """GTK 4.8 says that windows show, but of what is in them only that it is visible."""
    return node.get_state_set().contains(Atspi.StateType.VISIBLE)


def is_focusable(node):
    return node.get_state_set().contains(Atspi.StateType.FOCUSABLE)


def is_mapped(node):
    """What stands on a page of a stack that is not in front has no place."""
    extents = node.get_extents(Atspi.CoordType.WINDOW)
    return extents.width > 0 and extents.height > 0


def walk(node, depth=0):
    """A node and all that is visible below it."""
    yield node
    if depth < 60:
        for child in children(node):
            if is_visible(child):
                yield from walk(child, depth + 1)


def find(node, role=None, name=None):
    for each in walk(node):
        if (role is None or each.get_role_name() == role) and (name is None or each.get_name() == name):
            return each
    return None


def key(*names):
    subprocess.run(['xdotool', 'key', *names], check=True)


def get_application(pid):
    for i in range(Atspi.get_desktop(0).get_child_count()):
        application = Atspi.get_desktop(0).get_child_at_index(i)
        if application is not None and application.get_process_id() == pid:
            return application
    return None


def windows(application):
    return [window for window in children(application) if window.get_state_set().contains(Atspi.StateType.SHOWING)]


def unnamed(window):
    """The controls below a window that have no name, with where they are."""
    found = []

    def look(node, path):
        role, name = node.get_role_name(), node.get_name()
        here = path + [f'{role} “{name}”']
        if (role in CONTROLS or role == 'image' and is_focusable(node)) and not is_name(name) and is_mapped(node) \
                and not is_inside_named(path):
            found.append(' > '.join(here[-5:]))
        for child in children(node):
            if is_visible(child):
                look(child, here)

    look(window, [])
    return found


def is_name(name):
    """Without a name GTK tells the type of the widget."""
    return bool(name.strip()) and not re.fullmatch(r'(Gtk|Adw|Lamina)[A-Z]\w+', name)


def is_inside_named(path):
    """Parts of a control are called by its name: the text in a spin button, the arrow and the list of a combo box."""
    for step in path[-6:]:
        role, name = step.split(' “', 1)
        if role in CONTROLS | {'list item', 'table row'} and is_name(name[:-1]):
            return True
    return False


def check_names(report, window, what):
    missing = unnamed(window)
    report.check(not missing, f'{what}: every control has a name', '\n'.join(missing))


def open_with(application, keys, title):
    key(*keys)
    return wait(lambda: next((window for window in windows(application) if window.get_name() == title), None))


def close(application, title):
    key('Escape')
    return wait(lambda: all(window.get_name() != title for window in windows(application)) or None)


def check_timeline(report, application):
    window = wait(lambda: next(iter(windows(application)), None))
    timeline = wait(lambda: find(window, 'image', 'Timeline'))
    report.check(timeline is not None, 'the timeline has a role and a name')
    report.check(find(window, 'image', 'Overview of the whole run') is not None, 'the overview, too')
    if timeline is None:
        return window
    said = wait(lambda: 'Visible: ' in timeline.get_description() and timeline.get_description())
    report.check(said and said.startswith('Nothing is selected.'), 'it says what is visible', timeline.get_description())
    report.check(is_focusable(timeline), 'it can have the focus')
    key('ctrl+0')
    report.check(wait(lambda: 'The whole run of ' in timeline.get_description()), 'it says that all is visible',
                 timeline.get_description())
    return window


def check_twin(report, application, window):
    """The table has the slices of the range; what is selected in it by key, the timeline says."""
    title = 'Timeline as a Table'
    twin = open_with(application, ['ctrl+shift+v'], title)
    report.check(twin is not None, 'a key opens the table')
    if twin is None:
        return
    table = wait(lambda: find(twin, name='Slices of the visible range'))
    report.check(table is not None, 'the table has a name')
    texts = wait(lambda: [node.get_name() for node in walk(twin) if node.get_role_name() == 'label'])
    report.check({'Name', 'Track', 'Start', 'Duration'} <= set(texts or ()), 'its columns have titles', texts)
    report.check('interpreter' in ' '.join(texts or ()), 'its rows name tracks', texts)
    check_names(report, twin, 'table')
    rows = wait(lambda: [node for node in walk(twin) if node.get_role_name() in ('list item', 'table row')])
    report.check(rows and len(rows) > 5, 'it has rows', rows)
    key('Tab')
    key('Tab')
    key('Down', 'Down')
    timeline = find(window, 'image', 'Timeline')
    said = wait(lambda: timeline.get_description().startswith('Selected: ') and timeline.get_description())
    report.check(said, 'what is selected there is said by the timeline', timeline.get_description())
    report.check(said and ' from ' in said and '/' in said, 'with its start and track', said)
    report.check(close(application, title), 'Escape closes it')
    key('Escape')


def check_dialogs(report, application):
    for keys, title in ((['ctrl+e'], 'Export Picture'), (['ctrl+comma'], 'Preferences'),
                        (['ctrl+question'], 'Keyboard Shortcuts'), (['ctrl+shift+p'], 'Commands')):
        dialog = open_with(application, keys, title)
        report.check(dialog is not None, f'{title} opens by key', [window.get_name() for window in windows(application)])
        if dialog is None:
            continue
        wait(lambda: any(is_mapped(node) for node in walk(dialog) if node.get_role_name() in CONTROLS))
        check_names(report, dialog, title)
        report.check(close(application, title), f'Escape closes {title}')


def columns(chooser):
    """The rows of the list of all columns, by their names."""
    return {node.get_name(): node for node in walk(chooser) if node.get_role_name() == 'list item'}


def is_checked(node):
    return node.get_state_set().contains(Atspi.StateType.CHECKED)


def check_columns(report, application, window):
    """Each row says whether its column is shown; Return in the search turns the first row round."""
    open_with(application, ['ctrl+shift+p'], 'Commands')
    subprocess.run(['xdotool', 'type', 'Columns of the Table'], check=True)
    key('Return')
    # Only there: the window holds hundreds of other rows, which take a minute to ask.
    chooser = wait(lambda: find(window, 'list', 'Columns'))
    report.check(chooser is not None, 'the list of columns has a role and a name')
    if chooser is None:
        return
    rows = wait(lambda: columns(chooser) if 'stride_h' in columns(chooser) else None) or {}
    report.check({'Duration', 'Cumulative', 'stride_h'} <= set(rows), 'the list of columns has rows', sorted(rows) or 'none')
    if 'Cumulative' not in rows:
        return
    report.check(is_checked(rows['Duration']) and not is_checked(rows['Cumulative']), 'those of shown columns are')
    report.check(not [node for row in rows.values() for node in walk(row) if node.get_role_name() == 'check box'],
                 'the state is not said twice')
    subprocess.run(['xdotool', 'type', 'cumulative'], check=True)
    wait(lambda: 'Duration' not in columns(chooser))
    key('Return')
    report.check(wait(lambda: is_checked(columns(chooser)['Cumulative'])), 'a row says that its column is shown now')
    key('Return')
    report.check(wait(lambda: not is_checked(columns(chooser)['Cumulative'])), 'and that it is shown no longer')
    key('Escape')
    # A key that is pressed while it goes would go with it.
    report.check(wait(lambda: find(window, 'list', 'Columns') is None), 'Escape closes it')


def main():
    program, profile = sys.argv[1:3]
    report = Report()
    window_program = subprocess.Popen([program, profile], stdout=subprocess.DEVNULL)
    try:
        application = wait(lambda: get_application(window_program.pid))
        report.check(application is not None, 'the program is on the bus')
        if application is not None:
            window = check_timeline(report, application)
            check_names(report, window, 'window')
            check_twin(report, application, window)
            check_dialogs(report, application)
            check_columns(report, application, window)
        key('ctrl+q')
        try:
            status = window_program.wait(BOUND)
        except subprocess.TimeoutExpired:
            status = 'a program that goes on'
        report.check(status == 0, 'it ends', status)
    finally:
        window_program.kill()
        window_program.wait()
    print(f'1..{report.number}')
    return 1 if report.failed else 0


def start(run):
    """Runs a test in a session of its own, or says what it lacks."""
    if Atspi is None or not all(shutil.which(tool) for tool in ('Xvfb', 'xdotool', 'dbus-run-session')):
        print('1..0 # SKIP Xvfb, xdotool, dbus-run-session or Atspi for Python is not installed')
        sys.exit(0)
    sys.exit(run() if 'LAMINA_ACCESS_INSIDE' in os.environ else in_session(sys.argv))


if __name__ == '__main__':
    start(main)
