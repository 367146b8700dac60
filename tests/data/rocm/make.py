#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the databases of this folder: usage: make.py [FOLDER]

markers.rpd   as rocmProfileData writes it: calls, operations, ranges of the program, a monitor
two.db        as rocprofv3 writes it (rocpd 3.0.5): two processes, each with tables of its own; unsuffixed names are views
"""

import os
import sqlite3
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
KERNEL = "void at::native::vectorized_elementwise_kernel<4, at::native::CUDAFunctor_add<float>, at::detail::Array<char*, 3> >" \
         "(int, at::native::CUDAFunctor_add<float>, at::detail::Array<char*, 3>)"


class Database:
    def __init__(self, path):
        if os.path.exists(path):
            os.unlink(path)
        self.database = sqlite3.connect(path, isolation_level=None)
        self.database.execute("PRAGMA page_size = 512")
        self.database.execute("BEGIN")

    def make(self, table, columns):
        self.database.execute(f'CREATE TABLE "{table}" ({columns})')

    def add(self, table, **row):
        self.database.execute(f'INSERT INTO "{table}" ({", ".join(row)}) VALUES ({", ".join("?" * len(row))})', list(row.values()))

    def run(self, statement):
        self.database.execute(statement)

    def finish(self):
        self.database.execute("COMMIT")
        self.database.close()


def make_rpd(path):
    rpd = Database(path)
    rpd.make("rocpd_metadata", "id INTEGER PRIMARY KEY, tag TEXT, value TEXT")
    rpd.make("rocpd_string", "id INTEGER PRIMARY KEY, string TEXT")
    rpd.make("rocpd_api", "id INTEGER PRIMARY KEY, pid INTEGER, tid INTEGER, start INTEGER, end INTEGER, apiName_id INTEGER, "
                          "args_id INTEGER")
    rpd.make("rocpd_op", "id INTEGER PRIMARY KEY, gpuId INTEGER, queueId INTEGER, sequenceId INTEGER, start INTEGER, end INTEGER, "
                         "description_id INTEGER, opType_id INTEGER")
    rpd.make("rocpd_api_ops", "id INTEGER PRIMARY KEY, api_id INTEGER, op_id INTEGER")
    rpd.make("rocpd_copyapi", "api_ptr_id INTEGER PRIMARY KEY, stream TEXT, size INTEGER, width INTEGER, height INTEGER, kind INTEGER")
    rpd.make("rocpd_monitor", "id INTEGER PRIMARY KEY, deviceType TEXT, deviceId INTEGER, monitorType TEXT, start INTEGER, "
                              "end INTEGER, value TEXT")
    rpd.run("CREATE VIEW kernel AS SELECT * FROM rocpd_op")
    strings = {}

    def string(text):
        if text not in strings:
            strings[text] = len(strings) + 1
            rpd.add("rocpd_string", id=strings[text], string=text)
        return strings[text]

    def call(number, start, end, name, args="", tid=7):
        rpd.add("rocpd_api", id=number, pid=7, tid=tid, start=start, end=end, apiName_id=string(name), args_id=string(args))

    def op(number, call_id, start, end, kind, description=""):
        rpd.add("rocpd_op", id=number, gpuId=1, queueId=0, sequenceId=0, start=start, end=end, description_id=string(description),
                opType_id=string(kind))
        rpd.add("rocpd_api_ops", id=number, api_id=call_id, op_id=number)

    rpd.add("rocpd_metadata", id=1, tag="schema_version", value="2")
    for step in range(2):
        base = 1_000_000 + 20_000 * step
        first = 10 * step + 1
        call(first, base, base + 18_000, "UserMarker", f"step {step}")
        call(first + 1, base + 500, base + 9_000, "UserMarker", "forward")
        call(first + 2, base + 1_000, base + 2_000, "hipMemcpyAsync")
        rpd.add("rocpd_copyapi", api_ptr_id=first + 2, stream="0x0", size=4096, width="", height="", kind=1)
        op(10 * step + 1, first + 2, base + 1_500, base + 2_500, "CopyHostToDevice")
        call(first + 3, base + 3_000, base + 3_500, "hipLaunchKernel")
        op(10 * step + 2, first + 3, base + 4_000, base + 8_000, "KernelExecution", KERNEL)
        call(first + 4, base + 10_000, base + 10_400, "hipExtModuleLaunchKernel")
        op(10 * step + 3, first + 4, base + 11_000, base + 12_000, "KernelExecution", "Cijk_Ailk_Bljk_SB_MT128x64x16_MI32x32x2x1")
    call(90, 1_050_000, 1_051_000, "OpTable::writeRows", "count=6")
    rpd.add("rocpd_monitor", id=1, deviceType="gpu", deviceId=1, monitorType="sclk", start=1_000_000, end=1_010_000, value="800")
    rpd.add("rocpd_monitor", id=2, deviceType="gpu", deviceId=1, monitorType="sclk", start=1_010_000, end=1_060_000, value="1700")
    rpd.finish()


ROCPD = {
    "rocpd_metadata": "id INTEGER PRIMARY KEY, tag TEXT, value TEXT",
    "rocpd_string": "id INTEGER PRIMARY KEY, guid TEXT, string TEXT",
    "rocpd_info_node": "id INTEGER PRIMARY KEY, guid TEXT, hash INTEGER, machine_id TEXT, hostname TEXT",
    "rocpd_info_process": "id INTEGER PRIMARY KEY, guid TEXT, nid INTEGER, ppid INTEGER, pid INTEGER, command TEXT",
    "rocpd_info_thread": "id INTEGER PRIMARY KEY, guid TEXT, nid INTEGER, ppid INTEGER, pid INTEGER, tid INTEGER, name TEXT",
    "rocpd_info_agent": "id INTEGER PRIMARY KEY, guid TEXT, nid INTEGER, pid INTEGER, type TEXT, absolute_index INTEGER, "
                        "logical_index INTEGER, type_index INTEGER, name TEXT, product_name TEXT",
    "rocpd_info_kernel_symbol": "id INTEGER PRIMARY KEY, guid TEXT, nid INTEGER, pid INTEGER, kernel_name TEXT, display_name TEXT",
    "rocpd_event": "id INTEGER PRIMARY KEY, guid TEXT, category_id INTEGER, stack_id INTEGER, parent_stack_id INTEGER, "
                   "correlation_id INTEGER",
    "rocpd_region": "id INTEGER PRIMARY KEY, guid TEXT, nid INTEGER, pid INTEGER, tid INTEGER, start BIGINT, end BIGINT, "
                    "name_id INTEGER, event_id INTEGER",
    "rocpd_kernel_dispatch": "id INTEGER PRIMARY KEY, guid TEXT, nid INTEGER, pid INTEGER, tid INTEGER, agent_id INTEGER, "
                             "kernel_id INTEGER, dispatch_id INTEGER, queue_id INTEGER, stream_id INTEGER, start BIGINT, end BIGINT, "
                             "workgroup_size_x INTEGER, grid_size_x INTEGER, event_id INTEGER",
    "rocpd_memory_copy": "id INTEGER PRIMARY KEY, guid TEXT, nid INTEGER, pid INTEGER, tid INTEGER, start BIGINT, end BIGINT, "
                         "name_id INTEGER, dst_agent_id INTEGER, src_agent_id INTEGER, size INTEGER, queue_id INTEGER, "
                         "stream_id INTEGER, event_id INTEGER",
    "rocpd_memory_allocate": "id INTEGER PRIMARY KEY, guid TEXT, nid INTEGER, pid INTEGER, tid INTEGER, type TEXT, level TEXT, "
                             "start BIGINT, end BIGINT, address INTEGER, size INTEGER, event_id INTEGER",
    "rocpd_pmc_event": "id INTEGER PRIMARY KEY, guid TEXT, event_id INTEGER, pmc_id INTEGER, value REAL",
}


def make_rocpd(path):
    db = Database(path)
    for rank, suffix in enumerate(("_0001a_b", "_0002c_d")):
        guid = suffix[1:].replace("_", "-")

        def add(table, **row):
            db.add(table + suffix, guid=guid, **row)

        for table, columns in ROCPD.items():
            db.make(table + suffix, columns)
        db.add("rocpd_metadata" + suffix, id=1, tag="schema_version", value="3.0.5")
        for number, text in enumerate(("HIP_RUNTIME_API", "MARKER_CORE_API", "KERNEL_DISPATCH", "MEMORY_COPY", "hipLaunchKernel",
                                       "hipMemcpyAsync", "attention", "MEMORY_COPY_HOST_TO_DEVICE", "hipGraphLaunch"), 1):
            add("rocpd_string", id=number, string=text)
        add("rocpd_info_node", id=1 + rank, hash=5, machine_id="m", hostname=f"node{rank}")
        # Both machines number their processes alike.
        add("rocpd_info_process", id=1, nid=1 + rank, ppid=1, pid=400, command="/usr/bin/python3 train.py")
        add("rocpd_info_thread", id=1, nid=1 + rank, ppid=1, pid=1, tid=400, name="python3")
        add("rocpd_info_agent", id=1, nid=1 + rank, pid=1, type="CPU", absolute_index=0, logical_index=0, type_index=0, name="cpu")
        add("rocpd_info_agent", id=2, nid=1 + rank, pid=1, type="GPU", absolute_index=1, logical_index=1, type_index=0, name="gfx942",
            product_name="AMD Instinct MI300X")
        add("rocpd_info_kernel_symbol", id=1, nid=1 + rank, pid=1, kernel_name="_Z3add", display_name=KERNEL)
        base = 5_000_000 + 1_000 * rank

        def event(number, category, stack):
            add("rocpd_event", id=number, category_id=category, stack_id=stack, parent_stack_id=0, correlation_id=0)
            return number

        def region(number, start, end, name, category, stack):
            add("rocpd_region", id=number, nid=1 + rank, pid=1, tid=1, start=base + start, end=base + end, name_id=name,
                event_id=event(number, category, stack))

        region(1, 0, 9_000, 7, 2, 1)
        region(2, 500, 1_000, 6, 1, 2)
        add("rocpd_memory_copy", id=1, nid=1 + rank, pid=1, tid=1, start=base + 1_200, end=base + 1_700, name_id=8, dst_agent_id=2,
            src_agent_id=1, size=8192, queue_id=0, stream_id=1, event_id=event(10, 4, 2))
        region(3, 2_000, 2_400, 5, 1, 3)
        add("rocpd_kernel_dispatch", id=1, nid=1 + rank, pid=1, tid=1, agent_id=2, kernel_id=1, dispatch_id=1, queue_id=1, stream_id=1,
            start=base + 3_000, end=base + 6_000 + 500 * rank, workgroup_size_x=256, grid_size_x=1024, event_id=event(11, 3, 3))
        add("rocpd_memory_allocate", id=1, nid=1 + rank, pid=1, tid=1, type="ALLOC", level="REAL", start=base + 7_000, end=base + 7_100,
            address=4096, size=64, event_id=event(12, 1, 4))
        region(4, 10_000, 10_500, 5, 1, 5)
        add("rocpd_kernel_dispatch", id=2, nid=1 + rank, pid=1, tid=1, agent_id=2, kernel_id=1, dispatch_id=2, queue_id=1, stream_id=1,
            start=base + 11_000, end=base + 12_000, workgroup_size_x=256, grid_size_x=1024, event_id=event(13, 3, 5))
        add("rocpd_pmc_event", id=1, event_id=11, pmc_id=1, value=3.5)
    for table in ROCPD:
        db.run(f"CREATE VIEW {table} AS SELECT * FROM {table}_0001a_b UNION ALL SELECT * FROM {table}_0002c_d")
    db.finish()


def main():
    folder = sys.argv[1] if len(sys.argv) > 1 else HERE
    make_rpd(os.path.join(folder, "markers.rpd"))
    make_rocpd(os.path.join(folder, "two.db"))


if __name__ == "__main__":
    main()
