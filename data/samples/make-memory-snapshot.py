#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes a memory snapshot as torch.cuda.memory._dump_snapshot () does: three training steps of a small transformer, which keeps
what it need not, and an evaluation with a larger batch that runs out of memory.

Made for Lamina, from the shapes of the network and the rules of PyTorch's caching allocator; nothing was run.
"""

import pickle
import sys

MIB = 1 << 20
GRAIN, SMALL, LARGE, TOTAL = 512, 2 * MIB, 20 * MIB, 176 * MIB
START = 1_700_000_000_000_000
WORDS, WIDTH, DEPTH, LENGTH, BATCH, EVALUATION = 2000, 192, 3, 64, 16, 64
TRAIN, MODEL, TORCH = '/home/user/charlm/train.py', '/home/user/charlm/model.py', '/usr/lib/python3.12/site-packages/torch/'


class Frames:
    """Equal frames are one dict, as in files of PyTorch."""

    def __init__(self):
        self.known = {}

    def get(self, name, filename, line):
        return self.known.setdefault((name, filename, line), {'name': name, 'filename': filename, 'line': line})

    def stack(self, *places):
        return [self.get(*place) for place in places]


class Block:
    def __init__(self, address, size):
        self.address, self.size, self.requested, self.state, self.frames = address, size, 0, 'inactive', []


class Segment:
    def __init__(self, address, size, stream):
        self.address, self.size, self.stream, self.blocks = address, size, stream, [Block(address, size)]


class OutOfMemory(Exception):
    pass


class Allocator:
    """What c10's caching allocator does, as far as this needs it: two pools, best fit, splitting, merging."""

    def __init__(self):
        self.segments, self.events, self.time, self.next = [], [], START, 0x7F0000000000

    def record(self, action, address, size, frames):
        self.time += 3
        event = {'action': action, 'addr': address, 'size': size, 'stream': 0, 'time_us': self.time, 'frames': frames}
        if action == 'oom':
            event['device_free'] = event.pop('addr')
        self.events.append(event)

    def reserve(self, size, frames):
        grown = SMALL if size <= MIB else LARGE if size < 10 * MIB else -(-size // SMALL) * SMALL
        if sum(segment.size for segment in self.segments) + grown > TOTAL:
            return None
        segment = Segment(self.next, grown, 0)
        self.next += grown + 32 * MIB
        self.segments.append(segment)
        self.record('segment_alloc', segment.address, grown, frames)
        return segment

    def find(self, size):
        is_small = size <= MIB
        fitting = [(block.size, block.address, segment, block) for segment in self.segments
                   if (segment.size == SMALL) == is_small for block in segment.blocks
                   if block.state == 'inactive' and block.size >= size]
        return min(fitting)[2:] if fitting else (None, None)

    def empty_cache(self, frames):
        for segment in list(self.segments):
            if len(segment.blocks) == 1 and segment.blocks[0].state == 'inactive':
                self.segments.remove(segment)
                self.record('segment_free', segment.address, segment.size, frames)

    def alloc(self, requested, frames):
        size = max(-(-requested // GRAIN) * GRAIN, GRAIN)
        segment, block = self.find(size)
        if block is None:
            segment = self.reserve(size, frames)
            if segment is None:
                self.empty_cache(frames)
                segment = self.reserve(size, frames)
            if segment is None:
                self.record('oom', 60 * 1024 * MIB, requested, frames)
                raise OutOfMemory
            block = segment.blocks[0]
        left = block.size - size
        if left >= GRAIN if size <= MIB else left > MIB:
            segment.blocks.insert(segment.blocks.index(block) + 1, Block(block.address + size, left))
            block.size = size
        block.requested, block.state, block.frames = requested, 'active_allocated', frames
        self.record('alloc', block.address, requested, frames)
        return segment, block

    def free(self, allocation, frames):
        segment, block = allocation
        self.record('free_requested', block.address, block.requested, frames)
        self.record('free_completed', block.address, block.requested, frames)
        block.requested, block.state, block.frames = 0, 'inactive', []
        at = segment.blocks.index(block)
        for first, second in ((at, at + 1), (at - 1, at)):
            pair = segment.blocks[max(first, 0):second + 1] if first >= 0 else []
            if len(pair) == 2 and all(part.state == 'inactive' for part in pair):
                pair[0].size += pair[1].size
                segment.blocks.remove(pair[1])

    def describe(self):
        result = []
        for segment in sorted(self.segments, key=lambda segment: segment.address):
            active = [block for block in segment.blocks if block.state != 'inactive']
            size = sum(block.size for block in active)
            result.append({
                'device': 0, 'address': segment.address, 'total_size': segment.size, 'allocated_size': size, 'active_size': size,
                'requested_size': sum(block.requested for block in active), 'stream': segment.stream,
                'segment_type': 'small' if segment.size == SMALL else 'large', 'segment_pool_id': (0, 0), 'is_expandable': False,
                'frames': [],
                'blocks': [{'address': block.address, 'size': block.size, 'requested_size': block.requested, 'state': block.state,
                            'frames': block.frames} for block in segment.blocks]})
        return result


class Training:
    def __init__(self):
        self.frames, self.memory, self.regions, self.logits = Frames(), Allocator(), [], []
        self.parameters, self.moments = [], []

    def region(self, stage, name):
        self.memory.time += 20
        self.regions.append({'stage': stage, 'name': name, 'device': 0, 'time_us': self.memory.time})

    def place(self, line, function, *inner):
        """A stack: @inner, then a line of the model or of the training, then what called that."""
        outer = [('train_step', TRAIN, 58), ('<module>', TRAIN, 83)]
        return self.frames.stack(*inner, (function, MODEL if function == 'forward' else TRAIN, line), *outer)

    def layer(self, kind, line):
        return self.place(line, 'forward', ('forward', f'{TORCH}nn/modules/{kind}.py', 125),
                          ('_call_impl', f'{TORCH}nn/modules/module.py', 1790))

    def build(self):
        stack = self.place(21, 'main', ('_apply', f'{TORCH}nn/modules/module.py', 965))
        shapes = ([WORDS * WIDTH, LENGTH * WIDTH]
                  + [4 * WIDTH * WIDTH + 4 * WIDTH, 8 * WIDTH * WIDTH, 4 * WIDTH] * DEPTH + [WORDS * WIDTH])
        self.parameters = [self.memory.alloc(4 * shape, stack) for shape in shapes]

    def forward(self, batch):
        kept, rows, half = [], batch * LENGTH, 2
        self.region('START', 'forward')
        try:
            tokens = self.memory.alloc(8 * rows, self.place(49, 'train_step'))
            kept.append(tokens)
            kept.append(self.memory.alloc(4 * rows * WIDTH, self.layer('sparse', 14)))
            for _ in range(DEPTH):
                kept.append(self.memory.alloc(4 * rows * WIDTH, self.layer('normalization', 31)))
                kept.append(self.memory.alloc(half * 3 * rows * WIDTH, self.layer('linear', 32)))
                scratch = self.memory.alloc(half * 4 * batch * LENGTH * LENGTH, self.place(33, 'forward'))
                kept.append(self.memory.alloc(half * rows * WIDTH, self.place(33, 'forward')))
                self.memory.free(scratch, [])
                kept.append(self.memory.alloc(half * 4 * rows * WIDTH, self.layer('linear', 36)))
                kept.append(self.memory.alloc(half * 4 * rows * WIDTH, self.layer('activation', 36)))
                kept.append(self.memory.alloc(4 * rows * WIDTH, self.layer('linear', 36)))
            logits = self.memory.alloc(4 * rows * WORDS, self.layer('linear', 17))
            kept.append(self.memory.alloc(4 * rows * WORDS, self.place(52, 'train_step',
                                                                       ('cross_entropy', f'{TORCH}nn/functional.py', 3494))))
        except OutOfMemory:
            self.region('END', 'forward')
            raise
        self.region('END', 'forward')
        return kept, logits

    def step(self, number):
        self.region('START', f'step {number}')
        kept, logits = self.forward(BATCH)
        self.region('START', 'backward')
        gradients = []
        for parameter in reversed(self.parameters):
            gradients.append(self.memory.alloc(parameter[1].requested, []))
            if kept and len(gradients) % 2 == 0:
                self.memory.free(kept.pop(), [])
        while kept:
            self.memory.free(kept.pop(), [])
        self.region('END', 'backward')
        self.region('START', 'optimizer')
        stack = self.place(56, 'train_step', ('_init_group', f'{TORCH}optim/adamw.py', 90), ('step', f'{TORCH}optim/adamw.py', 225))
        if not self.moments:
            self.moments = [self.memory.alloc(parameter[1].requested, stack) for parameter in self.parameters for _ in range(2)]
        for gradient in gradients:
            self.memory.free(gradient, [])
        self.region('END', 'optimizer')
        self.logits.append(logits)  # for a plot that nobody draws
        self.region('END', f'step {number}')

    def snapshot(self):
        self.build()
        for number in range(3):
            self.step(number)
        self.region('START', 'evaluation')
        try:
            self.forward(EVALUATION)
        except OutOfMemory:
            pass
        self.region('END', 'evaluation')
        settings = {'PYTORCH_CUDA_ALLOC_CONF': '', 'max_split_size': -1, 'garbage_collection_threshold': 0.0,
                    'expandable_segments': False}
        return {'segments': self.memory.describe(), 'device_traces': [self.memory.events], 'allocator_settings': settings,
                'external_annotations': self.regions}


if __name__ == '__main__':
    sys.stdout.buffer.write(pickle.dumps(Training().snapshot(), protocol=4))
