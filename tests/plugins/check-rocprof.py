#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Reads the JSON of rocprofv3 by Python and compares what stands there with what Lamina says.

usage: check-rocprof.py LAMINA FILE     (a path that is not absolute: among the real files of other projects)

Written as TAP; without the file the test is skipped.
"""

import csv
import gzip
import io
import json
import os
import subprocess
import sys

NO_RECORDS = "pc_sample_host_trap", "pc_sample_stochastic"


def run(lamina, *arguments):
    return subprocess.run([lamina, *arguments], check=True, capture_output=True, text=True).stdout


def read(path):
    with (gzip.open if path.endswith(".gz") else open)(path, "rt", encoding="utf-8") as file:
        return json.load(file)["rocprofiler-sdk-tool"]


def times(record):
    start, end = record.get("start_timestamp", 0), record.get("end_timestamp", 0)
    return (start, end - start) if start or end else None


class Answers:
    """What a file says, in the words of the checks."""

    def __init__(self, path):
        self.work, self.calls, self.counted, self.bytes, self.launches = [], [], {}, 0, 0
        for tool in read(path):
            self.take(tool)

    def take(self, tool):
        names = tool["strings"]["buffer_records"]
        lists = {name: [record for record in rows if isinstance(record, dict)] for name, rows in tool["buffer_records"].items()}
        calls, known = set(), set()

        def operation(record):
            operations = names[record["kind"]]["operations"]
            return operations[record["operation"]] if record["operation"] < len(operations) else ""

        for name, rows in lists.items():
            for record in rows if name not in NO_RECORDS else ():
                is_work = name == "kernel_dispatch" or (name == "memory_copy" and "HOST_TO_HOST" not in operation(record))
                if name == "kernel_dispatch":
                    known.add(record["dispatch_info"]["dispatch_id"])
                elif is_work:
                    own = "DEVICE_TO_DEVICE" in operation(record) and record["dst_agent_id"] == record["src_agent_id"]
                    self.bytes += record["bytes"] * (2 if own else 1)
                if times(record) and not ("marker" in name and "Mark" in operation(record)):
                    (self.work if is_work else self.calls).append(times(record))
                if name.endswith("_api") and name != "marker_api":
                    calls.add(record["correlation_id"]["internal"])
        counters = {row["id"]["handle"]: row["name"] for row in tool["counters"]}
        for record in tool["callback_records"]["counter_collection"]:
            dispatch = record["dispatch_data"]
            if dispatch["dispatch_info"]["dispatch_id"] not in known:
                if not times(dispatch):
                    continue
                self.work.append(times(dispatch))
            for row in record["records"]:
                name = counters[row["counter_id"]["handle"]]
                self.counted[name] = self.counted.get(name, 0) + row["value"]
        self.launches += sum(record["correlation_id"]["internal"] in calls for name in ("kernel_dispatch", "memory_copy")
                             for record in lists.get(name, ()))


def main():
    lamina, path = sys.argv[1:]
    path = path if os.path.isabs(path) else os.path.join(os.environ.get("LAMINA_REAL_FILES", "/nowhere"), "samples", path)
    if not os.path.exists(path):
        print("1..0 # SKIP LAMINA_REAL_FILES names no folder with this file")
        return 0
    answers = Answers(path)
    slices = list(csv.DictReader(io.StringIO(run(lamina, "slices", path, "--clock", "file", "--format", "csv"))))
    layers = list(csv.DictReader(io.StringIO(run(lamina, "layers", path, "--format", "csv", "--columns",
                                                 ",".join(["bytes", *sorted(answers.counted)])))))
    info = json.loads(run(lamina, "info", "--json", path))
    found = {True: [], False: []}
    for row in slices:
        if "Launched in ranges" not in row["track"]:
            found["GPU" in row["track"]].append((int(row["start"]), int(row["duration"])))
    checks = [("work", sorted(found[True]), sorted(answers.work)),
              ("calls and ranges", sorted(found[False]), sorted(answers.calls)),
              ("launches", info["runs"][0]["flows"], answers.launches), ("lost", info["import"]["lost"], 0)]
    checks += [(f"sum of {name}", sum(float(row[name]) for row in layers if row[name]), answers.counted[name])
               for name in sorted(answers.counted)]
    for number, (what, left, right) in enumerate(checks, 1):
        told = len(left) if isinstance(left, list) else left
        print(f"{'ok' if left == right else 'not ok'} {number} {what}: {told}" + ("" if left == right else f", expected {right}"))
    print(f"1..{len(checks)}")
    return any(left != right for _, left, right in checks)


if __name__ == "__main__":
    sys.exit(main())
