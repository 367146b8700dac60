# SPDX-License-Identifier: Apache-2.0
"""How long the window takes to answer, and how much of that the thread that answers works, while things are done in it."""

import os
import time

# What a step began in threads is there after so many seconds.
AFTER = 1.5
# A load has ended when the program has rested so long, in seconds; none takes longer than the bound.
REST = 5
BOUND = 600
# Of the processor, while nothing is done but answering.
IDLE = 0.1
TICKS = os.sysconf('SC_CLK_TCK')


def read_worked(pid):
    """The seconds that a process has worked."""
    with open(f'/proc/{pid}/stat', encoding='utf-8') as file:
        return sum(map(int, file.read().rsplit(')', 1)[1].split()[11:13])) / TICKS


def read_main(pid):
    """The seconds that the thread that answers has worked."""
    with open(f'/proc/{pid}/task/{pid}/schedstat', encoding='utf-8') as file:
        return int(file.read().split()[0]) / 1e9


def time_answer(driver, ask):
    """How long the program takes to answer, and how much of it the thread that does so works: others may have the processors."""
    pid = driver.process.pid
    asked, worked = time.monotonic(), read_main(pid)
    ask()
    return time.monotonic() - asked, read_main(pid) - worked


def watch(driver):
    """Asks until the program rests; the longest that it took to answer, and worked for it, and after how many seconds it rested."""
    pid = driver.process.pid
    longest, rested = (0, 0), 0
    begin = since = time.monotonic()
    worked = read_worked(pid)
    while rested < REST and time.monotonic() - begin < BOUND:
        longest = max(longest, time_answer(driver, driver.answered))
        time.sleep(0.05)
        now = time.monotonic()
        if now - since >= 0.5:
            before, worked = worked, read_worked(pid)
            rested = rested + now - since if worked - before < IDLE * (now - since) else 0
            since = now
    return longest, time.monotonic() - begin - rested


def take_step(driver, act, after=AFTER):
    """The longest that the program took to answer, and worked for it, until all that the step began is there."""
    longest = time_answer(driver, lambda: act(driver))
    end = time.monotonic() + after
    while time.monotonic() < end:
        longest = max(longest, time_answer(driver, driver.answered), key=lambda one: one[1])
        time.sleep(0.02)
    return longest


def write_times(times):
    return '{:.0f} ms ({:.0f} at work)'.format(*(1000 * one for one in times))
