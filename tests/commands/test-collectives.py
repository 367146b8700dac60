# SPDX-License-Identifier: Apache-2.0
"""Collectives of traces by what they are, their sizes and bandwidths, held against the arguments in the JSON."""

import json
import os
import sys
import tempfile
import unittest

from harness import main, read_json
from kineto_times import list_real_files

SAMPLE = os.path.join(sys.argv[2], "convnet-pytorch.pt.trace.json")
REAL = list_real_files(os.environ.get("LAMINA_REAL_FILES", ""))


def read_collectives(path):
    return {row["type"]: row for row in read_json("charts", "--chart", "collectives", "--format", "json", path)}


class Collectives(unittest.TestCase):
    def make(self, *exchanges):
        """Exchanges of @name, @inputs, @outputs, @time, from arguments, or without any below an operator of @name."""
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        events = []
        for i, (name, inputs, outputs, time) in enumerate(exchanges):
            args = {"External id": 10 * i + 1}
            if inputs is not None:
                args.update({"Collective name": name, "In msg nelems": inputs, "Out msg nelems": outputs, "dtype": "BFloat16",
                             "Group size": 8})
            start = 1000 * i
            common = {"ph": "X", "pid": 1, "tid": 1}
            events += [{**common, "cat": "cpu_op", "name": f"c10d::{name}_", "ts": start, "dur": 100,
                        "args": {"External id": 10 * i}},
                       {**common, "cat": "cpu_op", "name": "record_param_comms", "ts": start + 10, "dur": 80, "args": args},
                       {**common, "cat": "cuda_runtime", "name": "cudaLaunchKernel", "ts": start + 20, "dur": 5,
                        "args": {"correlation": i + 1, "External id": 10 * i + 1}},
                       {"ph": "X", "cat": "kernel", "name": "ncclDevKernel_SendRecv(ncclDevComm*)", "pid": 0, "tid": 7,
                        "ts": start + 50, "dur": time,
                        "args": {"device": 0, "stream": 7, "correlation": i + 1, "External id": 10 * i + 1}}]
        path = os.path.join(folder.name, "made.pt.trace.json")
        with open(path, "w", encoding="utf-8") as file:
            json.dump({"schemaVersion": 1, "deviceProperties": [{"id": 0, "name": "GPU"}], "traceEvents": events}, file)
        return path

    def test_made(self):
        """An all-gather counts what comes out of it, and only what has a size has a bandwidth."""
        found = read_collectives(self.make(("allreduce", 1000, 1000, 4), ("allreduce", 3000, 3000, 6),
                                           ("_allgather_base", 500, 4000, 2), ("reduce_scatter", 4000, 500, 5),
                                           ("all_to_allv", 700, 800, 7), ("broadcast", 10, 10, 1)))
        self.assertEqual({name: (row["calls"], row["total_ns"], row["message_bytes"]) for name, row in found.items()},
                         {"all-reduce": (2, 10000, 8000), "all-gather": (1, 2000, 8000), "reduce-scatter": (1, 5000, 8000),
                          "all-to-all": (1, 7000, 1400), "collective broadcast": (1, 1000, 20)})
        for row in found.values():
            self.assertAlmostEqual(row["algorithm_bytes_per_s"], row["message_bytes"] * 1e9 / row["total_ns"], places=3)
        self.assertAlmostEqual(sum(row["share"] for row in found.values()), 1)

    def test_silent(self):
        """Where arguments say nothing, the operator around tells what it is, and nobody the size."""
        found = read_collectives(self.make(("alltoall_base", None, None, 4), ("allreduce", None, None, 4)))
        self.assertEqual({name: (row["calls"], row["message_bytes"], row["algorithm_bytes_per_s"]) for name, row in found.items()},
                         {"all-to-all": (1, None, None), "all-reduce": (1, None, None)})

    def test_sample(self):
        found = read_collectives(SAMPLE)
        self.assertEqual(list(found), ["all-reduce"])
        self.assertEqual(found["all-reduce"]["message_bytes"], 2 * 60554 * 4)

    @unittest.skipUnless(REAL, "LAMINA_REAL_FILES names no folder with them")
    def test_real(self):
        """No layer that took time is called as the operator that records all of them."""
        n = 0
        for path in REAL:
            layers = read_json("layers", "--columns", "type,device-time", "--format", "json", path)
            self.assertNotIn("record_param_comms", [layer["type"] for layer in layers if layer["device_ns"]])
            n += sum(layer["type"] in ("all-reduce", "all-to-all") for layer in layers)
        self.assertGreater(n, 10)


if __name__ == "__main__":
    main()
