# SPDX-License-Identifier: Apache-2.0
"""Files that grow in one respect: time and memory grow with them, and not with their square.

Instructions are counted by cachegrind, so that nothing depends on how busy the machine is; memory is the most that the program
holds, for files that are larger, since it is given out in large pieces. What a file with next to nothing in it takes is taken off.
The figures are printed.

Arguments: the program, the format, the views.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

from growing import KINDS
from harness import LAMINA, main

# What may come of twice as much, how many times it is doubled, and from when on that says something.
MOST_PER_DOUBLING = 2.3
DOUBLINGS = 2
LEAST_INSTRUCTIONS = 2_000_000
LEAST_BYTES = 8 << 20
# Files for memory are larger than those for instructions.
LARGER = 6
VIEWS = {
    "layers": ["layers", "--format", "json"],
    "slices": ["slices", "--format", "json"],
    "tensors": ["tensors", "--format", "json"],
    "flame": ["export", "--view", "flame", "-o", "OUT.svg"],
    "report": ["report", "-o", "OUT.html"],
    "compare": ["compare", "FILE"],
}
# The memory of a process is counted from its parent's on: so its parent is as small as can be.
MEASURE = """
import resource, subprocess, sys
status = subprocess.run(sys.argv[1:], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL).returncode
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024)
sys.exit(status)
"""


def run(words):
    done = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, check=False)
    said = done.stderr.decode("utf-8", "replace")
    if done.returncode != 0:
        raise AssertionError(f"{words}: {done.returncode}, {said[-1000:]}")
    return done.stdout, said


def count_instructions(words):
    _, said = run(["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null", *words])
    return int(re.search(r"I +refs: +([0-9,]+)", said)[1].replace(",", ""))


def measure_memory(words):
    return int(run([sys.executable, "-S", "-c", MEASURE, *words])[0])


class Growth(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def write(self, content):
        with tempfile.NamedTemporaryFile(dir=self.folder.name, suffix=".txt", delete=False) as file:
            file.write(content)
        return file.name

    def check(self, measure, least, unit, kinds, larger=1):
        first = self.write(next(iter(kinds.values()))[1](2))
        for view in sys.argv[3:]:
            words = [word.replace("OUT", os.path.join(self.folder.name, "out")) for word in VIEWS[view]]

            def take(path):
                return measure([LAMINA, *(path if word == "FILE" else word for word in words), path])

            nothing = take(first)
            for kind, (n, make) in kinds.items():
                with self.subTest(kind=kind, view=view):
                    paths = [self.write(make(n * larger << i)) for i in (0, DOUBLINGS)]
                    few, many = (max(take(path) - nothing, 0) / 1e6 for path in paths)
                    sizes = f"{n * larger} and {n * larger << DOUBLINGS}"
                    print(f"# {view}, {kind}, {sizes}: {few:.1f} and {many:.1f} {unit}", flush=True)
                    self.assertLess(many, MOST_PER_DOUBLING ** DOUBLINGS * max(few, least / 1e6))
                    for path in paths:
                        os.unlink(path)

    @unittest.skipUnless(shutil.which("valgrind"), "there is no valgrind")
    def test_instructions(self):
        self.check(count_instructions, LEAST_INSTRUCTIONS, "million instructions", KINDS[sys.argv[2]])

    def test_memory(self):
        self.check(measure_memory, LEAST_BYTES, "MB", KINDS[sys.argv[2]], LARGER)


main()
