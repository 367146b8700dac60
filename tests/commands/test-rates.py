# SPDX-License-Identifier: Apache-2.0
"""How fast layers are, as `lamina info`, `layers`, `charts` and `report` tell it: over the time of known work alone, and never
above what the device can without a mark and a reason.

Arguments: the program, and the folder of its samples. Real traces are looked for where LAMINA_REAL_FILES says.
"""

import concurrent.futures
import csv
import glob
import io
import json
import math
import os
import re
import sys
import tempfile
import unittest

from harness import main, read_json, run

SAMPLES = sys.argv[2]
REAL_FILES = os.environ.get("LAMINA_REAL_FILES", "")
STRIDE = int(os.environ.get("LAMINA_TEST_STRIDE", "1"))
SUFFIXES = (".json", ".json.gz", ".txt", ".log", ".npz")
PYTORCH = "convnet-pytorch.pt.trace.json"
A100 = "NVIDIA A100-SXM4-40GB"
NBSP = "\u00a0"


class Trace:
    """A trace of torch.profiler with a stream of kernels, one behind the other, each launched by an operator of its own."""

    def __init__(self, device=A100):
        self.events, self.device, self.now, self.ids = [], device, 1000, 0

    def add(self, name, shapes, kernel, inside=(), dtype="float"):
        """An operator with a kernel of so many microseconds (none for 0), and others inside it."""
        start, self.ids = self.now, self.ids + 1
        own, self.now = self.ids, self.now + 1
        if kernel:
            link = {"External id": own, "correlation": own}
            self.events.append({"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": 1, "tid": 1,
                                "ts": self.now, "dur": 1, "args": link})
            self.events.append({"ph": "X", "cat": "kernel", "name": "k" + str(own), "pid": 0, "tid": 7,
                                "ts": self.now + 100000 * own, "dur": kernel, "args": {**link, "device": 0, "stream": 7}})
        self.now += 2
        for child in inside:
            self.add(*child)
        self.now += 1
        self.events.append({"ph": "X", "cat": "cpu_op", "name": name, "pid": 1, "tid": 1, "ts": start, "dur": self.now - start,
                            "args": {"External id": own, "Input Dims": shapes, "Input type": [dtype for _ in shapes]}})
        self.now += 1

    def write(self, folder):
        path = os.path.join(folder, "trace.json")
        with open(path, "w", encoding="utf-8") as file:
            json.dump({"schemaVersion": 1, "deviceProperties": [{"id": 0, "name": self.device}],
                       "traceEvents": self.events}, file)
        return path


SQUARE = [[1024, 1024], [1024, 1024]]
FLOP = 2 * 1024 ** 3


class Rates(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def make(self, *operators, **options):
        trace = Trace(**options)
        for operator in operators:
            trace.add(*operator)
        return trace.write(self.folder)

    def find(self, path, *columns, **options):
        """Rows of layers by their names."""
        args = [f"--{key}={value}" for key, value in options.items()]
        return {row["name"]: row for row in read_json("layers", "--columns", ",".join(("name",) + columns), "--format", "json",
                                                      *args, path)}

    def info(self, path):
        return run("info", path)[1].replace(NBSP, " ")

    def test_part(self):
        """One millisecond of ten is known: 2.15 GFLOP in it are 2.15 TFLOP/s, not 215 GFLOP/s."""
        path = self.make(("aten::mm", SQUARE, 1000), ("mine::secret", [], 9000))
        self.assertIn("≈ 2.15 GFLOP, ≈ 2.15 TFLOP/s over 10.0 % of the time\n", self.info(path))
        totals = read_json("info", "--json", path)["runs"][0]["totals"]
        self.assertEqual((totals["duration_ns"], totals["flop"]), (10_000_000, FLOP))
        self.assertAlmostEqual(totals["flop_per_s"], FLOP / 1e-3, delta=1)
        self.assertEqual((totals["flop_covered_ns"], totals["flop_covered_share"], totals["flop_suspicious"]),
                         (1_000_000, 0.1, None))
        self.assertAlmostEqual(totals["bytes_per_s"], 3 * 4 * 1024 ** 2 / 1e-3, delta=1)
        self.assertEqual((totals["bytes_covered_ns"], totals["bytes_covered_share"], totals["bytes_suspicious"]),
                         (1_000_000, 0.1, None))

    def test_groups(self):
        """All of one device in one group: the same, whichever way it is asked for."""
        path = self.make(("aten::mm", SQUARE, 1000), ("mine::secret", [], 9000))
        group, = read_json("layers", "--group", "device", "--format", "json", path)
        self.assertAlmostEqual(group["flop_per_s"], FLOP / 1e-3, delta=1)
        self.assertEqual((group["flop_covered_ns"], group["flop_covered_share"]), (1_000_000, 0.1))
        _, out, _ = run("layers", "--group", "device", "--columns", "name,flops,bandwidth", path)
        self.assertIn("≈ 2.15 TFLOP/s over 10.0 %", out.replace(NBSP, " "))
        self.assertIn("≈ 12.6 GB/s over 10.0 %", out.replace(NBSP, " "))
        _, out, _ = run("layers", "--group", "device", "--format", "csv", path, raw=True)
        row, = csv.DictReader(io.StringIO(out.decode("utf-8"), newline=""))
        self.assertAlmostEqual(float(row["flop_per_s"]), FLOP / 1e-3, delta=1)
        self.assertEqual((row["flop_covered_ns"], float(row["flop_covered_share"]), row["flop_suspicious"]),
                         ("1000000", 0.1, ""))

    def test_traffic(self):
        """The bandwidth of a type of which one layer in two says what it moves."""
        path = self.make(("aten::add", [[1 << 20], [1 << 20]], 100), ("aten::add", [], 300))
        row, = read_json("charts", "--chart", "traffic", "--format", "json", path)
        self.assertAlmostEqual(row["bytes_per_s"], 3 * 4 * (1 << 20) / 1e-4, delta=1)
        self.assertEqual((row["bytes_covered_share"], row["suspicious"]), (0.25, []))

    def test_nested(self):
        """`linear` leaves its work to `addmm`; the kernel that `bmm` does its work with lies in an operator of no name."""
        wide = [[1, 1024, 1024], [1, 1024, 1024]]
        path = self.make(("aten::linear", SQUARE, 0, [("aten::addmm", [[1024], *SQUARE], 1000)]),
                         ("aten::bmm", wide, 1, [("mine::inner", [], 999)]),
                         ("mine::secret", [], 2000))
        totals = read_json("info", "--json", path)["runs"][0]["totals"]
        self.assertEqual((totals["flop_covered_ns"], totals["flop_covered_share"]), (2_000_000, 0.5))
        self.assertAlmostEqual(totals["flop_per_s"], totals["flop"] / 2e-3, delta=1)
        rows = self.find(path, "flops", "flop")
        self.assertIsNone(rows["aten::linear"]["flop_per_s"])
        self.assertAlmostEqual(rows["aten::bmm"]["flop_per_s"], FLOP / 1e-3, delta=1)
        self.assertIsNone(rows["mine::inner"]["flop_per_s"])

    def test_no_time(self):
        """A launch that takes no time, or one step of the clock, is not infinitely fast."""
        path = self.make(("aten::mm", SQUARE, 1), ("aten::bmm", [[1, 8, 8], [1, 8, 8]], 0), ("aten::addmm", [[8], *SQUARE], 1000))
        rows = self.find(path, "flops")
        self.assertIsNone(rows["aten::mm"]["flop_per_s"])
        self.assertIsNone(rows["aten::bmm"]["flop_per_s"])
        self.assertGreater(rows["aten::addmm"]["flop_per_s"], 0)

    def test_above_the_device(self):
        """2.15 GFLOP in 10 µs are 215 TFLOP/s, and 12.6 MB are 1.26 TB/s: an A100 does 156 in TF32, and 1.55 TB/s."""
        path = self.make(("aten::mm", SQUARE, 10), ("aten::addmm", [[1024], *SQUARE], 2000), ("aten::relu", [[1 << 24]], 50))
        reason = "above the 156 TFLOP/s of NVIDIA A100 40GB: the FLOP are estimated"
        rows = self.find(path, "flops", "bandwidth")
        self.assertEqual(rows["aten::mm"]["flop_suspicious"].replace(NBSP, " "), reason)
        self.assertEqual((rows["aten::addmm"]["flop_suspicious"], rows["aten::mm"]["bytes_suspicious"]), (None, None))
        self.assertEqual(rows["aten::relu"]["bytes_suspicious"].replace(NBSP, " "),
                         "above the 1.55 TB/s of NVIDIA A100 40GB: the bytes are estimated, and some may come from caches")
        out = run("layers", path)[1].replace(NBSP, " ")
        self.assertIn("! ≈ 215 TFLOP/s", out)
        self.assertIn(f"\n! {reason}\n", out)
        self.assertNotIn("! ", run("layers", "--device", "none", path)[1].replace(NBSP, " "))
        roofline = read_json("charts", "--chart", "roofline", "--format", "json", path)
        self.assertEqual({row["name"]: row["suspicious"] for row in roofline},
                         {"aten::mm": ["flop_per_s", "of_roof"], "aten::addmm": [], "aten::relu": ["bytes_per_s", "of_roof"]})

    def test_run_above_the_device(self):
        path = self.make(("aten::mm", SQUARE, 10), ("mine::secret", [], 90))
        reason = "! above the 156 TFLOP/s of NVIDIA A100 40GB: the FLOP are estimated"
        self.assertRegex(self.info(path), r"! ≈ 215 TFLOP/s over 10\.0 % of the time\n +" + re.escape(reason) + "\n")
        page = os.path.join(self.folder, "page.md")
        self.assertEqual(run("report", path, "-o", page)[0], 0)
        with open(page, encoding="utf-8") as file:
            text = file.read().replace(NBSP, " ")
        self.assertIn("215 TFLOP/s over 10.0 % of the time", text)
        self.assertIn(reason[2:], text)
        self.assertIn("\n\\" + reason + "\n", text)

    def test_other_types(self):
        """What half the bits allow: 215 TFLOP/s are no wonder for an A100 with float16."""
        path = self.make(("aten::mm", SQUARE, 10, (), "c10::Half"), ("mine::secret", [], 90))
        self.assertIn("GFLOP, ≈ 215 TFLOP/s over 10.0 % of the time\n", self.info(path))


PREFIXES = {"k": 1e3, "M": 1e6, "G": 1e9, "T": 1e12, "P": 1e15}


def find_limits(text):
    """The highest rates of the device that `info` names, or None."""
    line = re.search(r"(?m)^  device +.*: ([\d.]+) (.)B/s(.*)$", text)
    if line is None:
        return None
    peaks = [float(number) * PREFIXES[prefix] for number, prefix in re.findall(r" ([\d.]+) (.)FLOP/s", line[3])]
    return float(line[1]) * PREFIXES[line[2]], max(peaks, default=math.inf)


class Traces(unittest.TestCase):
    """No rate of any of them is above what its device can, but those that are marked; nor where a slow device is named."""

    def check(self, rates, limits):
        marked = 0
        for what, limit, tolerance in (("bytes", limits[0], 1.02), ("flop", limits[1], 1.11)):
            rate = rates[what + "_per_s"]
            self.assertFalse(rate is not None and not math.isfinite(rate))
            if rate is not None and rate > limit * tolerance:
                self.assertIsNotNone(rates[what + "_suspicious"], rates)
            marked += rates[what + "_suspicious"] is not None
        return marked

    def look(self, path, text, *device):
        """@text: what `info` says of a device."""
        limits = find_limits(text) or (math.inf, math.inf)
        marked, n = 0, 0
        for run_ in read_json("info", "--json", *device, path)["runs"]:
            totals = run_["totals"]
            marked += self.check(totals, limits)
            for what in ("flop", "bytes"):
                if totals[what + "_covered_ns"] is not None:
                    self.assertLessEqual(totals[what + "_covered_ns"], totals["duration_ns"])
                    self.assertAlmostEqual(totals[what + "_covered_share"], totals[what + "_covered_ns"] / totals["duration_ns"])
        for group in ((), ("--group", "type"), ("--group", "device")):
            for row in read_json("layers", "--run", "all", *group, "--columns", "name,flops,bandwidth", "--format", "json",
                                 *device, path):
                n += 1
                self.assertTrue(row["flop_covered_share"] is None or 0 < row["flop_covered_share"] <= 1, row)
                marked += self.check(row, limits)
        return n, marked

    def check_all(self, paths):
        slow = "--device", "NVIDIA T4"
        of_slow = run("info", *slow, os.path.join(SAMPLES, PYTORCH))[1].replace(NBSP, " ")
        self.assertIsNotNone(find_limits(of_slow))

        def look_twice(path):
            status, text, _ = run("info", path)
            if status != 0:
                return 0, 0
            self.look(path, text.replace(NBSP, " "))
            return self.look(path, of_slow, *slow)

        rows = marked = 0
        # The program is waited for most of the time.
        with concurrent.futures.ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
            for path, looking in [(path, pool.submit(look_twice, path)) for path in paths]:
                with self.subTest(path=os.path.basename(path)):
                    n, doubts = looking.result()
                    rows, marked = rows + n, marked + doubts
        # A T4 is too slow for what much faster devices did: the marks are there, where they are needed.
        self.assertGreater(rows, 0)
        self.assertGreater(marked, 0)

    def test_samples(self):
        self.check_all([os.path.join(SAMPLES, name) for name in
                        (PYTORCH, "mobilenet-tvm.txt", "resnet50-megengine.json")])

    @unittest.skipUnless(REAL_FILES, "LAMINA_REAL_FILES names no folder")
    def test_real(self):
        paths = [path for folder in ("samples", "seeds")
                 for path in sorted(glob.glob(os.path.join(REAL_FILES, folder, "**", "*"), recursive=True))]
        self.check_all([path for path in paths if path.endswith(SUFFIXES)][::STRIDE])


main()
