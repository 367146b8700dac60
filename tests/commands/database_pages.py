# SPDX-License-Identifier: Apache-2.0
"""A database as its pages, to be spoiled: places of pages, cells and what stands in them, by the format of files of SQLite."""

import sqlite3

LEAF, INNER = 13, 5
HEADER_BYTES = 100


def read_varint(content, at):
    """The number, and where the next begins."""
    number = 0
    for i in range(9):
        byte = content[at + i]
        if i == 8:
            return number << 8 | byte, at + 9
        number = number << 7 | byte & 127
        if byte < 128:
            return number, at + i + 1
    return None


class Cell:
    """A cell of a leaf. Places are those in the file.

    at        its beginning
    header    the length of the header of its row, which comes before the types
    types     the type of the first column
    overflow  the number of the page that it goes on at, or None
    """

    def __init__(self, content, at, page_size):
        self.at = at
        length, place = read_varint(content, at)
        self.row, self.header = read_varint(content, place)
        _, self.types = read_varint(content, self.header)
        usable = page_size
        self.overflow = None
        if length > usable - 35:
            least = (usable - 12) * 32 // 255 - 23
            local = least + (length - least) % (usable - 4)
            self.overflow = self.header + (local if local <= usable - 35 else least)


class Pages:
    def __init__(self, path):
        with open(path, "rb") as file:
            self.content = bytearray(file.read())
        database = sqlite3.connect(f"file:{path}?mode=ro&immutable=1", uri=True)
        self.roots = dict(database.execute("SELECT name, rootpage FROM sqlite_schema WHERE type = 'table'"))
        database.close()
        self.size = self.get(16, 2)

    def write(self, path):
        with open(path, "wb") as file:
            file.write(self.content)

    def get(self, at, n):
        return int.from_bytes(self.content[at:at + n], "big")

    def set(self, at, n, number):
        self.content[at:at + n] = number.to_bytes(n, "big")

    def place(self, page):
        """Where the header of a page begins."""
        return (page - 1) * self.size + (HEADER_BYTES if page == 1 else 0)

    def slots(self, page):
        """Where the places of the cells of a page stand."""
        at = self.place(page)
        first = at + (12 if self.content[at] == INNER else 8)
        return [first + 2 * i for i in range(self.get(at + 3, 2))]

    def cell_at(self, page, slot):
        return (page - 1) * self.size + self.get(slot, 2)

    def leaf(self, table):
        """The first leaf of a table."""
        page = self.roots[table]
        while self.content[self.place(page)] == INNER:
            page = self.get(self.cell_at(page, self.slots(page)[0]), 4)
        return page

    def leaves(self, table):
        """All of them."""
        pages, found = [self.roots[table]], []
        while pages:
            page = pages.pop()
            if self.content[self.place(page)] == LEAF:
                found.append(page)
            else:
                pages += [self.get(self.cell_at(page, slot), 4) for slot in self.slots(page)]
                pages.append(self.get(self.place(page) + 8, 4))
        return found

    def cell(self, page, number):
        return Cell(self.content, self.cell_at(page, self.slots(page)[number]), self.size)

    def long_cell(self, table):
        """A cell that goes on at another page."""
        for page in self.leaves(table):
            for number in range(len(self.slots(page))):
                cell = self.cell(page, number)
                if cell.overflow is not None:
                    return cell
        return None
