#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Asks an export of Nsight Systems by plain SQL and compares the answers with what Lamina says.

usage: check-nsys.py LAMINA FILE [KNOWN…] [launches=KNOWN]     (a path that is not absolute: among real files of other projects)

KNOWN are answers for each device that somebody else has found: kernels, their union, and the time in which a kernel of NCCL ran
and no other, with commas between; and how many kernels have a launch. Written as TAP; without the file the test is skipped.
"""

import bisect
import csv
import io
import json
import os
import re
import sqlite3
import struct
import subprocess
import sys


def union(spans):
    """The stretches in which at least one of them is."""
    found = []
    for start, end in sorted(spans):
        if found and start <= found[-1][1]:
            found[-1][1] = max(found[-1][1], end)
        else:
            found.append([start, end])
    return found


def measure(stretches):
    return sum(end - start for start, end in stretches)


def exposed(messages, others):
    """How much of the first is in none of the second."""
    return measure(union(messages + others)) - measure(union(others))


def ask_sqlite(path):
    database = sqlite3.connect(f"file:{path}?mode=ro&immutable=1", uri=True)
    tables = {name for name, in database.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
    kernels, work, counts = {}, {}, {}
    names = dict(database.execute("SELECT id, value FROM StringIds"))
    for kind in "KERNEL", "MEMCPY", "MEMSET", "GRAPH_TRACE":
        table = "CUPTI_ACTIVITY_KIND_" + kind
        if table not in tables:
            continue
        column = "demangledName" if kind == "KERNEL" else "NULL"
        for device, start, end, name in database.execute(f"SELECT deviceId, start, end, {column} FROM {table}"):
            work.setdefault(device, []).append((start, end))
            if kind == "KERNEL":
                kernels.setdefault(device, []).append((start, end, names[name]))
    pairs = 0
    for kind in "KERNEL", "MEMCPY", "MEMSET", "GRAPH_TRACE":
        table = "CUPTI_ACTIVITY_KIND_" + kind
        if table in tables:
            found, = database.execute(
                f"SELECT count(*) FROM {table} w WHERE EXISTS (SELECT 1 FROM CUPTI_ACTIVITY_KIND_RUNTIME r "
                "WHERE r.correlationId = w.correlationId AND (r.globalTid & ~0xffffff) = w.globalPid)").fetchone()
            pairs += found
            counts[kind] = found
    rows = sum(database.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in tables
               if table in ("NVTX_EVENTS", "OSRT_API", "PROFILER_OVERHEAD", "CUDA_GRAPH_EVENTS", "CUDA_GRAPH_NODE_EVENTS",
                            "DIAGNOSTIC_EVENT", "GPU_METRICS") or table.startswith("CUPTI_ACTIVITY_KIND_"))
    return kernels, work, pairs, counts, rows


def computing(path, device):
    """What computes, or sets memory: all work but copies and messages."""
    database = sqlite3.connect(f"file:{path}?mode=ro&immutable=1", uri=True)
    names = dict(database.execute("SELECT id, value FROM StringIds"))
    found = [(start, end) for start, end, name in database.execute(
        "SELECT start, end, demangledName FROM CUPTI_ACTIVITY_KIND_KERNEL WHERE deviceId = ?", (device,))
        if not names[name].startswith("nccl")]
    for table in "MEMSET", "GRAPH_TRACE":
        try:
            found += database.execute(f"SELECT start, end FROM CUPTI_ACTIVITY_KIND_{table} WHERE deviceId = ?",
                                      (device,)).fetchall()
        except sqlite3.OperationalError:
            pass
    return found


def ask_messages(path):
    """What NCCL states of the messages for which it launched kernels: in the innermost range around the launch, but for exchanges
    of which it states the part of one rank."""
    database = sqlite3.connect(f"file:{path}?mode=ro&immutable=1", uri=True)
    columns = {row[1] for row in database.execute("PRAGMA table_info(NVTX_EVENTS)")}
    if "binaryData" not in columns or database.execute("SELECT 1 FROM NVTX_EVENTS WHERE binaryData IS NOT NULL").fetchone() is None:
        return []
    places = {(domain, schema): offset or 0 for domain, schema, offset in database.execute(
        "SELECT domainId, schemaId, offset FROM NVTX_PAYLOAD_SCHEMA_ENTRIES WHERE name = 'Message size [bytes]'")}
    found = []
    for start, thread in database.execute(
            "SELECT r.start, r.globalTid FROM CUPTI_ACTIVITY_KIND_KERNEL k JOIN CUPTI_ACTIVITY_KIND_RUNTIME r ON "
            "r.correlationId = k.correlationId AND (r.globalTid & ~0xffffff) = k.globalPid WHERE r.eventClass = 0"):
        around = database.execute("SELECT binaryData, coalesce(text, (SELECT value FROM StringIds WHERE id = textId)) FROM "
                                  "NVTX_EVENTS WHERE globalTid = ? AND start <= ? AND end >= ? AND eventType = 59 "
                                  "ORDER BY start DESC, end LIMIT 1",
                                  (thread, start, start)).fetchone()
        if around is None or not isinstance(around[0], bytes) or "Gather" in around[1] or "Scatter" in around[1]:
            continue
        domain, schema, size, _ = struct.unpack("<QQQQ", around[0][:32])
        found.append(struct.unpack("<Q", around[0][32 + places[domain, schema]:][:8])[0])
    return sorted(found)


LIBRARIES = "nccl", "gloo:", "mpi:", "ucc:", "xccl:", "cublas", "cudnn", "cusolver", "cusparse", "cufft"


def is_of_program(text):
    """Whether a range is neither an operator of PyTorch nor one of a library."""
    name = re.split(", (?:seq|op_id|sizes|input_op_ids) = ", text)[0]
    is_operator = name != text and (", seq = " in text or ", sizes = " in text or name == "record_param_comms"
                                    or ("::" in name and " " not in name and "(" not in name))
    return not is_operator and not name.startswith(LIBRARIES), name


def ask_projections(path):
    """Of each range of the program, and each device: from the first to the last work that its thread launched in it. Those that one
    thread began and another one ended are of neither."""
    database = sqlite3.connect(f"file:{path}?mode=ro&immutable=1", uri=True)
    tables = {name for name, in database.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
    launched = {}
    for table in {f"CUPTI_ACTIVITY_KIND_{kind}" for kind in ("KERNEL", "MEMCPY", "MEMSET", "GRAPH_TRACE")} & tables:
        for row in database.execute(f"SELECT r.globalTid, r.start, r.end, w.deviceId, w.start, w.end FROM {table} w JOIN "
                                    "CUPTI_ACTIVITY_KIND_RUNTIME r ON r.correlationId = w.correlationId AND r.eventClass = 0 AND "
                                    "(r.globalTid & ~0xffffff) = w.globalPid"):
            launched.setdefault(row[0], []).append(row[1:])
    for rows in launched.values():
        rows.sort()
    found = []
    if "NVTX_EVENTS" not in tables:
        return found
    texts = {row[1] for row in database.execute("PRAGMA table_info(NVTX_EVENTS)")}
    text = "coalesce(text, (SELECT value FROM StringIds WHERE id = textId))" if "textId" in texts else "text"
    handed_on = "endGlobalTid <> globalTid OR end IS NULL" if "endGlobalTid" in texts else "end IS NULL"
    for start, end, thread, said in database.execute(
            f"SELECT start, end, globalTid, {text} FROM NVTX_EVENTS WHERE typeof(start) = 'integer' AND "
            f"(eventType = 59 OR eventType = 60 AND NOT ifnull({handed_on}, 0))"):
        wanted, name = is_of_program(said)
        rows = launched.get(thread, [])
        devices = {}
        for _, stop, device, begin, last in rows[bisect.bisect_left(rows, (start,)):]:
            if end is not None and stop > end:
                break
            span = devices.setdefault(device, [begin, last])
            span[0], span[1] = min(span[0], begin), max(span[1], last)
        found += [(name, begin, last) for begin, last in devices.values() if wanted]
    return sorted(found)


def ask_device(path):
    """The name of the first device, and the bytes that it states to move in a second."""
    database = sqlite3.connect(f"file:{path}?mode=ro&immutable=1", uri=True)
    try:
        return database.execute("SELECT name, memoryBandwidth FROM TARGET_INFO_GPU WHERE memoryBandwidth > 0 LIMIT 1").fetchone()
    except sqlite3.OperationalError:
        return None


def run(lamina, *arguments):
    return subprocess.run([lamina, *arguments], check=True, capture_output=True, text=True).stdout


class Tap:
    def __init__(self):
        self.n = 0
        self.failed = 0

    def same(self, what, found, expected):
        self.n += 1
        ok = found == expected
        self.failed += not ok
        told = len(found) if isinstance(found, list) and len(found) > 8 else found
        print(f"{'ok' if ok else 'not ok'} {self.n} {what}: {told}" + ("" if ok else f", expected {expected}"))


def main():
    lamina, path, *known = sys.argv[1:]
    path = path if os.path.isabs(path) else os.path.join(os.environ.get("LAMINA_REAL_FILES", "/nowhere"), "samples", path)
    if not os.path.exists(path):
        print("1..0 # SKIP LAMINA_REAL_FILES names no folder with this file")
        return 0
    kernels, work, pairs, counts, rows = ask_sqlite(path)
    launches = [int(word.split("=")[1]) for word in known if "=" in word]
    known = [word for word in known if "=" not in word]
    tap = Tap()
    slices = [row for row in csv.DictReader(io.StringIO(run(lamina, "slices", path, "--clock", "file", "--format", "csv")))]
    info = json.loads(run(lamina, "info", "--json", path))
    document = info[0] if isinstance(info, list) else info
    for i, device in enumerate(sorted(work)):
        own = [row for row in slices if f"GPU {device}" in row["track"] and row["category"] == "kernel"]
        spans = [(int(row["start"]), int(row["start"]) + int(row["duration"])) for row in own]
        told = kernels.get(device, [])
        tap.same(f"kernels of device {device}", len(own), len(told))
        tap.same(f"starts and ends of device {device}", sorted(spans), sorted((start, end) for start, end, _ in told))
        messages = [(start, end) for start, end, name in told if name.startswith("nccl")]
        others = [(start, end) for start, end, name in told if not name.startswith("nccl")]
        nccl = [(int(row["start"]), int(row["start"]) + int(row["duration"])) for row in own if row["name"].startswith("nccl")]
        tap.same(f"kernels of NCCL of device {device}", sorted(nccl), sorted(messages))
        if i < len(known):
            tap.same(f"known of device {device}",
                     [len(told), measure(union(spans)), exposed(messages, others)], [int(n) for n in known[i].split(",")])
    run_info = document["runs"][0]
    tap.same("launches", run_info["flows"], pairs)
    for number in launches:
        tap.same("launches of kernels", counts["KERNEL"], number)
    shown = [row for row in slices if "Launched in ranges" in row["track"]]
    spans = sorted((row["name"], int(row["start"]), int(row["start"]) + int(row["duration"])) for row in shown)
    tap.same("ranges on devices", spans, ask_projections(path))
    tap.same("records", document["import"]["read"], rows)
    tap.same("lost", document["import"]["lost"], 0)
    for device in run_info.get("devices", []):
        number = int(device["name"].split()[1])
        told = kernels.get(number, [])
        messages = [(start, end) for start, end, name in told if name.startswith("nccl")]
        tap.same(f"exposed communication of device {number}", device["busy_parts_ns"]["exposed_communication"],
                 exposed(messages, computing(path, number)))
    layers = json.loads(run(lamina, "layers", "--format", "json", path))
    tap.same("sizes of messages", sorted(layer["bytes"] for layer in layers if layer["bytes"] and ("all-reduce" in layer["type"] or
                                                                                               "nccl" in layer["type"])),
             ask_messages(path))
    device = ask_device(path)
    if device is not None:
        told = next(line for line in run(lamina, "info", path).splitlines() if device[0] in line and "/s" in line)
        tap.same("bandwidth of the device", f"{device[1] / 1e9:.3g} GB/s" in told.replace("\u00a0", " "), True)
    print(f"1..{tap.n}")
    return tap.failed > 0


if __name__ == "__main__":
    sys.exit(main())
