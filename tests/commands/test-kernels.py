# SPDX-License-Identifier: Apache-2.0
"""The kernel summary, held against the JSON of traces: `lamina slices --group`, the charts and the report of the same."""

import collections
import decimal
import html
import json
import os
import re
import sys
import tempfile
import unittest

from harness import main, read_json, run
from kineto_times import Times, list_real_files

SAMPLE = os.path.join(sys.argv[2], "convnet-pytorch.pt.trace.json")
REAL = list_real_files(os.environ.get("LAMINA_REAL_FILES", ""))


def add_up(pairs):
    """From keys and durations: calls, total, shortest, longest of each."""
    found = collections.defaultdict(list)
    for key, time in pairs:
        found[key].append(time)
    return {key: (len(times), sum(times), min(times), max(times)) for key, times in found.items()}


def read_groups(by, *args):
    rows = read_json("slices", "--group", by, "--format", "json", *args)
    return {row[by]: (row["calls"], row["total_ns"], row["min_ns"], row["max_ns"]) for row in rows}, rows


def list_events(times):
    return [(device, stream, event) for device, streams in times.devices.items() for stream, events in streams.items()
            for event in events]


class Summary(unittest.TestCase):
    def check_rows(self, rows):
        """What follows from the sums of a row, and the order."""
        total = sum(row["total_ns"] for row in rows)
        self.assertEqual([row["total_ns"] for row in rows], sorted((row["total_ns"] for row in rows), reverse=True))
        for row in rows:
            self.assertAlmostEqual(row["mean_ns"], row["total_ns"] / row["calls"], places=3)
            if total:
                self.assertAlmostEqual(row["share"], row["total_ns"] / total, places=9)

    def check_trace(self, path):
        times = Times(path)
        events = list_events(times)
        found, rows = read_groups("name", path)
        self.check_rows(rows)
        # What several kernels are called for short is told by the slices.
        short = {row["raw_name"]: row["name"] for row in read_json("slices", "--format", "json", path)}
        self.assertEqual(found, add_up((short[event.name], event.end - event.start) for _, _, event in events))
        whole = {row["raw_name"]: row["total_ns"] for row in rows if row["raw_name"] is not None}
        expected = add_up((event.name, event.end - event.start) for _, _, event in events)
        self.assertEqual(whole, {name: expected[name][1] for name in whole})
        found, rows = read_groups("stream", path)
        self.check_rows(rows)
        self.assertEqual({tuple(re.search(r"GPU (\d+).*stream (-?\d+)", name).groups()): sums for name, sums in found.items()},
                         add_up(((str(device), stream), event.end - event.start) for device, stream, event in events))
        found, rows = read_groups("rank", path)
        self.check_rows(rows)
        self.assertEqual({re.search(r"GPU (\d+)", name)[1]: sums for name, sums in found.items()},
                         add_up((str(device), event.end - event.start) for device, _, event in events))

    @unittest.skipUnless(REAL, "LAMINA_REAL_FILES names no folder with them")
    def test_real(self):
        for path in REAL:
            with self.subTest(os.path.basename(path)):
                self.check_trace(path)

    def test_sample(self):
        self.check_trace(SAMPLE)

    def test_modules(self):
        """The modules around the call that launches each kernel; of what runs backward, those around the operator that has its
        Sequence number."""
        with open(SAMPLE, encoding="utf-8") as file:
            events = json.load(file, parse_float=decimal.Decimal)["traceEvents"]
        modules = [(*Times.times(event), (str(event["pid"]), str(event["tid"])), event["name"]) for event in events
                   if event.get("name", "").startswith("nn.Module: ")]
        operators = [(*Times.times(event), (str(event["pid"]), str(event["tid"])), event["args"]) for event in events
                     if event.get("cat") == "cpu_op" and "Sequence number" in event["args"]]
        forward = {args["Sequence number"]: place for *place, args in operators if not args["Fwd thread id"]}

        def find_path(start, end, track):
            around = sorted(module for module in modules if module[0] <= start and end <= module[1] and module[2] == track)
            return " / ".join(re.sub(r"_\d+$", "", name.removeprefix("nn.Module: ")) for *_, name in around)

        pairs = []
        for _, _, event in list_events(Times(SAMPLE)):
            launched, returned, track = event.launch
            path = find_path(launched, returned, track)
            around = [args["Sequence number"] for start, end, thread, args in operators
                      if start <= launched and returned <= end and thread == track and args["Fwd thread id"]]
            if not path and around and (of := find_path(*forward[around[-1]])):
                path = of + ", backward"
            pairs.append((path or None, event.end - event.start))
        found, rows = read_groups("module", SAMPLE)
        self.check_rows(rows)
        self.assertEqual(found, add_up(pairs))
        self.assertGreater(len(found), 3)

    def test_section(self):
        """Two steps together are the whole."""
        every = read_groups("name", SAMPLE)[0]
        steps = [read_groups("name", SAMPLE, "--section", str(i))[0] for i in (1, 2)]
        for name, sums in every.items():
            own = [step[name] for step in steps if name in step]
            self.assertEqual((sum(row[0] for row in own), sum(row[1] for row in own)), sums[:2])

    def test_chart(self):
        """The chart has what the command has, and each of its slices once."""
        for by, label, chart in (("name", "kernel", "kernels"), ("module", "module", "kernels-by-module"),
                                 ("stream", "stream", "kernels-by-stream")):
            found = read_groups(by, SAMPLE)[0]
            rows = read_json("charts", "--chart", chart, "--format", "json", SAMPLE)
            self.assertEqual({None if row[label] == "outside any module" else row[label]:
                              (row["calls"], row["total_ns"], row["min_ns"], row["max_ns"]) for row in rows}, found)
            self.assertTrue(all(len(row["slices_behind"]) == row["calls"] for row in rows))
            behind = [slice_ for row in rows for slice_ in row["slices_behind"]]
            self.assertEqual(len(set(behind)), len(behind))
            self.assertAlmostEqual(sum(row["share"] for row in rows), 1)

    def test_report(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "report.md")
            self.assertEqual(run("report", SAMPLE, "-o", path)[0], 0)
            with open(path, encoding="utf-8") as file:
                text = file.read()
        rows = read_groups("name", SAMPLE)[1]
        table = text[text.index(f"## The 20 of {len(rows)} kernels with the most device time"):]
        cells = [cell.strip() for cell in table.split("\n| ")[2].split("|")]
        self.assertEqual(html.unescape(cells[0]).replace("\\", ""), rows[0]["name"])
        self.assertEqual(cells[1], str(rows[0]["calls"]))

    def make(self, events):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        path = os.path.join(folder.name, "made.pt.trace.json")
        with open(path, "w", encoding="utf-8") as file:
            json.dump({"schemaVersion": 1, "deviceProperties": [{"id": 0, "name": "GPU"}], "traceEvents": events}, file)
        return path

    def test_beside(self):
        """One kernel inside another in time, as graphs launch them: both count; an annotation around them does not."""
        def work(name, start, length, cat="kernel"):
            return {"ph": "X", "cat": cat, "name": name, "pid": 0, "tid": 7, "ts": start, "dur": length,
                    "args": {"device": 0, "stream": 7, "correlation": start}}
        path = self.make([work("outer", 10, 50), work("inner", 20, 5), work("inner", 70, 7),
                          work("forward", 0, 100, "gpu_user_annotation")])
        self.assertEqual(read_groups("name", path)[0], {"outer": (1, 50000, 50000, 50000), "inner": (2, 12000, 5000, 7000)})

    def test_parts(self):
        """A loop of XLA has what its body leaves of it; what was annotated beside it is no work."""
        path = os.path.join(os.path.dirname(__file__), "..", "data", "xprof", "tpu.json")
        found = read_groups("name", path)[0]
        self.assertEqual(found["while.1"], (4, 4 * 10377, 10377, 10377))
        self.assertEqual(found["fusion.2"], (4, 4 * 20123, 20123, 20123))
        self.assertEqual(set(found), {"while.1", "fusion.2", "copy.3", "dot.4"})

    def test_nothing(self):
        """No devices, no kernels; words that are none are refused."""
        path = self.make([{"ph": "X", "cat": "cpu_op", "name": "aten::add", "pid": 1, "tid": 1, "ts": 0, "dur": 1}])
        for by in ("name", "module", "stream", "rank"):
            self.assertEqual(read_groups(by, path)[1], [])
        self.assertEqual(run("slices", "--group", "color", SAMPLE)[0], 2)
        self.assertEqual(run("slices", "--limit", "3", SAMPLE)[0], 2)
        self.assertEqual(len(read_groups("name", SAMPLE, "--limit", "3")[1]), 3)


if __name__ == "__main__":
    main()
