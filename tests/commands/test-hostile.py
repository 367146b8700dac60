# SPDX-License-Identifier: Apache-2.0
"""Databases that were made to hurt: they are opened or refused with a reason, nothing in them is carried out, nothing is written.

Arguments: the program, the folder of the tests.
"""

import os
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import unittest

from database_pages import INNER, LEAF, Pages
from harness import LAMINA, TRACED, main, read_json

STRACE = shutil.which("strace")
CALLS = "execve,open,openat,creat,unlink,unlinkat,rename,renameat,renameat2,ftruncate,flock,fcntl,mmap"
TESTS = os.path.abspath(sys.argv[2])
SOUND = os.path.join(TESTS, "data/nsys/autograd.sqlite")
MANY = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {}) "


def change(*statements):
    """The sound database after some statements."""
    def make(path):
        shutil.copy(SOUND, path)
        database = sqlite3.connect(path)
        for statement in statements:
            database.execute(statement)
        database.commit()
        database.close()
    return make


def spoil(change_bytes):
    """The sound database with other bytes."""
    def make(path):
        with open(SOUND, "rb") as file:
            content = bytearray(file.read())
        with open(path, "wb") as file:
            file.write(change_bytes(content))
    return make


def fill(begin, end, byte):
    def make(content):
        content[begin:end] = bytes([byte]) * (min(end, len(content)) - begin)
        return content
    return spoil(make)


def leave_log(path):
    """A database with a log beside it, as its writer left it, that holds a row."""
    with tempfile.TemporaryDirectory() as folder:
        used = os.path.join(folder, "used")
        shutil.copy(SOUND, used)
        database = sqlite3.connect(used)
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("INSERT INTO DIAGNOSTIC_EVENT VALUES (1, 'only in the log')")
        database.commit()
        shutil.copy(used, path)
        shutil.copy(used + "-wal", path + "-wal")
        database.close()


def leave_journal(path):
    shutil.copy(SOUND, path)
    with open(path + "-journal", "wb") as file:
        file.write(bytes.fromhex("d9d505f920a163d7") + b"\xff" * 600)


def cut_end(path):
    """The rows of a table lie at the end, behind what says which tables there are."""
    change("INSERT INTO NVTX_EVENTS (start, end, eventType, text, globalTid) " + MANY.format(5000)
           + "SELECT i * 10, i * 10 + 5, 59, 'row', 5 FROM n")(path)
    os.truncate(path, os.path.getsize(path) * 9 // 10)


def make_utf16(path):
    database = sqlite3.connect(path)
    database.execute("PRAGMA encoding = 'UTF-16'")
    sound = sqlite3.connect(SOUND)
    for line in sound.iterdump():
        if not line.startswith(("BEGIN", "COMMIT")):
            database.execute(line)
    database.commit()
    database.close()


KERNEL, NVTX = "CUPTI_ACTIVITY_KIND_KERNEL", "NVTX_EVENTS"


def spoil_pages(spoil_page):
    """The sound database, with a string of some pages, after its pages were spoiled."""
    def make(path):
        change("INSERT INTO StringIds VALUES (900, hex(zeroblob(3000)))",
               "INSERT INTO NVTX_EVENTS (start, end, eventType, globalTid, textId) VALUES (7, 8, 59, 5, 900)")(path)
        pages = Pages(path)
        spoil_page(pages)
        pages.write(path)
    return make


def set_leaf(offset, n, number, table=NVTX):
    """Another number in the header of a leaf."""
    return spoil_pages(lambda pages: pages.set(pages.place(pages.leaf(table)) + offset, n, number))


def set_slot(number, value, table=NVTX):
    """Another place of a cell."""
    return spoil_pages(lambda pages: pages.set(pages.slots(pages.leaf(table))[number], 2, value))


def set_cell(member, content, table=NVTX):
    """Other bytes in a cell."""
    def spoil_cell(pages):
        at = getattr(pages.cell(pages.leaf(table), 1), member)
        pages.content[at:at + len(content)] = content
    return spoil_pages(spoil_cell)


def set_overflow(find_page):
    """A text goes on at another page."""
    def spoil_chain(pages):
        cell = pages.long_cell("StringIds")
        pages.set(cell.overflow, 4, find_page(pages, pages.get(cell.overflow, 4)))
    return spoil_pages(spoil_chain)


def set_next_overflow(find_page):
    """The second page of a text names another third one."""
    def spoil_chain(pages):
        page = pages.get(pages.long_cell("StringIds").overflow, 4)
        pages.set(pages.place(page), 4, find_page(pages, page))
    return spoil_pages(spoil_chain)


def set_child(find_page):
    """A page inside of a table has another page for a child."""
    def spoil_inner(pages):
        root = pages.roots[NVTX]
        assert pages.content[pages.place(root)] == INNER
        pages.set(pages.cell_at(root, pages.slots(root)[1]), 4, find_page(pages))
    return spoil_pages(spoil_inner)


def set_header(at, n, number):
    return spoil_pages(lambda pages: pages.set(at, n, number))


def change_schema(statement):
    return change("PRAGMA writable_schema = ON", statement)


# What is wrong, how to make it, and what has to be said: in the report when it is opened, else on standard error.
KINDS = (
    ("a view in the place of a table", change(f"DROP TABLE {KERNEL}", f"CREATE VIEW {KERNEL} AS SELECT start, end, 0 AS deviceId "
                                              "FROM NVTX_EVENTS"), None),
    ("a view that loads a library", change(f"DROP TABLE {KERNEL}", f"CREATE VIEW {KERNEL} AS SELECT "
                                           "load_extension('/tmp/x.so') AS start"), None),
    ("triggers", change("CREATE TRIGGER t AFTER INSERT ON StringIds BEGIN DELETE FROM StringIds; END"), None),
    ("a virtual table", change("CREATE VIRTUAL TABLE OSRT_CALLCHAINS USING fts5 (symbol)"), None),
    ("computed columns", change("DROP TABLE DIAGNOSTIC_EVENT", "CREATE TABLE DIAGNOSTIC_EVENT (timestamp INTEGER, text TEXT AS "
                                "(hex(zeroblob(1000000))))", "INSERT INTO DIAGNOSTIC_EVENT VALUES (5)"), None),
    ("other types", change(f"UPDATE {KERNEL} SET start = 'then'"), "holds something of another type"),
    ("numbers with fractions", change("UPDATE NVTX_EVENTS SET end = start + 0.5"), "holds something of another type"),
    ("bytes for texts", change("UPDATE StringIds SET value = x'ff00ff'"), None),
    ("nothing at all", change("UPDATE NVTX_EVENTS SET start = NULL", f"UPDATE {KERNEL} SET start = NULL"), "has no start"),
    ("times at the edges", change(f"UPDATE {KERNEL} SET start = -9223372036854775807, end = 9223372036854775807"), None),
    ("ends before starts", change("UPDATE NVTX_EVENTS SET end = start - 1"), None),
    ("names that are numbers of nothing", change(f"UPDATE {KERNEL} SET demangledName = 99999, shortName = -1"), None),
    ("a name of a megabyte", change("INSERT INTO NVTX_EVENTS (start, end, eventType, text, globalTid) VALUES (1, 2, 59, "
                                    "hex(zeroblob(500000)), 1)"), None),
    ("a name of seventy megabytes", change("INSERT INTO NVTX_EVENTS (start, end, eventType, text, globalTid) VALUES (1, 2, 59, "
                                           "hex(zeroblob(35000000)), 1)"), "NVTX_EVENTS: string or blob too big"),
    ("names that steer a terminal", change("UPDATE NVTX_EVENTS SET text = char(27) || '[2J' || char(7)"), None),
    ("ranges ten thousand deep", change("INSERT INTO NVTX_EVENTS (start, end, eventType, text, globalTid) " + MANY.format(10000)
                                        + "SELECT i, 100000 - i, 59, 'deep', 5 FROM n"), None),
    ("ranges that cross", change("INSERT INTO NVTX_EVENTS (start, end, eventType, text, globalTid) " + MANY.format(3000)
                                 + "SELECT i, i + 100000, 59, 'cross', 5 FROM n"), None),
    ("one number for all calls", change("UPDATE CUPTI_ACTIVITY_KIND_RUNTIME SET correlationId = 1"), None),
    ("columns of another world", change(f"ALTER TABLE {KERNEL} RENAME COLUMN start TO begin"), "has no start"),
    ("a table with a name that bites", change("CREATE TABLE \"a'; DROP TABLE StringIds; --\" (b)",
                                              "INSERT INTO \"a'; DROP TABLE StringIds; --\" VALUES (1)"), "DROP TABLE StringIds"),
    ("UTF-16", make_utf16, None),
    ("a log beside it", leave_log, "write-ahead log"),
    ("a journal beside it", leave_journal, "a journal lies beside"),
    ("most of it", cut_end, "is cut"),
    ("half of it", spoil(lambda content: content[:len(content) // 2]), "can't be read"),
    ("a middle of zeros", fill(8192, 12288, 0), None),
    ("a middle of noise", fill(4096, 8192, 0xA5), None),
    ("no tables that can be read", fill(100, 512, 0xFF), "can't be read"),
    ("a head and nothing more", spoil(lambda content: content[:16]), "can't be read"),
)


# The same of pages.
PAGES = (
    ("a leaf of no kind", set_leaf(0, 1, 7), "can't be read|malformed"),
    ("a leaf that calls itself an index", set_leaf(0, 1, 10), "malformed"),
    ("a leaf that calls itself an inner page", set_leaf(0, 1, INNER), "malformed"),
    ("an inner page that calls itself a leaf", spoil_pages(lambda pages: pages.set(pages.place(pages.roots[NVTX]), 1, LEAF)), None),
    ("more cells than a page can hold", set_leaf(3, 2, 65535), "malformed"),
    ("no cells at all", set_leaf(3, 2, 0), None),
    ("a free block that is the next one", set_leaf(1, 2, 8), None),
    ("content that begins behind the page", set_leaf(5, 2, 65535), None),
    ("a cell behind the page", set_slot(0, 65535), "malformed"),
    ("a cell in the header", set_slot(0, 0), None),
    ("two cells in one place", spoil_pages(lambda pages: pages.set(pages.slots(pages.leaf(NVTX))[1], 2,
                                                                   pages.get(pages.slots(pages.leaf(NVTX))[0], 2))), None),
    ("a row of eighteen quintillion bytes", set_cell("at", b"\xff" * 9), None),
    ("a row of two gigabytes", set_cell("at", b"\x87\xff\xff\xff\x7f"), None),
    ("a header that is longer than its row", set_cell("header", b"\x7f"), None),
    ("a header of no bytes", set_cell("header", b"\x00"), None),
    ("types that are reserved", set_cell("types", b"\x0a\x0b\x0a"), None),
    ("a text that is longer than its row", set_cell("types", b"\x81\x7f"), None),
    ("a number of a row that is as low as it gets", set_cell("at", b"\x20\xff\xff\xff\xff\xff\xff\xff\xff\xff"), None),
    ("a text that goes on at itself", set_next_overflow(lambda pages, page: page), None),
    ("a text that goes on behind the file", set_overflow(lambda pages, page: 999_999), "malformed"),
    ("a text that ends in its middle", set_next_overflow(lambda pages, page: 0), "malformed"),
    ("a text that goes on at another table", set_overflow(lambda pages, page: pages.roots[NVTX]), None),
    ("a text that goes on at the first page", set_overflow(lambda pages, page: 1), None),
    ("a page that is its own child", set_child(lambda pages: pages.roots[NVTX]), "malformed|more rows"),
    ("a child that is no page", set_child(lambda pages: 0), "malformed"),
    ("a child behind the file", set_child(lambda pages: 0xFFFFFFFF), "malformed"),
    ("a child of another table", set_child(lambda pages: pages.leaf(KERNEL)), None),
    ("a child that is a text", set_child(lambda pages: pages.get(pages.long_cell("StringIds").overflow, 4)), "malformed"),
    ("pages of another size", set_header(16, 2, 1024), "can't be read|malformed"),
    ("pages of a size that is none", set_header(16, 2, 1000), "can't be read"),
    ("pages that are all reserved", set_header(20, 1, 255), "can't be read"),
    ("an encoding that is none", set_header(56, 4, 9), None),
    ("a schema of the future", set_header(44, 4, 200), "can't be read"),
    ("a file of the future", set_header(18, 2, 0x0909), None),
    ("a list of free pages that is a circle", spoil_pages(lambda pages: (pages.set(32, 4, 2), pages.set(36, 4, 5))), None),
    ("a table on the first page", change_schema(f"UPDATE sqlite_schema SET rootpage = 1 WHERE name = '{NVTX}'"), None),
    ("two tables on one page", change_schema("UPDATE sqlite_schema SET rootpage = (SELECT rootpage FROM sqlite_schema WHERE name = "
                                             f"'{KERNEL}') WHERE name = '{NVTX}'"), None),
    ("a table behind the file", change_schema(f"UPDATE sqlite_schema SET rootpage = 999999 WHERE name = '{NVTX}'"), None),
    ("a table that is made by nonsense", change_schema(f"UPDATE sqlite_schema SET sql = 'CREATE TABLE x (' WHERE name = '{NVTX}'"),
     "can't be read|malformed"),
    ("a table with two names", change_schema(f"UPDATE sqlite_schema SET tbl_name = 'other' WHERE name = '{NVTX}'"), None),
)


class Hostile(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="lamina-hostile-")
        self.addCleanup(shutil.rmtree, self.folder)
        self.path = os.path.join(self.folder, "hostile.sqlite")

    def list_folder(self):
        found = {}
        for name in sorted(os.listdir(self.folder)):
            with open(os.path.join(self.folder, name), "rb") as file:
                found[name] = file.read()
        return found

    def look(self):
        """Status, output, what was said, and the calls of the system, where they can be listened to."""
        words = [LAMINA, "info", self.path]
        log = self.folder + ".log"
        if STRACE:
            words = [STRACE, "-f", "-y", "--seccomp-bpf", "-o", log, "-e", f"trace={CALLS}", *words]
        done = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, check=False, env=TRACED)
        calls = []
        if STRACE:
            with open(log, encoding="utf-8", errors="replace") as file:
                calls = file.read().splitlines()
            os.unlink(log)
        return done.returncode, done.stdout.decode("utf-8"), done.stderr.decode("utf-8", "replace"), calls

    def check_calls(self, calls):
        """Nothing is executed, and nothing beside the file is opened to be written, or made, or removed."""
        self.assertEqual(len([call for call in calls if "execve(" in call]), 1)
        # What measures how much the tests run locks files of its own.
        touched = [call for call in calls if self.folder in call and "execve(" not in call]
        self.assertGreater(len(touched), 0)
        for call in touched:
            self.assertRegex(call, r"open(at)?\(.*O_RDONLY|fcntl\(|mmap\(")
        self.assertEqual([call for call in calls if "/tmp/x.so" in call], [])
        self.assertEqual([call for call in touched if re.search(r"fcntl\(.*, F_(OFD_)?SETLK|mmap\(.*PROT_WRITE", call)], [])

    def check(self, name, make, said):
        for left in os.listdir(self.folder):
            os.unlink(os.path.join(self.folder, left))
        make(self.path)
        before = self.list_folder()
        status, out, err, calls = self.look()
        self.assertIn(status, (0, 3), err)
        self.assertEqual(self.list_folder(), before)
        self.assertNotRegex(out + err, "[\x00-\x08\x0b-\x1f\x7f]")
        self.assertEqual(status == 3, err != "")
        if status == 0:
            self.assertRegex(out, r" 0 lost")
        if said:
            self.assertRegex(out + err, said)
        if STRACE:
            self.check_calls(calls)

    def check_all(self, kinds):
        self.assertGreater(len(kinds), 20)
        for name, make, said in kinds:
            with self.subTest(name):
                self.check(name, make, said)

    def test_kinds(self):
        self.check_all(KINDS)

    def test_pages(self):
        self.check_all(PAGES)

    def test_locked(self):
        """What another program is writing to is read all the same, and not waited for."""
        shutil.copy(SOUND, self.path)
        database = sqlite3.connect(self.path, isolation_level=None)
        database.execute("BEGIN EXCLUSIVE")
        self.assertEqual(read_json("info", "--json", self.path)["import"]["lost"], 0)
        database.execute("ROLLBACK")
        database.close()

    def test_log_is_not_played_back(self):
        leave_log(self.path)
        marks = read_json("info", "--json", self.path)["runs"][0]["marks"]
        self.assertEqual(marks, read_json("info", "--json", SOUND)["runs"][0]["marks"])

    def test_system(self):
        """What was called is known."""
        if not STRACE:
            self.skipTest("there is no strace")
        shutil.copy(SOUND, self.path)
        calls = self.look()[3]
        self.assertTrue([call for call in calls if "openat(" in call and self.path in call])


if __name__ == "__main__":
    main()
