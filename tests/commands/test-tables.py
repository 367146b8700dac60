# SPDX-License-Identifier: Apache-2.0
"""`lamina tables`, as a user runs it: what stands in the tables, what is there already, what fails, and the questions of
docs/fleet.md.

Arguments: the program, the folder of the tests, the folder of the samples, the folder of the documentation.
"""

import csv
import json
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import unittest

from harness import TRACED, main, read_json, run

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


WEEKS = (1_700_000_000, "2023-46"), (1_700_700_000, "2023-47")
RELU_US, MESSAGE_BYTES, STEP_US, STEPS = 30, 4000, 1000, 2
KEEPS = 1000, 5000, 2000


def make_rank(path, rank, gemm_us, message_us):
    """Steps of a matrix product, and of a message beside which something small is computed; and what the device keeps."""
    shape, events = [64, 64], []
    for number in range(3 * STEPS):
        step, which = divmod(number, 3)
        name, at, time, stream, kernel, args = (
            ("aten::mm", 10, gemm_us, 7, "gemm_kernel", {"Input Dims": [shape, shape], "Input type": ["float", "float"]}),
            ("record_param_comms", 400, message_us, 13, "ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevComm*)",
             {"Collective name": "allreduce", "In msg nelems": MESSAGE_BYTES // 4, "Out msg nelems": MESSAGE_BYTES // 4,
              "dtype": "Float", "Process Group Name": "0", "Seq": step, "Group size": 2}),
            ("aten::relu", 420, RELU_US, 7, "relu_kernel", {"Input Dims": [shape], "Input type": ["float"]}))[which]
        host, now = {"ph": "X", "pid": 1, "tid": 1}, STEP_US * step + at
        link = {"External id": number + 1, "correlation": number + 1}
        if which == 0:
            events.append({**host, "cat": "user_annotation", "name": f"ProfilerStep#{step}", "ts": STEP_US * step, "dur": STEP_US})
        events += [{**host, "cat": "cpu_op", "name": name, "ts": now, "dur": 15, "args": {"External id": number + 1, **args}},
                   {**host, "cat": "cuda_runtime", "name": "cudaLaunchKernel", "ts": now + 5, "dur": 5, "args": link},
                   {"ph": "X", "cat": "kernel", "name": kernel, "pid": 0, "tid": stream, "ts": now + 50, "dur": time,
                    "args": {"device": 0, "stream": stream, **link}}]
    for number, keeps in enumerate(KEEPS):
        events.append({"ph": "i", "s": "t", "cat": "cpu_instant_event", "name": "[memory]", "pid": 1, "tid": 1,
                       "ts": 100 + number, "args": {"Device Type": 1, "Device Id": 0, "Addr": 64, "Bytes": 64,
                                                    "Total Allocated": keeps + rank, "Total Reserved": 8000 + rank}})
    with open(path, "w", encoding="utf-8") as file:
        json.dump({"schemaVersion": 1, "baseTimeNanoseconds": WEEKS[rank][0] * 1_000_000_000,
                   "deviceProperties": [{"id": 0, "name": "GPU"}], "distributedInfo": {"rank": rank, "world_size": 2},
                   "traceEvents": events}, file)
    return len(events)


class Tables(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="lamina-tables-")
        self.addCleanup(shutil.rmtree, self.folder)
        self.out = os.path.join(self.folder, "out.sqlite")

    def write(self, *words, status=0):
        found, out, err = run("tables", "-o", self.out, *words)
        self.assertEqual(found, status, err)
        return out, err

    def count_written(self):
        try:
            return ask(self.out + ".part", "SELECT count(*) FROM traces")[0][0]
        except sqlite3.Error:
            return 0

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
                    self.assertEqual(err.count(f"{cut} is "), 1, err)
                    self.assertRegex(err, "cut.json is cut off after [0-9.]+\\u00a0µs: ")
                    os.unlink(self.out)
        self.write("--strict", FILES[0])

    def test_damage_there(self):
        """What was damaged when it was read is said again, whoever asks."""
        cut = os.path.join(self.folder, "cut.json")
        with open(os.path.join(TESTS, "data/chrome/complete.json"), "rb") as whole, open(cut, "wb") as file:
            file.write(whole.read()[:700])
        self.write(cut, FILES[1])
        self.assertEqual(ask(self.out, "SELECT damaged FROM traces ORDER BY damaged"), [(0,), (1,)])
        for words, status in (((), 0), (("--strict",), 4), (("--strict", "--jobs", "2"), 4)):
            out, err = self.write(*words, cut, FILES[1], status=status)
            self.assertIn("2 there already", out)
            self.assertEqual(err.count(f"{cut} is cut off or damaged; what could be read of it is in the tables"), 1, err)

    def test_idle(self):
        """The causes are those of `lamina gaps`, and those of a step are all of its idle time."""
        self.write(*FILES)
        n = 0
        for path in FILES:
            trace, = ask(self.out, f"SELECT trace FROM traces WHERE path = '{path}'")[0]
            told = {(row["device"], row["group"]): row["duration_ns"]
                    for row in read_json("gaps", "--group", "cause", "--format", "json", path)}
            found = {(device, cause): time for device, cause, time in ask(
                self.out, f"SELECT device, cause, dur_ns FROM idle WHERE trace = '{trace}' AND step IS NULL")}
            self.assertEqual(found, told)
            n += len(found)
        self.assertGreater(n, 8)
        self.assertGreater(len(ask(self.out, "SELECT * FROM idle WHERE step IS NOT NULL")), 5)
        self.assertEqual(ask(self.out, "SELECT s.step, s.idle_ns, sum(i.dur_ns) FROM idle i JOIN steps s"
                                       " USING (trace, run, section, device)"
                                       " GROUP BY trace, run, section, device HAVING sum(i.dur_ns) != s.idle_ns"), [])

    def test_memory(self):
        """A peak is the largest sample of its track, and stands at the first of these."""
        self.write(FILES[0], os.path.join(TESTS, "data/memory-snapshot/devices.pickle"))
        rows = ask(self.out, "SELECT trace, run, track, first_bytes, peak_bytes, peak_ns, last_bytes FROM memory"
                             " WHERE track NOT NULL")
        self.assertGreater(len(rows), 10)
        for trace, number, track, *told in rows:
            samples = ask(self.out, f"SELECT value, time_ns FROM counters WHERE trace = '{trace}' AND run = {number}"
                                    f" AND track = {track}")
            peak = max(value for value, _ in samples)
            self.assertEqual(told, [samples[0][0], peak, min(time for value, time in samples if value == peak), samples[-1][0]])
        self.assertEqual(ask(self.out, "SELECT DISTINCT run_name FROM memory WHERE run = 2"), [("Device 1",)])

    def test_modules(self):
        """The modules of an operator are those of the stack that the file states."""
        self.write(FILES[0])
        with open(FILES[0], encoding="utf-8") as file:
            events = json.load(file)["traceEvents"]
        expected = {}
        for event in events:
            if event.get("cat") == "cpu_op" and "Call stack" in event["args"]:
                names = [name[len("nn.Module: "):] for name in event["args"]["Call stack"].split(";")
                         if name.startswith("nn.Module: ")]
                expected.setdefault(event["name"], set()).add(".".join(reversed(names)) or None)
        found = {}
        for name, module in ask(self.out, "SELECT name, module FROM layers"):
            if name in expected:
                found.setdefault(name, set()).add(module)
        self.assertGreater(sum(len(modules - {None}) for modules in found.values()), 10)
        for name, modules in found.items():
            self.assertLessEqual(modules - {None}, expected[name], name)

    def test_collectives(self):
        """Group, number and ranks are the file's, and bandwidths follow from them by hand."""
        path = os.path.join(self.folder, "made.pt.trace.json")
        rows = (("allreduce", 1000, 1000, 8, 4, 1.75), ("_allgather_base", 500, 4000, 8, 2, 0.875),
                ("reduce_scatter", 4000, 500, 4, 5, 0.75), ("broadcast", 10, 10, 8, 1, 1), ("send", 10, 10, 8, 1, None),
                ("allreduce", 10, 10, None, 1, None))
        events = []
        for i, (name, inputs, outputs, ranks, time, _) in enumerate(rows):
            args = {"External id": i + 1, "Collective name": name, "In msg nelems": inputs, "Out msg nelems": outputs,
                    "dtype": "Float", "Process Group Name": "7", "Seq": 40 + i, **({"Group size": ranks} if ranks else {})}
            common = {"ph": "X", "pid": 1, "tid": 1}
            events += [{**common, "cat": "cpu_op", "name": "record_param_comms", "ts": 1000 * i, "dur": 80, "args": args},
                       {**common, "cat": "cuda_runtime", "name": "cudaLaunchKernel", "ts": 1000 * i + 20, "dur": 5,
                        "args": {"correlation": i + 1, "External id": i + 1}},
                       {"ph": "X", "cat": "kernel", "name": "ncclDevKernel(ncclDevComm*)", "pid": 0, "tid": 7, "ts": 1000 * i + 50,
                        "dur": time, "args": {"device": 0, "stream": 7, "correlation": i + 1, "External id": i + 1}}]
        with open(path, "w", encoding="utf-8") as file:
            json.dump({"schemaVersion": 1, "deviceProperties": [{"id": 0, "name": "GPU"}], "traceEvents": events}, file)
        self.write(path)
        found = ask(self.out, "SELECT comm_group, seq, ranks, bytes, dur_ns, algbw_bytes_per_s, busbw_bytes_per_s FROM collectives "
                              "ORDER BY seq")
        self.assertEqual(len(found), len(rows))
        for i, (group, seq, ranks, size, time, algorithm, bus) in enumerate(found):
            name, inputs, outputs, told, length, factor = rows[i]
            message = 4 * (outputs if "allgather" in name else inputs)
            self.assertEqual((group, seq, ranks, size, time), ("7", 40 + i, told, message, 1000 * length))
            self.assertAlmostEqual(algorithm, message / (length * 1e-6), places=3)
            if factor is None:
                self.assertIsNone(bus)
            else:
                self.assertAlmostEqual(bus, factor * algorithm, places=3)

    def test_print(self):
        """Lines of JSON hold the same rows."""
        self.write(*FILES)
        tables = {}
        for words in (), ("--jobs", "2"):
            status, out, err = run("tables", "-o", "-", *words, *FILES)
            self.assertEqual((status, err), (0, ""))
            rows = [json.loads(line) for line in out.splitlines()]
            tables = {}
            for row in rows:
                tables.setdefault(row.pop("table"), []).append(tuple(row.values()))
            whole = {name: rows for name, rows in dump(self.out).items() if rows}
            self.assertEqual({name: sorted(rows, key=repr) for name, rows in tables.items()}, whole)
        self.assertEqual(run("tables", "-o", "-", "--as", "csv", *FILES)[0], 2)

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
        for words in (), ("--jobs", "2"):
            for least in 0, 2:
                process = subprocess.Popen([LAMINA, "tables", "-o", self.out, *words, *FILES], stdout=subprocess.DEVNULL)
                while process.poll() is None and not (os.path.exists(self.out + ".part") and self.count_written() >= least):
                    pass
                process.send_signal(signal.SIGKILL)
                process.wait()
                self.write(*words, *FILES)
                self.assertEqual(dump(self.out), whole)
                self.assertEqual(os.listdir(self.folder), ["out.sqlite"])
                os.unlink(self.out)

    def test_alike(self):
        """Files of the same bytes are one trace, be they read at the same time or not."""
        twice = [os.path.join(self.folder, name) for name in ("a.json", "b.json")]
        for path in twice:
            shutil.copy(FILES[0], path)
        for words in (), ("--jobs", "2"):
            said, _ = self.write(*words, *twice)
            self.assertEqual(said, "1 file written, 1 there already, 0 failed\n")
            self.assertEqual(len(ask(self.out, "SELECT * FROM traces")), 1)
            os.unlink(self.out)

    def test_leftovers(self):
        """Who is killed once a trace is in leaves what the program that read it wrote; who goes on removes that."""
        self.write(*FILES)
        (trace,), *_ = ask(self.out, "SELECT trace FROM traces")
        for words in (), ("--jobs", "2"):
            for name in f"{self.out}.part-{trace}", f"{self.out}.part-{trace}.part":
                shutil.copy(self.out, name)
            self.write(*words, *FILES)
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

    @unittest.skipUnless(shutil.which("strace"), "there is no strace")
    def test_many(self):
        """A trace costs no more where many are in: the others are not gone through."""
        log = os.path.join(self.folder, "log")
        self.write(FILES[3])
        database = sqlite3.connect(self.out)
        for table in "slices", "layers":
            database.execute("WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60000) "
                             f"INSERT INTO {table} (trace, run, name) SELECT 'another', 1, hex(zeroblob(100)) FROM n")
        database.commit()
        database.close()
        pages = os.path.getsize(self.out) // 4096
        self.assertGreater(pages, 5000)
        for words in (FILES[1],), ("--jobs", "2", FILES[2]):
            subprocess.run(["strace", "-f", "-y", "-o", log, "-e", "trace=pread64", LAMINA, "tables", "-o", self.out, *words],
                           stdout=subprocess.DEVNULL, check=True, env=TRACED)
            with open(log, encoding="utf-8", errors="replace") as file:
                reads = [line for line in file if "out.sqlite.part>" in line]
            self.assertLess(len(reads), pages // 10)

    def test_not_ours(self):
        """A database of something else is not touched."""
        database = sqlite3.connect(self.out)
        database.execute("CREATE TABLE mine (a)")
        database.close()
        _, err = self.write(*FILES, status=3)
        self.assertIn("something else", err)
        self.assertEqual(ask(self.out, "SELECT name FROM sqlite_schema"), [("mine",)])

    def answer(self):
        """The questions of the documentation."""
        with open(os.path.join(DOCS, "fleet.md"), encoding="utf-8") as file:
            queries = re.findall(r"```sql\n(.*?);\n```", file.read(), re.S)
        self.assertEqual(len(queries), 12)
        return queries, [ask(self.out, query) for query in queries]

    def test_answers(self):
        """Of two ranks of which all is known the answers follow by hand."""
        paths = [os.path.join(self.folder, f"rank{rank}.pt.trace.json") for rank in range(2)]
        gemms, messages = (100, 150), (200, 90)
        counts = [make_rank(path, rank, gemms[rank], messages[rank]) for rank, path in enumerate(paths)]
        self.write(*paths)
        _, answers = self.answer()

        def in_ms(*times):
            return sum(times) * STEPS / 1e3

        exposed = [message - RELU_US for message in messages]
        idle = [STEP_US - gemm - message for gemm, message in zip(gemms, messages)]
        key = {row[0].split()[0]: row[0] for row in answers[3]}
        expected = {
            0: [(path, "chrome-trace", count, 0, None) for path, count in zip(paths, counts)],
            1: [("all-reduce", 2 * STEPS, in_ms(*messages)), ("aten::mm", 2 * STEPS, in_ms(*gemms)),
                ("aten::relu", 2 * STEPS, in_ms(RELU_US, RELU_US))],
            2: [(paths[0], "all-reduce", in_ms(200)), (paths[1], "aten::mm", in_ms(150))],
            3: [(key["allreduce"], 2, 90e3, 200e3), (key["aten::mm"], 2, 100e3, 150e3), (key["aten::relu"], 2, 30e3, 30e3)],
            5: [(week, part / STEP_US) for (_, week), part in zip(WEEKS, exposed)],
            6: [(1, None, in_ms(90)), (0, None, in_ms(200))],
            7: [("all-reduce", MESSAGE_BYTES, 2 * STEPS, (MESSAGE_BYTES / 200e-6 + MESSAGE_BYTES / 90e-6) / 2 / 1e9)],
            9: [(paths[rank], "Trace", name, (peak + rank * own) / 1e9, at) for name, peak, own, at in (
                ("Memory/GPU 0 reserved", 8000, 1, 0.1), ("Memory/GPU 0 allocated", 5000, 1, 0.101)) for rank in (1, 0)],
            11: [("nccl AllReduce Sum f32 RING LL", "GPU 0 · GPU/stream 13", 2 * STEPS, in_ms(*messages)),
                 ("gemm_kernel", "GPU 0 · GPU/stream 7", 2 * STEPS, in_ms(*gemms)),
                 ("relu_kernel", "GPU 0 · GPU/stream 7", 2 * STEPS, in_ms(RELU_US, RELU_US))],
        }
        for number, rows in expected.items():
            with self.subTest(number):
                self.assertEqual([[round(cell, 9) if isinstance(cell, float) else cell for cell in row] for row in answers[number]],
                                 [[round(cell, 9) if isinstance(cell, float) else cell for cell in row] for row in rows])
        self.assertEqual(sorted(answers[4]), [(path, STEPS, STEP_US / 1e3, STEP_US / 1e3) for path in paths])
        # Which cause is which is asked of `lamina gaps`; all of them are what is idle.
        self.assertAlmostEqual(sum(row[1] for row in answers[8]), in_ms(*idle))
        self.assertAlmostEqual(sum(row[2] for row in answers[8]), sum(idle) / (2 * STEP_US))
        found = {}
        for path in paths:
            for finding in read_json("info", "--json", path)["runs"][0]["findings"]:
                files, cost = found.get(finding["rule"], (set(), 0))
                found[finding["rule"]] = files | {path}, cost + finding["cost_ns"]
        self.assertEqual({rule: (files, round(cost * 1e6)) for rule, files, cost in answers[10]},
                         {rule: (len(files), cost) for rule, (files, cost) in found.items()})
        self.assertAlmostEqual(dict((row[0], row[2]) for row in answers[10])["exposed-communication"], in_ms(*exposed))

    def test_questions(self):
        """The questions of the documentation work on all kinds of files, and find something."""
        self.write(*FILES)
        queries, answers = self.answer()
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
