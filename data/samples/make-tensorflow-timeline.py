#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the timeline that TensorFlow 1 makes of the step whose nodes are listed in lenet-tensorflow.txt.

Made for Lamina, from that listing and a model of cost; nothing was run.
"""

import json
import pathlib
import re
import sys

BEGIN = 1509000000000000
DEVICES = {'GPU': '/job:localhost/replica:0/task:0/device:GPU:0', 'CPU': '/job:localhost/replica:0/task:0/device:CPU:0'}
STREAMS = '/device:GPU:0/stream:all', '/device:GPU:0/stream:13', '/device:GPU:0/memcpy'
SIZES = {'int32': 4, 'float': 4}
ORDER = ('_SOURCE', 'input', 'conv1', 'conv2', 'flatten', 'fc1', 'fc2', 'loss', 'gradients/loss', 'gradients/fc2',
         'gradients/fc1', 'gradients/flatten', 'gradients/conv2', 'gradients/conv1', 'train', '_retval')
STEPS = ('weights', 'biases', 'Conv2D', 'MatMul', 'BiasAdd', 'Relu', 'MaxPool', 'Softmax', 'CrossEntropy', 'Mean')


def read_listing():
    nodes, kernels, copies = {}, {}, []
    for line in pathlib.Path(__file__).with_name('lenet-tensorflow.txt').read_text().splitlines():
        name, *fields, device, _ = line.split(', ')
        if ':MEMCPY' in name:
            copies.append((*name.rsplit(':', 1), int(re.search(r'\d+', fields[-1])[0])))
        elif ':' in name:
            kernels[name.rsplit(':', 1)[0]] = name.rsplit(':', 1)[1]
        else:
            nodes[name] = fields, device
    return nodes, kernels, copies


def find_place(name):
    scopes = [i for i, scope in enumerate(ORDER) if name.startswith(scope)]
    part = name[len('gradients/'):] if name.startswith('gradients/') else name
    steps = [i for i, word in enumerate(STEPS) if word in part.split('/', 1)[-1]]
    back = name.startswith('gradients/')
    return max(scopes, default=len(ORDER)), -max(steps, default=-1) if back else max(steps, default=-1), name


def parse_shape(field):
    dtype, sizes = re.fullmatch(r'\((?:(\w+) )?([\dx]+)\)', field).groups()
    sizes = [int(size) for size in sizes.split('x')]
    return dtype or 'float', sizes[:-1] if len(sizes) == 2 and sizes[-1] == 1 else sizes


def write_description(dtype, sizes, address, allocator):
    size = SIZES[dtype]
    for dim in sizes:
        size *= dim
    dims = ''.join(f'  dim {{\n    size: {dim}\n  }}\n' for dim in sizes)
    word = {'float': 'DT_FLOAT', 'int32': 'DT_INT32'}[dtype]
    return size, (f'dtype: {word}\nshape {{\n{dims}}}\nallocation_description {{\n  requested_bytes: {size}\n'
                  f'  allocated_bytes: {(size + 255) // 256 * 256}\n  allocator_name: {allocator}\n  allocation_id: 1\n'
                  f'  ptr: {address}\n}}\n')


class Timeline:
    def __init__(self):
        self.pids, self.events, self.memory, self.n_objects, self.n_flows = {}, [], {}, 0, 0
        self.need('Allocators')
        for device in (*DEVICES.values(), *STREAMS):
            self.need(device + ' Compute')
            self.need(device + ' Tensors')

    def need(self, name):
        if name not in self.pids:
            self.pids[name] = len(self.pids)
            self.events.append({'name': 'process_name', 'ph': 'M', 'pid': self.pids[name], 'args': {'name': name}})
        return self.pids[name]

    def add(self, phase, category, name, pid, tid, time, **more):
        self.events.append({'ph': phase, 'cat': category, 'name': name, 'pid': pid, 'tid': tid, 'ts': time, **more})

    def add_op(self, device, name, kind, time, duration, inputs=()):
        args = {'name': name, 'op': kind, **{f'input{i}': source for i, source in enumerate(inputs)}}
        self.add('X', 'Op', kind, self.pids[device + ' Compute'], 0, time, dur=duration, args=args)

    def add_tensor(self, device, name, output, time, end, last):
        allocator = 'GPU_0_bfc' if 'GPU' in device else 'cpu'
        size, text = write_description(*output, 1108101562368 + self.n_objects * 4194304, allocator)
        pid, number = self.pids[device + ' Tensors'], self.n_objects
        self.n_objects += 1
        self.add('N', 'Tensor', name, pid, 0, time, id=number)
        self.add('O', 'Tensor', name, pid, 0, end - 1, id=number, args={'snapshot': {'tensor_description': text}})
        self.add('D', 'Tensor', name, pid, 0, last, id=number)
        self.memory.setdefault(allocator, []).extend([(time, size), (last, -size)])

    def add_flow(self, name, source, target):
        for phase, (time, device) in (('s', source), ('t', target)):
            self.add(phase, 'DataFlow', name, self.pids[device + ' Compute'], 0, time, id=self.n_flows)
        self.n_flows += 1

    def add_counters(self):
        for allocator, changes in self.memory.items():
            total = 0
            for time, change in sorted(changes):
                total += change
                self.add('C', 'Memory', allocator, self.pids['Allocators'], 0, time, args={allocator: total})


def find_inputs(fields, output, made):
    """The listing has shapes of inputs only: the last node that made such a tensor is taken."""
    shapes = [parse_shape(field) for field in (fields[:-1] if output else fields) if re.fullmatch(r'\((\w+ )?[\dx]+\)', field)]
    return [name for name in (next((made[i][0] for i in range(len(made) - 1, -1, -1) if made[i][1] == shape), None)
                              for shape in shapes if fields[0] != '(1)') if name]


def make_timeline():
    nodes, kernels, copies = read_listing()
    timeline, now, made, runs, last = Timeline(), BEGIN, [], {}, {}
    kernel_time = BEGIN + 40
    for name in sorted(nodes, key=find_place):
        fields, device = nodes[name]
        output = parse_shape(fields[-1]) if re.fullmatch(r'\((\w+ )?[\dx]+\)', fields[-1]) else None
        inputs = find_inputs(fields, output, made)
        kind = kernels.get(name, 'NoOp' if name == '_SOURCE' else '_Retval' if name.startswith('_retval') else
                           'Identity' if name.endswith('/read') else 'Reshape' if name.endswith('/Reshape') else
                           'Placeholder' if name.startswith('input/') else 'VariableV2')
        duration = 4 + len(name) % 5 + (9 if name in kernels else 0)
        runs[name] = now, duration, DEVICES[device], output
        timeline.add_op(DEVICES[device], name, kind, now, duration, inputs)
        for source in inputs:
            last[source] = now + duration
            if runs[source][2] != DEVICES[device]:
                timeline.add_flow(source, (runs[source][0] + runs[source][1], runs[source][2]), (now, DEVICES[device]))
        if name in kernels:
            volume = 1
            for size in output[1] if output else (1,):
                volume *= size
            cost = 3 + volume * (len(inputs) + 1) // (9000 if 'Conv' in kind or 'MatMul' in kind else 90000)
            kernel_time = max(kernel_time, now + 6)
            for stream in STREAMS[:2]:
                timeline.add_op(stream, name, kind, kernel_time, cost)
            kernel_time += cost + 1
        if output:
            made.append((name, output))
        now += duration + 1
    for i, (name, direction, size) in enumerate(copies):
        start = BEGIN + 2 + i * 9 if direction.endswith('HtoD') else kernel_time + 2
        for stream in STREAMS[1:]:
            timeline.add_op(stream, name, direction, start, 2 + size // 30000)
    for name, (time, duration, device, output) in runs.items():
        if output:
            timeline.add_tensor(device, name, output, time, time + duration, last.get(name, time + duration) + 1)
    timeline.add_counters()
    return timeline.events


def main():
    events = ',\n'.join(json.dumps(event, separators=(', ', ': ')) for event in make_timeline())
    sys.stdout.write('{\n"traceEvents": [\n' + events + '\n]\n}\n')


if __name__ == '__main__':
    main()
