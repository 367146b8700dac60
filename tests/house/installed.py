#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Installs the build into an empty folder by DESTDIR and looks at what arrived: installed.py BUILD PREFIX LIBDIR ABI WINDOW
HARDENING."""

import configparser
import glob
import os
import platform
import subprocess
import sys
import tempfile

APP_ID = 'io.github.lamina_trace.Lamina'


def expected(libdir, abi, window):
    yield from ('bin/lamina', 'include/lamina-core-0/lamina-core.h', 'share/man/man1/lamina.1',
                'share/bash-completion/completions/lamina', 'share/zsh/site-functions/_lamina',
                'share/fish/vendor_completions.d/lamina.fish',
                f'{libdir}/liblamina-core.so.{abi}', f'{libdir}/pkgconfig/lamina-core-0.pc',
                f'{libdir}/lamina/plugins/*/*.plugin', f'{libdir}/lamina/plugins/*/lib*.so')
    if window:
        yield from ('libexec/lamina-window', f'share/applications/{APP_ID}.desktop', f'share/metainfo/{APP_ID}.metainfo.xml',
                    f'share/glib-2.0/schemas/{APP_ID}.gschema.xml', f'share/dbus-1/services/{APP_ID}.service',
                    f'share/mime/packages/{APP_ID}.xml',
                    f'share/icons/hicolor/scalable/mimetypes/{APP_ID}-profile.svg',
                    f'share/icons/hicolor/symbolic/mimetypes/{APP_ID}-profile-symbolic.svg',
                    f'share/icons/hicolor/scalable/apps/{APP_ID}.svg',
                    f'share/icons/hicolor/symbolic/apps/{APP_ID}-symbolic.svg')


def check_arrived(root, libdir, abi, window):
    for pattern in expected(libdir, abi, window):
        if not glob.glob(os.path.join(root, pattern)):
            yield f'{pattern} was not installed'


def check_outside(destination, prefix):
    for folder, _, names in os.walk(destination):
        for name in names:
            path = os.path.join(folder, name)
            if not path.startswith(destination + prefix + '/'):
                yield f'{path} lies outside the prefix'


def check_leaks(destination, build):
    """An installed text file must not name the folder that it was built in or installed through."""
    for folder, _, names in os.walk(destination):
        for name in names:
            path = os.path.join(folder, name)
            if name.endswith(('.pc', '.desktop', '.plugin', '.service', '.xml', '.h', '.1')):
                with open(path, encoding='utf-8') as file:
                    text = file.read()
                if build in text or destination in text:
                    yield f'{name} names {build} or {destination}'


def check_program(root, libdir):
    """The installed program runs with the installed libraries and finds the installed plugins."""
    environment = dict(os.environ, LD_LIBRARY_PATH=f'{root}/{libdir}:{root}/{libdir}/lamina',
                       LAMINA_PLUGIN_PATH=f'{root}/{libdir}/lamina/plugins')
    try:
        result = subprocess.run([f'{root}/bin/lamina', 'plugins'], env=environment, capture_output=True, text=True, check=False)
    except OSError as error:
        yield str(error)
        return
    if result.returncode != 0 or 'megengine' not in result.stdout:
        yield f'lamina plugins: {result.returncode} {result.stdout} {result.stderr}'


def check_desktop(root, prefix):
    """What the desktop file starts and shows was installed, too."""
    for path in glob.glob(f'{root}/share/applications/*.desktop'):
        entry = configparser.ConfigParser(interpolation=None, strict=False)
        entry.optionxform = str
        entry.read(path, encoding='utf-8')
        entry = entry['Desktop Entry']
        if not os.access(f'{root}/bin/{entry["Exec"].split()[0]}', os.X_OK):
            yield f'{path} starts {entry["Exec"]}, which was not installed'
        service = f'{root}/share/dbus-1/services/{APP_ID}.service'
        with open(service, encoding='utf-8') as file:
            program = next(line[5:].split()[0] for line in file if line.startswith('Exec='))
        if not os.access(program.replace(prefix, root, 1), os.X_OK):
            yield f'{service} starts {program}, which was not installed'
        if not glob.glob(f'{root}/share/icons/hicolor/scalable/apps/{entry["Icon"]}.svg'):
            yield f'{path} shows {entry["Icon"]}, which was not installed'


def find_binaries(root):
    for folder, _, names in os.walk(root):
        for path in (os.path.join(folder, name) for name in names):
            with open(path, 'rb') as file:
                if not os.path.islink(path) and file.read(4) == b'\x7fELF':
                    yield path


def ask(*words):
    return subprocess.run(words, capture_output=True, text=True, check=True, env=dict(os.environ, LC_ALL='C')).stdout


def check_hardened(root, libdir, abi):
    """What the linker was asked for, of each file; what the compiler was asked for, of the core, where most of the code is."""
    for path in find_binaries(root):
        headers, dynamic = ask('readelf', '-hlW', path), ask('readelf', '-dW', path)
        stack = next(line for line in headers.splitlines() if 'GNU_STACK' in line)
        wanted = {'position independent': 'DYN (' in headers, 'RELRO': 'GNU_RELRO' in headers,
                  'bound at once': 'BIND_NOW' in dynamic or 'Flags: NOW' in dynamic, 'no stack that runs': 'RWE' not in stack,
                  'no relocated text': 'TEXTREL' not in dynamic, 'no path of libraries of the build': root not in dynamic}
        yield from (f'{path}: not {name}' for name, is_so in wanted.items() if not is_so)
    core = f'{root}/{libdir}/liblamina-core.so.{abi}'
    symbols = ask('nm', '-D', '--undefined-only', core)
    for symbol in '__stack_chk_fail', '__memcpy_chk':
        if symbol not in symbols:
            yield f'{core} does not call {symbol}'
    if platform.machine() == 'x86_64' and 'endbr64' not in ask('objdump', '-d', '--disassemble=lamina_loader_new', core):
        yield f'{core}: branches may go anywhere'


def main(build, prefix, libdir, abi, window, hardening):
    with tempfile.TemporaryDirectory() as destination:
        subprocess.run(['meson', 'install', '-C', build, '--no-rebuild', '--quiet', '--destdir', destination],
                       stdout=subprocess.DEVNULL, check=True)
        root = destination + prefix
        checks = {'arrived': check_arrived(root, libdir, abi, window == 'true'), 'outside': check_outside(destination, prefix),
                  'leaks': check_leaks(destination, build), 'program': check_program(root, libdir),
                  'desktop': check_desktop(root, prefix),
                  'hardened': check_hardened(root, libdir, abi) if hardening == 'true' else ()}
        failed = False
        print(f'1..{len(checks)}')
        for number, (name, complaints) in enumerate(checks.items(), 1):
            complaints = list(complaints)
            failed |= bool(complaints)
            print(''.join(f'# {line}\n' for text in complaints for line in text.split('\n')), end='')
            print('not ok' if complaints else 'ok', number, f'/house/installed/{name}')
        return 1 if failed else 0


sys.exit(main(*sys.argv[1:]))
