# SPDX-License-Identifier: Apache-2.0
"""Files that are small and want much: what --memory-limit forbids is not taken.

Arguments: the program.
"""

import gzip
import os
import subprocess
import sys
import tempfile
import unittest

from harness import LAMINA, main, run

MIB = 1 << 20
# What the program takes for itself.
OWN = 64 * MIB
EVENT = b'{"ph":"X","name":"conv","pid":1,"tid":1,"ts":%d,"dur":1},\n'


def measure(*args):
    """Exit status, what was said, and the most memory that the program held."""
    with subprocess.Popen([LAMINA, *args], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as program:
        out, err = program.stdout.read(), program.stderr.read()
        _, status, usage = os.wait4(program.pid, 0)
        program.returncode = os.waitstatus_to_exitcode(status)
    return program.returncode, out.decode("utf-8"), err.decode("utf-8"), usage.ru_maxrss * 1024


class Memory(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.small = cls.write("small.json", 1000, open)
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
        _, _, _, before = measure("info", self.small)
        for limit in (32, 64):
            with self.subTest(limit=limit):
                status, out, err, most = measure("info", "--memory-limit", f"{limit}M", self.bomb)
                self.assertEqual((status, out), (3, ""))
                self.assertIn(f"memory than the limit of {limit}.0\u00a0MiB", err)
                if before < OWN:
                    self.assertLess(most, limit * MIB + OWN)

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
