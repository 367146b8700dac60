#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the log of a benchmark that prints TVM's profiling report for a MobileNet at its full and at half its width.

Made for Lamina. Shapes and arithmetic are those of the network; the times and counters follow from them by a simple
model of a processor with eight cores and vary by up to 6 %; nothing was measured.
"""

import sys

# Stride of each block of a depthwise and a pointwise convolution, and the filters of the latter.
BLOCKS = ((1, 64), (2, 128), (1, 128), (2, 256), (1, 256), (2, 512), (1, 512), (1, 512), (1, 512), (1, 512), (1, 512),
          (2, 1024), (1, 1024))
PEAK = 430e3  # multiplications and additions in a microsecond
BANDWIDTH = 21e3  # bytes in a microsecond
CYCLES = 2900  # in a microsecond
HEADS = ('Name', 'Duration (us)', 'Percent', 'Device', 'Count', 'Argument Shapes', 'Hash', 'perf::CACHE-MISSES',
         'perf::CYCLES', 'perf::INSTRUCTIONS')


class Noise:
    """A linear congruential generator, so that every run writes the same."""

    def __init__(self):
        self.state = 20_260_114

    def next(self):
        self.state = (self.state * 6_364_136_223_846_793_005 + 1_442_695_040_888_963_407) % 2 ** 64
        return self.state >> 20

    def vary(self, value):
        return value * (940 + self.next() % 121) / 1000


def product(shape):
    result = 1
    for size in shape:
        result *= size
    return result


def number(value, digits=0):
    return f'{value:,.{digits}f}'


class Report:
    def __init__(self, noise):
        self.noise, self.calls, self.hashes = noise, {}, {}

    def call(self, kind, shapes, work, part):
        """One call: so much arithmetic, of whose peak this kind of function reaches a part."""
        traffic = 4 * sum(product(shape) for shape in shapes)
        time = self.noise.vary(max(work / (PEAK * part), traffic / BANDWIDTH) + 2.4)
        entry = self.calls.setdefault((kind, shapes), [0, 0, 0, 0, 0])
        instructions = work / 9 + traffic / 8 + 2600
        for i, value in enumerate((1, time, self.noise.vary(traffic / 310), time * CYCLES * 5.6,
                                   self.noise.vary(instructions))):
            entry[i] += value

    def convolve(self, data, filters, kernel, stride, depthwise=False):
        _, channels, side, _ = data
        result = (1, filters, side // stride, side // stride)
        weight = (filters, 1 if depthwise else channels, kernel, kernel)
        kind = f'fused_nn_contrib_{"depthwise_" if depthwise else ""}conv2d_NCHWc_add_clip'
        work = 2 * product(result) * weight[1] * kernel * kernel
        self.call(kind, (data, weight, (1, filters, 1, 1), result), work, 0.11 if depthwise else 0.62)
        return result

    def name_calls(self):
        """TVM tells functions of one kind apart by a number; only what is alike is one function."""
        seen = {}
        for (kind, shapes), entry in self.calls.items():
            seen[kind] = seen.get(kind, -1) + 1
            yield f'vm_mod_{kind}_{seen[kind]}' if seen[kind] else f'vm_mod_{kind}', shapes, entry

    def list_rows(self):
        rows = sorted(self.name_calls(), key=lambda row: -row[2][1])
        total = sum(entry[1] for _, _, entry in rows) * 1.043
        for name, shapes, entry in rows:
            text = ', '.join(f'float32[{", ".join(str(size) for size in shape)}]' for shape in shapes)
            yield [name, number(entry[1], 2), number(100 * entry[1] / total, 2), 'cpu0', str(entry[0]), text,
                   f'{self.noise.next():016x}'[:16]] + [number(value) for value in entry[2:]]
        sums = [sum(entry[i] for _, _, entry in rows) for i in range(5)]
        yield None
        yield ['Sum', number(sums[1], 2), number(100 * sums[1] / total, 2), '', str(sums[0]), '', ''] \
            + [number(value) for value in sums[2:]]
        yield ['Total', number(total, 2), '', 'cpu0', '1', '', ''] + [number(value * 1.06) for value in sums[2:]]

    def write(self):
        rows = list(self.list_rows())
        widths = [max(len(row[i]) for row in rows + [HEADS] if row) for i in range(len(HEADS))]
        for row in [HEADS] + rows:
            if row is None:
                yield '-' * 10 + ' ' * (sum(widths) + 2 * len(widths) - 10)
            else:
                yield ''.join((cell.ljust(width) if i == 0 else cell.rjust(width)) + '  '
                              for i, (cell, width) in enumerate(zip(row, widths)))


def run_network(noise, width):
    report = Report(noise)
    picture = (1, 3, 224, 224)
    report.call('fused_layout_transform', (picture, picture), 0, 1)
    data = report.convolve(picture, round(32 * width), 3, 2)
    for stride, filters in BLOCKS:
        data = report.convolve(data, data[1], 3, stride, depthwise=True)
        data = report.convolve(data, round(filters * width), 1, 1)
    pooled = (1, data[1], 1, 1)
    report.call('fused_nn_global_avg_pool2d', (data, pooled), product(data), 0.05)
    flat = (1, data[1])
    report.call('fused_layout_transform_nn_batch_flatten', (pooled, flat), 0, 1)
    report.call('fused_nn_contrib_dense_pack_add', (flat, (1000, data[1]), (1, 1000), (1, 1000)), 2000 * data[1], 0.2)
    report.call('fused_nn_softmax', ((1, 1000), (1, 1000)), 9000, 0.01)
    return report


def main():
    noise = Noise()
    for name, width in (('mobilenet_1.0', 1), ('mobilenet_0.5', 0.5)):
        report = run_network(noise, width)
        mean = sum(entry[1] for entry in report.calls.values()) / 1000
        lines = [f'Evaluate vm inference cost of {name} on cpu(0)',
                 f'Mean vm inference time (std dev): {mean:.2f} ms ({mean / 40:.2f} ms)', *report.write(), '',
                 'Configuration', '-------------', 'Number of threads: 8', 'Executor: VM', '']
        sys.stdout.write('\n'.join(lines) + '\n')


if __name__ == '__main__':
    main()
