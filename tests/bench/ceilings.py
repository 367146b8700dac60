# SPDX-License-Identifier: Apache-2.0
"""Large files, and small ones that want much, for what is measured under limits of memory."""

import gzip
import os
import shutil
import subprocess

from growing import KINDS

MIB = 1 << 20
LIMITS = 256, 1024, 4096
EVENT = b'{"ph":"X","name":"conv","pid":1,"tid":1,"ts":1000,"dur":1},\n'
BLOCK = 10000


def write_events(file, n=20_000_000, event=EVENT):
    file.write(b"[")
    for _ in range(n // BLOCK):
        file.write(event * BLOCK)
    file.write(b"{}]")


def write_name(file, mib=1024):
    file.write(b'[{"ph":"X","pid":1,"tid":1,"ts":1,"dur":1,"name":"')
    for _ in range(mib):
        file.write(b"a" * MIB)
    file.write(b'"}]')


def write_nesting(file):
    for _ in range(512):
        file.write(b"[" * MIB)


def write_threads(file, n=4_000_000):
    file.write(b"[")
    for i in range(n):
        file.write(b'{"ph":"X","name":"matmul","pid":1,"tid":%d,"ts":%d,"dur":900000},\n' % (i, i))
    file.write(b"{}]")


def zipped(write):
    def make(path):
        with gzip.open(path, "wb", compresslevel=1) as file:
            write(file)
    return make


def plain(write, *arguments):
    def make(path):
        with open(path, "wb") as file:
            write(file, *arguments)
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


FILES = (
    ("gzip: 20 million equal events", zipped(write_events)),
    ("zstd: 20 million equal events", zstd(write_events)),
    ("gzip: a name of 1 GiB", zipped(write_name)),
    ("gzip: 512 million brackets", zipped(write_nesting)),
    ("gzip: 4 million threads", zipped(write_threads)),
    ("a million threads", plain(write_threads, 1_000_000)),
    ("a name of 500 MiB", plain(write_name, 500)),
    ("scopes of 16 MiB, three times", grown("chrome", "scopes", 48 * MIB)),
    ("a listing with scopes of 16 MiB", grown("tensorflow", "scopes", 16 * MIB)),
    ("snapshot: allocations, 100 MiB", grown("memory-snapshot", "tensors", 100 * MIB)),
    ("nsys: threads, 100 MiB", grown("nsys", "threads", 100 * MIB)),
    ("TVM: columns, 50 MiB", grown("tvm", "columns", 50 * MIB)),
    ("trace of PyTorch, 1 GB", None),
)


def make_files(folder, make_trace, only=None):
    """One after the other, each with what it is and its path, those whose names begin so; MAKE_TRACE makes the trace."""
    path = os.path.join(folder, "file")
    for name, make in FILES:
        if only is not None and not name.startswith(only):
            continue
        if name.startswith("zstd") and shutil.which("zstd") is None:
            continue
        if make is None:
            subprocess.run([make_trace, "1000", path], check=True)
        else:
            make(path)
        yield f"{name}, {os.path.getsize(path) / MIB:.1f} MiB", path
        os.unlink(path)
