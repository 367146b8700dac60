# SPDX-License-Identifier: Apache-2.0
"""Memory snapshots, held against the pickle: every allocation with its size and lifetime, the levels, and the sums of sites."""

import bisect
import collections
import glob
import gzip
import itertools
import json
import os
import pickle
import random
import re
import shutil
import sys
import tempfile
import unittest
from decimal import Decimal

from harness import main, read_json, run

SAMPLES = [os.path.join(sys.argv[2], "charlm-memory.pickle"),
           *(os.path.join(sys.argv[3], "data", "memory-snapshot", name) for name in ("small.pickle", "old.pickle"))]
REAL = sorted(glob.glob(os.path.join(os.environ.get("LAMINA_REAL_FILES", "/nowhere"), "samples", "memory", "*.p*kl*")))
RECORDED = os.path.join(sys.argv[3], "data", "memory-snapshot", "recorded")
GROWING = os.path.join(sys.argv[3], "data", "memory-snapshot", "growing.pickle.gz")
GRAIN = 512
MIB = 1 << 20
LIBRARIES = ("/site-packages/", "/dist-packages/", "/lib/python", "/torch/")


class Unpickler(pickle.Unpickler):
    """A snapshot needs no classes."""

    def find_class(self, module, name):
        raise pickle.UnpicklingError(f"{module}.{name}")


def is_python(frame):
    return frame["filename"].endswith(".py") or frame["filename"].startswith("<")


def is_own(frame):
    return is_python(frame) and not frame["filename"].startswith("<") and not any(part in frame["filename"] for part in LIBRARIES)


def name_site(frames):
    """The first frame of the program; only stacks that have one are compared."""
    for frame in frames:
        if is_own(frame):
            return f"{'/'.join(frame['filename'].rsplit('/', 2)[1:])}:{frame['line']} {frame['name']}"
    return "no stack" if not frames else None


def name_module(frames):
    """The operator or the kind of module of the innermost frame that is of one, below the program's own."""
    for frame in frames:
        found = (re.search(r"/torch/nn/modules/(?!module\.py|container\.py)([^.]*)", frame["filename"]) if is_python(frame)
                 else re.match(r"at::_ops::(.*?)::", frame["name"]))
        if found:
            return found[1] if is_python(frame) else f"aten::{found[1]}"
        if is_own(frame):
            break
    return None


def name_size(size):
    ends = ((1 << 10, "up to 1 KiB"), (1 << 20, "1 KiB – 1 MiB"), (10 << 20, "1 – 10 MiB"), (100 << 20, "10 – 100 MiB"),
            (1 << 30, "100 MiB – 1 GiB"))
    return next((name for end, name in ends if size <= end), "above 1 GiB")


class Device:
    """One device, from its blocks in the end backwards through its events."""

    def __init__(self, snapshot, number):
        self.events = snapshot["device_traces"][number] if number < len(snapshot["device_traces"]) else []
        self.blocks = {}
        self.reserved = 0
        for segment in snapshot["segments"]:
            if segment["device"] != number:
                continue
            self.reserved += segment["total_size"]
            at = segment["address"]
            for block in segment["blocks"]:
                history = (block.get("history") or [{}])[0]
                if block["state"] != "inactive":
                    self.blocks[block.get("address", at)] = (block["size"],
                                                             block.get("requested_size", history.get("real_size", block["size"])),
                                                             block.get("frames", history.get("frames", [])), segment["stream"])
                at += block["size"]
        self.set_positions(snapshot.get("external_annotations", []))
        self.walk()

    def set_positions(self, annotations):
        timed = bool(self.events) and all("time_us" in event for event in self.events)
        self.positions, last = [], self.events[0]["time_us"] * 1000 - 1 if timed else 0
        self.begin = last
        for event in self.events:
            last = max(event["time_us"] * 1000, last + 1) if timed else last + 1
            self.positions.append(last)
        # Regions go on behind the last event.
        self.end = max([last, *(row["time_us"] * 1000 for row in annotations)]) if timed else last

    def walk(self):
        live = {address: (self.end, *block) for address, block in self.blocks.items()}
        self.rows, self.levels = [], {"Reserved": [self.reserved]}
        # What each row has in common with others besides its site.
        self.shared = []
        for position, event in reversed(list(zip(self.positions, self.events))):
            action, address, size = event["action"], event.get("addr"), event["size"]
            if action == "free_completed":
                live[address] = (position - 1, -(-size // GRAIN) * GRAIN, size, [], event["stream"])
            elif action == "alloc":
                last, block, *_ = live.pop(address)
                self.rows.append((address, size, position, last, block, name_site(event["frames"]), True))
                self.shared.append({"module": name_module(event["frames"]), "stream": event["stream"], "size": name_size(size),
                                    "category": event.get("category") or event.get("user_metadata") or None})
            elif action in ("segment_alloc", "segment_map"):
                self.levels["Reserved"].append(self.levels["Reserved"][-1] - size)
            elif action in ("segment_free", "segment_unmap"):
                self.levels["Reserved"].append(self.levels["Reserved"][-1] + size)
        for address, (last, block, requested, frames, stream) in live.items():
            self.rows.append((address, requested, self.begin, last, block, name_site(frames), False))
            self.shared.append({"module": name_module(frames), "stream": stream, "size": name_size(requested), "category": None})
        for name, column in (("Active", 4), ("Requested", 1)):
            changes = collections.Counter()
            for row in self.rows:
                changes[row[2]] += row[column]
                changes[row[3] + 1] -= row[column]
            level, found = 0, []
            for position in [self.begin, *self.positions]:
                level += changes.pop(position, 0)
                found.append(level)
            self.levels[name] = found[::-1]

    def divide(self, group):
        """The requested bytes of those that have something in common, from each event to the next; None of those without."""
        places = {position: i for i, position in enumerate((self.begin, *self.positions))}
        changes = collections.defaultdict(lambda: [0] * len(places))
        for row, shared in zip(self.rows, self.shared):
            changed = changes[row[5] if group == "site" else shared[group]]
            changed[places[row[2]]] += row[1]
            if row[3] + 1 in places:
                changed[places[row[3] + 1]] -= row[1]
        return {key: list(itertools.accumulate(changed)) for key, changed in changes.items()}

    def sum_sites(self):
        requested = self.levels["Requested"][::-1]
        peak = ([self.begin, *self.positions])[requested.index(max(requested))]
        sites = collections.defaultdict(lambda: [0, 0, 0, 0])
        for _, size, first, last, _, site, is_new in self.rows:
            at_peak, kept = first <= peak <= last, last >= self.end
            for i, more in enumerate((is_new, size * is_new, size * at_peak, size * kept)):
                sites[site][i] += more
        return {site: tuple(sums) for site, sums in sites.items() if site is not None}


class Addresses:
    """Which addresses are reserved and which of them free before the event of a number: intervals, from the end backwards."""

    def __init__(self, snapshot, number, until):
        self.reserved_at, used, rounded = [], {}, set()
        for segment in snapshot["segments"]:
            if segment["device"] == number:
                self.add(segment["address"], segment["total_size"], segment["stream"] if segment.get("is_expandable") else None)
                at = segment["address"]
                for block in segment["blocks"]:
                    if block["state"] != "inactive":
                        used[block.get("address", at)] = block["size"]
                    at += block["size"]
        for event in reversed(snapshot["device_traces"][number][until:]):
            action, address, size = event["action"], event.get("addr"), event["size"]
            if action in ("segment_alloc", "segment_map"):
                self.remove(address, size)
            elif action in ("segment_free", "segment_unmap"):
                self.add(address, size, event["stream"] if action == "segment_unmap" else None)
            elif action == "alloc":
                del used[address]
                rounded.discard(address)
            elif action == "free_completed":
                used[address] = -(-size // GRAIN) * GRAIN
                rounded.add(address)
        self.is_exact = not rounded
        self.reserved = sum(end - begin for begin, end, _ in self.reserved_at)
        self.pieces = list(self.find_free(sorted((address, address + size) for address, size in used.items())))
        self.free = [end - begin for begin, end in self.pieces]

    def add(self, address, size, growing):
        """Pieces that grow are one with those of the same stream beside them."""
        begin, end = address, address + size
        for other in [other for other in self.reserved_at if growing is not None and other[2] == growing]:
            if other[1] == begin or other[0] == end:
                self.reserved_at.remove(other)
                begin, end = min(begin, other[0]), max(end, other[1])
        self.reserved_at.append((begin, end, growing))

    def remove(self, address, size):
        for other in list(self.reserved_at):
            begin, end = max(address, other[0]), min(address + size, other[1])
            if begin < end:
                self.reserved_at.remove(other)
                self.reserved_at += [(left, right, other[2]) for left, right in ((other[0], begin), (end, other[1]))
                                     if left < right]

    def find_free(self, used):
        for begin, end, _ in self.reserved_at:
            at = begin
            for left, right in used:
                if begin <= left < end:
                    if left > at:
                        yield at, left
                    at = max(at, right)
            if at < end:
                yield at, end


def dup_bytes(size):
    """Three digits and a unit."""
    power = next(i for i in range(5) if size < 1000 * 1024**i)
    value = size / 1024**power
    return (f"{value:.{2 if value < 10 else 1 if value < 100 else 0}f} {('B', 'KiB', 'MiB', 'GiB', 'TiB')[power]}" if power
            else f"{size} B")


def make_snapshot(chance):
    """Segments with a place for a block in each third of them, which are taken and given back at random."""
    stacks = [[{"filename": f"/home/user/net/part_{i}.py", "line": i, "name": "forward"}] for i in range(6)]
    places = [(1 << 40) + 128 * i * MIB + j * 22 * MIB for i in range(6) for j in range(3)]
    events, live, waiting, time = [], {}, {}, 1_700_000_000_000_000

    def add(action, address, size, frames):
        nonlocal time
        time += chance.choice((0, 1, 7))
        event = {"action": action, "addr": address, "size": size, "stream": 0, "time_us": time, "frames": frames}
        if action == "oom":
            event["device_free"] = event.pop("addr")
        events.append(event)

    for i in range(6):
        add("segment_alloc", (1 << 40) + 128 * i * MIB, 66 * MIB, stacks[0])
    for i in range(400):
        place, action = chance.choice(places), chance.random()
        if place in waiting and (action < 0.5 or i > 380):
            add("free_completed", place, waiting.pop(place)[0], [])
        elif place in live and action < 0.6:
            waiting[place] = live.pop(place)
            add("free_requested", place, waiting[place][0], [])
        elif place not in live and place not in waiting:
            live[place] = chance.randrange(1, (2 if chance.random() < 0.7 else 20) * MIB), chance.choice(stacks)
            add("alloc", place, *live[place])
        elif action > 0.97:
            add("oom", chance.randrange(4) * MIB, chance.choice((30, 60, 100)) * MIB, stacks[1])
    segments = []
    for i in range(6):
        address, blocks = (1 << 40) + 128 * i * MIB, []
        for begin in range(address, address + 66 * MIB, 22 * MIB):
            size, frames = live.get(begin) or waiting.get(begin) or (0, [])
            state = "active_allocated" if begin in live else "active_awaiting_free" if begin in waiting else None
            taken = -(-size // GRAIN) * GRAIN if state else 0
            if state:
                blocks.append({"address": begin, "size": taken, "requested_size": size, "state": state, "frames": frames})
            blocks.append({"address": begin + taken, "size": 22 * MIB - taken, "requested_size": 0, "state": "inactive",
                           "frames": []})
        segments.append({"device": 0, "address": address, "total_size": 66 * MIB, "stream": 0, "is_expandable": False,
                         "blocks": blocks})
    return {"segments": segments, "device_traces": [events], "allocator_settings": {"expandable_segments": False}}


class Snapshots(unittest.TestCase):
    def check_tensors(self, path, run, device):
        rows = read_json("tensors", "--run", str(run), "--format", "json", path)
        found = [(row["bytes"], life["first"], life["last"]) for row in rows for life in row["lifetimes"]]
        wanted = [row[1:4] for row in device.rows]
        shift = min(row[1] for row in wanted) - min(row[1] for row in found)
        self.assertEqual(sorted((size, first + shift, last + shift) for size, first, last in found), sorted(wanted))

    def check_levels(self, path, device, suffix):
        properties = read_json("info", "--json", path)["properties"]["Memory"]
        for name, levels in device.levels.items():
            for when, level in (("start", levels[-1]), ("peak", max(levels)), ("end", levels[0])):
                self.assertEqual(properties[f"{name} at the {when}{suffix}"], level, (path, name, when))

    def check_sites(self, path, run, device):
        rows = read_json("layers", "--run", str(run), "--format", "json", path)
        wanted = device.sum_sites()
        found = collections.defaultdict(lambda: (0, 0, 0, 0))
        for row in rows:
            parts = (row["calls"], *(row["metrics"][name] for name in ("Allocated", "At the peak", "Kept at the end")))
            found[row["name"]] = tuple(map(sum, zip(found[row["name"]], parts)))
        self.assertEqual({name: found.get(name) for name in wanted}, wanted)
        # Work is what a module or an operator is called; a place in a program is called as it likes.
        groups = read_json("layers", "--run", str(run), "--group", "family", "--format", "json", path)
        self.assertGreaterEqual(sum(group["calls"] for group in groups if group["group"] == "other"),
                                sum(row["calls"] for row in rows if not row["type"]))

    def check_regions(self, path, run, snapshot, number, device):
        """Allocations in each region that lies in no other one, and in the innermost one within it."""
        open_regions, regions = collections.defaultdict(list), []
        for mark in snapshot.get("external_annotations", []):
            if mark["device"] == number and mark["stage"] == "START":
                open_regions[mark["name"]].append(len(regions))
                regions.append([mark["time_us"] * 1000, device.end + 1, mark["name"]])
            elif mark["device"] == number and open_regions[mark["name"]]:
                regions[open_regions[mark["name"]].pop()][1] = mark["time_us"] * 1000
        outer = [region for region in regions
                 if not any(other is not region and other[0] <= region[0] and region[1] <= other[1] for other in regions)]
        wanted = collections.Counter()
        for _, _, first, _, _, _, is_new in device.rows:
            around = [region for region in regions if is_new and region[0] <= first < region[1]]
            section = next((region[2] for region in around if region in outer), None)
            inner = max((region for region in around if region not in outer), default=None)
            wanted[section, inner[2] if inner else None] += 1 if is_new else 0
        found = collections.Counter()
        for row in read_json("layers", "--run", str(run), "--format", "json", path):
            found[row["section"], row["annotation"]] += row["calls"]
        self.assertEqual(+found, +wanted)
        sections = {row["section"] for row in read_json("layers", "--run", str(run), "--format", "json", path)} - {None}
        self.assertEqual(sections, {section for section, _ in wanted} - {None})

    def check_peak(self, path, run, device):
        """The chart and the groups of the list say what sites hold at the peak."""
        wanted = {site: sums[2] for site, sums in device.sum_sites().items() if sums[2] > 0}
        for args, key in ((("charts", "--chart", "memory-sites"), "site"),
                          (("tensors", "--at", "peak", "--group", "site"), "site")):
            rows = read_json(*args, "--run", str(run), "--format", "json", path)
            found = {row[key]: row["bytes"] for row in rows}
            self.assertEqual({site: found.get(site) for site in wanted}, wanted)
            self.assertEqual(sum(found.values()), max(device.levels["Requested"]))
            self.assertEqual([row["bytes"] for row in rows], sorted((row["bytes"] for row in rows), reverse=True))
        steps = read_json("charts", "--chart", "memory", "--run", str(run), "--format", "json", path)
        peak = max(steps, key=lambda row: row["bytes"])
        sites = sorted(read_json("tensors", "--at", "peak", "--group", "site", "--run", str(run), "--format", "json", path),
                       key=lambda row: -row["bytes"])
        self.assertEqual(peak["bytes"], max(device.levels["Requested"]))
        self.assertEqual([peak.get(f"site_{i}_bytes") for i in range(1, min(len(sites), 5) + 1)],
                         [row["bytes"] for row in sites[:5]])
        for row in steps:
            self.assertEqual(sum(value for key, value in row.items() if key == "others_bytes" or key.startswith("site_")),
                             row["bytes"])
        for group in ("stack", "module", "stream", "size"):
            rows = read_json("tensors", "--at", "peak", "--group", group, "--run", str(run), "--format", "json", path)
            self.assertEqual(sum(row["bytes"] for row in rows), max(device.levels["Requested"]))

    def check_bands(self, path, run, device):
        """Memory over time by all that it is divided by: of what holds most at the peak each moment, and of the others. Where a
        site has no name here, sites are left to what is known of the peak."""
        requested = device.levels["Requested"][::-1]
        place, number, last = requested.index(max(requested)), 0, max(device.begin, *device.positions)
        for group in ("site", "module", "stream", "size", "category"):
            levels = device.divide(group)
            args = ("charts", "--chart", "memory", "--group", group, "--run", str(run), "--format", "json", path)
            if (group == "site" and None in levels) or (group == "category" and set(levels) == {None}):
                continue
            known = sorted(((level[place], level) for key, level in levels.items() if key is not None and level[place] > 0),
                           reverse=True)
            rows = read_json(*args)
            # Of events that change nothing there is no row, nor of what is behind the last one.
            at, series = [], collections.defaultdict(list)
            shift = min(row[2] for row in device.rows) - rows[0].get("start_ns", rows[0].get("event", 0))
            for row in rows:
                position = row.get("start_ns", row.get("event")) + shift
                if position <= last:
                    at.append(bisect.bisect_right(device.positions, position))
                    for key, value in row.items():
                        if key == "others_bytes" or key.startswith(group + "_"):
                            series[key].append(value)
            found = [series[f"{group}_{i}_bytes"] for i in range(1, 6) if f"{group}_{i}_bytes" in series]
            self.assertEqual([level[at.index(place)] for level in found], [level for level, _ in known[:5]], (path, group))
            left = [[level[i] for i in at] for most, level in known if found and most >= known[len(found) - 1][0]]
            for level in found:
                self.assertIn(level, left, (path, group))
                left.remove(level)
            others = [requested[i] - sum(level[j] for level in found) for j, i in enumerate(at)]
            self.assertEqual(series.get("others_bytes", [0] * len(at)), others, (path, group))
            number += len(found)
        self.assertGreater(number, 0)

    def check_range(self, path, run, device):
        """What begins in a range, and what of that does not end in it; what was there before began in none."""
        axis = "ns" if device.positions and "time_us" in device.events[0] else ""
        rows = read_json("tensors", "--run", str(run), "--format", "json", path)
        # Regions may begin before the first event, and the axis with them.
        origin = min(row[2] for row in device.rows) - min(row["lifetimes"][0]["first"] for row in rows)
        length = device.end - origin
        for start, end in ((0, length), (length // 3, 2 * length // 3), (0, length // 2), (length // 2, length)):
            if start >= end:
                continue
            wanted = [row for row in device.rows if row[6] and start <= row[2] - origin <= end]
            kept = [row for row in wanted if row[3] - origin >= end]
            for options, rows in (((), wanted), (("--kept",), kept)):
                groups = read_json("tensors", "--range", f"{start}{axis}..{end}{axis}", *options, "--run", str(run),
                                   "--group", "stream", "--format", "json", path)
                self.assertEqual((sum(group["tensors"] for group in groups), sum(group["bytes"] for group in groups)),
                                 (len(rows), sum(row[1] for row in rows)), (start, end, options))

    def check_segments(self, path, run, snapshot, number, device):
        """Segments at the peak, and what of each is free, as intervals give it."""
        levels = device.levels["Requested"][::-1]
        state = Addresses(snapshot, number, levels.index(max(levels)))
        rows = read_json("tensors", "--segments", "--run", str(run), "--format", "json", path)
        wanted = []
        for begin, end in sorted((begin, end) for begin, end, _ in state.reserved_at):
            free = [piece[1] - piece[0] for piece in state.pieces if begin <= piece[0] < end]
            wanted.append((hex(begin), end - begin, sum(free), len(free), max(free, default=0)))
        self.assertEqual([(row["address"], row["bytes"], row["free_bytes"], row["free_pieces"], row["largest_free_bytes"])
                          for row in rows], wanted)
        self.assertEqual({row["estimated"] for row in rows} - {None, ""}, set() if state.is_exact or not rows else {"bytes"})

    def check_finding(self, path, run, device):
        """Half of the peak or more, in several allocations of one site, is a finding, unless that is none; where a site has no name
        here, nothing is said."""
        requested = device.levels["Requested"][::-1]
        peak = ([device.begin, *device.positions])[requested.index(max(requested))]
        held = collections.defaultdict(list)
        for _, size, first, last, _, site, _ in device.rows:
            if first <= peak <= last:
                held[site].append(size)
        site = max(held, key=lambda name: sum(held[name]))
        share = sum(held[site]) / max(requested)
        texts = [finding["what"].replace("\u00a0", " ")
                 for finding in read_json("info", "--json", path)["runs"][run - 1]["findings"] if finding["rule"] == "memory-site"]
        if None in held:
            return
        self.assertEqual(texts, [] if share < 0.5 or len(held[site]) < 2 or site == "no stack" else
                         [f"{dup_bytes(sum(held[site]))} of the {dup_bytes(max(requested))} at the peak"
                          f" ({100 * share:.{2 if share < 0.1 else 1}f} %) were asked for by “{site}”,"
                          f" in {len(held[site])} allocations."])

    def check_pieces(self, path, run, snapshot, number, device):
        """Whether what was asked for would fit into whole pieces of 20 MiB that segments of fixed size keep, and into none of
        theirs."""
        piece, fires = 20 << 20, False
        is_fixed = snapshot.get("allocator_settings", {}).get("expandable_segments") is False
        for i, event in enumerate(device.events if is_fixed else []):
            if event["action"] != "oom" or event["device_free"] >= event["size"]:
                continue
            state = Addresses(snapshot, number, i)
            spare = {}
            for begin, end, grows in state.reserved_at:
                free = [(left - begin, right - begin) for left, right in state.pieces if begin <= left < end]
                if grows is None and sum(right - left for left, right in free) < end - begin:
                    spare[begin] = sum(max(right // piece - -(-left // piece), 0) * piece for left, right in free)
            fires |= (max(state.free, default=0) < event["size"] <= event["device_free"] + sum(spare.values())
                      and sum(size > 0 for size in spare.values()) > 1)
        rules = [finding["rule"] for finding in read_json("info", "--json", path)["runs"][run - 1]["findings"]]
        self.assertEqual("memory-pieces" in rules, fires)

    def check_given_up(self, path, run, device):
        """What is there at the peak although its free was asked for before; a hundredth of the peak or more is a finding."""
        requested = device.levels["Requested"][::-1]
        peak = ([device.begin, *device.positions])[requested.index(max(requested))]
        asked, late = {}, []
        for position, event in zip(device.positions, device.events):
            if event["action"] == "free_requested":
                asked[event["addr"]] = position
            elif event["action"] in ("alloc", "free_completed"):
                asked.pop(event["addr"], None)
            if position == peak:
                break
        for address, size, first, last, *_ in device.rows:
            if first <= peak <= last and first <= asked.get(address, first - 1):
                late.append(size)
        findings = read_json("info", "--json", path)["runs"][run - 1]["findings"]
        texts = [finding["what"].replace("\u00a0", " ") for finding in findings if finding["rule"] == "memory-given-up"]
        self.assertEqual(texts, [] if not late or sum(late) < 0.01 * max(requested) else
                         [f"{dup_bytes(sum(late))} at the peak, {len(late)} tensor{'s' if len(late) > 1 else ''}, had been given up"
                          " before."])

    def check_file(self, path):
        with open(path, "rb") as file:
            snapshot = Unpickler(file).load()
        numbers = sorted({segment["device"] for segment in snapshot["segments"]}
                         | {i for i, trace in enumerate(snapshot["device_traces"]) if trace})
        for run, number in enumerate(numbers, 1):
            device = Device(snapshot, number)
            with self.subTest(path=path, device=number):
                self.check_tensors(path, run, device)
                self.check_levels(path, device, f", Device {number}" if len(numbers) > 1 else "")
                self.check_sites(path, run, device)
                self.check_regions(path, run, snapshot, number, device)
                self.check_peak(path, run, device)
                self.check_bands(path, run, device)
                self.check_finding(path, run, device)
                self.check_given_up(path, run, device)
                self.check_range(path, run, device)
                self.check_segments(path, run, snapshot, number, device)
                self.check_pieces(path, run, snapshot, number, device)

    def test_made(self):
        """Allocations that take turns at places of segments, whose frees are completed late, until memory runs out."""
        chance, found = random.Random(33), collections.Counter()
        for number in range(12):
            snapshot = make_snapshot(chance)
            with tempfile.TemporaryDirectory() as folder:
                path = os.path.join(folder, "made.pickle")
                with open(path, "wb") as file:
                    pickle.dump(snapshot, file, protocol=2 + number % 4)
                device = Device(snapshot, 0)
                self.check_levels(path, device, "")
                self.check_segments(path, 1, snapshot, 0, device)
                self.check_finding(path, 1, device)
                self.check_given_up(path, 1, device)
                self.check_pieces(path, 1, snapshot, 0, device)
                found.update(finding["rule"] for finding in read_json("info", "--json", path)["runs"][0]["findings"])
        self.assertGreaterEqual({rule for rule, n in found.items() if n > 1}, {"memory-given-up", "memory-pieces", "memory-unused"})

    def test_host(self):
        """Pinned memory of the host is a run of its own behind the devices, whether its events stand alone or in a list."""
        chance = random.Random(34)
        for number in range(4):
            snapshot, host = make_snapshot(chance), make_snapshot(chance)
            segments = [{key: value for key, value in segment.items() if key != "device"} for segment in host["segments"]]
            traces = host["device_traces"][0]
            with tempfile.TemporaryDirectory() as folder:
                path = os.path.join(folder, "made.pickle")
                with open(path, "wb") as file:
                    pickle.dump({**snapshot, "host_segments": segments, "host_traces": traces if number % 2 else [traces]}, file)
                for run_number, made, suffix in ((1, snapshot, ", Device 0"), (2, host, ", Pinned memory of the host")):
                    device = Device(made, 0)
                    self.check_tensors(path, run_number, device)
                    self.check_levels(path, device, suffix)
                    self.check_sites(path, run_number, device)
                    self.check_peak(path, run_number, device)
                    self.check_segments(path, run_number, made, 0, device)
                self.assertEqual(read_json("info", "--json", path)["import"]["lost"], 0)

    # Each picture of memory has a table: what is live over time and at the peak, by all that it is divided by and by stack, what
    # was allocated in a range and what of that is kept, and the addresses.
    TABLES = [*(["charts", "--chart", "memory", "--group", group] for group in ("site", "module", "stream", "size", "category")),
              ["charts", "--chart", "memory-sites"],
              *(["tensors", "--at", "peak", "--group", group]
                for group in ("site", "module", "stack", "stream", "size", "category")),
              *(["tensors", "--range", "RANGE", *kept, "--group", "site"] for kept in ([], ["--kept"])),
              ["tensors", "--segments"]]

    def test_tables(self):
        folder = os.path.join(sys.argv[3], "expected", "commands")
        for name, within, golden in (("small", "2us..22us", "snapshot-tables.txt"),
                                     ("categories", "2..6", "snapshot-of-events-tables.txt")):
            path = os.path.join(sys.argv[3], "data", "memory-snapshot", name + ".pickle")
            text = ""
            for table in self.TABLES:
                args = [within if arg == "RANGE" else arg for arg in table]
                if name == "small" and args[0] == "charts" and args[-1] == "category":
                    continue
                status, out, err = run(*args, "--format", "csv", path)
                self.assertEqual((status, err), (0, ""), args)
                text += f"{' '.join(args)}\n{out}\n".replace("\r\n", "\n")
            golden = os.path.join(folder, golden)
            if os.environ.get("LAMINA_UPDATE_EXPECTED"):
                with open(golden, "w", encoding="utf-8") as file:
                    file.write(text)
            with open(golden, encoding="utf-8") as file:
                self.assertEqual(text, file.read(), golden)

    def test_samples(self):
        for path in SAMPLES:
            self.check_file(path)

    def test_flame(self):
        """What stands where in a flame graph of the peak: the calls of each stack from the outermost on, the heaviest at the
        left."""
        with open(SAMPLES[0], "rb") as file:
            device = Device(Unpickler(file).load(), 0)
        requested = device.levels["Requested"][::-1]
        peak = ([device.begin, *device.positions])[requested.index(max(requested))]
        frames = {position: event["frames"] for position, event in zip(device.positions, device.events)
                  if event["action"] == "alloc"}
        tree = {}
        for address, size, first, last, _, _, is_new in device.rows:
            node = tree
            stack = frames[first] if is_new else device.blocks[address][2]
            for frame in reversed(stack if first <= peak <= last else []):
                node = node.setdefault((frame["filename"], frame["line"], frame["name"]), {})
                node[""] = node.get("", 0) + size
        wanted = collections.defaultdict(list)

        def place(node, depth, left):
            for child in sorted((child for key, child in node.items() if key != ""), key=lambda child: -child[""]):
                wanted[depth].append((16 + 868 * left / max(requested), 868 * child[""] / max(requested)))
                place(child, depth + 1, left)
                left += child[""]

        place(tree, 1, 0)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "flame.svg")
            self.assertEqual(run("export", "--view", "flame", SAMPLES[0], "-o", path)[0], 0)
            with open(path, encoding="utf-8") as file:
                head, *rows = file.read().split('<g id="row-')
        # Bytes are not timed.
        self.assertIn("memory at the peak.<", head)
        self.assertEqual(len(rows) - 1, max(wanted))
        for depth, row in enumerate(rows):
            boxes = sorted((int(x), int(width))
                           for x, width in re.findall(r'<rect x="(\d+)" y="\d+" width="(\d+)"', row.split('<g id=')[0]))
            for x, width in wanted[depth]:
                near = min(boxes, key=lambda box: abs(box[0] - x))
                self.assertTrue(width < 3 or (abs(near[0] - x) <= 1 and abs(near[1] - width) <= 2), (depth, x, width, boxes))

    def test_growing(self):
        """What the allocator itself counted, and every allocation, where some segments grow and others do not."""
        with tempfile.TemporaryDirectory() as folder, gzip.open(GROWING) as file:
            path = os.path.join(folder, "growing.pickle")
            with open(path, "wb") as copy:
                copy.write(file.read())
            self.check_file(path)
            memory = read_json("info", "--json", path)["properties"]["Memory"]
        self.assertEqual([memory[f"{name} at the {when}"] for name in ("Active", "Reserved") for when in ("peak", "end")],
                         [167319552, 82250752, 199229440, 186646528])

    # Events of each device, and what is active and reserved at the end, at the start and at the peak, as counted by hand; active
    # as if blocks were as large as requests.
    KNOWN = {
        "memory_ctx128_forward_mixed.pickle": [(5992, (24018738176, 13779220480, 24023981056),
                                                (24245174272, 13763608576, 24245174272))],
        "snapshot_expandable.pkl": [(8092, (408698880, 94641584, 597642080), (643825664, 113246208, 643825664))],
        "snapshot_with_multi_devices.pkl": [(8132, (408698880, 94641584, 597642080), (490733568, 113246208, 643825664)),
                                            (9700, (0, 0, 471498368), (551550976, 0, 551550976))],
    }

    @unittest.skipUnless(REAL, "no real files")
    def test_known(self):
        """The levels of real files as numbers, so that a mistake which both walks share would be seen."""
        found = {}
        for path in REAL:
            with open(path, "rb") as file:
                events = [len(trace) for trace in Unpickler(file).load()["device_traces"] if trace]
            info = read_json("info", "--json", path)
            memory, devices = info["properties"]["Memory"], []
            for i, n in enumerate(events):
                suffix = f", Device {i}" if len(events) > 1 else ""
                exact = ", if blocks were as large as requests" + suffix
                devices.append((n, *(tuple(memory.get(f"{name} at the {when}{exact}", memory[f"{name} at the {when}{suffix}"])
                                           for when in ("end", "start", "peak")) for name in ("Active", "Reserved"))))
            found[path.split("__")[-1]] = devices
            self.assertEqual(info["import"]["lost"], 0)
        self.assertEqual(found, self.KNOWN)

    @unittest.skipUnless(REAL, "no real files")
    def test_real(self):
        for path in REAL:
            self.check_file(path)


class Recorded(unittest.TestCase):
    """A snapshot and a trace of one run on a GPU: what the allocator itself counted, and which operator asked for what."""

    # torch.cuda.memory_stats () of that run, when the snapshot was taken: current and peak.
    STATS = {"Active": (82250752, 184491008), "Reserved": (195035136, 195035136), "Requested": (82249668, 184488404)}

    @classmethod
    def setUpClass(cls):
        with gzip.open(RECORDED + ".pickle.gz") as file:
            cls.snapshot = Unpickler(file).load()
        with gzip.open(RECORDED + ".pt.trace.json.gz") as file:
            cls.trace = json.load(file, parse_float=Decimal)
        cls.allocations = [event for event in cls.snapshot["device_traces"][0] if event["action"] == "alloc"]
        cls.base = cls.trace["baseTimeNanoseconds"]

    def place(self, time):
        return self.base + time * 1000

    def tie(self):
        """The report of each allocation: of its address, and the nearest in time, as they were written within a moment."""
        reports = collections.defaultdict(list)
        for event in self.trace["traceEvents"]:
            if event["name"] == "[memory]" and event["args"]["Device Type"] == 1 and event["args"]["Bytes"] > 0:
                reports[event["args"]["Addr"]].append(event)
        for allocation in self.allocations:
            near = min(reports[allocation["addr"]], default=None,
                       key=lambda event: abs(self.place(event["ts"]) - allocation["time_us"] * 1000))
            if near is not None and abs(self.place(near["ts"]) - allocation["time_us"] * 1000) < 50_000:
                self.assertEqual(near["args"]["Bytes"] // GRAIN * GRAIN, near["args"]["Bytes"])
                self.assertLessEqual(allocation["size"], near["args"]["Bytes"])
                yield allocation, near
            else:
                yield allocation, None

    def find_operators(self):
        """The innermost operator of each thread at a time: they nest, so that it is the last one that began and has not ended."""
        threads = collections.defaultdict(list)
        for event in self.trace["traceEvents"]:
            if event.get("cat") == "cpu_op":
                threads[event["tid"]].append((event["ts"], -event["dur"], event["name"]))
        for thread in threads.values():
            thread.sort()
        starts = {tid: [start for start, _, _ in thread] for tid, thread in threads.items()}

        def find(tid, time):
            for start, duration, name in reversed(threads[tid][:bisect.bisect_right(starts[tid], time)]):
                if start - duration > time:
                    return name, self.place(start)
            return None

        return find, list(threads)

    def check_makers(self, paths, wanted):
        layers = read_json("layers", "--format", "json", *paths)
        rows = [row for row in read_json("tensors", "--format", "json", *paths) if row["lifetimes"]]
        start = min(row["lifetimes"][0]["first"] for row in rows) - self.allocations[0]["time_us"] * 1000
        self.assertEqual(len(rows), len(wanted))
        for row, (name, begin) in zip(rows, wanted):
            if name is None:
                self.assertIsNone(row["producer"])
            else:
                layer = layers[row["producer"]]
                self.assertEqual((layer["name"], layer["start"]), (name, begin + start))
        return rows

    def test_marks(self):
        """Of the marks those of the snapshot stand above the memory, and none of the trace."""
        paths = ("--join", RECORDED + ".pickle.gz")
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "memory.svg")
            self.assertEqual(run("export", "--view", "tensors", *paths, "-o", path)[0], 0)
            with open(path, encoding="utf-8") as file:
                text = file.read()
        self.assertIn("out of memory", text)
        self.assertNotIn("Iteration Start", text)

    def test_stats(self):
        """Levels that are worked out backwards are those that the allocator counted."""
        properties = read_json("info", "--json", RECORDED + ".pickle.gz")["properties"]["Memory"]
        for name, (end, peak) in self.STATS.items():
            self.assertEqual((properties[f"{name} at the end"], properties[f"{name} at the peak"]), (end, peak))

    def test_compare(self):
        """By site, each file at its own peak, as Python finds them; what is equal stands last."""
        paths = [SAMPLES[0], RECORDED + ".pickle.gz"]
        devices = []
        for path in paths:
            with (gzip.open if path.endswith(".gz") else open)(path, "rb") as file:
                devices.append(Device(Unpickler(file).load(), 0))
        memory = read_json("compare", "--format", "json", *paths)["memory"]
        sums = [{site: row[2] for site, row in device.sum_sites().items() if row[2] > 0} for device in devices]
        found = {row["site"]: (row["bytes"]["a"], row["bytes"]["b"]) for row in memory["sites"]}
        self.assertEqual({site: found.get(site) for site in {*sums[0], *sums[1]}},
                         {site: (sums[0].get(site, 0), sums[1].get(site, 0)) for site in {*sums[0], *sums[1]}})
        peaks = [max(device.levels["Requested"]) for device in devices]
        self.assertEqual((memory["peak_bytes"]["a"], memory["peak_bytes"]["b"]), tuple(peaks))
        changes = [abs(row["bytes"]["delta"]) for row in memory["sites"]]
        self.assertEqual(changes, sorted(changes, reverse=True))
        same = read_json("compare", "--format", "json", paths[1], self.copy(paths[1]))["memory"]
        self.assertEqual({row["bytes"]["delta"] for row in same["sites"]}, {0})

    def copy(self, path):
        folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, folder)
        return shutil.copy(path, folder)

    # What torch said when memory ran out: asked for, allocated, and reserved but unallocated, in MiB.
    FAILURES = {"recorded": (32.0, 175.94, 10.06), "growing": (16.0, 151.57, 26.43)}

    def test_oom(self):
        """What the mark says of the failure is what torch said, and the longest free piece that of a walk of our own."""
        for name, (asked, allocated, unused) in self.FAILURES.items():
            path = os.path.join(sys.argv[3], "data", "memory-snapshot", name + ".pickle.gz")
            with gzip.open(path) as file:
                snapshot = Unpickler(file).load()
            failure = next(i for i, event in enumerate(snapshot["device_traces"][0]) if event["action"] == "oom")
            state = Addresses(snapshot, 0, failure)
            with tempfile.TemporaryDirectory() as folder:
                report = os.path.join(folder, "report.md")
                self.assertEqual(run("report", path, "-o", report)[0], 0)
                with open(report, encoding="utf-8") as file:
                    text = file.read().replace("\u00a0", " ")
            mark = "" if state.is_exact else "≈ "
            self.assertIn(f"out of memory: asked for {asked:.1f} MiB, the device had 78.2 GiB free; of {allocated + unused:.3g} MiB"
                          f" reserved {mark}{unused:.1f} MiB were free,"
                          f" in pieces of at most {mark}{max(state.free) / 2**20:.3g} MiB", text)
            self.assertEqual((round(state.reserved / 2**20, 2), round(sum(state.free) / 2**20, 2)),
                             (round(allocated + unused, 2), unused))

    def test_report(self):
        """Memory at the peak in numbers, of both of two, and what is noted when memory ran out."""
        with gzip.open(GROWING) as file:
            snapshots = [Unpickler(file).load(), self.snapshot]
        devices = [Device(snapshot, 0) for snapshot in snapshots]
        levels = devices[0].levels["Requested"][::-1]
        state = Addresses(snapshots[0], 0, levels.index(max(levels)))
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "report.md")
            self.assertEqual(run("report", GROWING, RECORDED + ".pickle.gz", "-o", path)[0], 0)
            with open(path, encoding="utf-8") as file:
                lines = [re.sub(r"\s+", " ", line.replace("\u00a0", " ").replace("\\", "")) for line in file]
        wanted = {"Requested": max(levels), "Reserved": state.reserved, "Free": sum(state.free),
                  "Longest free piece": max(state.free), "In use": state.reserved - sum(state.free),
                  "In blocks beyond what was asked for": state.reserved - sum(state.free) - max(levels)}
        for name, size in wanted.items():
            self.assertTrue(any(name in line and line.replace("≈ ", "").rstrip("|* \n").endswith(dup_bytes(size))
                                for line in lines), (name, dup_bytes(size)))
        self.assertTrue(any("Free pieces" in line and line.rstrip("|* \n").endswith(str(len(state.free))) for line in lines))
        self.assertTrue(any("out of memory: asked for 16.0 MiB" in line for line in lines))
        sums = [{site: row[2] for site, row in device.sum_sites().items() if row[2] > 0} for device in devices]
        for site in {*sums[0], *sums[1]}:
            a, b = (of.get(site, 0) for of in sums)
            change = ("+" if b > a else "−" if b < a else "") + dup_bytes(abs(b - a))
            self.assertTrue(any(line.startswith(f"| {site} | {dup_bytes(a)} | {dup_bytes(b)} | {change} |") for line in lines),
                            site)

    def test_unused(self):
        """What is reserved at the peak and not in use, in how many pieces: of segments that grow, too."""
        for path in (SAMPLES[0], RECORDED + ".pickle.gz", GROWING):
            with (gzip.open if path.endswith(".gz") else open)(path, "rb") as file:
                snapshot = Unpickler(file).load()
            device = Device(snapshot, 0)
            levels = device.levels["Requested"][::-1]
            state = Addresses(snapshot, 0, levels.index(max(levels)))
            texts = [finding["what"].replace("\u00a0", " ") for finding in read_json("info", "--json", path)["runs"][0]["findings"]
                     if finding["rule"] == "memory-unused"]
            if sum(state.free) < 0.1 * state.reserved:
                self.assertEqual(texts, [])
                continue
            sizes = [dup_bytes(size) for size in (sum(state.free), state.reserved, max(state.free))]
            mark = "" if state.is_exact else "≈ "
            self.assertEqual(texts, [f"At the peak {mark}{sizes[0]} of {sizes[1]} that are reserved"
                                     f" ({100 * sum(state.free) / state.reserved:.1f} %) are not in use,"
                                     f" in {mark}{len(state.free)} pieces; the largest has {mark}{sizes[2]}."])

    def test_join(self):
        find, _ = self.find_operators()
        wanted = [find(report["tid"], report["ts"]) or (None, None) if report else (None, None) for _, report in self.tie()]
        self.assertGreater(sum(name is not None for name, _ in wanted), 600)
        rows = self.check_makers(["--join", RECORDED + ".pickle.gz"], wanted)
        self.assertEqual(rows, self.check_makers([RECORDED + ".pickle.gz", RECORDED + ".pt.trace.json.gz"], wanted))
        self.assertFalse(any("producer" in row["estimated"] for row in rows))
        for name, beside in ((".pickle.gz", ".pt.trace.json.gz"), (".pt.trace.json.gz", ".pickle.gz")):
            self.assertEqual(read_json("info", "--json", RECORDED + name)["companion"], "recorded" + beside)
        info = read_json("info", "--json", "--join", RECORDED + ".pt.trace.json.gz")
        self.assertEqual((info["joined"], info["import"]["lost"]), (["recorded.pickle.gz"], 0))
        self.assertFalse([issue for issue in info["import"]["issues"] if "snapshot" in issue["kind"]])

    def test_without_reports(self):
        """By times alone an operator is said where one thread is in any, and then it is the right one."""
        find, threads = self.find_operators()
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "trace.json")
            events = [event for event in self.trace["traceEvents"] if event["name"] != "[memory]"]
            with open(path, "w", encoding="utf-8") as file:
                json.dump({**self.trace, "traceEvents": events}, file, default=float)
            rows = [row for row in read_json("tensors", "--format", "json", path, RECORDED + ".pickle.gz") if row["lifetimes"]]
            layers = read_json("layers", "--format", "json", path, RECORDED + ".pickle.gz")
        right = wrong = 0
        for row, (_, report) in zip(rows, self.tie()):
            if row["producer"] is None or report is None:
                continue
            self.assertIn("producer", row["estimated"])
            same = layers[row["producer"]]["name"] == find(report["tid"], report["ts"])[0]
            right, wrong = right + same, wrong + (not same)
        self.assertGreater(right, 600)
        self.assertLess(wrong, 20)

    def test_mismatches(self):
        """What only one of both knows is counted."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "trace.json")
            reports = [event for event in self.trace["traceEvents"]
                       if event["name"] == "[memory]" and event["args"]["Device Type"] == 1 and event["args"]["Bytes"] > 0]
            reports.sort(key=lambda event: event["ts"])
            reports[100]["args"]["Addr"] += 1 << 40
            reports[200]["args"]["Bytes"] = 1
            with open(path, "w", encoding="utf-8") as file:
                json.dump(self.trace, file, default=float)
            self.setUpClass()
            issues = read_json("info", "--json", path, RECORDED + ".pickle.gz")["import"]["issues"]
        self.assertEqual({issue["kind"]: issue["count"] for issue in issues if "snapshot" in issue["kind"]},
                         {"an allocation that the trace reports is not in the snapshot": 1,
                          "an allocation of the snapshot is not among those that the trace reports": 1,
                          "the trace says of an allocation that it is smaller than the snapshot does": 1})

    def test_apart(self):
        """A trace of another day is no run of it: the clock of the snapshot is moved, and nothing is said of who asked."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "trace.json")
            with open(path, "w", encoding="utf-8") as file:
                json.dump({**self.trace, "baseTimeNanoseconds": self.base - 86_400_000_000_000}, file, default=float)
            rows = read_json("tensors", "--format", "json", path, RECORDED + ".pickle.gz")
            info = read_json("info", "--json", path, RECORDED + ".pickle.gz")
        self.assertTrue(all(row["producer"] is None for row in rows if row["lifetimes"]))
        self.assertEqual(len([issue for issue in info["import"]["issues"] if "no moment in common" in issue["kind"]]), 1)


main()
