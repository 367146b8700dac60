# SPDX-License-Identifier: Apache-2.0
"""Drives the real program from outside by real events on the screen of access.py, and says what changed: over AT-SPI,
in the picture of the screen, in the clipboard. Every wait has a bound."""

import os
import re
import subprocess
import time

import access
import hand
import manager
import screen
import tree
from tree import GLib

WIDTH, HEIGHT = 1280, 800
# Seconds for a program to come up.
START = 40
# Seconds without a change, after which a picture stands still and a text is whole.
STILL = 0.15

# Left, top, right, bottom, of a window that fills the screen.
HEADER = (0, 0, 1280, 50)
OVERVIEW = (160, 54, 945, 100)
NAMES = (8, 80, 152, 438)
TIMELINE = (160, 80, 945, 438)
TABLE = (10, 510, 940, 765)
INSPECTOR = (962, 56, 1266, 780)
PAGE = (10, 60, 1266, 780)
# Where no tooltip comes up.
NOWHERE = (840, 12)


def to_xdotool(accelerator):
    """`<Control><Shift>p` as xdotool writes it."""
    names = {'Control': 'ctrl', 'Shift': 'shift', 'Alt': 'alt', 'Primary': 'ctrl'}
    modifiers = [names[name] for name in re.findall(r'<(\w+)>', accelerator)]
    return '+'.join([*modifiers, re.sub(r'<\w+>', '', accelerator)])


class Focus:
    """Follows the keyboard focus."""

    def __init__(self):
        self.reference = None
        tree.on_focus(self.on_focus)

    def on_focus(self, reference):
        self.reference = reference

    def forget(self):
        """From now on there is none before it goes somewhere."""
        self.reference = None

    def node(self):
        """What has the focus, if anything."""
        try:
            return tree.Node.ask(self.reference) if self.reference else None
        except GLib.Error:
            return None

    def describe(self):
        """Role and name of what has the focus."""
        node = self.node()
        return (node.role, node.name) if node else ('', '')


def pump():
    while GLib.MainContext.default().iteration(False):
        pass


def wait(condition, bound=access.BOUND):
    def pumped():
        pump()
        return condition()
    return access.wait(pumped, bound, 0.015)


class Driver:
    def __init__(self, program, samples, files, report, clipboard):
        self.samples = samples
        self.files = files
        self.focus = Focus()
        self.report = report
        self.clipboard = clipboard
        self.manager = manager.Manager()
        self.main = None
        self.hand = hand.Hand()
        self.tab_bar = self.pane = None
        self.folder = os.environ['HOME']
        self.process = subprocess.Popen([program, *files], stdout=subprocess.DEVNULL)
        self.program = wait(lambda: self.process.poll() is not None or tree.find_program(self.process.pid), START)
        if self.process.poll() is not None:
            raise RuntimeError(f'{program} ended at once')
        self.window = wait(lambda: next(iter(tree.windows(self.program)), None), START)
        self.fill_screen()
        self.timeline = wait(lambda: tree.find_near(self.window, 'Timeline'))
        # It would come and go, and with it all that is below it.
        self.key('ctrl+F9')
        self.settled()

    def fill_screen(self):
        """The largest window is that of the document; popovers have windows of their own."""
        found = subprocess.run(['xdotool', 'search', '--sync', '--onlyvisible', '--name', 'Lamina'],
                               capture_output=True, text=True, check=True).stdout.split()
        for window in found:
            self.hand.place(int(window), 0, 0, WIDTH, HEIGHT)
        self.main = int(found[0])
        # Less the shadow around it.
        wait(lambda: (self.window.place() or (0, 0, 0, 0))[2] > WIDTH - 20)

    def end(self):
        self.process.kill()
        self.process.wait()

    # What there is to see.

    def says(self):
        try:
            return self.timeline.get('Description')
        except GLib.Error:
            return ''

    def settled(self):
        """What the timeline says once it says the same for longer than it waits before it says anything."""
        text, since = self.says(), time.monotonic()

        def is_still():
            nonlocal text, since
            now = self.says()
            if now != text:
                text, since = now, time.monotonic()
            return time.monotonic() - since > STILL
        wait(is_still)
        return text

    def said(self, pattern):
        """Waits until the timeline says what fits a pattern."""
        return wait(lambda: re.search(pattern, self.says()))

    def answered(self):
        """Waits until the program has seen what was done before: it takes one event after the other, and answers a ping
        in its turn; what it does may leave more to do."""
        if self.main:
            self.manager.wait_for(self.main, lambda: self.process.poll() is not None, access.BOUND)
        self.says()
        self.says()

    def picture(self, still=STILL):
        """The screen once it has stopped changing for some seconds."""
        last, since = screen.Picture.read(self.folder), time.monotonic()
        end = since + access.BOUND
        while time.monotonic() < end:
            pump()
            time.sleep(0.015)
            # A program that is busy, or has no time, answers late.
            self.answered()
            picture = screen.Picture.read(self.folder)
            if picture.data != last.data:
                last, since = picture, time.monotonic()
            elif time.monotonic() - since > still:
                return picture
        return last

    def titles(self):
        """The titles of all windows."""
        names = [self.manager.title(window) for window, _ in self.manager.windows()]
        return sorted(name for name in names if name and not name.startswith('lamina-window'))

    def copied(self):
        return subprocess.run([self.clipboard], capture_output=True, text=True, check=False).stdout

    def find_tab_bar(self):
        """As it is now. A window that has just come up, or has no time, does not tell of all that is in it."""
        if self.tab_bar is None:
            self.tab_bar = wait(lambda: tree.find_near(self.window, 'AdwTabBar'))
        return tree.Node.ask(self.tab_bar.reference)

    def tabs(self):
        """The titles of the tabs in their order."""
        bar = self.find_tab_bar()
        if not bar.is_shown():
            return []
        labels = [(node.place(), node.name) for node in tree.near(bar)
                  if node.role == 'label' and node.parent.name == 'AdwFadingLabel' and node.has(tree.State.VISIBLE)]
        return [name for place, name in sorted(label for label in labels if label[0])]

    # What a user does.

    def key(self, *keys):
        for key in keys:
            self.hand.key(key)
        self.answered()

    def type(self, text):
        self.hand.type(text)
        self.answered()

    def point(self, place):
        self.hand.move(*place)
        self.answered()

    def click(self, place, button=1):
        self.hand.move(*place)
        self.hand.press(button)
        self.hand.release(button)
        self.answered()

    def drag(self, start, end):
        self.hand.move(*start)
        self.hand.press(1)
        for i in range(1, 5):
            self.hand.move(*(a + (b - a) * i // 4 for a, b in zip(start, end)))
            self.answered()
        self.hand.release(1)
        self.answered()

    def command(self, title):
        """By the palette of commands."""
        self.focus.forget()
        self.key('ctrl+shift+p')
        wait(lambda: self.focus.describe()[0] in ('text', 'entry'))
        # No keyboard has an ellipsis.
        self.type(title.rstrip('…'))
        self.key('Return')
