#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Holds the house against its plan: who includes whom, who calls whom, whether arrows go round in a circle, and who exports what.

The plan is written where it applies. Each floor, which is a folder such as app/core, sees the floors and libraries that FLOORS
says. A room is a folder on a floor, and the line "# Doors:" of its meson.build names the rooms of the same floor that it sees;
files that lie on the floor itself see all its rooms. A header named *-private.h is for its own room.

The linker alone can't keep the borders: `#include <cairo/cairo.h>` compiles anywhere, and macros and structs need no symbol.
Includes alone can't either: a header that comes by way of another one opens a door that nobody sees. So calls are read from
the objects, as the linker sees them."""

import collections
import json
import os
import re
import subprocess
import sys

TOP, BUILD, NM = sys.argv[1:4]

LIBRARIES = {
    'glib': r'glib(-object|-unix)?\.h|glib/.*|gio/.*|gmodule\.h|gobject/.*',
    'json': r'json-glib/.*',
    'peas': r'libpeas/.*',
    'inflate': r'zlib\.h|zstd\.h|isa-l/igzip_lib\.h',
    'sqlite': r'sqlite3\.h',
    'draw': r'cairo(-(pdf|svg|ps))?\.h|cairo/.*|pango/.*',
    'gtk': r'gtk/.*|gdk/.*|gsk/.*|graphene.*|adwaita\.h',
}
# What each floor sees: floors below it, and libraries. One that ends in * stands for each of its folders, as formats are
# strangers to each other.
FLOORS = {
    'app/core': ((), ('glib', 'inflate', 'sqlite')),
    'app/analysis': (('app/core',), ('glib',)),
    'app/scene': (('app/core', 'app/analysis'), ('glib', 'draw')),
    'app/commands': (('app/core', 'app/analysis', 'app/scene'), ('glib', 'json', 'sqlite', 'draw')),
    'plugins/*': (('app/core',), ('glib',)),
    'ui': (('app/core', 'app/analysis', 'app/scene'), ('glib', 'json', 'draw', 'gtk')),
}
# libpeas 2 has another interface: whoever moves to it shall find one file to change.
PEAS = re.compile(r'app/core/load/lamina-engine[a-z-]*\.[ch]')
# Libraries whose every symbol has a user; that of the core is a contract, which another test holds.
EXPORTERS = ('app/scene/liblamina-scene.so',)
# The C library and what the compiler brings.
STANDARD = set('''arm_neon assert ctype dlfcn emmintrin errno fcntl fenv float immintrin inttypes limits locale malloc math poll
    pthread sched setjmp signal stdalign stdarg stdatomic stdbool stddef stdint stdio stdlib stdnoreturn string strings sys/file
    sys/mman sys/prctl sys/resource sys/stat sys/statvfs sys/sysinfo sys/time sys/types sys/uio sys/wait time unistd
    wchar'''.split())
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)
DOORS = re.compile(r'^# Doors: (.*)$', re.MULTILINE)
GENERATED = {'config.h', 'lamina-resources.h'}

Place = collections.namedtuple('Place', 'floor room')


def read(path):
    with open(os.path.join(TOP, path), encoding='utf-8') as file:
        return file.read()


def list_sources():
    for root in ('app', 'plugins', 'ui'):
        for folder, _, names in os.walk(os.path.join(TOP, root)):
            for name in sorted(names):
                if name.endswith(('.c', '.h')):
                    yield os.path.relpath(os.path.join(folder, name), TOP)


def floors_of(path):
    """The floor of a file, and the name under which FLOORS knows it."""
    for name in FLOORS:
        depth = name.count('/') + 1
        floor = '/'.join(path.split('/')[:depth])
        if floor == name or (name.endswith('*') and floor.startswith(name[:-1])):
            return floor, name
    raise KeyError(path)


def place_of(path):
    floor, _ = floors_of(path)
    rest = os.path.dirname(path)[len(floor) + 1:]
    return Place(floor, rest)


def read_doors(places):
    """{place: the rooms of its floor that it sees} of all rooms that say so, and complaints about those that do not."""
    doors, complaints = {}, []
    rooms = {floor: {place.room for place in places if place.floor == floor} for floor in {place.floor for place in places}}
    for place in sorted(places):
        if not place.room or place.room == 'pch':
            doors[place] = rooms[place.floor]
            continue
        path = os.path.join(place.floor, place.room, 'meson.build')
        line = DOORS.search(read(path))
        if not line:
            complaints.append(f'{path} names no doors')
            continue
        doors[place] = set() if line[1] == 'none' else set(line[1].split(', '))
        complaints += [f'{path}: there is no room {name}' for name in sorted(doors[place] - rooms[place.floor])]
    return doors, complaints


def may_see(doors, source, target):
    """Whether a file in the place source may use one in the place target."""
    if source.floor != target.floor:
        return target.floor in FLOORS[floors_of(source.floor + '/')[1]][0]
    return source.room == target.room or target.room in doors.get(source, ())


def judge_library(path, name):
    if name.endswith('.h') and name[:-2] in STANDARD:
        return None
    if PEAS.fullmatch(path) and re.fullmatch(LIBRARIES['peas'], name):
        return None
    floor, rules = floors_of(path)
    if any(re.fullmatch(LIBRARIES[library], name) for library in FLOORS[rules][1]):
        return None
    return f'{path} includes <{name}>, which {floor} does not see'


def judge_include(doors, path, name, target):
    if target is None:
        return None if name in GENERATED else f'{path} includes "{name}", which is not in app/, plugins/ or ui/'
    if not may_see(doors, place_of(path), place_of(target)):
        return f'{path} includes {target}, to which it has no door'
    if target.endswith('-private.h') and place_of(path) != place_of(target):
        return f'{path} includes {target}, which is private to its room'
    return None


def resolve(path, name, by_name):
    """The file of ours that an include means: beside the file that includes it, else on its floor, else the one of that name."""
    candidates = by_name.get(os.path.basename(name), [])
    near = [other for other in candidates if place_of(other).floor == place_of(path).floor]
    return next(iter(near + candidates), None)


def read_symbols(sources):
    """[(source file, {symbols that it defines}, {symbols that it needs})] of all objects of the build."""
    # Older builds may have left other objects in the folder.
    with open(os.path.join(BUILD, 'compile_commands.json'), encoding='utf-8') as file:
        commands = json.load(file)
    objects = {}
    for command in commands:
        path = os.path.join(command['directory'], command['output'])
        source = os.path.relpath(os.path.join(command['directory'], command['file']), TOP)
        if source in sources and path.endswith('.o') and not command['output'].startswith('tests/') and os.path.exists(path):
            objects[path] = source
    listing = subprocess.run([NM, '-A', '-g', '-P', *objects], capture_output=True, text=True, check=True).stdout
    defined, needed = collections.defaultdict(set), collections.defaultdict(set)
    for line in listing.splitlines():
        path, _, rest = line.partition(': ')
        symbol, kind = rest.split()[:2]
        (needed if kind in 'Uw' else defined)[objects[path]].add(symbol)
    return [(path, defined[path], needed[path]) for path in sorted(set(objects.values()))]


def judge_calls(doors, symbols):
    """Complaints about calls, and the arrows between files that are left."""
    homes = collections.defaultdict(list)
    for path, defined, _ in symbols:
        for symbol in defined:
            homes[symbol].append(path)
    for path, _, needed in symbols:
        for symbol in sorted(needed):
            own = [home for home in homes.get(symbol, ()) if place_of(home).floor == place_of(path).floor]
            # What several modules define under one name, such as the entry of a plugin, is nobody's to call.
            for home in own or homes.get(symbol, [])[:1]:
                if not may_see(doors, place_of(path), place_of(home)):
                    yield f'{path} calls {symbol} () of {home}, to which it has no door'


def list_unused(sources, library):
    """What a library exports that nothing outside of it uses, tests aside. Programs that load it call symbols by their names, so
    that words of sources are looked at. Whoever uses a type may need to hold and to free it."""
    floor = os.path.dirname(library)
    words = set()
    for path in sources:
        if floors_of(path)[0] != floor:
            words.update(re.findall(r'\blamina_\w+', read(path)))
    listing = subprocess.run([NM, '-D', '--defined-only', '-P', os.path.join(BUILD, library)], capture_output=True, text=True,
                             check=True)
    for symbol in sorted(line.split()[0] for line in listing.stdout.splitlines()):
        kind = re.fullmatch(r'(\w+)_(get_type|ref|unref|free|clear|copy)', symbol)
        if symbol.startswith('lamina_') and symbol not in words \
                and not (kind and any(word.startswith(kind[1]) for word in words)):
            yield f'{library} exports {symbol} (), which nothing outside of it uses but tests'


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


def report(number, name, complaints):
    for complaint in complaints:
        print('#', complaint)
    print('not ok' if complaints else 'ok', number, '/house/borders/' + name)
    return not complaints


def main():
    includes = {path: INCLUDE.findall(read(path)) for path in list_sources()}
    by_name = collections.defaultdict(list)
    for path in includes:
        by_name[os.path.basename(path)].append(path)
    places = {place_of(path) for path in includes}
    doors, nameless = read_doors(places)

    crossings, headers = [], collections.defaultdict(set)
    for path, names in sorted(includes.items()):
        for quote, name in names:
            target = resolve(path, name, by_name) if quote == '"' else None
            crossings.append(judge_library(path, name) if quote == '<' else judge_include(doors, path, name, target))
            if target and path.endswith('.h'):
                headers[path].add(target)
    symbols = read_symbols(includes)
    rooms = {place: {place._replace(room=name) for name in names - {place.room}} for place, names in doors.items()
             if place.room != 'pch'}

    print('1..6')
    passed = [
        report(1, 'sources-found', [] if len(includes) > 20 and len(symbols) > 20 else ['there are no sources or no objects']),
        report(2, 'includes', list(filter(None, crossings))),
        report(3, 'calls', list(judge_calls(doors, symbols))),
        report(4, 'doors', nameless + [' → '.join('/'.join(place) for place in circle) for circle in [find_circle(rooms)]
                                       if circle]),
        report(5, 'circles', [' → '.join(circle) for circle in [find_circle(headers)] if circle]),
        report(6, 'exports', [complaint for library in EXPORTERS for complaint in list_unused(includes, library)]),
    ]
    return 0 if all(passed) else 1


if __name__ == '__main__':
    sys.exit(main())
