# SPDX-License-Identifier: Apache-2.0
"""Files that grow in one respect, for each format those in which they could hurt.

KINDS names them: a first n, and a function from n to the bytes of a file.
"""

import json
import os
import pickle
import sqlite3
import tempfile

MIB = 1 << 20


def text(value):
    return json.dumps(value).encode("utf-8")


# Traces of events: app/core/json, plugins/chrome


def work(name, start, duration, thread=1, **more):
    return {"ph": "X", "name": name, "pid": 1, "tid": thread, "ts": start, "dur": duration, **more}


def operator(i, **args):
    return work("aten::mm", i * 10, 5, cat="cpu_op", args=args)


def each(n, make):
    return text([make(i) for i in range(n)])


def write_arrows(n, number):
    """Arrows between two threads; @number says whose ends an arrow has."""
    ends = (("s", 0), ("f", 1))
    return text([work("op", i * 10, 5, i % 2) for i in range(n)] + [
        {"ph": phase, "id": number(i), "name": "f", "pid": 1, "tid": (i + end) % 2, "ts": (i + end) * 10 + 1, "bp": "e"}
        for i in range(n - 1) for phase, end in ends])


def write_stacks(n):
    """A stack as deep as n, as B and E say it, and one that nothing ends."""
    begin = [{"ph": "B", "name": f"f{i % 9}", "pid": 1, "tid": 1, "ts": i} for i in range(n)]
    end = [{"ph": "E", "pid": 1, "tid": 1, "ts": 2 * n + i} for i in range(n)]
    return text(begin + end + [{**event, "tid": 2} for event in begin])


def write_spans(n):
    """Spans of one number that all begin before the first of them ends."""
    return text([{"ph": phase, "name": f"span{i % 5}", "cat": "c", "id": 7, "pid": 1, "tid": 1, "ts": i + (phase == "e") * n}
                 for phase in "be" for i in range(n)])


def write_equal_keys(n):
    return (b'[{"ph":"X","cat":"cpu_op","name":"aten::mm","pid":1,"tid":1,"ts":1,"dur":5,"args":{'
            + b",".join(b'"key":%d' % i for i in range(n)) + b"}}]")


def write_launches(n, number):
    """Calls and kernels of PyTorch; @number is what ties them."""
    return text({"schemaVersion": 1, "traceEvents": [event for i in range(n) for event in (
        work("aten::mm", i * 20, 9, cat="cpu_op", args={"External id": number(i)}),
        work("cudaLaunchKernel", i * 20 + 1, 5, cat="cuda_runtime", args={"correlation": number(i), "External id": number(i)}),
        {**work("gemm", i * 20 + 8, 9, 7, cat="kernel",
                args={"correlation": number(i), "External id": number(i), "device": 0, "stream": 7}), "pid": 0})]})


def write_functions(n):
    """Python functions of PyTorch inside each other, and an operator in the innermost."""
    return text({"schemaVersion": 1, "traceEvents": [
        *(work(f"net.py({i}): forward", i, 4 * n - 2 * i, cat="python_function", args={"Python id": i + 1, "Python parent id": i})
          for i in range(n)), work("aten::mm", 2 * n, 1, cat="cpu_op")]})


def write_tensorflow_timeline(n, name):
    return text({"traceEvents": [
        {"ph": "M", "name": "process_name", "pid": 1, "args": {"name": "/job:localhost/replica:0/task:0/device:CPU:0 Compute"}},
        *({"ph": "X", "cat": "Op", "name": "MatMul", "pid": 1, "tid": 0, "ts": 10 * i, "dur": 5,
           "args": {"name": name(i), "op": "MatMul", "input0": name(i - 1) if i else "x"}} for i in range(n))]})


CHROME = {
    "threads": (500, lambda n: each(n, lambda i: work(f"op{i % 7}", i, 1, i))),
    "lanes": (1000, lambda n: each(n, lambda i: work(f"op{i % 7}", i, 2 * n))),
    "nesting": (1000, lambda n: each(n, lambda i: work(f"op{i % 7}", i, 2 * (n - i)))),
    "stacks": (1000, write_stacks),
    "spans": (1000, write_spans),
    "tracks of spans": (500, lambda n: text([{"ph": phase, "name": "span", "cat": "c", "id": i, "pid": i, "tid": 1, "ts": i}
                                             for i in range(n) for phase in "be"])),
    "names": (1000, lambda n: each(n, lambda i: work(f"name {i}", i * 10, 5))),
    "length of names": (20000, lambda n: each(6, lambda i: work("abcdef"[i] * n, i * 10, 5))),
    "words of a name": (4000, lambda n: each(4, lambda i: work("a/b.c " * (n // 6) + f"{i} [1, 2]", i * 10, 5))),
    "categories": (1000, lambda n: each(n, lambda i: work("op", i * 10, 5, cat=f"category {i}"))),
    "arrows": (1000, lambda n: write_arrows(n, lambda i: i)),
    "arrows of one number": (1000, lambda n: write_arrows(n, lambda i: 1)),
    "counters": (1000, lambda n: text([work("op", 0, 5), *(
        {"ph": "C", "name": "c", "pid": 1, "ts": i, "args": {f"series {j}": j for j in range(n)}} for i in range(4))])),
    "instants": (1000, lambda n: text([work("op", 0, 5), *(
        {"ph": "i", "name": f"here {i}", "pid": 1, "tid": 1, "ts": i, "s": "g"} for i in range(n))])),
    "equal keys": (1000, write_equal_keys),
    "operators": (500, lambda n: each(n, lambda i: operator(i, **{"Input Dims": [[i, 2], [2, 2]],
                                                                  "Input type": ["float", "float"]}))),
    "dimensions": (1000, lambda n: each(1, lambda i: operator(i, **{"Input Dims": [[1] * n], "Input type": ["float"]}))),
    "inputs": (1000, lambda n: each(1, lambda i: operator(i, **{"Input Dims": [[1]] * n, "Input type": ["float"] * n}))),
    "launches": (500, lambda n: write_launches(n, lambda i: i + 1)),
    "launches of one number": (500, lambda n: write_launches(n, lambda i: 1)),
    "functions": (500, write_functions),
    "nodes": (1000, lambda n: write_tensorflow_timeline(n, lambda i: f"layer{i}/MatMul")),
    "scopes": (1000, lambda n: write_tensorflow_timeline(3, lambda i: "s/" * n + f"MatMul{i}")),
}


# Graphs of MegEngine


def write_megengine(n, width=1, threads=1):
    """n operators in a row with @width outputs each, all of which the next one takes."""
    operators, variables, host, sizes = {}, {}, {}, {}
    for i in range(n):
        me, outputs = str(i * (width + 1)), [str(i * (width + 1) + 1 + j) for j in range(width)]
        operators[me] = {"node_type": "operator", "id": me, "name": f"op{i}", "type": "Elemwise", "extra": {"dfs_step_num": i},
                         "input": [str(int(me) - 1 - j) for j in range(width)] if i else [], "output": outputs}
        for j, each_output in enumerate(outputs):
            place = 4096 * (i * width + j)
            variables[each_output] = {
                "node_type": "var", "id": each_output, "name": f"v{each_output}", "comp_node": "gpu0:0", "flag": [],
                "mem_plan": {"mem_chunk_id": f"c{each_output}", "offset_byte": 0,
                             "layout": {"shape": [8, 4], "stride": [4, 1], "dtype": "Float32"}},
                "dev_ptr": None, "prev_dev_ptr": place, "prev_dev_ptr_end": place + 128}
        host[me] = {f"thread{j}": {"start": i * 1e-5, "kern": i * 1e-5 + 1e-6, "end": i * 1e-5 + 5e-6} for j in range(threads)}
        sizes[me] = {"computation": 96, "memory": 128, "in_shapes": [[8, 4]], "out_shapes": [[8, 4]], "param": {}}
    return text({"profiler": {"opr_internal_pf": {}, "host": host, "opr_footprint": sizes},
                 "graph_exec": {"operator": operators, "var": variables, "mem_chunk": {}, "comp_seq": {}}})


MEGENGINE = {
    "operators": (500, write_megengine),
    "outputs": (500, lambda n: write_megengine(2, width=n)),
    "threads": (500, lambda n: write_megengine(2, threads=n)),
}


# Tables and calls of TVM


def write_report(n, columns=0, shapes="float32[1, 8], float32[8, 8]", length=0):
    heads = ["Name", "Duration (us)", "Percent", "Device", "Count", "Argument Shapes", *(f"Metric {i}" for i in range(columns))]
    rows = [[f"fused_dense_{i}" + "x" * length, "10.00", "1.00", "cpu0", "1", shapes, *["5"] * columns] for i in range(n)]
    widths = [max(len(row[i]) for row in [heads, *rows]) for i in range(len(heads))]
    lines = ["  ".join([row[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:]))]) + "  \n"
             for row in [heads, *rows]]
    return "".join(lines).encode("utf-8")


def write_calls(n, **metrics):
    return text({"calls": [{"Name": {"string": f"fused_dense_{i}"}, "Duration (us)": {"microseconds": 12.5}, "Count": {"count": 1},
                            "Percent": {"percent": 1.0}, "Device": {"string": "cpu0"},
                            "Argument Shapes": {"string": "float32[1, 8], float32[1, 4]"}, **metrics} for i in range(n)],
                 "device_metrics": {}, "configuration": {"Executor": {"string": "Graph"}}})


TVM = {
    "rows": (500, write_report),
    "columns": (500, lambda n: write_report(3, columns=n)),
    "shapes": (500, lambda n: write_report(3, shapes=", ".join(["float32[1, 8]"] * n))),
    "dimensions": (1000, lambda n: write_report(3, shapes=f"float32[{', '.join(['1'] * n)}]")),
    "length of names": (20000, lambda n: write_report(3, length=n)),
    "calls": (500, write_calls),
    "members of calls": (500, lambda n: write_calls(3, **{f"metric {i}": {"count": i} for i in range(n)})),
}


# Engines of TensorRT


def tensor(name, dimensions=(1, 8)):
    return {"Name": name, "Location": "Device", "Dimensions": list(dimensions), "Format/Datatype": "Row major linear FP32"}


def write_engine(n, inputs=1, dimensions=(1, 8), **more):
    return text({"Layers": [{"Name": f"layer{i}", "LayerType": "CaskConvolution", "ParameterType": "Convolution",
                             "Inputs": [tensor(f"t{i}_{j}" if i else f"x{j}", dimensions) for j in range(inputs)],
                             "Outputs": [tensor(f"t{i + 1}_{j}", dimensions) for j in range(inputs)], **more} for i in range(n)]})


TENSORRT = {
    "layers": (500, write_engine),
    "inputs": (500, lambda n: write_engine(2, inputs=n)),
    "dimensions": (1000, lambda n: write_engine(2, dimensions=[1] * n)),
    "metadata": (4000, lambda n: write_engine(2, Metadata="[ONNX Layer: conv]\x1e" * (n // 20))),
    "times": (500, lambda n: text([{"count": 4}, *({"name": f"layer{i}", "timeMs": 0.4, "averageMs": 0.1, "percentage": 1.0}
                                                   for i in range(n))])),
    "equal names": (500, lambda n: text([{"count": 4}, *({"name": "layer", "timeMs": 0.4, "averageMs": 0.1, "percentage": 1.0}
                                                         for i in range(n))])),
}


# Listings of TensorFlow, graphs of Chainer


def write_listing(n):
    return b"".join(b"layer%d/MatMul, (8x8), (8x8), GPU, 0\n" % i for i in range(n))


LISTINGS = {
    "nodes": (1000, write_listing),
    "scopes": (4000, lambda n: write_listing(9) + b"%sMatMul, (8x8), (8x8), GPU, 0\n" % (b"s/" * (n // 2))),
    "dimensions": (4000, lambda n: write_listing(9) + b"layer/MatMul, (%s1), (8x8), GPU, 0\n" % (b"8x" * (n // 2))),
}
GRAPHS = {
    "functions": (500, lambda n: b"%d %d\n" % (n + 1, n) + b"".join(b"%d 4 _\n" % i for i in range(n + 1))
                  + b"".join(b"forward\n1 1\n%d _\n%d\nReLU\n{\"rank\": %d}\n" % (i, i + 1, i) for i in range(n))),
}


# Snapshots of PyTorch's memory


def event(action, address, size, time, frames=()):
    return {"action": action, "addr": address, "size": size, "stream": 0, "time_us": time, "frames": list(frames)}


def frame(i):
    return {"name": f"f{i}", "filename": "/home/user/net.py", "line": i}


def write_snapshot(events, blocks=1, segments=1):
    return pickle.dumps({"device_traces": [events], "segments": [
        {"device": 0, "address": i * 1024 * MIB, "total_size": 512 * blocks, "allocated_size": 512 * blocks,
         "active_size": 512 * blocks, "stream": 0, "segment_type": "small", "segment_pool_id": (0, 0), "is_expandable": False,
         "frames": [],
         "blocks": [{"address": i * 1024 * MIB + 512 * j, "size": 512, "requested_size": 500, "state": "active_allocated",
                     "frames": []} for j in range(blocks)]} for i in range(segments)]}, protocol=4)


def write_life(n, order, frames=lambda i: [frame(1)]):
    """n tensors that all live at the same time, and are given back in an order."""
    return write_snapshot([event("segment_alloc", 0, 512 * n, 0),
                           *(event("alloc", 512 * i, 500, i + 1, frames(i)) for i in range(n)),
                           *(event("free_completed", 512 * i, 500, n + k + 1) for k, i in enumerate(order(n)))], blocks=n)


SNAPSHOT = {
    "tensors": (500, lambda n: write_life(n, range)),
    "sites": (500, lambda n: write_life(n, lambda n: reversed(range(n)), lambda i: [frame(i), frame(n + i)])),
    "depth of stacks": (500, lambda n: write_life(2, range, lambda i: [frame(j) for j in range(n)])),
    "segments": (500, lambda n: write_snapshot([event("segment_alloc", i * 1024 * MIB, 512, i) for i in range(n)], segments=n)),
    "one address": (500, lambda n: write_snapshot([event(("alloc", "free_completed")[i % 2], 0, 500, i) for i in range(n)])),
    "steps": (500, lambda n: pickle.dumps({
        "segments": [], "device_traces": [[event("alloc", 512 * i, 500, 2 * i) for i in range(n)]],
        "external_annotations": [{"stage": stage, "name": "step", "device": 0, "time_us": i + (stage == "END") * n}
                                 for stage in ("START", "END") for i in range(n)]}, protocol=4)),
}


# Databases of nsys


def write_nsys(n, number=lambda i: i, ranges=(), threads=1, names=1):
    thread = 1 << 48 | 21 << 24
    tables = {
        "StringIds": ("id INTEGER NOT NULL PRIMARY KEY, value TEXT NOT NULL",
                      [(0, "cudaLaunchKernel_v7000"), *((i + 1, f"kernel{i}(float *)") for i in range(names))]),
        "CUPTI_ACTIVITY_KIND_RUNTIME": ("start INTEGER, end INTEGER, eventClass INTEGER, globalTid INTEGER, correlationId INTEGER, "
                                        "nameId INTEGER, returnValue INTEGER",
                                        [(i * 100, i * 100 + 50, 0, thread | i % threads, number(i), 0, 0) for i in range(n)]),
        "CUPTI_ACTIVITY_KIND_KERNEL": ("start INTEGER, end INTEGER, deviceId INTEGER, contextId INTEGER, streamId INTEGER, "
                                       "correlationId INTEGER, globalPid INTEGER, demangledName INTEGER, shortName INTEGER",
                                       [(i * 100 + 60, i * 100 + 90, 0, 1, 7, number(i), thread, i % names + 1, i % names + 1)
                                        for i in range(n)]),
        "NVTX_EVENTS": ("start INTEGER, end INTEGER, eventType INTEGER, text TEXT, globalTid INTEGER, domainId INTEGER",
                        [(start, end, 59, name, thread, 0) for start, end, name in ranges]),
    }
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "made.sqlite")
        database = sqlite3.connect(path)
        for name, (columns, rows) in tables.items():
            database.execute(f"CREATE TABLE {name} ({columns})")
            database.executemany(f"INSERT INTO {name} VALUES ({', '.join('?' * (columns.count(',') + 1))})", rows)
        database.commit()
        database.close()
        with open(path, "rb") as file:
            return file.read()


NSYS = {
    "kernels": (500, write_nsys),
    "kernels of one number": (500, lambda n: write_nsys(n, number=lambda i: 1)),
    "names": (500, lambda n: write_nsys(n, names=n)),
    "threads": (500, lambda n: write_nsys(n, threads=n)),
    "nesting": (500, lambda n: write_nsys(2, ranges=[(i, 4 * n - i, f"r{i % 5}") for i in range(n)])),
    "ranges": (500, lambda n: write_nsys(n, ranges=[(i * 100, i * 100 + 95, f"layer{i}") for i in range(n)])),
    "length of names": (20000, lambda n: write_nsys(4, ranges=[(i * 100, i * 100 + 95, "abcd"[i] * n) for i in range(4)])),
}

KINDS = {"chrome": CHROME, "megengine": MEGENGINE, "tvm": TVM, "tensorrt": TENSORRT, "tensorflow": LISTINGS, "chainer": GRAPHS,
         "memory-snapshot": SNAPSHOT, "nsys": NSYS}
