#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Asks a database of rocmProfileData by plain SQL and compares the answers with what Lamina says.

usage: check-rpd.py LAMINA FILE     (a path that is not absolute: among the real files of other projects)

Written as TAP; without the file the test is skipped.
"""

import csv
import io
import json
import os
import sqlite3
import subprocess
import sys


def run(lamina, *arguments):
    return subprocess.run([lamina, *arguments], check=True, capture_output=True, text=True).stdout


def main():
    lamina, path = sys.argv[1:]
    path = path if os.path.isabs(path) else os.path.join(os.environ.get("LAMINA_REAL_FILES", "/nowhere"), "samples", path)
    if not os.path.exists(path):
        print("1..0 # SKIP LAMINA_REAL_FILES names no folder with this file")
        return 0
    database = sqlite3.connect(f"file:{path}?mode=ro&immutable=1", uri=True)
    ops = database.execute("SELECT start, end - start FROM rocpd_op").fetchall()
    calls = database.execute("SELECT start, end - start FROM rocpd_api").fetchall()
    monitors, = database.execute("SELECT count(*) FROM rocpd_monitor").fetchone()
    launches, = database.execute("SELECT count(*) FROM rocpd_api_ops l JOIN rocpd_op o ON o.id = l.op_id "
                                 "JOIN rocpd_api a ON a.id = l.api_id").fetchone()
    copied, = database.execute("SELECT sum(c.size) FROM rocpd_copyapi c JOIN rocpd_api_ops l ON l.api_id = c.api_ptr_id "
                               "JOIN rocpd_op o ON o.id = l.op_id JOIN rocpd_string s ON s.id = o.opType_id "
                               "WHERE s.string LIKE 'Copy%'").fetchone()
    slices = list(csv.DictReader(io.StringIO(run(lamina, "slices", path, "--clock", "file", "--format", "csv"))))
    info = json.loads(run(lamina, "info", "--json", path))
    found = {True: [], False: []}
    for row in slices:
        if "Launched in ranges" not in row["track"]:
            found["GPU" in row["track"]].append((int(row["start"]), int(row["duration"])))
    copies = sum(int(row["bytes"]) for row in csv.DictReader(io.StringIO(run(lamina, "layers", path, "--format", "csv",
                                                                             "--columns", "bytes"))) if row["bytes"])
    checks = (("operations", sorted(found[True]), sorted(ops)), ("calls", sorted(found[False]), sorted(calls)),
              ("launches", info["runs"][0]["flows"], launches), ("lost", info["import"]["lost"], 0),
              ("records", info["import"]["shown"], len(ops) + len(calls) + monitors))
    if os.path.basename(path).startswith("rocmProfileData"):
        checks += (("bytes of copies", copies, copied),)
    for number, (what, left, right) in enumerate(checks, 1):
        told = len(left) if isinstance(left, list) else left
        print(f"{'ok' if left == right else 'not ok'} {number} {what}: {told}" + ("" if left == right else f", expected {right}"))
    print(f"1..{len(checks)}")
    return any(left != right for _, left, right in checks)


if __name__ == "__main__":
    sys.exit(main())
