# SPDX-License-Identifier: Apache-2.0
"""Files that are small and want much: what --memory-limit forbids is not taken, and what the system hasn't is not asked for.

Arguments: the program.
"""

import gzip
import os
import resource
import subprocess
import sys
import tempfile
import unittest

from growing import KINDS
from harness import LAMINA, main, measure, run

MIB = 1 << 20
# What the program takes for itself.
OWN = 64 * MIB
# More address space than nothing, in MiB, from little to enough.
SPARE = (0, 8, 64)
EVENT = b'{"ph":"X","name":"conv","pid":1,"tid":1,"ts":%d,"dur":1},\n'


# For each format what makes much of little, or all of it after it was read.
HUNGRY = (("chainer", "functions"), ("chrome", "threads"), ("chrome", "counters"), ("chrome", "dimensions"), ("chrome", "inputs"),
          ("chrome", "operators"), ("megengine", "threads"), ("memory-snapshot", "tensors"), ("nsys", "threads"),
          ("tensorflow", "nodes"), ("tensorrt", "layers"), ("tvm", "columns"))


def make(kind, least):
    """A file of that kind of so many bytes at least."""
    n, write = KINDS[kind[0]][kind[1]]
    content = write(n)
    while len(content) < least:
        n = n * max(2, least // len(content))
        content = write(n)
    return content


def measure_space(*args):
    """The least address space that the program needs, to a few MiB; None where it is built to take as much as there is."""
    for limit in range(32, 257, 8):
        done = subprocess.run([LAMINA, *args], stdin=subprocess.DEVNULL, capture_output=True, check=False,
                              preexec_fn=lambda most=limit * MIB: resource.setrlimit(resource.RLIMIT_AS, (most, most)))
        if done.returncode == 0:
            return limit * MIB
    return None


class Memory(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.small = cls.write("small.json", 1000, open)
        cls.own = measure("info", cls.small)[3]
        cls.space = measure_space("info", cls.small)
        cls.bomb = cls.write("bomb.json.gz", 500000, lambda path, mode: gzip.open(path, mode, compresslevel=1))

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    @classmethod
    def write(cls, name, n, opener):
        path = os.path.join(cls.folder.name, name)
        with opener(path, "wb") as file:
            file.write(b"[" + b"".join(EVENT % (2 * i) for i in range(n)) + b"{}]")
        return path

    def test_bomb_ends_in_words(self):
        for limit in (32, 64):
            with self.subTest(limit=limit):
                status, out, err, most = measure("info", "--memory-limit", f"{limit}M", self.bomb)
                self.assertEqual((status, out), (3, ""))
                self.assertIn(f"memory than the limit of {limit}.0\u00a0MiB", err)
                if self.own < OWN:
                    self.assertLess(most, limit * MIB + OWN)

    def test_each_format(self):
        """The ceiling holds while a file is read and while something is made of it; a system that has less is as good a reason."""
        for kind in HUNGRY:
            path = os.path.join(self.folder.name, "-".join(kind))
            with open(path, "wb") as file:
                file.write(make(kind, 2 * MIB))
            with self.subTest(kind=kind):
                status, _, err, most = measure("info", "--memory-limit", "8M", path)
                self.assertTrue(status == 0 or (status == 3 and err.endswith("the limit of 8.0\u00a0MiB\n")), err)
                self.assertLessEqual(err.count("\n"), 1, err)
                if self.space:
                    self.assertLess(most, 8 * MIB + OWN)
                for spare in SPARE if self.space else ():
                    self.check_space(path, self.space + spare * MIB)
            os.unlink(path)

    def check_space(self, path, limit):
        done = subprocess.run([LAMINA, "info", path], stdin=subprocess.DEVNULL, capture_output=True, check=False,
                              preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit)))
        said = done.stderr.decode("utf-8", "replace")
        if done.returncode != 0:
            self.assertEqual((done.returncode, done.stdout), (3, b""), (limit // MIB, said))
            self.assertRegex(said, "^lamina: [^\n]* more memory than the system has for it\n$")

    def test_lanes(self):
        """Events that all overlap lie on a lane each: most of what they take is made when they have been read."""
        if not self.space:
            self.skipTest("the program is built to take as much as there is")
        path = os.path.join(self.folder.name, "overlaps.json")
        with open(path, "wb") as file:
            file.write(b"[" + EVENT % 1 * 1200000 + EVENT % 999999 + b"{}]")
        ends = set()
        for limit in (144, 160, 192, 320):
            status, _, err, most = measure("info", "--memory-limit", f"{limit}M", path)
            self.assertLess(most, limit * MIB + OWN, limit)
            self.assertTrue(status == 0 or (status == 3 and "memory than the limit" in err), err)
            ends.add(status)
        os.unlink(path)
        self.assertEqual(ends, {0, 3})

    def test_without_a_limit(self):
        status, out, err = run("info", "--memory-limit", "none", self.bomb)
        self.assertEqual((status, err), (0, ""))
        self.assertIn("500001 read", out)

    def test_what_fits_is_read(self):
        self.assertEqual(run("info", "--memory-limit", "64M", self.small), run("info", self.small))

    def test_sizes(self):
        for text in ("1", "4096k", "512M", "4G", "1T", "none"):
            self.assertNotEqual(run("info", "--memory-limit", text, self.small)[0], 2, text)
        for text in ("", "0", "-1", "4X", "G", "12MB", "99999999999T", "many"):
            status, _, err = run("info", "--memory-limit", text, self.small)
            self.assertEqual((status, err),
                             (2, f"lamina: --memory-limit {text}: expected a size such as 512M or 4G, or none\n"), text)


main()
