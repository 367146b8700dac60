# SPDX-License-Identifier: Apache-2.0
"""Runs the commands of the terminal that write text as a user does, and looks at what they write and how they end.

Arguments: the program, the library that draws, the folder of the tests, the folder of the sample, the folder of the module
"everything".
"""

import csv
import glob
import io
import json
import math
import os
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import unittest

from harness import LAMINA, comma_locale, main, read_json, run

SCENE, TESTS, SAMPLES, EVERYTHING = (os.path.abspath(path) for path in sys.argv[2:6])
SAMPLE = os.path.join(SAMPLES, "resnet50-megengine.json")
EXPECTED = os.path.join(TESTS, "expected", "commands")
REAL_FILES = os.environ.get("LAMINA_REAL_FILES", "")
SEED = os.path.join(REAL_FILES, "seeds", "000_825e28a4f520ddc2.txt")


def compare_golden(test, name, out):
    path = os.path.join(EXPECTED, name)
    if os.environ.get("LAMINA_UPDATE_EXPECTED"):
        with open(path, "wb") as file:
            file.write(out)
    with open(path, "rb") as file:
        test.assertEqual(out.decode("utf-8"), file.read().decode("utf-8"), path)


class Sample(unittest.TestCase):
    def test_info(self):
        info = read_json("info", "--json", SAMPLE)
        self.assertEqual(list(info), ["file", "joined", "ranks_beside", "companion", "format", "tool", "properties", "estimated",
                                      "default_run", "runs", "import"])
        self.assertEqual(info["format"], "megengine")
        self.assertEqual(info["default_run"], 1)
        run_ = info["runs"][0]
        self.assertEqual(list(run_), ["title", "axis", "tracks", "slices", "layers", "tensors", "counters", "flows", "marks",
                                      "sections", "clocks", "executed", "totals", "devices",
                                      "findings"])
        self.assertEqual(list(run_["axis"]), ["unit", "timing", "start", "end", "origin_ns"])
        self.assertEqual((run_["axis"]["unit"], run_["axis"]["timing"], run_["axis"]["start"]), ("ns", "measured", 0))
        self.assertIsInstance(run_["axis"]["origin_ns"], str)
        for device in run_["devices"]:
            self.assertEqual(sum(value for key, value in device.items()
                                 if key.endswith("_ns") and key not in ("span_ns", "gap_classes_ns", "busy_parts_ns")),
                             device["span_ns"])
        costs = {layer["id"]: layer["duration_ns"] for layer in read_json("layers", "--format", "json", SAMPLE)}
        self.assertTrue(run_["findings"])
        for finding in run_["findings"]:
            if finding["cost_ns"] is not None and not finding["rule"].startswith("idle"):
                self.assertEqual(finding["cost_ns"], sum(costs[layer] for layer in finding["layers"]))
        self.assertEqual([(device["name"], device["queues"]) for device in run_["devices"]], [("gpu0:0", 1)])
        self.assertEqual(list(run_["totals"]), ["cost", "duration_ns", "span_ns", "flop", "bytes", "flop_per_s",
                                                "flop_covered_ns", "flop_covered_share", "flop_suspicious", "bytes_per_s",
                                                "bytes_covered_ns", "bytes_covered_share", "bytes_suspicious",
                                                "tensor_bytes", "estimated"])
        self.assertEqual(run_["totals"]["estimated"], [])
        report = info["import"]
        self.assertEqual(report["read"], report["shown"] + report["merged"] + report["skipped"])
        self.assertEqual((report["lost"], report["repaired"], report["issues"]), (0, 0, []))

    def test_device(self):
        """The roofs of a device that the user names, since the file names none."""
        status, out, err = run("info", "--device", "tesla t4", SAMPLE)
        self.assertEqual((status, err), (0, ""))
        self.assertIn("NVIDIA T4: 320\u00a0GB/s, fp32 8.10\u00a0TFLOP/s", out)
        self.assertNotIn("NVIDIA", run("info", SAMPLE)[1])
        self.assertNotIn("NVIDIA", run("info", "--device", "none", SAMPLE)[1])
        status, out, err = run("charts", "--device", "abacus", SAMPLE)
        self.assertEqual((status, out), (2, ""))
        self.assertIn("--device abacus: expected one of none, ", err)
        self.assertEqual(run("tensors", "--device", "T4", SAMPLE)[0], 2)

    def test_own_device(self):
        """A device of the user's own table, found by the file or chosen; and a table with a mistake."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "lamina", "devices.ini")
            env = {"XDG_CONFIG_HOME": folder}
            os.mkdir(os.path.dirname(path))
            with open(path, "w", encoding="utf-8") as file:
                file.write("[Board X1]\nmatch=gpu0:0\nbandwidth=500e9\nfp32=10e12\n")
            for option in ([], ["--device", "board x"]):
                status, out, err = run("info", *option, SAMPLE, env=env)
                self.assertEqual((status, err), (0, ""))
                self.assertIn("Board X1: 500\u00a0GB/s, fp32 10.0\u00a0TFLOP/s", out)
            self.assertNotIn("Board", run("info", "--device", "none", SAMPLE, env=env)[1])
            with open(path, "w", encoding="utf-8") as file:
                file.write("[Board X1]\nmatch=gpu0:0\nbandwidth=500 GB/s\n")
            status, out, err = run("info", SAMPLE, env=env)
            self.assertEqual(status, 0)
            self.assertEqual(err, f"lamina: {path}: [Board X1] bandwidth=500 GB/s: expected a number above 0, such as 1.5e12\n")
            self.assertNotIn("Board", out)

    def test_layers(self):
        info = read_json("info", "--json", SAMPLE)["runs"][0]
        layers = read_json("layers", "--format", "json", SAMPLE)
        self.assertEqual(len(layers), info["layers"])
        self.assertEqual(sum(1 for layer in layers if layer["calls"] > 0), info["executed"])
        for total, key in (("duration_ns", "duration_ns"), ("flop", "flop"), ("bytes", "bytes")):
            self.assertEqual(sum(layer[key] or 0 for layer in layers), info["totals"][total])
        self.assertEqual(list(layers[0]), [
            "id", "key", "parent", "section", "annotation", "name", "type", "phase", "device", "track", "calls", "start",
            "duration_ns", "host_ns", "self_ns", "device_ns", "wait_ns", "flop", "bytes", "estimated", "inputs", "outputs",
            "metrics", "attributes"])
        convolution = next(layer for layer in layers if layer["type"] == "ConvolutionForward")
        self.assertEqual(list(convolution["inputs"][0]),
                         ["tensor", "name", "dtype", "shape", "layout", "bytes", "estimated"])
        self.assertEqual(len(convolution["inputs"][0]["shape"]), 4)
        self.assertIn("stride_h", convolution["attributes"])
        for layer in layers:
            if layer["calls"] == 0:
                self.assertIsNone(layer["start"])
                self.assertIsNone(layer["duration_ns"])
            elif layer["device_ns"] is not None:
                self.assertGreaterEqual(layer["start"], 0)
                self.assertTrue(layer["track"].endswith("/Operators"))

    def test_layers_csv(self):
        layers = read_json("layers", "--format", "json", SAMPLE)
        _, out, _ = run("layers", "--format", "csv", SAMPLE, raw=True)
        rows = list(csv.DictReader(io.StringIO(out.decode("utf-8"), newline="")))
        self.assertEqual(len(rows), len(layers))
        for row, layer in zip(rows, layers):
            self.assertEqual(row["name"], layer["name"])
            self.assertEqual(row["duration_ns"], "" if layer["duration_ns"] is None else str(layer["duration_ns"]))
        self.assertTrue(out.endswith(b"\r\n"))

    def test_sort_and_limit(self):
        rows = read_json("layers", "--format", "json", "--sort", "duration", "--limit", "5", SAMPLE)
        durations = [row["duration_ns"] for row in rows]
        self.assertEqual(len(durations), 5)
        self.assertEqual(durations, sorted(durations, reverse=True))
        names = [row["name"] for row in read_json("layers", "--format", "json", "--sort", "name", SAMPLE)]
        self.assertEqual(len(names), len(set(range(len(names)))))

    def test_columns(self):
        """Columns, the tool's own numbers and attributes, in the order in which they were asked for."""
        layers = read_json("layers", "--format", "json", SAMPLE)
        names = "name,duration,@stride_h,pad_w"
        rows = read_json("layers", "--columns", names, "--format", "json", SAMPLE)
        self.assertEqual(list(rows[0]), ["name", "duration_ns", "stride_h", "pad_w", "estimated"])
        self.assertEqual([(row["name"], row["duration_ns"], row["stride_h"]) for row in rows],
                         [(layer["name"], layer["duration_ns"], layer["attributes"].get("stride_h")) for layer in layers])
        self.assertIn(2, [row["stride_h"] for row in rows])
        _, out, _ = run("layers", "--columns", names, "--format", "csv", SAMPLE, raw=True)
        table = list(csv.DictReader(io.StringIO(out.decode("utf-8"), newline="")))
        self.assertEqual(list(table[0]), ["name", "duration_ns", "stride_h", "pad_w", "estimated"])
        self.assertEqual([row["stride_h"] for row in table],
                         ["" if row["stride_h"] is None else str(row["stride_h"]) for row in rows])
        _, out, _ = run("layers", "--columns", " name , stride_h", "--limit", "3", SAMPLE)
        self.assertEqual(out.splitlines()[0].split(), ["name", "stride_h"])
        self.assertEqual(len(out.splitlines()), 4)

    def test_sort_by_attribute(self):
        """The largest first, those without one last; of groups the value that all layers have, else how many there are."""
        strides = [row["stride_h"] for row in read_json("layers", "--columns", "stride_h", "--sort", "@stride_h", "--format",
                                                        "json", SAMPLE)]
        known = [stride for stride in strides if stride is not None]
        self.assertEqual(strides, sorted(known, reverse=True) + [None] * (len(strides) - len(known)))
        groups = read_json("layers", "--columns", "name,stride_h", "--group", "type", "--format", "json", SAMPLE)
        values = {group["name"]: group["stride_h"] for group in groups}
        self.assertEqual(values["ConvolutionForward"], f"{len(set(known))} values")
        self.assertIn(None, values.values())

    def test_units(self):
        """A number that is called after milliseconds is in milliseconds, with all digits of the file."""
        profile = os.path.join(SAMPLES, "resnet18-tensorrt.profile.json")
        with open(profile, encoding="utf-8") as file:
            stated = [row for row in json.load(file) if "name" in row]
        rows = read_json("layers", "--columns", "name,averageMs,timeMs,medianMs", "--format", "json", profile)
        self.assertEqual([(row["averageMs"], row["timeMs"], row["medianMs"]) for row in rows],
                         [(row["averageMs"], row["timeMs"], row["medianMs"]) for row in stated])
        _, out, _ = run("layers", "--columns", "averageMs", "--format", "csv", profile)
        table = csv.DictReader(io.StringIO(out, newline=""))
        self.assertEqual([row["averageMs"] for row in table], [repr(row["averageMs"]) for row in stated])
        _, out, _ = run("layers", "--columns", "averageMs", profile)
        self.assertIn(f"{stated[0]['averageMs']}\u00a0ms", out)

    def test_groups(self):
        layers = read_json("layers", "--format", "json", SAMPLE)
        n_medians = 0
        for by in ("type", "name", "shape", "family", "section", "annotation", "device"):
            groups = read_json("layers", "--group", by, "--format", "json", SAMPLE)
            self.assertEqual(list(groups[0]), ["group", "calls", "duration_ns", "mean_ns", "min_ns", "max_ns", "median_ns",
                                            "p95_ns", "share", "cumulative_share", "host_ns", "self_ns", "device_ns",
                                            "wait_ns", "flop", "bytes", "flop_per_s", "flop_covered_ns", "flop_covered_share",
                                            "flop_suspicious", "bytes_per_s", "bytes_covered_ns", "bytes_covered_share",
                                            "bytes_suspicious", "estimated", "layers"])
            self.assertEqual(sorted(i for group in groups for i in group["layers"]), list(range(len(layers))))
            self.assertEqual(sum(group["duration_ns"] or 0 for group in groups),
                             sum(layer["duration_ns"] or 0 for layer in layers))
            for group in groups:
                if group["median_ns"] is not None:
                    costs = [layers[i]["duration_ns"] for i in group["layers"] if layers[i]["duration_ns"] is not None]
                    if len(costs) == group["calls"]:
                        self.assertEqual(group["median_ns"], math.floor(statistics.median(costs)))
                        n_medians += 1
                    self.assertLessEqual(group["min_ns"], group["median_ns"])
                    self.assertLessEqual(group["median_ns"], group["p95_ns"])
                    self.assertLessEqual(group["p95_ns"], group["max_ns"])
            self.assertAlmostEqual(max(group["cumulative_share"] or 0 for group in groups), 1, places=9)
            self.assertAlmostEqual(sum(group["share"] or 0 for group in groups), 1, places=9)
            durations = [group["duration_ns"] for group in groups if group["duration_ns"] is not None]
            self.assertEqual(durations, sorted(durations, reverse=True))
        self.assertGreater(n_medians, 20)
        ranks = [group["p95_ns"] for group in read_json("layers", "--group", "type", "--sort", "p95", "--format", "json", SAMPLE)
                 if group["p95_ns"] is not None]
        self.assertEqual(ranks, sorted(ranks, reverse=True))

    def test_tensors(self):
        info = read_json("info", "--json", SAMPLE)["runs"][0]
        tensors = read_json("tensors", "--format", "json", SAMPLE)
        layers = read_json("layers", "--format", "json", SAMPLE)
        self.assertEqual(len(tensors), info["tensors"])
        self.assertEqual(list(tensors[0]), ["id", "name", "dtype", "shape", "layout", "bytes", "role", "producer", "consumers",
                                            "lifetimes", "estimated"])
        self.assertEqual(sum(tensor["bytes"] or 0 for tensor in tensors), info["totals"]["tensor_bytes"])
        for layer in layers:
            for tensor in layer["inputs"]:
                self.assertIn(layer["id"], tensors[tensor["tensor"]]["consumers"])
            for tensor in layer["outputs"]:
                self.assertEqual(tensors[tensor["tensor"]]["producer"], layer["id"])
        self.assertIn("parameter", {tensor["role"] for tensor in tensors})
        for lifetime in (lifetime for tensor in tensors for lifetime in tensor["lifetimes"]):
            self.assertLessEqual(0, lifetime["first"])
            self.assertLessEqual(lifetime["first"], lifetime["last"])
            self.assertLessEqual(lifetime["last"], info["axis"]["end"])

    def test_tensors_at(self):
        """What is kept at the peak, found a second way: by trying the start of every lifetime."""
        everything = read_json("tensors", "--format", "json", SAMPLE)

        def kept(position):
            return [tensor for tensor in everything
                    if any(life["first"] <= position <= life["last"] for life in tensor["lifetimes"])]

        def size(position):
            return sum((tensor["bytes"] if life["bytes"] is None else life["bytes"]) or 0
                       for tensor in everything for life in tensor["lifetimes"] if life["first"] <= position <= life["last"])

        starts = sorted({life["first"] for tensor in everything for life in tensor["lifetimes"]})
        peak = max(starts, key=lambda position: (size(position), -position))
        alive = read_json("tensors", "--at", "peak", "--format", "json", SAMPLE)
        self.assertEqual(alive, kept(peak))
        self.assertEqual(read_json("tensors", "--at", str(starts[0]), "--format", "json", SAMPLE), kept(starts[0]))
        rows = read_json("tensors", "--at", "peak", "--sort", "bytes", "--columns", "id,bytes,first", "--limit", "5", "--format",
                         "json", SAMPLE)
        sizes = sorted((tensor["bytes"] or 0 for tensor in alive), reverse=True)
        self.assertEqual([row["bytes"] for row in rows], sizes[:5])
        self.assertEqual(list(rows[0]), ["id", "bytes", "first", "estimated"])
        self.assertEqual(run("tensors", "--columns", "id,id", SAMPLE)[0], 2)
        self.assertEqual(run("tensors", "--at", "noon", SAMPLE)[0], 2)
        self.assertEqual(run("tensors", "--limit", "-1", SAMPLE)[0], 2)

    def test_raw_names(self):
        """What the file calls a kernel stands beside its short name, also where two are called the same for short."""
        names = [f"void at::native::foo<float, 1, 2, {i}>(int)" for i in (3, 4)]
        with tempfile.TemporaryDirectory() as folder:
            for rank, name in enumerate(names):
                kernel = {"ph": "X", "cat": "kernel", "name": name, "pid": 0, "tid": 7, "ts": 1, "dur": 5,
                          "args": {"device": 0, "stream": 7, "correlation": 1}}
                with open(os.path.join(folder, f"rank-{rank}.json"), "w", encoding="utf-8") as file:
                    json.dump({"schemaVersion": 1, "deviceProperties": [{"id": 0}],
                               "distributedInfo": {"backend": "nccl", "rank": rank, "world_size": 2}, "traceEvents": [kernel]},
                              file)
            slices = read_json("slices", "--format", "json", folder)
            self.assertEqual([row["raw_name"] for row in slices], names)
            self.assertEqual({row["name"] for row in slices}, {"foo<float, …>"})
            _, out, _ = run("slices", "--format", "csv", folder)
            self.assertEqual([row["raw_name"] for row in csv.DictReader(io.StringIO(out, newline=""))], names)
            self.assertNotIn("void", run("slices", folder)[1])

    def test_slices(self):
        info = read_json("info", "--json", SAMPLE)["runs"][0]
        slices = read_json("slices", "--format", "json", SAMPLE)
        self.assertEqual(len(slices), info["slices"])
        self.assertEqual(list(slices[0]), ["id", "track", "name", "raw_name", "category", "start", "duration", "depth", "layer"])
        self.assertEqual([row["raw_name"] for row in slices], [row["name"] for row in slices])
        self.assertEqual(sorted(row["id"] for row in slices), list(range(len(slices))))
        self.assertEqual(min(row["start"] for row in slices), 0)
        self.assertEqual(max(row["start"] + row["duration"] for row in slices), info["axis"]["end"])
        by_track = {}
        for row in slices:
            by_track.setdefault(row["track"], []).append(row["start"])
        for starts in by_track.values():
            self.assertEqual(starts, sorted(starts))
        own = {row["id"]: row["start"] for row in read_json("slices", "--clock", "file", "--format", "json", SAMPLE)}
        device = next(row for row in slices if row["track"].startswith("gpu"))
        offset = next(clock["offset_ns"] for clock in info["clocks"] if clock["name"].startswith("gpu"))
        self.assertEqual(own[device["id"]] + offset - int(info["axis"]["origin_ns"]), device["start"])

    def test_locale(self):
        with tempfile.TemporaryDirectory() as folder:
            comma = comma_locale(folder)
            if comma is None:
                self.skipTest("no locale here writes numbers with a comma")
            for args in (("info", SAMPLE), ("info", "--json", SAMPLE), ("layers", SAMPLE),
                         ("layers", "--group", "type", "--format", "csv", SAMPLE),
                         ("layers", "--group", "type", "--format", "json", SAMPLE), ("slices", "--format", "csv", SAMPLE)):
                self.assertEqual(run(*args, env=comma), run(*args), args)

    def test_golden(self):
        sample = "resnet50-megengine.json"
        small = os.path.join(TESTS, "data", "megengine", "two-devices.json")
        for name, args in (("info", ("info", sample)), ("layers", ("layers", "--sort", "duration", "--limit", "20", sample)),
                           ("groups", ("layers", "--group", "type", sample)), ("tensors", ("tensors", small))):
            status, out, err = run(*args, raw=True)
            self.assertEqual((status, err), (0, ""))
            compare_golden(self, name + ".txt", out)


class Estimates(unittest.TestCase):
    """What does not stand in the file is named in JSON, and has its sign for people."""

    def test_metrics(self):
        sample = os.path.join(SAMPLES, "mobilenet-tvm.txt")
        layer = read_json("layers", "--format", "json", sample)[0]
        self.assertIn("Instructions per cycle", layer["estimated"])
        self.assertNotIn("perf::CYCLES", layer["estimated"])
        self.assertIn("Instructions per cycle", layer["metrics"])
        headings = run("layers", "--format", "csv", sample)[1].splitlines()[0].split(",")
        self.assertIn("\u2248 Instructions per cycle", headings)
        self.assertIn("perf::CYCLES", headings)

    def test_properties(self):
        sample = os.path.join(SAMPLES, "unet-chainer.txt")
        info = read_json("info", "--json", sample)
        self.assertIn("Peak of live memory", info["properties"]["By rank"])
        self.assertIn("By rank.Peak of live memory", info["estimated"])
        self.assertFalse([name for name in info["estimated"] if name.startswith("Graph.")])
        self.assertRegex(run("info", sample)[1], "Peak of live memory +\u2248\u00a0[0-9]")

    def test_shapes(self):
        sample = os.path.join(SAMPLES, "lenet-tensorflow.txt")
        layers = read_json("layers", "--format", "json", sample)
        self.assertTrue(any("shape" in tensor["estimated"] for layer in layers for tensor in layer["outputs"]))
        self.assertRegex(run("layers", sample)[1], "(?m)\u2248\u00a0[0-9]+ *$")
        self.assertRegex(run("tensors", sample)[1], "float32 +\u2248\u00a0[0-9]+ ")

    def test_inferred(self):
        """The shape of an output that the file does not name follows from the operator; nothing else of it is known."""
        trace = os.path.join(TESTS, "data", "work", "arguments.pt.trace.json")
        rows = read_json("layers", "--format", "json", trace)
        self.assertEqual(rows[0]["outputs"], [{"tensor": None, "name": None, "dtype": None, "shape": [8], "layout": None,
                                               "bytes": None, "estimated": ["shape"]}])
        self.assertEqual(rows[2]["outputs"][0]["shape"], [])
        self.assertEqual(rows[29]["outputs"], [])
        cells = list(csv.DictReader(io.StringIO(run("layers", "--format", "csv", trace)[1])))
        self.assertEqual([cells[i]["outputs"] for i in (0, 1, 2, 29)], ["8", "1×128", "scalar", ""])
        self.assertIn("shape", cells[0]["estimated"].split())
        self.assertNotIn("shape", cells[29]["estimated"].split())
        self.assertIn("≈\u00a01×128", run("layers", trace)[1])


class Everything(unittest.TestCase):
    """A document that has one of everything, with texts and numbers as awkward as they can be."""

    FILE = "everything.txt"
    ENV = {"LAMINA_PLUGIN_PATH": EVERYTHING}

    def setUp(self):
        os.chdir(os.path.join(TESTS, "data", "commands"))

    def tearDown(self):
        os.chdir(SAMPLES)

    def read(self, *args):
        status, out, err = run(*args, self.FILE, env=self.ENV, raw=True)
        self.assertEqual((status, err), (0, ""), args)
        return out

    def read_csv(self, *args):
        return list(csv.DictReader(io.StringIO(self.read(*args, "--format", "csv").decode("utf-8"), newline=""), strict=True))

    def test_golden(self):
        compare_golden(self, "everything-info.txt", self.read("info"))
        compare_golden(self, "everything-info.json", self.read("info", "--json"))
        for name, args in (("layers", ("layers",)), ("groups", ("layers", "--group", "shape")), ("tensors", ("tensors",)),
                           ("slices", ("slices",)), ("own-clocks", ("slices", "--clock", "file"))):
            for form, suffix in (("table", "txt"), ("csv", "csv"), ("json", "json")):
                compare_golden(self, f"everything-{name}.{suffix}", self.read(*args, "--run", "all", "--format", form))

    def test_terminal(self):
        """What a file says does not steer the terminal."""
        for args in (("info",), ("layers",), ("tensors",), ("slices",), ("layers", "--group", "name")):
            out = self.read(*args).decode("utf-8")
            self.assertEqual([c for c in out if c != "\n" and (c < " " or "\x7f" <= c < "\xa0")], [], args)

    def test_json(self):
        info = json.loads(self.read("info", "--json"))
        self.assertEqual(info["properties"]["Build"]["large"], 2 ** 63 - 1)
        self.assertEqual(info["properties"]["Host\a"], {
            "small": -7, "real": 0.1, "tiny": 1e-10, "huge": -9e22, "text": "\\\"1e+22.0, 1e+22.0\x1f\x7f", "nothing": None,
            "yes": True, "yes (2)": None})
        report = info["import"]
        self.assertEqual([report[key] for key in ("read", "shown", "merged", "skipped", "lost", "repaired")], [4, 1, 1, 1, 1, 3])
        layers = json.loads(self.read("layers", "--format", "json"))
        layer = layers[1]
        self.assertEqual((layer["key"], layer["parent"], layer["section"], layer["annotation"], layer["phase"], layer["calls"],
                          layer["start"]), ("conv-a", 0, "main", "## forward ##", "backward", 3, 350))
        self.assertIsNone(layers[0]["annotation"])
        self.assertEqual(layer["metrics"], {">cycles": 9007199254740993, "ratio, in %": 5e-324})
        self.assertEqual(layer["attributes"], {"stride": 2, "pad": "[1, 1]", "x\x1b": "\a", "stride (2)": 3, "more.ratio": 0.5,
                                               "more.none": None})
        self.assertEqual([tensor["shape"] for tensor in layer["inputs"]], [[10, 512, 28, 28], [None, 3], [], [10, 512, 28, 28]])
        self.assertEqual(layer["estimated"], ["flop", "bytes"])
        self.assertEqual((layers[2]["calls"], layers[2]["start"], layers[2]["duration_ns"]), (0, None, None))
        self.assertEqual((layers[3]["name"], layers[3]["key"], layers[0]["type"]), (None, None, None))
        slices = json.loads(self.read("slices", "--format", "json"))
        self.assertIsNone(next(row for row in slices if row["name"] == "never ended")["duration"])

    def test_runs(self):
        both = json.loads(self.read("layers", "--run", "all", "--format", "json"))
        self.assertEqual([row["run"] for row in both], [1, 1, 1, 1, 2])
        second = json.loads(self.read("layers", "--run", "2", "--format", "json"))
        self.assertEqual([row["metrics"] for row in second], [{"misses": 42, "flop": 1.5, "run": 7}])
        self.assertEqual(json.loads(self.read("layers", "--run", "3", "--format", "json")), [])
        self.assertEqual(json.loads(self.read("tensors", "--run", "3", "--format", "json")), [])
        self.assertEqual(len(self.read("layers", "--run", "3").splitlines()), 1)
        self.assertEqual(len(self.read("layers", "--run", "all").splitlines()), 6)

    def test_csv(self):
        rows = self.read_csv("layers", "--run", "all")
        self.assertEqual(rows[1]["name"], "conv, \"a\"\nb")
        self.assertEqual([row["misses"] for row in rows], ["", "", "", "", "42"])
        self.assertEqual([row[">cycles"] for row in rows], ["", "9007199254740993", "", "", ""])
        self.assertEqual(rows[1]["estimated"], "flop bytes shape")
        self.assertEqual(self.read_csv("tensors")[1]["estimated"], "shape")

    def test_own_names(self):
        """What a tool calls like a member of Lamina's own stands beside it, with a sign before its name."""
        layer = json.loads(self.read("layers", "--run", "2", "--format", "json"))[0]
        self.assertEqual((layer["flop"], layer["metrics"]["flop"], layer["estimated"]), (None, 1.5, ["@flop"]))
        names = "name,flop,@flop,@run,misses"
        rows = json.loads(self.read("layers", "--run", "all", "--columns", names, "--format", "json"), object_pairs_hook=list)
        self.assertEqual(rows[-1], [("run", 2), ("name", "conv-a"), ("flop", None), ("@flop", 1.5), ("@run", 7), ("misses", 42),
                                    ("estimated", ["@flop"])])
        rows = self.read_csv("layers", "--run", "2", "--columns", names)
        self.assertEqual(rows, [{"name": "conv-a", "flop": "", "@flop": "1.5", "@run": "7", "misses": "42", "estimated": "@flop"}])
        row = self.read_csv("layers", "--run", "all")[-1]
        self.assertEqual((row["run"], row["flop"], row["\u2248 @flop"], row["@run"]), ("2", "", "1.5", "7"))

    def test_section(self):
        self.assertEqual([row["id"] for row in json.loads(self.read("layers", "--section", "2", "--format", "json"))], [1])
        self.assertEqual(json.loads(self.read("layers", "--section", "1", "--format", "json")), [])
        status, _, err = run("layers", "--section", "3", self.FILE, env=self.ENV)
        self.assertEqual((status, err), (2, "lamina: run 1 has no section 3; it has 2\n"))


class Ends(unittest.TestCase):
    """How the program ends, and what it says then."""

    def check(self, args, status, said):
        self.check_with(None, args, status, said)

    def check_with(self, env, args, status, said):
        found, out, err = run(*args, env=env)
        self.assertEqual(found, status, (args, err))
        self.assertEqual(out, "")
        self.assertTrue(err.startswith("lamina: "), err)
        self.assertIn(said, err)
        self.assertEqual(err.count("\n"), 1, err)

    def test_usage(self):
        for args, said in (
                (("info",), "usage"), (("report", "a", "b", "c", "-o", "d.html"), "usage"),
                (("info", "--frobnicate", SAMPLE), "frobnicate"),
                (("--frobnicate",), "frobnicate"), (("layerz",), "neither a command nor a file"),
                (("layers", "--format", "xml", SAMPLE), "xml"), (("layers", "--group", "color", SAMPLE), "color"),
                (("layers", "--sort", "color", SAMPLE), "color"), (("layers", "--sort", "@color", SAMPLE), "color"),
                (("layers", "--columns", "name,color", SAMPLE), "color"), (("layers", "--columns", "name,", SAMPLE), "empty"),
                (("layers", "--columns", "name,type, name", SAMPLE), "twice"),
                (("layers", "--columns", "stride_h,@stride_h", SAMPLE), "twice"),
                (("layers", "--limit", "-1", SAMPLE), "limit"),
                (("layers", "--limit", "many", SAMPLE), "many"), (("layers", "--run", "0", SAMPLE), "no run 0"),
                (("charts", "--run", "all", SAMPLE), "not all"), (("export", "--run", "all", "-o", "x.svg", SAMPLE), "not all"),
                (("layers", "--run", "2", SAMPLE), "no run 2"), (("layers", "--section", "1", SAMPLE), "no section 1"),
                (("slices", "--clock", "wall", SAMPLE), "wall"), (("export", SAMPLE), "output"),
                (("export", SAMPLE, "-o", "a.svg", "--view", "pie"), "pie"),
                (("export", SAMPLE, "-o", "a.svg", "--range", "2ms..1ms"), "range"),
                (("export", SAMPLE, "-o", "a.svg", "--range", "soon"), "range"),
                (("export", SAMPLE, "-o", "a.svg", "--ruler", "soon"), "--ruler soon: expected START..END"),
                (("export", SAMPLE, "-o", "a.svg", "--ruler", "2ms..1ms"), "--ruler 2ms..1ms: expected START..END"),
                (("export", SAMPLE, "-o", "a.svg", "--ruler", "1ms..2s"), "2.00\xa0s is outside of the run"),
                (("export", SAMPLE, "-o", "a.svg", "--ruler=-1ms..1ms"), "is outside of the run"),
                (("export", SAMPLE, "-o", "a.svg", "--note", "1ms"), "--note 1ms: expected TIME=TEXT"),
                (("export", SAMPLE, "-o", "a.svg", "--note", "1ms= \n"), "expected TIME=TEXT"),
                (("export", SAMPLE, "-o", "a.svg", "--note", "soon=Now"), "--note soon=Now: expected TIME=TEXT"),
                (("export", SAMPLE, "-o", "a.svg", "--note", "1s=Late"), "“Late”: 1.00\xa0s is outside of the run"),
                (("export", SAMPLE, "-o", "a.svg", "--note", "1ms=x", "--view", "flame"), "for the timeline"),
                (("export", SAMPLE, "-o", "a.svg", "--theme", "pink"), "pink"),
                (("export", SAMPLE, "-o", "a.svg", "--width", "-5"), "-5"),
                (("export", SAMPLE, "-o", "a.gif"), ".gif")):
            with self.subTest(args=args):
                self.check(args, 2, said)

    def test_input(self):
        with tempfile.TemporaryDirectory() as folder:
            texts = {"empty": b"", "words": b"once upon a time\n", "binary": bytes(range(256)), "cut.gz": b"\x1f\x8b\x08"}
            for name, content in texts.items():
                path = os.path.join(folder, name)
                with open(path, "wb") as file:
                    file.write(content)
                for command in ("info", "layers", "tensors", "slices"):
                    with self.subTest(name=name, command=command):
                        self.check((command, path), 3, name)
            self.check(("info", os.path.join(folder, "words")), 3,
                       "it is text, but has nothing that a profile has. Formats in use are: ")
            self.check(("info", os.path.join(folder, "binary")), 3, "PyTorch memory snapshots")
            self.check(("info", os.path.join(folder, "missing.json")), 3, "missing.json")
            self.check(("info", "resource:///trace.json"), 3, "resource:///trace.json: is not on this computer")
            os.mkdir(os.path.join(folder, "nothing"))
            self.check(("info", os.path.join(folder, "nothing")), 3, "nothing")
            self.check(("export", SAMPLE, "-o", os.path.join(folder, "no", "such", "folder.svg")), 3, "folder.svg")

    def test_names(self):
        with tempfile.TemporaryDirectory() as folder, open(SAMPLE, "rb") as sample:
            content = sample.read()
            for name in (b"a name with blanks", b"\xff\xfe.json", "Überblick.json".encode()):
                path = os.path.join(os.fsencode(folder), name)
                with open(path, "wb") as file:
                    file.write(content)
                done = subprocess.run([os.fsencode(LAMINA), b"info", b"--json", path], capture_output=True, check=False)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertEqual(json.loads(done.stdout)["format"], "megengine")

    def test_cut(self):
        with tempfile.TemporaryDirectory() as folder, open(SAMPLE, "rb") as sample:
            content = sample.read()
            path = os.path.join(folder, "cut.json")
            with open(path, "wb") as file:
                file.write(content[:len(content) * 9 // 10])
            info = read_json("info", "--json", path)
            self.assertGreater(info["runs"][0]["totals"]["duration_ns"], 0)
            self.assertTrue(info["import"]["issues"])
            self.assertEqual(info["import"]["lost"], 0)

    def test_durations(self):
        """The histogram of a name has every slice of that name once, as `slices` lists them."""
        trace = os.path.join(SAMPLES, "convnet-pytorch.pt.trace.json")
        args = ("charts", "--chart", "durations", "--name", "cudaLaunchKernel", trace)
        slices = {row["id"]: row for row in read_json("slices", "--format", "json", trace)}
        found = []
        for row in read_json(*args, "--format", "json"):
            self.assertEqual(len(row["slices_behind"]), row["slices"])
            for slice_ in row["slices_behind"]:
                self.assertEqual(slices[slice_]["name"], "cudaLaunchKernel")
                self.assertTrue(row["from_ns"] <= slices[slice_]["duration"] < row["to_ns"])
            found += row["slices_behind"]
        self.assertEqual(sorted(found), sorted(id for id, row in slices.items() if row["name"] == "cudaLaunchKernel"))
        status, out, err = run(*args[:-2], "none of this name", trace)
        self.assertEqual((status, out), (3, ""))
        self.assertIn("none of this name", err)

    def test_charts(self):
        """The list says what each chart shows; the table of one adds up to the run, in every format."""
        total = read_json("info", "--json", SAMPLE)["runs"][0]["totals"]["duration_ns"]
        charts = read_json("charts", "--format", "json", SAMPLE)
        self.assertEqual([chart["id"] for chart in charts if chart["empty"]],
                         ["kernels", "kernels-by-module", "kernels-by-stream", "kernels-by-rank", "collectives",
                          "memory-sites", "iterations", "iteration-durations", "counters", "runs"])
        for chart in [chart for chart in charts if not chart["empty"]]:
            with self.subTest(chart=chart["id"]):
                args = ("charts", "--chart", chart["id"], SAMPLE)
                rows = read_json(*args, "--format", "json")
                status, table, err = run(*args, "--format", "csv")
                self.assertEqual((status, err), (0, ""))
                cells = list(csv.DictReader(io.StringIO(table)))
                self.assertEqual(len(rows), chart["rows"])
                self.assertEqual(len(cells), chart["rows"])
                self.assertEqual(list(rows[0]), list(cells[0]) + ["layers_behind"])
                self.assertIn(chart["title"] + ": " + chart["subtitle"], run(*args)[1])
                self.assertEqual(len(read_json(*args, "--limit", "2", "--format", "json")), min(2, len(rows)))
        rows = read_json("charts", "--chart", "time-by-type", "--format", "json", SAMPLE)
        self.assertEqual(sum(row["duration_ns"] for row in rows), total)
        self.assertEqual(sorted(id_ for row in rows for id_ in row["layers_behind"]),
                         sorted(set(id_ for row in rows for id_ in row["layers_behind"])))

    def test_charts_wrong(self):
        for args, words in ((("--chart", "pie"), "pie"), (("--limit", "-1"), "limit"), (("--section", "0"), "section"),
                            (("--section", "9"), "no section 9"), (("--run", "7"), "no run 7"), (("--format", "xml"), "xml")):
            status, out, err = run("charts", *args, SAMPLE)
            self.assertEqual((status, out), (2, ""))
            self.assertIn(words, err)

    def test_script_without_display(self):
        """What ./run writes where there is no display, by the function that stands in it."""
        with open(os.path.join(TESTS, "..", "run"), encoding="utf-8") as file:
            function = re.search(r"^write_pictures \(\)\n\{.*?^\}", file.read(), re.DOTALL | re.MULTILINE).group()
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run(["bash", "-c", f'lamina=$1 top=$2\n{function}\nwrite_pictures "$3"', "bash", LAMINA, folder,
                                   SAMPLE], stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
            self.assertEqual((done.returncode, done.stderr), (0, b""))
            written = os.path.join(folder, "_pictures", os.listdir(os.path.join(folder, "_pictures"))[0])
            self.assertEqual(sorted(os.listdir(written)),
                             ["charts.png", "charts.svg", "info.txt", "layers.csv", "layers.txt", "report.html",
                              "timeline.png", "timeline.svg"])

    def test_window_missing(self):
        with tempfile.TemporaryDirectory() as folder:
            found, _, err = run(SAMPLE, env={"LAMINA_LIBEXECDIR": folder})
            self.assertEqual(found, 3)
            self.assertIn("lamina-window", err)

    def test_window(self):
        """Without a command, the program becomes the one with the window and hands over its files as they are."""
        with tempfile.TemporaryDirectory() as folder:
            window = os.path.join(folder, "lamina-window")
            with open(window, "w", encoding="ascii") as file:
                file.write("#!/bin/sh\nprintf '[%s]' \"$@\"\nexit 7\n")
            os.chmod(window, 0o755)
            for args, handed in (
                    ([], b"[--]"), ([b"--", b"info"], b"[--][info]"), ([SAMPLE.encode()], b"[--][" + SAMPLE.encode() + b"]"),
                    ([b"a.json", b"-b.json", b"info"], b"[--][a.json][-b.json][info]"), ([b"\xff.json"], b"[--][\xff.json]"),
                    ([b"file:///nowhere"], b"[--][file:///nowhere]")):
                done = subprocess.run([LAMINA.encode(), *args], capture_output=True, check=False,
                                      env={**os.environ, "LAMINA_LIBEXECDIR": folder})
                self.assertEqual((done.returncode, done.stdout, done.stderr), (7, handed, b""), args)

    def test_full_output(self):
        if not os.path.exists("/dev/full"):
            self.skipTest("no /dev/full here")
        with open("/dev/full", "wb") as full:
            for args in (("layers", "--format", "json", SAMPLE), ("info", SAMPLE), ("export", "--list-views"), ("--help",)):
                done = subprocess.run([LAMINA, *args], stdout=full, stderr=subprocess.PIPE, check=False)
                self.assertEqual(done.returncode, 3, args)
                self.assertIn(b"standard output", done.stderr)

    def test_closed_pipe(self):
        """Whoever reads only the first line hears no complaint."""
        with subprocess.Popen([LAMINA, "slices", "--format", "json", SAMPLE], stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, preexec_fn=lambda: signal.signal(signal.SIGPIPE, signal.SIG_DFL)) as process:
            process.stdout.readline()
            process.stdout.close()
            self.assertEqual(process.stderr.read(), b"")
            self.assertEqual(process.wait(), -signal.SIGPIPE)

    def test_plugins(self):
        status, out, err = run("plugins")
        self.assertEqual((status, err), (0, ""))
        self.assertIn("megengine", out)
        self.check(("plugins", "--enable", "nosuch"), 3, "nosuch")

    def test_plugin_choice(self):
        """A format that was switched off stays so in the next process, and can be switched on again."""
        with tempfile.TemporaryDirectory() as home:
            env = {"XDG_CONFIG_HOME": home, "LAMINA_PLUGIN_PATH": EVERYTHING}
            path = os.path.join(TESTS, "data", "commands", "everything.txt")
            for option, state, status in (("--disable", "disabled", 3), ("--enable", "enabled", 0)):
                found, out, err = run("plugins", option, "everything", env=env)
                self.assertEqual((found, err), (0, ""))
                self.assertIn(state, out)
                self.assertIn(state, run("plugins", env=env)[1])
                self.assertEqual(run("info", path, env=env)[0], status)

    def test_refused_plugin(self):
        """A module for another core is listed with the reason, and the others work."""
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(EVERYTHING, "everything.plugin"), encoding="utf-8") as file:
                text = file.read()
            with open(os.path.join(folder, "other.plugin"), "w", encoding="utf-8") as file:
                text = text.replace("Module=everything", "Module=other")
                file.write(re.sub("(?m)^X-Lamina-ABI=.*", "X-Lamina-ABI=999", text))
            env = {"LAMINA_PLUGIN_PATH": folder + ":" + EVERYTHING}
            status, out, err = run("plugins", env=env)
            self.assertEqual((status, err), (0, ""))
            self.assertRegex(out, r"(?m)^other +refused .*999")
            self.assertRegex(out, r"(?m)^everything +enabled ")
            self.check_with(env, ("plugins", "--enable", "other"), 3, "other")


class Links(unittest.TestCase):
    """The terminal needs no toolkit: neither the program nor a plugin, nor anything that they need in turn."""

    def test_no_toolkit(self):
        modules = glob.glob(os.path.join(os.environ["LAMINA_PLUGIN_PATH"], "*", "lib*.so"))
        self.assertTrue(modules)
        for path in (LAMINA, SCENE, *modules):
            needed = subprocess.run(["ldd", path], capture_output=True, text=True, check=True).stdout
            self.assertRegex(needed, r"liblamina-core\.so\.\d")
            self.assertIsNone(re.search(r"lib(gtk|gdk-|adwaita)", needed), needed)

    def test_quick_start(self):
        """What draws is loaded by the command that draws, for it takes most of the time that the program takes to start."""
        needed = subprocess.run(["ldd", LAMINA], capture_output=True, text=True, check=True).stdout
        self.assertIsNone(re.search(r"lib(cairo|pango|fontconfig|X11|lamina-scene)", needed), needed)


@unittest.skipUnless(os.path.exists(SEED), "LAMINA_REAL_FILES names no folder with it")
class Seed(unittest.TestCase):
    """A profile of a ResNet-50 of batch size 10; the figures were counted by another program."""

    def test_info(self):
        info = read_json("info", "--json", SEED)
        run_ = info["runs"][0]
        self.assertEqual((run_["layers"], run_["executed"], run_["tensors"]), (240, 234, 299))
        self.assertEqual((run_["totals"]["flop"], run_["totals"]["bytes"]), (81954092640, 2551250656))
        self.assertAlmostEqual(run_["totals"]["duration_ns"], 22430145, delta=1000)
        self.assertEqual((info["import"]["read"], info["import"]["lost"]), (643, 0))
        offset = next(clock for clock in run_["clocks"] if clock["name"] == "gpu0:0")
        self.assertEqual((offset["how"], offset["offset_ns"] // 1000), ("causality", 4161))

    def test_groups(self):
        groups = {group["group"]: group for group in read_json("layers", "--group", "type", "--format", "json", SEED)}
        self.assertEqual(groups["ConvolutionForward"]["calls"], 53)
        self.assertAlmostEqual(groups["ConvolutionForward"]["duration_ns"], 15487000, delta=1000)
        self.assertEqual(groups["Elemwise"]["calls"], 69)
        self.assertAlmostEqual(groups["Elemwise"]["duration_ns"], 6236000, delta=1000)

    def test_findings(self):
        """What the rules find in real files."""
        wanted = {
            os.path.join("seeds", "000_825e28a4f520ddc2.txt"): (0, {"memory-peak"}),
            os.path.join("seeds", "002_11cf062b29f34b60.txt"): (0, {"layout-transforms"}),
            os.path.join("seeds", "004_d73c77cb3fb2895c.txt"): (1, {"layout-transforms"}),
            os.path.join("samples", "tensorrt", "qat__resnet-qat.onnx.engine.graph.json"):
                (0, {"conversions", "conversion-pairs", "dtype-islands", "quantized-float-output", "unaligned-channels",
                     "layout-transforms"}),
            os.path.join("samples", "kineto",
                         "hta__critical_path__alexnet__benchmark_result_2869224_1695835535_trace.json.gz"):
                (0, {"idle-launch-bound", "idle-launch-call"}),
            os.path.join("samples", "kineto", "hta__timeline_analysis__sampled_rank-0.json.gz"):
                (0, {"exposed-communication", "idle-launch-bound", "idle-dependency", "idle-communication"}),
            os.path.join("samples", "nsys", "nsys-ai__mfu_2gpu_before.sqlite"): (0, {"tiny-kernels", "exposed-communication"}),
        }
        for name, (number, rules) in wanted.items():
            path = os.path.join(REAL_FILES, name)
            if os.path.exists(path):
                findings = read_json("info", "--json", path)["runs"][number]["findings"]
                self.assertLessEqual(rules, {finding["rule"] for finding in findings}, name)

    def test_operator(self):
        layer = next(row for row in read_json("layers", "--format", "json", SEED) if row["key"] == "621")
        self.assertEqual([tensor["shape"] for tensor in layer["inputs"]], [[10, 512, 28, 28], [128, 512, 1, 1]])
        self.assertEqual(layer["flop"], 1027604480)


os.chdir(SAMPLES)
main()
