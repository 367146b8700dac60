# SPDX-License-Identifier: Apache-2.0
"""What the system has no memory for: each large piece of memory that a command asks for, one after the other, is refused, whoever
asks for it. Then the command ends in words, or does without it and does all the same; what it replaces stays whole.

Arguments: the program, the library that refuses, the folder of test data, the folder of the samples.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import unittest

from harness import LAMINA, main

REFUSE, DATA, SAMPLES = (os.path.abspath(path) for path in sys.argv[2:5])
STRIDE = int(os.environ.get("LAMINA_TEST_STRIDE", "1"))
# What is smaller than this is not decided by a file of a size that could hurt.
FROM = 64 << 10
# So many are tried one by one; of more, which come from loops, a part.
FIRST = 8
STEP = 3
OLD = b"what stood here before\n"


class Shortage(unittest.TestCase):
    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.folder = os.path.join(self.temporary.name, "files")
        self.said = os.path.join(self.temporary.name, "said")

    def tearDown(self):
        self.temporary.cleanup()

    def run_refused(self, args, nth):
        """Exit status, what was printed and said, and what is in the folder; whether a piece was refused."""
        shutil.rmtree(self.folder, ignore_errors=True)
        os.mkdir(self.folder)
        if "-o" in args and not args[-1].endswith(".sqlite"):
            with open(args[-1], "wb") as file:
                file.write(OLD)
        done = subprocess.run([LAMINA, *args], stdin=subprocess.DEVNULL, capture_output=True, check=False,
                              env={**os.environ, "LD_PRELOAD": REFUSE, "LAMINA_REFUSE_FROM": str(FROM),
                                   "LAMINA_REFUSE_NTH": str(nth), "LAMINA_REFUSE_SAY": self.said})
        found = {}
        for name in os.listdir(self.folder):
            with open(os.path.join(self.folder, name), "rb") as file:
                found[name] = file.read()
        is_refused = os.path.exists(self.said)
        if is_refused:
            os.unlink(self.said)
        return done.returncode, done.stdout, done.stderr.decode("utf-8", "replace"), found, is_refused

    def check(self, *args):
        status, out, err, files, _ = self.run_refused(args, 0)
        self.assertEqual((status, err), (0, ""))
        nth, n_words = 1, 0
        while True:
            failed, text, said, left, is_refused = self.run_refused(args, nth)
            if not is_refused:
                break
            with self.subTest(args=args, nth=nth):
                self.assertIn(failed, (0, 3), said)
                if failed == 0:
                    self.assertEqual((text, said), (out, ""))
                    self.assertEqual(left.keys(), files.keys())
                else:
                    n_words += 1
                    # What libpng can't do for want of memory, it says without a reason.
                    self.assertRegex(said, r"^lamina: [^\n]*(memory|libpng)[^\n]*\n$")
                    for name, content in left.items():
                        self.assertTrue(content == OLD or name.startswith("a.sqlite"), name)
            nth += STRIDE if nth < FIRST else STEP * STRIDE
        self.assertGreater(n_words, 0)

    def layers(self, *path):
        self.check("layers", "--format", "json", os.path.join(*path))

    def test_chainer(self):
        self.layers(SAMPLES, "unet-chainer.txt")

    def test_chrome(self):
        self.layers(SAMPLES, "training.trace.json")

    def test_megengine(self):
        self.layers(SAMPLES, "resnet50-megengine.json")

    def test_memory_snapshot(self):
        self.layers(SAMPLES, "charlm-memory.pickle")

    def test_nsys(self):
        self.layers(DATA, "nsys", "autograd.sqlite")

    def test_pytorch(self):
        self.layers(SAMPLES, "convnet-pytorch.pt.trace.json")

    def test_tensorflow(self):
        self.layers(SAMPLES, "lenet-tensorflow.txt")

    def test_tensorrt(self):
        self.layers(SAMPLES, "resnet18-tensorrt.graph.json")

    def test_tvm(self):
        self.layers(SAMPLES, "mobilenet-tvm.txt")

    def write(self, command, name):
        self.check(command, os.path.join(SAMPLES, "mobilenet-tvm.txt"), "-o", os.path.join(self.folder, name))

    def test_picture(self):
        self.write("export", "a.png")

    def test_page(self):
        self.write("export", "a.pdf")

    def test_drawing(self):
        self.write("export", "a.svg")

    def test_report(self):
        self.write("report", "a.html")

    def test_tables(self):
        self.write("tables", "a.sqlite")


main()
