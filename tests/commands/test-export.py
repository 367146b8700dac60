# SPDX-License-Identifier: Apache-2.0
"""`lamina export`, as a user runs it: every view in every form, with parts chosen, named and left out.

Arguments: the program, the folder of the samples.
"""

import json
import os
import re
import stat
import sys
import tempfile
import unittest
import xml.dom.minidom

from harness import main, run

SAMPLES = os.path.abspath(sys.argv[2])
SAMPLE = os.path.join(SAMPLES, "resnet50-megengine.json")

# Charts that the sample of the tests has nothing for, and a sample that has.
OTHERS = {"chart:iterations": "convnet-pytorch.pt.trace.json", "chart:iteration-durations": "mobilenet-onnxruntime.json",
          "chart:counters": "mobilenet-tvm.txt", "chart:runs": "resnet18-tensorrt.graph.json",
          **{"chart:kernels" + by: "convnet-pytorch.pt.trace.json" for by in ("", "-by-module", "-by-stream")},
          "memory": "charlm-memory.pickle", "chart:memory-sites": "charlm-memory.pickle",
          "chart:collectives": "convnet-pytorch.pt.trace.json", "chart:kernels-by-rank": "../../tests/data/xprof/tpu.json"}


# The first one is read, too; of those behind it each view tries one when only every so manieth case is to be tried.
FORMS = (("svg", "light", b"<?xml"), ("svg", "dark", b"<?xml"), ("svg", "print", b"<?xml"), ("png", "dark", b"\x89PNG"),
         ("pdf", "print", b"%PDF-"))
STRIDE = int(os.environ.get("LAMINA_TEST_STRIDE", "1"))

# Two runs of one file.
COMPARISONS = ("comparison", "waterfall", "ties")
COMPARED = (os.path.join(SAMPLES, "mobilenet-tvm.txt"), "--run-b", "2")


def get_sample(view):
    return os.path.join(os.path.dirname(SAMPLE), OTHERS.get(view, os.path.basename(SAMPLE)))


def list_views():
    return [line.split()[0] for line in run("export", "--list-views")[1].splitlines()[1:]]


class Views(unittest.TestCase):
    """Each view by itself, in a method that is made for it."""

    def check(self, view, forms):
        sample = COMPARED if view in COMPARISONS else (get_sample(view),)
        with tempfile.TemporaryDirectory() as folder:
            for form, theme, magic in forms:
                path = os.path.join(folder, "picture." + form)
                self.assertEqual(run("export", *sample, "--view", view, "--theme", theme, "-o", path), (0, "", ""))
                with open(path, "rb") as file:
                    self.assertTrue(file.read().startswith(magic))
                if theme == "light":
                    self.assertGreater(len(xml.dom.minidom.parse(path).getElementsByTagName("text")), 5)

    @classmethod
    def make(cls, view, forms):
        setattr(cls, "test_" + re.sub("[^a-z]", "_", view), lambda self: self.check(view, forms))


for number, name in enumerate(list_views()):
    others = FORMS[1:] if STRIDE == 1 else FORMS[1 + number % (len(FORMS) - 1):][:1]
    Views.make(name, (FORMS[0], *others))


class Export(unittest.TestCase):
    def test_views(self):
        self.assertTrue({"timeline", "flame", "charts", "waterfall", "memory", "chart:roofline"} <= set(list_views()))

    def test_same(self):
        with tempfile.TemporaryDirectory() as folder:
            first, second = os.path.join(folder, "a.pdf"), os.path.join(folder, "b.pdf")
            for path in (first, second):
                run("export", SAMPLE, "-o", path, "--range", "1ms..2.5ms")
            with open(first, "rb") as a, open(second, "rb") as b:
                self.assertEqual(a.read(), b.read())

    def test_subtitles(self):
        """What a chart says below its title stands on as many lines as it needs."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "a.svg")
            trace = os.path.join(SAMPLES, "convnet-pytorch.pt.trace.json")
            self.assertEqual(run("export", "--view", "charts", "--width", "700", trace, "-o", path), (0, "", ""))
            texts = xml.dom.minidom.parse(path).getElementsByTagName("text")
            words = " ".join(text.firstChild.data for text in texts if text.firstChild).replace("\u00a0", " ")
            self.assertRegex(words, "Wall time of two steps; the slower is ProfilerStep#3 at [0-9.]+ µs")

    def test_range_sums(self):
        """Legend and totals of a range are those of the slices that lie in it, cut at its edges; the caption says which it is."""
        def show(nanoseconds):
            return f"{nanoseconds / 1000:#.3g}".rstrip(".") + " µs"

        trace = os.path.join(SAMPLES, "convnet-pytorch.pt.trace.json")
        start, end = 150_000, 450_000
        types = {layer["id"]: layer["type"] for layer in json.loads(run("layers", "--format", "json", trace)[1])}
        sums, touched = {}, set()
        for piece in json.loads(run("slices", "--format", "json", trace)[1]):
            length = min(piece["start"] + piece["duration"], end) - max(piece["start"], start)
            if piece["track"].startswith("GPU") and piece["layer"] is not None and length > 0:
                touched.add(piece["layer"])
                kind = types[piece["layer"]]
                sums[kind] = sums.get(kind, 0) + length
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "a.svg")
            self.assertEqual(run("export", "--range", "150us..450us", "--color-by", "type", trace, "-o", path), (0, "", ""))
            found = xml.dom.minidom.parse(path).getElementsByTagName("text")
            texts = [text.firstChild.data.replace("\u00a0", " ") for text in found if text.firstChild]
        words = " ".join(texts)
        self.assertIn(f"{len(touched)} operators, Σ {show(sum(sums.values()))} of device time,", words)
        self.assertRegex(words, r"From 150(\.00)? µs to 450(\.00)? µs of [0-9.]+ ")
        largest = max(sums, key=sums.get)
        self.assertGreater(sums[largest], 10_000)
        self.assertIn(f"{largest} {show(sums[largest])}", texts)

    def test_page(self):
        """A timeline of many tracks fits a page: devices stay, what is left out is listed, counters that do not change are."""
        events = [{"ph": "M", "pid": 0, "name": "process_labels", "args": {"labels": "GPU 0"}},
                  {"ph": "X", "cat": "kernel", "name": "gemm", "pid": 0, "tid": 7, "ts": 100, "dur": 50,
                   "args": {"stream": 7, "device": 0, "correlation": 1}}]
        events += [{"ph": "X", "cat": "cpu_op", "name": "aten::mm", "pid": 10, "tid": tid, "ts": 10 * tid, "dur": 5}
                   for tid in range(1, 101)]
        events += [{"ph": "C", "name": "steady", "pid": 10, "ts": ts, "args": {"value": 4}} for ts in (1, 50, 90)]
        with tempfile.TemporaryDirectory() as folder:
            path, trace = os.path.join(folder, "a.svg"), os.path.join(folder, "many.json")
            with open(trace, "w", encoding="utf-8") as file:
                json.dump({"schemaVersion": 1, "traceEvents": events}, file)
            self.assertEqual(run("export", "--width", "180mm", trace, "-o", path), (0, "", ""))
            page = xml.dom.minidom.parse(path)
        self.assertLessEqual(float(page.documentElement.getAttribute("height").removesuffix("mm")), 240)
        texts = [text.firstChild.data for text in page.getElementsByTagName("text") if text.firstChild]
        words = " ".join(texts)
        self.assertIn("stream 7", words)
        self.assertRegex(words, r"Left out: .* and \d+ more\.")
        self.assertNotIn("steady", texts)
        shown = {text for text in texts if re.fullmatch(r"thread \d+|.*\(\d+\)", text)}
        self.assertGreater(len(shown), 20)

    def test_lanes(self):
        """Where no track is left out, but lanes of deep ones are, the line below says of which, and how many."""
        n_threads, depth = 6, 14
        events = [{"ph": "M", "pid": 0, "name": "process_labels", "args": {"labels": "GPU 0"}},
                  {"ph": "X", "cat": "kernel", "name": "gemm", "pid": 0, "tid": 7, "ts": 100, "dur": 50,
                   "args": {"stream": 7, "device": 0, "correlation": 1}}]
        events += [{"ph": "X", "cat": "cpu_op", "name": f"op{tid}_{level}_", "pid": 10, "tid": tid, "ts": level,
                    "dur": 200 - 2 * level}
                   for tid in range(1, n_threads + 1) for level in range(depth)]
        with tempfile.TemporaryDirectory() as folder:
            path, trace = os.path.join(folder, "a.svg"), os.path.join(folder, "deep.json")
            with open(trace, "w", encoding="utf-8") as file:
                json.dump({"schemaVersion": 1, "traceEvents": events}, file)
            self.assertEqual(run("export", "--height", "110mm", trace, "-o", path), (0, "", ""))
            page = xml.dom.minidom.parse(path)
        texts = [text.firstChild.data for text in page.getElementsByTagName("text") if text.firstChild]
        words = " ".join(texts)
        left_out = dict(re.findall(r"thread (\d+) \((\d+) lanes?\)", words))
        self.assertRegex(words, r"Left out: thread 1 [^.]* lanes\)\.")
        for tid in range(1, n_threads + 1):
            n_shown = len([text for text in texts if text.startswith(f"op{tid}_")])
            self.assertGreater(n_shown, 0)
            self.assertEqual(n_shown + int(left_out[str(tid)]), depth)

    def test_parts(self):
        def texts(*args):
            with tempfile.TemporaryDirectory() as folder:
                path = os.path.join(folder, "a.svg")
                status, _, err = run("export", SAMPLE, "-o", path, *args)
                self.assertEqual((status, err), (0, ""))
                svg = xml.dom.minidom.parse(path)
                groups = [group.getAttribute("id") for group in svg.getElementsByTagName("g")]
                words = [text.firstChild.data for text in svg.getElementsByTagName("text") if text.firstChild]
                return svg.documentElement, groups, words

        svg, groups, words = texts("--title", "A", "--caption", "", "--width", "85mm")
        self.assertEqual((svg.getAttribute("width"), svg.getAttribute("viewBox").split()[2]), ("85mm", "425"))
        self.assertEqual(words[0], "A")
        self.assertIn("legend", groups)
        self.assertNotIn("Timing measured.", " ".join(words))
        svg, groups, words = texts("--no-legend", "--no-source", "--tracks", "Live*,interpreter", "--height", "400")
        self.assertEqual((svg.getAttribute("width"), svg.getAttribute("height")), ("900", "400"))
        self.assertTrue({"legend", "source"}.isdisjoint(groups))
        self.assertNotIn("Operators", words)
        self.assertLess(words.index("Live memory"), words.index("interpreter"))
        for option in ("--color-by", "--colour-by"):
            _, _, words = texts(option, "type")
            self.assertIn("Type", words)
            self.assertNotIn("Kind of work", words)
        for args, said in ((("--tracks", "nowhere"), "nowhere"), (("--color-by", "mood"), "family, type, precision"),
                           (("--width", "12 apples"), "12 apples"), (("--width", "1mm"), "pixels wide"),
                           (("--range", "2ms..1ms"), "2ms..1ms")):
            status, _, err = run("export", SAMPLE, "-o", "/dev/null/a.svg", *args)
            self.assertEqual(status, 2)
            self.assertIn(said, err)

    def test_markers(self):
        """Rulers and notes stand at their places, counted from the start of the run, whatever part of it is shown."""
        args = ("--ruler", "1ms..1.5ms", "--note", "2ms=Warm = from here", "--ruler", "1.25ms", "--note", "1500us=<b>&\n")
        with tempfile.TemporaryDirectory() as folder:
            for part in ((), ("--range", "0.5ms..2.5ms")):
                paths = [os.path.join(folder, name) for name in ("a.svg", "b.svg")]
                for path in paths:
                    self.assertEqual(run("export", SAMPLE, "-o", path, *args, *part), (0, "", ""))
                with open(paths[0], "rb") as first, open(paths[1], "rb") as second:
                    self.assertEqual(first.read(), second.read())
                svg = xml.dom.minidom.parse(paths[0])
                groups = {group.getAttribute("id"): group for group in svg.getElementsByTagName("g")}
                words = [text.firstChild.data for text in svg.getElementsByTagName("text") if text.firstChild]
                for word in ("500\xa0µs", "1.25\xa0ms", "Warm = from here", "<b>&"):
                    self.assertEqual(words.count(word), 1, words)
                numbers = [float(x) for x in re.findall(r"M ?([0-9.]+)", " ".join(
                    path.getAttribute("d") for path in groups["markers"].getElementsByTagName("path")))]
                lines = sorted(set(numbers) | {float(line.getAttribute("x1"))
                                               for line in groups["markers"].getElementsByTagName("line")})
                self.assertEqual(len(lines), 4, lines)
                steps = [(b - a) / width for a, b, width in zip(lines, lines[1:], (0.25, 0.25, 0.5))]
                self.assertLess(max(steps) - min(steps), 8, lines)
            status, _, err = run("export", SAMPLE, "-o", paths[0], "--range", "0.5ms..0.9ms", *args)
            self.assertEqual((status, err), (0, ""))
            self.assertNotIn("markers", [group.getAttribute("id")
                                         for group in xml.dom.minidom.parse(paths[0]).getElementsByTagName("g")])

    def test_permissions(self):
        """Who may read a picture may read the one in its place, also where a link leads to it; a new one is as the mask says."""
        with tempfile.TemporaryDirectory() as folder:
            path, link = os.path.join(folder, "a.svg"), os.path.join(folder, "b.svg")
            os.symlink(path, link)
            before = os.umask(0o022)
            try:
                self.assertEqual(run("export", SAMPLE, "-o", path), (0, "", ""))
                self.assertEqual(stat.S_IMODE(os.stat(path).st_mode), 0o644)
                for name in path, link:
                    for mode in 0o600, 0o664, 0o640:
                        os.chmod(path, mode)
                        self.assertEqual(run("export", SAMPLE, "-o", name), (0, "", ""))
                        self.assertEqual(stat.S_IMODE(os.stat(path).st_mode), mode)
                self.assertTrue(os.path.islink(link))
            finally:
                os.umask(before)

    def test_comparisons(self):
        with tempfile.TemporaryDirectory() as folder:
            path, same = (os.path.join(folder, name) for name in ("a.svg", "b.svg"))
            self.assertEqual(run("export", *COMPARED, "--view", "compare", "-o", path), (0, "", ""))
            self.assertEqual(run("compare", *COMPARED, "-o", same), (0, "", ""))
            with open(path, "rb") as ours, open(same, "rb") as theirs:
                self.assertEqual(ours.read(), theirs.read())
            self.assertEqual(run("export", SAMPLE, COMPARED[0], "--view", "waterfall", "-o", path)[0], 0)
            for args in ((SAMPLE, "--view", "compare"), (*COMPARED, "--view", "flame"),
                         (SAMPLE, SAMPLE, "--view", "timeline"), (*COMPARED[:2], "9", "--view", "ties")):
                self.assertEqual(run("export", *args, "-o", path)[0], 2)


main()
