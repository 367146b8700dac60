# SPDX-License-Identifier: Apache-2.0
"""Opens menus of the program of driver.py with the mouse, and takes entries in them."""

import access
import driver as drivers
from driver import Atspi

ITEMS = {'menu item', 'check menu item', 'radio menu item'}
ROWS = {'list item', 'table row', 'table cell', 'tree item'}
# Formats that the file has not: their readers refuse it, and a page says so.
OTHER_FORMATS = ('Chainer graphs', 'Chrome traces', 'TensorFlow node listings', 'TensorRT engines', 'TVM reports')


def walk_outside_rows(node):
    """As access.walk(), but a table has thousands of nodes below its rows, each of which is asked over a bus."""
    yield node
    if node.get_role_name() not in ROWS:
        for child in access.children(node):
            if access.is_visible(child):
                yield from walk_outside_rows(child)


def middle(node):
    extents = node.get_extents(Atspi.CoordType.WINDOW)
    return extents.x + extents.width // 2, extents.y + extents.height // 2


def new_tab(driver):
    """Where the tab that is in front has its name."""
    return middle(drivers.wait(lambda: next((node for node in access.walk(driver.find_tab_bar())
                                             if node.get_name() == 'New Tab' and access.is_mapped(node)), None)))


def find_place(driver, place):
    """A place, or the middle of what has a name, or what a function finds."""
    if isinstance(place, str):
        name = place
        place = drivers.wait(lambda: next((node for node in access.walk(driver.window) if node.get_name() == name
                                           and node.get_role_name() in ('push button', 'toggle button')
                                           and access.is_mapped(node)), None))
    return middle(place) if isinstance(place, Atspi.Accessible) else place(driver) if callable(place) else place


class Menu:
    """A menu that is open: its nodes, and where its window stands on the screen."""

    def __init__(self, driver, place, button):
        self.driver = driver
        driver.click(find_place(driver, place), button)
        self.popover = drivers.wait(self.find)
        driver.picture()

    def find(self):
        """Headings of a table are in a row, too: what is not found outside of rows is looked for in all."""
        for walk in (walk_outside_rows, access.walk):
            for node in walk(self.driver.window):
                if node.get_name() == 'GtkPopoverMenu' and node.get_role_name() == 'menu' and access.is_mapped(node):
                    return node
        return None

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
        for _, shape in self.driver.manager.windows():
            if (shape.width, shape.height) == (extents.width, extents.height):
                return shape.x - extents.x, shape.y - extents.y
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


def refused(driver):
    """The file is read by a format that it has not."""
    menu = Menu(driver, 'Main menu', 1)
    menu.click('Open As')
    driver.picture()
    menu.click(OTHER_FORMATS[0])
    driver.picture()
