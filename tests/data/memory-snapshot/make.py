#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""make.py NAME: writes the small memory snapshot NAME, one for each way in which PyTorch has written them. They were made up."""

import pickle
import sys

MIB = 1 << 20
MAIN = {'name': '<module>', 'filename': '/home/user/net/train.py', 'line': 9}
STEP = {'name': 'step', 'filename': '/home/user/net/train.py', 'line': 5}
CALL = {'name': '_call_impl', 'filename': '/opt/lib/python3.12/site-packages/torch/nn/modules/module.py', 'line': 1700}
LINEAR = {'name': 'forward', 'filename': '/opt/lib/python3.12/site-packages/torch/nn/modules/linear.py', 'line': 125}
UNWIND = {'name': 'torch::unwind::unwind()', 'filename': '??', 'line': 0}
ALLOCATE = {'name': 'c10::cuda::CUDACachingAllocator::Native::NativeCachingAllocator::malloc(void**, int)', 'filename': '',
            'line': 0}
PRODUCT = {'name': 'at::_ops::mm::call(at::Tensor const&, at::Tensor const&)', 'filename': '??', 'line': 0}
TEMPLATE = {'name': 'void at::native::(anonymous namespace)::copy<c10::Half>::operator()(at::Tensor<float>)', 'filename': '',
            'line': 0}


def write_event(action, address, size, time=None, frames=(), stream=0, **more):
    event = {'action': action, 'addr': address, 'size': size, 'stream': stream}
    if time is not None:
        event['time_us'] = time
    return {**event, **more, 'frames': list(frames)}


def write_segment(address, size, blocks, device=0, stream=0, pool=(0, 0), **more):
    """Blocks are (size, requested, state, frames); the last one fills the segment."""
    rows, at = [], address
    for length, requested, state, frames in blocks:
        rows.append({'address': at, 'size': length, 'requested_size': requested, 'state': state, 'frames': list(frames)})
        at += length
    if at < address + size:
        rows.append({'address': at, 'size': address + size - at, 'requested_size': 0, 'state': 'inactive', 'frames': []})
    active = sum(row['size'] for row in rows if row['state'] != 'inactive')
    return {'device': device, 'address': address, 'total_size': size, 'allocated_size': active, 'active_size': active,
            'requested_size': sum(row['requested_size'] for row in rows), 'stream': stream, 'segment_type': 'small',
            'segment_pool_id': pool, 'is_expandable': False, 'frames': [], 'blocks': rows, **more}


def make_small():
    """Two allocations from before, one of which goes; a request that has to wait; running out of memory; two regions."""
    stack = [LINEAR, CALL, STEP, MAIN]
    events = [
        write_event('alloc', 0x1000, 1000, 100, stack),
        write_event('free_completed', 0x2000, 2048, 100),
        write_event('segment_alloc', 0x900000, 2 * MIB, 101, stack, stream=2**63 + 7),
        write_event('alloc', 0x900000, 700, 102, [PRODUCT, *stack], stream=2**63 + 7),
        write_event('free_requested', 0x1000, 1000, 110),
        {'action': 'oom', 'device_free': 5 * MIB, 'size': 64 * MIB, 'stream': 0, 'time_us': 112, 'frames': stack},
        write_event('free_completed', 0x1000, 1000, 120),
        write_event('alloc', 0x1000, 3, 121, [UNWIND, ALLOCATE, TEMPLATE]),
    ]
    blocks = [(512, 3, 'active_allocated', [UNWIND, ALLOCATE, TEMPLATE]), (0x1e00, 0, 'inactive', []),
              (4096, 4000, 'active_allocated', [])]
    regions = [{'stage': stage, 'name': name, 'device': 0, 'time_us': time}
               for stage, name, time in (('START', 'step', 99), ('START', 'step', 105), ('END', 'step', 111), ('END', 'step', 119),
                                         ('END', 'step', 120), ('START', 'last', 120))]
    return {'segments': [write_segment(0x1000, 2 * MIB, blocks),
                         write_segment(0x900000, 2 * MIB, [(1024, 700, 'active_allocated', [PRODUCT, *stack])], stream=2**63 + 7)],
            'device_traces': [events],
            'allocator_settings': {'PYTORCH_CUDA_ALLOC_CONF': 'max_split_size_mb:64', 'max_split_size': 64 * MIB,
                                   'garbage_collection_threshold': 0.5, 'expandable_segments': False,
                                   'roundup_power2_divisions': {'1': 0}},
            'external_annotations': regions}


def make_old():
    """As versions before 2.1 wrote them: blocks with a history, no times, the sizes of requests there alone."""
    history = [{'addr': 0x1000, 'real_size': 900, 'frames': [STEP, MAIN]}]
    segment = {'device': 0, 'address': 0x1000, 'total_size': 2 * MIB, 'allocated_size': 1024, 'active_size': 1024, 'stream': 0,
               'segment_type': 'small', 'blocks': [{'size': 1024, 'state': 'active_allocated', 'history': history},
                                                   {'size': 512, 'state': 'active_pending_free', 'history': []},
                                                   {'size': 2 * MIB - 1536, 'state': 'inactive'}]}
    events = [write_event('segment_alloc', 0x1000, 2 * MIB), write_event('alloc', 0x1000, 900, frames=[STEP, MAIN]),
              write_event('alloc', 0x1400, 512, frames=[MAIN]), write_event('free_requested', 0x1400, 512)]
    return {'segments': [segment], 'device_traces': [events]}


def make_devices():
    """Two devices, one of which grows segments in pieces, pinned memory, and events that don't fit together."""
    first = [
        write_event('segment_map', 0x200000, 2 * MIB, 50), write_event('segment_map', 0x400000, 2 * MIB, 51),
        write_event('alloc', 0x200000, 3 * MIB, 52, [STEP, MAIN]), write_event('free_requested', 0x200000, 3 * MIB, 53),
        write_event('free_completed', 0x200000, 3 * MIB, 53), write_event('segment_unmap', 0x300000, 2 * MIB, 54),
        write_event('snapshot', 0, 0, 55), write_event('annotate', 0x200000, 0, 56, user_metadata='weights of the head'),
        write_event('defragment', 0, 0, 57),
    ]
    second = [write_event('alloc', 0x1000, 100, frames=[STEP, MAIN]), write_event('alloc', 0x1000, 200, frames=[MAIN]),
              write_event('free_completed', 0x1000, 200), write_event('free_completed', 0x1000, 200),
              write_event('free_requested', 0x5000, 1), write_event('segment_free', 0x800000, MIB)]
    pinned = write_segment(0x70000000, MIB, [(4096, 4096, 'active_allocated', [MAIN])])
    del pinned['device']
    return {'segments': [write_segment(0x200000, MIB, [], pool=(0, 3), is_expandable=True),
                         write_segment(0x500000, MIB, [], pool=(0, 3), is_expandable=True),
                         write_segment(0x1000, 2 * MIB, [], device=1)],
            'device_traces': [first, second, []],
            'host_segments': [pinned], 'host_traces': [write_event('alloc', 0x70000000, 4096, 60, [MAIN])],
            'external_annotations': [{'stage': 'START', 'name': 'nowhere', 'device': 1, 'time_us': 50}]}


def make_categories():
    """As a plot of the profiler is made from: no times, blocks without addresses, and what each tensor is for."""
    stack = [{'name': 'step', 'filename': 'none', 'line': 0}]
    events = []
    for address, size, category in ((0x1000, 1024, 'parameter'), (0x1400, 2048, 'activation'), (0x1c00, 512, 'unknown'),
                                    (0x1e00, 4096, 'activation')):
        events.append(write_event('alloc', address, size, frames=stack, category=category))
    for address, size in ((0x1e00, 4096), (0x1c00, 512)):
        events += [write_event(action, address, size, frames=stack) for action in ('free_requested', 'free_completed')]
    events.append(write_event('alloc', 0x1c00, 256, frames=stack, category='gradient'))
    blocks = [{'size': size, 'state': 'active_allocated', 'requested_size': size, 'frames': stack} for size in (1024, 2048, 256)]
    return {'device_traces': [events],
            'segments': [{'device': 0, 'address': 0x1000, 'total_size': 0x1e00, 'stream': 0,
                          'blocks': [*blocks, {'size': 0x1e00 - 1024 - 2048 - 256, 'state': 'inactive'}]}]}


MAKERS = {'categories': (make_categories, 4), 'small': (make_small, 5), 'old': (make_old, 2), 'devices': (make_devices, 4)}

if __name__ == '__main__':
    make, protocol = MAKERS[sys.argv[1]]
    sys.stdout.buffer.write(pickle.dumps(make(), protocol=protocol))
