#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Counts what stands in a trace of PyTorch by itself and compares it with what Lamina says.

usage: check-kineto.py LAMINA FILE      (a path that is not absolute: among the real files of other projects)

The account is made from the events alone, in another way than Lamina's: each track is cut at every start and end, and
each piece belongs to whatever began last and has not ended. Written as TAP; without the file the test is skipped.
"""

import collections
import copy
import gzip
import json
import os
import re
import subprocess
import sys
from decimal import ROUND_HALF_EVEN, Decimal

CALLS = {"cuda_runtime", "cuda_driver"}
WORK = {"kernel", "gpu_memcpy", "gpu_memset"}
MESSAGES = ("nccl:", "gloo:")
NONE = (None, "0", "-1")
REGIONS = ("Torch-Compiled Region", "CompiledFunction", "## Call CompiledFxGraph")
WAITS = re.compile(r"(stream )?(event )?wait( event)?|(event|stream|context|device) sync(hronize)?")


ENGINE = "autograd::engine::evaluate_function"


def nanoseconds(value):
    return int((Decimal(value) * 1000).quantize(Decimal(1), rounding=ROUND_HALF_EVEN))


class Event:
    def __init__(self, place, event):
        self.place = place
        self.name = event["name"]
        if self.name.startswith(ENGINE + ": "):
            self.name = f"{self.name[len(ENGINE) + 2:]}({ENGINE})"
        self.category = event.get("cat")
        self.track = (event.get("pid"), event.get("tid"))
        self.args = event.get("args", {})
        self.start = nanoseconds(event["ts"])
        self.end = int(
            ((Decimal(event["ts"]) + Decimal(event.get("dur", "0"))) * 1000).quantize(
                Decimal(1), rounding=ROUND_HALF_EVEN
            )
        )

    def begins(self):
        return (self.start, -self.end, self.place)


def read(path):
    opener = gzip.open if path.endswith(".gz") else open
    with opener(path, "rt", encoding="utf-8") as file:
        trace = json.load(file, parse_float=str, parse_int=str)
    return [Event(i, e) for i, e in enumerate(trace["traceEvents"]) if e.get("ph") == "X"]


def by_track(events):
    tracks = collections.defaultdict(list)
    for event in events:
        tracks[event.track].append(event)
    return {track: sorted(found, key=Event.begins) for track, found in tracks.items()}


def innermost(events, time):
    """Of the events that have begun and not ended, the last; events are in the order of their beginnings."""
    found = None
    for event in events:
        if event.start > time:
            break
        if event.end > time:
            found = event
    return found


def share_out(events):
    """The time of each event in which nothing that began later covers it."""
    times = collections.Counter()
    edges = sorted({event.start for event in events} | {event.end for event in events})
    open_events, waiting = [], collections.deque(events)
    for begin, end in zip(edges, edges[1:]):
        while waiting and waiting[0].start <= begin:
            open_events.append(waiting.popleft())
        open_events = [event for event in open_events if event.end > begin]
        if open_events:
            times[open_events[-1]] += end - begin
    return times


def group_near(tracks, queries):
    """innermost() for many times, in one walk over each track."""
    answers = {}
    for track, found in queries.items():
        events, i, open_events = tracks.get(track, []), 0, []
        for query in sorted(found, key=Event.begins):
            while i < len(events) and events[i].start <= query.start:
                open_events.append(events[i])
                i += 1
            open_events = [event for event in open_events if event.end > query.start]
            answers[query] = open_events[-1] if open_events else None
    return answers


class Annotations:
    """What operators were launched in. `sections` are the names of annotations that are none."""

    def __init__(self, annotations, sections):
        self.sections = sections
        self.steps = sorted((e for e in annotations if e.name in sections), key=Event.begins)
        self.tracks = by_track(e for e in annotations if not e.name.startswith(MESSAGES))

    def find(self, launches):
        regions = group_near(self.tracks, by_track(launches))
        return {e: None if region is None or region.name in self.sections else region.name for e, region in regions.items()}

    def find_on_steps(self, launches):
        """The same, as if the thread had launched them that was in their steps then."""
        steps = group_near({None: self.steps}, {None: launches})
        queries = {e: copy.copy(e) for e, step in steps.items() if step}
        for event, query in queries.items():
            query.track = steps[event].track
        found = self.find(queries.values())
        return {event: found[query] for event, query in queries.items()}


def is_wait(name):
    return WAITS.fullmatch(re.sub("[_-]", " ", name.lower())) is not None


def is_region(name):
    return name.startswith(REGIONS)


def find_bearer(bearers, work):
    """Of the events with the number of work the last that starts no later, else the first."""
    earlier = [event for event in bearers if event.start <= work.start]
    return max(earlier, key=lambda e: e.start) if earlier else min(bearers, key=lambda e: e.start, default=None)


class Account:
    def __init__(self, path):
        events = read(path)
        self.annotations = [e for e in events if e.category == "user_annotation"]
        self.operators = [e for e in events if e.category == "cpu_op"]
        self.work = [e for e in events if e.category in WORK and not is_wait(e.name)]
        calls = [e for e in events if e.category in CALLS]
        tracks = by_track(self.operators)
        around = group_near(tracks, by_track(calls))
        by_correlation, by_external = collections.defaultdict(list), collections.defaultdict(list)
        for call in calls:
            by_correlation[call.args.get("correlation")].append(call)
        for operator in self.operators:
            by_external[operator.args.get("External id")].append(operator)
        for bearers in by_correlation, by_external:
            for number in NONE:
                bearers[number] = []
        self.owners = {}
        for work in self.work:
            correlation, external = work.args.get("correlation"), work.args.get("External id")
            call = find_bearer(by_correlation[correlation], work)
            owner = around.get(call)
            if owner is None and external != correlation:
                owner = find_bearer(by_external[external], work)
            is_inner = owner and (is_region(owner.name) or (call and "GraphLaunch" in call.name))
            self.owners[work] = work if is_inner or owner is None else owner
        self.self_times = collections.Counter()
        for found in tracks.values():
            self.self_times.update(share_out(found))
        self.device_times = collections.Counter()
        streams = collections.defaultdict(list)
        for work in self.work:
            streams[work.track, work.args.get("original_stream")].append(work)
        for found in streams.values():
            for work, time in share_out(sorted(found, key=Event.begins)).items():
                self.device_times[self.owners[work]] += time
        for work in self.work:
            self.device_times[self.owners[work]] += 0
        self.streams = set(streams)
        self.steps = sorted(
            {e.name for e in self.annotations if e.name.startswith("ProfilerStep#")}
        )

    def list_annotations(self, layers, sections):
        """Of each layer, which stand by name and start. Which ones are backward is taken from them."""
        annotations = Annotations(self.annotations, sections)
        own, of_steps = annotations.find(self.operators), annotations.find_on_steps(self.operators)
        pairs = zip(sorted(self.operators, key=lambda e: (e.name, e.start, -e.end)), layers)
        return [own[e] or (of_steps.get(e) if layer["phase"] == "backward" else None) for e, layer in pairs]


def sums(pairs):
    total = collections.Counter()
    for name, time in pairs:
        total[name] += time
    return dict(total)


# Operators of collectives are named by what they did, and so is their type, where that is known.
def event_name(layer):
    recorded = re.match(r"record_param_comms$|all-(reduce|gather|to-all)$|reduce-scatter$|collective ", layer["type"] or "")
    return "record_param_comms" if recorded else layer["name"]


def main():
    lamina, path = sys.argv[1:]
    if not os.path.isabs(path):
        path = os.path.join(os.environ.get("LAMINA_REAL_FILES", ""), "samples", path)
    if not os.path.exists(path):
        print(f"1..0 # SKIP {sys.argv[2]} is not in the folder that LAMINA_REAL_FILES names")
        return
    layers = json.loads(subprocess.check_output([lamina, "layers", path, "--format", "json"]))
    info = json.loads(subprocess.check_output([lamina, "info", path, "--json"]))
    account = Account(path)
    operators = {e.name for e in account.operators}
    own = [w for w in account.work if account.owners[w] is w]
    ours = [layer for layer in layers if layer["host_ns"] is not None]
    ours.sort(key=lambda layer: (event_name(layer), layer["start"], -layer["host_ns"]))
    run = info["runs"][0]
    sections = {section["title"] for section in run["sections"]}
    checks = {
        "number of layers": (len(account.operators) + len(own), len(layers)),
        "host self by name": (
            sums((o.name, account.self_times[o]) for o in account.operators),
            sums((event_name(layer), layer["self_ns"]) for layer in ours),
        ),
        "device by operator": (
            sums((o.name, t) for o, t in account.device_times.items() if o.name in operators),
            sums((event_name(layer), layer["device_ns"]) for layer in ours if layer["device_ns"] is not None),
        ),
        "device of work alone": (
            sum(account.device_times[w] for w in own),
            sum(layer["device_ns"] for layer in layers if layer["host_ns"] is None),
        ),
        "cost of the run": (sum(account.device_times.values()), run["totals"]["duration_ns"]),
        "steps": (account.steps, sorted(s["title"] for s in run["sections"] if s["title"].startswith("ProfilerStep#"))),
        "annotations of operators": (
            account.list_annotations(ours, sections),
            [layer["annotation"] for layer in ours],
        ),
        "nothing lost": (0, info["import"]["lost"]),
        "cost within span": (
            True,
            run["totals"]["duration_ns"] <= run["totals"]["span_ns"] * max(1, len(account.streams)),
        ),
    }
    print(f"1..{len(checks)}")
    for i, (what, (expected, found)) in enumerate(checks.items(), 1):
        print("ok" if expected == found else "not ok", i, what)
        if expected != found and isinstance(expected, dict):
            for name in sorted(set(expected) | set(found)):
                if expected.get(name) != found.get(name):
                    print(f"# {name}: {expected.get(name)} expected, {found.get(name)} found")
        elif expected != found and isinstance(expected, list) and len(expected) > 20:
            print("#", collections.Counter(pair for pair in zip(expected, found) if pair[0] != pair[1]))
        elif expected != found:
            print(f"# {expected} expected, {found} found")


main()
