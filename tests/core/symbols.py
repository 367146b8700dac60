#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares what a library exports with the list of it in the tree, and that list with the public headers.

usage: symbols.py LIBRARY LIST NM HEADER…
"""

import re
import subprocess
import sys

LIBRARY, LIST, NM, *HEADERS = sys.argv[1:]


def read(path):
    with open(path, encoding='utf-8') as file:
        return file.read()


def exported():
    """Symbols that the dynamic linker finds, without those that sanitizers and fuzzing add."""
    lines = subprocess.run([NM, '-D', '--defined-only', LIBRARY], check=True, capture_output=True, text=True).stdout
    names = {line.split()[-1].split('@')[0] for line in lines.splitlines()}
    return {name for name in names if not name.startswith('__')}


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


def compare(what, there, wanted):
    lines = [f'{what}: {name} is missing' for name in sorted(wanted - there)]
    return lines + [f'{what}: {name} is new' for name in sorted(there - wanted)]


faults = compare('exported', exported(), listed()) + compare('declared', declared(), listed())
if faults:
    print('\n'.join(faults))
    print(f'A new symbol is added to {LIST}; one that is gone or changed needs another LAMINA_ABI.')
sys.exit(1 if faults else 0)
