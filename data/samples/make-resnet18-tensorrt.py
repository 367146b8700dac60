#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes what trtexec exports of an engine for ResNet-18 in half precision: its layers, or with --profile the times of
each, or with --timing those of each query.

Made for Lamina. Shapes and fusions are those of the network; the times follow from them by a simple model of a device
and vary by up to 4 %; nothing was measured.
"""

import json
import sys

BATCH = 8
STAGES = ((64, 1), (128, 2), (256, 2), (512, 2))
PEAK = 105e9  # operations in a millisecond
BANDWIDTH = 1.1e9  # bytes in a millisecond
ITERATIONS, QUERIES = 200, 200
PLAIN, PACKED = 'Row major linear FP32', 'Channel major FP16 format where channel % 8 == 0'


class Noise:
    """A linear congruential generator, so that every run writes the same."""

    def __init__(self):
        self.state = 20_260_115

    def vary(self, value):
        self.state = (self.state * 6_364_136_223_846_793_005 + 1_442_695_040_888_963_407) % 2 ** 64
        return value * (960 + (self.state >> 20) % 81) / 1000


def product(shape):
    result = 1
    for size in shape:
        result *= size
    return result


def size_of(tensor):
    return product(tensor['Dimensions']) * (4 if 'FP32' in tensor['Format/Datatype'] else 2)


def tensor(name, shape, layout=PACKED):
    return {'Name': name, 'Location': 'Device', 'Dimensions': list(shape), 'Format/Datatype': layout}


class Engine:
    def __init__(self):
        self.layers, self.times = [], []

    def add(self, name, kind, inputs, outputs, work=0, weights=0, **more):
        onnx = '\x1e'.join(f'[ONNX Layer: {part}]' for part in name.split(' to ')[-1].split(' + '))
        self.layers.append({'Name': name, 'LayerType': kind, 'Inputs': inputs, 'Outputs': outputs, **more,
                            'StreamId': 0, 'Metadata': '' if kind == 'Reformat' else onnx})
        traffic = sum(size_of(each) for each in inputs + outputs) + 2 * weights
        self.times.append(0 if kind == 'NoOp' else max(work / PEAK, traffic / BANDWIDTH) + 0.0024)

    def convolve(self, parts, data, filters, kernel, stride, rest=()):
        batch, channels, height, width = data['Dimensions']
        result = tensor(f'/{parts[-1]}_output_0', (batch, filters, height // stride, width // stride))
        weights = filters * channels * kernel * kernel
        pad = [kernel // 2, kernel // 2]
        self.add(' + '.join(f'/{part}' for part in parts), 'CaskConvolution', [data, *rest], [result],
                 2 * product(result['Dimensions']) * channels * kernel * kernel, weights,
                 ParameterType='Convolution', Kernel=[kernel, kernel], PaddingMode='kEXPLICIT_ROUND_DOWN',
                 PrePadding=pad, PostPadding=pad, Stride=[stride, stride], Dilation=[1, 1], OutMaps=filters, Groups=1,
                 Weights={'Type': 'Half', 'Count': weights}, Bias={'Type': 'Half', 'Count': filters}, HasBias=1,
                 HasReLU=int('Relu' in parts[-1]), HasSparseWeights=0,
                 Activation='RELU' if 'Relu' in parts[-1] else 'NONE',
                 TacticName=f'sm80_xmma_fprop_implicit_gemm_f16f16_f16f16_f16_nhwckrsc_nhwc_tilesize128x{filters}x32',
                 TacticValue=f'0x{(filters * 7919 + kernel * 104729 + stride) * 2654435761 % 2 ** 64:016x}')
        return result

    def pool(self, name, data, shape, window, stride, mode):
        result = tensor(f'{name}_output_0', shape)
        self.add(name, 'CaskPooling', [data], [result], ParameterType='Pooling', PoolingType=mode,
                 WindowSize=[window, window], Stride=[stride, stride])
        return result

    def reformat(self, name, target, data, result):
        self.add(f'Reformatting CopyNode for {name} Tensor 0 to {target}', 'Reformat', [data], [result],
                 ParameterType='Reformat', Origin='REFORMAT', TacticValue='0x00000000000003e8')
        return result


def build():
    engine = Engine()
    data = tensor('input', (BATCH, 3, 224, 224), PLAIN)
    packed = tensor('Reformatted Input Tensor 0 to /conv1/Conv + /relu/Relu', (BATCH, 3, 224, 224))
    data = engine.reformat('Input', '/conv1/Conv + /relu/Relu', data, packed)
    data = engine.convolve(('conv1/Conv', 'relu/Relu'), data, 64, 7, 2)
    data = engine.pool('/maxpool/MaxPool', data, (BATCH, 64, 56, 56), 3, 2, 'MAX')
    for stage, (filters, stride) in enumerate(STAGES, 1):
        for block in range(2):
            name, step = f'layer{stage}/layer{stage}.{block}', stride if block == 0 else 1
            inner = engine.convolve((f'{name}/conv1/Conv', f'{name}/relu/Relu'), data, filters, 3, step)
            if step > 1:
                data = engine.convolve((f'{name}/downsample/downsample.0/Conv',), data, filters, 1, step)
            data = engine.convolve((f'{name}/conv2/Conv', f'{name}/Add', f'{name}/relu_1/Relu'), inner, filters, 3, 1,
                                   (data,))
    data = engine.pool('/avgpool/GlobalAveragePool', data, (BATCH, 512, 1, 1), 7, 1, 'AVERAGE')
    data = engine.convolve(('fc/Gemm',), data, 1000, 1, 1)
    flat = tensor('Reformatted Output Tensor 0 to reshape_after_/fc/Gemm', (BATCH, 1000),
                  'Row major linear FP16 format')
    engine.add('reshape_after_/fc/Gemm', 'NoOp', [data], [flat], TacticValue='0x0000000000000000')
    engine.reformat('Output', 'reshape_after_/fc/Gemm', flat, tensor('output', (BATCH, 1000), PLAIN))
    return engine


def write_layers(engine):
    print('{"Layers": [' + ','.join(json.dumps(layer, indent=1) for layer in engine.layers)
          + '],\n"Bindings": ["input"\n,"output"\n]}')


def write_profile(engine):
    noise = Noise()
    averages = [noise.vary(time) for time in engine.times]
    print('[\n  { "count" : %d }' % ITERATIONS)
    for layer, average in zip(engine.layers, averages):
        print(', { "name" : "%s", "timeMs" : %.6g, "averageMs" : %.6g, "medianMs" : %.6g, "percentage" : %.6g }'
              % (layer['Name'], average * ITERATIONS, average, average * 0.996, 100 * average / sum(averages)))
    print(']')


def write_timing(engine):
    noise, start, stamps = Noise(), 2.5, []
    for _ in range(QUERIES):
        copy, compute, back = noise.vary(0.39), noise.vary(sum(engine.times)), noise.vary(0.009)
        enqueue, begin = start + 0.006, start + copy
        stamps.append((enqueue, enqueue + noise.vary(0.19), start, begin, begin, begin + compute, begin + compute,
                       begin + compute + back, copy, compute, back, copy + compute + back))
        start = begin + compute + back + 0.004
    keys = [f'{edge}{part}Ms' for part in ('Enq', 'H2d', 'Compute', 'D2h') for edge in ('start', 'end')]
    keys += ['h2dMs', 'computeMs', 'd2hMs', 'latencyMs']
    rows = ('{ ' + ', '.join(f'"{key}" : {value:.6g}' for key, value in zip(keys, row)) + ' }' for row in stamps)
    print('[\n  ' + '\n, '.join(rows) + '\n]')


def main():
    write = {'--profile': write_profile, '--timing': write_timing}.get(sys.argv[-1], write_layers)
    write(build())


if __name__ == '__main__':
    main()
