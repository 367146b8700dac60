# SPDX-License-Identifier: Apache-2.0
"""Nothing of a run depends on where its clock begins: a number of seconds since 1970, in nanoseconds, has more digits than a
double holds, so that lengths must be taken before anything becomes one."""

import os
import re
import sys
import tempfile
import unittest

from harness import main, run

SAMPLE = os.path.join(sys.argv[2], "convnet-pytorch.pt.trace.json")
ORIGIN = re.compile(r'("baseTimeNanoseconds": *)(\d+)')
# Of a run of 0.8 ms: most of it, and places where a nanosecond is a pixel or more.
RANGES = ("100us..700us", "100us..103us", "213us..215us", "500ns..900ns")


class Origin(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        with open(SAMPLE, encoding="utf-8") as file:
            text = file.read()
        assert int(ORIGIN.search(text)[2]) > 2 ** 60
        cls.folder = tempfile.TemporaryDirectory()
        cls.files = []
        for name, changed in ("late", text), ("early", ORIGIN.sub(r"\g<1>0", text)):
            os.mkdir(os.path.join(cls.folder.name, name))
            cls.files.append(os.path.join(cls.folder.name, name, "trace.json"))
            with open(cls.files[-1], "w", encoding="utf-8") as file:
                file.write(changed)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def check_same(self, *args):
        with self.subTest(args=args):
            late, early = (run(*args, path) for path in self.files)
            self.assertEqual(early, late)
        return early[1]

    def check_picture(self, *args):
        """What is written is the same, or what is said where a view has nothing to show."""
        def draw(path):
            picture = os.path.join(os.path.dirname(path), "picture.svg")
            status, _, err = run("export", *args, "-o", picture, path)
            if status != 0:
                return err.replace(picture, "PICTURE")
            with open(picture, encoding="utf-8") as file:
                return file.read()

        with self.subTest(args=args):
            late, early = (draw(path) for path in self.files)
            self.assertEqual(early, late)
        return early

    def test_tables(self):
        for command in "layers", "tensors", "gaps", "slices":
            self.assertIn("\n", self.check_same(command, "--format", "csv"))
        self.check_same("layers")
        self.check_same("slices", "--group", "name")

    def test_views(self):
        status, out, _ = run("export", "--list-views")
        self.assertEqual(status, 0)
        views = [line.split()[0] for line in out.splitlines()[1:]]
        for view in views:
            self.check_picture("--view", view)
        self.assertIn("</svg>", self.check_picture("--view", "chart:gaps"))

    def test_ranges(self):
        for part in RANGES:
            self.assertIn("% busy", self.check_picture("--view", "timeline", "--range", part))


if __name__ == "__main__":
    main()
