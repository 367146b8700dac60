#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""make.py: writes the small profiles beside it, in the words of ONNX Runtime. They were made up; nothing was run."""

import pathlib


def write_event(category, name, start, duration, args, pid=71, tid=72):
    return ('{"cat" : "%s","pid" :%d,"tid" :%d,"dur" :%d,"ts" :%d,"ph" : "X","name" :"%s","args" : %s}'
            % (category, pid, tid, duration, start, name, args))


def write_node(name, kind, index, start, duration, inputs, outputs, sizes, provider='CUDAExecutionProvider'):
    args = ('{"op_name" : "%s","provider" : "%s","node_index" : "%d","parameter_size" : "%d","activation_size" : "%d",'
            '"output_size" : "%d","input_type_shape" : %s,"output_type_shape" : %s}'
            % (kind, provider, index, *sizes, inputs, outputs))
    return write_event('Node', name + '_kernel_time', start, duration, args)


def write_kernel(name, start, duration, kind=None, parent=None):
    owner = ',"op_name" : "%s","parent_name" : "%s_kernel_time"' % (kind, parent) if parent else ''
    args = '{"stream" : "7","grid_x" : "8","grid_y" : "1","grid_z" : "1","block_x" : "256"%s}' % owner
    return write_event('Kernel', name, start, duration, args, -1, -1)


def make_gpu():
    """Two runs on a GPU, one node on the CPU, one inside another; kernels come behind the node that they work for."""
    picture, wide = '{"float":[1,3,32,32]}', '{"float":[1,8,32,32]}'
    convolution = ('sm80_xmma_fprop_implicit_gemm_f32f32_f32f32_f32_nhwckrsc_nhwc_tilesize128x128x8_stage3_'
                   'warpsize2x2x1_g1_ffma_aligna4_alignc4_execute_kernel_cudnn')
    events = [write_event('Session', 'model_loading_array', 0, 900, '{}'),
              write_event('Session', 'session_initialization', 950, 4000, '{}')]
    for run in range(2):
        start = 5000 + run * 400
        events += [
            write_event('Session', 'model_run', start, 300, '{}'),
            write_event('Session', 'SequentialExecutor::Execute', start + 4, 292, '{}'),
            write_node('conv1', 'FusedConv', 0, start + 10, 30, f'[{picture},{{"float":[8,3,3,3]}},{{"float":[8]}}]',
                       f'[{wide}]', (896, 12288, 32768)),
            write_kernel(convolution, start + 35, 60, 'FusedConv', 'conv1'),
            write_kernel('void add_bias(float*)', start + 96, 8, 'FusedConv', 'conv1'),
            write_node('if1', 'If', 1, start + 60, 60, '[{"bool":[]}]', f'[{wide}]', (0, 1, 32768)),
            write_node('if1/relu', 'Relu', 0, start + 70, 20, f'[{wide}]', f'[{wide}]', (0, 32768, 32768)),
            write_kernel('relu_kernel', start + 110, 9, 'Relu', 'if1/relu'),
            write_node('Memcpy_token_1', 'MemcpyToHost', 4, start + 130, 40, f'[{wide}]', f'[{wide}]', (0, 32768, 32768)),
            write_node('topk', 'TopK', 2, start + 180, 80, f'[{wide},{{"int64":[1]}}]',
                       '[{"float":[1,8,32,5]},{"int64":[1,8,32,5]}]', (8, 32768, 15360), 'CPUExecutionProvider'),
        ]
    return events + [write_kernel('left_over', 5900, 5)]


def make_old():
    """An old version: in the order of ends, with fences, nodes without names, and cut before the last run ended."""
    events = [write_event('Session', 'model_loading_uri', 1, 500, '{}'),
              write_event('Session', 'session_initialization', 505, 2000, '{}')]
    for run in range(2):
        start = 3000 + run * 500
        for i, (name, kind, duration) in enumerate((('', 'Conv', 120), ('', 'Relu', 10), ('fc', 'Gemm', 50))):
            begin, args = start + 20 + i * 130, '{"op_name" : "%s"}' % kind
            events += [
                write_event('Node', name + '_fence_before', begin, i + 1, args),
                write_event('Node', name + '_kernel_time', begin + 5, duration,
                            '{"provider" : "CPUExecutionProvider","graph_index" : "%d","exec_plan_index" : "%d",'
                            '"node_index" : "%d","op_name" : "%s"}' % (i, i, i, kind)),
                write_event('Node', name + '_fence_after', begin + 5 + duration, 0, args),
            ]
        if run == 0:
            events += [write_event('Session', 'SequentialExecutor::Execute', start + 10, 410, '{}'),
                       write_event('Session', 'model_run', start, 430, '{}')]
    return events


def main():
    folder = pathlib.Path(__file__).parent
    (folder / 'gpu.json').write_text('[\n' + ',\n'.join(make_gpu()) + '\n]\n')
    (folder / 'old.json').write_text('[\n' + ',\n'.join(make_old()) + ',\n')


if __name__ == '__main__':
    main()
