#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the generator of a folder of fixtures and compares what it writes with what is there:

usage: check-databases.py GENERATOR SOURCE…

Databases are the same when their tables and rows are: another version of SQLite writes other bytes. All other files are compared
byte by byte. Each table and column that the sources of a reader name stands in one of the databases.
"""

import os
import re
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


CALLS = "lamina_sqlite_read|gpu_events_begin|begin_meanings|begin_records|gpu_numbers_read|gpu_names_read|read_threads_of"


def list_asked(sources):
    """The names of tables and of columns that stand in C."""
    tables, columns = set(), set()
    for path in sources:
        with open(path, encoding="utf-8") as file:
            text = file.read()
        for call in re.findall(rf"(?:{CALLS}) \(([^;{{]*)\);", text):
            tables.update(re.findall('"(\\w+)"', call)[:1])
            columns.update(re.findall('"(\\w+)"', call)[1:])
        for names in re.findall(r"(?:columns|symbols|threads)\[\] = \{([^}]*)\}|#define WORK_COLUMNS (.*)", text):
            columns.update(re.findall('"(\\w+)"', "".join(names)))
        for names in re.findall(r" tables\[\] = \{([^}]*)\}", text):
            tables.update(re.findall('"(\\w+)"', names))
    return tables, columns


def list_there(paths):
    tables, columns = set(), set()
    for path in paths:
        database = sqlite3.connect(f"file:{path}?mode=ro&immutable=1", uri=True)
        for name, column in database.execute("SELECT t.name, c.name FROM sqlite_schema t, pragma_table_info(t.name) c "
                                             "WHERE t.type = 'table'"):
            tables.add(re.sub("_[0-9]+[a-f]_[a-f]$", "", name))
            columns.add(column)
        database.close()
    return tables, columns


def main():
    generator, *sources = sys.argv[1:]
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
    databases = [os.path.join(kept, name) for name in expected if name.endswith((".sqlite", ".rpd", ".db"))]
    asked, there = set().union(*list_asked(sources)), set().union(*list_there(databases))
    if len(asked) < 20 or asked - there:
        print(f"of {len(asked)} names no database has {sorted(asked - there)}", file=sys.stderr)
        failed = True
    return failed


if __name__ == "__main__":
    sys.exit(main())
