#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What the desktop knows of Lamina, in a home, on a screen and on a bus of its own:
desktop.py LAMINA WINDOW DATA PROFILE, where DATA is the folder with the built desktop, MIME and service files."""

import contextlib
import os
import shutil
import subprocess
import sys
import tempfile
import time

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'ui'))
import screen

APP_ID = 'io.github.lamina_trace.Lamina'
BOUND = 40
TOOLS = ('Xvfb', 'xdotool', 'dbus-run-session', 'gio', 'gdbus', 'update-mime-database', 'update-desktop-database')

# Everybody's types, of which Lamina must never take the default.
COMMON = ('text/plain', 'text/x-log', 'application/json', 'application/vnd.sqlite3', 'application/gzip', 'application/zstd')

# Type: texts that begin like files of it.
HEADS = {
    'application/x-megengine-profile+json': (
        '{ "profiler": { "opr_internal_pf": { }, "host": { "5": { "main": { "end": 0.2, "kern": 0.1, "start": 0.1}}}}}',
        '{"graph_exec": {"operator": {}}}'),
    'application/x-chainer-graph': ('108 120\n0 37879808 _\n1 2048 /conv_u3b_c/b\n2 256 /conv_d0a_b/b\n3 4 _\n',),
    'application/x-tensorflow-nodes': ('conv1/Conv2D, (128x3x224x224), (64x3x11x11), (128x64x55x55), GPU, 0\n',
                                       '_SOURCE, (no input), (no output), CPU, 0\n'),
    'application/x-tensorrt-profile+json': (
        '{"Layers": [{\n  "Name": "Conv_0",\n  "LayerType": "CaskConvolution"\n}]}',
        '[\n  { "count" : 1 }\n, { "name" : "Conv_0", "timeMs" : 0.08, "averageMs" : 0.08, "percentage" : 7.9 }\n]',
        '[\n  { "startEnqMs" : 4.1, "endEnqMs" : 4.2, "startComputeMs" : 4.02, "endComputeMs" : 4.9 }\n]'),
    'application/x-tensorrt-log': ('$ trtexec --onnx=a.onnx --exportLayerInfo=a.json\n$ cat a.json\n{"Layers": ["Conv_0"\n]}\n',),
    'application/x-tvm-report': (
        'Mean time: 13 ms\nName    Duration (us)  Percent  Device  Count\nconv2d      1,705.10    51.22    cpu0      1\n',
        '{"calls":[{"Duration (us)":{"microseconds":1.5},"Count":{"count":1}}]}'),
    'application/x-chrome-trace+json': (
        '[{"name": "a", "ph": "X", "pid": 1, "tid": 1, "ts": 0, "dur": 2}]',
        '{"displayTimeUnit": "ns",\n "traceEvents": []}'),
    'application/x-pytorch-trace+json': (
        '{\n  "schemaVersion": 1,\n  "deviceProperties": [\n    {"id": 0}\n  ],\n  "traceEvents": []}',),
    'application/x-pytorch-memory-snapshot': (
        b'\x80\x04\x95\x00\x10\x00\x00\x00\x00\x00\x00}\x94(\x8c\x08segments\x94]\x94(}\x94(\x8c\x06device\x94K\x00\x8c\x0a'
        b'total_size',
        b'\x80\x02}q\x00(X\x08\x00\x00\x00segmentsq\x01]q\x02X\x0d\x00\x00\x00device_tracesq\x03]q\x04'),
    'application/x-rocprofv3-profile+json': (
        '{\n    "rocprofiler-sdk-tool": [\n        {\n            "metadata": {', '{"rocprofiler-sdk-tool":[]}'),
    'application/x-onnxruntime-profile+json': (
        '[\n{"cat" : "Session","pid" :1,"tid" :1,"dur" :75,"ts" :2,"ph" : "X","name" :"model_loading_uri","args" : {}}\n]',),
}
# Name and content of files that are not ours, and what they must stay.
OTHERS = (
    ('plain.json', '{"a": [1, 2]}', 'application/json'),
    ('acid.json', '[{"ph": 7.2, "name": "lemon"}]', 'application/json'),
    ('package.json', '{"name": "x", "Layers": "no"}', 'application/json'),
    ('numbers', '12 34\n5 6\n', 'text/plain'),
    ('words', 'Device and Percent\n', 'text/plain'),
    ('notes.txt', HEADS['application/x-tvm-report'][0], 'text/plain'),
    ('model.pickle', b'\x80\x04}\x94(\x8c\x05model\x94K\x01u.', 'application/octet-stream'),
    ('data.sqlite', b'SQLite format 3\0\x10\0\x01\x01', 'application/vnd.sqlite3'),
    ('run.log', HEADS['application/x-chainer-graph'][0], 'text/x-log'),
)
SUFFIXES = (('a.rpd', 'application/x-rocm-profile'),
            ('a.trace.json', 'application/x-chrome-trace+json'), ('a.pt.trace.json', 'application/x-pytorch-trace+json'),
            ('a.trace.json.gz', 'application/x-compressed-chrome-trace'),
            ('a.trace.json.zst', 'application/x-compressed-chrome-trace'),
            ('a.pt.trace.json.gz', 'application/x-compressed-pytorch-trace'),
            ('a.pt.trace.json.zst', 'application/x-compressed-pytorch-trace'))

count = failures = 0


def report(name, complaints):
    global count, failures
    count += 1
    complaints = list(complaints)
    failures += bool(complaints)
    for line in complaints:
        print('#', line)
    print('not ok' if complaints else 'ok', count, f'/house/desktop/{name}', flush=True)


def run(*command, **options):
    return subprocess.run(command, capture_output=True, text=True, timeout=BOUND, check=False, **options).stdout


def write(path, text):
    with open(path, 'wb') as file:
        file.write(text if isinstance(text, bytes) else text.encode())
    return path


def type_of(path):
    lines = run('gio', 'info', '-a', 'standard::content-type', path).split('\n')
    return next((line.split(': ')[1] for line in lines if 'standard::content-type' in line), None)


def defaults():
    return {name: run('gio', 'mime', name) for name in COMMON}


def install(home, window, data):
    """Only what says where the program lies differs from the installed files."""
    share = os.environ['XDG_DATA_HOME']
    for folder in ('applications', 'mime/packages', 'dbus-1/services'):
        os.makedirs(os.path.join(share, folder))
    shutil.copy(os.path.join(data, APP_ID + '.desktop'), os.path.join(share, 'applications'))
    shutil.copy(os.path.join(data, APP_ID + '.xml'), os.path.join(share, 'mime/packages'))
    with open(os.path.join(data, APP_ID + '.service'), encoding='utf-8') as file:
        service = [f'Exec={window} --gapplication-service' if line.startswith('Exec=') else line
                   for line in file.read().split('\n')]
    write(os.path.join(share, 'dbus-1/services', APP_ID + '.service'), '\n'.join(service))
    run('update-mime-database', os.path.join(share, 'mime'))
    run('update-desktop-database', os.path.join(share, 'applications'))


def check_heads(folder):
    for expected, texts in HEADS.items():
        for text in texts:
            for name in ('profile.json', 'profile'):
                found = type_of(write(os.path.join(folder, name), text))
                if found != expected:
                    yield f'{name} with {text[:40]!r} is {found}, not {expected}'


def check_files(folder, source):
    """Whole files, under names that tell less than their own."""
    types = set()
    for name in sorted(name for name in os.listdir(source) if name.endswith(('.json', '.txt', '.pickle'))):
        for copy in ('profile.json', 'profile'):
            found = type_of(shutil.copyfile(os.path.join(source, name), os.path.join(folder, copy)))
            types.add(found)
            if found not in HEADS:
                yield f'{name} as {copy} is {found}'
    if len(types) < 5:
        yield f'only {types}'


def check_others(folder):
    for name, text, expected in OTHERS:
        found = type_of(write(os.path.join(folder, name), text))
        if found != expected:
            yield f'{name} is {found}, not {expected}'


def check_suffixes(folder):
    heads = {'.json': b'{}', '.rpd': b'SQLite format 3\0', '.gz': b'\x1f\x8b\x08\0\0\0\0\0', '.zst': b'\x28\xb5\x2f\xfd\0\0\0\0'}
    for name, expected in SUFFIXES:
        with open(os.path.join(folder, name), 'wb') as file:
            file.write(heads[os.path.splitext(name)[1]])
        found = type_of(file.name)
        if found != expected:
            yield f'{name} is {found}, not {expected}'


def check_handlers():
    for name in (*HEADS, *(kind for _, kind in SUFFIXES)):
        if APP_ID not in run('gio', 'mime', name).split('\n')[0]:
            yield f'{name} is not opened by Lamina'


def titles():
    """The titles of all windows of documents. A window may be gone before its name is asked for."""
    windows = run('xdotool', 'search', '--onlyvisible', '--name', 'Lamina').split()
    return sorted(run('xdotool', 'getwindowname', window).strip() for window in windows)


def wait(condition, what):
    """Yields a complaint when the condition does not hold in time."""
    end = time.monotonic() + BOUND
    while not condition():
        if time.monotonic() > end:
            yield f'{what}; the windows: {titles()}'
            return
        time.sleep(0.05)


def wait_titles(*names):
    expected = sorted(f'{name} – Lamina' if name else 'Lamina' for name in names)
    return wait(lambda: titles() == expected, f'there are no windows {expected}')


def owner():
    """The process that has the program's name on the bus."""
    answer = run('gdbus', 'call', '--session', '--dest', 'org.freedesktop.DBus', '--object-path', '/', '--method',
                 'org.freedesktop.DBus.GetConnectionUnixProcessID', APP_ID)
    return answer.strip('(),\n').split()[-1] if answer else None


def activate(action):
    run('gdbus', 'call', '--session', '--dest', APP_ID, '--object-path', '/' + APP_ID.replace('.', '/'), '--method',
        'org.freedesktop.Application.ActivateAction', action, '[]', '{}')


def launch_in(folder, *command):
    """Starts a program that hands its files on and ends."""
    status = subprocess.run(command, cwd=folder, timeout=BOUND, check=False).returncode
    if status != 0:
        yield f'{command} ended with {status}'


def inside(lamina, data, profile):
    """On the screen and the bus: the same program is asked in all ways."""
    desktop = os.path.join(os.environ['XDG_DATA_HOME'], 'applications', APP_ID + '.desktop')
    # Beside all windows: what tells of a place in one is a window of the same name.
    run('xdotool', 'mousemove', '1919', '1079')
    with tempfile.TemporaryDirectory() as folder:
        def copy(name):
            return shutil.copyfile(profile, os.path.join(folder, name))
        run('gio', 'open', copy('profile.json'))
        report('gio-open', wait_titles('profile.json'))
        process = owner()
        report('bus-name', [] if process else ['nobody owns ' + APP_ID])
        run('gio', 'open', copy('profile'))
        report('gio-open-without-suffix', wait_titles('profile'))
        run('gio', 'launch', desktop, copy('own-name.txt'))
        report('gio-launch-text', wait_titles('own-name.txt'))
        copy('here.log')
        report('terminal', [*launch_in(folder, lamina, 'here.log'), *wait_titles('here.log')])
        report('terminal-many', [*launch_in(folder, lamina, 'own-name.txt', 'profile'), *wait_titles('own-name.txt')])
        run('gio', 'open', os.path.join(folder, 'profile.json'))
        report('same-file-twice', wait_titles('profile.json'))
        report('one-process', [] if owner() == process else [f'{owner()} instead of {process}'])
        activate('new-window')
        report('action-new-window', wait_titles('profile.json', ''))
        report('option-new-window', [*launch_in(folder, lamina, '--new-window'), *wait_titles('profile.json', '', '')])
        with subprocess.Popen([lamina, '--new-instance', 'here.log'], cwd=folder) as other:
            report('new-instance', wait_titles('profile.json', '', '', 'here.log'))
            report('new-instance-stays', [] if other.poll() is None else ['it has ended'])
            report('new-instance-bus', [] if owner() == process else ['it took the name on the bus'])
            other.terminate()
        activate('open')
        report('action-open', wait(lambda: run('xdotool', 'search', '--onlyvisible', '--name', '^Open$'),
                                   'nothing asks for a file'))
        activate('quit')
        report('quit', wait(lambda: not titles() and not owner(), 'it did not end'))


def prepare(home):
    for name in ('CONFIG', 'DATA', 'STATE', 'CACHE'):
        os.environ[f'XDG_{name}_HOME'] = os.path.join(home, name.lower())
    os.environ.update(HOME=home, XDG_RUNTIME_DIR=os.path.join(home, 'run'), XDG_DATA_DIRS='/usr/local/share:/usr/share',
                      GDK_BACKEND='x11', GDK_DEBUG='gl-disable')
    os.mkdir(os.environ['XDG_RUNTIME_DIR'], 0o700)
    for name in ('WAYLAND_DISPLAY', 'DBUS_SESSION_BUS_ADDRESS', 'XDG_CURRENT_DESKTOP'):
        os.environ.pop(name, None)


def main(lamina, window, data, profile):
    missing = [tool for tool in TOOLS if not shutil.which(tool)]
    if missing:
        print(f'1..0 # SKIP {" and ".join(missing)} not installed')
        return 0
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home, contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        prepare(home)
        # The desktop file names the program without a folder, and counts only where there is one.
        os.environ['PATH'] = os.path.dirname(lamina) + ':' + os.environ['PATH']
        before = defaults()
        install(home, window, data)
        after = defaults()
        report('defaults', [f'{name}: {before[name]} became {after[name]}' for name in COMMON if before[name] != after[name]])
        report('heads', check_heads(folder))
        report('others', check_others(folder))
        report('suffixes', check_suffixes(folder))
        report('handlers', check_handlers())
        report('samples', check_files(folder, os.path.dirname(profile)))
        seeds = os.path.join(os.environ.get('LAMINA_REAL_FILES', ''), 'seeds')
        if os.path.isdir(seeds):
            report('seeds', check_files(folder, seeds))
        # What was reported on the screen goes on with the numbers.
        server, os.environ['DISPLAY'] = screen.start('-screen', '0', '1920x1080x24')
        try:
            status = subprocess.run(['dbus-run-session', '--', sys.executable, '-B', __file__, '--inside', lamina, data,
                                     profile, str(count)], check=False).returncode
        finally:
            server.terminate()
            server.wait()
        if status != 0:
            return 1
    return 1 if failures else 0


if __name__ == '__main__':
    if sys.argv[1] == '--inside':
        count = int(sys.argv[5])
        inside(*sys.argv[2:5])
        print(f'1..{count}')
        sys.exit(1 if failures else 0)
    sys.exit(main(*map(os.path.abspath, sys.argv[1:])))
