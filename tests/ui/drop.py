#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Drags files out of another program's window into that of Lamina, one of each tool, which are told apart by what is in
them: drop.py PROGRAM SAMPLES DRAG-FILE."""

import os
import shutil
import subprocess
import sys

import access
import driver as drivers
import tree

FIRST = 'mobilenet-onnxruntime.json'

# What the inspector says below the file's name: the tool, and the format where that is called otherwise.
SAMPLES = {
    'unet-chainer.txt': 'Chainer',
    'lenet-tensorflow.txt': 'TensorScope',
    'resnet18-tensorrt.graph.json': 'TensorRT',
    'mobilenet-tvm.txt': 'TVM',
    'resnet50-megengine.json': 'MegEngine GraphProfiler',
}
# Real files of the same tools, whose names say nothing.
SEEDS = {
    '000_825e28a4f520ddc2.txt': 'MegEngine GraphProfiler',
    '001_1953327273121cc3.txt': 'Chainer',
    '002_11cf062b29f34b60.txt': 'TensorScope',
    '003_d67dc7fc6ef32707.txt': 'TensorRT',
    '004_d73c77cb3fb2895c.txt': 'TVM',
}


def drag_in(driver, program, path, *others):
    """The other window lies on top, in the corner."""
    name = os.path.basename(path)
    source = subprocess.Popen([program, path, *others])
    shown = drivers.wait(lambda: 'drag-file' in driver.titles())
    driver.report.check(shown, f'the other program shows its window for {name}', driver.titles())
    before = driver.picture()
    driver.hand.move(60, 60)
    driver.hand.press(1)
    for i in range(20):
        driver.hand.move(60 + 25 * i, 60 + 15 * i)
        driver.answered()
    place = (560, 360)

    def is_hinted():
        # A drag that has begun meanwhile is told where the pointer is when it moves.
        nonlocal place
        place = (place[0] ^ 4, place[1])
        driver.point(place)
        return not drivers.screen.is_like(driver.picture(), before, drivers.TABLE)
    hinted = drivers.wait(is_hinted)
    driver.report.check(hinted, f'{name} above the window is met by a hint')
    driver.hand.release(1)
    try:
        status = source.wait(access.BOUND)
    except subprocess.TimeoutExpired:
        source.kill()
        status = 'a drag that goes on'
    driver.report.check(status == 0, f'the drag of {name} ends', status)


def drop(driver, program, path, tool):
    """The window shows the file in a tab of its own, which is closed then, and says which tool wrote it."""
    name = os.path.basename(path)
    drag_in(driver, program, path)
    opened = drivers.wait(lambda: f'{name} – Lamina' in driver.titles())
    driver.report.check(opened, f'{name}, which was dropped, is open', driver.titles())
    driver.report.check(drivers.wait(lambda: driver.tabs() == [FIRST, name]), f'{name} has a tab of its own', driver.tabs())
    named = drivers.wait(lambda: tree.find_shown(driver.window, None, tool))
    driver.report.check(named, f'{name} is known as one of {tool}')
    driver.key('ctrl+w')
    driver.report.check(drivers.wait(lambda: not driver.tabs()), f'{name} is closed again', driver.tabs())


def drop_both(driver, program, paths, apart):
    """A trace and a memory snapshot of one run are one document, whatever they are called; two others are one each."""
    names = [os.path.basename(path) for path in paths]
    drag_in(driver, program, *paths)
    opened = drivers.wait(lambda: f'{names[0]} – Lamina' in driver.titles())
    driver.report.check(opened, f'{" and ".join(names)}, which were dropped, are open', driver.titles())
    wanted = [FIRST, *names] if apart else [FIRST, names[0]]
    driver.report.check(drivers.wait(lambda: driver.tabs() == wanted), f'tabs are {wanted}', driver.tabs())
    if not apart:
        # Of the two only the trace has operators.
        both = drivers.wait(lambda: any(node.name.endswith(' operators') and node.is_shown()
                                        for node in tree.near(driver.window, ())))
        driver.report.check(both, 'operators are in it, too')
    for _ in range(2 if apart else 1):
        driver.key('ctrl+w')
    driver.report.check(drivers.wait(lambda: not driver.tabs()), f'{names} are closed again', driver.tabs())


def main():
    program, samples, source = sys.argv[1:4]
    report = access.Report()
    driver = drivers.Driver(program, samples, [os.path.join(samples, FIRST)], report, None)
    seeds = os.path.join(os.environ.get('LAMINA_REAL_FILES', samples), 'seeds')
    try:
        for name, tool in SAMPLES.items():
            drop(driver, source, os.path.join(samples, name), tool)
        for name, tool in SEEDS.items():
            if os.path.exists(os.path.join(seeds, name)):
                drop(driver, source, os.path.join(seeds, name), tool)
            else:
                print(f'# {name} is not in the folder that LAMINA_REAL_FILES names')
        recorded = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'data', 'memory-snapshot', 'recorded')
        pair = [shutil.copy(recorded + end, os.path.join(os.environ['HOME'], name))
                for end, name in (('.pickle.gz', 'memory.gz'), ('.pt.trace.json.gz', 'monday.gz'))]
        drop_both(driver, source, pair, False)
        drop_both(driver, source, [os.path.join(samples, name) for name in list(SAMPLES)[:2]], True)
    finally:
        driver.end()
    print(f'1..{report.number}')
    return 1 if report.failed else 0


if __name__ == '__main__':
    access.start(main)
