# SPDX-License-Identifier: Apache-2.0
"""What may change when something is done with the program of driver.py, and how it is seen that it did."""

import re

import screen
from driver import NOWHERE, wait


class Effect:
    """Something that is to change: seen before, and met after."""

    def before(self, driver):
        return None

    def met(self, driver, before):
        raise NotImplementedError

    def after(self, driver):
        """Puts away what came."""


class Says(Effect):
    """The timeline says something else about what is selected or visible, which fits a pattern."""

    def __init__(self, pattern=''):
        self.pattern = pattern

    def before(self, driver):
        return driver.settled()

    def met(self, driver, before):
        return wait(lambda: driver.says() != before and re.search(self.pattern, driver.says()))


class Looks(Effect):
    """An area of the screen looks another way once the screen stands still; others look as before."""

    def __init__(self, area, *same, pointer=NOWHERE):
        self.area = area
        self.same = same
        self.pointer = pointer

    def before(self, driver):
        if self.pointer:
            driver.point(self.pointer)
        return driver.picture()

    def met(self, driver, before):
        def is_met():
            now = driver.picture()
            return not screen.is_like(now, before, self.area) and \
                all(screen.is_like(now, before, area) for area in self.same)
        return wait(is_met)


class Opens(Effect):
    """A window with a title comes up; Escape closes it."""

    def __init__(self, title):
        self.title = title

    def before(self, driver):
        return self.title in driver.titles()

    def met(self, driver, before):
        return not before and wait(lambda: self.title in driver.titles())

    def after(self, driver):
        driver.key('Escape')
        wait(lambda: self.title not in driver.titles())


class Focuses(Effect):
    """The focus goes to something with a role and a name."""

    def __init__(self, role, name='', keys=('Escape',)):
        self.role = role
        self.name = name
        self.keys = keys

    def before(self, driver):
        driver.focus.forget()

    def met(self, driver, before):
        def is_met():
            role, name = driver.focus.describe()
            return re.search(self.role, role) and re.search(self.name, name)
        return wait(is_met)

    def after(self, driver):
        driver.key(*self.keys)
        driver.picture()


class Copies(Effect):
    """The clipboard holds a text that fits a pattern."""

    def __init__(self, pattern):
        self.pattern = pattern

    def met(self, driver, before):
        return wait(lambda: re.search(self.pattern, driver.copied()), 5)


class Tabs(Effect):
    """The titles of the tabs become others."""

    def __init__(self, becomes):
        self.becomes = becomes

    def before(self, driver):
        return driver.tabs()

    def met(self, driver, before):
        return wait(lambda: driver.tabs() == self.becomes(before))


class Titles(Effect):
    """The titles of the windows become others."""

    def __init__(self, becomes):
        self.becomes = becomes

    def before(self, driver):
        return driver.titles()

    def met(self, driver, before):
        return wait(lambda: driver.titles() == sorted(self.becomes(before)))


class Wants(Effect):
    """The window asks the window manager for a state."""

    def __init__(self, state):
        self.state = state

    def before(self, driver):
        driver.manager.forget()

    def met(self, driver, before):
        return wait(lambda: self.state in driver.manager.wanted())
