# SPDX-License-Identifier: Apache-2.0
"""What a run says of its layers: what its tool calls them, and how much of its time is in none, held against the file itself."""

import gzip
import json
import os
import re
import sys
import tempfile
import unittest

from harness import main, read_json, run

DATA, SAMPLES = (os.path.join(sys.argv[2], "data"), sys.argv[3])
REAL = os.environ.get("LAMINA_REAL_FILES", "")


def find_outside(path):
    """The findings about time in no layer, by the number of the run."""
    return {number: (finding["cost_ns"], finding["what"]) for number, run_ in enumerate(read_json("info", "--json", path)["runs"])
            for finding in run_["findings"] if finding["rule"] == "outside-layers"}


def read_reports(path):
    """Of each report of TVM its total and the sum of its functions, in nanoseconds, from the columns of the text."""
    reports, functions = [], []
    with open(path, encoding="utf-8") as file:
        lines = file.read().splitlines()
    for line in lines:
        if re.match(r"Name +.*Duration", line):
            end = line.index("Duration (us)") + len("Duration (us)")
            functions = []
        elif re.match(r"(vm_mod|tvmgen|fused|VM::)", line):
            functions.append(int(line[:end].split()[-1].replace(",", "").replace(".", "")) * 10)
        elif line.startswith("Total "):
            reports.append((int(line[:end].split()[-1].replace(",", "").replace(".", "")) * 10, sum(functions)))
    return reports


class Outside(unittest.TestCase):
    def check_reports(self, path):
        expected = {i: total - inside for i, (total, inside) in enumerate(read_reports(path)) if total - inside >= 0.02 * total}
        found = find_outside(path)
        self.assertEqual({number: cost for number, (cost, _) in found.items()}, expected)
        self.assertTrue(all(what.endswith(" are in no function.") for _, what in found.values()))
        return found

    def check_nodes(self, path):
        with (gzip.open if path.endswith(".gz") else open)(path, "rt", encoding="utf-8") as file:
            events = [event for event in json.load(file) if event.get("ph") == "X"]
        whole = sum(event["dur"] for event in events if event["name"] == "model_run")
        inside = sum(event["dur"] for event in events if event["cat"] == "Node" and event["name"].endswith("_kernel_time"))
        found = find_outside(path)
        self.assertEqual(found[0][0], (whole - inside) * 1000)
        self.assertRegex(found[0][1], "^[0-9.]+\u00a0[mµ]s of [0-9.]+\u00a0ms are in no node[.]$")

    def test_functions(self):
        self.assertEqual(len(self.check_reports(os.path.join(SAMPLES, "mobilenet-tvm.txt"))), 2)

    def test_nodes(self):
        self.check_nodes(os.path.join(SAMPLES, "mobilenet-onnxruntime.json"))

    def test_threads(self):
        """Nodes of several threads are not the parts of the time that the run took."""
        self.assertEqual(find_outside(os.path.join(DATA, "onnxruntime", "threads.json")), {})

    @unittest.skipUnless(os.path.isdir(REAL), "LAMINA_REAL_FILES names no folder")
    def test_real(self):
        found = self.check_reports(os.path.join(REAL, "seeds", "004_d73c77cb3fb2895c.txt"))
        self.assertEqual(found[0], (110200620, "110\u00a0ms of 123\u00a0ms are in no function."))
        self.check_nodes(os.path.join(REAL, "samples", "onnxruntime", "ort-1.30_mlp_50runs.json.gz"))


class Words(unittest.TestCase):
    def test_info(self):
        words = {"resnet50-megengine.json": "operators", "unet-chainer.txt": "functions", "lenet-tensorflow.txt": "nodes",
                 "lenet-tensorflow.timeline.json": "nodes", "resnet18-tensorrt.profile.json": "layers",
                 "mobilenet-tvm.txt": "functions", "mobilenet-onnxruntime.json": "nodes",
                 "convnet-pytorch.pt.trace.json": "operators", "transformer-xprof.trace.json": "operators",
                 "charlm-memory.pickle": "sites", "training.trace.json": "layers"}
        for name, word in words.items():
            path = os.path.join(SAMPLES, name)
            count = read_json("info", "--json", path)["runs"][0]["layers"]
            self.assertRegex(run("info", path)[1], rf"(?m)^  {word} +{count}\b", name)

    def test_picture(self):
        """A picture and a table say the same number of the same things."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "top.svg")
            run("export", os.path.join(SAMPLES, "mobilenet-tvm.txt"), "--view", "chart:top-layers", "-o", path)
            with open(path, encoding="utf-8") as file:
                picture = file.read()
        self.assertIn("24 functions", picture)
        self.assertNotIn("24 layers", picture)


class Types(unittest.TestCase):
    def test_whole_names(self):
        """Kernels that nothing short tells apart keep their whole names but for the `void`, and are of the type of the
        function all the same."""
        events = [{"ph": "X", "cat": "kernel", "name": f"void fused<{letter * 200}>(float*)", "pid": 0, "tid": 7, "ts": 10 * i,
                   "dur": 5, "args": {"device": 0, "stream": 7, "correlation": i + 1}} for i, letter in enumerate("ab")]
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "whole.pt.trace.json")
            with open(path, "w", encoding="utf-8") as file:
                json.dump({"schemaVersion": 1, "deviceProperties": [{"id": 0, "name": "GPU"}], "traceEvents": events}, file)
            rows = read_json("layers", "--format", "json", path)
        self.assertEqual([row["name"] for row in rows], [event["name"].removeprefix("void ") for event in events])
        self.assertEqual([row["type"] for row in rows], ["fused", "fused"])


class Steps(unittest.TestCase):
    def test_processes(self):
        """The first step of each process is its step 1."""
        rows = read_json("charts", "--chart", "iterations", "--format", "json", os.path.join(DATA, "nsys", "ranks.sqlite"))
        self.assertEqual([(row["section"].split(",")[0], row["device"][-5:], row["wall_ns"]) for row in rows],
                         [(f"iteration {step}", f"GPU {device}", 9000) for step in (1, 2) for device in (2, 3)])


class Memory(unittest.TestCase):
    def test_requested(self):
        """What was requested is called so, and told apart from what was given."""
        for path, largest in ((os.path.join(SAMPLES, "charlm-memory.pickle"), "was allocated by"),
                              (os.path.join(DATA, "memory-snapshot", "small.pickle"), "")):
            whats = [finding["what"] for run_ in read_json("info", "--json", path)["runs"] for finding in run_["findings"]
                     if finding["rule"] == "memory-peak"]
            self.assertTrue(whats, path)
            for what in whats:
                self.assertRegex(what, "^[0-9.]+\u00a0[KMG]?i?B requested are live at the peak; ")
                self.assertIn(largest, what)
                self.assertNotIn("“no stack”", what)

    def test_picture(self):
        """The title counts the sites that the chart does, and the ranges of counters are written whole."""
        sample = os.path.join(DATA, "memory-snapshot", "small.pickle")
        texts = []
        with tempfile.TemporaryDirectory() as folder:
            for view in ("timeline", "chart:memory-sites"):
                path = os.path.join(folder, "picture.svg")
                run("export", sample, "--view", view, "-o", path)
                with open(path, encoding="utf-8") as file:
                    texts.append(file.read())
        self.assertRegex(texts[0], "0\u2009–\u2009[^<]*B</text>")
        self.assertNotRegex(texts[0], "0\u2009–[^<]*…</text>")
        count = read_json("info", "--json", sample)["runs"][0]["layers"]
        for text in texts:
            self.assertEqual(set(re.findall(r"(\d+) sites", text)), {str(count)})


if __name__ == "__main__":
    main()
