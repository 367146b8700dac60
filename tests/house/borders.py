#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Reads the includes of every source file against the borders between the folders, and looks for circles.

The linker alone can't keep the borders: `#include <cairo/cairo.h>` compiles anywhere, and macros and structs need no symbol."""

import os
import re
import sys

TOP = sys.argv[1]

# What each folder may include: folders of ours, and libraries. A folder may always include itself.
LIBRARIES = {
    'glib': r'glib(-object|-unix)?\.h|glib/.*|gio/.*|gmodule\.h|gobject/.*',
    'json': r'json-glib/.*',
    'peas': r'libpeas/.*',
    'inflate': r'zlib\.h|zstd\.h|isa-l/igzip_lib\.h',
    'draw': r'cairo(-(pdf|svg|ps))?\.h|cairo/.*|pango/.*',
    'gtk': r'gtk/.*|gdk/.*|gsk/.*|graphene.*|adwaita\.h',
}
BORDERS = {
    'app/core': ((), ('glib', 'json', 'inflate')),
    'app/analysis': (('app/core',), ('glib',)),
    'app/scene': (('app/core', 'app/analysis'), ('glib', 'draw')),
    'app/commands': (('app/core', 'app/analysis', 'app/scene'), ('glib', 'json', 'draw')),
    'plugins': (('app/core',), ('glib',)),
    'ui': (('app/core', 'app/analysis', 'app/scene'), ('glib', 'json', 'draw', 'gtk')),
}
# libpeas 2 has another interface: whoever moves to it shall find one file to change.
PEAS = re.compile(r'app/core/load/lamina-engine[a-z-]*\.[ch]')
# The C library and what the compiler brings.
STANDARD = set('''arm_neon assert ctype dlfcn emmintrin errno fcntl fenv float immintrin inttypes limits locale malloc math poll pthread sched setjmp signal
    stdalign stdarg stdatomic stdbool stddef stdint stdio stdlib stdnoreturn string strings sys/file sys/mman sys/resource
    sys/stat sys/sysinfo sys/time sys/types sys/uio sys/wait time unistd wchar'''.split())
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)
GENERATED = {'config.h', 'lamina-resources.h'}


def read_includes():
    """{file: [(quote, name)]} of all sources, with paths relative to the top."""
    includes = {}
    for root in ('app', 'plugins', 'ui'):
        for folder, _, names in os.walk(os.path.join(TOP, root)):
            for name in names:
                if name.endswith(('.c', '.h')):
                    path = os.path.join(folder, name)
                    with open(path, encoding='utf-8') as source:
                        includes[os.path.relpath(path, TOP)] = INCLUDE.findall(source.read())
    return includes


def folder_of(path):
    return next(folder for folder in BORDERS if path.startswith(folder + '/'))


def own_part(path):
    """A format family sees itself and the core, not its neighbours."""
    return '/'.join(path.split('/')[:2])


def resolve(path, name, by_name):
    """The file of ours that an include means: beside the file that includes it, else the one of that name."""
    beside = os.path.normpath(os.path.join(os.path.dirname(path), name))
    candidates = by_name.get(os.path.basename(name), [])
    return beside if beside in candidates else next(iter(candidates), None)


def judge_library(path, name):
    if name.endswith('.h') and name[:-2] in STANDARD:
        return None
    if PEAS.fullmatch(path) and re.fullmatch(LIBRARIES['peas'], name):
        return None
    allowed = BORDERS[folder_of(path)][1]
    if any(re.fullmatch(LIBRARIES[library], name) for library in allowed):
        return None
    return f'{path} includes <{name}>, which {folder_of(path)} does not see'


def judge_own(path, name, target):
    if name in GENERATED:
        return None
    if target is None:
        return f'{path} includes "{name}", which is not in app/, plugins/ or ui/'
    folder, other = folder_of(path), folder_of(target)
    if own_part(path) == own_part(target) or (folder == other and folder != 'plugins') or other in BORDERS[folder][0]:
        return None
    return f'{path} includes {target}: {folder} does not see {own_part(target)}'


def find_circle(graph):
    """The first circle of a directed graph, as a list of nodes, or None."""
    done, path = set(), []

    def visit(node):
        if node in path:
            return path[path.index(node):] + [node]
        if node in done:
            return None
        path.append(node)
        for following in sorted(graph.get(node, ())):
            circle = visit(following)
            if circle:
                return circle
        done.add(path.pop())
        return None

    return next(filter(None, map(visit, sorted(graph))), None)


def main():
    includes = read_includes()
    by_name = {}
    for path in includes:
        by_name.setdefault(os.path.basename(path), []).append(path)

    crossings, headers = [], {}
    for path, names in sorted(includes.items()):
        for quote, name in names:
            target = resolve(path, name, by_name) if quote == '"' else None
            complaint = judge_library(path, name) if quote == '<' else judge_own(path, name, target)
            if complaint:
                crossings.append(complaint)
            if target and path.endswith('.h'):
                headers.setdefault(path, set()).add(target)
    circle = find_circle(headers)

    print('1..3')
    print('not ok' if len(includes) < 20 else 'ok', '1 /house/borders/sources-found')
    for complaint in crossings:
        print('#', complaint)
    print('not ok' if crossings else 'ok', '2 /house/borders/includes')
    if circle:
        print('#', ' → '.join(circle))
    print('not ok' if circle else 'ok', '3 /house/borders/circles')
    return 1 if crossings or circle else 0


if __name__ == '__main__':
    sys.exit(main())
