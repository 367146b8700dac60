#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""make.py: writes the small trace beside it, in the words of MegEngine's profiler. It was made up; nothing was run."""

import json
import pathlib

PID, MAIN, WORKER, GPU, COPIES, SECOND = 55, 0, 1, 2, 3, 4


def write_event(phase, name, tid, time, **more):
    return {'name': name, 'ph': phase, 'pid': PID, 'tid': tid, 'ts': time, **more}


def write_flow(phase, category, number, tid, time, **more):
    return write_event(phase, str(PID), tid, time, cat=category, id=number, scope=str(PID), **more)


def write_op(number, name, time, device_time):
    detail = {'__id__': number, '__name__': name, '__device__': 'gpu0:0', 'mode': 'RELU'}
    return [
        write_event('B', 'OpDispatch', MAIN, time), write_flow('s', 'OpDispatch', number, MAIN, time),
        write_event('E', 'OpDispatch', MAIN, time + 2, args=detail),
        write_event('B', name, WORKER, time + 5.5), write_flow('t', 'OpDispatch', number, WORKER, time + 5.5),
        write_event('B', f'Input {number}', WORKER, time + 6, args={'id': number, 'shape': '{8,16}', 'dtype': 'Float32'}),
        write_event('E', f'Input {number}', WORKER, time + 7),
        write_flow('s', 'KernelLaunch', number, WORKER, time + 8),
        write_event('B', name, GPU, device_time, cat='Kernel'),
        write_flow('f', 'KernelLaunch', number, GPU, device_time, bp='e'),
        write_event('E', name, GPU, device_time + 12.25, cat='Kernel', args=detail),
        write_event('E', name, WORKER, time + 10, args=detail),
    ]


def make_trace():
    events = write_op(1, 'Elemwise', 100, 130) + write_op(2, 'Convolution', 120, 150)
    detail = {'__id__': 1, '__name__': 'Elemwise', '__device__': 'gpu0:0'}
    events += [write_event('B', 'Elemwise', WORKER, 200), write_event('E', 'Elemwise', WORKER, 206, args=detail)]
    events += [write_event('B', 'HostToDevice', GPU, 220), write_event('E', 'HostToDevice', GPU, 225, args={'shape': '{8}'})]
    events += [write_event('C', 'gpu0:0_alloc_mem', WORKER, time, args={'value': value}) for time, value in ((100, 4096), (180, 0))]
    for tid, device, time in ((COPIES, 'gpu0:1', 230), (SECOND, 'gpu1:0', 232)):
        detail = {'__id__': tid, '__name__': 'Copy', '__device__': device}
        events += [write_event('B', 'Copy', tid, time, cat='Kernel'),
                   write_event('E', 'Copy', tid, time + 4, cat='Kernel', args=detail)]
    for tid, name in ((MAIN, 'main'), (WORKER, 'worker'), (GPU, 'gpu0:0'), (COPIES, 'gpu0:1'),
                      (SECOND, 'CompNode("gpu1:0" from "gpux:0")')):
        events.append({'name': 'thread_name', 'ph': 'M', 'pid': PID, 'tid': tid, 'args': {'name': name}})
    return {'traceEvents': events, 'metadata': {'localTime': '1634567890123456789'}}


def main():
    pathlib.Path(__file__).with_name('small.json').write_text(json.dumps(make_trace(), separators=(',', ':')))


if __name__ == '__main__':
    main()
