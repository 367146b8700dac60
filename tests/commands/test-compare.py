# SPDX-License-Identifier: Apache-2.0
"""`lamina compare`, as a user runs it: every layer in one pair, parts that add up, and how it ends.

Arguments: the program, the folder of the tests, the folder of the samples.
"""

import csv
import glob
import io
import json
import os
import re
import shutil
import sqlite3
import sys
import tempfile
import unittest

from harness import main, read_json, run

TESTS, SAMPLES = (os.path.abspath(path) for path in sys.argv[2:4])
REAL_FILES = os.environ.get("LAMINA_REAL_FILES", "")
PROFILE = os.path.join(SAMPLES, "resnet50-megengine.json")
STEPS = os.path.join(SAMPLES, "convnet-pytorch.pt.trace.json")
STATES = ["matched", "only-a", "only-b", "split", "merged"]

HEADINGS = ("Name", "Duration (us)", "Percent", "Device", "Count", "Argument Shapes")
SHAPES = {"conv2d_add": "float32[1, 3, 8, 8], float32[4, 3, 3, 3], float32[1, 4, 6, 6]",
          "dense": "float32[1, 144], float32[10, 144], float32[1, 10]"}


def write_report(path, conv, dense, calls=1):
    """A report of TVM with two functions, of so many microseconds."""
    rows = [HEADINGS]
    for name, time, count in (("conv2d_add", conv, calls), ("dense", dense, 1)):
        rows.append((f"vm_mod_fused_nn_{name}", f"{time:.2f}", f"{100 * time / (conv + dense):.2f}", "cpu0", str(count),
                     SHAPES[name]))
    rows.append(("----------", *[""] * 5))
    rows.append(("Total", f"{conv + dense:.2f}", "", "cpu0", "1", ""))
    widths = [max(map(len, column)) for column in zip(*rows)]
    with open(path, "w", encoding="utf-8") as file:
        for row in rows:
            cells = [cell.rjust(width) if i else cell.ljust(width) for i, (cell, width) in enumerate(zip(row, widths))]
            file.write("  ".join(cells) + "\n")
    return path


def list_ids(path, run_, section):
    args = ["layers", "--format", "json", "--run", str(run_), path]
    if section is not None:
        args += ["--section", str(section)]
    return {layer["id"]: layer["duration_ns"] for layer in read_json(*args)}


def write_trace(path, operators, process=9, rank=None):
    """A trace of PyTorch: operators with start, length, and the time of their kernel in microseconds, or None without one."""
    events, properties = [], []
    for i, (name, start, length, kernel, *shapes) in enumerate(operators):
        args = {"External id": i + 1}
        if shapes:
            args.update({"Input Dims": shapes[0], "Input type": ["float" if dims else "Scalar" for dims in shapes[0]]})
        events.append({"ph": "X", "cat": "cpu_op", "name": name, "pid": process, "tid": process, "ts": start, "dur": length,
                       "args": args})
        if kernel is not None:
            properties = [{"id": 0, "name": "Device"}]
            events.append({"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": process, "tid": process,
                           "ts": start + length - 1, "dur": 1, "args": {"External id": i + 1, "correlation": i + 1}})
            events.append({"ph": "X", "cat": "kernel", "name": name.split("::")[-1] + "_kernel", "pid": 0, "tid": 7,
                           "ts": 10 * start + 1000, "dur": kernel,
                           "args": {"External id": i + 1, "correlation": i + 1, "device": 0, "stream": 7}})
    trace = {"schemaVersion": 1, "deviceProperties": properties}
    if rank is not None:
        trace["distributedInfo"] = {"backend": "nccl", "rank": rank, "world_size": 2}
    with open(path, "w", encoding="utf-8") as file:
        json.dump({**trace, "traceEvents": events}, file)
    return path


class Ranks(unittest.TestCase):
    """Files that lie side by side."""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.paths = [write_trace(os.path.join(self.folder.name, f"rank-{rank}.json"),
                                  [("aten::mm", 0, 10, 40 + 20 * rank), ("aten::add", 20, 10, 5)], rank=rank) for rank in (0, 1)]

    def test_alone(self):
        """Each is itself, and says on one line that the other is there."""
        for command in ("layers", "slices", "tensors", "charts"):
            status, out, err = run(command, *(["--chart", "top-layers"] if command == "charts" else []), self.paths[0])
            self.assertEqual((status, err), (0, ""))
            self.assertNotIn("rank 1", out)
        status, out, err = run("info", self.paths[0])
        self.assertEqual((status, err), (0, ""))
        self.assertEqual(re.findall("(?m)^  ranks beside it +(.*)$", out), ["1, read as well with --join"])
        info = read_json("info", "--json", self.paths[1])
        self.assertEqual((info["joined"], info["ranks_beside"], info["runs"][0]["layers"]), ([], 1, 2))

    def test_compare(self):
        found = read_json("compare", "--format", "json", *self.paths)
        self.assertEqual([found[side]["duration_ns"] for side in "ab"], [45000, 65000])
        self.assertEqual(found["states"]["matched"]["pairs"], 2)
        self.assertEqual(run("compare", *self.paths, "--fail-if-slower", "40")[0], 1)
        # Both joined are both the same.
        self.assertEqual(read_json("compare", "--format", "json", "--join", *self.paths)["delta_ns"], 0)

    def test_join(self):
        """By the option, as a folder, and named together."""
        for args in (("--join", self.paths[0]), (self.folder.name,), tuple(self.paths)):
            info = read_json("info", "--json", *args)
            self.assertEqual((info["joined"], info["ranks_beside"], info["runs"][0]["layers"]), (["rank-1.json"], 0, 4), args)
            self.assertEqual(len(read_json("layers", "--format", "json", *args)), 4)
            self.assertGreater(len(read_json("slices", "--format", "json", *args)), 8)
        picture = os.path.join(self.folder.name, "picture.svg")
        self.assertEqual(run("export", "--join", self.paths[1], "-o", picture)[0], 0)
        with open(picture, encoding="utf-8") as file:
            self.assertIn("rank 0", file.read())

    def test_strangers(self):
        """Files that do not belong together are refused."""
        other = write_report(os.path.join(self.folder.name, "report.txt"), 1, 1)
        for files in ((self.paths[0], other), (self.paths[0], self.paths[0])):
            status, out, err = run("info", *files)
            self.assertEqual((status, out), (3, ""))
            self.assertEqual(err, f"lamina: rank-0.json: {os.path.basename(files[1])} does not belong to it\n")
        self.assertEqual(run("info", self.paths[0], os.path.join(self.folder.name, "missing"))[0], 3)

    def test_parts(self):
        """What an engine is and how long it took are one document, whatever is asked."""
        for path in glob.glob(os.path.join(SAMPLES, "resnet18-tensorrt.*.json")):
            info = read_json("info", "--json", path)
            self.assertEqual((len(info["joined"]), info["ranks_beside"]), (2, 0))


class Pairs(unittest.TestCase):
    """What holds of any comparison."""

    def check_side(self, found, side, path):
        ids = list_ids(path, found[side]["run"], found[side]["section"])
        listed = [layer for pair in found["pairs"] for layer in pair["layers_" + side]]
        self.assertEqual(sorted(listed), sorted(ids))
        self.assertEqual(found[side]["layers"], len(ids))
        known = [cost for cost in ids.values() if cost is not None]
        self.assertEqual(found[side]["duration_ns"], sum(known) if known else None)
        for pair in found["pairs"]:
            costs = [ids[layer] for layer in pair["layers_" + side] if ids[layer] is not None]
            self.assertEqual(pair[side + "_ns"], sum(costs) if costs else None)

    def check(self, *args, files):
        status, out, err = run("compare", "--format", "json", *args, *files)
        found = json.loads(out)
        self.assertEqual(list(found), ["a", "b", "delta_ns", "delta_percent", "reason", "noise_ns", "within_noise",
                                       "noise_delta_ns", "states", "kernels", "spans", "steps", "verdict", "types", "memory",
                                       "pairs"])
        for total in (found["kernels"], found["steps"], *found["spans"]):
            known = total["a_ns"] is not None and total["b_ns"] is not None
            self.assertEqual(total["delta_ns"], total["b_ns"] - total["a_ns"] if known else None)
        self.assertEqual(found["verdict"] is None, found["kernels"]["delta_ns"] is None)
        timed = [found[side]["duration_ns"] is not None for side in "ab"]
        self.assertEqual(found["reason"] is None, found["delta_ns"] is not None)
        self.assertEqual((status, err), (5, f"lamina: {found['reason']}\n") if found["reason"] and any(timed) else (0, ""))
        self.check_side(found, "a", files[0])
        self.check_side(found, "b", files[-1])
        delta = sum(pair["delta_ns"] or 0 for pair in found["pairs"])
        known = found["delta_ns"] is not None
        if known:
            self.assertEqual(delta, found["delta_ns"])
            self.assertEqual(delta, found["b"]["duration_ns"] - found["a"]["duration_ns"])
            self.assertEqual(sum(type_["delta_ns"] for type_ in found["types"]), delta)
        else:
            self.assertEqual({type_["delta_ns"] for type_ in found["types"]}, {None})
        self.assertEqual(list(found["states"]), STATES)
        for name, state in found["states"].items():
            pairs = [pair for pair in found["pairs"] if pair["state"] == name]
            self.assertEqual(state, {"pairs": len(pairs),
                                     "delta_ns": sum(pair["delta_ns"] or 0 for pair in pairs) if known else None})
        for pair in found["pairs"]:
            timed = known and (pair["a_ns"] is not None or pair["b_ns"] is not None)
            self.assertEqual(pair["delta_ns"], (pair["b_ns"] or 0) - (pair["a_ns"] or 0) if timed else None)
            self.assertEqual(pair["basis"] is None, pair["state"] in ("only-a", "only-b"))
        return found

    def test_same(self):
        with tempfile.TemporaryDirectory() as folder:
            other = os.path.join(folder, "again.json")
            with open(PROFILE, "rb") as source, open(other, "wb") as target:
                target.write(source.read())
            found = self.check(files=(PROFILE, other))
            self.assertEqual(found["delta_ns"], 0)
            self.assertEqual(found["states"]["matched"]["pairs"], len(found["pairs"]))
            for pair in found["pairs"]:
                self.assertEqual(pair["layers_a"], pair["layers_b"])
                self.assertIn(pair["within_noise"], (None, True))
            self.assertIsNone(re.search("beyond|within", run("compare", STEPS, STEPS)[1]))

    def test_steps(self):
        n = len(read_json("info", "--json", STEPS)["runs"][0]["sections"])
        self.assertGreater(n, 1)
        found = self.check("--section", "1", "--section-b", str(n), files=(STEPS,))
        self.assertGreater(found["states"]["matched"]["pairs"], 10)
        self.assertEqual((found["a"]["section"], found["b"]["section"]), (1, n))

    def test_formats(self):
        """Files of different tools share names at best by chance; still nothing is lost."""
        files = sorted(glob.glob(os.path.join(SAMPLES, "*-*.json")) + glob.glob(os.path.join(SAMPLES, "*.txt")))
        for path in files:
            if "timing" not in path and "profile" not in path and path != PROFILE:
                with self.subTest(path=path):
                    self.check(files=(PROFILE, path))

    def test_csv(self):
        args = ("--section", "1", "--section-b", "2", STEPS)
        pairs = read_json("compare", "--format", "json", *args)["pairs"]
        rows = list(csv.DictReader(io.StringIO(run("compare", "--format", "csv", *args)[1], newline="")))
        self.assertEqual(len(rows), len(pairs))
        for row, pair in zip(rows, pairs):
            self.assertEqual(row["layers_a"], " ".join(map(str, pair["layers_a"])))
            self.assertEqual(row["delta_ns"], "" if pair["delta_ns"] is None else str(pair["delta_ns"]))
            self.assertEqual(row["state"], pair["state"])

    def test_libraries(self):
        """The same convolutions on another library are pairs, and it is said how they were found."""
        with tempfile.TemporaryDirectory() as folder:
            paths = []
            for name, extra, time in (("cudnn", [[], []], 30), ("miopen", [[4], [], []], 24)):
                operators = []
                for i, weights in enumerate(([4, 3, 3, 3], [8, 3, 1, 1], [4, 3, 3, 3])):
                    data = [2, 3, 8, 8]
                    operators += [("aten::convolution", 100 * i, 90, None, [data, weights]),
                                  (f"aten::{name}_convolution", 100 * i + 10, 60, time + i, [data, weights, *extra])]
                paths.append(write_trace(os.path.join(folder, name + ".json"), operators))
            found = read_json("compare", "--format", "json", *paths)
            pairs = [pair for pair in found["pairs"] if pair["a_ns"]]
            self.assertEqual([(pair["basis"], pair["name_a"], pair["name_b"], pair["delta_ns"]) for pair in pairs],
                             3 * [("family", "aten::cudnn_convolution", "aten::miopen_convolution", -6000)])
            self.assertEqual(found["states"]["matched"]["pairs"], 6)
            self.assertRegex(run("compare", *paths)[1], r"matched +family +30\.0")

    def test_table(self):
        with tempfile.TemporaryDirectory() as folder:
            a = write_report(os.path.join(folder, "a.txt"), 100, 20)
            b = write_report(os.path.join(folder, "b.txt"), 150, 20, calls=3)
            _, out, _ = run("compare", a, b)
            out = out.replace("\u00a0", " ")
            self.assertRegex(out, r"^A +120 µs +2 functions +a\.txt")
            self.assertIn("Δ  +50.0 µs", out)
            self.assertIn("+41.7 %", out)
            self.assertRegex(out, r"matched +name +100 µs +150 µs +\+50\.0 µs +\+50\.0 % +\+100 % +1 → 3 ")
            head = out.splitlines()[:3]
            self.assertEqual([line.index(word) for line, word in zip(head, ("2 functions", "2 functions", "+41.7"))], [13, 13, 13])
            self.assertLess(out.index("nn_conv2d_add "), out.index("nn_dense "))

    @unittest.skipUnless(os.path.isdir(REAL_FILES), "LAMINA_REAL_FILES names no folder")
    def test_runs_of_seed(self):
        seed = os.path.join(REAL_FILES, "seeds", "004_d73c77cb3fb2895c.txt")
        found = self.check("--run", "1", "--run-b", "2", files=(seed,))
        self.assertEqual((found["a"]["layers"], found["b"]["layers"], found["delta_ns"]), (63, 84, 20366520))
        for a, b in ((3, 4), (5, 6), (9, 7)):
            self.check("--run", str(a), "--run-b", str(b), files=(seed,))

    def test_renamed_engine(self):
        """Names have nothing in common, as of a network and its quantized form: each convolution still finds its counterpart."""
        path = os.path.join(SAMPLES, "resnet18-tensorrt.graph.json")
        with open(path, encoding="utf-8") as file:
            engine = json.load(file)
        for number, layer in enumerate(engine["Layers"]):
            layer["Name"] = f"block{number}.weight + QuantizeLinear_{3 * number} + Conv_{3 * number + 2}"
        with tempfile.TemporaryDirectory() as folder:
            other = os.path.join(folder, "renamed.json")
            with open(other, "w", encoding="utf-8") as file:
                json.dump(engine, file)
            found = self.check(files=[path, other])
        pairs = [pair for pair in found["pairs"] if pair["type"] == "Convolution"]
        self.assertEqual([pair["state"] for pair in pairs], ["matched"] * 21)
        self.assertEqual([pair["layers_a"] for pair in pairs], [pair["layers_b"] for pair in pairs])

    @unittest.skipUnless(os.path.isdir(REAL_FILES), "LAMINA_REAL_FILES names no folder")
    def test_engines(self):
        folder = os.path.join(REAL_FILES, "samples", "tensorrt")
        files = [os.path.join(folder, name) for name in ("fp16__resnet.onnx.engine.graph.json",
                                                         "qat__resnet-qat.onnx.engine.graph.json")]
        found = self.check(files=files)
        self.assertEqual((found["a"]["layers"], found["b"]["layers"], found["delta_ns"]), (36, 37, 78848))
        # Names have nothing in common; each convolution still finds its counterpart by its place and its shapes.
        pairs = {pair["name_a"]: pair["name_b"] for pair in found["pairs"]}
        self.assertEqual(pairs["Conv_0 + Relu_1"], "conv1.weight + QuantizeLinear_7 + Conv_9")
        self.assertEqual(pairs["Conv_26"], "layer3.0.conv2.weight + QuantizeLinear_143 + Conv_145")
        self.assertEqual(sum(pair["type"] == "Convolution" for pair in found["pairs"]), 21)
        self.assertTrue(all(pair["state"] == "matched" for pair in found["pairs"] if pair["type"] == "Convolution"))
        self.check("--run", "2", files=files)

    @unittest.skipUnless(os.path.isdir(REAL_FILES), "LAMINA_REAL_FILES names no folder")
    def test_real_steps(self):
        for name, n in (("hta__ns_resolution_trace__rank-0.Apr_03_18_51_38.1102.pt.trace.json.gz", 4782),
                        ("hta__timeline_analysis__sampled_rank-0.json.gz", None)):
            found = self.check("--section", "1", "--section-b", "2", files=(os.path.join(REAL_FILES, "samples", "kineto", name),))
            if n is not None:
                self.assertEqual(found["states"]["matched"]["pairs"], n)
                self.assertIsNotNone(found["noise_ns"])


def make_steps(path, kernel, gap, n=4):
    """A database of Nsight Systems with steps in which one kernel of so many nanoseconds runs, and nothing for as many as @gap."""
    database = sqlite3.connect(path)
    thread = 1 << 48 | 21 << 24 | 21
    database.executescript("""CREATE TABLE StringIds (id INTEGER PRIMARY KEY, value TEXT);
        CREATE TABLE META_DATA_EXPORT (name TEXT, value TEXT);
        CREATE TABLE NVTX_EVENTS (start INTEGER, end INTEGER, eventType INTEGER, text TEXT, globalTid INTEGER);
        CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME (start INTEGER, end INTEGER, globalTid INTEGER, correlationId INTEGER,
                                                  nameId INTEGER);
        CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start INTEGER, end INTEGER, deviceId INTEGER, streamId INTEGER,
                                                 correlationId INTEGER, globalPid INTEGER, demangledName INTEGER);
        INSERT INTO StringIds VALUES (1, 'work'), (2, 'cudaLaunchKernel');""")
    for step in range(n):
        start = step * (kernel + gap)
        database.execute("INSERT INTO NVTX_EVENTS VALUES (?, ?, 59, ?, ?)", (start, start + kernel + gap, f"step {step}", thread))
        database.execute("INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES (?, ?, ?, ?, 2)", (start, start + 10, thread, step + 1))
        database.execute("INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (?, ?, 0, 7, ?, ?, 1)",
                         (start + gap, start + gap + kernel, step + 1, thread & ~0xffffff))
    database.commit()
    database.close()
    return path


class Totals(unittest.TestCase):
    """What kernels take, and how long it takes until all is done."""

    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="lamina-totals-")
        self.addCleanup(shutil.rmtree, self.folder)

    def compare(self, a, b):
        files = [make_steps(os.path.join(self.folder, name), *sizes) for name, sizes in (("a.sqlite", a), ("b.sqlite", b))]
        found = read_json("compare", "--format", "json", *files)
        self.assertEqual(found["kernels"]["a_ns"], 4 * a[0])
        self.assertEqual(found["kernels"]["b_ns"], 4 * b[0])
        self.assertEqual([(span["device"], span["a_ns"]) for span in found["spans"]], [("GPU 0", 4 * a[0] + 3 * a[1])])
        self.assertEqual((found["steps"]["n_a"], found["steps"]["a_ns"], found["steps"]["b_ns"]), (4, sum(a), sum(b)))
        text = run("compare", *files)[1]
        report = os.path.join(self.folder, "report.md")
        self.assertEqual(run("report", *files, "-o", report)[0], 0)
        with open(report, encoding="utf-8") as file:
            written = file.read()
        self.assertIn(next(line for line in text.splitlines() if line.startswith("The kernels take")), written)
        self.assertRegex(written, r"\| Median of the steps \| [\d.]+\sµs \| [\d.]+\sµs \|")
        os.unlink(files[0])
        os.unlink(files[1])
        return found["verdict"], text

    def test_verdicts(self):
        for b, verdict, said in (((50_000, 100_000), "kernels-only",
                                  "The kernels take less time, but the whole takes as long as before."),
                                 ((100_000, 50_000), "as-before", "as long as before, and so does the whole."),
                                 ((50_000, 50_000), "alike", "The kernels take less time, and so does the whole."),
                                 ((100_000, 90_000), "whole-only", "as long as before, but the whole takes more time."),
                                 ((50_000, 150_000), "opposite", "The kernels take less time, but the whole takes more.")):
            found, text = self.compare((100_000, 50_000), b)
            self.assertEqual(found, verdict)
            self.assertIn(said, text)
            self.assertRegex(text, r"Median of the steps +150\sµs")

    @unittest.skipUnless(os.path.isdir(REAL_FILES), "LAMINA_REAL_FILES names no folder")
    def test_real(self):
        """46 ms of kernels were saved on two devices, and nothing of the time."""
        paths = [os.path.join(REAL_FILES, "samples", "nsys", f"nsys-ai__mfu_2gpu_{name}.sqlite") for name in ("before", "after")]
        sums, spans = [], []
        for path in paths:
            database = sqlite3.connect(f"file:{path}?mode=ro&immutable=1", uri=True)
            sums.append(sum(database.execute(f"SELECT coalesce(sum(end - start), 0) FROM CUPTI_ACTIVITY_KIND_{kind}").fetchone()[0]
                            for kind in ("KERNEL", "MEMSET")))
            spans.append(database.execute("SELECT max(end) - min(start) FROM (SELECT start, end, deviceId FROM "
                                          "CUPTI_ACTIVITY_KIND_KERNEL UNION ALL SELECT start, end, deviceId FROM "
                                          "CUPTI_ACTIVITY_KIND_MEMCPY UNION ALL SELECT start, end, deviceId FROM "
                                          "CUPTI_ACTIVITY_KIND_MEMSET) WHERE deviceId = 0").fetchone()[0])
        found = read_json("compare", "--format", "json", *paths)
        self.assertEqual([found["kernels"]["a_ns"], found["kernels"]["b_ns"]], sums)
        self.assertEqual([found["spans"][0]["a_ns"], found["spans"][0]["b_ns"]], spans)
        self.assertEqual(round(found["kernels"]["delta_ns"] / 1e6), -46)
        self.assertEqual([round(span / 1e6, 1) for span in spans], [299.8, 299.3])
        self.assertEqual(found["verdict"], "kernels-only")


class Ends(unittest.TestCase):
    """How it ends."""

    def check(self, status, said, *args):
        found, _, err = run("compare", *args)
        self.assertEqual(found, status, (args, err))
        self.assertIn(said, err)
        self.assertEqual(err.count("\n"), 0 if status == 0 else 1, err)

    def test_usage(self):
        for args, said in (
                ((), "usage"), (("a", "b", "c"), "usage"), ((PROFILE,), "second file"), ((STEPS, "--run", "1"), "second file"),
                ((STEPS, "--run-b", "1"), "the same"), ((STEPS, "--section-b", "99"), "no section 99"),
                ((STEPS, "--run-b", "9"), "no run 9"), ((STEPS, "--run", "all", "--section-b", "1"), "all"),
                ((STEPS, "--section", "0", "--section-b", "1"), "no section 0"),
                ((STEPS, STEPS, "--fail-if-slower", "fast"), "fast"), ((STEPS, STEPS, "--fail-if-slower", "-1"), "-1"),
                ((STEPS, "--section-b", "2", "--view", "pie", "-o", "a.svg"), "pie"),
                ((STEPS, "--section-b", "2", "--theme", "pink", "-o", "a.svg"), "pink"),
                ((STEPS, "--section-b", "2", "--width", "-5", "-o", "a.svg"), "-5"),
                ((STEPS, "--section-b", "2", "-o", "a.gif"), ".gif"), ((STEPS, "--section-b", "2", "--view", "ties"), "output"),
                ((STEPS, STEPS, "--format", "xml"), "xml")):
            with self.subTest(args=args):
                self.check(2, said, *args)

    def test_input(self):
        self.check(3, "missing.json", PROFILE, "missing.json")
        self.check(3, "missing.json", "missing.json", PROFILE)

    def test_slower(self):
        with tempfile.TemporaryDirectory() as folder:
            a = write_report(os.path.join(folder, "a.txt"), 100, 20)
            b = write_report(os.path.join(folder, "b.txt"), 106, 20)
            self.check(1, "slower by 5.00 %, more than 4.9 %", a, b, "--fail-if-slower", "4.9")
            self.check(1, "slower by 5.00 %", a, b, "--fail-if-slower", "4%", "--format", "json")
            self.check(0, "", a, b, "--fail-if-slower", "5")
            self.check(0, "", b, a, "--fail-if-slower", "0")
            self.check(0, "", a, b)

    def test_noise(self):
        """A step that is slower by no more than its like are is not reported, unless asked."""
        found = read_json("compare", "--format", "json", "--section", "1", "--section-b", "2", STEPS)
        sides = ("1", "2") if found["delta_ns"] > 0 else ("2", "1")
        args = ("--section", sides[0], "--section-b", sides[1], STEPS, "--fail-if-slower", "0")
        self.check(0 if found["within_noise"] else 1, "", *args)
        self.check(1, "slower", *args, "--count-noise")

    def test_picture(self):
        """Drawn twice it is the same, and it says what is compared."""
        with tempfile.TemporaryDirectory() as folder:
            a = write_report(os.path.join(folder, "a.txt"), 100, 20)
            b = write_report(os.path.join(folder, "b.txt"), 150, 20)
            for view, words in (("waterfall", ["a.txt", "b.txt", "+50.0\u00a0µs"]), ("ties", ["120\u00a0µs", "170\u00a0µs"]),
                                ("comparison", ["+41.7\u00a0%"])):
                texts = []
                for name in ("one.svg", "two.svg"):
                    path = os.path.join(folder, name)
                    self.check(0, "", a, b, "--view", view, "-o", path)
                    with open(path, encoding="utf-8") as file:
                        texts.append(file.read())
                self.assertEqual(*texts)
                for word in words:
                    self.assertIn(word, texts[0])
            for suffix, magic in ((".png", b"\x89PNG"), (".pdf", b"%PDF")):
                path = os.path.join(folder, "picture" + suffix)
                self.check(0, "", a, b, "-o", path, "--theme", "dark", "--width", "120mm")
                with open(path, "rb") as file:
                    self.assertTrue(file.read(4).startswith(magic[:4]))

    def test_timeless(self):
        """Without times on one side nothing is faster; of two graphs it is known which layers correspond."""
        graph = os.path.join(SAMPLES, "unet-chainer.txt")
        for args in ((), ("--fail-if-slower", "5"), ("--format", "csv"), ("-o", "never.svg")):
            self.check(5, "A has no times", graph, PROFILE, *args)
            self.check(5, "B has no times", PROFILE, graph, *args)
        self.assertIn("A has no times: only what corresponds is known", run("compare", graph, PROFILE)[1])
        status, _, err = run("export", graph, PROFILE, "--view", "compare", "-o", "never.svg")
        self.assertEqual((status, err), (5, "lamina: A has no times: only what corresponds is known.\n"))
        self.assertFalse(os.path.exists("never.svg"))
        with tempfile.TemporaryDirectory() as folder:
            other = os.path.join(folder, "again.txt")
            shutil.copy(graph, other)
            self.check(0, "", graph, other)
            self.check(5, "Neither A nor B has times", graph, other, "--fail-if-slower", "5")
            self.check(5, "Neither A nor B has times", graph, other, "-o", "never.svg")

    def test_kinds(self):
        """What the host spends and what devices do can't be compared, however fast either is."""
        with tempfile.TemporaryDirectory() as folder:
            device = write_trace(os.path.join(folder, "device.json"), [("aten::mm", 0, 100, 40)])
            host = write_trace(os.path.join(folder, "host.json"), [("aten::mm", 0, 20, None)])
            self.assertEqual([read_json("info", "--json", path)["runs"][0]["totals"]["cost"] for path in (device, host)],
                             ["device", "self"])
            said = "The times of A are those of devices, the times of B those of the host"
            for args in ((), ("--fail-if-slower", "5"), ("--format", "json"), ("-o", os.path.join(folder, "never.svg"))):
                self.check(5, said, device, host, *args)
            self.check(5, "The times of A are those of the host, the times of B those of devices", host, device)
            found = json.loads(run("compare", "--format", "json", device, host)[1])
            self.assertEqual((found["delta_ns"], found["pairs"][0]["delta_ns"]), (None, None))
            self.assertEqual((found["pairs"][0]["a_ns"], found["pairs"][0]["b_ns"]), (40000, 20000))

    def test_empty(self):
        """A candidate that takes no time is no speed-up."""
        with tempfile.TemporaryDirectory() as folder:
            full = os.path.join(folder, "full.profile.json")
            empty = os.path.join(folder, "empty.profile.json")
            for path, time in ((full, 1.5), (empty, 0)):
                with open(path, "w", encoding="utf-8") as file:
                    json.dump([{"count": 2}, {"name": "conv", "timeMs": 2 * time, "averageMs": time, "percentage": 100}], file)
            self.check(5, "B has no times", full, empty, "--fail-if-slower", "5")
            self.check(5, "A has no times", empty, full)


main()
