#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the trace that XProf makes of three training steps of a small transformer in JAX on a TPU.

Made for Lamina, from the shapes of the network and a model of its cost; nothing was run.
"""

import json
import sys

BATCH, LENGTH, WIDTH, HEADS, LAYERS, WORDS = 8, 512, 512, 8, 2, 32000
TOKENS, STEPS, DEVICE, HOST = BATCH * LENGTH, 3, 3, 701
STEPS_LINE, MODULES_LINE, OPS_LINE, SCOPES_LINE = 1, 2, 3, 4


def write_shape(dtype, *sizes):
    order = ','.join(str(i) for i in reversed(range(len(sizes))))
    return f'{dtype}[{",".join(map(str, sizes))}]' + (f'{{{order}:T(8,128)(2,1)}}' if len(sizes) > 1 else f'{{{order}}}')


def count(shape):
    product = 2 if shape[0] == 'bf16' else 4
    for size in shape[1:]:
        product *= size
    return product


class Module:
    """Operations in the order of running: name, category, opcode, inputs, output, FLOP, scope."""

    def __init__(self):
        self.operations, self.numbers = [], {}

    def add(self, kind, category, inputs, output, flop, scope):
        number = self.numbers[kind] = self.numbers.get(kind, 0) + 1
        name, opcode = f'{kind}.{number}', kind.split('_')[-1] if kind.endswith('fusion') else kind
        self.operations.append((name, category, opcode, inputs, output, flop, scope))
        return name

    def multiply(self, source, rows, inner, columns, scope):
        weights = ('param', ('bf16', inner, columns))
        return self.add('fusion', 'convolution fusion', [source, weights], ('bf16', rows, columns),
                        2 * rows * inner * columns, scope + '/dot_general')

    def make_layer(self, i, source, wrap):
        scope, wide, square = f'jit(train_step)/{wrap}/layer_{i}', ('bf16', TOKENS, WIDTH), ('bf16', BATCH * HEADS, LENGTH, LENGTH)
        norm = self.add('multiply_reduce_fusion', 'loop fusion', [source], wide, 8 * TOKENS * WIDTH, scope + '/norm/mul')
        mixed = self.multiply((norm, wide), TOKENS, WIDTH, 3 * WIDTH, scope + '/attention/qkv')
        score = self.add('convolution_fusion', 'convolution fusion', [(mixed, ('bf16', TOKENS, 3 * WIDTH))], square,
                         2 * BATCH * LENGTH * LENGTH * WIDTH, scope + '/attention/dot_general')
        soft = self.add('softmax_fusion', 'loop fusion', [(score, square)], square, 5 * BATCH * HEADS * LENGTH * LENGTH,
                        scope + '/attention/softmax')
        seen = self.add('convolution_fusion', 'convolution fusion', [(soft, square)], wide,
                        2 * BATCH * LENGTH * LENGTH * WIDTH, scope + '/attention/dot_general')
        out = self.multiply((seen, wide), TOKENS, WIDTH, WIDTH, scope + '/attention/out')
        high = self.multiply((out, wide), TOKENS, WIDTH, 4 * WIDTH, scope + '/mlp/up')
        return self.multiply((high, ('bf16', TOKENS, 4 * WIDTH)), TOKENS, 4 * WIDTH, WIDTH, scope + '/mlp/down'), wide

    def make(self):
        wide = ('bf16', TOKENS, WIDTH)
        tokens = ('Arg_1.2', ('s32', BATCH, LENGTH))
        here = self.add('gather', 'gather', [('Arg_0.1', ('bf16', WORDS, WIDTH)), tokens], wide, 0,
                        'jit(train_step)/jvp(Transformer)/embed/take'), wide
        for i in range(LAYERS):
            here = self.make_layer(i, here, 'jvp(Transformer)')
        logits = self.multiply(here, TOKENS, WIDTH, WORDS, 'jit(train_step)/jvp(Transformer)/head')
        loss = self.add('reduce_fusion', 'loop fusion', [(logits, ('bf16', TOKENS, WORDS))], ('f32',), 6 * TOKENS * WORDS,
                        'jit(train_step)/jvp(loss)/reduce_sum')
        here = (loss, ('f32',))
        for i in reversed(range(LAYERS)):
            here = self.make_layer(i, here, 'transpose(jvp(Transformer))')
        reduced = self.add('all-reduce', 'all-reduce', [here], wide, 0, 'jit(train_step)/psum')
        self.add('add_fusion', 'loop fusion', [(reduced, wide)], wide, 12 * TOKENS * WIDTH, 'jit(train_step)/adam/add')
        return self.operations


def write_long_name(name, opcode, inputs, output):
    operands = ', '.join(f'{write_shape(*shape)} %{source}' for source, shape in inputs)
    return f'%{name} = {write_shape(*output)} {opcode}({operands})'


class Trace:
    def __init__(self):
        self.events = []

    def name(self, pid, process, index, lines):
        self.events += [{'ph': 'M', 'pid': pid, 'name': 'process_name', 'args': {'name': process}},
                        {'ph': 'M', 'pid': pid, 'name': 'process_sort_index', 'args': {'sort_index': index}}]
        for line, name in lines.items():
            self.events += [{'ph': 'M', 'pid': pid, 'tid': line, 'name': 'thread_name', 'args': {'name': name}},
                            {'ph': 'M', 'pid': pid, 'tid': line, 'name': 'thread_sort_index', 'args': {'sort_index': line}}]

    def add(self, pid, line, name, start, duration, **args):
        """Times are picoseconds."""
        self.events.append({'args': args, 'dur': duration / 1e6, 'name': name, 'ph': 'X', 'pid': pid, 'tid': line,
                            'ts': start / 1e6})


def add_step(trace, step, begin, operations):
    now, scopes = begin, []
    for name, category, opcode, inputs, output, flop, scope in operations:
        size = count(output) + sum(count(shape) for _, shape in inputs)
        duration = 900000 + max(flop // 100, size * 1000 // 700) + (step * 131 + len(name) * 977) % 20000
        trace.add(DEVICE, OPS_LINE, name, now, duration, bytes_accessed=str(size), device_duration_ps=str(duration),
                  device_offset_ps=str(now), group_id=str(step), hlo_category=category,
                  long_name=write_long_name(name, opcode, inputs, output), model_flops=str(flop), tf_op=scope)
        scopes.append((scope.split('/')[1], now, duration))
        now += duration
    trace.add(DEVICE, MODULES_LINE, 'jit_train_step(7406142137)', begin, now - begin, group_id=str(step), run_id=str(40 + step))
    trace.add(DEVICE, STEPS_LINE, str(step), begin, now - begin, group_id=str(step), step_name=str(step))
    while scopes:
        name, first, _ = scopes[0]
        n = next((i for i, scope in enumerate(scopes) if scope[0] != name), len(scopes))
        trace.add(DEVICE, SCOPES_LINE, name, first, sum(scope[2] for scope in scopes[:n]), group_id=str(step))
        scopes = scopes[n:]
    return now


def make_trace():
    trace, operations, now = Trace(), Module().make(), 250000000
    trace.name(DEVICE, '/device:TPU:0', DEVICE,
               {STEPS_LINE: 'Steps', MODULES_LINE: 'XLA Modules', OPS_LINE: 'XLA Ops', SCOPES_LINE: 'Framework Name Scope'})
    trace.name(HOST, '/host:CPU', HOST, {6021: 'python'})
    for step in range(1, STEPS + 1):
        trace.add(HOST, 6021, 'train', now - 200000000, 150000000, group_id=str(step), step_num=str(step))
        trace.add(HOST, 6021, 'PjitFunction(train_step)', now - 160000000, 90000000, group_id=str(step))
        now = add_step(trace, step, now, operations) + 240000000
    trace.events.append({'ph': 'C', 'pid': DEVICE, 'name': 'HBM bandwidth', 'event_stats': 'GB/s',
                         'entries': [[250 + i * 300, 400 + i * 37 % 260] for i in range(16)]})
    return trace.events


def main():
    lines = [json.dumps(event, separators=(',', ':')) for event in make_trace()] + ['{}']
    sys.stdout.write('{"displayTimeUnit":"ns","metadata":{"highres-ticks":true},"traceEvents":[\n' + ',\n'.join(lines) + '\n]}\n')


if __name__ == '__main__':
    main()
