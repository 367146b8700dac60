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

from harness import LAMINA, main, read_json, run

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


KERNEL = "CUPTI_ACTIVITY_KIND_KERNEL"

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

    def test_kinds(self):
        self.assertGreater(len(KINDS), 20)
        for name, make, said in KINDS:
            with self.subTest(name):
                for left in os.listdir(self.folder):
                    os.unlink(os.path.join(self.folder, left))
                make(self.path)
                before = self.list_folder()
                status, out, err = run("info", self.path)
                self.assertIn(status, (0, 3), err)
                self.assertEqual(self.list_folder(), before)
                self.assertNotRegex(out + err, "[\x00-\x08\x0b-\x1f\x7f]")
                self.assertEqual(status == 3, err != "")
                if status == 0:
                    self.assertRegex(out, r" 0 lost")
                if said:
                    self.assertIn(said, out + err)

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

    @unittest.skipUnless(shutil.which("strace"), "there is no strace")
    def test_system(self):
        """Nothing is executed, and nothing beside the file is opened to be written, or made, or removed."""
        log = os.path.join(self.folder, "log")
        for name, make, _ in KINDS[:2] + KINDS[21:23]:
            with self.subTest(name):
                make(self.path)
                subprocess.run(["strace", "-f", "-y", "-o", log, "-e", "trace=execve,open,openat,creat,unlink,unlinkat,rename,"
                                "renameat,renameat2,ftruncate,flock,fcntl,mmap", LAMINA, "info", self.path],
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
                with open(log, encoding="utf-8", errors="replace") as file:
                    calls = file.read().splitlines()
                self.assertEqual(len([call for call in calls if "execve(" in call]), 1)
                # What measures how much the tests run locks files of its own.
                touched = [call for call in calls if self.folder in call and "execve(" not in call]
                self.assertGreater(len(touched), 0)
                for call in touched:
                    self.assertRegex(call, r"open(at)?\(.*O_RDONLY|fcntl\(|mmap\(")
                self.assertEqual([call for call in calls if "/tmp/x.so" in call], [])
                self.assertEqual([call for call in touched if re.search(r"fcntl\(.*, F_(OFD_)?SETLK|mmap\(.*PROT_WRITE", call)], [])


if __name__ == "__main__":
    main()
