# SPDX-License-Identifier: Apache-2.0
"""What the tests of the commands share: the program, which their first argument names, and what they print."""

import functools
import json
import locale
import os
import re
import subprocess
import sys
import tempfile
import unittest

LAMINA = os.path.abspath(sys.argv[1])

# For what runs under strace: the check for leaks traces the program, too.
TRACED = {**os.environ, "ASAN_OPTIONS": os.environ.get("ASAN_OPTIONS", "") + ":detect_leaks=0"}

# `2/3` behind the arguments of a script: it runs the second of three parts, so that none takes long.
PART, PARTS = (int(number) for number in sys.argv.pop().split("/")) if re.fullmatch("[0-9]+/[0-9]+", sys.argv[-1]) else (1, 1)


def run(*args, env=None, raw=False):
    """Returns exit status, standard output and standard error."""
    done = subprocess.run([LAMINA, *args], stdin=subprocess.DEVNULL, capture_output=True,
                          env={**os.environ, **(env or {})}, check=False)
    out = done.stdout if raw else done.stdout.decode("utf-8")
    return done.returncode, out, done.stderr.decode("utf-8", "replace")


# The memory of a process is counted from its parent's on: so its parent is as small as can be.
MEASURE = """
import resource, subprocess, sys
status = subprocess.run(sys.argv[2:], stdin=subprocess.DEVNULL).returncode
with open(sys.argv[1], "w") as file:
    print(status, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024, file=file)
"""


def measure(*args):
    """Exit status, what was said, and the most memory that the program held."""
    with tempfile.NamedTemporaryFile("r") as told:
        done = subprocess.run([sys.executable, "-S", "-c", MEASURE, told.name, LAMINA, *args], capture_output=True, check=True)
        status, most = map(int, told.read().split())
    return status, done.stdout.decode("utf-8"), done.stderr.decode("utf-8"), most


def describe_files(args):
    """What changes when a file that is named is written anew, or one beside it, or in a folder, comes or goes."""
    named = [arg for arg in args if os.path.exists(arg)]
    beside = [os.path.dirname(os.path.abspath(path)) for path in named]
    inside = [os.path.join(folder, name) for top in named for folder, _, names in os.walk(top) for name in names]
    return tuple((path, os.stat(path).st_mtime_ns, os.stat(path).st_size) for path in (*named, *beside, *inside))


@functools.cache
def run_once(args, files):
    status, out, err = run(*args)
    assert status == 0, err
    return out


def read_json(*args):
    """The program is asked once, as long as the files stay as they are; the caller may change the answer."""
    return json.loads(run_once(args, describe_files(args)))


def is_locale(name):
    try:
        locale.setlocale(locale.LC_NUMERIC, name)
    except locale.Error:
        return False
    finally:
        locale.setlocale(locale.LC_NUMERIC, "C")
    return True


def comma_locale(folder):
    """What to set for a locale that writes 0,5, compiled into a folder where the machine has none; None when it can't be."""
    for name in ("de_DE.UTF-8", "fr_FR.UTF-8", "ru_RU.UTF-8"):
        if is_locale(name):
            return {"LC_ALL": name}
    try:
        subprocess.run(["localedef", "-i", "de_DE", "-f", "UTF-8", os.path.join(folder, "de_DE.UTF-8")], capture_output=True,
                       check=True)
    except (OSError, subprocess.CalledProcessError):
        return None
    return {"LC_ALL": "de_DE.UTF-8", "LOCPATH": folder}


class TapResult(unittest.TestResult):
    """Writes the Test Anything Protocol: one line for each test, however many of its parts fail."""

    def startTest(self, test):
        super().startTest(test)
        self.failed, self.note = False, ""

    def stopTest(self, test):
        print(f"{'not ok' if self.failed else 'ok'} {self.testsRun} {test.id().removeprefix('__main__.')}{self.note}", flush=True)
        super().stopTest(test)

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        self.note = f" # SKIP {reason}"

    def addFailure(self, test, err):
        super().addFailure(test, err)
        self.explain(test, err)

    def addError(self, test, err):
        super().addError(test, err)
        self.explain(test, err)

    def addSubTest(self, test, subtest, err):
        super().addSubTest(test, subtest, err)
        if err is not None:
            self.explain(subtest, err)

    def explain(self, test, err):
        self.failed = True
        print("\n".join("# " + line for line in [str(test), *self._exc_info_to_string(err, test).splitlines()]), flush=True)


def list_tests(suite):
    for part in suite:
        yield from list_tests(part) if isinstance(part, unittest.TestSuite) else (part,)


def main():
    """Runs all tests of the script that calls it, or those of one part: neighbors are in different ones."""
    tests = unittest.defaultTestLoader.loadTestsFromModule(sys.modules["__main__"])
    suite = unittest.TestSuite(list(list_tests(tests))[PART - 1::PARTS])
    print(f"1..{suite.countTestCases()}", flush=True)
    result = TapResult()
    suite.run(result)
    sys.exit(0 if result.wasSuccessful() else 1)
