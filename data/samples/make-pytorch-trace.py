#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes a trace of two training steps of a small convolutional network as PyTorch's profiler writes it; with --small one step
of nothing but its last layers.

One process of two that train together, on one GPU. Made for Lamina, from the shapes of the network alone; nothing was
run. Times follow from the sizes and a fixed sequence of small deviations.
"""

import contextlib
import json
import sys

PID, MAIN, ENGINE, STREAM, SIDE = 4242, 4242, 4310, 7, 16
BATCH, SIDE_LENGTH, CLASSES = 32, 32, 10
BLOCKS = (('conv1', 3, 32), ('conv2', 32, 64))
FLOAT = 'float'
SMALL = '--small' in sys.argv[1:]

ELEMENTWISE = ('void at::native::vectorized_elementwise_kernel<4, {0}, at::detail::Array<char*, {1}> >'
               '(int, {0}, at::detail::Array<char*, {1}>)')
THRESHOLD = ('at::native::BinaryFunctor<float, float, float, at::native::(anonymous namespace)::threshold_kernel_impl<float>'
             '(at::TensorIteratorBase&, float, float)::{lambda(float, float)#1}>')
CLAMP = ('at::native::(anonymous namespace)::launch_clamp_scalar(at::TensorIteratorBase&, c10::Scalar, c10::Scalar, '
         'at::native::detail::ClampLimits)::{lambda()#1}::operator()() const::{lambda()#7}::operator()() const::'
         '{lambda(float)#1}')
FOREACH = ('void at::native::(anonymous namespace)::multi_tensor_apply_kernel<at::native::(anonymous namespace)::'
           'TensorListMetadata<2>, at::native::(anonymous namespace)::BinaryOpListAlphaFunctor<float, 2, 2, 0>, '
           'std::plus<float>, float>(at::native::(anonymous namespace)::TensorListMetadata<2>, at::native::(anonymous '
           'namespace)::BinaryOpListAlphaFunctor<float, 2, 2, 0>, std::plus<float>, float)')
KERNELS = {
    'fprop': 'sm80_xmma_fprop_implicit_gemm_indexed_tf32f32_tf32f32_f32_nhwckrsc_nchw_tilesize128x64x32_stage3_warpsize2x2x1'
             '_g1_tensor16x8x8_alignc4_execute_kernel__5x_cudnn',
    'dgrad': 'sm80_xmma_dgrad_implicit_gemm_indexed_tf32f32_tf32f32_f32_nhwckrsc_nchw_tilesize128x64x16_stage4_warpsize2x2x1'
             '_g1_tensor16x8x8_alignc4_execute_kernel__5x_cudnn',
    'wgrad': 'sm80_xmma_wgrad_implicit_gemm_indexed_tf32f32_tf32f32_f32_nhwckrsc_nhwc_tilesize64x64x64_stage3_warpsize2x2x1'
             '_g1_tensor16x8x8_alignc4_execute_kernel__5x_cudnn',
    'nhwc': 'void cudnn::ops::nchwToNhwcKernel<float, float, float, false, true, (cudnnKernelDataType_t)2>'
            '(cudnn::ops::nchw2nhwc_params_t<float>, float const*, float*)',
    'bn': 'void cudnn::bn_fw_tr_1C11_singleread<float, 512, true, 1, 2, 0>(cudnn::bn_fw_tr_1C11_args<float>)',
    'bn back': 'void cudnn::bn_bw_1C11_singleread<float, 512, true, 1, 2, 0>(cudnn::bn_bw_1C11_args<float>)',
    'relu': ELEMENTWISE.replace('{0}', CLAMP).replace('{1}', '2'),
    'relu back': ELEMENTWISE.replace('{0}', THRESHOLD).replace('{1}', '3'),
    'pool': 'void at::native::(anonymous namespace)::max_pool_forward_nchw<float, float>(int, float const*, long, long, long, '
            'int, int, int, int, int, int, int, int, int, int, float*, long*)',
    'pool back': 'void at::native::(anonymous namespace)::max_pool_backward_nchw<float, float>(float const*, long const*, int, '
                 'long, long, long, int, int, int, int, int, int, int, int, int, int, float*)',
    'gemm': 'ampere_sgemm_32x128_tn',
    'gemm nn': 'ampere_sgemm_32x128_nn',
    'gemm nt': 'ampere_sgemm_128x32_nt',
    'sum': 'void at::native::reduce_kernel<128, 4, at::native::ReduceOp<float, at::native::func_wrapper_t<float, at::native::'
           'sum_functor<float, float, float>::operator()(at::TensorIterator&)::{lambda(float, float)#1}>, unsigned int, float, '
           '4> >(at::native::ReduceOp<float, at::native::func_wrapper_t<float, at::native::sum_functor<float, float, float>::'
           'operator()(at::TensorIterator&)::{lambda(float, float)#1}>, unsigned int, float, 4>)',
    'softmax': 'void (anonymous namespace)::softmax_warp_forward<float, float, float, 4, true, false>(float*, float const*, '
               'int, int, int, bool const*, int, bool)',
    'softmax back': 'void (anonymous namespace)::softmax_warp_backward<float, float, float, 4, true, false>(float*, float '
                    'const*, float const*, int, int, int, bool const*)',
    'loss': 'void at::native::(anonymous namespace)::nll_loss_forward_reduce_cuda_kernel_2d<float, float, long>(float*, float*, '
            'float const*, long const*, float const*, bool, long, long, long, long)',
    'loss back': 'void at::native::(anonymous namespace)::nll_loss_backward_reduce_cuda_kernel_2d<float, long>(float*, float '
                 'const*, long const*, float const*, float const*, bool, int, int, long, long)',
    'add': ELEMENTWISE.replace('{0}', 'at::native::CUDAFunctor_add<float>').replace('{1}', '3'),
    'foreach': FOREACH,
    'allreduce': 'ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevComm*, unsigned long, ncclWork*)',
}


def product(sizes):
    result = 1
    for size in sizes:
        result *= size
    return result


def strides(shape):
    return [product(shape[i + 1:]) for i in range(len(shape))]


def text(value):
    return json.dumps(value)


class Trace:
    def __init__(self):
        self.events, self.clock, self.free = [], {MAIN: 1000000, ENGINE: 1000000}, {STREAM: 0, SIDE: 0}
        self.external, self.correlation, self.sequence, self.python = 0, 5000, 0, 0
        self.thread, self.deviation = MAIN, 17
        self.stack, self.allocated, self.address, self.spans = [], 0, 0x7F0000000000, {}

    def vary(self, mean):
        """A duration near the mean, in nanoseconds."""
        self.deviation = (self.deviation * 75 + 74) % 65537
        return int(mean * (0.85 + 0.3 * self.deviation / 65537))

    def now(self):
        return self.clock[self.thread]

    def pass_time(self, mean):
        self.clock[self.thread] += self.vary(mean)

    def write(self, first, start, duration=None, args=None, rest=''):
        lines = [f'    {first}', f'    "ts": {start // 1000}.{start % 1000:03}']
        if duration is not None:
            lines[-1] += f', "dur": {duration // 1000}.{duration % 1000:03}'
        lines[-1] += rest
        if args is not None:
            lines.append('    "args": {\n      ' + ', '.join(f'"{k}": {v}' for k, v in args.items()) + '\n    }')
        return '  {\n' + ',\n'.join(lines) + '\n  }'

    def complete(self, category, name, pid, tid, start, duration, args):
        first = f'"ph": "X", "cat": "{category}", "name": {text(name)}, "pid": {text(pid)}, "tid": {text(tid)}'
        self.events.append((start, self.write(first, start, duration, args)))

    def flow(self, phase, number, pid, tid, start, category):
        ending = ', "bp": "e"' if phase == 'f' else ''
        first = f'"ph": "{phase}", "id": {number}, "pid": {pid}, "tid": {tid}'
        self.events.append((start, self.write(first, start, rest=f',\n    "cat": "{category}", "name": "{category}"{ending}')))

    @contextlib.contextmanager
    def span(self, category, name, args, before=900, after=700):
        place, start = len(self.events), self.now()
        self.events.append(None)
        self.pass_time(before)
        yield start
        self.pass_time(after)
        first = f'"ph": "X", "cat": "{category}", "name": {text(name)}, "pid": {PID}, "tid": {self.thread}'
        self.events[place] = (start, self.write(first, start, self.now() - start, args))

    @contextlib.contextmanager
    def operator(self, name, inputs=(), sequence=None, backward=False, concrete=None, extra=None):
        """Inputs are shapes of float tensors, texts of other arguments, or (shape, dtype)."""
        self.external += 1
        args = {'External id': self.external, 'Record function id': self.external}
        if sequence is not None:
            args.update({'Sequence number': sequence, 'Fwd thread id': 1 if backward else 0})
        if inputs:
            known = [i if isinstance(i, tuple) and isinstance(i[1] if len(i) > 1 else 0, str) else (i, FLOAT) for i in inputs]
            known = [(list(i), d) if not isinstance(i, str) else ([], 'Scalar') for i, d in known]
            values = [i if isinstance(i, str) else '' for i in inputs]
            args['Concrete Inputs'] = text(values)
            args['Input type'] = text([d for _, d in known])
            args['Input Strides'] = text([strides(i) for i, _ in known])
            args['Input Dims'] = text([i for i, _ in known])
        if self.stack and self.thread == MAIN:
            args['Call stack'] = text(''.join(name + ';' for name in reversed(self.stack)))
        args.update(extra or {})
        args['Ev Idx'] = self.external - 1
        with self.span('cpu_op', name, args) as start:
            if sequence is not None and not backward:
                self.flow('s', sequence + 1, PID, self.thread, start, 'fwdbwd')
            elif sequence is not None and backward == 'first':
                self.flow('f', sequence + 1, PID, self.thread, start, 'fwdbwd')
            yield

    def call(self, name, callback=211, duration=5000, device=None):
        """A call of the runtime, and what the device does for it: (category, name, tid, duration, args)."""
        self.correlation += 1
        start, length = self.now(), self.vary(duration)
        args = {'External id': self.external, 'cbid': callback, 'correlation': self.correlation}
        self.complete('cuda_runtime', name, PID, self.thread, start, length, args)
        self.clock[self.thread] += length
        if device is None:
            return
        category, kernel, stream, length, args = device
        begin = max(self.free[stream], start + length // 50 + 4200)
        args = {**args, 'correlation': self.correlation}
        self.complete(category, kernel, 0, stream, begin, length, {'External id': self.external, **args})
        self.flow('s', self.correlation, PID, self.thread, start, 'ac2g')
        self.flow('f', self.correlation, 0, stream, begin, 'ac2g')
        self.free[stream] = begin + length + 640
        for name in self.spans:
            first, _ = self.spans[name] or (begin, 0)
            self.spans[name] = (first, begin + length)

    def kernel(self, name, elements, per_second=9e10, stream=STREAM, least=2300):
        length = self.vary(max(least, elements / per_second * 1e9))
        blocks = max(1, -(-elements // 512))
        args = {'queued': 0, 'device': 0, 'context': 1, 'stream': stream, 'registers per thread': 32, 'shared memory': 0,
                'blocks per SM': f'{blocks / 108:.6f}', 'warps per SM': f'{blocks * 4 / 108:.6f}', 'grid': [blocks, 1, 1],
                'block': [128, 1, 1], 'est. achieved occupancy %': min(100, blocks * 4 * 100 // (108 * 64))}
        self.call('cudaLaunchKernel', device=('kernel', KERNELS[name], stream, length, args))

    def copy(self, name, size):
        length = self.vary(max(1500, size / 12))
        args = {'device': 0, 'context': 1, 'stream': STREAM, 'bytes': size, 'memory bandwidth (GB/s)': f'{size / length:.6f}'}
        self.call('cudaMemcpyAsync', 41, 7000, ('gpu_memcpy', name, STREAM, length, args))

    def fill(self, size):
        args = {'device': 0, 'context': 1, 'stream': STREAM, 'bytes': size, 'memory bandwidth (GB/s)': f'{size / 1500:.6f}'}
        self.call('cudaMemsetAsync', 51, 4000, ('gpu_memset', 'Memset (Device)', STREAM, self.vary(1500), args))

    def memory(self, size):
        self.allocated += size
        self.address += 512
        args = {'Total Reserved': 67108864, 'Total Allocated': self.allocated, 'Bytes': size, 'Addr': self.address,
                'Device Id': 0, 'Device Type': 1}
        first = f'"ph": "i", "cat": "cpu_instant_event", "s": "t", "name": "[memory]",\n    "pid": {PID}, "tid": {self.thread}'
        self.events.append((self.now(), self.write(first, self.now(), args=args)))

    @contextlib.contextmanager
    def frame(self, name, module=None):
        """A Python function on the stack; one that calls a module is named after it."""
        self.python += 1
        args = {'Python id': self.python, 'Python parent id': getattr(self, 'caller', 0) or 'null'}
        if module is not None:
            args['Python module id'] = module
        caller, self.caller = getattr(self, 'caller', None), self.python
        self.stack.append(name)
        with self.span('python_function', name, args, 400, 300):
            yield
        self.stack.pop()
        self.caller = caller

    @contextlib.contextmanager
    def annotation(self, name):
        self.external += 1
        self.spans[name] = None
        with self.span('user_annotation', name, {'External id': self.external, 'Ev Idx': self.external - 1}, 2500, 2200):
            yield
        device = self.spans.pop(name)
        if device:
            start, end = device
            self.complete('gpu_user_annotation', name, 0, STREAM, start - 1, end - start + 2, {'External id': self.external})


class Network:
    """Forward notes what backward has to undo: name of the node, sequence number, function."""

    def __init__(self, trace):
        self.trace, self.tape, self.weights = trace, [], []

    def record(self, node, function):
        self.tape.append((node, self.trace.sequence, function))
        self.trace.sequence += 1
        return self.trace.sequence - 1

    def convolution(self, name, channels, filters, side):
        trace, source, weights = self.trace, (BATCH, channels, side, side), (filters, channels, 3, 3)
        result = (BATCH, filters, side, side)
        work = product(result) * channels * 9
        arguments = [source, weights, (filters,), '[1, 1]', '[1, 1]', '[1, 1]']

        def backward():
            with trace.operator('aten::convolution_backward', [result, source, weights]):
                if channels > 3:
                    trace.memory(product(source) * 4)
                    trace.kernel('dgrad', work, 9e12)
                trace.fill(product(weights) * 4)
                trace.memory(product(weights) * 4)
                trace.kernel('wgrad', work, 8e12)
                trace.memory(-product(result) * 4)
            with trace.operator('aten::sum', [result, '[0, 2, 3]']):
                trace.kernel('sum', product(result))

        with trace.frame(f'nn.Module: Conv2d_{name[-1]}', 10 + int(name[-1])):
            with trace.operator('aten::conv2d', arguments):
                sequence = self.record('ConvolutionBackward0', backward)
                with trace.operator('aten::convolution', arguments, sequence):
                    with trace.operator('aten::_convolution', arguments):
                        with trace.operator('aten::cudnn_convolution', [source, weights]):
                            with trace.operator('aten::empty', [str(list(result))]):
                                trace.memory(product(result) * 4)
                            trace.kernel('nhwc', product(source))
                            trace.kernel('fprop', work, 1e13)
                        with trace.operator('aten::add_', [result, (1, filters, 1, 1), '1']):
                            trace.kernel('add', product(result))
        self.weights += [weights, (filters,)]

    def normalization(self, name, filters, side):
        trace, shape, one = self.trace, (BATCH, filters, side, side), (filters,)

        def backward():
            with trace.operator('aten::cudnn_batch_norm_backward', [shape, shape, one, one, one]):
                trace.memory(product(shape) * 4)
                trace.kernel('bn back', product(shape) * 3)
                trace.memory(-product(shape) * 4)

        with trace.frame(f'nn.Module: BatchNorm2d_{name[-1]}', 20 + int(name[-1])):
            with trace.operator('aten::batch_norm', [shape, one, one, one, one, 'True', '0.1', '1e-05', 'True']):
                sequence = self.record('CudnnBatchNormBackward0', backward)
                with trace.operator('aten::cudnn_batch_norm', [shape, one, one, one, one], sequence):
                    with trace.operator('aten::empty_like', [shape]):
                        trace.memory(product(shape) * 4)
                    trace.kernel('bn', product(shape) * 2)
        self.weights += [one, one]

    def activation(self, name, filters, side):
        trace, shape = self.trace, (BATCH, filters, side, side)

        def backward():
            with trace.operator('aten::threshold_backward', [shape, shape, '0']):
                trace.kernel('relu back', product(shape) * 2)

        with trace.frame(f'nn.Module: ReLU_{name[-1]}', 30 + int(name[-1])):
            with trace.operator('aten::relu', [shape], self.record('ReluBackward0', backward)):
                with trace.operator('aten::clamp_min', [shape, '0']):
                    trace.memory(product(shape) * 4)
                    trace.kernel('relu', product(shape))

    def pooling(self, name, filters, side):
        trace, shape, half = self.trace, (BATCH, filters, side, side), (BATCH, filters, side // 2, side // 2)

        def backward():
            with trace.operator('aten::max_pool2d_with_indices_backward', [half, shape, '[2, 2]', (half, 'long int')]):
                trace.kernel('pool back', product(shape))
                trace.memory(-product(half) * 12)

        with trace.frame(f'nn.Module: MaxPool2d_{name[-1]}', 40 + int(name[-1])):
            with trace.operator('aten::max_pool2d', [shape, '[2, 2]', '[2, 2]']):
                sequence = self.record('MaxPool2DWithIndicesBackward0', backward)
                with trace.operator('aten::max_pool2d_with_indices', [shape, '[2, 2]', '[2, 2]'], sequence):
                    trace.memory(product(half) * 12)
                    trace.kernel('pool', product(shape))

    def linear(self, width):
        trace, source, weights = self.trace, (BATCH, width), (CLASSES, width)

        def backward():
            with trace.operator('aten::mm', [(BATCH, CLASSES), weights]):
                trace.kernel('gemm nn', BATCH * CLASSES * width, 4e12)
            with trace.operator('aten::mm', [(CLASSES, BATCH), source]):
                trace.kernel('gemm nt', BATCH * CLASSES * width, 4e12)
            with trace.operator('aten::sum', [(BATCH, CLASSES), '[0]']):
                trace.kernel('sum', BATCH * CLASSES)

        with trace.frame('nn.Module: Linear_0', 50):
            with trace.operator('aten::linear', [source, weights, (CLASSES,)]):
                with trace.operator('aten::t', [weights]):
                    pass
                sequence = self.record('AddmmBackward0', backward)
                with trace.operator('aten::addmm', [(CLASSES,), source, (width, CLASSES), '1', '1'], sequence):
                    trace.memory(BATCH * CLASSES * 4)
                    trace.kernel('gemm', BATCH * CLASSES * width, 4e12)
        self.weights += [weights, (CLASSES,)]

    def loss(self):
        trace, scores, labels = self.trace, (BATCH, CLASSES), ((BATCH,), 'long int')

        def softmax_backward():
            with trace.operator('aten::_log_softmax_backward_data', [scores, scores, '1', '6']):
                trace.kernel('softmax back', product(scores))

        def loss_backward():
            with trace.operator('aten::nll_loss_backward', [(), scores, labels, '1', '-100']):
                trace.kernel('loss back', product(scores))

        with trace.frame('nn.Module: CrossEntropyLoss_0', 60):
            with trace.operator('aten::cross_entropy_loss', [scores, labels, '1', '-100', '0.']):
                sequence = self.record('LogSoftmaxBackward0', softmax_backward)
                with trace.operator('aten::_log_softmax', [scores, '1', 'False'], sequence):
                    trace.kernel('softmax', product(scores))
                sequence = self.record('NllLossBackward0', loss_backward)
                with trace.operator('aten::nll_loss_forward', [scores, labels, '1', '-100'], sequence):
                    trace.kernel('loss', product(scores))


def forward(network):
    side, filters = SIDE_LENGTH, 3
    for name, channels, filters in () if SMALL else BLOCKS:
        network.convolution(name, channels, filters, side)
        network.normalization(name, filters, side)
        network.activation(name, filters, side)
        network.pooling(name, filters, side)
        side //= 2
    network.linear(filters * side * side)
    network.loss()


def backward(trace, network):
    """The engine runs the nodes on a thread of its own, while the main thread waits."""
    trace.clock[ENGINE] = trace.now() + 9000
    trace.thread = ENGINE
    for node, sequence, function in reversed(network.tape):
        with trace.operator(f'autograd::engine::evaluate_function: {node}', sequence=sequence, backward='first'):
            with trace.operator(node, sequence=sequence, backward=True):
                function()
    all_reduce(trace, sum(product(weights) for weights in network.weights))
    trace.thread = MAIN
    trace.clock[MAIN] = trace.clock[ENGINE] + 12000


def all_reduce(trace, elements):
    collective = {'Collective name': '"allreduce"', 'In msg nelems': elements, 'Out msg nelems': elements, 'Group size': 2,
                  'dtype': '"Float"', 'Process Group Name': '"0"', 'Process Group Description': '"default_pg"',
                  'Process Group Ranks': '"[0, 1]"'}
    with trace.operator('c10d::allreduce_', [(elements,)]):
        with trace.operator('record_param_comms', [(elements,)], extra=collective):
            trace.kernel('allreduce', elements, 2e9, SIDE)


def train(trace, number):
    network = Network(trace)
    with trace.annotation(f'ProfilerStep#{number}'):
        with trace.frame('train.py(52): train_step'):
            with trace.operator('aten::to', [(BATCH, 3, SIDE_LENGTH, SIDE_LENGTH), '0', 'False']):
                with trace.operator('aten::copy_', [(BATCH, 3, SIDE_LENGTH, SIDE_LENGTH)] * 2):
                    trace.memory(BATCH * 3 * SIDE_LENGTH * SIDE_LENGTH * 4)
                    trace.copy('Memcpy HtoD (Pinned -> Device)', BATCH * 3 * SIDE_LENGTH * SIDE_LENGTH * 4)
            with trace.frame('net.py(31): forward'):
                forward(network)
            with trace.frame('torch/_tensor.py(525): backward'):
                backward(trace, network)
            with trace.frame('torch/optim/sgd.py(80): step'):
                with trace.annotation('Optimizer.step#SGD.step'):
                    with trace.operator('aten::_foreach_add_', [network.weights[0], network.weights[0], '-0.1']):
                        trace.kernel('foreach', sum(product(weights) for weights in network.weights) * 3)
        trace.memory(-trace.allocated)
        trace.call('cudaDeviceSynchronize', 165, max(1000, trace.free[STREAM] - trace.now()))


def metadata(start):
    """Names and order of processes and threads, and the profiler's own events, stand last."""
    rows = []
    for pid, label, order in ((PID, 'CPU', PID), (0, 'GPU 0', 5000000)):
        rows += [('process_name', pid, 0, {'name': '"python3"'}), ('process_labels', pid, 0, {'labels': f'"{label}"'}),
                 ('process_sort_index', pid, 0, {'sort_index': order})]
    for pid, tid, name in ((0, STREAM, f'stream {STREAM} '), (0, SIDE, f'stream {SIDE} '),
                           (PID, MAIN, f'thread {MAIN} (python3)'), (PID, ENGINE, f'thread {ENGINE} (pt_autograd_0)')):
        rows += [('thread_name', pid, tid, {'name': f'"{name}"'}), ('thread_sort_index', pid, tid, {'sort_index': tid})]
    return [f'  {{\n    "name": "{name}", "ph": "M", "ts": {start // 1000}.000, "pid": {pid}, "tid": {tid},\n    "args": {{\n'
            + ',\n'.join(f'      "{k}": {v}' for k, v in args.items()) + '\n    }\n  }' for name, pid, tid, args in rows]


HEADER = '''{
  "schemaVersion": 1,
  "deviceProperties": [
    {
      "id": 0, "name": "NVIDIA A100-SXM4-40GB", "totalGlobalMem": 42297786368,
      "computeMajor": 8, "computeMinor": 0,
      "maxThreadsPerBlock": 1024, "maxThreadsPerMultiprocessor": 2048,
      "regsPerBlock": 65536, "warpSize": 32,
      "sharedMemPerBlock": 49152, "numSms": 108
    , "regsPerMultiprocessor": 65536, "sharedMemPerBlockOptin": 166912, "sharedMemPerMultiprocessor": 167936
    }
  ],
  "cuda_runtime_version": 12010,
  "cuda_driver_version": 12020,
  "distributedInfo": {"backend": "nccl", "rank": 0, "world_size": 2, "pg_count": 1, \
"pg_config": [{"pg_name": "0", "pg_desc": "default_pg", "backend_config": "cuda:nccl", \
"pg_size": 2, "ranks": [0, 1]}], "nccl_version": "2.18.5"},
  "profile_memory": 1,
  "record_shapes": 1,
  "with_stack": 1,
  "trace_id": "4C616D696E6120736D616C6C20747261",
  "displayTimeUnit": "ms",
  "baseTimeNanoseconds": 1729720800000000000,
  "traceEvents": [
'''


def main():
    trace = Trace()
    start = trace.now() - 40000
    for number in (3,) if SMALL else (3, 4):
        train(trace, number)
    end = trace.now() + 25000
    trace.complete('overhead', 'Activity Buffer Request', -1, 0, start + 9000, 21000, {})
    trace.complete('Trace', 'PyTorch Profiler (0)', 'Spans', 'PyTorch Profiler', start, end - start, {'Op count': 0})
    # The sort is stable, and what lies around something else was begun before it.
    events = [event for _, event in sorted(trace.events, key=lambda event: event[0])]
    mark = f'"ts": {start // 1000}.{start % 1000:03}\n  }}'
    ending = f'"ts": {end // 1000}.{end % 1000:03}\n  }}'
    events += metadata(start) + [
        '  {\n    "name": "process_sort_index", "ph": "M", "ts": 0.000, "pid": "Spans", "tid": 0,\n    "args": {\n'
        '      "sort_index": 536870912\n    }\n  }',
        '  {\n    "name": "Iteration Start: PyTorch Profiler", "ph": "i", "s": "g", "pid": "Traces", "tid": "Trace PyTorch '
        f'Profiler", {mark}',
        f'  {{\n    "name": "Record Window End", "ph": "i", "s": "g", "pid": "", "tid": "", {ending}']
    sys.stdout.write(HEADER + ',\n'.join(events) + '\n  ],\n  "traceName": "./convnet-pytorch.pt.trace.json"\n}\n')


main()
