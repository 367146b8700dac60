#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What large files and small ones that want much take under limits of memory: usage: bench-ceiling.py LAMINA COMMANDS MAKE-TRACE

COMMANDS is the folder of the tests of the commands, whose files are made here, larger. Each file is read with each limit; the
most that the process held is told as what it is above the limit, and must not be 64 MiB above.
"""

import gzip
import os
import shutil
import subprocess
import sys
import tempfile
import time

COMMANDS, MAKE_TRACE = sys.argv[2:4]
del sys.argv[2:4]
sys.path.insert(0, COMMANDS)

from growing import KINDS  # noqa: E402
from harness import measure  # noqa: E402

MIB = 1 << 20
LIMITS = 256, 1024, 4096
# What the program takes for itself.
OWN = 64
EVENT = b'{"ph":"X","name":"conv","pid":1,"tid":1,"ts":1000,"dur":1},\n'
BLOCK = 10000


def write_events(file, n=20_000_000, event=EVENT):
    file.write(b"[")
    for _ in range(n // BLOCK):
        file.write(event * BLOCK)
    file.write(b"{}]")


def write_name(file):
    file.write(b'[{"ph":"X","pid":1,"tid":1,"ts":1,"dur":1,"name":"')
    for _ in range(1024):
        file.write(b"a" * MIB)
    file.write(b'"}]')


def write_nesting(file):
    for _ in range(512):
        file.write(b"[" * MIB)


def write_threads(file):
    file.write(b"[")
    for i in range(4_000_000):
        file.write(b'{"ph":"X","name":"conv","pid":1,"tid":%d,"ts":%d,"dur":1},\n' % (i, i))
    file.write(b"{}]")


def zipped(write):
    def make(path):
        with gzip.open(path, "wb", compresslevel=1) as file:
            write(file)
    return make


def zstd(write):
    def make(path):
        with open(path, "wb") as out, subprocess.Popen(["zstd", "-q", "-1", "-c"], stdin=subprocess.PIPE, stdout=out) as tool:
            write(tool.stdin)
            tool.stdin.close()
    return make


def grown(format_name, respect, least):
    """The file of a growth test that is so large at least."""
    def make(path):
        n, write = KINDS[format_name][respect]
        content = write(n)
        while len(content) < least:
            n *= max(2, least // len(content))
            content = write(n)
        with open(path, "wb") as file:
            file.write(content)
    return make


def make_trace(path):
    subprocess.run([MAKE_TRACE, "1000", path], check=True)


FILES = (
    ("gzip: 20 million equal events", zipped(write_events)),
    ("zstd: 20 million equal events", zstd(write_events)),
    ("gzip: a name of 1 GiB", zipped(write_name)),
    ("gzip: 512 million brackets", zipped(write_nesting)),
    ("gzip: 4 million threads", zipped(write_threads)),
    ("snapshot: allocations, 100 MiB", grown("memory-snapshot", "tensors", 100 * MIB)),
    ("nsys: threads, 100 MiB", grown("nsys", "threads", 100 * MIB)),
    ("TVM: columns, 50 MiB", grown("tvm", "columns", 50 * MIB)),
    ("trace of PyTorch, 1 GB", make_trace),
)


def tell(status, err):
    if status == 0:
        return "read"
    return "ends in words" if status == 3 and err.count("\n") == 1 and "memory" in err else f"STATUS {status}: {err}"


def main():
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        for name, make in FILES:
            path = os.path.join(folder, "file")
            if name.startswith("zstd") and shutil.which("zstd") is None:
                print(f"{name}: not measured, there is no zstd")
                continue
            make(path)
            print(f"{name}, {os.path.getsize(path) / MIB:.1f} MiB", flush=True)
            for limit in LIMITS:
                begin = time.monotonic()
                status, _, err, most = measure("info", "--memory-limit", f"{limit}M", path)
                said = tell(status, err)
                failed |= said.startswith("STATUS") or most > (limit + OWN) * MIB
                print(f"  limit {limit:4} MiB: {said}, {most / MIB:.0f} MiB, {time.monotonic() - begin:.1f} s", flush=True)
            os.unlink(path)
    return failed


if __name__ == "__main__":
    sys.exit(main())
