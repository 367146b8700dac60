#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""make.py: writes the timelines beside it, in the words of TensorFlow 1. They were made up; nothing was run."""

import json
import pathlib

GPU = '/job:localhost/replica:0/task:0/device:GPU:0'
PROCESSES = ('Allocators', GPU + ' Compute', GPU + ' Tensors', '/gpu:0/stream:all Compute', '/device:GPU:0/stream:all Compute',
             '/device:GPU:0/stream:13 Compute', '/device:GPU:0/memcpy Compute',
             '/job:localhost/replica:0/task:0/device:CPU:0 Compute', '/job:localhost/replica:0/task:0/device:CPU:0 Tensors')
START = 1509000000000000


def write_op(pid, tid, name, kind, time, duration, *inputs):
    return {'ph': 'X', 'cat': 'Op', 'name': kind, 'pid': pid, 'tid': tid, 'ts': START + time, 'dur': duration,
            'args': {'name': name, 'op': kind, **{f'input{i}': source for i, source in enumerate(inputs)}}}


def write_object(phase, pid, name, number, time, text=None):
    event = {'ph': phase, 'cat': 'Tensor', 'name': name, 'pid': pid, 'tid': 0, 'ts': START + time, 'id': number}
    if text is not None:
        event['args'] = {'snapshot': {'tensor_description': text}}
    return event


def name_processes(names):
    return [{'name': 'process_name', 'ph': 'M', 'pid': pid, 'args': {'name': name}} for pid, name in enumerate(names)]


def make_timeline():
    events = name_processes(PROCESSES)
    wide = ('dtype: DT_FLOAT\nshape {\n  dim {\n    size: 8\n  }\n  dim {\n    size: 128\n  }\n}\nallocation_description {\n'
            '  requested_bytes: 4096\n  allocated_bytes: 4096\n  allocator_name: GPU_0_bfc\n  ptr: 1108101562368\n}\n')
    events += [
        write_op(7, 0, 'x', 'Placeholder', 0, 4),
        write_op(1, 0, 'w', 'VariableV2', 2, 3),
        # A loop runs its body twice; the second tensor of it crosses devices and has another name there.
        write_op(1, 0, 'while/MatMul', 'MatMul', 10, 5, 'x/_3', 'w', '^w'),
        write_op(1, 1, 'while/MatMul', 'MatMul', 30, 5, 'while/MatMul:1', 'w'),
        write_op(1, 0, 'gradients/while/split', 'Split', 40, 2, 'nowhere'),
        write_op(7, 0, '_retval_while/MatMul_0_0', '_Retval', 70, 6, 'while/MatMul'),
    ]
    for pid in (4, 5):
        events += [write_op(pid, 0, 'while/MatMul', 'MatMul', 14, 10), write_op(pid, 0, 'while/MatMul', 'MatMul', 34, 12)]
    for pid in (5, 6):
        events.append(write_op(pid, 0, 'edge_7_x', 'MEMCPYHtoD', 5, 3))
    events += [write_op(6, 0, 'edge_9_y', 'MEMCPYDtoD', 60, 4), write_op(5, 0, 'unknown', 'unknown', 50, 2)]
    events += [
        write_object('N', 8, 'x', 0, 0), write_object('O', 8, 'x', 0, 3, 'dtype: DT_INT32 shape { dim { size: 8 } }'),
        write_object('D', 8, 'x', 0, 20),
        write_object('N', 2, 'w', 1, 2), write_object('O', 2, 'w', 1, 4, wide), write_object('D', 2, 'w', 1, 36),
        write_object('N', 2, 'while/MatMul', 2, 10),
        write_object('O', 2, 'while/MatMul', 2, 14, 'dtype: DT_HALF shape { unknown_rank: true }'),
        write_object('N', 2, 'while/MatMul:1', 3, 10), write_object('D', 2, 'while/MatMul:1', 3, 31),
        write_object('O', 2, 'lost', 99, 5, wide), write_object('D', 2, 'lost', 99, 50),
    ]
    for phase, pid, time in (('s', 7, 4), ('t', 1, 10)):
        events.append({'ph': phase, 'cat': 'DataFlow', 'name': 'x', 'pid': pid, 'tid': 0, 'ts': START + time, 'id': 5})
    for time, total in ((2, 4096), (36, 0)):
        events.append({'ph': 'C', 'cat': 'Memory', 'name': 'GPU_0_bfc', 'pid': 0, 'tid': 0, 'ts': START + time,
                       'args': {'GPU_0_bfc': total}})
    return events


def make_tasks():
    """Two workers, as older versions name devices, and two devices of one that run nodes of one name; of the first worker
    only the sums are there. Tensors have one name in both, too."""
    names = []
    for task, stream in ((0, 'all'), (1, '7')):
        device = f'/job:worker/replica:0/task:{task}'
        names += [f'{device}/cpu:0 Compute', f'{device}/gpu:0 Compute', f'{device}/gpu:0/stream:{stream} Compute']
    names += [f'{device}/gpu:1 Compute', f'{device}/gpu:1/stream:7 Compute']
    names += [f'/job:worker/replica:0/task:{task}/gpu:0 Tensors' for task in (0, 1)]
    names.append('/job:ps/replica:0/task:0/cpu:0 Compute')
    events = name_processes(names)
    for pid, time in ((0, 0), (3, 100)):
        events += [
            write_op(pid, 0, 'x', 'Placeholder', time, 4),
            write_op(pid + 1, 0, 'MatMul', 'MatMul', time + 5, 3, 'x'),
            write_op(pid + 2, 0, 'MatMul', 'MatMul', time + 110, 20),
        ]
    events += [write_op(6, 0, 'MatMul', 'MatMul', 106, 3, 'x'), write_op(7, 0, 'MatMul', 'MatMul', 212, 30)]
    for task, time in ((0, 5), (1, 105)):
        events += [
            write_object('N', 8 + task, 'MatMul', task, time),
            write_object('O', 8 + task, 'MatMul', task, time, 'dtype: DT_FLOAT shape { dim { size: %d } }' % (task + 2)),
            write_object('D', 8 + task, 'MatMul', task, time + 200),
            # The processor reads what a device of its task has, and one of the other task what there is but once.
            write_op(3 * task, 0, 'Relu', 'Relu', time + 20, 2, 'MatMul/_7', 'only'),
        ]
    events += [write_object('N', 9, 'only', 2, 104), write_object('D', 9, 'only', 2, 300),
               write_op(1, 0, 'own', 'Relu', 60, 2, 'both'), write_op(6, 0, 'own', 'Relu', 160, 2, 'both'),
               write_op(10, 0, 'neither', 'Relu', 160, 2, 'both', 'only')]
    for number, pid in ((3, 8), (4, 9)):
        events += [write_object('N', pid, 'both', number, 105), write_object('D', pid, 'both', number, 305)]
    return events


def write(name, events):
    lines = ',\n'.join(json.dumps(event) for event in events)
    pathlib.Path(__file__).with_name(name).write_text('{"traceEvents": [\n' + lines + '\n]}\n')


def main():
    write('small.json', make_timeline())
    write('tasks.json', make_tasks())


if __name__ == '__main__':
    main()
