#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""take.py SNAPSHOT TRACE GROWING FOLDER: makes recorded.pickle.gz, recorded.pt.trace.json.gz and growing.pickle.gz.

Those here are of PyTorch 2.11 on an H100: three training steps of a small language model that keeps what it need not, and an
evaluation that runs out of memory, with _record_memory_history () and the profiler (profile_memory=True) around all of it. SNAPSHOT
and TRACE are of one run. GROWING is of a second one in the same process, with expandable_segments:True from its beginning on, so
that it has segments of the first one, too. Folders of the machine are left out, and of the trace the functions of Python.
"""

import gzip
import json
import pickle
import re
import sys
from pathlib import Path

PROGRAM = '/home/user/charlm/train.py'


def write(path, data):
    with open(path, 'wb') as file, gzip.GzipFile('', 'wb', 9, file, 0) as target:
        target.write(data)


def move(filename):
    if filename.endswith('/record.py'):
        return PROGRAM
    if '/site-packages/' in filename:
        return '/usr/lib/python3/site-packages/' + filename.split('/site-packages/')[1]
    return filename


def take_snapshot(path):
    with open(path, 'rb') as file:
        snapshot = pickle.load(file)
    lists = [event for trace in snapshot['device_traces'] for event in trace]
    lists += [block for segment in snapshot['segments'] for block in segment['blocks']] + snapshot['segments']
    for owner in lists:
        for frame in owner.get('frames', ()):
            frame['filename'] = move(frame['filename'])
    return pickle.dumps(snapshot, protocol=4)


def take_trace(path):
    """All digits of its times stay: as texts they go in and out, and lose their quotes in the end."""
    with gzip.open(path) as file:
        trace = json.load(file, parse_float=lambda digits: '\x00' + digits)
    trace['traceEvents'] = [event for event in trace['traceEvents'] if event.get('cat') != 'python_function']
    trace['traceName'] = 'charlm.json'
    return re.sub(r'"\\u0000([^"]*)"', r'\1', json.dumps(trace, separators=(',', ':')))


if __name__ == '__main__':
    write(Path(sys.argv[4], 'recorded.pickle.gz'), take_snapshot(sys.argv[1]))
    write(Path(sys.argv[4], 'recorded.pt.trace.json.gz'), take_trace(sys.argv[2]).encode())
    write(Path(sys.argv[4], 'growing.pickle.gz'), take_snapshot(sys.argv[3]))
