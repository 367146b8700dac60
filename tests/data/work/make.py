#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""make.py: writes networks as papers describe them in the words of four tools, into the files beside it; make.py FILE: prints
what it would write into one of them.

Only the shapes count, for the proof of the cost model; times are made up, and nothing was run. What the operations come to is
in tests/analysis/work/test-work-proof.c, counted there from the papers and not by this program.
"""

import collections
import json
import pathlib
import sys

HERE = pathlib.Path(__file__).parent


def product(shape):
    result = 1
    for size in shape:
        result *= size
    return result


# TVM: networks for ImageNet, convolutions with channels in blocks


def block_of(channels):
    """As many channels as TVM would put into the last dimension."""
    return next((size for size in (32, 16, 8, 4) if channels % size == 0), channels)


class Network:
    """Convolutions and dense layers, one of each shape with the number of its calls."""

    def __init__(self, title, size=224, channels=3):
        self.title, self.size, self.channels = title, size, channels
        self.calls = collections.Counter()

    def add(self, function, *shapes):
        self.calls[(function, *(tuple(shape) for shape in shapes))] += 1

    def convolve(self, filters, kernel, stride=1, pad=None, branch=False):
        """From what is there now, which it replaces unless it is a branch. The kernel is a width, or height and width."""
        height, width = kernel if isinstance(kernel, tuple) else (kernel, kernel)
        pads = (height // 2, width // 2) if pad is None else (pad, pad)
        rows = (self.size + 2 * pads[0] - height) // stride + 1
        columns = (self.size + 2 * pads[1] - width) // stride + 1
        assert rows == columns
        a, b = block_of(self.channels), block_of(filters)
        self.add('nn_contrib_conv2d_NCHWc_add_nn_relu', (1, self.channels // a, self.size, self.size, a),
                 (filters // b, self.channels // a, height, width, a, b), (1, filters // b, 1, 1, b),
                 (1, filters // b, rows, rows, b))
        if not branch:
            self.size, self.channels = rows, filters

    def convolve_each(self, stride):
        """A depthwise convolution."""
        rows, b = self.size // stride, block_of(self.channels)
        blocks = self.channels // b
        self.add('nn_contrib_depthwise_conv2d_NCHWc_add_nn_relu', (1, blocks, self.size, self.size, b),
                 (blocks, 1, 3, 3, 1, b), (1, blocks, 1, 1, b), (1, blocks, rows, rows, b))
        self.size = rows

    def chain(self, *convolutions):
        """A branch of several; what was there stays."""
        size, channels = self.size, self.channels
        for convolution in convolutions:
            self.convolve(*convolution)
        self.size, self.channels = size, channels

    def join(self, channels, size=None):
        self.channels, self.size = channels, size or self.size

    def connect(self, units):
        """A dense layer over all that is there."""
        inputs = self.channels * self.size ** 2
        self.add('nn_contrib_dense_pack_add', (1, inputs), (units // 8, inputs, 8), (1, units), (1, units))
        self.size, self.channels = 1, units

    def write(self):
        rows = [(f'vm_mod_fused_{function}_{i}', f'{(i + 1) * calls}.00', '1.00', 'cpu0', str(calls),
                 ', '.join(f'float32[{", ".join(map(str, shape))}]' for shape in shapes))
                for i, ((function, *shapes), calls) in enumerate(self.calls.items())]
        heads = ('Name', 'Duration (us)', 'Percent', 'Device', 'Count', 'Argument Shapes')
        widths = [max(len(row[i]) for row in [heads, *rows]) for i in range(len(heads))]
        yield f'Evaluate vm inference cost of {self.title} on cpu(0)'
        for row in [heads, *rows]:
            yield row[0].ljust(widths[0]) + ''.join('  ' + cell.rjust(width) for cell, width in zip(row[1:], widths[1:])) + '  '
        yield ''


def make_resnet(title, blocks, deep):
    """He et al. 2016, table 1; the first convolution of a stage strides."""
    network = Network(title)
    network.convolve(64, 7, 2)
    network.join(64, 56)
    for stage, n in enumerate(blocks):
        filters = 64 << stage
        for i in range(n):
            stride = 2 if i == 0 and stage > 0 else 1
            outer = 4 * filters if deep else filters
            if network.channels != outer or stride > 1:
                network.convolve(outer, 1, stride, branch=True)
            if deep:
                network.convolve(filters, 1, stride)
                network.convolve(filters, 3)
                network.convolve(outer, 1)
            else:
                network.convolve(filters, 3, stride)
                network.convolve(filters, 3)
    network.join(network.channels, 1)
    network.connect(1000)
    return network


def make_vgg(title, widths):
    """Simonyan and Zisserman 2015, table 1."""
    network = Network(title)
    for level in widths:
        for filters in level:
            network.convolve(filters, 3)
        network.join(network.channels, network.size // 2)
    for units in (4096, 4096, 1000):
        network.connect(units)
    return network


def make_squeezenet(title, first, pools):
    """Iandola et al. 2016, table 1, and its version 1.1; @pools: before which modules the size is halved."""
    network = Network(title)
    network.convolve(*first, 2, 0)
    network.join(first[0], -(-(network.size - 3) // 2) + 1)
    for i, (squeeze, expand) in enumerate([(16, 64), (16, 64), (32, 128), (32, 128), (48, 192), (48, 192), (64, 256),
                                           (64, 256)], 2):
        if i in pools:
            network.join(network.channels, -(-(network.size - 3) // 2) + 1)
        network.convolve(squeeze, 1)
        network.convolve(expand, 1, branch=True)
        network.convolve(expand, 3, branch=True)
        network.join(2 * expand)
    network.convolve(1000, 1)
    return network


def make_mobilenet():
    """Howard et al. 2017, table 1."""
    network = Network('mobilenet')
    network.convolve(32, 3, 2)
    for filters, stride in ((64, 1), (128, 2), (128, 1), (256, 2), (256, 1), (512, 2), *[(512, 1)] * 5, (1024, 2), (1024, 1)):
        network.convolve_each(stride)
        network.convolve(filters, 1)
    network.join(1024, 1)
    network.connect(1000)
    return network


def make_inception():
    """Szegedy et al. 2016, with the widths that torchvision has."""
    network = Network('inception_v3', 299)
    for convolution in ((32, 3, 2, 0), (32, 3, 1, 0), (64, 3)):
        network.convolve(*convolution)
    network.join(64, 73)
    network.convolve(80, 1)
    network.convolve(192, 3, 1, 0)
    network.join(192, 35)
    for pooled in (32, 64, 64):
        network.chain((64, 1))
        network.chain((48, 1), (64, 5))
        network.chain((64, 1), (96, 3), (96, 3))
        network.chain((pooled, 1))
        network.join(224 + pooled)
    network.chain((384, 3, 2, 0))
    network.chain((64, 1), (96, 3), (96, 3, 2, 0))
    network.join(768, 17)
    for width in (128, 160, 160, 192):
        network.chain((192, 1))
        network.chain((width, 1), (width, (1, 7)), (192, (7, 1)))
        network.chain((width, 1), (width, (7, 1)), (width, (1, 7)), (width, (7, 1)), (192, (1, 7)))
        network.chain((192, 1))
    network.chain((192, 1), (320, 3, 2, 0))
    network.chain((192, 1), (192, (1, 7)), (192, (7, 1)), (192, 3, 2, 0))
    network.join(1280, 8)
    for channels in (1280, 2048):
        network.join(channels)
        network.chain((320, 1))
        network.chain((384, 1), (384, (1, 3)))
        network.chain((448, 1), (384, 3), (384, (1, 3)))
        network.chain((192, 1))
        network.join(384)
        for _ in range(2):
            network.convolve(384, (3, 1), branch=True)
    network.join(2048, 1)
    network.connect(1000)
    return network


def write_networks():
    networks = [
        make_resnet('resnet18', (2, 2, 2, 2), False), make_resnet('resnet50', (3, 4, 6, 3), True),
        make_vgg('vgg11', [[64], [128], [256] * 2, [512] * 2, [512] * 2]),
        make_vgg('vgg16', [[64] * 2, [128] * 2, [256] * 3, [512] * 3, [512] * 3]),
        make_squeezenet('squeezenet1.0', (96, 7), (5, 9)), make_squeezenet('squeezenet1.1', (64, 3), (4, 6)),
        make_mobilenet(), make_inception(),
    ]
    return [line for network in networks for line in network.write()]


# TensorRT: ResNet-18 of one image, whose first convolution has the pooling behind it fused into it


def describe(name, *shape):
    return {'Name': name, 'Location': 'Device', 'Dimensions': shape, 'Format/Datatype': 'Row major linear FP16 format'}


def describe_convolution(name, data, filters, kernel, stride, rest=()):
    _, channels, size, _ = data['Dimensions']
    result = describe(name + '.out', 1, filters, size // stride, size // stride)
    return result, {
        'Name': name, 'LayerType': 'CaskConvolution', 'Inputs': [data, *rest], 'Outputs': [result], 'ParameterType': 'Convolution',
        'Kernel': [kernel] * 2, 'PrePadding': [kernel // 2] * 2, 'PostPadding': [kernel // 2] * 2, 'Stride': [stride] * 2,
        'Dilation': [1, 1], 'OutMaps': filters, 'Groups': 1,
        'Weights': {'Type': 'Half', 'Count': filters * channels * kernel * kernel}}


def write_engine():
    data, pooled = describe('data', 1, 3, 224, 224), describe('pool0.out', 1, 64, 56, 56)
    layers = [{
        'Name': 'conv0 + relu0 + pool0', 'LayerType': 'CaskConvActPool', 'Inputs': [data], 'Outputs': [pooled],
        'ParameterType': 'ConvActPool', 'ConvParameterType': 'Convolution', 'ConvKernel': [7, 7], 'ConvPrePadding': [3, 3],
        'ConvPostPadding': [3, 3], 'ConvStride': [2, 2], 'ConvDilation': [1, 1], 'ConvOutMaps': 64, 'ConvGroups': 1,
        'ConvWeights': {'Type': 'Half', 'Count': 64 * 3 * 7 * 7}, 'PoolingParameterType': 'Pooling',
        'PoolingWindowSize': [3, 3]}]
    data = pooled
    for stage in range(4):
        for block in range(2):
            name, filters, stride = f'stage{stage}.{block}.', 64 << stage, 2 if stage > 0 and block == 0 else 1
            inner, layer = describe_convolution(name + 'a', data, filters, 3, stride)
            layers.append(layer)
            if stride > 1:
                data, layer = describe_convolution(name + 'side', data, filters, 1, stride)
                layers.append(layer)
            data, layer = describe_convolution(name + 'b + plus', inner, filters, 3, 1, [data])
            layers.append(layer)
    mean = describe('mean', 1, 512, 1, 1)
    layers.append({'Name': 'pool1', 'LayerType': 'Pooling', 'Inputs': [data], 'Outputs': [mean], 'ParameterType': 'Pooling'})
    dense, layer = describe_convolution('dense', mean, 1000, 1, 1)
    layers.append(layer)
    return ['{"Layers": [', ',\n'.join(map(json.dumps, layers)), '], "Bindings": ["data", "dense.out"]}']


# TensorFlow: AlexNet as slim has it, forwards and backwards, as a listing of its nodes

ALEXNET = [(3, 224, 64, 11, 56), (64, 27, 192, 5, 27), (192, 13, 384, 3, 13), (384, 13, 256, 3, 13), (256, 13, 256, 3, 13)]
IMAGES = 32


def write_shape(*shape):
    return '(' + 'x'.join(map(str, shape)) + ')'


def list_node(name, *shapes):
    kind = name.rsplit('/', 1)[1]
    return [f'{name}, {", ".join(shapes)}, GPU, 0', f'{name}:{kind}, (no input), (no output), GPU, 0']


def write_listing():
    lines, sizes = [], '(int32 4x1)'
    for number, (channels, size, filters, kernel, result) in enumerate(ALEXNET, 1):
        weights, images = write_shape(kernel, kernel, channels, filters), write_shape(IMAGES, channels, size, size)
        maps, turned = write_shape(IMAGES, filters, result, result), write_shape(IMAGES, result, result, filters)
        gradient = f'gradients/conv{number}/Conv2D_grad/Conv2DBackprop'
        lines += list_node(f'conv{number}/Conv2D', images, weights, maps)
        lines += list_node(gradient + 'Filter', write_shape(IMAGES, size, size, channels), sizes, turned, weights)
        if number > 1:
            lines += list_node(gradient + 'Input', sizes, weights, maps, images)
    return sorted(lines)


# Chainer: U-Net with convolutions that pad nothing, of which the dump has bytes alone


class Graph:
    def __init__(self):
        self.variables, self.functions = [], []

    def add(self, name, *shape):
        self.variables.append((name, shape))
        return len(self.variables) - 1

    def apply(self, kind, inputs, shape, **attributes):
        output = self.add('_', *shape)
        self.functions.append((kind, inputs, output, {**attributes, 'rank': len(self.functions)}))
        return output

    def convolve(self, name, data, filters, kernel):
        images, channels, size, _ = self.variables[data][1]
        inputs = [data, self.add(f'/{name}/W', filters, channels, kernel, kernel), self.add(f'/{name}/b', filters)]
        size -= kernel - 1
        return self.apply('Convolution2DFunction', inputs, (images, filters, size, size), sy=1, sx=1, ph=0, pw=0, dy=1, dx=1,
                          groups=1)

    def convolve_twice(self, name, data, filters):
        for part in 'ab':
            data = self.convolve(name + part, data, filters, 3)
            data = self.apply('ReLU', [data], self.variables[data][1])
        return data

    def halve(self, data):
        images, channels, size, _ = self.variables[data][1]
        return self.apply('MaxPooling2D', [data], (images, channels, size // 2, size // 2), kh=2, kw=2, sy=2, sx=2, ph=0, pw=0,
                          cover_all=True)

    def double(self, name, data, filters):
        images, channels, size, _ = self.variables[data][1]
        inputs = [data, self.add(f'/{name}/W', channels, filters, 2, 2), self.add(f'/{name}/b', filters)]
        return self.apply('Deconvolution2DFunction', inputs, (images, filters, 2 * size, 2 * size), sy=2, sx=2, ph=0, pw=0,
                          outh=2 * size, outw=2 * size, dy=1, dx=1, groups=1)

    def join(self, left, right):
        images, channels, size, _ = self.variables[right][1]
        margin = (self.variables[left][1][2] - size) // 2
        cut = self.apply('GetItem', [left], (images, self.variables[left][1][1], size, size),
                         slices=f'(slice(None, None, None), slice(None, None, None), slice({margin}, {-margin}, None), '
                                f'slice({margin}, {-margin}, None))')
        return self.apply('Concat', [cut, right], (images, self.variables[left][1][1] + channels, size, size), axis=1)

    def write(self):
        yield f'{len(self.variables)} {2 * len(self.functions)}'
        for number, (name, shape) in enumerate(self.variables):
            yield f'{number} {4 * product(shape)} {name}'
        for kind, inputs, output, attributes in self.functions:
            yield from ('forward', f'{len(inputs)} 1', *(f'{i} _' for i in inputs), str(output), kind, json.dumps(attributes))
        for kind, inputs, output, attributes in self.functions:
            yield from ('backward', f'{1 + len(inputs)} {len(inputs)}', f'{output} gradient', *(f'{i} input' for i in inputs),
                        *map(str, inputs), kind, json.dumps(attributes))


def write_graph():
    """Ronneberger et al. 2015, figure 1: images of 572 × 572, two of them."""
    graph, skipped = Graph(), []
    data = graph.add('0', 2, 1, 572, 572)
    for level in range(4):
        skipped.append(graph.convolve_twice(f'down{level}', data, 64 << level))
        data = graph.halve(skipped[-1])
    data = graph.convolve_twice('bottom', data, 1024)
    for level in reversed(range(4)):
        data = graph.join(skipped[level], graph.double(f'double{level}', data, 64 << level))
        data = graph.convolve_twice(f'up{level}', data, 64 << level)
    graph.convolve('score', data, 2, 1)
    return list(graph.write())


FILES = {'networks-tvm.txt': write_networks, 'resnet18-tensorrt.json': write_engine, 'alexnet-tensorflow.txt': write_listing,
         'unet-chainer.txt': write_graph}

if len(sys.argv) > 1:
    print('\n'.join(FILES[sys.argv[1]]()))
else:
    for file_name, write in FILES.items():
        (HERE / file_name).write_text('\n'.join(write()) + '\n', encoding='utf-8')
