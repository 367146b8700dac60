# SPDX-License-Identifier: Apache-2.0
"""States that the tests bring the window into, and places in it. Each is a function that takes the driver."""

import os
import shutil

import screen
import tree
from driver import NOWHERE, TABLE, wait

# A place that has a slice of the device when the whole run is visible, one of the host, one without; and the names
# of groups of tracks, the second of which can go up, and of a counter.
SLICE, HOST, EMPTY, GROUP, COUNTER = (500, 120), (300, 190), (800, 195), (60, 88), (60, 310)
SECOND_GROUP = (60, 158)

# The picture of a comparison that is there.
TIES = 'Both on one scale, with bands between matched layers'

# Far from any edge of the slice that fills the view, where a ruler would go.
FREE = (560, 120)


def nothing(driver):
    """Whatever there is."""


def whole(driver):
    """The whole run, nothing selected, the focus in the timeline."""
    driver.click(EMPTY)
    driver.key('Escape', 'Escape', 'ctrl+0')
    driver.said('^Nothing is selected.*The whole run')


def selected(driver):
    """A slice is selected in the whole run."""
    whole(driver)
    driver.click(SLICE)
    driver.said('^Selected: ')
    driver.point(NOWHERE)


def zoomed(driver):
    """A slice is selected and fills most of the view."""
    selected(driver)
    driver.key('f')
    driver.said('^Selected: .*Visible: ')


def gap_shown(driver):
    """A gap of the device is selected and fills the middle of the view."""
    whole(driver)
    driver.key('g')
    driver.said('^Selected: gap')
    driver.key('f')
    driver.said('^Selected: gap.*Visible: ')


def host_selected(driver):
    whole(driver)
    driver.click(HOST)
    driver.said('^Selected: ')


def child_selected(driver):
    host_selected(driver)
    driver.key('Down')
    driver.settled()


def then(setup, *keys):
    """Something first, then keys."""
    def do(driver):
        setup(driver)
        for key in keys:
            driver.key(key)
            driver.settled()
    return do


def then_command(setup, *titles):
    def do(driver):
        setup(driver)
        for title in titles:
            driver.command(title)
            driver.picture()
    return do


def listed(*titles):
    """Commands that make another list of the layers. A thread makes it: the screen may stand still before it is there."""
    def do(driver):
        for title in titles:
            driver.command(title)
            driver.picture(still=1)
    return do


def searched(driver):
    """Words are searched for, and the focus is back in the timeline."""
    whole(driver)
    driver.key('slash')
    driver.type('conv2')
    driver.picture()
    driver.key('Return')
    driver.said('^Selected: ')
    driver.settled()


def range_marked(driver):
    whole(driver)
    driver.drag((600, EMPTY[1]), EMPTY)
    driver.point(NOWHERE)
    driver.picture()


def ruled(driver):
    """A ruler stands there, with the pointer on it."""
    zoomed(driver)
    driver.point(FREE)
    driver.command('Ruler at the Pointer')
    # A pointer that stands where it stood tells the timeline nothing.
    driver.point(NOWHERE)
    driver.point(FREE)
    driver.picture()


def noted(driver):
    """A note stands there, with the pointer on it."""
    zoomed(driver)
    driver.point(EMPTY)
    driver.command('Note at the Pointer')
    wait(lambda: driver.focus.describe()[1] == 'Text of the note')
    driver.type('slow')
    driver.key('Return')
    driver.point(NOWHERE)
    driver.point(EMPTY)
    driver.picture()


def scrolled_away(driver):
    """What is selected is out of sight in the table."""
    zoomed(driver)
    driver.point((300, 640))
    for _ in range(40):
        driver.click((300, 640), 5)
    driver.picture()


def row_selected(driver):
    """A row of the table has the focus."""
    zoomed(driver)
    driver.click((300, 640))
    driver.settled()


def changed_file(driver):
    """The file that is open holds something else."""
    samples, path = driver.samples, driver.files[0]
    names = ['resnet50-megengine.json', 'unet-chainer.txt']
    driver.variant = 1 - getattr(driver, 'variant', 0)
    shutil.copyfile(os.path.join(samples, names[driver.variant]), path)


def two_tabs(driver):
    """Another tab stands behind that of the document, and is in front."""
    driver.key('ctrl+t')
    wait(lambda: len(driver.tabs()) == 2 and driver.titles() == ['Lamina'])


def tab_closed(driver):
    """The document was closed, and an empty tab is left."""
    two_tabs(driver)
    driver.key('ctrl+Page_Up')
    wait(lambda: driver.titles() != ['Lamina'])
    driver.key('ctrl+w')
    wait(lambda: driver.titles() == ['Lamina'])


def compared(driver):
    """Two runs of the file stand side by side, their layers listed."""
    driver.key('alt+5')
    wait(lambda: tree.find_shown(driver.window, {'image'}, TIES))
    driver.command('List Compared Pairs')
    driver.picture()


def column_widened(driver):
    """A column of the table is wider than usual."""
    before = driver.picture()
    for x in range(228, 246, 2):
        driver.drag((x, 496), (x + 60, 496))
        if not screen.is_like(driver.picture(), before, TABLE):
            break
