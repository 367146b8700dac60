#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What must hold for every file of the tree: the license is named, translations and dependencies are listed where they belong,
scripts parse, and XML is well-formed."""

import json
import os
import re
import subprocess
import sys

TOP = sys.argv[1]
SPDX = 'SPDX-License-Identifier: Apache-2.0'
COMMENTED = ('.c', '.h', '.py', '.sh', '.ui', '.css', '.po', '.in', 'meson.build', 'meson_options.txt')
XML = ('.ui', '.svg', '.xml', '.xml.in')
# Input and expected output of tests is kept as it is, broken where it has to be.
VERBATIM = ('tests/data/', 'tests/expected/', 'data/samples/', 'tests/fuzz/corpus/', 'tests/fuzz/corpora/')
# How many characters a line of a source holds.
WIDTH = 132


def list_files():
    for folder, folders, names in os.walk(TOP):
        made = ('.git', '.cache', '_', 'build') if folder == TOP else ('__pycache__',)
        folders[:] = sorted(name for name in folders if not name.startswith(made))
        for name in sorted(names):
            path = os.path.relpath(os.path.join(folder, name), TOP)
            if not path.startswith(VERBATIM) and name != '.git':
                yield path


def read(path):
    with open(os.path.join(TOP, path), encoding='utf-8', errors='surrogateescape') as file:
        return file.read()


def is_script(path):
    with open(os.path.join(TOP, path), 'rb') as file:
        return file.read(2) == b'#!'


def unlicensed(files):
    """Files that can hold a comment and do not name the license in their first lines."""
    for path in files:
        if (path.endswith(COMMENTED) or is_script(path)) and SPDX not in '\n'.join(read(path).split('\n')[:4]):
            yield f'{path} does not say "{SPDX}"'


def untranslated(files):
    """Sources with translatable text that po/POTFILES leaves out, and entries of it that are no files."""
    listed = {line for line in read('po/POTFILES').split('\n') if line and not line.startswith('#')}
    marks = {'.c': r'(?<![\w])(C_|N_|NC_|_|ngettext|dngettext) ?\(\s*"', '.ui': r'translatable="(yes|true)"',
             '.desktop.in': r'^Name=', '.metainfo.xml.in': '<summary>', '.plugin.desktop.in': '^Name='}
    for path in files:
        for suffix, mark in marks.items():
            if path.endswith(suffix) and path not in listed and re.search(mark, read(path), re.MULTILINE):
                yield f'{path} has text to translate and is not in po/POTFILES'
    for path in sorted(listed - set(files)):
        yield f'po/POTFILES lists {path}, which does not exist'


def british(files):
    """Words in another spelling than the project's, which is American. The old spelling of an option goes on to be understood, and
    GTK calls a relation labelled-by."""
    words = re.compile(r'colo[u]r|neighbo[u]r|behavio[u]r|gre[y]|labell[e]d|catalogu[e]|licenc[e]|centr[e]|artef[a]ct'
                       r'|(normal|recogn|quant|synchron|util|random|capital|initial|optim)is[ei][^t]|analys[e]d', re.IGNORECASE)
    allowed = re.compile(r'G_OPTION_FLAG_HIDDEN|labelled[-_]by|--colo[u]r-by', re.IGNORECASE)
    for path in files:
        if path.endswith(('.c', '.h', '.py', '.sh', '.ui', '.css', '.md', '.1', '.in', '.xml', 'meson.build')):
            for number, line in enumerate(read(path).split('\n'), 1):
                if words.search(line) and not allowed.search(line):
                    yield f'{path}:{number}: {words.search(line)[0]} is not spelled as in American English'


def misled(files):
    """Files, folders and functions that documents name and that do not exist."""
    floors = ('app', 'ui', 'plugins', 'tests', 'docs', 'data', 'tools', 'po', 'resources')
    path_of = re.compile(rf'^({"|".join(floors)})/[\w./-]*$')
    headers = ''.join(read(path) for path in files if path.endswith('.h') or path.startswith('plugins/'))
    for page in (path for path in files if path.endswith('.md')):
        text = read(page)
        # What a page tells readers to make, they have not made yet.
        made = set(re.findall(r'Make `([^`]*)`', text)) if page == 'plugins/README.md' else set()
        links = [os.path.normpath(os.path.join(os.path.dirname(page), link))
                 for link in re.findall(r'\]\(([^)#:]+)\)', text)]
        named = [name for name in re.findall(r'`([^`\s]+)`', text) if path_of.match(name) and 'NAME' not in name]
        for name in sorted({*links, *named}):
            if not os.path.exists(os.path.join(TOP, name)) and not any(name.startswith(folder) for folder in made):
                yield f'{page} names {name}, which does not exist'
        for name in sorted(set(re.findall(r'`((?:lamina|chrome)_\w+) \(', text))):
            if not re.search(rf'\b{name}\b', headers):
                yield f'{page} names {name} (), which no header has'


def outdated(files):
    """Files of ours that comments name and that do not exist."""
    names = {os.path.basename(path) for path in files}
    ours = re.compile(r'(?<![\w-])((?:lamina|chrome|kineto|xprof|onnxruntime|tftimeline|mgetimeline|kernel|chainer|megengine|gpu'
                      r'|nsys|rocm|tensorflow|tensorrt|tvm)-[a-z0-9-]*\.[ch])\b')
    for path in files:
        if path.endswith(('.c', '.h')):
            for number, line in enumerate(read(path).split('\n'), 1):
                for name in ours.findall(line if '#include' not in line else ''):
                    if name not in names:
                        yield f'{path}:{number} names {name}, which does not exist'


def list_prototypes(text):
    """The number of the first line and the lines of each prototype of a header that has a parameter a line."""
    lines = text.split('\n')
    number = 0
    while number < len(lines):
        first = number
        if re.match(r'(?!typedef|static inline|G_DE)[A-Za-z_][\w *]*\([^()]*,$', lines[number]):
            while number + 1 < len(lines) and lines[number].endswith(','):
                number += 1
            yield first + 1, lines[first:number + 1]
        number += 1


def misaligned(files):
    """Prototypes in headers whose parameters, or the names of these, do not stand in one column."""
    for path in (path for path in files if path.endswith('.h')):
        for number, lines in list_prototypes(read(path)):
            left = lines[0].index('(') + 1
            lines[0] = ' ' * left + lines[0][left:]
            names = [re.match(r' *\w[\w ]*[ *]+?(?=\w+(\[\w*\])?[,)])', line) for line in lines if '(' not in line]
            if any(len(line) - len(line.lstrip()) != left for line in lines) or len({name.end() for name in names if name}) > 1:
                yield f'{path}:{number}: parameters are not aligned'


def overlong(files):
    """Lines of sources that hold more than they should."""
    for path in files:
        if path.endswith(('.c', '.h', '.py', '.sh', 'meson.build')):
            for number, line in enumerate(read(path).split('\n'), 1):
                if len(line) > WIDTH:
                    yield f'{path}:{number} has {len(line)} characters, where {WIDTH} are the most'


def hidden_twice(files):
    """What is marked as hidden where nothing is seen unless it is marked as seen."""
    mark = 'G_GNUC_' + 'INTERNAL'
    for path in files:
        if path.endswith(('.c', '.h')) and mark in read(path):
            yield f'{path} has {mark}'


def undocumented(files):
    """Packages that are installed without README.md saying why."""
    readme = read('README.md')
    for line in read('tools/packages').split('\n'):
        fields = line.split(None, 2)
        if fields and fields[0] != '#' and f'`{fields[1]}`' not in readme:
            yield f'README.md does not name the package {fields[1]}'


def complaints_of(command, paths):
    for path in paths:
        result = subprocess.run([*command, os.path.join(TOP, path)], capture_output=True, text=True, check=False)
        if result.returncode != 0:
            yield f'{path}: {(result.stdout + result.stderr).strip()}'


def bad_scripts(files):
    scripts = [path for path in files if path.endswith('.sh') or (is_script(path) and 'sh' in read(path).split('\n')[0])]
    yield from complaints_of(['bash', '-n'], scripts)
    for path in scripts:
        if is_script(path) and not os.access(os.path.join(TOP, path), os.X_OK):
            yield f'{path} is not executable'


def bad_xml(files):
    yield from complaints_of(['xmllint', '--noout', '--nonet'], [path for path in files if path.endswith(XML)])


def bad_translations(files):
    yield from complaints_of(['msgfmt', '--check', '-o', os.devnull], [path for path in files if path.endswith('.po')])


def bad_manifests(files):
    """A sandbox that files of strangers could reach out of, and options that the build does not have."""
    allowed = {'--share=ipc', '--socket=wayland', '--socket=fallback-x11', '--device=dri'}
    options = re.findall(r"option\('([a-z]+)'", read('meson_options.txt')) + ['buildtype']
    for path in (path for path in files if path.startswith('data/flatpak/')):
        manifest = json.loads(read(path))
        for permission in set(manifest['finish-args']) - allowed:
            yield f'{path} asks for {permission}'
        for option in manifest['modules'][-1]['config-opts']:
            if re.split('[D=]', option)[1] not in options:
                yield f'{path} sets {option}, which the build does not know'


def bad_packages(files):
    """The name of a package of a library has the number of its ABI."""
    abi = re.search(r'#define LAMINA_ABI (\d+)', read('app/core/values/lamina-macros.h'))[1]
    for name in set(re.findall(r'liblamina-core\d+', read('debian/control'))) | {f'liblamina-core{abi}'}:
        if not os.path.exists(os.path.join(TOP, 'debian', name + '.install')) or not name.endswith('core' + abi):
            yield f'debian/ has a package {name}, where the ABI is {abi}'


def main():
    files = list(list_files())
    checks = (unlicensed, untranslated, british, misled, outdated, misaligned, overlong, hidden_twice, undocumented, bad_scripts,
              bad_xml, bad_translations, bad_manifests, bad_packages)
    failed = 0
    print(f'1..{len(checks)}')
    for number, check in enumerate(checks, 1):
        complaints = list(check(files))
        failed += bool(complaints)
        print(''.join(f'# {line}\n' for text in complaints for line in text.split('\n')), end='')
        print('not ok' if complaints else 'ok', number, f'/house/tidy/{check.__name__.replace("_", "-")}')
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
