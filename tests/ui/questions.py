#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Asks of one file after the other what is slow, why the device idles, which step is slow, what communicates unhidden, what holds
the memory, and what is in no operator; by real clicks, two at most, and holds the answers against the file: questions.py PROGRAM
SAMPLES."""

import json
import math
import os
import re
import sys

import access
import answers
import driver as drivers
import tree

# Where each file is, and what it is asked. Real files are there for some only.
FILES = (
    ('resnet50-megengine.json', ('memory',)),
    ('mobilenet-onnxruntime.json', ('slow_run', 'outside')),
    ('samples/onnxruntime/ort-1.30_mlp_50runs.json.gz', ('slow_run', 'outside')),
    ('samples/kineto/HolisticTraceAnalysis__sampled_rank-1.json.gz', ('kernels', 'exposed', 'idle', 'steps')),
    ('samples/kineto/hta__amd_trace__mi250_minitoy_train_ROCm6_2_kineto.json.gz', ('kernels', 'idle', 'steps')),
    ('samples/kineto/hta__critical_path__alexnet__benchmark_result_2869224_1695835535_trace.json.gz', ('kernels', 'idle')),
    ('samples/kineto/hta__ns_resolution_trace__rank-0.Apr_03_18_51_38.1102.pt.trace.json.gz', ('kernels', 'steps')),
)


BYTES = {'Float32': 4, 'Int32': 4, 'Byte': 1}


class Graph:
    """The variables of a profile of MegEngine: those that are kept, and those that live from an operator to the last reader."""

    def __init__(self, path):
        with open(path, encoding='utf-8') as file:
            graph = json.load(file)['graph_exec']
        lives = {}
        for i, name in enumerate(graph['comp_seq']):
            operator = graph['operator'][name]
            for variable in operator['input'] + operator['output']:
                lives.setdefault(variable, [i, i])[1] = i
        sizes = {name: self.measure(graph['var'][name]) for name in lives}
        kept = {name for name in lives if 'PERSISTENT_DEVICE_VALUE' in graph['var'][name]['flag']}
        live = [[name for name in lives if name not in kept and lives[name][0] <= i <= lives[name][1]]
                for i in range(len(graph['comp_seq']))]
        peak = max(live, key=lambda names: sum(sizes[name] for name in names))
        self.parameters = sum(sizes[name] for name in kept)
        self.names = {name: graph['var'][name]['name'] for name in lives}
        self.sizes = sizes
        # What is there at the peak, the largest first.
        self.held = sorted([*peak, *kept], key=lambda name: -sizes[name])

    @staticmethod
    def measure(variable):
        layout = variable['mem_plan'] and variable['mem_plan']['layout']
        return math.prod(layout['shape']) * BYTES[layout['dtype']] if layout else 0

    def sum(self, n=None):
        return sum(self.sizes[name] for name in self.held[:n])


def mebibytes(size):
    return f'≈\u00a0{size / 1024**2:.{max(3 - len(str(size >> 20)), 0)}f}\u00a0MiB'


def go_to_chart(driver, name):
    """Two clicks from the first view."""
    if not answers.click_page(driver, 'Charts'):
        return False
    # The overview has cards of the same names, most of them out of sight.
    driver.picture()
    row = drivers.wait(lambda: next((node for node in tree.near(driver.window) if node.name == name and node.is_shown()
                                     and any(each.role == 'list item' for each in node.above())), None))
    driver.report.check(row is not None, f'“{name}” is in the list of charts')
    if row:
        driver.click(row.middle())
    return row is not None


def find_texts(driver, expected):
    """The first row of the chart as a table that has these texts one after the other."""
    def find():
        table = answers.find_table(driver, answers.CHART_TABLE)
        for texts in answers.rows_of(table).values() if table else ():
            if any(texts[i:i + len(expected)] == expected for i in range(len(texts))):
                return texts
        return None
    return drivers.wait(find)


def ask_kernels(driver, trace):
    """What is slow on the device: number and total of the first kernels."""
    if go_to_chart(driver, 'Kernels'):
        for number, total, _, _ in trace.list_kernels()[:2]:
            expected = [str(number), answers.figure(total)]
            driver.report.check(find_texts(driver, expected), f'a kernel has {expected}')


def ask_steps(driver, trace):
    """Which step is slow: the wall time of the slowest, and what the device computes in it."""
    steps = [event for event in trace.events
             if event['name'].startswith('ProfilerStep#') and event.get('cat') == 'user_annotation']
    step = max(steps, key=lambda event: event['dur'])
    expected = [step['name'], answers.figure(step['dur']),
                answers.figure(trace.cover(step['ts'], step['ts'] + step['dur'], 'computation'))]
    if go_to_chart(driver, 'Steps'):
        driver.report.check(find_texts(driver, expected), f'the slowest step is {expected}')


def ask_exposed(driver, trace):
    """What communicates while nothing computes: a finding says it at once."""
    start, end = trace.first, max(event['ts'] + event['dur'] for event in trace.events)
    exposed = trace.cover(start, end, 'computation', 'communication') - trace.cover(start, end, 'computation')
    expected = f'High · up to {re.escape(answers.figure(exposed))} .*'
    driver.report.check(answers.wait_for_pane(driver, expected), f'a finding says {expected}',
                        lambda: answers.read_pane(driver)[:40])


def ask_idle(driver, trace):
    """Why the device idles: a finding says it at once, and a click on it selects gaps."""
    finding = answers.find_finding(driver, 'Device idle: ')
    driver.report.check(finding is not None, 'a finding says why the device idles')
    if finding:
        driver.click(finding.middle())
        driver.report.check(driver.said('^Selected: .*gap'), 'a click on it selects gaps', driver.says())


def ask_memory(driver, graph):
    """What holds the memory: a finding says it at once, and a click lists what is live at the peak."""
    expected = (f'{mebibytes(graph.sum())} are live at the peak; the 10 largest tensors take {mebibytes(graph.sum(10))} of it, '
                f'the largest is “{graph.names[graph.held[0]]}”. Parameters are {mebibytes(graph.parameters)} of it.')
    driver.report.check(answers.wait_for_pane(driver, re.escape(expected)), f'a finding says “{expected}”',
                        lambda: answers.read_pane(driver)[:60])
    button = drivers.wait(lambda: tree.find_shown(driver.window, {'push button'}, 'Live Tensors at the Peak'))
    driver.report.check(button is not None, 'a button leads to what is live then')
    if button:
        driver.click(button.middle())
    said = f'{len(graph.held)} tensors · {mebibytes(graph.sum())}'
    driver.report.check(drivers.wait(lambda: any(said in node.name for node in tree.near(driver.window))), f'it says “{said}”',
                        lambda: [node.name for node in tree.near(driver.window) if 'tensors' in node.name])


def ask_slow_run(driver, trace):
    """Which run of a model is slow."""
    slowest = max(event['dur'] for event in trace.events if event['name'] == 'model_run')
    if go_to_chart(driver, 'Steps'):
        expected = f'Wall time of .*the slowest is .* at {re.escape(answers.figure(slowest))}'
        driver.report.check(drivers.wait(lambda: any(re.match(expected, node.name) for node in tree.near(driver.window))),
                            f'the chart says “{expected}”')


def ask_outside(driver, trace):
    """How much of the runs is in no node."""
    whole = sum(event['dur'] for event in trace.events if event['name'] == 'model_run')
    nodes = sum(event['dur'] for event in trace.events if event.get('cat') == 'Node'
                and event['name'].endswith('_kernel_time'))
    expected = f'{answers.figure(whole - nodes)} of {answers.figure(whole)} are in no node.'
    driver.report.check(answers.wait_for_pane(driver, re.escape(expected)), f'a finding says “{expected}”',
                        lambda: answers.read_pane(driver)[:40])


ASKED = {'kernels': ask_kernels, 'steps': ask_steps, 'exposed': ask_exposed, 'idle': ask_idle, 'slow_run': ask_slow_run,
         'outside': ask_outside, 'memory': ask_memory}
# What the first view says is asked first: the charts stand in front of nothing else then.
AT_ONCE = ('exposed', 'idle', 'memory', 'outside')


def main():
    program, samples = sys.argv[1:3]
    report = access.Report()
    for name, questions in FILES:
        path = os.path.join(os.environ.get('LAMINA_REAL_FILES', '') if '/' in name else samples, name)
        if not os.path.exists(path):
            print(f'# {name} is not here')
            continue
        trace = Graph(path) if 'megengine' in name else answers.Trace(path)
        driver = drivers.Driver(program, samples, [path], report, None)
        try:
            for question in sorted(questions, key=lambda each: each not in AT_ONCE):
                ASKED[question](driver, trace)
                driver.key('alt+1')
        finally:
            driver.end()
    print(f'1..{report.number}')
    return 1 if report.failed else 0


if __name__ == '__main__':
    access.start(main)
