#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the nodes of one training step of a LeNet as TensorScope lists them of a run of TensorFlow 1.

Made for Lamina, from the shapes of the network alone; nothing was run.
"""

import sys

BATCH = 64
LAYERS = (
    # name, kernel, channels, filters, side of the picture before pooling
    ('conv1', 5, 1, 32, 28),
    ('conv2', 5, 32, 64, 14),
)
DENSE = (('fc1', 7 * 7 * 64, 512), ('fc2', 512, 10))


def shape(*sizes, dtype=None):
    sizes = sizes if len(sizes) > 1 else sizes + (1,)
    text = 'x'.join(str(size) for size in sizes)
    return f'({dtype} {text})' if dtype else f'({text})'


class Listing:
    def __init__(self):
        self.lines, self.edge = [], 100

    def node(self, name, inputs, output, device='GPU'):
        fields = list(inputs) if inputs else ['(1)']
        self.lines.append(', '.join([name] + fields + [output, device, '0']))

    def kernel(self, name, kind, inputs, output):
        """A node, and the record of its kernel on the GPU."""
        self.node(name, inputs, output)
        self.node(f'{name}:{kind}', ['(no input)'], '(no output)')

    def variable(self, name, *sizes):
        self.node(name, [], shape(*sizes))
        self.node(name + '/read', [shape(*sizes)], shape(*sizes))

    def copy(self, name, direction, size):
        self.edge += 2
        self.node(f'edge_{self.edge}_{name}:MEMCPY{direction}', ['(no input)'], f'(output {size} bytes)')

    def update(self, name, *sizes):
        """What momentum keeps of a parameter, and the step itself."""
        self.variable(name + '/Momentum', *sizes)
        self.kernel(f'train/update_{name}/ApplyMomentum', 'ApplyMomentum', [shape(*sizes)] * 3, shape(*sizes))


def add_convolution(listing, name, kernel, channels, filters, side):
    source, result = (BATCH, channels, side, side), (BATCH, filters, side, side)
    pooled = (BATCH, filters, side // 2, side // 2)
    weights = (kernel, kernel, channels, filters)
    listing.variable(f'{name}/weights', *weights)
    listing.variable(f'{name}/biases', filters)
    listing.kernel(f'{name}/Conv2D', 'Conv2D', [shape(*source), shape(*weights)], shape(*result))
    listing.kernel(f'{name}/BiasAdd', 'BiasAdd', [shape(*result), shape(filters)], shape(*result))
    listing.kernel(f'{name}/Relu', 'Relu', [shape(*result)], shape(*result))
    listing.kernel(f'{name}/MaxPool', 'MaxPool', [shape(*result)], shape(*pooled))
    back = f'gradients/{name}'
    listing.kernel(f'{back}/MaxPool_grad/MaxPoolGrad', 'MaxPoolGrad',
                   [shape(*result), shape(*pooled), shape(*pooled)], shape(*result))
    listing.kernel(f'{back}/Relu_grad/ReluGrad', 'ReluGrad', [shape(*result)] * 2, shape(*result))
    listing.kernel(f'{back}/BiasAdd_grad/BiasAddGrad', 'BiasAddGrad', [shape(*result)], shape(filters))
    sizes = shape(4, dtype='int32')
    listing.kernel(f'{back}/Conv2D_grad/Conv2DBackpropFilter', 'Conv2DBackpropFilter',
                   [shape(*source), sizes, shape(*result)], shape(*weights))
    if channels > 1:
        listing.kernel(f'{back}/Conv2D_grad/Conv2DBackpropInput', 'Conv2DBackpropInput',
                       [sizes, shape(*weights), shape(*result)], shape(*source))
    listing.update(f'{name}/weights', *weights)
    listing.update(f'{name}/biases', filters)


def add_dense(listing, name, inputs, outputs, last):
    source, result, weights = (BATCH, inputs), (BATCH, outputs), (inputs, outputs)
    listing.variable(f'{name}/weights', *weights)
    listing.variable(f'{name}/biases', outputs)
    listing.kernel(f'{name}/MatMul', 'MatMul', [shape(*source), shape(*weights)], shape(*result))
    listing.kernel(f'{name}/BiasAdd', 'BiasAdd', [shape(*result), shape(outputs)], shape(*result))
    back = f'gradients/{name}'
    if not last:
        listing.kernel(f'{name}/Relu', 'Relu', [shape(*result)], shape(*result))
        listing.kernel(f'{back}/Relu_grad/ReluGrad', 'ReluGrad', [shape(*result)] * 2, shape(*result))
    listing.kernel(f'{back}/BiasAdd_grad/BiasAddGrad', 'BiasAddGrad', [shape(*result)], shape(outputs))
    listing.kernel(f'{back}/MatMul_grad/MatMul', 'MatMul', [shape(*result), shape(*weights)], shape(*source))
    listing.kernel(f'{back}/MatMul_grad/MatMul_1', 'MatMul', [shape(*source), shape(*result)], shape(*weights))
    listing.update(f'{name}/weights', *weights)
    listing.update(f'{name}/biases', outputs)


def make_listing():
    listing = Listing()
    pictures, logits, classes = (BATCH, 1, 28, 28), (BATCH, 10), shape(BATCH, 1, dtype='int32')
    listing.node('_SOURCE', [], '(no output)')
    listing.node('input/pictures', [], shape(*pictures), device='CPU')
    listing.node('input/classes', [], classes, device='CPU')
    listing.copy('input/pictures', 'HtoD', BATCH * 28 * 28 * 4)
    listing.copy('input/classes', 'HtoD', BATCH * 4)
    for layer in LAYERS:
        add_convolution(listing, *layer)
    side = (BATCH, 64, 7, 7)
    listing.node('flatten/Reshape', [shape(*side), shape(2, dtype='int32')], shape(BATCH, 7 * 7 * 64))
    listing.node('gradients/flatten/Reshape_grad/Reshape', [shape(BATCH, 7 * 7 * 64), shape(4, dtype='int32')],
                 shape(*side))
    for i, layer in enumerate(DENSE):
        add_dense(listing, *layer, last=i + 1 == len(DENSE))
    listing.kernel('loss/Softmax', 'Softmax', [shape(*logits)], shape(*logits))
    listing.kernel('loss/CrossEntropy', 'SparseSoftmaxCrossEntropyWithLogits', [shape(*logits), classes], shape(BATCH))
    listing.kernel('loss/Mean', 'Mean', [shape(BATCH), shape(1, dtype='int32')], '(1)')
    listing.kernel('gradients/loss/CrossEntropy_grad/mul', 'Mul', [shape(BATCH, 1), shape(*logits)], shape(*logits))
    listing.copy('loss/Mean', 'DtoH', 4)
    listing.node('_retval_loss/Mean_0_0', ['(1)'], '(no output)', device='CPU')
    return listing


def main():
    sys.stdout.write('\n'.join(sorted(make_listing().lines)) + '\n')


if __name__ == '__main__':
    main()
