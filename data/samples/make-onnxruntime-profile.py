#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the profile that ONNX Runtime makes of three runs of a small MobileNet on a CPU.

Made for Lamina, from the shapes of the network and a model of its cost; nothing was run. The first run is slower, as
first runs are.
"""

import sys

BLOCKS = ((16, 24, 2), (24, 32, 2), (32, 64, 2), (64, 96, 1), (96, 160, 2))
RUNS = (2.1, 1.0, 1.04)
THREADS = '140433651043456', '140432604391104'


def count(shape):
    product = 1
    for size in shape:
        product *= size
    return product


def write_shapes(shapes):
    return '[' + ','.join('{"float":[%s]}' % ','.join(map(str, shape)) for shape in shapes) + ']'


class Model:
    """Nodes in the order of running: name, type, inputs, parameters, output, cost in microseconds."""

    def __init__(self):
        self.nodes, self.shape = [], (1, 3, 112, 112)

    def add(self, name, kind, parameters, output, multiplications, inputs=None):
        inputs = inputs or [self.shape]
        parameter_bytes = 4 * sum(count(shape) for shape in parameters)
        traffic = 4 * (sum(map(count, inputs)) + count(output)) + parameter_bytes
        cost = 4 + multiplications / 9000 + traffic / 30000
        self.nodes.append((name, kind, inputs, parameters, output, cost))
        self.shape = output

    def convolve(self, name, channels, kernel, stride, groups=1):
        _, source, height, width = self.shape
        output = (1, channels, height // stride, width // stride)
        weights = (channels, source // groups, kernel, kernel)
        self.add(name, 'FusedConv', [weights, (channels,)], output, count(output) * count(weights[1:]))

    def make(self):
        self.convolve('/features/stem/Conv', 16, 3, 2)
        for i, (source, channels, stride) in enumerate(BLOCKS):
            path, before = f'/features/{i}', self.shape
            self.convolve(f'{path}/expand/Conv', source * 4, 1, 1)
            self.convolve(f'{path}/depthwise/Conv', source * 4, 3, stride, groups=source * 4)
            self.convolve(f'{path}/project/Conv', channels, 1, 1)
            if before == self.shape:
                self.add(f'{path}/Add', 'Add', [], self.shape, count(self.shape), [before, self.shape])
        self.convolve('/features/last/Conv', 640, 1, 1)
        _, channels, height, width = self.shape
        self.add('/pool/GlobalAveragePool', 'GlobalAveragePool', [], (1, channels, 1, 1), channels * height * width)
        self.add('/Flatten', 'Flatten', [], (1, channels), 0)
        self.add('/classifier/Gemm', 'Gemm', [(1000, channels), (1000,)], (1, 1000), 1000 * channels)
        self.add('/Softmax', 'Softmax', [], (1, 1000), 5000)
        return self.nodes


def write_event(category, name, start, duration, args='{}'):
    return ('{"cat" : "%s","pid" :6349,"tid" :6349,"dur" :%d,"ts" :%d,"ph" : "X","name" :"%s","args" : %s}'
            % (category, duration, start, name, args))


def write_args(index, node, duration, run):
    _, kind, inputs, parameters, output, _ = node
    busy = duration * 3 // 4 if kind in ('FusedConv', 'Gemm') else 0
    stats = ('{"main_thread": {"thread_pool_name": "session-1-intra-op", "thread_id": "%s", "block_size": [%s], "core": 1,'
             ' "Distribution": %d, "DistributionEnqueue": 0, "Run": %d, "Wait": %d, "WaitRevoke": 0},'
             ' "sub_threads": {"%s": {"num_run": %d, "core": 0}}}'
             % (THREADS[0], 4 if busy else '', 1 if busy else 0, busy, busy // 8, THREADS[1], run * 20 + index))
    activation = 4 * sum(map(count, inputs))
    return ('{"thread_scheduling_stats" : %s,"op_name" : "%s","provider" : "CPUExecutionProvider","node_index" : "%d",'
            '"parameter_size" : "%d","activation_size" : "%d","output_size" : "%d","input_type_shape" : %s,'
            '"output_type_shape" : %s,"mem_bytes_in_use" : "%d","mem_arena_held" : "%d"}'
            % (stats, kind, index, 4 * sum(map(count, parameters)), activation, 4 * count(output),
               write_shapes(inputs + parameters), write_shapes([output]), 262144 + activation + 4 * count(output), 8388608))


def write_profile():
    nodes = Model().make()
    lines = [write_event('Session', 'model_loading_uri', 24, 1893),
             write_event('Session', 'session_initialization', 1950, 6420)]
    now = 8790
    for run, factor in enumerate(RUNS):
        begin, now, inner = now, now + 9, []
        for index, node in enumerate(nodes):
            duration = int(node[5] * factor + (index * 7 + run * 3) % 4)
            inner.append(write_event('Node', node[0] + '_kernel_time', now, duration,
                                     write_args(index, node, duration, run)))
            now += duration + 2 + index % 3
        lines.append(write_event('Session', 'model_run', begin, now + 6 - begin))
        lines.append(write_event('Session', 'SequentialExecutor::Execute', begin + 6, now - begin - 6))
        lines += inner
        now += 160
    return lines


def main():
    sys.stdout.write('[\n' + ',\n'.join(write_profile()) + '\n]\n')


if __name__ == '__main__':
    main()
