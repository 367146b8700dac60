#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Presses keys and moves the pointer at random, with nothing in mind: wander.py PROGRAM SAMPLES LIST-ACTIONS [EVENTS [SEED]].

The program must not end but by itself, must not say anything of the critical kind, and must go on answering. What was done
last is printed when it does not, and the same seed does it again."""

import collections
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time

import access
import hand
import manager
from driver import HEIGHT, START, WIDTH, to_xdotool

# Opened one after the other, in a program of its own each.
FILES = ('resnet50-megengine.json', 'convnet-pytorch.pt.trace.json', 'mobilenet-tvm.txt', 'charlm-memory.pickle')
# Bytes of what it says that are looked at.
MOST_SAID = 1 << 20
# Events between two questions whether the program still answers.
STRIDE = 5
# Keys that are no action's, and those of people who look for the way out.
PLAIN = ('Tab', 'shift+Tab', 'Up', 'Down', 'Left', 'Right', 'Home', 'End', 'Page_Up', 'Page_Down', 'Return', 'space', 'Escape',
         'Escape', 'Escape', 'Delete', 'BackSpace', 'Menu', 'F10', 'alt+Down', 'ctrl+a', 'plus', 'minus', '1', '5', 'x')
MENU_KEYS = ('Menu', 'shift+F10')
# How far down a title goes.
TITLE = 60
# What would end it at once.
LEFT_OUT = ('ctrl+q', 'ctrl+w')
# What GTK 4.8 says of itself, after which it goes on as if nothing had been: of a list that was scrolled beyond its end and is gone
# a twentieth of a second later, of a popover that opens where the screen has ended, of the focus of a popover that is gone; of its
# file chooser, the only one to have lists of that kind, where a heading is clicked while it still reads the folder, and where a
# letter looks for a name; and libadwaita 1.2 of the button of a tab that is pressed while the tab goes.
OF_GTK = ('gdk_frame_clock_get_frame_time:', 'gdk_monitor_get_geometry:', 'gtk_widget_is_ancestor:', 'gtk_tree_sortable_',
          'gtk_css_node_insert_after:', 'adw_tab_view_close_page:')


def read_keys(lister):
    lines = subprocess.run([lister], capture_output=True, text=True, check=True).stdout.splitlines()
    keys = {to_xdotool(key) for line in lines for key in line.split('\t')[2].split()}
    return sorted(keys - set(LEFT_OUT))


class Wanderer:
    def __init__(self, program, path, keys, chance):
        self.keys, self.chance = keys, chance
        self.log = collections.deque(maxlen=60)
        self.hand, self.manager = hand.Hand(), manager.Manager()
        self.said, self.lines = tempfile.TemporaryFile('w+'), []
        # What it saves goes to the folder of the file.
        self.process = subprocess.Popen([os.path.abspath(program), path], cwd=os.path.dirname(path), stdout=subprocess.DEVNULL,
                                        stderr=self.said,
                                        env={**os.environ, 'GTK_A11Y': 'none', 'G_DEBUG': ''})
        self.window = access.wait(self.find_window, START)
        self.hand.place(self.window, 0, 0, WIDTH, HEIGHT)

    def find_window(self):
        return next((window for window, _ in self.manager.windows() if 'Lamina' in self.manager.title(window)), None)

    def has_ended(self):
        return self.process.poll() is not None

    def complains(self):
        """Whether it says anything critical that is not GTK's own, or shows what is no text: memory that was freed."""
        self.lines = os.pread(self.said.fileno(), MOST_SAID, 0).decode('utf-8', 'replace').splitlines()
        return any('Invalid UTF-8' in line or ('-CRITICAL' in line and not any(known in line for known in OF_GTK))
                   for line in self.lines)

    def answers(self):
        """Whether a window of the program, or its end, comes after all that was done."""
        window, before = self.find_window(), time.monotonic()
        if window is None:
            return access.wait(lambda: self.has_ended() or self.find_window(), START)
        self.manager.wait_for(window, self.has_ended, access.BOUND)
        return time.monotonic() - before < access.BOUND

    def has_dialog(self):
        return any(title and 'Lamina' not in title
                   for title in (self.manager.title(window) for window, _ in self.manager.windows()))

    def step(self):
        """Titles are left where they are: without a window manager they take windows off the screen, where GTK 4.8 complains
        of popovers. So it does of the menu of its own file chooser."""
        chance = self.chance
        kind = chance.choices(('key', 'plain', 'move', 'click', 'menu', 'drag', 'scroll', 'type', 'size'),
                              (20, 30, 10, 30, 5, 8, 10, 2, 1))[0]
        x, y = chance.randrange(WIDTH), chance.randrange(TITLE if kind == 'drag' else 0, HEIGHT)
        if kind == 'menu' and self.has_dialog():
            kind = 'click'
        self.log.append(f'{kind} {x},{y}')
        if kind in ('key', 'plain'):
            key = chance.choice(self.keys if kind == 'key' else PLAIN)
            if key in MENU_KEYS and self.has_dialog():
                key = 'Escape'
            self.log.append(key)
            self.hand.key(key)
        elif kind == 'type':
            self.hand.type(chance.choice(('conv', '(', 'a*', '0', '-1ms..2ms', '\\')))
        elif kind == 'size':
            self.hand.place(self.window, 0, 0, chance.randrange(700, WIDTH + 1), chance.randrange(500, HEIGHT + 1))
        else:
            self.hand.move(x, y)
            button = {'click': 1, 'menu': 3, 'drag': 1, 'scroll': chance.choice((4, 5))}.get(kind)
            if button:
                self.hand.press(button)
            if kind == 'drag':
                self.hand.move(chance.randrange(WIDTH), chance.randrange(HEIGHT))
            if button:
                self.hand.release(button)

    def wander(self, n):
        """How many events it took, of which the last may have ended it, and how it went wrong, if it did."""
        for i in range(1, n + 1):
            self.step()
            if i % STRIDE == 0 and not self.answers():
                return i, f'does not answer within {access.BOUND} s'
            if i % STRIDE == 0 and self.complains():
                return i, 'says something critical'
            if self.has_ended():
                return i, f'ended with {self.process.returncode}' if self.process.returncode != 0 else ''
        return n, ''

    def end(self):
        """What it said last."""
        self.process.kill()
        self.process.wait()
        self.complains()
        return '\n'.join(self.lines[-50:])


def wander(program, path, keys, chance, n):
    """Begins anew where it ended as it should: how it went wrong, if it did, and what was done and said last."""
    while n > 0:
        wanderer = Wanderer(program, path, keys, chance)
        try:
            done, wrong = wanderer.wander(n)
        finally:
            said = wanderer.end()
        if wrong:
            return f'{wrong}, {n - done} events before the last\n{said}\n' + '\n'.join(wanderer.log)
        n -= done
    return ''


def main():
    program, samples, lister, *numbers = sys.argv[1:]
    n, seed = ([int(number) for number in numbers] + [400, 1][len(numbers):])[:2]
    report, keys = access.Report(), read_keys(lister)
    folder = os.path.join(os.environ['HOME'], 'files')
    os.mkdir(folder)
    for name in FILES:
        path = shutil.copy(os.path.join(samples, name), folder)
        wrong = wander(program, path, keys, random.Random(f'{seed} {name}'), n)
        report.check(wrong == '', f'{name}: {n} events at random, from seed {seed}', wrong)
    print(f'1..{report.number}')
    return 1 if report.failed else 0


if __name__ == '__main__':
    access.start(main)
