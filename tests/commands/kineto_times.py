# SPDX-License-Identifier: Apache-2.0
"""What a trace of PyTorch says of the times of its devices, worked out from the JSON alone: by unions of intervals, by the rule
of Holistic Trace Analysis for idle time, and by that of TraceLens for what devices are busy with. Shares no code with Lamina."""

import bisect
import collections
import decimal
import glob
import gzip
import json
import os
import re

WORK = {"kernel": "work", "Kernel": "work", "gpu_memset": "work", "Memset": "work", "gpu_memcpy": "copy", "Memcpy": "copy"}
CALLS = ("cuda_runtime", "cuda_driver", "Runtime", "privateuse1_runtime")
WAITS = re.compile(r"(cuda|cu|hip)\w*Synchronize\w*$|(Stream|Event|Context) Sync$")
# HTA's consecutive_kernel_delay.
KERNEL_WAIT = 30

Event = collections.namedtuple("Event", "start end name kind track launch")
Gap = collections.namedtuple("Gap", "start end kind parts")


def list_real_files(folder):
    """Traces of PyTorch in a folder with files of other projects; none without one."""
    samples = os.path.join(folder, "samples")
    return sorted(glob.glob(os.path.join(samples, "kineto", "*")) +
                  glob.glob(os.path.join(samples, "graphs", "*", "*.json.gz"))) if folder else []


def round_time(number):
    """Nanoseconds from microseconds, half to even."""
    return int((number * 1000).to_integral_value(decimal.ROUND_HALF_EVEN))


def unite(pieces):
    united = []
    for start, end in sorted(piece for piece in pieces if piece[1] > piece[0]):
        if united and start <= united[-1][1]:
            united[-1][1] = max(united[-1][1], end)
        else:
            united.append([start, end])
    return united


def subtract(pieces, holes):
    rest = []
    for start, end in pieces:
        for hole_start, hole_end in holes:
            if hole_end <= start or hole_start >= end:
                continue
            rest.append([start, hole_start])
            start = max(start, hole_end)
        rest.append([start, end])
    return [piece for piece in rest if piece[1] > piece[0]]


def measure(pieces, start=None, end=None):
    if start is not None:
        pieces = [[max(piece[0], start), min(piece[1], end)] for piece in pieces]
    return sum(max(piece[1] - piece[0], 0) for piece in pieces)


def read_trace(path):
    opened = gzip.open if path.endswith(".gz") else open
    with opened(path, "rt", encoding="utf-8", errors="replace") as file:
        trace = json.load(file, parse_float=decimal.Decimal, parse_int=decimal.Decimal, strict=False)
    return trace["traceEvents"] if isinstance(trace, dict) else trace


def read_steps(path):
    """Names of the steps that the host marks, with begin and end."""
    steps = []
    for event in read_trace(path):
        if (event.get("ph") == "X" and event.get("name", "").startswith("ProfilerStep#")
                and event.get("cat") in ("user_annotation", "cpu_op", "Operator")):
            steps.append((event["name"], *Times.times(event)))
    return steps


class Times:
    """The devices of a trace, by their numbers: what lies on each stream, and what launched it."""

    def __init__(self, path):
        whole = [event for event in read_trace(path) if event.get("ph") == "X" and "dur" in event]
        self.launches, self.waits, self.devices = {}, collections.defaultdict(list), {}
        for event in whole:
            self.add_host(event)
        self.waits = {track: unite(pieces) for track, pieces in self.waits.items()}
        for event in whole:
            self.add_device(event)

    @staticmethod
    def times(event):
        start = decimal.Decimal(event["ts"])
        return round_time(start), round_time(start + decimal.Decimal(event["dur"]))

    def add_host(self, event):
        if event.get("cat") not in CALLS:
            return
        start, end = self.times(event)
        track = (str(event.get("pid")), str(event.get("tid")))
        correlation = event.get("args", {}).get("correlation")
        if correlation is not None:
            self.launches[int(correlation)] = (start, end, track)
        if WAITS.match(event["name"]):
            self.waits[track].append((start, end))

    def add_device(self, event):
        args = event.get("args", {})
        if event.get("cat") not in WORK or "stream" not in args:
            return
        start, end = self.times(event)
        kind = WORK[event["cat"]]
        if kind == "work" and "nccl" in event["name"].lower():
            kind = "exchange"
        correlation = args.get("correlation")
        launch = self.launches.get(int(correlation)) if correlation is not None else None
        streams = self.devices.setdefault(int(args.get("device", event["pid"])), collections.defaultdict(list))
        streams[str(args["stream"])].append(Event(start, end, event["name"], kind, str(args["stream"]), launch))

    def list_events(self, device, stream=None):
        streams = self.devices[device]
        return sorted(event for name, events in streams.items() if stream in (None, name) for event in events)

    def measure_work(self, device):
        """The breakdown of TraceLens: COMP, COMM \\ COMP, COPY \\ COMP \\ COMM, total − ALL."""
        pieces = {kind: unite((event.start, event.end) for event in self.list_events(device) if event.kind == kind)
                  for kind in ("work", "exchange", "copy")}
        everything = unite(sum(pieces.values(), []))
        return {"computation": measure(pieces["work"]), "communication": measure(pieces["exchange"]),
                "copy": measure(pieces["copy"]), "exposed_communication": measure(subtract(pieces["exchange"], pieces["work"])),
                "exposed_copy": measure(subtract(subtract(pieces["copy"], pieces["work"]), pieces["exchange"])),
                "idle": everything[-1][1] - everything[0][0] - measure(everything)}

    def list_gaps(self, device, stream=None):
        """Gaps by HTA's rule, and what host wait is made of."""
        gaps, reached = [], None
        for event in self.list_events(device, stream):
            if event.end <= event.start:
                continue
            if reached is not None and event.start > reached:
                gaps.append(self.look_at_gap(reached, event))
            reached = event.end if reached is None else max(reached, event.end)
        return gaps

    def classify_as_hta(self, device, stream):
        """HTA's sums to the letter: from the end of the row before, and where there is no launch, as if it had come in time."""
        sums, before = collections.Counter(), None
        for event in self.list_events(device, stream):
            if before is not None:
                length = event.start - before
                late = event.launch is not None and event.launch[0] > before
                sums["host_wait" if late else "kernel_wait" if length < KERNEL_WAIT else "other"] += length
            before = event.end
        return sums

    def look_at_gap(self, start, event):
        end = event.start
        if event.launch is None:
            return Gap(start, end, "unknown", {"unknown": end - start})
        launched, returned, track = event.launch
        if launched > start:
            return Gap(start, end, "host_wait", self.divide(start, end, launched, returned, track))
        if end - start < KERNEL_WAIT:
            return Gap(start, end, "kernel_wait", {"kernel_wait": end - start})
        if event.kind == "work" and returned > start:
            return Gap(start, end, "other", {"launch_call": min(returned, end) - start,
                                             "launch_to_start": end - min(returned, end)})
        return Gap(start, end, "other", {{"work": "dependency", "exchange": "communication"}.get(event.kind, "copy"): end - start})

    def divide(self, start, end, launched, returned, track):
        launched = min(launched, end)
        returned = min(max(returned, launched), end)
        waits = self.waits.get(track, [])
        first = bisect.bisect_left([wait[1] for wait in waits], start)
        sync = measure([wait for wait in waits[first:] if wait[0] < launched], start, launched)
        return {"sync": sync, "launch_bound": launched - start - sync, "launch_call": returned - launched,
                "launch_to_start": end - returned}
