#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""make-snapshot.py MEBIBYTES FILE: writes a memory snapshot of about that size, in protocol 5, operation by operation.

Each event names a stack of two dozen frames, which it shares with all others of its site, so that the text is mostly references:
a gibibyte has about six million events and twelve million entries in its memo. Prints how many events there are."""

import random
import struct
import sys

SLOTS, STACKS, DEPTH, SIZE = 2000, 400, 24, 1 << 20


class Writer:
    def __init__(self, file):
        self.file, self.n, self.keys = file, 0, {}

    def memoize(self):
        self.n += 1
        return b'\x94'

    def get(self, number):
        return struct.pack('<BB', 0x68, number) if number < 256 else struct.pack('<BI', 0x6a, number)

    def text(self, text):
        if text in self.keys:
            return self.get(self.keys[text])
        self.keys[text] = self.n
        data = text.encode()
        return struct.pack('<BB', 0x8c, len(data)) + data + self.memoize()

    def integer(self, number):
        if number < 256:
            return struct.pack('<BB', 0x4b, number)
        if number < 1 << 31:
            return struct.pack('<Bi', 0x4a, number)
        data = number.to_bytes((number.bit_length() + 8) // 8, 'little', signed=True)
        return struct.pack('<BB', 0x8a, len(data)) + data

    def dict(self, **items):
        """Numbers, texts, and what is called when it is its turn: entries of the memo have the order of the text."""
        parts = [b'}' + self.memoize() + b'(']
        for key, value in items.items():
            parts.append(self.text(key))
            parts.append(value() if callable(value) else self.text(value) if isinstance(value, str) else self.integer(value))
        return b''.join(parts) + b'u'


def main():
    limit = int(sys.argv[1]) << 20
    chance = random.Random(1)
    with open(sys.argv[2], 'wb', 1 << 20) as file:
        out = Writer(file)
        file.write(b'\x80\x05}' + out.memoize() + b'(' + out.text('segments') + b']' + out.memoize() + b'(')
        file.write(out.dict(device=0, address=1 << 40, total_size=SLOTS * SIZE, stream=0, blocks=lambda: b']' + out.memoize()
                            + out.dict(address=1 << 40, size=SLOTS * SIZE, requested_size=0, state='inactive') + b'a') + b'e')
        file.write(out.text('device_traces') + b']' + out.memoize() + b'(]' + out.memoize() + b'(')
        # Frames stand nowhere but in the memo: what follows refers to them.
        frames, stacks = [], []
        for i in range(STACKS * 4):
            frames.append(out.n)
            file.write(out.dict(name=f'function_{i % 97}', filename=f'/home/user/net/part_{i % 53}.py', line=i) + b'0')
        for _ in range(STACKS):
            stacks.append(b'(' + b''.join(out.get(chance.choice(frames)) for _ in range(DEPTH)) + b'e')
        live, n, time = {}, 0, 1_700_000_000_000_000
        while file.tell() < limit or live:
            slot = chance.randrange(SLOTS) if file.tell() < limit else next(iter(live))
            actions = ('free_requested', 'free_completed') if slot in live else ('alloc',)
            size, stack = live.pop(slot) if slot in live else (chance.randrange(1, SIZE), chance.choice(stacks))
            if len(actions) == 1:
                live[slot] = size, stack
            for action in actions:
                time += 1
                n += 1
                file.write(out.dict(action=action, addr=(1 << 40) + slot * SIZE, size=size, stream=0, time_us=time,
                                    frames=lambda stack=stack: b']' + out.memoize() + stack))
                if n % 1000 == 0:
                    file.write(b'e(')
        file.write(b'eeu.')
    print(n, 'events', out.n, 'entries of the memo')


main()
