# SPDX-License-Identifier: Apache-2.0
"""`lamina report`, as a user runs it.

Arguments: the program, the folder of the tests, the folder of the samples, the folder of the module
"everything".
"""

import decimal
import json
import os
import re
import sys
import tempfile
import unittest
import urllib.parse
import xml.dom.minidom

from harness import comma_locale, main, read_json, run
from kineto_times import Times, list_real_files, measure, read_steps, subtract, unite

TESTS, SAMPLES, EVERYTHING = (os.path.abspath(path) for path in sys.argv[2:5])
SAMPLE = os.path.join(SAMPLES, "resnet50-megengine.json")
REAL = list_real_files(os.environ.get("LAMINA_REAL_FILES", ""))


def show(nanoseconds):
    """Three digits, as the window writes a time."""
    for unit, size in (("s", 10**9), ("ms", 10**6), ("µs", 10**3)):
        if nanoseconds >= size * 0.9995:
            return f"{nanoseconds / size:#.3g}".rstrip(".") + " " + unit
    return f"{nanoseconds:.0f} ns"


class Report(unittest.TestCase):
    """One page that goes to a colleague: whole, without anything to load or to run, with the figures of the commands."""

    def make(self, name, *args, env=None):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, name)
            status, out, err = run("report", *args, "-o", path, env=env)
            self.assertEqual((status, out, err), (0, "", ""))
            files = {}
            for root, _, names in os.walk(folder):
                for entry in names:
                    with open(os.path.join(root, entry), "rb") as file:
                        files[os.path.relpath(os.path.join(root, entry), folder)] = file.read()
            return files

    def page(self, *args, env=None):
        files = self.make("a.html", *args, env=env)
        self.assertEqual(list(files), ["a.html"])
        text = files["a.html"].decode("utf-8")
        page = xml.dom.minidom.parseString(text)
        self.check_alone(page)
        return text, page

    def check_alone(self, page):
        """Nothing is loaded and nothing runs, and what refers to a part of the page finds one part."""
        ids, used = [], set()
        for element in page.getElementsByTagName("*"):
            self.assertNotIn(element.tagName, ("script", "link", "img", "image", "iframe", "object", "embed", "use", "a", "base"))
            for name, value in element.attributes.items():
                self.assertFalse(name in ("src", "href", "xlink:href", "style", "http-equiv") or name.startswith("on"), name)
                self.assertTrue("url(" not in value or value.startswith("url(#"), value)
                used.update(re.findall(r"url\(#([^)]*)\)", value))
            if element.hasAttribute("id"):
                ids.append(element.getAttribute("id"))
        self.assertEqual(len(ids), len(set(ids)))
        self.assertLessEqual(used, set(ids))
        for rules in self.words(page, "style"):
            self.assertFalse("@import" in rules or "url(" in rules)

    def words(self, page, element):
        def text(node):
            return node.data if node.nodeType == node.TEXT_NODE else "".join(text(child) for child in node.childNodes)
        return [text(node).replace("\u00a0", " ") for node in page.getElementsByTagName(element)]

    def test_figures(self):
        _, page = self.page(SAMPLE)
        info = read_json("info", "--json", SAMPLE)
        first = info["runs"][0]
        self.assertIn("Findings", self.words(page, "h2"))
        self.assertEqual(len(page.getElementsByTagName("article")), len(first["findings"]))
        for finding in first["findings"]:
            self.assertIn(finding["what"].replace("\u00a0", " "), self.words(page, "p"))
        facts = dict(zip(self.words(page, "dt"), self.words(page, "dd")))
        self.assertEqual(facts["Operators"], f"{first['layers']} ({first['executed']} executed)")
        device = first["devices"][0]
        self.assertAlmostEqual(float(facts["Device busy"].split()[0]), 100 * device["busy_ns"] / device["span_ns"], delta=0.1)
        rows = page.getElementsByTagName("tbody")[0].getElementsByTagName("tr")
        layers = read_json("layers", "--format", "json", "--sort", "duration", "--limit", "20", SAMPLE)
        self.assertEqual(len(rows), 20)
        for row, layer in zip(rows, layers):
            self.assertTrue(self.words(row, "td")[0].startswith(layer["name"]))
        _, table, _ = run("layers", "--sort", "duration", "--limit", "1", SAMPLE)
        self.assertIn(self.words(rows[0], "td")[3], table.replace("\u00a0", " "))
        report = info["import"]
        self.assertTrue(any(text.startswith(f"{report['read']} records read: {report['shown']} shown")
                            for text in self.words(page, "p")))
        self.assertGreater(len(page.getElementsByTagName("svg")), 6)

    def test_recomputed(self):
        """What a page says of a trace follows from the events of the file, added up here without Lamina."""
        path = os.path.join(SAMPLES, "convnet-pytorch.pt.trace.json")
        with open(path, encoding="utf-8") as file:
            events = json.load(file, parse_float=decimal.Decimal)["traceEvents"]
        works = [event for event in events if event.get("cat") in ("kernel", "gpu_memcpy", "gpu_memset")]
        exact = [(int(1000 * event["ts"]), int(1000 * event["ts"]) + int(1000 * event["dur"])) for event in works]
        first, last = min(start for start, _ in exact), max(end for _, end in exact)
        busy, at = 0, first
        for start, end in sorted(exact):
            busy += max(end - max(start, at), 0)
            at = max(at, end)
        idle = last - first - busy
        names = {}
        for event, (start, end) in zip(works, exact):
            names.setdefault(event["name"], []).append(end - start)
        biggest = max(names.values(), key=sum)
        collectives = [end - start for event, (start, end) in zip(works, exact) if event["name"].startswith("nccl")]
        steps = [int(1000 * event["dur"]) for event in events
                 if event.get("cat") == "user_annotation" and event["name"].startswith("ProfilerStep#")]

        _, page = self.page(path)
        facts = dict(zip(self.words(page, "dt"), self.words(page, "dd")))
        total = sum(end - start for start, end in exact)
        self.assertEqual(facts["Device time"], show(total))
        self.assertEqual(facts["Operators"], str(sum(event.get("cat") == "cpu_op" for event in events)))
        self.assertEqual(facts["Device busy"], f"{100 * busy / (last - first):.1f} %")
        said = self.words(page, "p")
        self.assertIn(f"{len(works)} kernels and copies, {show(total)} of device time", said)
        self.assertIn(f"{len(collectives)} collectives, {show(sum(collectives))} of device time", said)
        self.assertTrue(any(re.search(rf"\b{show(idle)}\b", text) for text in said if "gaps" in text), idle)
        self.assertTrue(any(text.startswith(f"Wall time of two steps; the slower is ProfilerStep#3 at {max(steps) / 1000:.2f} µs")
                            for text in said))
        cells = [[self.words(row, "td") for row in table.getElementsByTagName("tr")]
                 for table in page.getElementsByTagName("table")]
        rows = {row[0]: row[1:] for table in cells for row in table if len(row) == 7}
        self.assertIn([str(len(biggest)), show(sum(biggest)), show(sum(biggest) / len(biggest)), show(min(biggest)),
                       show(max(biggest)), f"{100 * sum(biggest) / total:.1f} %"], list(rows.values()))

    def list_steps(self, path, events):
        """Wall time of each step, with what the device does between its begin and end: rows of a table."""
        kinds = {kind: unite((event.start, event.end) for event in events if event.kind == kind)
                 for kind in ("work", "exchange", "copy")}
        exchange = subtract(kinds["exchange"], kinds["work"])
        copy = subtract(subtract(kinds["copy"], kinds["work"]), kinds["exchange"])
        for name, start, end in read_steps(path):
            parts = [measure(pieces, start, end) for pieces in (kinds["work"], copy, exchange)]
            yield [name, *map(show, (end - start, *parts, end - start - sum(parts)))]

    def check_recomputed(self, path):
        """How many figures of the page of a trace of one device follow from its events; none may not."""
        (device, _), = Times(path).devices.items()
        times = Times(path)
        events, work = times.list_events(device), times.measure_work(device)
        span = max(event.end for event in events) - events[0].start
        total = sum(event.end - event.start for event in events)
        _, page = self.page(path)
        facts = dict(zip(self.words(page, "dt"), self.words(page, "dd")))
        said = [text.replace("\u202f", "") for text in self.words(page, "p")]
        share = 100 * (span - work["idle"]) / span
        self.assertEqual(facts["Device busy"], f"{share:.{1 if share >= 10 else 2}f} %")
        # Where the chart of kernels would say what their table says, only that is there.
        if any("kernels and copies, " in text for text in said):
            self.assertIn(f"{len(events)} kernels and copies, {show(total)} of device time", said)
        cells = [self.words(row, "td") for row in page.getElementsByTagName("tr")]
        names = {}
        for event in events:
            names.setdefault(event.name, []).append(event.end - event.start)
        biggest = max(names.values(), key=sum)
        self.assertIn([str(len(biggest)), show(sum(biggest)), show(sum(biggest) / len(biggest)), show(min(biggest)),
                       show(max(biggest))], [row[1:6] for row in cells])
        steps = list(self.list_steps(path, events))
        for step in steps:
            self.assertIn(step, [row[:6] for row in cells])
        n_exchanges = sum(event.kind == "exchange" for event in events)
        exposed = [text for text in said if "communicate while nothing computes" in text]
        if exposed:
            self.assertTrue(any(text.endswith(f"all communication takes {show(work['communication'])}.") for text in exposed),
                            exposed)
            self.assertIn(show(work["exposed_communication"]) + " (", " ".join(self.words(page, "article")))
        return len(steps) + bool(exposed and n_exchanges)

    @unittest.skipUnless(REAL, "LAMINA_REAL_FILES names no folder with them")
    def test_recomputed_real(self):
        found = 0
        for path in REAL:
            if len(Times(path).devices) == 1:
                with self.subTest(os.path.basename(path)):
                    found += self.check_recomputed(path)
        self.assertGreater(found, 5)

    def test_timeline(self):
        """However many tracks a run has, its device stands in the timeline of the report, first of all."""
        events = [{"ph": "X", "cat": "cpu_op", "name": "aten::mm", "pid": 10, "tid": tid, "ts": 10 * tid, "dur": 5}
                  for tid in range(1, 61)]
        events += [{"ph": "M", "pid": 0, "name": "process_labels", "args": {"labels": "GPU 0"}},
                   {"ph": "X", "cat": "kernel", "name": "gemm", "pid": 0, "tid": 7, "ts": 100, "dur": 50,
                    "args": {"stream": 7, "device": 0, "correlation": 1}}]
        with tempfile.TemporaryDirectory() as folder:
            trace = os.path.join(folder, "many.json")
            with open(trace, "w", encoding="utf-8") as file:
                json.dump({"schemaVersion": 1, "traceEvents": events}, file)
            _, page = self.page(trace)
        figure = next(figure for figure in page.getElementsByTagName("figure")
                      if "Timeline" in self.words(figure.parentNode, "h2"))
        names = [text for text in self.words(figure.getElementsByTagName("svg")[0], "text")]
        threads = [i for i, name in enumerate(names) if re.match(r"thread \d+", name)]
        self.assertGreater(len(threads), 10, names)
        self.assertLess(names.index("stream 7"), threads[0])

    def test_pages(self):
        """A picture keeps its heading on its page of paper, and a chart is low enough to leave little of a page empty."""
        for args in ((SAMPLE,), (os.path.join(SAMPLES, "mobilenet-tvm.txt"), os.path.join(SAMPLES, "mobilenet-onnxruntime.json"))):
            text, page = self.page(*args)
            self.assertRegex(text, r"section[^{}]*\{break-inside:avoid\}")
            figures = page.getElementsByTagName("figure")
            self.assertGreater(len(figures), 4)
            for figure in figures:
                section = figure.parentNode
                self.assertEqual((section.tagName, section.firstChild.nextSibling.tagName[0]), ("section", "h"))
                box = figure.getElementsByTagName("svg")[0].getAttribute("viewBox").split()
                heading = self.words(section, "h2") + self.words(section, "h3")
                if heading[0] == "Busy and idle":
                    self.assertEqual(section.parentNode.tagName, "section")
                    self.assertIn("Device", self.words(section.parentNode, "th"))
                if heading[0] not in ("Timeline", "Both on one scale", "Where the difference comes from"):
                    self.assertLess(float(box[3]) / float(box[2]), 0.4, heading)

    def test_names(self):
        """Where a trace runs the same again and again, its table has each name once, with sums."""
        trace = os.path.join(SAMPLES, "convnet-pytorch.pt.trace.json")
        _, page = self.page(trace)
        self.assertIn("Operators by name", self.words(page, "h2"))
        rows = [self.words(row, "td") for row in page.getElementsByTagName("tbody")[0].getElementsByTagName("tr")]
        groups = [group for group in read_json("layers", "--group", "name", "--format", "json", trace) if group["duration_ns"]]
        self.assertEqual([row[0][:len(group["group"])] for row, group in zip(rows, groups)],
                         [group["group"] for group in groups])
        self.assertEqual([row[1] for row in rows], [str(group["calls"]) for group in groups])
        self.assertEqual(rows[-1][5], "100.0 %")
        self.check_findings(trace, page)

    @unittest.skipUnless(REAL, "LAMINA_REAL_FILES names no folder with them")
    def test_names_real(self):
        """Calls without a time are calls, too; their digits stand in groups."""
        trace = os.path.join(os.environ["LAMINA_REAL_FILES"], "samples/nsys/nsys-ai__mfu_2gpu_before.sqlite")
        _, page = self.page(trace)
        rows = [self.words(row, "td") for row in page.getElementsByTagName("tbody")[0].getElementsByTagName("tr")]
        groups = read_json("layers", "--group", "name", "--format", "json", trace)
        self.assertEqual([row[1] for row in rows], [f"{group['calls']:_}".replace("_", "\u202f") for group in groups[:20]])

    def check_findings(self, trace, page):
        """Layers that a finding names are as many as it has."""
        found = [len(finding["layers"]) for finding in read_json("info", "--json", trace)["runs"][0]["findings"]]
        layers = [text for text in self.words(page, "p") if text.startswith("Operators: ") and not text.endswith(" more")]
        named = [sum(int(n or 1) for n in re.findall(r"(?:Operators: |; )(?:(\d+) × )?", text)) for text in layers]
        self.assertTrue(named)
        self.assertLessEqual(set(named), set(found))

    def test_once(self):
        """Nothing is said twice, no column of a table behind a chart says nothing, and a mark stays with its number."""
        for sample in (SAMPLE, os.path.join(SAMPLES, "convnet-pytorch.pt.trace.json")):
            text, page = self.page(sample)
            notes = self.words(page, "figcaption")
            self.assertEqual(len(notes), len(set(notes)))
            self.assertEqual([self.words(table, "th")[0] for table in page.getElementsByTagName("table")].count("Device"), 1)
            for folded in page.getElementsByTagName("details"):
                rows = [self.words(row, "td") for row in folded.getElementsByTagName("tr")[1:]]
                for column in list(zip(*rows))[1:]:
                    self.assertNotEqual(set(column), {"—"}, self.words(folded, "th"))
            self.assertIsNone(re.search(r"≈ [0-9]|>(\d+.ns) \(\1\)", text))

    def test_stable(self):
        first = self.make("a.html", SAMPLE)
        self.assertEqual(self.make("a.html", SAMPLE), first)
        with tempfile.TemporaryDirectory() as folder:
            comma = comma_locale(folder)
            if comma is not None:
                self.assertEqual(self.make("a.html", SAMPLE, env=comma), first)

    def test_markdown(self):
        files = self.make("a (b).md", SAMPLE)
        text = files.pop("a (b).md").decode("utf-8")
        links = re.findall(r"!\[[^\]]*\]\(<([^>]*)>\)", text)
        self.assertGreater(len(links), 4)
        self.assertEqual(sorted(urllib.parse.unquote(link) for link in links), sorted(files))
        for name, content in files.items():
            self.assertTrue(name.startswith("a (b)-files/"), name)
            xml.dom.minidom.parseString(content)
        self.assertIn("## Findings", text)
        self.assertIn("|---:|", text)
        self.assertNotRegex(text, r"&#8203;(?![0-9]+[.)]|[-+=])")

    def test_palette(self):
        """Another palette changes colors and nothing else."""
        usual, _ = self.page(SAMPLE)
        apart, _ = self.page("--palette", "apart", SAMPLE)
        self.assertNotEqual(usual, apart)
        self.assertEqual(re.sub("#[0-9a-f]{6}", "#", usual), re.sub("#[0-9a-f]{6}", "#", apart))
        self.assertNotEqual(self.make("a.md", SAMPLE), self.make("a.md", "--palette", "blues", SAMPLE))

    def test_runs(self):
        """A table of runs has a column of times where any of them has one."""
        for path, has in ((os.path.join(TESTS, "data", "tensorflow", "small.txt"), False),
                          (os.path.join(SAMPLES, "mobilenet-tvm.txt"), True)):
            _, page = self.page(path)
            heads = [self.words(table, "th") for table in page.getElementsByTagName("table")]
            self.assertEqual(["Time" in head for head in heads if head[0] == "Run"][-1], has)

    def test_few(self):
        """Charts of a handful of layers would say what their table says."""
        for n, has in ((3, False), (4, True)):
            with tempfile.TemporaryDirectory() as folder:
                path = os.path.join(folder, "few.json")
                with open(path, "w", encoding="ascii") as file:
                    json.dump([{"name": f"a{i}", "ph": "X", "ts": 10 * i, "dur": 5, "pid": 1} for i in range(n)], file)
                _, page = self.page(path)
                self.assertIn("Layers by time", self.words(page, "h2"))
                for title in ("Top layers", "Time per layer"):
                    self.assertEqual(title in self.words(page, "h3"), has, (title, n))

    def test_nouns(self):
        """What the tool calls operators, functions or nodes is a layer nowhere; where it has no word, a layer is one."""
        for sample, noun in (("convnet-pytorch.pt.trace.json", "operator"), ("mobilenet-tvm.txt", "function"),
                             ("mobilenet-onnxruntime.json", "node"), ("resnet50-megengine.json", "operator"),
                             ("resnet18-tensorrt.graph.json", "layer")):
            with self.subTest(sample):
                _, page = self.page(os.path.join(SAMPLES, sample))
                text = " ".join(word for tag in ("h2", "h3", "p", "li", "th", "dt", "text", "figcaption")
                                for word in self.words(page, tag))
                self.assertIn(f"Top {noun}s", text)
                self.assertEqual(re.search(r"(?i)\b(a|the|of|\d) layers?\b|\blayers (that|by)\b|\btop layers\b", text) is not None,
                                 noun == "layer", text[:400])

    def test_counters(self):
        """A trace of counters alone has a timeline."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "counters.json")
            with open(path, "w", encoding="ascii") as file:
                json.dump([{"name": "m", "ph": "C", "ts": time, "pid": 1, "args": {"b": time}} for time in (0, 50, 90)], file)
            self.assertEqual(len(self.page(path)[1].getElementsByTagName("figure")), 1)

    def test_awkward(self):
        """Names of a file neither break the page nor become a part of it."""
        path = os.path.join(TESTS, "data", "commands", "everything.txt")
        for number in ("1", "2", "3"):
            self.page(path, "--run", number, env={"LAMINA_PLUGIN_PATH": EVERYTHING})
            self.make("a.md", path, "--run", number, env={"LAMINA_PLUGIN_PATH": EVERYTHING})

    def test_escaped(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "<script>alert('&\"')<.json")
            with open(path, "w", encoding="ascii") as file:
                file.write('[{"name": "<b>&amp;\\u0001<img src=x>|`*_", "ph": "X", "ts": 1, "dur": 5, "pid": 1, "tid": 2}]')
            text, page = self.page(path)
            self.assertEqual(self.words(page, "h1"), [os.path.basename(path)])
            self.assertTrue("<b>" not in text and "<img" not in text)
            text = self.make("a.md", path)["a.md"].decode("utf-8")
            self.assertTrue("<script" not in text and "<img" not in text)

    def test_comparison(self):
        path = os.path.join(TESTS, "data", "commands", "everything.txt")
        _, page = self.page(path, "--run", "1", "--run-b", "2", env={"LAMINA_PLUGIN_PATH": EVERYTHING})
        self.assertIn("Comparison", self.words(page, "h2"))
        _, page = self.page(SAMPLE, SAMPLE)
        self.assertIn("Comparison", self.words(page, "h2"))
        facts = dict(zip(self.words(page, "dt"), self.words(page, "dd")))
        self.assertEqual(facts["Time of A"], facts["Time of B"])
        self.assertEqual(facts["Only in A"], "0")
        self.assertIn("Nothing differs.", self.words(page, "p"))
        untimed = os.path.join(SAMPLES, "unet-chainer.txt")
        for a, b, subject in ((untimed, SAMPLE, "A has no"), (SAMPLE, untimed, "B has no"),
                              (untimed, untimed, "Neither A nor B has")):
            _, page = self.page(a, b)
            self.assertIn(subject + " times: only what corresponds is known.", self.words(page, "p"))
        self.assertNotIn("Pairs by difference", self.words(page, "h3"))

    def test_ends(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "a.html")
            for args, status, said in ((("report", SAMPLE), 2, "output"), (("report", "-o", path), 2, "usage"),
                                       (("report", SAMPLE, "-o", os.path.join(folder, "a.pdf")), 2, ".html"),
                                       (("report", SAMPLE, "--run", "9", "-o", path), 2, "no run 9"),
                                       (("report", SAMPLE, "--palette", "gray", "-o", path), 2, "usual, apart, blues"),
                                       (("report", SAMPLE, "--run-b", "1", "-o", path), 2, "the same"),
                                       (("report", os.path.join(folder, "no.json"), "-o", path), 3, "no.json"),
                                       (("report", SAMPLE, "-o", os.path.join(folder, "no", "a.html")), 3, "a.html"),
                                       (("report", SAMPLE, "-o", os.path.join(folder, "no", "a.md")), 3, "a.md")):
                found, out, err = run(*args)
                self.assertEqual((found, out), (status, ""), (args, err))
                self.assertIn(said, err)
            self.assertEqual(os.listdir(folder), [])


main()
