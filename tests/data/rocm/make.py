#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the databases of this folder: usage: make.py [FOLDER]

markers.rpd   as rocmProfileData writes it: calls, operations, ranges of the program, a monitor
two.db        as rocprofv3 writes it (rocpd 3.0.5): two processes, each with tables of its own; unsuffixed names are views
results.json  as rocprofv3 writes JSON: a process with streams, markers, counters of kernels and two GPUs, and one of an older
              version, without streams
"""

import json
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
    rpd.make("rocpd_copyapi", "api_ptr_id INTEGER PRIMARY KEY, stream TEXT, size INTEGER, width INTEGER, height INTEGER, "
                              "kind INTEGER")
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
                        "logical_index INTEGER, type_index INTEGER, name TEXT, product_name TEXT, extdata JSONB",
    "rocpd_info_kernel_symbol": "id INTEGER PRIMARY KEY, guid TEXT, nid INTEGER, pid INTEGER, kernel_name TEXT, display_name TEXT",
    "rocpd_event": "id INTEGER PRIMARY KEY, guid TEXT, category_id INTEGER, stack_id INTEGER, parent_stack_id INTEGER, "
                   "correlation_id INTEGER",
    "rocpd_region": "id INTEGER PRIMARY KEY, guid TEXT, nid INTEGER, pid INTEGER, tid INTEGER, start BIGINT, end BIGINT, "
                    "name_id INTEGER, event_id INTEGER",
    "rocpd_kernel_dispatch": "id INTEGER PRIMARY KEY, guid TEXT, nid INTEGER, pid INTEGER, tid INTEGER, agent_id INTEGER, "
                             "kernel_id INTEGER, dispatch_id INTEGER, queue_id INTEGER, stream_id INTEGER, start BIGINT, "
                             "end BIGINT, workgroup_size_x INTEGER, grid_size_x INTEGER, event_id INTEGER, "
                             "graph_node_id INTEGER",
    "rocpd_memory_copy": "id INTEGER PRIMARY KEY, guid TEXT, nid INTEGER, pid INTEGER, tid INTEGER, start BIGINT, end BIGINT, "
                         "name_id INTEGER, dst_agent_id INTEGER, src_agent_id INTEGER, size INTEGER, queue_id INTEGER, "
                         "stream_id INTEGER, event_id INTEGER",
    "rocpd_memory_allocate": "id INTEGER PRIMARY KEY, guid TEXT, nid INTEGER, pid INTEGER, tid INTEGER, type TEXT, level TEXT, "
                             "start BIGINT, end BIGINT, address INTEGER, size INTEGER, event_id INTEGER",
    "rocpd_info_pmc": "id INTEGER PRIMARY KEY, guid TEXT, nid INTEGER, pid INTEGER, agent_id INTEGER, name TEXT, symbol TEXT, "
                      "is_constant INTEGER, is_derived INTEGER",
    "rocpd_sample": "id INTEGER PRIMARY KEY, guid TEXT, track_id INTEGER, timestamp BIGINT, event_id INTEGER",
    "rocpd_pmc_event": "id INTEGER PRIMARY KEY, guid TEXT, event_id INTEGER, pmc_id INTEGER, value REAL",
    "rocpd_graph_launch": "id INTEGER PRIMARY KEY, guid TEXT, event_id INTEGER",
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
        add("rocpd_info_agent", id=2, nid=1 + rank, pid=1, type="GPU", absolute_index=1, logical_index=1, type_index=0,
            name="gfx942", product_name="AMD Instinct MI300X", extdata=json.dumps(
                make_agent(2, 5, 0, "gfx942", cu_count=304, wave_front_size=64, gfx_target_version=90402,
                           max_engine_clk_fcompute=2100, mem_banks=[{"heap_type": 1, "size_in_bytes": 206_141_652_992}])))
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
        add("rocpd_kernel_dispatch", id=1, nid=1 + rank, pid=1, tid=1, agent_id=2, kernel_id=1, dispatch_id=1, queue_id=1,
            stream_id=1, start=base + 3_000, end=base + 6_000 + 500 * rank, workgroup_size_x=256, grid_size_x=1024,
            event_id=event(11, 3, 3))
        add("rocpd_memory_allocate", id=1, nid=1 + rank, pid=1, tid=1, type="ALLOC", level="REAL", start=base + 7_000,
            end=base + 7_100, address=4096, size=64, event_id=event(12, 1, 4))
        region(4, 10_000, 10_500, 5, 1, 5)
        add("rocpd_kernel_dispatch", id=2, nid=1 + rank, pid=1, tid=1, agent_id=2, kernel_id=1, dispatch_id=2, queue_id=1,
            stream_id=1, start=base + 11_000, end=base + 12_000, workgroup_size_x=256, grid_size_x=1024,
            event_id=event(13, 3, 5))
        # Two instances of one counter, one that does not add up, one that is sampled, and what belongs to nothing.
        for number, name, is_derived in ((1, "SQ_WAVES", 0), (2, "MeanOccupancyPerCU", 1), (3, "gfx power", 0)):
            add("rocpd_info_pmc", id=number, nid=1 + rank, pid=1, agent_id=2, name=name, symbol=name, is_constant=0,
                is_derived=is_derived)
        for number, (event_id, pmc, value) in enumerate(((11, 1, 3), (11, 1, 4), (11, 2, 6.5), (13, 1, 16), (14, 3, 140.5),
                                                         (15, 3, 155), (99, 1, 1), (11, 9, 1))):
            add("rocpd_pmc_event", id=1 + number, event_id=event_id, pmc_id=pmc, value=value)
        for number, time in ((14, 2_000), (15, 8_000)):
            add("rocpd_sample", id=number, track_id=1, timestamp=base + time, event_id=event(number, 1, 0))
        add("rocpd_graph_launch", id=1, event_id=13)
    for table in ROCPD:
        db.run(f"CREATE VIEW {table} AS SELECT * FROM {table}_0001a_b UNION ALL SELECT * FROM {table}_0002c_d")
    db.finish()


KINDS = (("NONE", ()), ("HSA_CORE_API", ("hsa_init", "hsa_signal_create")),
         ("HIP_RUNTIME_API", ("hipLaunchKernel", "hipMemcpyAsync", "hipMalloc")),
         ("MARKER_CORE_RANGE_API", ("roctxMarkA", "roctxThreadRangeA", "roctxProcessRangeA")),
         ("MEMORY_COPY", ("MEMORY_COPY_NONE", "MEMORY_COPY_HOST_TO_HOST", "MEMORY_COPY_HOST_TO_DEVICE",
                          "MEMORY_COPY_DEVICE_TO_HOST", "MEMORY_COPY_DEVICE_TO_DEVICE")),
         ("MEMORY_ALLOCATION", ("MEMORY_ALLOCATION_NONE", "MEMORY_ALLOCATION_ALLOCATE")),
         ("KERNEL_DISPATCH", ("KERNEL_DISPATCH_NONE", "KERNEL_DISPATCH_ENQUEUE", "KERNEL_DISPATCH_COMPLETE")),
         ("RCCL_API", ("ncclAllReduce",)),
         ("MARKER_CORE_API", ("roctxMarkA", "roctxRangePushA", "roctxRangePop")),
         ("PC_SAMPLING_HOST_TRAP", ()))
HSA, HIP, MARKER, COPY, MEMORY, DISPATCH, RCCL, OLD_MARKER = range(1, 9)


class Results:
    """What rocprofv3 writes of a process."""

    def __init__(self, pid, base, has_streams):
        self.pid, self.base, self.has_streams = pid, base, has_streams
        self.texts = []
        self.counted = []
        self.lists = {name: [] for name in ("kernel_dispatch", "hip_api", "hsa_api", "marker_api", "rccl_api", "memory_copy",
                                            "memory_allocation", "scratch_memory", "pc_sample_host_trap")}

    def add(self, list_name, kind, operation, correlation, start, end, **more):
        self.lists[list_name].append({
            "size": 64, "kind": kind, "operation": operation, "thread_id": self.pid,
            "correlation_id": {"internal": correlation, "external": 0, "ancestor": 0},
            "start_timestamp": self.base + start, "end_timestamp": self.base + end, **more})

    def mark(self, kind, operation, correlation, start, end, text):
        self.texts.append({"key": correlation, "value": text})
        self.add("marker_api", kind, operation, correlation, start, end)

    def stream(self, number):
        return {"stream_id": {"handle": number}} if self.has_streams else {}

    def info(self, number, agent, queue, kernel):
        return {"size": 128, "agent_id": {"handle": agent}, "queue_id": {"handle": queue}, "kernel_id": kernel,
                "dispatch_id": number, "private_segment_size": 0, "group_segment_size": 1024,
                "workgroup_size": {"x": 256, "y": 1, "z": 1},
                "grid_size": {"x": 65536, "y": 2, "z": 1}}

    def kernel(self, number, correlation, start, end, agent=101, queue=1, kernel=1, stream=0):
        self.add("kernel_dispatch", DISPATCH, 2, correlation, start, end, dispatch_info=self.info(number, agent, queue, kernel),
                 **self.stream(stream))

    def copy(self, operation, correlation, start, end, to, source, size, stream=0):
        self.add("memory_copy", COPY, operation, correlation, start, end, dst_agent_id={"handle": to},
                 src_agent_id={"handle": source}, bytes=size, **self.stream(stream))

    def count(self, number, correlation, start, end, values, **where):
        self.counted.append({
            "thread_id": self.pid, "lds_block_size_v": 1024, "arch_vgpr_count": 32, "sgpr_count": 16,
            "dispatch_data": {"size": 128, "correlation_id": {"internal": correlation, "external": 0}, "start_timestamp": start,
                              "end_timestamp": end, "dispatch_info": self.info(number, **where)},
            "records": [{"counter_id": {"handle": counter}, "value": value} for counter, value in values]})

    def write(self, command, agents):
        return {
            "metadata": {"node": {"id": 1, "hostname": "node0"}, "pid": self.pid, "init_time": self.base,
                         "fini_time": self.base + 100_000, "command": command},
            "agents": agents,
            "counters": [{"id": {"handle": 1}, "is_constant": 0, "is_derived": 0, "name": "SQ_WAVES", "description": "Waves"},
                         {"id": {"handle": 2}, "is_constant": 0, "is_derived": 1, "name": "VALUUtilization",
                          "description": "Percent"}],
            "strings": {"callback_records": [],
                        "buffer_records": [{"kind": kind, "operations": list(names)} for kind, names in KINDS],
                        "marker_api": self.texts, "correlation_id": {"external": []}, "counters": {"dimension_ids": []},
                        "pc_sample_instructions": []},
            "code_objects": [],
            "kernel_symbols": [
                {"size": 80, "kernel_id": 1, "code_object_id": 1, "kernel_name": "_Z3add.kd",
                 "demangled_kernel_name": KERNEL + ".kd", "formatted_kernel_name": KERNEL,
                 "truncated_kernel_name": "vectorized_elementwise_kernel"},
                {"size": 80, "kernel_id": 2, "code_object_id": 1, "kernel_name": "Cijk_Ailk_Bljk_SB_MT128x64x16_MI32x32x2x1.kd"}],
            "host_functions": [],
            "callback_records": {"counter_collection": self.counted},
            "buffer_records": self.lists,
        }


def make_agent(kind, handle, number, name, **more):
    return {"size": 304, "id": {"handle": handle}, "type": kind, "logical_node_type_id": number, "name": name, **more}


def make_json(path):
    agents = [make_agent(1, 100, 0, "EPYC", product_name="AMD EPYC"),
              *(make_agent(2, 101 + number, number, "gfx942", product_name="AMD Instinct MI300X", cu_count=304, wave_front_size=64,
                           gfx_target_version=90402, max_engine_clk_fcompute=2100, mem_banks=[
                               {"heap_type": 1, "width": 8192, "mem_clk_max": 1300, "size_in_bytes": 206_141_652_992}])
                for number in range(2))]
    new = Results(500, 1_000_000, True)
    for step in range(2):
        base, first = 20_000 * step, 100 * step
        new.mark(MARKER, 1, first + 1, base, base + 19_000, f"step {step}")
        new.mark(MARKER, 1, first + 2, base + 100, base + 9_000, "forward")
        new.add("hip_api", HIP, 1, first + 3, base + 1_000, base + 2_000, args=[
            {"type": "void*", "name": "dst", "value": "0x7f00"}, {"type": "size_t", "name": "sizeBytes", "value": "4096"}])
        new.add("hsa_api", HSA, 1, first + 4, base + 1_100, base + 1_200)
        new.copy(2, first + 3, base + 1_500, base + 2_500, 101, 100, 4096)
        new.add("hip_api", HIP, 0, first + 5, base + 3_000, base + 3_500)
        new.kernel(10 * step + 1, first + 5, base + 4_000, base + 8_000, stream=3)
        new.add("hip_api", HIP, 0, first + 6, base + 10_000, base + 10_500)
        new.kernel(10 * step + 2, first + 6, base + 11_000, base + 12_000, agent=102, queue=2, kernel=2)
        new.count(10 * step + 1, first + 5, 0, 0, [(1, 3), (1, 4.5), (2, 60)], agent=101, queue=1, kernel=1)
    new.mark(MARKER, 0, 50, 9_500, 9_500, "epoch ends")
    new.mark(MARKER, 2, 51, 500, 30_000, "request")
    new.add("hip_api", HIP, 2, 60, 41_000, 41_900)
    new.add("memory_allocation", MEMORY, 1, 60, 41_100, 41_800, agent_id={"handle": 101}, address="0x00007f0000000000",
            allocation_size=1 << 20)
    new.add("rccl_api", RCCL, 0, 61, 42_000, 43_000)
    new.add("hip_api", HIP, 1, 62, 44_000, 44_500)
    new.copy(4, 62, 44_600, 44_900, 101, 101, 512, stream=3)
    new.add("hip_api", HIP, 1, 63, 45_000, 45_500)
    new.copy(3, 63, 45_600, 45_800, 100, 102, 256)
    # A kernel that was counted and not traced, and one whose time is not known.
    new.count(31, 0, 1_050_000, 1_051_000, [(1, 8)], agent=101, queue=1, kernel=1)
    new.count(32, 0, 0, 0, [(1, 8)], agent=101, queue=1, kernel=1)
    new.lists["pc_sample_host_trap"].append({"inst_index": 0, "record": {"dispatch_id": 1}})
    new.lists["hip_api"].append(7)
    old = Results(501, 1_200_000, False)
    old.mark(OLD_MARKER, 1, 1, 0, 5_000, "infer")
    old.add("marker_api", OLD_MARKER, 2, 2, 5_000, 5_010)
    old.add("hip_api", HIP, 0, 3, 1_000, 1_400)
    old.kernel(1, 3, 2_000, 4_000, kernel=7)
    old.copy(1, 0, 4_100, 4_200, 100, 100, 64)
    with open(path, "w", encoding="utf-8") as file:
        json.dump({"rocprofiler-sdk-tool": [new.write(["/usr/bin/python3", "train.py"], agents),
                                            old.write(["./infer"], agents)]}, file)
        file.write("\n")


def main():
    folder = sys.argv[1] if len(sys.argv) > 1 else HERE
    make_rpd(os.path.join(folder, "markers.rpd"))
    make_rocpd(os.path.join(folder, "two.db"))
    make_json(os.path.join(folder, "results.json"))


if __name__ == "__main__":
    main()
