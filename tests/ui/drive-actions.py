#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Drives the real program through its actions, by the keys that the table of actions names, and looks over AT-SPI at
what changed: drive-actions.py PROGRAM PROFILE LIST-ACTIONS.

STEPS says for each action what is to change; ELSEWHERE names the actions whose effect other tests look at. An action
that is in neither fails the test: whoever adds one says what it does."""

import fnmatch
import re
import subprocess
import sys

import access

# The timeline says something else afterwards: what is selected, or what is visible.
SAYS = 'the timeline says something else'


def opens(title):
    return ('opens', title)


# In this order, for one prepares the next: a slice is selected at the start.
STEPS = (
    ('view.show-all', SAYS),
    ('view.zoom-in', SAYS),
    ('view.pan-right', SAYS),
    ('view.pan-left', SAYS),
    ('view.zoom-out', SAYS),
    ('view.show-selection', SAYS),
    ('view.go-to-start', SAYS),
    ('view.go-to-end', SAYS),
    ('view.go-back', SAYS),
    ('view.go-forward', SAYS),
    ('view.select-next', SAYS),
    ('view.select-previous', SAYS),
    ('view.clear', SAYS),
    ('win.export', opens('Export Picture')),
    ('view.table-twin', opens('Timeline as a Table')),
    ('app.preferences', opens('Preferences')),
    ('app.shortcuts', opens('Keyboard Shortcuts')),
)

# Not driven from outside so far: drive.py looks at some with the eye of a camera, tests named test-*.c at the others
# from inside. Patterns of names; the list is there to become shorter.
ELSEWHERE = (
    'app.about', 'app.appearance::*', 'app.new-window', 'app.palette', 'view.aligned', 'view.callers', 'view.clear-range',
    'view.close-groups', 'view.collapse-track', 'view.context-menu', 'view.copy-*', 'view.edit-note', 'view.export*',
    'view.filter*', 'view.find*', 'view.flame-*', 'view.follow-*', 'view.go-to-bookmark*',
    'view.group-layers::*',
    'view.hide-track', 'view.import-report', 'view.inspector', 'view.keep-ruler', 'view.layer-columns', 'view.mark-*',
    'view.mouse-mode::*', 'view.move-*', 'view.next-layer', 'view.note-here', 'view.open-groups', 'view.overview',
    'view.page*', 'view.pin-*', 'view.previous-layer', 'view.redo-zoom', 'view.remove-*', 'view.reset-*', 'view.ruler*',
    'view.select-all-layers', 'view.select-child', 'view.select-parent', 'view.select-same-*',
    'view.set-bookmark*', 'view.show-all-tracks', 'view.show-in-table', 'view.split-track',
    'view.stop-listing', 'view.table', 'view.tensors-*', 'view.undo-zoom', 'view.zoom-to-*', 'win.clear-recent',
    'win.close-*', 'win.full-screen', 'win.move-*', 'win.new-tab', 'win.next-tab', 'win.open', 'win.previous-tab',
    'win.reload', 'win.reopen-tab', 'window.close',
)

# A place in the timeline that has a slice, in a window of the size that it opens with.
SLICE = (400, 260)


def to_xdotool(accelerator):
    """`<Control><Shift>p` as xdotool writes it."""
    names = {'Control': 'ctrl', 'Shift': 'shift', 'Alt': 'alt', 'Primary': 'ctrl'}
    modifiers = [names[name] for name in re.findall(r'<(\w+)>', accelerator)]
    return '+'.join([*modifiers, re.sub(r'<\w+>', '', accelerator)])


def read_actions(program):
    lines = subprocess.run([program], capture_output=True, text=True, check=True).stdout.splitlines()
    return {action: keys.split() for action, _, keys in (line.partition('\t') for line in lines)}


class Driver:
    def __init__(self, application, actions, report):
        self.application = application
        self.actions = actions
        self.report = report
        self.window = access.wait(lambda: next(iter(access.windows(application)), None))
        self.timeline = access.wait(lambda: access.find(self.window, 'image', 'Timeline'))

    def select_slice(self):
        """By a click, which gives the timeline the focus, too."""
        said = None
        for y in range(SLICE[1] - 60, SLICE[1] + 100, 20):
            subprocess.run(['xdotool', 'mousemove', str(SLICE[0]), str(y), 'click', '1'], check=True)
            said = access.wait(lambda: self.timeline.get_description().startswith('Selected: '), 2)
            if said:
                break
        self.report.check(said, 'a click selects a slice', self.timeline.get_description())

    def settled(self):
        """What the timeline says once it says the same for a while, for what moves smoothly says many things."""
        text, count = self.timeline.get_description(), 0

        def is_still():
            nonlocal text, count
            now = self.timeline.get_description()
            text, count = now, count + 1 if now == text else 0
            return count >= 8

        access.wait(is_still)
        return text

    def step(self, action, effect):
        key = to_xdotool(self.actions[action][0])
        before = self.settled()
        access.key(key)
        if effect == SAYS:
            met = access.wait(lambda: self.timeline.get_description() != before)
        else:
            title = effect[1]
            met = access.wait(lambda: any(window.get_name() == title for window in access.windows(self.application)))
            access.close(self.application, title)
        self.report.check(met, f'{action} by {key}', before)


def main():
    program, profile, lister = sys.argv[1:4]
    report = access.Report()
    actions = read_actions(lister)
    driven = {action for action, _ in STEPS} | {'app.quit'}
    missing = [action for action in sorted(set(actions) - driven)
               if not any(fnmatch.fnmatchcase(action, pattern) for pattern in ELSEWHERE)]
    report.check(not missing, 'every action is looked at', '\n'.join(missing))
    gone = sorted(driven - set(actions))
    report.check(not gone, 'no action is looked at that is gone', '\n'.join(gone))
    process = subprocess.Popen([program, profile], stdout=subprocess.DEVNULL)
    try:
        application = access.wait(lambda: access.get_application(process.pid))
        driver = Driver(application, actions, report)
        driver.select_slice()
        for action, effect in STEPS:
            driver.step(action, effect)
        access.key('ctrl+q')
        try:
            status = process.wait(access.BOUND)
        except subprocess.TimeoutExpired:
            status = 'a program that goes on'
        report.check(status == 0, 'app.quit by ctrl+q', status)
    finally:
        process.kill()
        process.wait()
    print(f'1..{report.number}')
    return 1 if report.failed else 0


if __name__ == '__main__':
    access.start(main)
