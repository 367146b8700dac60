#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How long the programs take to start: bench-start.py EMPTY LAMINA SAMPLE [WINDOW].

The terminal program is measured against a C program that does nothing, in the same minute on the same machine. The window counts
as started when the screen shows a slice in the color of convolutions; it needs a display."""

import ctypes
import os
import statistics
import subprocess
import sys
import time

ROUNDS = 20
WINDOW_ROUNDS = 5
PATIENCE = 30
CONVOLUTION = {0x6ba1e0, 0x5f92cd}   # in the light and in the dark theme
WIDTH, HEIGHT = 1280, 800            # of the screen


class Screen:
    """Reads single lines of pixels from an X display."""

    Z_PIXMAP = 2

    def __init__(self):
        x11 = ctypes.CDLL('libX11.so.6')
        for name in ('XOpenDisplay', 'XGetImage'):
            getattr(x11, name).restype = ctypes.c_void_p
        x11.XDefaultRootWindow.restype = x11.XGetPixel.restype = ctypes.c_ulong
        self.x11 = x11
        self.display = ctypes.c_void_p(x11.XOpenDisplay(None))
        self.root = ctypes.c_ulong(x11.XDefaultRootWindow(self.display))

    def shows(self, colors):
        return any(self.line_shows(y, colors) for y in range(60, HEIGHT, 20))

    def line_shows(self, y, colors):
        image = ctypes.c_void_p(self.x11.XGetImage(self.display, self.root, 0, y, WIDTH, 1, ctypes.c_ulong(0xffffff),
                                                   self.Z_PIXMAP))
        found = any(self.x11.XGetPixel(image, x, 0) & 0xffffff in colors for x in range(0, WIDTH, 6))
        self.x11.XDestroyImage(image)
        return found


def seconds(command):
    since = time.monotonic()
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    return time.monotonic() - since


def medians(*commands):
    """The median of each command. They take turns, so that a busy machine slows all of them."""
    rounds = [[seconds(command) for command in commands] for _ in range(ROUNDS)]
    return [statistics.median(column) for column in zip(*rounds)]


def first_picture(screen, window, sample):
    since = time.monotonic()
    with subprocess.Popen([window, sample], stdout=subprocess.DEVNULL) as process:
        while not screen.shows(CONVOLUTION) and time.monotonic() - since < PATIENCE:
            time.sleep(0.002)
        elapsed = time.monotonic() - since
        process.terminate()
    while screen.shows(CONVOLUTION):
        time.sleep(0.01)
    return elapsed


def report(name, figure, unit, budget):
    print(f'{name}: {figure:.3g} {unit} (budget {budget:g} {unit}: {"held" if figure <= budget else "missed"})', flush=True)


def main(empty, lamina, sample, window=None):
    nothing, version, info = medians([empty], [lamina, '--version'], [lamina, 'info', sample])
    print(f'a C program that does nothing: {1000 * nothing:.3g} ms')
    print(f'lamina --version: {1000 * version:.3g} ms')
    report('lamina --version, times the empty program', version / nothing, '×', 10)
    print(f'lamina info: {1000 * info:.3g} ms for {os.path.getsize(sample) / 1e6:.2g} MB')
    if window and os.environ.get('DISPLAY'):
        screen = Screen()
        times = [first_picture(screen, window, sample) for _ in range(WINDOW_ROUNDS)]
        report('start to first picture', 1000 * statistics.median(times), 'ms', 500)


main(*sys.argv[1:])
