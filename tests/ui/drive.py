#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Drives the real program with real mouse and key events on a screen of its own, and looks at the pixels:
drive.py PROGRAM PROFILE FOLDER PART. Screenshots go to FOLDER."""

import os
import shutil
import subprocess
import sys
import tempfile
import time

import manager
import screen as screens

WIDTH, HEIGHT = 1280, 800
# Long, as a busy machine may take that for a window built with sanitizers; it is waited for in vain but once.
BOUND = 90
TOLERANCE = 12
CONVOLUTION = (0x6b, 0xa1, 0xe0)

# Left, top, right, bottom: inside the views, without their edges, where scrollbars and the focus ring are.
TIMELINE = (170, 140, 940, 430)
COUNTERS = (170, 318, 940, 412)
TABLE = (20, 510, 930, 780)
INSPECTOR = (980, 60, 1250, 780)
NOWHERE = (640, 12)


class Screen:
    def __init__(self, folder):
        self.server, self.display = screens.start('-fbdir', folder, '-screen', '0', f'{WIDTH}x{HEIGHT}x24')
        self.folder = folder

    def read(self):
        return screens.Picture.read(self.folder)

    def stop(self):
        self.server.terminate()
        self.server.wait()


class Driver:
    def __init__(self, screen, program, profile, folder):
        self.screen = screen
        self.folder = folder
        self.number = 0
        self.env = dict(os.environ, DISPLAY=screen.display, GDK_BACKEND='x11', GDK_DEBUG='gl-disable',
                        DBUS_SESSION_BUS_ADDRESS='disabled:')
        self.program = subprocess.Popen([program, profile], env=self.env)
        name = os.path.basename(profile)
        window = self.xdotool('search', '--sync', '--onlyvisible', '--name', name).split()[-1]
        os.environ['DISPLAY'] = screen.display
        self.manager, self.window = manager.Manager(), int(window)
        self.xdotool('windowmove', window, '0', '0', 'windowsize', window, str(WIDTH), str(HEIGHT))
        self.is_drawn = self.wait('the document is drawn',
                                  lambda picture: picture.longest_run(CONVOLUTION, TIMELINE)[0] > 5)

    def xdotool(self, *arguments):
        result = subprocess.run(['xdotool', *arguments], env=self.env, capture_output=True, text=True, timeout=BOUND,
                                check=True)
        return result.stdout

    def answered(self):
        """Waits until the program has taken what was done before. One that has no time would take a key as it is on the
        keyboard that comes after it."""
        self.manager.wait_for(self.window, lambda: self.program.poll() is not None, BOUND)

    def point(self, x, y):
        self.xdotool('mousemove', str(x), str(y))

    def click(self, x, y):
        self.xdotool('mousemove', str(x), str(y), 'click', '1', 'mousemove', *map(str, NOWHERE))

    def drag(self, start, end):
        middle = [(a + b) // 2 for a, b in zip(start, end)]
        self.xdotool('mousemove', *map(str, start), 'mousedown', '1')
        self.xdotool('mousemove', *map(str, middle))
        self.xdotool('mousemove', *map(str, end))
        self.xdotool('mouseup', '1')
        self.point(*NOWHERE)

    def key(self, *keys):
        self.xdotool('key', *keys)
        self.answered()

    def set_layout(self, layout):
        """Another keyboard; says whether there is one."""
        if not shutil.which('setxkbmap') or subprocess.run(['setxkbmap', layout], env=self.env, check=False,
                                                           stderr=subprocess.DEVNULL).returncode != 0:
            return False
        self.answered()
        return True

    def settled(self):
        """What the screen shows once the program has taken all that was done, and it has stopped changing."""
        self.answered()
        end = time.monotonic() + BOUND
        last, since = self.screen.read(), time.monotonic()
        while time.monotonic() < end:
            time.sleep(0.02)
            self.answered()
            picture = self.screen.read()
            if picture.data != last.data:
                last, since = picture, time.monotonic()
            elif time.monotonic() - since > 0.25:
                return picture
        return last

    def wait(self, what, condition):
        """Waits until the settled screen fulfils a condition; says whether it did."""
        end = time.monotonic() + BOUND
        met = False
        while not met and time.monotonic() < end and self.program.poll() is None:
            met = condition(self.settled())
        self.number += 1
        print('ok' if met else 'not ok', self.number, f'/drive/{what}', flush=True)
        self.screen.read().write(os.path.join(self.folder, f'drive-{self.number:02}.png'))
        return met


def changed(before, *areas):
    return lambda picture: not any(screens.is_like(picture, before, area) for area in areas)


def same(before, *areas):
    return lambda picture: all(screens.is_like(picture, before, area) for area in areas)


def both(one, other):
    return lambda picture: one(picture) and other(picture)


def drive_bookmarks(driver):
    """By the digits, which other keyboards have with Shift: 11 is the place of the 2 on all of them."""
    whole = driver.settled()
    for layout, set_mark, show_mark in (('us', 'ctrl+shift+1', '1'), ('de', 'ctrl+shift+3', '3'),
                                        ('fr', 'ctrl+shift+11', '11')):
        driver.key('w', 'w')
        driver.settled()
        if not driver.set_layout(layout):
            continue
        marked = driver.settled()
        driver.key(set_mark)
        driver.set_layout('us')
        driver.key('ctrl+0')
        driver.wait(f'Ctrl+0 leaves the marked view ({layout})', both(changed(marked, TIMELINE), same(whole, TIMELINE)))
        driver.set_layout(layout)
        driver.key(show_mark)
        driver.wait(f'a digit goes to the bookmark ({layout})', same(marked, TIMELINE))
        driver.set_layout('us')
        driver.key('ctrl+0')
        driver.wait(f'Ctrl+0 shows the whole run ({layout})', same(whole, TIMELINE))


def drive_selection(driver):
    first = driver.settled()
    length, x, y = first.longest_run(CONVOLUTION, TIMELINE)
    driver.click(x, y)
    driver.wait('a click selects in all views', changed(first, TIMELINE, TABLE, INSPECTOR))
    driver.key('f')
    driver.wait('F zooms to the selection', lambda picture: picture.longest_run(CONVOLUTION, TIMELINE)[0] > length * 2)
    before = driver.settled()
    driver.point(500, 300)
    driver.xdotool('keydown', 'ctrl', 'click', '4', 'click', '4', 'keyup', 'ctrl')
    driver.point(*NOWHERE)
    driver.wait('Ctrl and wheel zoom', both(changed(before, TIMELINE), same(before, TABLE)))
    driver.key('0')
    driver.wait('0 shows the whole run', lambda picture: picture.longest_run(CONVOLUTION, TIMELINE)[0] <= length)
    whole = driver.settled()
    driver.key('w')
    driver.wait('W zooms in', changed(whole, TIMELINE))
    driver.key('s', 's', 's')
    driver.wait('S zooms out', same(whole, TIMELINE, TABLE, INSPECTOR))
    driver.key('Escape')
    driver.wait('Escape selects nothing', both(changed(whole, TIMELINE), same(first, INSPECTOR)))


def drive_range(driver):
    before = driver.settled()
    driver.drag((300, 240), (560, 250))
    driver.wait('a drag marks a range', both(changed(before, TIMELINE), same(before, TABLE)))
    marked = driver.settled()
    driver.key('Escape')
    driver.wait('Escape takes the range away', both(changed(marked, TIMELINE), same(before, COUNTERS)))
    driver.key('slash')
    driver.xdotool('type', 'conv')
    driver.wait('a search dims the rest', changed(before, TIMELINE))
    driver.key('Return')
    driver.wait('Return goes to a match', both(changed(before, INSPECTOR), changed(before, TABLE)))
    driver.key('Escape')
    driver.key('Escape')
    driver.wait('Escape ends the search, then the selection', same(before, INSPECTOR))


def drive_panels(driver):
    before = driver.settled()
    driver.xdotool('mousemove', '500', '240', 'keydown', 'ctrl')
    driver.drag((500, 240), (600, 240))
    driver.xdotool('keyup', 'ctrl')
    driver.wait('Ctrl and drag zoom', changed(before, TIMELINE))
    driver.key('BackSpace')
    driver.wait('Backspace undoes the zoom', same(before, TIMELINE))
    driver.key('F9')
    driver.wait('F9 hides the inspector', changed(before, INSPECTOR))
    driver.key('F9')
    driver.wait('F9 shows it again', same(before, TIMELINE, INSPECTOR))
    before = driver.settled()
    driver.key('ctrl+shift+f')
    driver.xdotool('type', 'pooling')
    driver.wait('typing filters the table', both(changed(before, TABLE), same(before, TIMELINE)))
    filtered = driver.settled()
    driver.key('Escape')
    driver.wait('Escape clears the filter', both(changed(filtered, TABLE), same(before, TIMELINE)))


PARTS = {'selection': drive_selection, 'bookmarks': drive_bookmarks, 'range': drive_range, 'panels': drive_panels}


def main():
    program, profile, folder, part = sys.argv[1:5]
    missing = [tool for tool in ('Xvfb', 'xdotool') if not shutil.which(tool)]
    if missing:
        print(f'1..0 # SKIP {" and ".join(missing)} not installed')
        return 0
    os.makedirs(folder, exist_ok=True)
    with tempfile.TemporaryDirectory() as framebuffer:
        screen = Screen(framebuffer)
        driver = Driver(screen, program, profile, folder)
        try:
            if driver.is_drawn:
                driver.point(*NOWHERE)
                PARTS[part](driver)
                driver.key('ctrl+q')
            status = driver.program.wait(BOUND if driver.is_drawn else 1)
        except subprocess.TimeoutExpired:
            status = 'a program that goes on'
        finally:
            driver.program.kill()
            driver.program.wait()
            screen.stop()
    print('ok' if status == 0 else 'not ok', driver.number + 1, f'/drive/Ctrl+Q ends it # {status}')
    print(f'1..{driver.number + 1}')
    return 0


if __name__ == '__main__':
    sys.exit(main())
