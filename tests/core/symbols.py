#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares what a library exports with the list of it in the tree, that list with the public headers, and both with what is used.

A symbol has a user when a plugin or a floor above the core needs it, as the linker sees it. What no object needs may be named
by plugins/README.md, which tells writers of plugins about it, or come with a type that is used: see OF_TYPES.

usage: symbols.py LIBRARY LIST NM README BUILD HEADER…
"""

import os
import re
import subprocess
import sys

LIBRARY, LIST, NM, README, BUILD, *HEADERS = sys.argv[1:]

# Whose objects count. Tests don't.
USERS = ('app/analysis', 'app/scene', 'app/commands', 'plugins', 'ui')
# What sanitizers, clang's counting of coverage and gold add, besides names that begin with two underscores.
ADDED = {'mangle_path', 'lprofDirMode', 'reset_fn_list', 'writeout_fn_list', '_edata', '_end'}
# A type is whole: who holds one can count references to it and free it, and bindings know what it is.
OF_TYPES = re.compile(r'(lamina_\w+)_(get_type|ref|unref|free|copy|clear)')


def read(path):
    with open(path, encoding='utf-8') as file:
        return file.read()


def exported():
    """Symbols that the dynamic linker finds, but for those that are added to them."""
    lines = subprocess.run([NM, '-D', '--defined-only', LIBRARY], check=True, capture_output=True, text=True).stdout
    names = {line.split()[-1].split('@')[0] for line in lines.splitlines()}
    return {name for name in names if not name.startswith('__') and name not in ADDED}


def listed():
    return {line for line in read(LIST).splitlines() if line and not line.startswith('#')}


def declared():
    """Functions behind LAMINA_AVAILABLE, and those that the G_DECLARE macros behind it declare."""
    names = set()
    for header in HEADERS:
        text = read(header)
        names |= set(re.findall(r'LAMINA_AVAILABLE\s[\w\s*]*?\b(lamina_\w+) \(', text))
        names |= {name + '_get_type' for name in re.findall(r'LAMINA_AVAILABLE\sG_DECLARE_\w+ \(\w+, (\w+)', text)}
    return names


def needed():
    """What the objects of the users leave to the linker."""
    objects = []
    for user in USERS:
        for folder, _, names in os.walk(os.path.join(BUILD, user)):
            objects += [os.path.join(folder, name) for name in names if name.endswith('.o')]
    lines = subprocess.run([NM, '--undefined-only', '-P', *objects], check=True, capture_output=True, text=True).stdout
    return {line.split()[0] for line in lines.splitlines() if line.startswith('lamina_')}


def named():
    """What the guide names, and what the macros that it names call."""
    guide = read(README)
    macros = re.findall(r'#define (LAMINA_\w+)((?:.*\\\n)+.*)', '\n'.join(map(read, HEADERS)))
    return set(re.findall(r'\blamina_\w+', ' '.join([guide] + [body for name, body in macros if name in guide])))


def used(names):
    users = needed() | named()
    types = {match[1] for match in map(OF_TYPES.fullmatch, names) if match}
    alive = {name for name in types if any(user.startswith(name + '_') for user in users)}
    return {name for name in names
            if name in users or ((match := OF_TYPES.fullmatch(name)) and match[1] in alive)}


def compare(what, there, wanted):
    lines = [f'{what}: {name} is missing' for name in sorted(wanted - there)]
    return lines + [f'{what}: {name} is new' for name in sorted(there - wanted)]


faults = compare('exported', exported(), listed()) + compare('declared', declared(), listed())
# A build without the window lacks a user.
idle = sorted(listed() - used(listed())) if os.path.isdir(os.path.join(BUILD, 'ui')) else []
if faults:
    print('\n'.join(faults))
    print(f'A new symbol is added to {LIST}; one that is gone or changed needs another LAMINA_ABI.')
if idle:
    print('\n'.join(f'nobody uses {name}' for name in idle))
sys.exit(1 if faults or idle else 0)
