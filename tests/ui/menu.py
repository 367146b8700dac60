# SPDX-License-Identifier: Apache-2.0
"""Opens menus of the program of driver.py with the mouse, and takes entries in them."""

import driver as drivers
import tree

BUTTONS = {'push button', 'toggle button'}
ITEMS = {'menu item', 'check menu item', 'radio menu item'}
# Formats that the file has not: their readers refuse it, and a page says so.
OTHER_FORMATS = ('Chainer graphs', 'Chrome traces', 'Nsight Systems', 'PyTorch memory snapshots', 'ROCm',
                 'TensorFlow node listings', 'TensorRT engines', 'TVM reports')


def wait_for_middle(find):
    """The middle of what a function finds, once it is there."""
    def find_middle():
        node = find()
        return node and node.middle()
    return drivers.wait(find_middle)


def new_tab(driver):
    """Where the tab that is in front has its name."""
    return wait_for_middle(lambda: tree.find_shown(driver.find_tab_bar(), None, 'New Tab'))


def find_place(driver, place):
    """A place, or the middle of what has a name, or what a function finds."""
    if isinstance(place, str):
        return wait_for_middle(lambda: tree.find_shown(driver.window, BUTTONS, place))
    return place(driver) if callable(place) else place


class Menu:
    """A menu that is open: its nodes, and where its window stands on the screen."""

    def __init__(self, driver, place, button):
        self.driver = driver
        driver.click(find_place(driver, place), button)
        self.popover = drivers.wait(self.find)
        driver.picture()

    def find(self):
        """Headings of a table are in a row, too: what is not found outside of rows is looked for in all."""
        return tree.find_shown(self.driver.window, {'menu'}, 'GtkPopoverMenu') \
            or tree.find_shown(self.driver.window, {'menu'}, 'GtkPopoverMenu', ())

    def items(self):
        return [node for node in tree.walk(self.popover) if node.role in ITEMS]

    def entries(self):
        """Paths of all entries: the head of a submenu stands once before it is opened, and once at the top of it."""
        items = self.items()
        names = [node.name for node in items]
        first = [node.name for node in items if node.place()]
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
        place = self.popover.place()
        if place is None:
            return None
        left, top, width, height = place
        for _, shape in self.driver.manager.windows():
            if (shape.width, shape.height) == (width, height):
                return shape.x - left, shape.y - top
        return None

    def click(self, label):
        """An entry whose middle is on the screen."""
        node = drivers.wait(lambda: next((node for node in self.items() if node.name == label
                                          and node.has(tree.State.SENSITIVE) and node.place()), None), 5)
        corner = drivers.wait(self.corner, 5)
        middle = node and node.middle()
        if middle is None or corner is None:
            return False
        self.driver.click(tuple(a + b for a, b in zip(corner, middle)))
        return True


def refused(driver):
    """The file is read by a format that it has not."""
    menu = Menu(driver, 'Main menu', 1)
    menu.click('Open As')
    driver.picture()
    menu.click(OTHER_FORMATS[0])
    driver.picture()
