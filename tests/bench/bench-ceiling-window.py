#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""What the window takes under limits of memory while it opens large files beside a tab that is in use: usage:
bench-ceiling-window.py WINDOW SAMPLES COMMANDS UI MAKE-TRACE [NAME]

COMMANDS and UI are the folders of tests whose parts are used here; with NAME, only files whose names in ceilings.py begin so. Told
are how long the program takes at most to answer, and works for it, in all that people do with the file in front, then whether it
was read, what the program holds at most above what it held before, and how long it takes to answer while it reads.
Fails where more is held than the limit and 64 MiB, or where the first tab can't be used afterwards.
"""

import os
import subprocess
import sys
import tempfile

WINDOW, SAMPLES, COMMANDS, UI, MAKE_TRACE = sys.argv[1:6]
ONLY = sys.argv[6] if len(sys.argv) > 6 else None
sys.path[1:1] = [COMMANDS, UI]

import access  # noqa: E402
import driver as drivers  # noqa: E402
import tree  # noqa: E402
from answering import take_step, watch, write_times  # noqa: E402
from ceilings import LIMITS, MIB, make_files  # noqa: E402

# What a tab takes beside what its file does.
OWN = 64
# Where the first row of the table is, a slice, and a node of a flame graph.
ROW = 200, 666
SLICE = 700, 215
NODE = 500, 300
# What is done with the file in front. No step may take the thread that answers longer than a tenth of a second, but for pages that
# are opened first: these are made then, whatever the file.
STEPS = (
    ('turned to', lambda driver: driver.key('ctrl+Page_Down')),
    ('zoomed', lambda driver: driver.key('w')),
    ('panned', lambda driver: driver.key('d')),
    ('scrolled', lambda driver: driver.key('Page_Down')),
    ('whole run', lambda driver: driver.key('ctrl+0')),
    ('slice', lambda driver: driver.click(SLICE)),
    ('its tip', lambda driver: driver.point((SLICE[0] + 20, SLICE[1]))),
    ('its menu', lambda driver: driver.click(SLICE, 3)),
    ('closed', lambda driver: driver.key('Escape')),
    ('name copied', lambda driver: driver.key('ctrl+c')),
    ('details copied', lambda driver: driver.key('ctrl+shift+c')),
    ('search', lambda driver: driver.key('ctrl+f')),
    ('a letter', lambda driver: driver.type('a')),
    ('next match', lambda driver: driver.key('F3')),
    ('closed', lambda driver: driver.key('Escape')),
    ('row', lambda driver: driver.click(ROW)),
    ('next row', lambda driver: driver.key('Down')),
    ('pinned', lambda driver: driver.key('ctrl+d')),
    ('compared', lambda driver: driver.key('Up')),
    ('free', lambda driver: driver.key('ctrl+d')),
    ('as a table', lambda driver: driver.key('ctrl+shift+v')),
    ('closed', lambda driver: driver.key('Escape')),
    ('flame graph', lambda driver: driver.key('alt+2')),
    ('node', lambda driver: driver.click(NODE)),
    ('tensors', lambda driver: driver.key('alt+3')),
    ('charts', lambda driver: driver.key('alt+4')),
    ('trace', lambda driver: driver.key('alt+1')),
    ('export', lambda driver: driver.key('ctrl+e')),
    ('closed', lambda driver: driver.key('Escape')),
)
PAGE = os.sysconf('SC_PAGE_SIZE')


def set_limit(limit):
    folder = os.path.join(os.environ['XDG_CONFIG_HOME'], 'glib-2.0', 'settings')
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, 'keyfile'), 'w', encoding='utf-8') as file:
        file.write(f'[io/github/lamina_trace/Lamina]\nmemory-limit=uint32 {limit}\n')
    os.environ['GSETTINGS_BACKEND'] = 'keyfile'


def read_held(pid):
    with open(f'/proc/{pid}/statm', encoding='utf-8') as file:
        return int(file.read().split()[1]) * PAGE


def read_most(pid):
    """The most memory that a process has held since it was told to forget."""
    with open(f'/proc/{pid}/status', encoding='utf-8') as file:
        return next(int(line.split()[1]) << 10 for line in file if line.startswith('VmHWM'))


def forget_most(pid):
    with open(f'/proc/{pid}/clear_refs', 'w', encoding='utf-8') as file:
        file.write('5')


def show(driver):
    """Turns to the second tab and, where it shows a file, does with it what people do."""
    for what, act in STEPS:
        print(f'#   {what}: {write_times(take_step(driver, act))}', flush=True)
        if not was_read(driver):
            return False
    return True


def was_read(driver):
    """Whether the tab shows more than why it shows nothing."""
    return tree.find_shown(driver.window, None, 'Try Again') is None


def open_beside(limit, path, report):
    set_limit(limit)
    driver = drivers.Driver(WINDOW, SAMPLES, [os.path.join(SAMPLES, 'convnet-pytorch.pt.trace.json')], report, None)
    try:
        pid = driver.process.pid
        held = read_held(pid)
        forget_most(pid)
        subprocess.run([WINDOW, path], check=True, stdout=subprocess.DEVNULL)
        drivers.wait(lambda: len(driver.tabs()) == 2)
        driver.key('ctrl+Page_Up')
        longest, seconds = watch(driver)
        most = read_most(pid) - held
        driver.click(ROW)
        is_used = bool(driver.said('^Selected'))
        said = 'read' if show(driver) else 'not read'
        print(f'# limit {limit} MiB: {said}, {most / MIB:.0f} MiB, {seconds:.1f} s, answers within {write_times(longest)}',
              flush=True)
        report.check(most <= (limit + OWN) * MIB, f'no more than {limit + OWN} MiB', most)
        report.check(is_used, 'the first tab can be used', driver.says())
    finally:
        driver.end()


def main():
    report = access.Report()
    with tempfile.TemporaryDirectory() as folder:
        for name, path in make_files(folder, MAKE_TRACE, ONLY):
            # Only what looks so is passed on.
            print(f'# {name}', flush=True)
            for limit in LIMITS:
                open_beside(limit, path, report)
    print(f'1..{report.number}')
    return 1 if report.failed else 0


if __name__ == '__main__':
    access.start(main)
