#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""make-unet-chainer.py [--schedule]: writes the computational graph of a small U-Net as pfnet-research/recompute dumps
it of Chainer, or a schedule for it that computes some values twice instead of keeping them.

Both are made for Lamina, from the shapes of the network alone; nothing was run.
"""

import json
import sys

BATCH = 8
SIZE = 128
FLOAT = 4
WIDTHS = (32, 64, 128)
CLASSES = 4


def product(shape):
    result = 1
    for size in shape:
        result *= size
    return result


class Function:
    def __init__(self, kind, inputs, output, rank, attributes):
        self.kind, self.inputs, self.output, self.rank = kind, inputs, output, rank
        self.retains_output = kind == 'ReLU'
        self.attributes = attributes

    def list_needed(self):
        """The values that its backward reads: for ReLU its own, for others what they had been given."""
        return [self.output] if self.retains_output else self.inputs

    def describe(self):
        fixed = {'_input_indexes_to_retain': None if self.retains_output else list(range(len(self.inputs))),
                 '_output_indexes_to_retain': [0] if self.retains_output else None,
                 '_output_count': 1, 'rank': self.rank, 'lazy_grad_sum': False}
        return json.dumps({**self.attributes, **fixed})


class Graph:
    def __init__(self):
        self.bytes, self.names, self.shapes, self.ranks, self.functions = [], [], [], [], []

    def add_variable(self, name, shape, rank=0):
        self.bytes.append(product(shape) * FLOAT)
        self.names.append(name)
        self.shapes.append(shape)
        self.ranks.append(rank)
        return len(self.bytes) - 1

    def add_function(self, kind, inputs, shape, **attributes):
        rank = max(self.ranks[i] for i in inputs)
        output = self.add_variable('_', shape, rank + 1)
        self.functions.append(Function(kind, inputs, output, rank, attributes))
        return output

    def convolve(self, name, data, filters, kernel):
        batch, channels, height, width = self.shapes[data]
        weight = self.add_variable(f'/{name}/W', (filters, channels, kernel, kernel))
        bias = self.add_variable(f'/{name}/b', (filters,))
        return self.add_function('Convolution2DFunction', [data, weight, bias], (batch, filters, height, width),
                                 sy=1, sx=1, ph=kernel // 2, pw=kernel // 2, cover_all=False, dy=1, dx=1, groups=1)

    def activate(self, data):
        return self.add_function('ReLU', [data], self.shapes[data])

    def add_block(self, name, data, filters):
        for part in 'ab':
            data = self.activate(self.convolve(f'{name}{part}', data, filters, 3))
        return data

    def pool(self, data):
        batch, channels, height, width = self.shapes[data]
        return self.add_function('MaxPooling2D', [data], (batch, channels, height // 2, width // 2), kh=2, kw=2, sy=2,
                                 sx=2, ph=0, pw=0, cover_all=True, return_indices=False, _used_cudnn=True)

    def grow(self, name, data, filters):
        batch, channels, height, width = self.shapes[data]
        weight = self.add_variable(f'/{name}/W', (channels, filters, 2, 2))
        bias = self.add_variable(f'/{name}/b', (filters,))
        result = batch, filters, 2 * height, 2 * width
        return self.add_function('Deconvolution2DFunction', [data, weight, bias], result, sy=2, sx=2, ph=0, pw=0,
                                 outh=2 * height, outw=2 * width, dy=1, dx=1, groups=1, cover_all=False)

    def concat(self, left, right):
        batch, channels, height, width = self.shapes[left]
        return self.add_function('Concat', [left, right], (batch, channels + self.shapes[right][1], height, width),
                                 axis=1)


def make_graph():
    graph = Graph()
    data = graph.add_variable('0', (BATCH, 1, SIZE, SIZE))
    truth = graph.add_variable('1', (BATCH, SIZE, SIZE))
    skipped = []
    for level, filters in enumerate(WIDTHS):
        skipped.append(graph.add_block(f'down{level}', data, filters))
        data = graph.pool(skipped[-1])
    data = graph.add_block('bottom', data, 2 * WIDTHS[-1])
    for level, filters in reversed(list(enumerate(WIDTHS))):
        data = graph.concat(skipped[level], graph.grow(f'grow{level}', data, filters))
        data = graph.add_block(f'up{level}', data, filters)
    score = graph.convolve('score', data, CLASSES, 1)
    graph.add_function('SoftmaxCrossEntropy', [score, truth], (1,), normalize=True, cache_score=True, class_weight=None,
                       ignore_label=-1, reduce='mean')
    return graph


def write_block(phase, inputs, outputs, function):
    lines = [phase, f'{len(inputs)} {len(outputs)}'] + inputs + [str(i) for i in outputs]
    return lines + [function.kind, function.describe()]


def write_graph(graph):
    lines = [f'{len(graph.bytes)} {2 * len(graph.functions)}']
    lines += [f'{i} {size} {name}' for i, (size, name) in enumerate(zip(graph.bytes, graph.names))]
    for function in graph.functions:
        lines += write_block('forward', [f'{i} _' for i in function.inputs], [function.output], function)
    for function in graph.functions:
        role = 'output' if function.retains_output else 'input'
        read = [f'{function.output} gradient'] + [f'{i} {role}' for i in function.list_needed()]
        lines += write_block('backward', read, function.inputs, function)
    return lines


class Schedule:
    """What is live decides what is computed. Kept are the values between the levels; the rest is computed again."""

    def __init__(self, graph):
        self.graph, self.lines, self.live = graph, [], set()
        self.producer = {function.output: i for i, function in enumerate(graph.functions)}
        self.kept = {f.output for f in graph.functions if f.kind in ('MaxPooling2D', 'Concat', 'SoftmaxCrossEntropy')}

    def compute(self, index):
        function = self.graph.functions[index]
        for value in function.inputs:
            self.require(value)
        self.lines.append(f'compute {index}')
        self.live.add(function.output)

    def require(self, value):
        if value in self.producer and value not in self.live:
            self.compute(self.producer[value])

    def forget(self, values):
        for value in sorted(values):
            self.live.discard(value)
            self.lines.append(f'forget {value} forward')

    def run_forward(self):
        last = {value: i for i, function in enumerate(self.graph.functions) for value in function.inputs}
        for index in range(len(self.graph.functions)):
            self.compute(index)
            self.forget([value for value in self.live if last.get(value, -1) == index and value not in self.kept])

    def run_backward(self):
        n = len(self.graph.functions)
        first = {}
        for index, function in reversed(list(enumerate(self.graph.functions))):
            for value in function.list_needed():
                first[value] = index
        for index in reversed(range(n)):
            function = self.graph.functions[index]
            for value in function.list_needed():
                self.require(value)
            self.lines.append(f'compute {index + n}')
            self.lines.append(f'forget {function.output} backward')
            self.forget([value for value in self.live if first.get(value, n) >= index])


def write_schedule(graph):
    schedule = Schedule(graph)
    schedule.run_forward()
    schedule.run_backward()
    return schedule.lines


def main():
    write = write_schedule if '--schedule' in sys.argv[1:] else write_graph
    sys.stdout.write('\n'.join(write(make_graph())) + '\n')


if __name__ == '__main__':
    main()
