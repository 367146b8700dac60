#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the databases of this folder, as nsys export would: usage: make.py [FOLDER]

autograd.sqlite  a training step and a half of PyTorch on one device, with what --pytorch=autograd-shapes-nvtx records
ranks.sqlite     two processes with a device each, which they call 0 and 1 and the machine 2 and 3, and whose waits say 0; an old
                 export, whose tables lack columns
"""

import os
import sqlite3
import struct
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
TABLES = {
    "StringIds": "id INTEGER NOT NULL PRIMARY KEY, value TEXT NOT NULL",
    "META_DATA_EXPORT": "name TEXT, value TEXT",
    "ThreadNames": "nameId INTEGER, priority INTEGER, globalTid INTEGER",
    "PROCESSES": "globalPid INTEGER, pid INTEGER, name TEXT",
    "TARGET_INFO_SESSION_START_TIME": "utcEpochNs INTEGER, utcTime TEXT",
    "TARGET_INFO_GPU": "id INTEGER, name TEXT, memoryBandwidth INTEGER, totalMemory INTEGER, smCount INTEGER, clockRate INTEGER, "
                       "l2CacheSize INTEGER, computeMajor INTEGER, computeMinor INTEGER",
    "TARGET_INFO_CUDA_DEVICE": "gpuId INTEGER, cudaId INTEGER, pid INTEGER",
    "TARGET_INFO_GPU_METRICS": "typeId INTEGER, metricId INTEGER, metricName TEXT",
    "NVTX_EVENTS": "start INTEGER, end INTEGER, eventType INTEGER, color INTEGER, text TEXT, globalTid INTEGER, textId INTEGER, "
                   "domainId INTEGER, category INTEGER, uint64Value INTEGER, binaryData TEXT, endGlobalTid INTEGER",
    "NVTX_PAYLOAD_SCHEMAS": "domainId INTEGER, schemaId INTEGER, name TEXT, type INTEGER, flags INTEGER, numEntries INTEGER, "
                            "payloadSize INTEGER, alignTo INTEGER",
    "NVTX_PAYLOAD_SCHEMA_ENTRIES": "domainId INTEGER NOT NULL, schemaId INTEGER NOT NULL, idx INTEGER NOT NULL, flags INTEGER, "
                                   "type INTEGER, name TEXT, description TEXT, arrayOrUnionDetail INTEGER, offset INTEGER",
    "CUPTI_ACTIVITY_KIND_RUNTIME": "start INTEGER, end INTEGER, eventClass INTEGER, globalTid INTEGER, correlationId INTEGER, "
                                   "nameId INTEGER, returnValue INTEGER",
    "CUPTI_ACTIVITY_KIND_KERNEL": "start INTEGER, end INTEGER, deviceId INTEGER, contextId INTEGER, streamId INTEGER, "
                                  "correlationId INTEGER, globalPid INTEGER, demangledName INTEGER, shortName INTEGER, "
                                  "gridX INTEGER, blockX INTEGER, registersPerThread INTEGER, graphNodeId INTEGER",
    "CUPTI_ACTIVITY_KIND_MEMCPY": "start INTEGER, end INTEGER, deviceId INTEGER, contextId INTEGER, streamId INTEGER, "
                                  "correlationId INTEGER, globalPid INTEGER, bytes INTEGER, copyKind INTEGER, srcKind INTEGER, "
                                  "dstKind INTEGER",
    "CUPTI_ACTIVITY_KIND_MEMSET": "start INTEGER, end INTEGER, deviceId INTEGER, contextId INTEGER, streamId INTEGER, "
                                  "correlationId INTEGER, globalPid INTEGER, value INTEGER, bytes INTEGER, memKind INTEGER",
    "CUPTI_ACTIVITY_KIND_GRAPH_TRACE": "start INTEGER, end INTEGER, deviceId INTEGER, contextId INTEGER, streamId INTEGER, "
                                       "correlationId INTEGER, globalPid INTEGER, graphId INTEGER, graphExecId INTEGER",
    "CUPTI_ACTIVITY_KIND_SYNCHRONIZATION": "start INTEGER, end INTEGER, deviceId INTEGER, contextId INTEGER, "
                                           "globalPid INTEGER, syncType INTEGER",
    "CUPTI_ACTIVITY_KIND_CUDA_EVENT": "timestamp INTEGER, deviceId INTEGER, contextId INTEGER, streamId INTEGER, globalPid INTEGER",
    "CUDA_GRAPH_EVENTS": "start INTEGER, end INTEGER, globalTid INTEGER, nameId INTEGER, graphId INTEGER",
    "CUDA_GRAPH_NODE_EVENTS": "start INTEGER, end INTEGER, globalTid INTEGER, nameId INTEGER, graphNodeId INTEGER",
    "CUPTI_ACTIVITY_KIND_OVERHEAD": "start INTEGER, end INTEGER, globalTid INTEGER, nameId INTEGER",
    "PROFILER_OVERHEAD": "start INTEGER, end INTEGER, globalTid INTEGER, nameId INTEGER",
    "OSRT_API": "start INTEGER, end INTEGER, globalTid INTEGER, nameId INTEGER",
    "DIAGNOSTIC_EVENT": "timestamp INTEGER, text TEXT",
    "GPU_METRICS": "timestamp INTEGER, typeId INTEGER, metricId INTEGER, value INTEGER",
    "SCHED_EVENTS": "start INTEGER, cpu INTEGER",
}


class Export:
    """A database whose tables are made when they get a row, as nsys does it."""

    def __init__(self, path, columns_less=()):
        if os.path.exists(path):
            os.unlink(path)
        self.database = sqlite3.connect(path, isolation_level=None)
        self.database.execute("PRAGMA page_size = 512")
        self.database.execute("BEGIN")
        self.less = columns_less
        self.strings = {}
        self.made = set()

    def add(self, table, **row):
        if table not in self.made:
            columns = [c for c in TABLES[table].split(", ") if c.split()[0] not in self.less]
            self.database.execute(f"CREATE TABLE {table} ({', '.join(columns)})")
            self.made.add(table)
        names = [name for name in row if name not in self.less]
        self.database.execute(f"INSERT INTO {table} ({', '.join(names)}) VALUES ({', '.join('?' * len(names))})",
                              [row[name] for name in names])

    def string(self, text):
        if text not in self.strings:
            self.strings[text] = len(self.strings)
            self.add("StringIds", id=self.strings[text], value=text)
        return self.strings[text]

    def finish(self):
        self.database.execute("COMMIT")
        self.database.close()


def process_id(pid):
    return 1 << 48 | pid << 24


class Process:
    def __init__(self, export, pid, name, device=0, stream=7, context=1):
        self.export = export
        self.pid = pid
        self.device = device
        self.stream = stream
        self.context = context
        export.add("PROCESSES", globalPid=process_id(pid), pid=pid, name=name)

    def thread(self, tid, name):
        self.export.add("ThreadNames", nameId=self.export.string(name), priority=20, globalTid=process_id(self.pid) | tid)
        return process_id(self.pid) | tid

    def range(self, thread, start, end, text, kind=59, domain=0, by_id=False, **more):
        text = {"textId": self.export.string(text)} if by_id else {"text": text}
        self.export.add("NVTX_EVENTS", start=start, end=end, eventType=kind, globalTid=thread, domainId=domain, **text, **more)

    def call(self, thread, start, end, name, correlation, kind=0):
        self.export.add("CUPTI_ACTIVITY_KIND_RUNTIME", start=start, end=end, eventClass=kind, globalTid=thread,
                        correlationId=correlation, nameId=self.export.string(name), returnValue=0)

    def work(self, table, start, end, correlation, **row):
        self.export.add("CUPTI_ACTIVITY_KIND_" + table, start=start, end=end, deviceId=self.device, contextId=self.context,
                        streamId=row.pop("stream", self.stream), correlationId=correlation, globalPid=process_id(self.pid), **row)

    def kernel(self, start, end, correlation, name, **row):
        short = name.split("(")[0].split("<")[0].split("::")[-1]
        self.work("KERNEL", start, end, correlation, demangledName=self.export.string(name), shortName=self.export.string(short),
                  gridX=64, blockX=128, registersPerThread=32, **row)


ADD = ("void at::native::vectorized_elementwise_kernel<(int)4, at::native::CUDAFunctor_add<float>, "
       "std::array<char *, (unsigned long)3>>(int, T2, T3)")
COPY = ("void at::native::elementwise_kernel<(int)128, (int)2, void at::native::gpu_kernel_impl_nocast<"
        "at::native::direct_copy_kernel_cuda(at::TensorIteratorBase &)::[lambda() (instance 3)]::operator ()() const::"
        "[lambda(float) (instance 1)]>(at::TensorIteratorBase &, const T1 &)::[lambda(int) (instance 1)]>(int, T3)")
GEMM = "ampere_sgemm_128x64_tn"
NCCL = "ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevKernelArgsStorage<(unsigned long)4096>)"


def add_schema(export):
    """What NCCL says of a message, twice as two processes do, and bytes that are laid out so."""
    schema = 16_777_223
    entries = ((18, "NCCL communicator ID", None), (22, "Message size [bytes]", 8), (16_777_232, "Reduction operation", 16),
               (5, "Root", 20), (20, "scale", 24), (7, "a long", 32), (5, "behind the end", 40))
    for _ in range(2):
        export.add("NVTX_PAYLOAD_SCHEMAS", domainId=1, schemaId=schema, type=1, numEntries=len(entries), payloadSize=40)
        for number, (kind, name, offset) in enumerate(entries):
            export.add("NVTX_PAYLOAD_SCHEMA_ENTRIES", domainId=1, schemaId=schema, idx=number, type=kind, name=name, offset=offset)
    payload = struct.pack("<QQIidq", 0xF123456789ABCDEF, 4_194_304, 0, -1, 0.5, 7)
    return struct.pack("<QQQQ", 1, schema, len(payload), 32) + payload


def add_old_schema(export):
    """What older versions say: the size alone, at the beginning, of which the entry doesn't say that it is there."""
    schema = 16_777_230
    export.add("NVTX_PAYLOAD_SCHEMAS", domainId=1, schemaId=schema, type=1, numEntries=2, payloadSize=16)
    for number, (kind, name, offset) in enumerate(((22, "Message size [bytes]", None), (5, "Root", 8))):
        export.add("NVTX_PAYLOAD_SCHEMA_ENTRIES", domainId=1, schemaId=schema, idx=number, type=kind, name=name, offset=offset)
    payload = struct.pack("<Qixxxx", 65_536, 3)
    return struct.pack("<QQQQ", 1, schema, len(payload), 32) + payload


def make_autograd(path):
    export = Export(path)
    for name, value in (("EXPORT_PRODUCT_VERSION", "2026.1.1.1"), ("EXPORT_SCHEMA_VERSION", "3.25.0"), ("EXPORT_HOST", "node")):
        export.add("META_DATA_EXPORT", name=name, value=value)
    export.add("TARGET_INFO_SESSION_START_TIME", utcEpochNs=1_700_000_000_000_000_000, utcTime="2023-11-14T22:13:20")
    export.add("TARGET_INFO_GPU", id=0, name="NVIDIA A10", memoryBandwidth=600_096_000_000, totalMemory=24_000_000_000, smCount=72,
               clockRate=1_695_000_000, l2CacheSize=6_291_456, computeMajor=8, computeMinor=6)
    one = Process(export, 21, "python3")
    main = one.thread(21, "python3")
    engine = one.thread(22, "pt_autograd_0")
    one.range(main, 0, None, "NCCL", kind=75, domain=1)
    one.range(main, 0, None, "collectives", kind=33, domain=1, category=2)
    one.range(main, 1_000, 60_000, "step 0")
    one.range(main, 1_500, 30_000, "forward, op_id = 1")
    one.range(main, 2_000, 9_000, "aten::linear, op_id = 2, sizes = [[8, 16], [32, 16], [32]], "
              "input_op_ids = [(0,-1), (0,-1), (0,-1)]")
    one.range(main, 2_500, 4_000, "aten::t, seq = 1, op_id = 3, sizes = [[32, 16]], input_op_ids = [(0,-1)]")
    one.range(main, 4_500, 8_500, "aten::addmm, seq = 2, op_id = 4, sizes = [[32], [8, 16], [16, 32], [], []], "
              "input_op_ids = [(0,-1), (0,-1), (3,0), (0,-1), (0,-1)]")
    one.call(main, 5_000, 6_000, "cudaLaunchKernel_v7000", 100)
    one.call(main, 5_200, 5_900, "cuLaunchKernel", 100, kind=1)
    one.kernel(7_000, 12_000, 100, GEMM)
    one.range(main, 10_000, 14_000, "aten::add, seq = 3, op_id = 5, sizes = [[8, 32], [8, 32]], "
              "input_op_ids = [(4,0), (0,-1)]")
    one.call(main, 10_500, 11_000, "cudaLaunchKernel_v7000", 101)
    one.kernel(12_000, 13_500, 101, ADD)
    one.range(main, 15_000, 19_000, "aten::copy_, op_id = 6, sizes = [[8, 32], [8, 32], []], "
                                    "input_op_ids = [(0,-1), (5,0), (0,-1)]")
    one.call(main, 15_500, 16_000, "cudaMemcpyAsync_v3020", 102)
    one.work("MEMCPY", 16_500, 17_000, 102, bytes=1024, copyKind=8, srcKind=2, dstKind=2)
    one.range(main, 20_000, 29_000, "c10d::allreduce_, op_id = 7")
    one.range(main, 21_000, 28_000, "record_param_comms, op_id = 8")
    one.range(main, 21_500, 27_500, "nccl:all_reduce, op_id = 9")
    one.range(main, 22_000, 27_000, "ncclAllReduce", domain=1, by_id=True, category=2, uint64Value=5,
              binaryData=add_schema(export))
    one.call(main, 23_000, 24_000, "cudaLaunchKernelExC_v11060", 103)
    one.kernel(25_000, 33_000, 103, NCCL, stream=13)
    one.range(engine, 31_000, 40_000, "autograd::engine::evaluate_function: AddmmBackward0, seq = 2, op_id = 10")
    one.range(engine, 32_000, 39_000, "AddmmBackward0, seq = 2, op_id = 11, sizes = [[8, 32]], input_op_ids = [(5,0)]")
    one.range(engine, 33_000, 36_000, "aten::mm, op_id = 12, sizes = [[16, 8], [8, 32]], input_op_ids = [(0,-1), (5,0)]")
    one.call(engine, 34_000, 35_000, "cudaLaunchKernel_v7000", 104)
    one.kernel(36_000, 41_000, 104, GEMM)
    one.range(main, 42_000, 50_000, "Optimizer.step#SGD.step, op_id = 13")
    one.range(main, 43_000, 46_000, "aten::_foreach_add_, op_id = 14")
    one.call(main, 44_000, 45_000, "cudaLaunchKernel_v7000", 105)
    one.kernel(45_500, 47_000, 105, ADD)
    one.call(main, 52_000, 53_000, "cudaGraphLaunch_v10000", 106)
    one.kernel(53_500, 54_000, 106, ADD, graphNodeId=11)
    one.kernel(54_000, 54_800, 106, COPY, graphNodeId=12)
    one.call(main, 55_000, 58_000, "cudaStreamSynchronize_v3020", 107)
    export.add("CUPTI_ACTIVITY_KIND_SYNCHRONIZATION", start=55_100, end=57_900, deviceId=0, contextId=1, globalPid=process_id(21),
               syncType=3)
    one.range(main, 61_000, 100_000, "step 1")
    one.call(main, 62_000, 63_000, "cudaMemcpyAsync_v3020", 108)
    one.work("MEMCPY", 63_500, 65_000, 108, bytes=4096, copyKind=1, srcKind=0, dstKind=2)
    one.call(main, 66_000, 66_500, "cudaMemsetAsync_v3020", 109)
    one.work("MEMSET", 66_800, 67_000, 109, value=0, bytes=512, memKind=2)
    one.call(main, 70_000, 71_000, "cudaGraphLaunch_v10000", 110)
    one.work("GRAPH_TRACE", 72_000, 80_000, 110, graphId=3, graphExecId=4)
    one.kernel(81_000, 82_000, None, ADD)
    one.range(main, 83_000, 85_000, "ncclBroadcast", domain=1, category=9, binaryData=add_old_schema(export))
    one.call(main, 83_500, 84_000, "cudaLaunchKernelExC_v11060", 111)
    one.kernel(84_500, 86_000, 111, NCCL.replace("AllReduce_Sum_f32", "Broadcast"), stream=13)
    one.range(main, 90_000, None, "never ends")
    one.range(main, 100_500, 101_000, "step 2")
    one.range(main, 5_000, 50_000, "batch of data", kind=60, endGlobalTid=main)
    one.range(main, 40_000, 60_000, "two at once", kind=60)
    one.range(main, 5_000, 50_000, "handed on", kind=60, endGlobalTid=engine)
    one.range(main, 30_500, None, "here", kind=34)
    export.add("CUPTI_ACTIVITY_KIND_CUDA_EVENT", timestamp=0, deviceId=0, contextId=1, streamId=7, globalPid=process_id(21))
    export.add("CUPTI_ACTIVITY_KIND_CUDA_EVENT", timestamp=55_000, deviceId=0, contextId=1, streamId=7, globalPid=process_id(21))
    export.add("CUDA_GRAPH_EVENTS", start=50_500, end=50_500, globalTid=main, nameId=export.string("Graph Creation"), graphId=3)
    export.add("CUDA_GRAPH_NODE_EVENTS", start=50_600, end=50_700, globalTid=main, nameId=export.string("Node Creation"),
               graphNodeId=11)
    export.add("CUPTI_ACTIVITY_KIND_OVERHEAD", start=950, end=990, globalTid=main, nameId=export.string("Resource"))
    export.add("PROFILER_OVERHEAD", start=500, end=900, globalTid=main, nameId=export.string("Buffer flush"))
    export.add("OSRT_API", start=200, end=450, globalTid=main, nameId=export.string("poll"))
    export.add("DIAGNOSTIC_EVENT", timestamp=100, text="Profiling has started.")
    export.add("TARGET_INFO_GPU_METRICS", typeId=0, metricId=1, metricName="SMs Active [Throughput %]")
    export.add("GPU_METRICS", timestamp=10_000, typeId=0, metricId=1, value=40)
    export.add("GPU_METRICS", timestamp=20_000, typeId=0, metricId=1, value=90)
    # What can't be shown: no start, another type, a type of events that nobody knows, a table that is not read.
    one.range(main, None, 5, "no start")
    one.range(main, "soon", 5, "a text for a start")
    one.range(main, 5, 6, "unknown", kind=99)
    export.add("SCHED_EVENTS", start=1, cpu=0)
    export.finish()


def make_ranks(path):
    export = Export(path, columns_less=("graphNodeId", "shortName", "registersPerThread", "domainId", "textId", "uint64Value",
                                        "endGlobalTid"))
    for name, value in (("EXPORT_PRODUCT_VERSION", "2021.1.1"),):
        export.add("META_DATA_EXPORT", name=name, value=value)
    for rank in range(2):
        one = Process(export, 31 + rank, "train", device=rank, context=1 + rank)
        export.add("TARGET_INFO_CUDA_DEVICE", gpuId=2 + rank, cudaId=rank, pid=31 + rank)
        main = one.thread(31 + rank, "train")
        base = 1_000_000 * rank
        for step in range(2):
            start = base + 10_000 * step
            one.range(main, start, start + 9_000, "iteration")
            one.range(main, start + 1_000, start + 5_000, "encoder")
            one.range(main, start + 1_500, start + 4_000, "attention")
            one.call(main, start + 2_000, start + 2_500, "cudaLaunchKernel_v7000", 1 + step)
            one.kernel(start + 3_000, start + 4_500 + 100 * rank, 1 + step, "attention_kernel(float *)")
            one.call(main, start + 6_000, start + 6_500, "cudaLaunchKernel_v7000", 11 + step)
            one.kernel(start + 7_000, start + 8_000, 11 + step, NCCL)
            export.add("CUPTI_ACTIVITY_KIND_SYNCHRONIZATION", start=start + 7_100, end=start + 8_100, deviceId=0,
                       contextId=1 + rank, globalPid=process_id(31 + rank), syncType=4)
    export.finish()


def main():
    folder = sys.argv[1] if len(sys.argv) > 1 else HERE
    make_autograd(os.path.join(folder, "autograd.sqlite"))
    make_ranks(os.path.join(folder, "ranks.sqlite"))


if __name__ == "__main__":
    main()
