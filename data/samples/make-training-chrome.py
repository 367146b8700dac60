#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes training.trace.json: a training loop that was traced by hand in the Chrome Trace Event format, with every kind of
event: the loop as begin and end, operators as complete events, loaders that run ahead, requests of batches as asynchronous
events, flows from a batch to the step that uses it, memory as a counter, checkpoints as instants, buffers as objects."""

import json
import random

LAYERS = [('embed', 'index', 90), ('attention', 'attention', 420), ('add & norm', 'norm', 60), ('feed forward', 'linear', 510),
          ('add & norm', 'norm', 60), ('classifier', 'linear', 180), ('loss', 'loss', 70)]
STEPS = 6
TRAINER, LOADER = 4711, 4712

rng = random.Random(7)
events = []


def add(ph, name, cat, ts, pid=TRAINER, tid=1, **members):
    event = {'ph': ph, 'name': name, 'cat': cat, 'pid': pid, 'tid': tid, 'ts': round(ts, 3)}
    event.update((key, round(value, 3) if key == 'dur' else value) for key, value in members.items())
    events.append(event)


def meta(kind, pid, tid=None, **args):
    event = {'ph': 'M', 'name': kind, 'pid': pid, 'args': args}
    if tid is not None:
        event['tid'] = tid
    events.append(event)


def jitter(time):
    return time * rng.uniform(0.9, 1.15)


def run_pass(now, phase, scale, layers):
    """Operators of one pass, each inside its module."""
    start = now
    add('B', phase, 'phase', now)
    for name, kind, time in layers:
        length = jitter(time * scale)
        add('X', name, kind, now, dur=length, args={'phase': phase, 'batch': 32})
        add('X', kind + (' grad' if phase == 'backward' else ''), 'op', now + length * 0.05, dur=length * 0.85)
        now += length + 3
    add('E', phase, 'phase', now, args={'milliseconds': round((now - start) / 1000, 3)})
    return now + 5


def load_batch(step, start):
    """A request of the trainer that a loader of the other process serves."""
    tid = 1 + step % 2
    ready = start + jitter(1500)
    add('b', 'batch', 'data', start - 200, id=hex(step), args={'step': step})
    add('b', 'decode', 'data', start + 40, pid=LOADER, tid=tid, id=hex(step))
    add('n', 'decoded', 'data', ready - 120, pid=LOADER, tid=tid, id=hex(step))
    add('e', 'decode', 'data', ready - 120, pid=LOADER, tid=tid, id=hex(step))
    add('e', 'batch', 'data', ready, id=hex(step), args={'bytes': 32 * 3 * 224 * 224})
    add('X', 'read', 'io', start, pid=LOADER, tid=tid, dur=500, args={'file': f'shard-{step:04}.tar'})
    add('X', 'decode', 'cpu', start + 510, pid=LOADER, tid=tid, dur=ready - start - 640)
    add('X', 'pin', 'copy', ready - 110, pid=LOADER, tid=tid, dur=100)
    add('s', 'batch', 'data', ready - 50, pid=LOADER, tid=tid, id=step)
    return ready


def train():
    now = 2000.0
    for step in range(STEPS):
        ready = load_batch(step, 250 + step * 2100)
        add('B', f'step {step}', 'step', now, args={'step': step})
        if ready > now:
            add('X', 'wait for data', 'wait', now, dur=ready - now + 2)
            now = ready + 5
        add('X', 'copy to device', 'copy', now, dur=jitter(110), args={'bytes': 32 * 3 * 224 * 224})
        add('f', 'batch', 'data', now + 1, id=step, bp='e')
        add('N', 'Activations', 'memory', now, id=f'0x{step + 16:x}')
        now = run_pass(now + 135, 'forward', 1, LAYERS)
        add('C', 'memory', 'memory', now, args={'weights': 412, 'activations': 900 + 10 * step, 'gradients': 0})
        now = run_pass(now, 'backward', 1.9, LAYERS[::-1])
        add('D', 'Activations', 'memory', now, id=f'0x{step + 16:x}')
        add('C', 'memory', 'memory', now, args={'weights': 412, 'activations': 30, 'gradients': 412})
        length = jitter(320)
        add('X', 'optimizer', 'optimizer', now, dur=length, args={'learning rate': 0.001})
        now += length + 4
        if step % 3 == 2:
            add('i', f'checkpoint {step}', 'io', now, s='p', args={'path': f'step-{step}.ckpt'})
        add('E', f'step {step}', 'step', now, args={'loss': round(4 / (step + 1), 4)})
        now += 20


meta('process_name', TRAINER, name='trainer')
meta('process_name', LOADER, name='data loader')
meta('process_sort_index', LOADER, sort_index=1)
meta('thread_name', TRAINER, 1, name='main')
for worker in 1, 2:
    meta('thread_name', LOADER, worker, name=f'worker {worker}')
train()
add('i', 'end of the trace', 'trace', 2000 + STEPS * 6000, s='g')

print('{"displayTimeUnit": "ms", "otherData": {"made by": "make-training-chrome.py", "model": "a small transformer"},')
print('"traceEvents": [')
print(',\n'.join(json.dumps(event) for event in events))
print(']}')
