# SPDX-License-Identifier: Apache-2.0
"""Starts screens for tests. Several tests do so at once: servers that look for a free number together may take it from
each other, so they start one after the other, and each is tried before it is used. Without -noreset a server starts
anew when its last client goes, and refuses whoever comes meanwhile: the trial itself would bring that about."""

import contextlib
import fcntl
import os
import subprocess


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
