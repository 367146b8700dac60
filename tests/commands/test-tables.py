# SPDX-License-Identifier: Apache-2.0
"""`lamina tables`, as a user runs it: what stands in the tables, what is there already, what fails, and the questions of docs/fleet.md.

Arguments: the program, the folder of the tests, the folder of the samples, the folder of the documentation.
"""

import csv
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import unittest

from harness import main, read_json, run

LAMINA = os.path.abspath(sys.argv[1])
TESTS, SAMPLES, DOCS = (os.path.abspath(path) for path in sys.argv[2:5])
FILES = [os.path.join(SAMPLES, "convnet-pytorch.pt.trace.json"), os.path.join(TESTS, "data/nsys/autograd.sqlite"),
         os.path.join(TESTS, "data/nsys/ranks.sqlite"), os.path.join(TESTS, "data/rocm/markers.rpd"),
         os.path.join(TESTS, "data/rocm/two.db")]


def ask(path, query):
    database = sqlite3.connect(path)
    try:
        return database.execute(query).fetchall()
    finally:
        database.close()


def dump(path):
    """All rows of all tables, in an order that does not depend on who was read first."""
    tables = [name for name, in ask(path, "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")]
    return {table: sorted(ask(path, f"SELECT * FROM {table}"), key=repr) for table in tables}


class Tables(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="lamina-tables-")
        self.addCleanup(shutil.rmtree, self.folder)
        self.out = os.path.join(self.folder, "out.sqlite")

    def write(self, *words, status=0):
        found, out, err = run("tables", "-o", self.out, *words)
        self.assertEqual(found, status, err)
        return out, err

    def test_same_as_other_commands(self):
        """The tables hold what other commands print."""
        self.write(*FILES)
        self.assertEqual(len(ask(self.out, "SELECT * FROM traces WHERE error IS NULL AND records_lost = 0")), len(FILES))
        for path in FILES:
            trace, = ask(self.out, f"SELECT trace FROM traces WHERE path = '{path}'")
            layers = read_json("layers", "--format", "json", path)
            rows = ask(self.out, f"SELECT id, name, type, cost_ns, flop, bytes FROM layers WHERE trace = '{trace[0]}' ORDER BY id")
            self.assertEqual(rows, [(l["id"], l["name"], l["type"] or None, l["duration_ns"], l["flop"], l["bytes"])
                                    for l in sorted(layers, key=lambda layer: layer["id"])])
            slices = read_json("slices", "--format", "json", path)
            rows = ask(self.out, f"SELECT count(*), sum(dur_ns) FROM slices WHERE trace = '{trace[0]}'")
            self.assertEqual(rows, [(len(slices), sum(s["duration"] or 0 for s in slices))])

    def test_jobs(self):
        """Programs side by side write the same."""
        self.write(*FILES)
        alone = dump(self.out)
        os.unlink(self.out)
        out, _ = self.write("--jobs", "2", *FILES)
        self.assertIn("5 files written", out)
        self.assertEqual(dump(self.out), alone)
        self.assertEqual(os.listdir(self.folder), ["out.sqlite"])

    def test_again(self):
        """A file that is there is not read again, under another name neither; what is new is added."""
        self.write(*FILES[:2])
        copy = os.path.join(self.folder, "copy.sqlite")
        shutil.copy(FILES[1], copy)
        out, _ = self.write(copy, *FILES)
        self.assertIn("3 files written, 3 there already, 0 failed", out)
        self.assertEqual(len(ask(self.out, "SELECT * FROM traces")), 5)

    def test_failures(self):
        """The rest is written where a file can't be read."""
        broken = os.path.join(self.folder, "broken.json")
        with open(broken, "w", encoding="utf-8") as file:
            file.write("this is no trace")
        for words in (), ("--jobs", "2"):
            out, err = self.write(*words, broken, FILES[3], "/nowhere/at-all.json", status=3)
            self.assertIn("1 file written, 0 there already, 2 failed", out)
            self.assertIn("at-all.json", err)
            rows = ask(self.out, "SELECT error FROM traces ORDER BY error IS NULL")
            self.assertEqual(len(rows), 2)
            self.assertIn("no format", rows[0][0])
            os.unlink(self.out)

    def test_folder(self):
        """Of a folder, what is no trace is left out."""
        traces = os.path.join(self.folder, "traces")
        os.mkdir(traces)
        for path in FILES[1:]:
            shutil.copy(path, traces)
        with open(os.path.join(traces, "README"), "w", encoding="utf-8") as file:
            file.write("what these traces are\n")
        for words in (), ("--jobs", "3"):
            out, _ = self.write(*words, traces)
            self.assertIn("4 files written, 0 there already, 0 failed", out)
            os.unlink(self.out)

    def test_damage(self):
        """What is cut is written and said, by programs side by side, too, and fails where that was asked for."""
        traces = os.path.join(self.folder, "traces")
        os.mkdir(traces)
        shutil.copy(FILES[0], traces)
        cut = os.path.join(traces, "cut.json")
        with open(os.path.join(TESTS, "data/chrome/complete.json"), "rb") as whole, open(cut, "wb") as file:
            file.write(whole.read()[:700])
        for words in (cut,), ("--jobs", "2", cut), (traces,), ("--jobs", "2", traces):
            for strict in (), ("--strict",):
                with self.subTest(words + strict):
                    out, err = self.write(*strict, *words, status=4 if strict else 0)
                    self.assertIn(" 0 failed", out)
                    self.assertEqual(err.count(f"{cut} is truncated or damaged"), 1, err)
                    os.unlink(self.out)
        self.write("--strict", FILES[0])

    def test_memory_limit(self):
        large = os.path.join(self.folder, "large.json")
        with open(large, "wb") as file:
            file.write(b"[" + b'{"ph":"X","name":"conv","pid":1,"tid":1,"ts":1,"dur":1},\n' * 600000 + b"{}]")
        for words in (), ("--jobs", "2"):
            _, err = self.write(*words, "--memory-limit", "24M", FILES[0], large, status=3)
            self.assertIn("memory than the limit of 24.0", err)
            self.assertEqual(len(ask(self.out, "SELECT * FROM traces WHERE error IS NULL")), 1)
            os.unlink(self.out)

    def test_killed(self):
        """Who is killed in the middle goes on, and has the same in the end."""
        self.write(*FILES)
        whole = dump(self.out)
        os.unlink(self.out)
        process = subprocess.Popen([LAMINA, "tables", "-o", self.out, *FILES], stdout=subprocess.DEVNULL)
        while process.poll() is None and not os.path.exists(self.out + ".part"):
            pass
        process.send_signal(signal.SIGKILL)
        process.wait()
        self.write(*FILES)
        self.assertEqual(dump(self.out), whole)
        self.assertEqual(os.listdir(self.folder), ["out.sqlite"])

    def test_some_tables(self):
        self.write("--tables", "layers", *FILES)
        self.assertGreater(len(ask(self.out, "SELECT * FROM layers")), 0)
        self.assertEqual(ask(self.out, "SELECT * FROM slices"), [])
        self.write("--tables", "lays", *FILES, status=2)

    def test_csv(self):
        self.write(*FILES)
        rows = ask(self.out, "SELECT * FROM layers")
        os.unlink(self.out)
        self.out = os.path.join(self.folder, "csv")
        self.write("--as", "csv", *FILES)
        with open(os.path.join(self.out, "layers.csv"), newline="", encoding="utf-8") as file:
            head, *found = csv.reader(file)
        self.assertEqual(head[:3], ["trace", "run", "id"])
        self.assertEqual(found, [["" if cell is None else str(cell) for cell in row] for row in rows])

    def test_not_ours(self):
        """A database of something else is not touched."""
        database = sqlite3.connect(self.out)
        database.execute("CREATE TABLE mine (a)")
        database.close()
        _, err = self.write(*FILES, status=3)
        self.assertIn("something else", err)
        self.assertEqual(ask(self.out, "SELECT name FROM sqlite_schema"), [("mine",)])

    def test_questions(self):
        """The questions of the documentation work, and find something."""
        with open(os.path.join(DOCS, "fleet.md"), encoding="utf-8") as file:
            queries = re.findall(r"```sql\n(.*?);\n```", file.read(), re.S)
        self.assertEqual(len(queries), 10)
        self.write(*FILES)
        answers = [ask(self.out, query) for query in queries]
        self.assertEqual(len(answers[0]), len(FILES))
        total = dict(ask(self.out, "SELECT type, sum(cost_ns) FROM layers GROUP BY type"))
        for kind, _, milliseconds in answers[1]:
            self.assertEqual(milliseconds is None, total[kind] is None)
            if milliseconds is not None:
                self.assertAlmostEqual(milliseconds * 1e6, total[kind])
        for number, answer in enumerate(answers):
            if number != 5:
                self.assertGreater(len(answer), 0, queries[number])


if __name__ == "__main__":
    main()
