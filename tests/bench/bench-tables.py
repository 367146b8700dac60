#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How long many traces take to become tables, beside reading them alone: usage: bench-tables.py LAMINA [TRACES [JOBS]]

The traces are made here, of 1 to 20 MB, most of them small. They are written by `lamina tables`, then once more by one that is
killed in the middle and gone on with, whose tables must hold the same.
"""

import contextlib
import json
import os
import random
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

EVENTS_PER_MEGABYTE = 1180


def make_trace(path, megabytes, seed):
    """Steps of operators, each with a launch and a kernel; times and shapes depend on the seed, so that no two files are alike."""
    dice = random.Random(seed)
    events, now = [], 0
    for number in range(1, megabytes * EVENTS_PER_MEGABYTE + 1):
        size = dice.choice((64, 128, 256, 512))
        length = dice.randrange(4, 40)
        if number % 200 == 1:
            events.append({"ph": "X", "cat": "user_annotation", "name": f"ProfilerStep#{number // 200}", "pid": 1, "tid": 1,
                           "ts": now, "dur": 199 * 50})
        common = {"ph": "X", "pid": 1, "tid": 1}
        events.append({**common, "cat": "cpu_op", "name": dice.choice(("aten::mm", "aten::relu", "aten::add", "aten::layer_norm")),
                       "ts": now, "dur": 45, "args": {"External id": number, "Input Dims": [[size, size], [size, size]],
                                                      "Input type": ["float", "float"], "Sequence number": number}})
        events.append({**common, "cat": "cuda_runtime", "name": "cudaLaunchKernel", "ts": now + 5, "dur": 7,
                       "args": {"External id": number, "correlation": number, "cbid": 211}})
        events.append({"ph": "X", "cat": "kernel", "name": f"void kernel<{size}>(float*, int)", "pid": 0, "tid": 7, "ts": now + 13,
                       "dur": length, "args": {"External id": number, "correlation": number, "device": 0, "stream": 7,
                                               "grid": [size, 1, 1], "block": [256, 1, 1], "registers per thread": 32}})
        events.append({"ph": "s", "cat": "ac2g", "name": "ac2g", "pid": 1, "tid": 1, "ts": now + 5, "id": number})
        events.append({"ph": "f", "cat": "ac2g", "name": "ac2g", "pid": 0, "tid": 7, "ts": now + 13, "id": number, "bp": "e"})
        now += 50
    with open(path, "w", encoding="utf-8") as file:
        json.dump({"schemaVersion": 1, "deviceProperties": [{"id": 0, "name": "NVIDIA A100-SXM4-40GB"}],
                   "distributedInfo": {"rank": seed, "world_size": 512}, "traceEvents": events}, file)


def dump(path):
    database = sqlite3.connect(path)
    tables = [name for name, in database.execute("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")]
    return {table: sum(hash(row) for row in database.execute(f"SELECT * FROM {table}")) for table in tables}


def count(path):
    """How many traces are in. While somebody writes the database is locked for moments: then it has to be asked again."""
    if not os.path.exists(path):
        return 0
    with contextlib.closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=60)) as database:
        try:
            return database.execute("SELECT count(*) FROM traces").fetchone()[0]
        except sqlite3.OperationalError as error:
            if "no such table" in str(error):
                return 0
            raise


def kill_in_the_middle(words, path, most):
    """FALSE when it came to its end before so many traces were in."""
    with subprocess.Popen(words, stdout=subprocess.DEVNULL) as process:
        while process.poll() is None and count(path) < most:
            time.sleep(0.02)
        was_alive = process.poll() is None
        process.send_signal(signal.SIGKILL)
    return was_alive


def measure(words):
    before, since = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    subprocess.run(words, check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.monotonic() - since, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def report(name, figure, unit):
    print(f"{name}: {figure:.3g} {unit}", flush=True)


def main():
    lamina, n, jobs = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 300, sys.argv[3] if len(sys.argv) > 3 else "2"
    folder = tempfile.mkdtemp(prefix="lamina-fleet-")
    try:
        traces = os.path.join(folder, "traces")
        os.mkdir(traces)
        for seed in range(n):
            make_trace(os.path.join(traces, f"{seed:04}.pt.trace.json"), 1 + min(19, int(random.Random(seed).expovariate(0.4))),
                       seed)
        paths = [os.path.join(traces, name) for name in sorted(os.listdir(traces))]
        megabytes = sum(map(os.path.getsize, paths)) / 1e6
        print(f"{n} traces, {megabytes:.0f} MB, {jobs} jobs")
        wall, work = 0, 0
        for path in paths:
            alone = measure([lamina, "info", path])
            wall, work = wall + alone[0], work + alone[1]
        report("  lamina info, one by one, for each MB", 1000 * wall / megabytes, "ms")
        report("    of a processor", 1000 * work / megabytes, "ms")
        whole, broken = os.path.join(folder, "whole.sqlite"), os.path.join(folder, "broken.sqlite")
        written = measure([lamina, "tables", traces, "-o", whole, "--jobs", jobs])
        report("  lamina tables, for each MB", 1000 * written[0] / megabytes, "ms")
        report("    of a processor", 1000 * written[1] / megabytes, "ms")
        report("  of a processor, for each time of lamina info", written[1] / work, "×")
        report("  tables, for each byte of the traces", os.path.getsize(whole) / 1e6 / megabytes, "bytes")
        if not kill_in_the_middle([lamina, "tables", traces, "-o", broken, "--jobs", jobs], broken + ".part", n // 2):
            print("  came to its end before it was killed: take more traces")
            return True
        print(f"  killed with {count(broken + '.part')} traces in")
        subprocess.run([lamina, "tables", traces, "-o", broken, "--jobs", jobs], check=True, stdout=subprocess.DEVNULL)
        print("  gone on with: the same" if dump(broken) == dump(whole) else "  gone on with: NOT THE SAME")
        return dump(broken) != dump(whole)
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    sys.exit(main())
