# SPDX-License-Identifier: Apache-2.0
"""What names of files can do: nothing to a terminal, a spreadsheet or a reader. What files lack is said.

Arguments: the program, the folder with the samples.
"""

import csv
import gzip
import io
import json
import os
import pty
import subprocess
import sys
import tempfile
import unittest

from harness import LAMINA, main, read_json, run

SAMPLES = os.path.abspath(sys.argv[2])

EFFECTS = [chr(c) for c in (*range(1, 0x20), *range(0x7f, 0xa0), 0x61c, 0x200e, 0x200f, *range(0x2028, 0x202f),
                            *range(0x2066, 0x206a), 0xfeff)]
FORMULAS = ["=1+1", "=cmd|' /C calc'!A0", "+SUM(A1)", "-2+3", "@x", "\uff1d1", "=a,\"b\""]
# These begin like formulas and are none.
NUMBERS = ["-2.5", "+7", "-1e3", "3"]
NAMES = ["\x1b]0;title\x07\x1b[31mred", "csi \x9b31m", "invoice\u202egpj.exe", "del \x7f", *FORMULAS, *NUMBERS, "plain"]


def run_on_terminal(*args):
    """What the program writes to a terminal."""
    ours, theirs = pty.openpty()
    with subprocess.Popen([LAMINA, *args], stdin=subprocess.DEVNULL, stdout=theirs, stderr=subprocess.DEVNULL) as program:
        os.close(theirs)
        written = b""
        while True:
            try:
                some = os.read(ours, 65536)
            except OSError:
                break
            if not some:
                break
            written += some
    os.close(ours)
    return written.decode("utf-8").replace("\r\r\n", "\n").replace("\r\n", "\n")


class Output(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        events = [{"ph": "X", "pid": 1, "tid": 1, "ts": i * 10, "dur": 5, "name": name, "args": {name: name, "n": -i}}
                  for i, name in enumerate(NAMES)]
        self.trace = self.path("trace.json")
        with open(self.trace, "w", encoding="utf-8") as file:
            json.dump(events, file)

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def assert_harmless(self, text, allowed="\n"):
        found = {letter for letter in EFFECTS if letter in text and letter not in allowed}
        self.assertEqual(found, set())

    def test_tables(self):
        for words in (("info",), ("layers",), ("slices",), ("tensors",), ("gaps",), ("charts",),
                      ("layers", "--group", "name"), ("charts", "--chart", "time-by-type")):
            with self.subTest(words=words):
                _, out, err = run(*words, self.trace)
                self.assert_harmless(out + err)
        _, out, _ = run("layers", self.trace)
        self.assertIn("␛]0;title␇␛[31mred", out)
        self.assertIn("csi \\u009b31m", out)
        self.assertIn("invoice\\u202egpj.exe", out)

    def test_errors(self):
        _, _, err = run("info", "no\x1b[31m\x9b such file")
        self.assert_harmless(err)

    def test_csv_is_protected(self):
        read = lambda *options: list(csv.reader(io.StringIO(run("slices", "--format", "csv", *options, self.trace)[1], newline="")))
        safe, exact = read(), read("--raw")
        name = exact[0].index("raw_name")
        self.assertEqual([row[name] for row in exact[1:]], NAMES)
        self.assertEqual([row[name] for row in safe[1:]], ["'" + n if n in FORMULAS else n for n in NAMES])
        for one, other in zip(safe, exact):
            for cell, raw in zip(one, other):
                self.assertEqual(cell, "'" + raw if raw and raw in FORMULAS else raw)
        _, out, _ = run("layers", "--format", "csv", self.trace)
        for row in csv.reader(io.StringIO(out, newline="")):
            self.assertFalse([cell for cell in row if cell in FORMULAS])

    def test_csv_on_a_terminal(self):
        for words in (("slices",), ("layers",), ("charts", "--chart", "time-by-name")):
            with self.subTest(words=words):
                self.assert_harmless(run_on_terminal(*words, "--format", "csv", self.trace))

    def test_json_is_exact(self):
        _, out, _ = run("slices", "--format", "json", self.trace)
        self.assert_harmless(out)
        self.assertEqual([row["raw_name"] for row in json.loads(out)], NAMES)
        _, out, _ = run("info", "--json", self.trace)
        self.assert_harmless(out)

    def test_pictures_and_reports(self):
        for name, words in (("flame.svg", ("export", "--view", "flame", "-o")),
                            ("timeline.svg", ("export", "--view", "timeline", "-o")),
                            ("report.html", ("report", "-o")), ("report.md", ("report", "-o"))):
            with self.subTest(name=name):
                out = self.path(name)
                status, _, err = run(*words, out, self.trace)
                self.assertEqual(status, 0, err)
                with open(out, encoding="utf-8") as file:
                    self.assert_harmless(file.read())

    def test_damage_is_said(self):
        sample = os.path.join(SAMPLES, "convnet-pytorch.pt.trace.json")
        with open(sample, "rb") as file:
            text = file.read()
        cut, broken = self.path("cut.json"), self.path("broken.json.gz")
        with open(cut, "wb") as file:
            file.write(text[:len(text) * 2 // 3])
        with open(broken, "wb") as file:
            file.write(gzip.compress(text)[:-40])
        commands = (("info",), ("layers",), ("slices",), ("tensors",), ("gaps",), ("charts",),
                    ("export", "--view", "timeline", "-o", self.path("out.svg")), ("report", "-o", self.path("out.html")))
        for words in commands:
            for file in (cut, broken):
                with self.subTest(words=words, file=file):
                    status, _, err = run(*words, file)
                    self.assertEqual(status, 0)
                    self.assertIn(os.path.basename(file), err)
                    self.assertRegex(err, r"is cut off after [0-9.]+\u00a0µs: .*; what could be read is used")
                    self.assertEqual(run(*words, "--strict", file)[0], 4)
            self.assertEqual(run(*words, "--strict", sample)[::2], (0, ""))
        status, _, err = run("compare", sample, cut)
        self.assertIn("cut.json is cut off after", err)
        self.assertEqual(status, 0)
        self.assertEqual(run("compare", "--strict", sample, cut)[0], 4)
        self.assertEqual(run("compare", "--strict", "--fail-if-slower", "0", cut, sample)[0], 4)
        self.assertEqual(run("compare", "--strict", sample, sample)[::2], (0, ""))

    def test_samples_are_whole(self):
        """What is repaired without anything missing is no damage."""
        for name in sorted(os.listdir(SAMPLES)):
            with self.subTest(name=name):
                status, _, err = run("info", "--strict", os.path.join(SAMPLES, name))
                self.assertNotEqual(status, 4, err)


main()
