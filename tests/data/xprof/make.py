#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""make.py: writes the small traces beside it, in the words of XProf. They were made up; nothing was run."""

import json
import pathlib


def name_process(pid, name, lines):
    events = [{'ph': 'M', 'pid': pid, 'name': 'process_name', 'args': {'name': name}},
              {'ph': 'M', 'pid': pid, 'name': 'process_sort_index', 'args': {'sort_index': pid}}]
    for tid, line in lines.items():
        events += [{'ph': 'M', 'pid': pid, 'tid': tid, 'name': 'thread_name', 'args': {'name': line}},
                   {'ph': 'M', 'pid': pid, 'tid': tid, 'name': 'thread_sort_index', 'args': {'sort_index': tid}}]
    return events


def slice_of(pid, tid, name, start, duration, **args):
    return {'args': args, 'dur': duration, 'name': name, 'ph': 'X', 'pid': pid, 'tid': tid, 'ts': start}


def make_tpu():
    """Two cores, a loop with operations inside, several outputs, comments among operands, counters in one event."""
    events = []
    for core in (3, 4):
        events += name_process(core, f'/device:TPU:{core - 3}',
                               {1: 'Steps', 2: 'XLA Modules', 3: 'XLA Ops', 4: 'Framework Name Scope', 5: 'Async XLA Ops'})
        for step in range(2):
            at = 100 + step * 100 + core / 1000
            events += [
                slice_of(core, 1, str(step + 7), at, 60, group_id=str(step)),
                slice_of(core, 2, 'jit_f(17)', at, 60, group_id=str(step), run_id='18446744073709551615'),
                slice_of(core, 4, 'jvp(Model)', at, 40, group_id=str(step)),
                slice_of(core, 5, 'copy-start.1', at + 1, 70, group_id=str(step)),
                slice_of(core, 3, 'while.1', at, 40.5, hlo_category='while', model_flops='4000', bytes_accessed='999',
                         device_duration_ps='40500000',
                         long_name='%while.1 = (s32[], bf16[8,128]{1,0:T(8,128)(2,1)}) while((s32[], bf16[8,128]{1,0}) '
                                   '%tuple.4), condition=%c, body=%b'),
                slice_of(core, 3, 'fusion.2', at + 1, 20.123456, group_id=str(step), hlo_category='loop fusion',
                         device_duration_ps='20123456', model_flops='2000', bytes_accessed='4096',
                         long_name='%fusion.2 = bf16[8,128]{1,0:T(8,128)(2,1)} fusion(bf16[8,128]{1,0:T(8,128)(2,1)} %p.1, '
                                   '/*index=1*/f32[<=128]{0} %param.2, token[] %t), kind=kLoop',
                         tf_op='jit(f)/jvp(Model)/dense/add'),
                slice_of(core, 3, 'copy.3', at + 22, 10, group_id=str(step), long_name='copy.3 = pred[] copy(fusion.2)'),
                slice_of(core, 3, 'dot.4', at + 41, 19, group_id=str(step), model_flops=5e3,
                         tf_op='jit(f)/transpose(jvp(Model))/dense/dot_general', long_name='no text of an operation'),
            ]
    events += name_process(701, '/host:CPU', {9: 'python'})
    events += [slice_of(701, 9, 'train', 50, 200, group_id='0'), slice_of(701, 9, 'dot.4', 60, 20, hlo_op='dot.4'),
               {'ph': 'C', 'pid': 3, 'name': 'HBM', 'event_stats': 'GB/s', 'entries': [[100, 1.5], [110, 2], [120, 0]]}, {}]
    return {'displayTimeUnit': 'ns', 'metadata': {'highres-ticks': True}, 'traceEvents': events}


def make_gpu():
    """Streams run the kernels of operations; the line of operations shows the same time once more."""
    events = name_process(1, '/device:GPU:0', {1: 'Stream #13(MemcpyD2H)', 2: 'Stream #14(Compute)', 3: 'XLA Ops', 4: 'Steps'})
    events += name_process(701, '/host:CPU', {9: 'python'})
    for step in range(2):
        at = 100 + step * 50
        events += [slice_of(1, 4, f'train {step}', at, 40), slice_of(1, 3, 'gemm_fusion.1', at, 18),
                   slice_of(1, 2, 'ampere_bf16_s16816gemm_bf16_128x64_ldg8_f2f_stages_64x3_tn', at, 12, hlo_op='gemm_fusion.1',
                            hlo_module='jit_f', correlation_id='5'),
                   slice_of(1, 2, 'splitKreduce_kernel', at + 12, 6, hlo_op='gemm_fusion.1'),
                   slice_of(1, 1, 'MemcpyD2H', at + 20, 5, memcpy_details='kind:device size:64')]
    return {'metadata': {'highres-ticks': True}, 'displayTimeUnit': 'ns', 'traceEvents': events}


def make_cpu():
    """Without devices, threads of the host run the operations of XLA and TensorFlow."""
    events = name_process(701, '/host:CPU', {9: 'python', 10: 'tf_XLAEigen/10'})
    events += [slice_of(701, 9, 'train', 50, 200), slice_of(701, 10, 'call.1', 60, 50, hlo_op='call.1', hlo_module='jit_f'),
               slice_of(701, 10, 'dot.4', 65, 20, hlo_op='dot.4', hlo_module='jit_f'),
               slice_of(701, 9, 'MatMul', 150, 30, long_name='model/dense/MatMul:MatMul'),
               slice_of(701, 9, 'Grad', 190, 30, long_name='gradient_tape/model/dense/MatMul:MatMul',
                        tf_op='gradient_tape/model/dense/MatMul'),
               slice_of(701, 9, 'std', 230, 10, long_name='std::vector<int>::push_back')]
    return {'displayTimeUnit': 'ns', 'traceEvents': events}


def main():
    folder = pathlib.Path(__file__).parent
    for name, make in (('tpu', make_tpu), ('gpu', make_gpu), ('cpu', make_cpu)):
        trace = make()
        events = ',\n'.join(json.dumps(event, separators=(',', ':')) for event in trace.pop('traceEvents'))
        head = json.dumps(trace, separators=(',', ':'))[:-1]
        (folder / f'{name}.json').write_text(f'{head},"traceEvents":[\n{events}\n]}}\n')


if __name__ == '__main__':
    main()
