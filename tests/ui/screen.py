# SPDX-License-Identifier: Apache-2.0
"""Starts screens for tests. Several tests do so at once: servers that look for a free number together may take it from
each other, so they start one after the other, and each is tried before it is used. Without -noreset a server starts
anew when its last client goes, and refuses whoever comes meanwhile: the trial itself would bring that about."""

import contextlib
import fcntl
import os
import struct
import subprocess
import zlib

# What two drawings of the same may differ by.
SHADE = 8
# How many pixels may differ more, and by how much.
EDGES = 4
EDGE_SHADE = 40


@contextlib.contextmanager
def one_at_a_time():
    """The same lock as that of xvfb.sh."""
    with open(os.path.join(os.environ.get('TMPDIR', '/tmp'), f'lamina-xvfb-{os.getuid()}.lock'), 'w') as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def answers(display):
    return subprocess.run(['xdotool', 'getdisplaygeometry'], env={**os.environ, 'DISPLAY': display}, check=False,
                          stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0


def start(*arguments):
    """A server and the name of its screen."""
    for _ in range(10):
        with one_at_a_time():
            read, write = os.pipe()
            server = subprocess.Popen(['Xvfb', '-displayfd', str(write), '-nolisten', 'tcp', '-noreset',
                                       *arguments], pass_fds=[write],
                                      stderr=subprocess.DEVNULL)
            os.close(write)
            with os.fdopen(read) as pipe:
                display = ':' + pipe.readline().strip()
            if len(display) > 1 and answers(display):
                return server, display
            server.terminate()
            server.wait()
    raise RuntimeError('no screen could be started')


class Picture:
    """Rows of blue, green, red, unused."""

    def __init__(self, data, stride):
        self.data = data
        self.stride = stride
        self.width, self.height = stride // 4, len(data) // stride

    @classmethod
    def read(cls, folder):
        """Xvfb keeps its picture in a file of the folder that -fbdir names, in the format of xwd."""
        with open(os.path.join(folder, 'Xvfb_screen0'), 'rb') as file:
            data = file.read()
        header = struct.unpack('>25I', data[:100])
        start = header[0] + header[19] * 12
        return cls(data[start:start + header[12] * header[5]], header[12])

    def row(self, y, left, right):
        return self.data[y * self.stride + left * 4:y * self.stride + right * 4]

    def crop(self, area):
        left, top, right, bottom = area
        return b''.join(self.row(y, left, right) for y in range(top, bottom))

    def longest_run(self, color, area):
        """Length, middle and row of the longest horizontal run of a color."""
        left, top, right, bottom = area
        pixel = bytes(reversed(color))
        best = (0, 0, 0)
        for y in range(top, bottom, 3):
            row = self.row(y, left, right)
            length = 0
            for x in range(right - left):
                length = length + 1 if row[x * 4:x * 4 + 3] == pixel else 0
                if length > best[0]:
                    best = (length, left + x - length // 2, y)
        return best

    def write(self, path):
        rows = b''.join(b'\0' + bytes(value for x in range(self.width) for value in reversed(row[x * 4:x * 4 + 3]))
                        for row in (self.row(y, 0, self.width) for y in range(self.height)))

        def chunk(kind, data):
            return struct.pack('>I', len(data)) + kind + data + struct.pack('>I', zlib.crc32(kind + data))
        with open(path, 'wb') as file:
            file.write(b'\x89PNG\r\n\x1a\n' + chunk(b'IHDR', struct.pack('>2I5B', self.width, self.height, 8, 2, 0, 0, 0))
                       + chunk(b'IDAT', zlib.compress(rows, 1)) + chunk(b'IEND', b''))


def is_like(one, other, area):
    """The edges of a picture that is scaled are not drawn alike at all times, nor those of a curve of which a part is drawn
    anew: a shade that no eye sees is no change, nor are a few pixels that differ little."""
    left, top, right, bottom = area
    n_edges = 0
    for y in range(top, bottom):
        row, twin = one.row(y, left, right), other.row(y, left, right)
        if row == twin:
            continue
        shades = [abs(a - b) for a, b in zip(row, twin)]
        n_edges += sum(max(shades[i:i + 4]) > SHADE for i in range(0, len(shades), 4))
        if max(shades) > EDGE_SHADE or n_edges > EDGES:
            return False
    return True
