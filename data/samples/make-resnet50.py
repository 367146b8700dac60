#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes resnet50-megengine.json: what MegEngine's GraphProfiler would write for ResNet-50, inference with batch 8.

Shapes, operations, bytes and the order of the layers are those of the real network, with batch normalization folded
into the convolutions. The times are a model, stated in class Clock: they look like those of one GPU and were measured
on none. Nothing is random but for a fixed generator, so that the same text comes out everywhere.

    make-resnet50.py > resnet50-megengine.json
"""

import sys

BATCH = 8
COMP_NODE = 'CompNode("gpu0:0" from "gpux:0")'
THREAD = 'interpreter'
FLOAT32 = 4
ALIGNMENT = 512
WEIGHTS_BASE = 0x7F40_0000_0000
MEMORY_BASE = 0x7F40_2000_0000
PERSISTENT = ['NO_MEM_RECLAIM', 'ALLOW_EMPTY_SHAPE', 'PERSISTENT_DEVICE_VALUE',
              'DISALLOW_RT_FORCE_DYNAMIC_MEM_ALLOC']
WORKSPACE = ['VOLATILE_CONTENT', 'ALLOW_EMPTY_SHAPE']


TIMES = 'start', 'kern', 'end'


def product(numbers):
    result = 1
    for number in numbers:
        result *= number
    return result


class Var:
    def __init__(self, ident, name, shape, flags, dtype='Float32'):
        self.ident, self.name, self.shape, self.flags, self.dtype = ident, name, shape, flags, dtype
        self.size = product(shape) * (FLOAT32 if dtype == 'Float32' else 1)
        self.address = 0
        self.chunk = None
        self.alias = None  # the variable whose memory it shares
        self.comp_node = COMP_NODE
        self.on_device = True


class Operator:
    def __init__(self, ident, name, kind, inputs, outputs):
        self.ident, self.name, self.kind, self.inputs, self.outputs = ident, name, kind, inputs, outputs
        self.param = {}
        self.flop = 0
        self.reads = inputs  # the inputs whose values it needs on the device
        self.executed = True


class Network:
    """The graph. Operators and variables share one sequence of ids, as in MegEngine."""

    def __init__(self):
        self.operators, self.vars, self.next_id = [], [], 1

    def take_id(self):
        self.next_id += 1
        return self.next_id - 1

    def var(self, name, shape, flags=(), dtype='Float32'):
        var = Var(self.take_id(), name, shape, list(flags), dtype)
        self.vars.append(var)
        return var

    def operator(self, name, kind, inputs, shape, workspace=None, flags=(), var_name=None):
        """Appends an operator with one output, and a workspace of that many bytes."""
        ident = self.take_id()
        full = f'{name}[{ident}]'
        outputs = [self.var(var_name or full, shape, flags)]
        if workspace is not None:
            outputs.append(self.var(full + ':workspace', [workspace], WORKSPACE, 'Byte'))
        operator = Operator(ident, full, kind, inputs, outputs)
        self.operators.append(operator)
        return operator

    def constant(self, name, shape):
        return self.operator(name, 'ImmutableTensor', [], shape, flags=PERSISTENT).outputs[0]

    def elemwise(self, name, mode, inputs, shape):
        operator = self.operator(name, 'Elemwise', inputs, shape)
        operator.param = {'mode': mode}
        operator.flop = product(shape) * max(len(inputs) - 1, 1)
        return operator.outputs[0]

    def convolution(self, name, data, weight, stride, pad):
        _, channels, height, width = data.shape
        filters, _, kernel, _ = weight.shape
        shape = [BATCH, filters, (height + 2 * pad - kernel) // stride + 1, (width + 2 * pad - kernel) // stride + 1]
        workspace = 0 if kernel == 1 else 4096 * kernel
        operator = self.operator(name, 'ConvolutionForward', [data, weight], shape, workspace)
        operator.param = {
            'mode': 'CROSS_CORRELATION', 'pad_h': pad, 'pad_w': pad, 'stride_h': stride, 'stride_w': stride,
            'dilate_h': 1, 'dilate_w': 1, 'sparse': 'DENSE', 'format': 'NCHW', 'compute_mode': 'DEFAULT',
        }
        operator.flop = 2 * product(shape) * channels * kernel * kernel
        return operator.outputs[0]

    def pooling(self, name, mode, data, window, stride, pad):
        size = (data.shape[2] + 2 * pad - window) // stride + 1
        shape = [BATCH, data.shape[1], size, size]
        operator = self.operator(name, 'PoolingForward', [data], shape, workspace=0)
        operator.param = {'mode': mode, 'window_h': window, 'window_w': window, 'stride_h': stride, 'stride_w': stride,
                          'pad_h': pad, 'pad_w': pad, 'format': 'NCHW'}
        operator.flop = product(shape) * window * window
        return operator.outputs[0]

    def reduce(self, name, mode, data):
        operator = self.operator(name, 'Reduce', [data], [data.shape[0], 1], workspace=0)
        operator.param = {'mode': mode, 'axis': 1, 'data_type': 'DEFAULT'}
        operator.flop = product(data.shape)
        return operator.outputs[0]


def list_convolutions():
    """Name, filters, channels and kernel of the 53 convolutions, in the order of the network."""
    yield 'conv1', 64, 3, 7
    channels = 64
    for stage, (width, blocks) in enumerate(((64, 3), (128, 4), (256, 6), (512, 3)), 1):
        for block in range(blocks):
            name = f'layer{stage}.{block}'
            yield name + '.conv1', width, channels, 1
            yield name + '.conv2', width, width, 3
            yield name + '.conv3', 4 * width, width, 1
            if block == 0:
                yield name + '.downsample', 4 * width, channels, 1
            channels = 4 * width


def add_weights(net):
    weights = {}
    for name, filters, channels, kernel in list_convolutions():
        weights[name] = (net.constant(name + '.weight', [filters, channels, kernel, kernel]),
                         net.constant(name + '.bias', [1, filters, 1, 1]))
    weights['fc'] = net.constant('fc.weight', [1000, 2048]), net.constant('fc.bias', [1, 1000])
    return weights


def add_block(net, weights, name, data, stride):
    def unit(part, source, step, pad, mode):
        weight, bias = weights[f'{name}.{part}']
        value = net.convolution(f'{name}.{part}', source, weight, step, pad)
        return net.elemwise(f'{name}.{part}.{mode.lower()}', mode, [value, bias], value.shape)

    value = unit('conv1', data, 1, 0, 'FUSE_ADD_RELU')
    value = unit('conv2', value, stride, 1, 'FUSE_ADD_RELU')
    value = unit('conv3', value, 1, 0, 'ADD')
    if f'{name}.downsample' in weights:
        data = unit('downsample', data, stride, 0, 'ADD')
    return net.elemwise(f'{name}.out', 'FUSE_ADD_RELU', [value, data], value.shape)


def add_reshape(net, data):
    """Flattens. The shape is worked out before the run, by operators that are in the graph but never executed."""
    shape_of = net.operator('shape_of', 'GetVarShape', [data], [4])
    index = net.operator('const<0>', 'ImmutableTensor', [], [1], flags=PERSISTENT)
    first = net.operator('subtensor', 'Subtensor', [shape_of.outputs[0], index.outputs[0]], [1])
    rest = net.operator('const<-1>', 'ImmutableTensor', [], [1], flags=PERSISTENT)
    concat = net.operator('concat', 'Concat', [first.outputs[0], rest.outputs[0]], [2])
    for operator in (shape_of, index, first, rest, concat):
        operator.executed = False
        operator.outputs[0].on_device = False
        operator.outputs[0].dtype = 'Int32'
    reshape = net.operator('flatten', 'Reshape', [data, concat.outputs[0]], [BATCH, data.shape[1]])
    reshape.reads = []
    reshape.outputs[0].alias = data
    return reshape.outputs[0]


def add_head(net, weights, data):
    weight, bias = weights['fc']
    matmul = net.operator('fc', 'MatrixMul', [data, weight], [BATCH, 1000], workspace=0)
    matmul.param = {'transposeA': 0, 'transposeB': 1, 'compute_mode': 'DEFAULT', 'format': 'DEFAULT'}
    matmul.flop = 2 * BATCH * 1000 * 2048
    logits = net.elemwise('fc.add', 'ADD', [matmul.outputs[0], bias], [BATCH, 1000])
    largest = net.reduce('softmax.max', 'MAX', logits)
    shifted = net.elemwise('softmax.sub', 'SUB', [logits, largest], [BATCH, 1000])
    powers = net.elemwise('softmax.exp', 'EXP', [shifted], [BATCH, 1000])
    total = net.reduce('softmax.sum', 'SUM', powers)
    return net.elemwise('softmax', 'TRUE_DIV', [powers, total], [BATCH, 1000])


def make_network():
    net = Network()
    weights = add_weights(net)
    feed = net.operator('data', 'Host2DeviceCopy', [], [BATCH, 3, 224, 224], var_name='data')
    feed.flop = product(feed.outputs[0].shape)
    weight, bias = weights['conv1']
    value = net.convolution('conv1', feed.outputs[0], weight, 2, 3)
    value = net.elemwise('conv1.fuse_add_relu', 'FUSE_ADD_RELU', [value, bias], value.shape)
    value = net.pooling('maxpool', 'MAX', value, 3, 2, 1)
    for stage, blocks in enumerate((3, 4, 6, 3), 1):
        for block in range(blocks):
            value = add_block(net, weights, f'layer{stage}.{block}', value, 2 if stage > 1 and block == 0 else 1)
    value = net.pooling('avgpool', 'AVERAGE', value, 7, 1, 0)
    value = add_head(net, weights, add_reshape(net, value))
    result = net.operator('output', 'OutputCallback', [value], [0])
    result.outputs[0].on_device = False
    return net


def align(size):
    return (size + ALIGNMENT - 1) // ALIGNMENT * ALIGNMENT


def find_last_uses(order):
    """The step of the last reader of each variable, and of whatever shares its memory."""
    last = {}
    for step, operator in enumerate(order):
        for var in operator.outputs + operator.inputs:
            last[var.ident] = step
            if var.alias:
                last[var.alias.ident] = step
    return last


def allocate(net, order):
    """Weights lie one after the other; everything else takes the lowest gap that is large enough while it lives."""
    top = WEIGHTS_BASE
    last = find_last_uses(order)
    live = []
    for step, operator in enumerate(order):
        live = [entry for entry in live if entry[2] >= step]
        for var in operator.outputs:
            if not var.on_device or var.alias or var.size == 0:
                continue
            if 'PERSISTENT_DEVICE_VALUE' in var.flags:
                var.address, top = top, top + align(var.size)
            else:
                address = MEMORY_BASE
                for begin, end, _ in sorted(live):
                    if begin - address >= var.size:
                        break
                    address = max(address, align(end))
                var.address = address
                live.append((address, address + var.size, last[var.ident]))
            var.chunk = f'chk{var.ident}'
    for var in net.vars:
        if var.alias:
            var.address, var.chunk = var.alias.address, var.alias.chunk


class Clock:
    """The times, in nanoseconds: a host that runs ahead, and one queue of a device that follows.

    A kernel takes as long as the slower of its arithmetic (14 TFLOP/s, of which each kind reaches a part) and its
    memory traffic (at 480 GB/s), and a launch; each time varies by up to 4 %. The device counts from 3 917 µs after
    the host.
    """

    PARTS = {'ConvolutionForward': 55, 'MatrixMul': 40}
    HOST = {'ConvolutionForward': (8_000, 29_000), 'MatrixMul': (7_000, 24_000), 'Host2DeviceCopy': (5_000, 210_000)}
    ORIGIN = 3_917_000

    def __init__(self):
        self.state = 20_210_816
        self.host = 146_443_000
        self.device = self.host

    def vary(self, duration):
        self.state = (self.state * 6_364_136_223_846_793_005 + 1_442_695_040_888_963_407) % 2 ** 64
        return duration * (960 + (self.state >> 33) % 81) // 1000

    def kernel(self, operator, memory):
        if operator.kind == 'ImmutableTensor':
            return 1_600
        part = self.PARTS.get(operator.kind, 20)
        return max(operator.flop * 100 // (14_000 * part), memory * 1000 // 480_000) + 1_900

    def run(self, operator, memory):
        """Host and device times of the next operator, each start, kern and end."""
        prepare, dispatch = self.HOST.get(operator.kind, (2_000, 4_000))
        start = self.host
        kern = start + self.vary(prepare) // 1000 * 1000
        end = kern + self.vary(dispatch) // 1000 * 1000
        self.host = end
        begin = max(self.device + self.vary(900), start + self.vary(5_000))
        first = max(begin + self.vary(1_400), kern + self.vary(3_000))
        self.device = first + self.vary(self.kernel(operator, memory))
        return (start, kern, end), tuple(time - self.ORIGIN for time in (begin, first, self.device))


def count_memory(operator):
    written = sum(var.size for var in operator.outputs if 'VOLATILE_CONTENT' not in var.flags and var.on_device)
    return sum(var.size for var in operator.reads) + written


def seconds(time):
    return f'{time // 10 ** 9}.{time % 10 ** 9:09}'.rstrip('0')


def make_times(times):
    return {name: seconds(time) for name, time in zip(TIMES, times)}


def make_profiler(order):
    clock = Clock()
    host, device, footprint = {}, {}, {}
    for operator in order:
        ident = str(operator.ident)
        memory = count_memory(operator)
        host_times, device_times = clock.run(operator, memory)
        host[ident] = {THREAD: make_times(host_times)}
        device[ident] = {COMP_NODE: make_times(device_times)}
        footprint[ident] = {
            'computation': operator.flop or None, 'memory': memory,
            'in_shapes': [var.shape for var in operator.inputs],
            'out_shapes': [var.shape for var in operator.outputs if 'VOLATILE_CONTENT' not in var.flags],
            'param': operator.param,
        }
    return {'device': device, 'host': host, 'opr_footprint': footprint, 'opr_internal_pf': {}}


def make_tag(infer_type, result):
    return {'node_type': 'static_infer_tag', 'infer_type': infer_type, 'inferred_result': result, 'deps': []}


def make_var(var):
    constant = 'PERSISTENT_DEVICE_VALUE' in var.flags
    entry = {'node_type': 'var', 'id': str(var.ident), 'name': var.name, 'comp_node': var.comp_node, 'flag': var.flags}
    entry['mem_plan'] = None
    if var.chunk:
        strides = [product(var.shape[i + 1:]) for i in range(len(var.shape))]
        entry['mem_plan'] = {'mem_chunk_id': var.chunk, 'offset_byte': 0,
                             'layout': {'shape': var.shape, 'stride': strides, 'dtype': var.dtype}}
    entry['dev_ptr'] = var.address if constant and var.address else None
    entry['prev_dev_ptr'] = var.address
    if var.address:
        entry['prev_dev_ptr_end'] = var.address + var.size
    entry['mem_readonly_fwd_src'] = str(var.alias.ident) if var.alias else None
    entry['force_update_src'] = None
    kind = 'CONST' if constant else 'RT_STATIC'
    entry['static_infer_tags'] = {
        'SHAPE': make_tag(kind, var.shape),
        'VALUE': make_tag('CONST', 'Large Array') if constant else make_tag('NO_DESC', None),
    }
    return entry


def make_operator(operator, step):
    extra = {'priority': 0, 'input_update_time': step, 'dfs_step_num': step} if operator.executed else {}
    return {
        'node_type': 'operator', 'id': str(operator.ident), 'name': operator.name, 'type': operator.kind,
        'input': [str(var.ident) for var in operator.inputs],
        'output': [str(var.ident) for var in operator.outputs],
        'extra': extra, 'waiting_spec': {} if operator.executed else None,
    }


def make_chunk(var):
    return {'node_type': 'mem_chunk', 'id': var.chunk, 'size': var.size, 'owner_var': str(var.ident),
            'dev_ptr': var.address}


def make_graph(net, order):
    steps = {operator.ident: step for step, operator in enumerate(order)}
    return {
        'comp_seq': [str(operator.ident) for operator in order],
        'operator': {str(node.ident): make_operator(node, steps.get(node.ident)) for node in net.operators},
        'var': {str(var.ident): make_var(var) for var in net.vars},
        'mem_chunk': {var.chunk: make_chunk(var) for var in net.vars if var.chunk and not var.alias},
    }


def quote(text):
    return '"' + text.replace('\\', '\\\\').replace('"', '\\"').replace('/', '\\/') + '"'


def write(value, key=None):
    """MegEngine's own spelling of JSON. Times are digits already."""
    if isinstance(value, dict):
        return '{ ' + ', '.join(f'{quote(name)}: {write(item, name)}' for name, item in value.items()) + '}'
    if isinstance(value, list):
        return '[ ' + ', '.join(write(item) for item in value) + ']' if value else '[]'
    if value is None:
        return 'null'
    if isinstance(value, str) and key not in TIMES:
        return quote(value)
    return str(value)


def main():
    net = make_network()
    order = [operator for operator in net.operators if operator.executed]
    allocate(net, order)
    sys.stdout.write(write({'profiler': make_profiler(order), 'graph_exec': make_graph(net, order)}))


if __name__ == '__main__':
    main()
