# SPDX-License-Identifier: Apache-2.0
"""What the system refuses: each call that a command makes for its files, one after the other, fails as if the disk were broken or
full. Then the command ends in words or is not touched by it; what it replaces stays whole, and nothing is left behind.

Arguments: the program, the folder of test data, the folder of the samples.
"""

import collections
import contextlib
import gzip
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import unittest

from harness import LAMINA, TRACED, main, run

DATA, SAMPLES = (os.path.abspath(folder) for folder in sys.argv[2:4])
STRIDE = int(os.environ.get("LAMINA_TEST_STRIDE", "1"))

# Calls that may fail, and as what.
READING = {"openat": "EIO", "read": "EIO", "pread64": "EIO", "statx": "EIO", "newfstatat": "EIO", "mmap": "ENOMEM",
           "getdents64": "EIO"}
WRITING = {"openat": "EACCES", "write": "ENOSPC", "pwrite64": "ENOSPC", "fallocate": "ENOSPC", "ftruncate": "ENOSPC",
           "fsync": "EIO", "fdatasync": "EIO", "rename": "EACCES", "mkdir": "EACCES", "mmap": "ENOMEM"}

CALL = re.compile(r"(\d+) +(\w+)\((.*)")

OLD = b"what stood here before\n"


def trace(log, *args, inject=None):
    """Runs the program with one call failing: its status, what it printed and what it said."""
    options = ["-e", "inject=" + inject] if inject else ["-y", "-e", "trace=" + ",".join({**READING, **WRITING})]
    done = subprocess.run(["strace", "-f", "-qq", "-o", log, *options, LAMINA, *args], stdin=subprocess.DEVNULL,
                          capture_output=True,
                          env=TRACED, check=False)
    return done.returncode, done.stdout, done.stderr.decode("utf-8", "replace")


def read_tables(path):
    """All rows by table; a file without a table has none of layers."""
    with contextlib.closing(sqlite3.connect(path)) as database:
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        names = [name for name, in database.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        return {"layers": []} | {name: database.execute(f"SELECT * FROM {name}").fetchall() for name in names}


def thin(calls):
    """The first and the last, and some of those between: a loop makes them, and any of its rounds fails as another does."""
    return calls[:5] + calls[5:-2][::max(1, len(calls) // 4)] + calls[5:][-2:]


def list_calls(log, folder, errors):
    """The calls for files of a folder: name and how manieth of its thread. Threads are not told apart when calls are to fail."""
    counts, found = collections.Counter(), collections.defaultdict(dict)
    with open(log, encoding="utf-8", errors="replace") as file:
        for thread, name, rest in (match.groups() for match in map(CALL.match, file) if match):
            counts[thread, name] += 1
            if name in errors and folder in rest:
                found[name][counts[thread, name]] = None
    return [(name, n) for name in found for n in thin(list(found[name]))]


@unittest.skipUnless(shutil.which("strace"), "there is no strace")
class Faults(unittest.TestCase):
    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.folder = os.path.join(self.temporary.name, "files")
        self.log = os.path.join(self.temporary.name, "log")
        os.mkdir(self.folder)

    def tearDown(self):
        self.temporary.cleanup()

    def copy(self, path):
        return shutil.copy(path, self.folder)

    def list_folder(self):
        """What is in the folder: each file and its bytes."""
        found = {}
        for folder, _, names in os.walk(self.folder):
            for name in names:
                path = os.path.join(folder, name)
                with open(path, "rb") as file:
                    found[os.path.relpath(path, self.folder)] = file.read()
        return found

    def reset(self, files):
        shutil.rmtree(self.folder)
        os.mkdir(self.folder)
        for name, content in files.items():
            with open(os.path.join(self.folder, name), "wb") as file:
                file.write(content)

    def check(self, args, errors, same=None):
        """Fails each call of a command; same() tells whether the folder is as the command leaves it."""
        before = self.list_folder()
        status, out, err = trace(self.log, *args)
        self.assertEqual((status, err), (0, ""))
        calls, after = list_calls(self.log, self.folder, errors), self.list_folder()
        self.assertGreater(len(calls), 3)
        for name, n in calls[::STRIDE]:
            with self.subTest(call=name, n=n):
                self.reset(before)
                failed, text, said = trace(self.log, *args, inject=f"{name}:error={errors[name]}:when={n}")
                left = self.list_folder()
                self.assertIn(failed, (0, 3), said)
                if failed == 3:
                    self.assertRegex(said, r"^(lamina: .*\n)+$")
                    self.assertEqual(left, before)
                elif said == "":
                    self.assertEqual(text, out)
                    self.assertTrue((same or after.__eq__)(left))
        return calls

    def test_reading(self):
        for source in (os.path.join(SAMPLES, "resnet50-megengine.json"), os.path.join(DATA, "chrome", "complete.json"),
                       os.path.join(SAMPLES, "charlm-memory.pickle"), os.path.join(DATA, "nsys", "autograd.sqlite")):
            with self.subTest(source):
                self.reset({})
                self.check(["layers", "--format", "json", self.copy(source)], READING)

    def test_reading_gzip(self):
        path = os.path.join(self.folder, "a.json.gz")
        with open(os.path.join(SAMPLES, "resnet50-megengine.json"), "rb") as file, gzip.open(path, "wb") as packed:
            packed.write(file.read())
        self.check(["layers", "--format", "json", path], READING)

    def test_writing(self):
        sample = os.path.join(SAMPLES, "mobilenet-tvm.txt")
        for command, name in (("export", "a.svg"), ("report", "a.html"), ("report", "a.md")):
            with self.subTest(name):
                self.reset({name: OLD})
                self.check([command, sample, "-o", os.path.join(self.folder, name)], WRITING)

    def test_tables(self):
        """What was begun is left to be gone on with: a sound database without a half of a trace, that the next try completes."""
        args = ["tables", os.path.join(SAMPLES, "mobilenet-tvm.txt"), "-o", os.path.join(self.folder, "a.sqlite")]
        self.assertEqual(run(*args)[0], 0)
        whole = read_tables(args[-1])
        self.reset({})
        trace(self.log, *args)
        calls = list_calls(self.log, self.folder, WRITING)
        self.assertGreater(len(calls), 10)
        for name, n in calls[::STRIDE]:
            with self.subTest(call=name, n=n):
                self.reset({})
                status, _, said = trace(self.log, *args, inject=f"{name}:error={WRITING[name]}:when={n}")
                self.assertIn(status, (0, 3), said)
                self.assertEqual(status == 3, said != "", said)
                for left in os.listdir(self.folder):
                    self.assertIn(left, ("a.sqlite", "a.sqlite.part"))
                    self.assertIn(read_tables(os.path.join(self.folder, left))["layers"], ([], whole["layers"]))
                self.assertEqual(run(*args)[0], 0)
                self.assertEqual(read_tables(args[-1]), whole)


main()
