# SPDX-License-Identifier: Apache-2.0
"""The steps of traces by the clock, and what devices do meanwhile, held against unions of intervals over the JSON."""

import bisect
import os
import re
import statistics
import sys
import unittest

from harness import main, read_json, run
from kineto_times import Times, list_real_files, measure, read_steps, read_trace, subtract, unite

SAMPLES = sys.argv[2]
SAMPLE = os.path.join(SAMPLES, "convnet-pytorch.pt.trace.json")
REAL = list_real_files(os.environ.get("LAMINA_REAL_FILES", ""))

KEYS = ("wall_ns", "compute_ns", "exposed_communication_ns", "exposed_copy_ns", "idle_ns")


def divide(times, device, start, end):
    """What a device does from one moment to another, as TraceLens divides it."""
    work, exchange, copy = (unite((event.start, event.end) for event in times.list_events(device) if event.kind == kind)
                            for kind in ("work", "exchange", "copy"))
    parts = [measure(pieces, start, end) for pieces in (work, subtract(exchange, work), subtract(subtract(copy, work), exchange))]
    return (end - start, *parts, end - start - sum(parts))


class Steps(unittest.TestCase):
    def check_trace(self, path):
        steps, times = read_steps(path), Times(path)
        rows = read_json("charts", "--chart", "iterations", "--format", "json", path)
        expected = {}
        for name, start, end in steps:
            for device in times.devices:
                expected[name if len(times.devices) == 1 else (name, device)] = divide(times, device, start, end)
        self.assertEqual({row["section"]: tuple(row[key] for key in KEYS) for row in rows}, expected)
        for row in rows:
            self.assertEqual(row["wall_ns"], sum(row[key] for key in KEYS[1:]))
        self.check_median(rows)
        slowest = max(steps, key=lambda step: (step[2] - step[1], -step[1]))[0]
        chart = next(chart for chart in read_json("charts", "--format", "json", path) if chart["id"] == "iterations")
        self.assertRegex(chart["subtitle"], f"the slow(est|er) is {re.escape(slowest)} at")

    def check_median(self, rows):
        """The median is that of Python, pandas and HTA: of an even number of steps the mean of the two in the middle."""
        median = statistics.median(row["wall_ns"] for row in rows)
        for row in rows:
            self.assertAlmostEqual(row["of_median"], row["wall_ns"] / median, places=6)

    def check_windows(self, path):
        """Windows of one round length, side by side from the first work to the last: what is busy in each, over all streams."""
        times = Times(path)
        pieces = {device: unite((event.start, event.end) for event in times.list_events(device)) for device in times.devices}
        first = min(own[0][0] for own in pieces.values())
        rows = read_json("charts", "--chart", "utilization", "--format", "json", path)
        at = rows[0]["start"]
        for row in rows:
            self.assertEqual(row["start"], at)
            start = first + row["start"] - rows[0]["start"]
            at += row["duration_ns"]
            end = start + row["duration_ns"]
            for i, own in enumerate(pieces.values()):
                near = own[bisect.bisect(own, start, key=lambda piece: piece[1]):
                           bisect.bisect(own, end, key=lambda piece: piece[0])]
                self.assertAlmostEqual(row[f"device_{i + 1}_busy_share"], measure(near, start, end) / (end - start), places=9)
        self.assertEqual(at - rows[0]["start"], max(own[-1][1] for own in pieces.values()) - first)
        length = max(row["duration_ns"] for row in rows)
        self.assertRegex(str(length), "^[125]0*$")
        self.assertTrue(all(row["start"] % length == 0 and row["duration_ns"] == length for row in rows[1:-1]))
        self.assertLessEqual(len(rows), 201)

    def check_extent(self, path):
        """A run begins with its first event and ends with its last. The span of the profiler is none, nor is it for HTA."""
        times = [Times.times(event) for event in read_trace(path)
                 if event.get("ph") == "X" and event.get("cat") != "Trace" and event.get("dur", -1) >= 0]
        self.assertEqual(read_json("info", "--json", path)["runs"][0]["axis"]["end"],
                         max(end for _, end in times) - min(start for start, _ in times))

    def test_extent(self):
        self.check_extent(SAMPLE)

    @unittest.skipUnless(REAL, "LAMINA_REAL_FILES names no folder with them")
    def test_extent_real(self):
        for path in REAL:
            with self.subTest(os.path.basename(path)):
                self.check_extent(path)

    @unittest.skipUnless(REAL, "LAMINA_REAL_FILES names no folder with them")
    def test_utilization_real(self):
        for path in REAL:
            with self.subTest(os.path.basename(path)):
                self.check_windows(path)

    def test_utilization(self):
        self.check_windows(SAMPLE)

    @unittest.skipUnless(REAL, "LAMINA_REAL_FILES names no folder with them")
    def test_real(self):
        n = 0
        for path in REAL:
            with self.subTest(os.path.basename(path)):
                if len(read_steps(path)) > 1:
                    self.check_trace(path)
                    n += 1
        self.assertGreater(n, 2)

    def test_sample(self):
        self.check_trace(SAMPLE)

    def test_filter(self):
        """A step that is chosen stands alone."""
        rows = read_json("charts", "--chart", "iterations", "--section", "2", "--format", "json", SAMPLE)
        self.assertEqual([row["section"] for row in rows], ["ProfilerStep#4"])

    def test_devices(self):
        """The steps of two devices, which the file names by numbers."""
        path = os.path.join(os.path.dirname(__file__), "..", "data", "xprof", "tpu.json")
        rows = read_json("charts", "--chart", "iterations", "--format", "json", path)
        self.assertEqual([(row["section"], row["wall_ns"], row["compute_ns"], row["idle_ns"]) for row in rows],
                         [(f"Step {step}, /device:TPU:{device}", 60000, 59500, 500) for step in (7, 8) for device in (0, 1)])

    def test_host(self):
        """Runs of ONNX Runtime, which are numbered in the order of time, have no device to divide them by."""
        path = os.path.join(SAMPLES, "mobilenet-onnxruntime.json")
        rows = read_json("charts", "--chart", "iterations", "--format", "json", path)
        runs = sorted((row["start"], row["duration"]) for row in read_json("slices", "--format", "json", path)
                      if row["name"] == "model_run")
        self.assertEqual([(row["section"], row["wall_ns"], row["idle_ns"]) for row in rows],
                         [(f"model_run {i + 1}", duration, None) for i, (_, duration) in enumerate(runs)])
        self.check_median(rows)

    def test_report(self):
        status, out, err = run("charts", "--chart", "iterations", SAMPLE)
        self.assertEqual((status, err), (0, ""))
        self.assertIn("exposed communication", out)


if __name__ == "__main__":
    main()
