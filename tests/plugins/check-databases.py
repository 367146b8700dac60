#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the generator of a folder of fixtures and compares what it writes with what is there: usage: check-databases.py GENERATOR

Databases are the same when their tables and rows are: another version of SQLite writes other bytes. All other files are compared
byte by byte.
"""

import os
import sqlite3
import subprocess
import sys
import tempfile


def read(path):
    with open(path, "rb") as file:
        content = file.read()
    if not content.startswith(b"SQLite format 3\0"):
        return content
    database = sqlite3.connect(f"file:{path}?mode=ro&immutable=1", uri=True)
    try:
        return list(database.iterdump())
    finally:
        database.close()


def main():
    generator = sys.argv[1]
    kept = os.path.dirname(os.path.abspath(generator))
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.executable, generator, folder], check=True)
        made = sorted(os.listdir(folder))
        expected = sorted(set(os.listdir(kept)) - {os.path.basename(generator)})
        if made != expected:
            print(f"{kept} holds {expected}, not {made}", file=sys.stderr)
            failed = True
        for name in set(made) & set(expected):
            if read(os.path.join(folder, name)) != read(os.path.join(kept, name)):
                print(f"{name} is not what {generator} writes", file=sys.stderr)
                failed = True
    return failed


if __name__ == "__main__":
    sys.exit(main())
