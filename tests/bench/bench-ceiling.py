#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What large files and small ones that want much take under limits of memory: usage: bench-ceiling.py LAMINA COMMANDS MAKE-TRACE

COMMANDS is the folder of the tests of the commands, whose files are made here, larger. Each file is read with each limit; the
most that the process held is told as what it is above the limit, and must not be 64 MiB above.
"""

import sys
import tempfile
import time

COMMANDS, MAKE_TRACE = sys.argv[2:4]
del sys.argv[2:4]
sys.path.insert(0, COMMANDS)

from ceilings import LIMITS, MIB, make_files  # noqa: E402
from harness import measure  # noqa: E402

# What the program takes for itself.
OWN = 64


def tell(status, err):
    if status == 0:
        return "read"
    return "ends in words" if status == 3 and err.count("\n") == 1 and "memory" in err else f"STATUS {status}: {err}"


def main():
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        for name, path in make_files(folder, MAKE_TRACE):
            print(name, flush=True)
            for limit in LIMITS:
                begin = time.monotonic()
                status, _, err, most = measure("info", "--memory-limit", f"{limit}M", path)
                said = tell(status, err)
                failed |= said.startswith("STATUS") or most > (limit + OWN) * MIB
                print(f"  limit {limit:4} MiB: {said}, {most / MIB:.0f} MiB, {time.monotonic() - begin:.1f} s", flush=True)
    return failed


if __name__ == "__main__":
    sys.exit(main())
