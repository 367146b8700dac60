#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How long the programs take to start: bench-start.py EMPTY LAMINA SAMPLE [WINDOW].

The terminal program is measured against a C program that does nothing, on the same machine in the same minute."""

import os
import statistics
import subprocess
import sys
import time

ROUNDS = 20


def seconds(command):
    since = time.monotonic()
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    return time.monotonic() - since


def alternate(*commands):
    """The median of each command; taking turns, so that a busy machine slows all of them."""
    rounds = [[seconds(command) for command in commands] for _ in range(ROUNDS)]
    return [statistics.median(column) for column in zip(*rounds)]


def report(name, figure, unit, budget):
    print(f'{name}: {figure:.3g} {unit} (budget {budget:g} {unit}: {"held" if figure <= budget else "missed"})', flush=True)


def main(empty, lamina, sample, window=None):
    nothing, version, info = alternate([empty], [lamina, '--version'], [lamina, 'info', sample])
    print(f'a C program that does nothing: {1000 * nothing:.3g} ms')
    print(f'lamina --version: {1000 * version:.3g} ms')
    report('lamina --version, times the empty program', version / nothing, '×', 10)
    print(f'lamina info SAMPLE: {1000 * info:.3g} ms')
    if window and os.environ.get('DISPLAY'):
        environment = dict(os.environ, LAMINA_BENCH_FIRST_PICTURE='1')
        times = []
        for _ in range(5):
            since = time.monotonic()
            subprocess.run([window, sample], env=environment, check=True, timeout=30, stdout=subprocess.DEVNULL)
            times.append(time.monotonic() - since)
        report('start to first picture', 1000 * statistics.median(times), 'ms', 500)


main(*sys.argv[1:])
