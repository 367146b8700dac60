#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Builds a plugin outside the tree, as somebody else would: against what is installed, with what pkg-config says.
Then the installed program must list it, leave it alone until it is enabled, and open its file.

usage: test-out-of-tree.py SOURCE BUILD-DIRECTORY PREFIX LIBDIR ABI SANITIZERS COMPILER…
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile

SOURCE, BUILD, PREFIX, LIBDIR, ABI, SANITIZERS, *COMPILER = sys.argv[1:]
PLUGIN = '[Plugin]\nModule={module}\nName=Fruit\nDescription=One layer for each line\nX-Lamina-ABI={abi}\n'


class Home:
    """An installation and a user of its own in a temporary folder."""

    def __init__(self, top):
        self.top = top
        self.root = os.path.join(top, 'root') + PREFIX
        self.libdir = os.path.join(self.root, LIBDIR)
        self.plugins = os.path.join(top, 'data', 'lamina', 'plugins')
        self.environment = dict(
            os.environ,
            XDG_DATA_HOME=os.path.join(top, 'data'),
            XDG_CONFIG_HOME=os.path.join(top, 'config'),
            PKG_CONFIG_PATH=os.path.join(self.libdir, 'pkgconfig'),
            LD_LIBRARY_PATH=os.pathsep.join([self.libdir, os.path.join(self.libdir, 'lamina')]),
            LAMINA_PLUGIN_PATH=os.path.join(self.libdir, 'lamina', 'plugins'),
            # The plugin is built without sanitizers.
            ASAN_OPTIONS=os.environ.get('ASAN_OPTIONS', '') + ':verify_asan_link_order=0')

    def install(self):
        run(['meson', 'install', '--quiet', '-C', BUILD, '--destdir', os.path.join(self.top, 'root')])
        # Installed elsewhere than it was configured for, as packagers do; here it stays there.
        path = os.path.join(self.libdir, 'pkgconfig', 'lamina-core-0.pc')
        with open(path, encoding='utf-8') as file:
            text = file.read()
        with open(path, 'w', encoding='utf-8') as file:
            file.write(text.replace(f'prefix={PREFIX}\n', f'prefix={self.root}\n'))

    def add_plugin(self, module, abi):
        folder = os.path.join(self.plugins, module)
        os.makedirs(folder)
        flags = run(['pkg-config', '--cflags', '--libs', 'lamina-core-0'], env=self.environment).stdout.split()
        assert not any(BUILD in flag for flag in flags), flags
        run([*COMPILER, '-shared', '-fPIC', '-Wall', '-Wextra', '-Wno-unused-parameter', '-Werror', SOURCE,
             '-o', os.path.join(folder, f'lib{module}.so'), *flags])
        with open(os.path.join(folder, f'{module}.plugin'), 'w', encoding='utf-8') as file:
            file.write(PLUGIN.format(module=module, abi=abi))

    def add_translation(self, module):
        folder = os.path.join(self.plugins, module, 'locale', 'de', 'LC_MESSAGES')
        os.makedirs(folder)
        run(['msgfmt', '-o', os.path.join(folder, f'{module}.mo'), os.path.join(os.path.dirname(SOURCE), 'de.po')])

    def say(self, path, language):
        """What a program that is built against what is installed says of a file."""
        program = os.path.join(self.top, 'say')
        if not os.path.exists(program):
            flags = run(['pkg-config', '--cflags', '--libs', 'lamina-core-0'], env=self.environment).stdout.split()
            # What sanitizers need lies in the program, with clang.
            sanitizers = [] if SANITIZERS == 'none' else ['-fsanitize=' + SANITIZERS]
            run([*COMPILER, '-Wall', '-Wextra', '-Werror', *sanitizers, os.path.join(os.path.dirname(SOURCE), 'say.c'),
                 '-o', program, *flags])
        environment = dict(self.environment, LC_ALL='C.UTF-8', LANGUAGE=language)
        return run([program, path], env=environment).stdout.splitlines()

    def lamina(self, *arguments, status=0):
        program = os.path.join(self.root, 'bin', 'lamina')
        return run([program, *arguments], status, env=self.environment)


def run(command, status=0, **options):
    result = subprocess.run(command, capture_output=True, text=True, check=False, **options)
    print('#', ' '.join(command), '→', result.returncode)
    if result.returncode != status:
        sys.exit(f'{result.stdout}{result.stderr}status {result.returncode} instead of {status}')
    return result


def expect(text, *parts):
    for part in parts:
        if part not in text:
            sys.exit(f'"{part}" is not in:\n{text}')


def line_of(text, module):
    lines = [line for line in text.splitlines() if line.startswith(module)]
    if not lines:
        sys.exit(f'{module} is not listed:\n{text}')
    return ' '.join(' '.join(lines).split())


def check(home):
    sample = os.path.join(home.top, 'basket.fruit')
    with open(sample, 'w', encoding='utf-8') as file:
        file.write('fruit apple 30\nfruit pear 12\n')

    listed = home.lamina('plugins').stdout
    expect(line_of(listed, 'fruit'), 'fruit disabled Fruit')
    expect(line_of(listed, 'stale'), 'stale refused', 'number 99', f'number {ABI}')
    expect(home.lamina('info', sample, status=3).stderr, 'basket.fruit', 'no format in use knows this file')
    expect(home.lamina('plugins', '--enable', 'stale', status=3).stderr, 'number 99')

    home.lamina('plugins', '--enable', 'fruit')
    expect(line_of(home.lamina('plugins').stdout, 'fruit'), 'fruit enabled Fruit')
    info = json.loads(home.lamina('info', '--json', sample).stdout)
    assert info['format'] == 'fruit', info
    assert info['runs'][0]['layers'] == 2, info
    assert info['import']['shown'] == 2 and info['import']['lost'] == 0, info
    layers = json.loads(home.lamina('layers', '--format', 'json', sample).stdout)
    assert [layer['name'] for layer in layers] == ['apple', 'pear'], layers

    # Its words are translated by its own domain.
    for name, text in (('worms.fruit', 'fruit apple 30\nworm\n'), ('bare.fruit', 'fruit \n')):
        with open(os.path.join(home.top, name), 'w', encoding='utf-8') as file:
            file.write(text)
    worms, bare = os.path.join(home.top, 'worms.fruit'), os.path.join(home.top, 'bare.fruit')
    for language, said in (('C', ['Basket', 'Basket', 'the line has not three words']),
                           ('de', ['Basket', 'Korb', 'die Zeile hat nicht drei Wörter'])):
        assert home.say(worms, language) == said, home.say(worms, language)
    for language, sentence in (('C', 'The basket is empty.'), ('de', 'Der Korb ist leer.')):
        assert home.say(bare, language) == ['bare.fruit: the basket is empty', sentence], home.say(bare, language)

    # A part is read with it, a rank on request.
    for name, text in (('basket-0.fruit', 'fruit plum 1\n'), ('basket-1.fruit', 'fruit lime 1\n'), ('leaves', 'more leaf 1\n')):
        with open(os.path.join(home.top, name), 'w', encoding='utf-8') as file:
            file.write(text)
    basket = os.path.join(home.top, 'basket-0.fruit')
    for options, joined, beside in (((), ['leaves'], 1), (('--join',), ['basket-1.fruit', 'leaves'], 0)):
        info = json.loads(home.lamina('info', '--json', *options, basket).stdout)
        assert (info['joined'], info['ranks_beside']) == (joined, beside), info


def main():
    top = tempfile.mkdtemp(prefix='lamina-out-of-tree-')
    try:
        home = Home(top)
        home.install()
        home.add_plugin('fruit', ABI)
        home.add_translation('fruit')
        home.add_plugin('stale', '99')
        check(home)
    finally:
        shutil.rmtree(top)


main()
