# SPDX-License-Identifier: Apache-2.0
"""When devices are idle and why, held against the JSON of traces: `lamina gaps` and the devices of `lamina info`."""

import collections
import csv
import glob
import json
import os
import random
import re
import sys
import tempfile
import unittest

from harness import main, read_json, run
from kineto_times import Times, list_real_files, measure, unite

SAMPLES = sys.argv[2]
REAL_FILES = os.environ.get("LAMINA_REAL_FILES", "")
REAL = list_real_files(REAL_FILES)

CAUSES = ("sync", "launch_bound", "launch_call", "launch_to_start", "kernel_wait", "copy", "communication", "dependency",
          "unknown")


def device_number(name):
    return int(re.search(r"GPU (\d+)", name)[1])


def sum_up(rows):
    """Nanoseconds by class and by cause, and how many gaps."""
    sums = collections.Counter(gaps=len(rows))
    for row in rows:
        sums[row["class"]] += row["duration_ns"]
        for cause in CAUSES:
            sums["cause " + cause] += row[f"idle_{cause}_ns"]
    return +sums


def sum_up_expected(gaps):
    sums = collections.Counter(gaps=len(gaps))
    for gap in gaps:
        sums[gap.kind] += gap.end - gap.start
        for cause, time in gap.parts.items():
            sums["cause " + cause] += time
    return +sums


def check_trace(test, path):
    """All that is said of the devices of a trace is what its JSON says."""
    times = Times(path)
    devices = {device_number(device["name"]): device for device in read_json("info", "--json", path)["runs"][0]["devices"]}
    gaps = read_json("gaps", "--format", "json", path)
    test.assertEqual(set(devices), set(times.devices))
    for number, device in devices.items():
        work = times.measure_work(number)
        idle = sum(device[f"idle_{cause}_ns"] for cause in CAUSES)
        test.assertEqual({**device["busy_parts_ns"], "idle": idle}, work)
        test.assertEqual(device["busy_ns"], work["computation"] + work["exposed_communication"] + work["exposed_copy"])
        own = [gap for gap in gaps if device_number(gap["device"]) == number]
        test.assertEqual(sum_up(own), sum_up_expected(times.list_gaps(number)))
        test.assertEqual(device["gaps"], len(own))
        test.assertEqual(+collections.Counter(device["gap_classes_ns"]),
                         +collections.Counter({kind: time for kind, time in sum_up(own).items()
                                               if kind in device["gap_classes_ns"]}))
    check_streams(test, path, times)


def check_streams(test, path, times):
    """By stream, classes are HTA's: what it calls other is other and unknown here, for it finds no launch either."""
    rows = read_json("gaps", "--per", "stream", "--format", "json", path)
    classes = ("host_wait", "kernel_wait", "other", "unknown")
    for number, streams in times.devices.items():
        for stream in streams:
            own = [row for row in rows if device_number(row["device"]) == number
                   and re.search(r"stream (-?\d+)", row["device"])[1] == stream]
            expected = sum_up_expected(times.list_gaps(number, stream))
            found = sum_up(own)
            test.assertEqual({kind: found[kind] for kind in classes}, {kind: expected[kind] for kind in classes}, (number, stream))
            hta = times.classify_as_hta(number, stream)
            test.assertEqual((found["host_wait"], found["kernel_wait"] + found["other"] + found["unknown"]),
                             (hta["host_wait"], hta["kernel_wait"] + hta["other"]), (number, stream))
            if not found["unknown"]:
                test.assertEqual(found["kernel_wait"], hta["kernel_wait"])


class Real(unittest.TestCase):
    @unittest.skipUnless(REAL, "LAMINA_REAL_FILES names no folder with them")
    def test_real(self):
        for path in REAL:
            with self.subTest(os.path.basename(path)):
                check_trace(self, path)

    @unittest.skipUnless(REAL, "LAMINA_REAL_FILES names no folder with them")
    def test_waits(self):
        """Waits overlap the gaps of this trace by 0.18 ms of 12.9 s, of which 0.13 ms lie before the launches that end them."""
        path = next(path for path in REAL if "alexnet" in path)
        device = read_json("info", "--json", path)["runs"][0]["devices"][0]
        times = Times(path)
        waits = unite(sum(times.waits.values(), []))
        self.assertEqual(sum(measure(waits, gap.start, gap.end) for gap in times.list_gaps(0)), 176000)
        self.assertEqual(device["idle_sync_ns"], 131000)
        self.assertGreater(device["idle_launch_bound_ns"] + device["idle_launch_call_ns"], 12.8e9)


    @unittest.skipUnless(REAL, "LAMINA_REAL_FILES names no folder with them")
    def test_tracelens(self):
        """What TraceLens itself wrote of a trace, whose doubles hold such times to an eighth of a microsecond."""
        for table in glob.glob(os.path.join(REAL_FILES, "samples", "graphs", "*", "perf_csvs", "gpu_timeline.csv")):
            trace = os.path.join(os.path.dirname(os.path.dirname(table)), "graph_execution.json.gz")
            with open(table, encoding="utf-8", newline="") as file:
                expected = {row["type"]: float(row["time ms"]) * 1e6 for row in csv.DictReader(file)}
            device = read_json("info", "--json", trace)["runs"][0]["devices"][0]
            parts = device["busy_parts_ns"]
            for key, found in (("computation_time", parts["computation"]), ("busy_time", device["busy_ns"]),
                               ("exposed_comm_time", parts["exposed_communication"]),
                               ("exposed_memcpy_time", parts["exposed_copy"]), ("total_time", device["span_ns"]),
                               ("idle_time", device["span_ns"] - device["busy_ns"])):
                self.assertAlmostEqual(found, expected[key], delta=500, msg=key)


class Sample(unittest.TestCase):
    def test_sample(self):
        check_trace(self, os.path.join(SAMPLES, "convnet-pytorch.pt.trace.json"))


class Maker:
    """Writes traces as PyTorch does: threads that launch, wait and do other things, and streams that work through it."""

    def __init__(self):
        self.events = []
        self.correlation = 0

    def call(self, name, start, length, tid=1, correlation=None):
        args = {} if correlation is None else {"correlation": correlation}
        self.events.append({"ph": "X", "cat": "cuda_runtime", "name": name, "pid": 1, "tid": tid, "ts": start, "dur": length,
                            "args": args})

    def mark(self, name, start, length, tid=1, cat="user_annotation"):
        self.events.append({"ph": "X", "cat": cat, "name": name, "pid": 1, "tid": tid, "ts": start, "dur": length})

    def work(self, name, start, length, stream=7, launch=None, device=0, cat="kernel", tid=1):
        self.correlation += 1
        if launch is not None:
            self.call("cudaMemcpyAsync" if cat == "gpu_memcpy" else "cudaLaunchKernel", *launch, tid=tid,
                      correlation=self.correlation)
        self.events.append({"ph": "X", "cat": cat, "name": name, "pid": device, "tid": stream, "ts": start, "dur": length,
                            "args": {"device": device, "stream": stream, "correlation": self.correlation}})

    def write(self, folder, name):
        path = os.path.join(folder, name + ".pt.trace.json")
        with open(path, "w", encoding="utf-8") as file:
            json.dump({"schemaVersion": 1, "deviceProperties": [{"id": 0, "name": "GPU"}, {"id": 1, "name": "GPU"}],
                       "traceEvents": self.events}, file)
        return path


def make_random(seed):
    """A host that runs ahead, falls behind, waits and loads data; two devices with streams for work, copies and exchanges."""
    rand = random.Random(seed)
    maker = Maker()
    now, free = 0.0, collections.Counter()
    for _ in range(300):
        now += rand.choice((0, 0.3, 2.5, 2.5, 40))
        kind = rand.random()
        if kind < 0.1:
            length = round(rand.uniform(1, 60), 3)
            maker.call(rand.choice(("cudaStreamSynchronize", "cudaDeviceSynchronize", "cudaFree")), round(now, 3), length)
            now += length
            continue
        if kind < 0.2:
            length = round(rand.uniform(5, 90), 3)
            maker.mark("enumerate(DataLoader)#__next__", round(now, 3), length)
            now += length
            continue
        device, stream = rand.choice(((0, 7), (0, 7), (0, 7), (0, 20), (0, 24), (1, 7)))
        call = round(rand.uniform(1.5, 6), 3)
        cat, name = {20: ("gpu_memcpy", "Memcpy HtoD (Pinned -> Device)"),
                     24: ("kernel", "ncclDevKernel_AllReduce_Sum_f32_RING_LL")}.get(stream, ("kernel", "void gemm()"))
        start = round(max(now + rand.uniform(0.5, 8), free[device, stream] + rand.choice((0, 0.02, 0.029, 0.03, 1))), 3)
        length = round(rand.uniform(0.5, 25), 3)
        maker.work(name, start, length, stream, None if rand.random() < 0.05 else (round(now, 3), call), device, cat)
        free[device, stream] = start + length
        now += call
    return maker


class Made(unittest.TestCase):
    """Traces whose answers are known."""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def gaps(self, maker, *args):
        path = maker.write(self.folder.name, "made")
        check_trace(self, path)
        return read_json("gaps", "--format", "json", *args, path), read_json("info", "--json", path)["runs"][0]

    def test_random(self):
        for seed in range(12):
            with self.subTest(seed):
                check_trace(self, make_random(seed).write(self.folder.name, str(seed)))

    def make_loader(self, copies):
        """Four times the host loads data for 125 ms before it launches, and a wait ends 20 µs after the device is done."""
        maker = Maker()
        for step in range(4):
            begin = step * 200000
            maker.work("gemm", begin, 70000, launch=(begin - 10, 5))
            maker.call("cudaStreamSynchronize", begin + 100, 69920)
            maker.mark("enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__", begin + 70100, 125600)
            maker.mark(f"ProfilerStep#{step}", begin - 20, 199990)
            if copies:
                maker.work("Memcpy HtoD (Pageable -> Device)", begin + 196000, 4000, launch=(begin + 195900, 4100),
                           cat="gpu_memcpy")
        return maker

    def test_loader(self):
        """What the host does for 99 % of a gap is its cause, not a wait of 20 µs or the copy that ends it."""
        for copies in (False, True):
            maker = self.make_loader(copies)
            if not copies:
                maker.work("gemm", 800000, 10, launch=(799990, 5))
            gaps, info = self.gaps(maker)
            self.assertEqual(len(gaps), 4)
            for gap in gaps:
                self.assertEqual((gap["class"], gap["cause"], gap["idle_sync_ns"]), ("host_wait", "launch_bound", 20000))
                self.assertGreater(gap["idle_launch_bound_ns"], 125e6)
                self.assertEqual(gap["host"], "enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__")
                self.assertEqual(gap["host_ns"], 125600000)
            finding = next(finding for finding in info["findings"] if finding["rule"] == "idle-launch-bound")
            self.assertEqual(finding["gaps"], [0, 1, 2, 3])
            self.assertIn("enumerate(DataLoader)", finding["what"])
            self.assertIn("502\u00a0ms", finding["what"])
            self.assertFalse([finding for finding in info["findings"] if finding["rule"] in ("idle-sync", "idle-copy")])

    def test_groups(self):
        """Groups add up to the gaps; those by host slice have numbers of steps left out."""
        maker = make_random(3)
        path = maker.write(self.folder.name, "groups")
        gaps = read_json("gaps", "--format", "json", path)
        for by in ("cause", "host"):
            groups = read_json("gaps", "--group", by, "--format", "json", path)
            self.assertEqual(sum(group["duration_ns"] for group in groups), sum(gap["duration_ns"] for gap in gaps))
            for device in {gap["device"] for gap in gaps}:
                times = [group["duration_ns"] for group in groups if group["device"] == device]
                self.assertEqual(times, sorted(times, reverse=True))
        causes = {(group["device"], group["group"]): group
                  for group in read_json("gaps", "--group", "cause", "--format", "json", path)}
        for (device, cause), group in causes.items():
            parts = [gap[f"idle_{cause}_ns"] for gap in gaps if gap["device"] == device and gap[f"idle_{cause}_ns"]]
            self.assertEqual((group["gaps"], group["duration_ns"], group["longest_ns"]), (len(parts), sum(parts), max(parts)))

    def check_charts(self, path):
        """The charts by cause and by host slice, added up from the gaps one by one."""
        groups = {"gaps-by-cause": collections.defaultdict(list), "gaps-by-host": collections.defaultdict(list)}
        for gap in read_json("gaps", "--format", "json", path):
            host = re.sub(r"(?<=.)#[0-9]+$", "", gap["host"]) if gap["host"] is not None else "no host slice"
            groups["gaps-by-host"][gap["device"], host].append(gap["duration_ns"])
            for cause in CAUSES:
                if gap[f"idle_{cause}_ns"]:
                    groups["gaps-by-cause"][gap["device"], cause].append(gap[f"idle_{cause}_ns"])
        for chart, expected in groups.items():
            rows = read_json("charts", "--chart", chart, "--format", "json", path)
            self.assertEqual(len(rows), len(expected))
            found = sorted((row["device"], row["duration_ns"], row["gaps"], row["longest_ns"]) for row in rows)
            self.assertEqual(found, sorted((device, sum(parts), len(parts), max(parts)) for (device, _), parts in expected.items()))
        for row in rows:
            self.assertEqual(row["duration_ns"], sum(groups["gaps-by-host"][row["device"], row["group"]]))
            self.assertEqual(row["duration_ns"], sum(row[f"idle_{cause}_ns"] or 0 for cause in CAUSES))

    def test_charts(self):
        for seed in range(4):
            self.check_charts(make_random(seed).write(self.folder.name, "charts"))
        self.check_charts(os.path.join(SAMPLES, "convnet-pytorch.pt.trace.json"))

    @unittest.skipUnless(REAL, "LAMINA_REAL_FILES names no folder with them")
    def test_charts_real(self):
        for path in REAL:
            with self.subTest(os.path.basename(path)):
                self.check_charts(path)

    def test_rows(self):
        """Rows name slices as `lamina slices` does; sorting and limits leave the rows themselves as they are."""
        path = make_random(5).write(self.folder.name, "rows")
        slices = {row["id"]: row for row in read_json("slices", "--format", "json", path)}
        gaps = read_json("gaps", "--format", "json", path)
        for gap in gaps:
            for key in ("host", "before", "before_launch", "after", "after_launch"):
                self.assertEqual(gap[key], slices[gap[key + "_slice"]]["name"] if gap[key + "_slice"] is not None else None)
            after, before = slices[gap["after_slice"]], slices[gap["before_slice"]]
            self.assertEqual(gap["start"] + gap["duration_ns"], after["start"])
            self.assertEqual(gap["start"], before["start"] + before["duration"])
            if gap["host"] is not None:
                host = slices[gap["host_slice"]]
                covered = (min(host["start"] + host["duration"], after["start"]) - max(host["start"], gap["start"]))
                self.assertEqual(gap["host_ns"], covered)
                self.assertGreater(2 * covered, gap["duration_ns"])
        longest = read_json("gaps", "--sort", "duration", "--limit", "7", "--format", "json", path)
        self.assertEqual(longest, sorted(gaps, key=lambda gap: -gap["duration_ns"])[:7])

    def test_forms(self):
        """The same rows as JSON, as CSV and for people."""
        path = make_random(5).write(self.folder.name, "forms")
        gaps = read_json("gaps", "--format", "json", path)
        lines = run("gaps", "--format", "csv", path)[1].split("\r\n")
        self.assertEqual(lines[0].split(",")[:6], list(gaps[0])[:6])
        self.assertEqual(len(lines) - 2, len(gaps))
        table = run("gaps", path)[1].split("\n")
        self.assertEqual(len(table) - 2, len(gaps))
        self.assertRegex(table[0], r"^ *# +Device +Start +Length +Cause")
        for args in (("--group", "name"), ("--per", "rank"), ("--sort", "name"), ("--limit", "-1")):
            self.assertEqual(run("gaps", *args, path)[0], 2, args)

    def test_section(self):
        """Of a section, the gaps between its own work."""
        path = self.make_loader(True).write(self.folder.name, "sections")
        for section in range(1, 5):
            rows = read_json("gaps", "--section", str(section), "--format", "json", path)
            self.assertEqual(len(rows), 1, section)
            self.assertEqual(rows[0]["idle_sync_ns"], 20000)


main()
