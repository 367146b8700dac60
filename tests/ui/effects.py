# SPDX-License-Identifier: Apache-2.0
"""What each action of the program needs first, and what it is to change then: EFFECTS is read by drive-actions.py, which
has each done by its keys or by the palette, and by drive-menus.py, which has them done by menus."""

from changes import Copies, Effect, Focuses, Looks, Opens, Says, Tabs, Titles, Wants
from driver import INSPECTOR, NAMES, OVERVIEW, PAGE, TABLE, TIMELINE, wait
from states import (
    COUNTER, EMPTY, GROUP, SECOND_GROUP, changed_file, child_selected, column_widened, compared, host_selected, listed, noted,
    nothing, range_marked, row_selected, ruled, scrolled_away, searched, selected, tab_closed, then, then_command,
    two_tabs, whole, zoomed,
)


# Effects that are more than one change.

class Drags(Effect):
    """A drag in the timeline does something else: an effect of its own, seen after the drag."""

    def __init__(self, effect):
        self.effect = effect

    def met(self, driver, before):
        inner = self.effect.before(driver)
        driver.drag((400, EMPTY[1]), (560, EMPTY[1]))
        return self.effect.met(driver, inner)

    def after(self, driver):
        driver.key('Escape')
        driver.command('Drag to Mark a Range')
        driver.settled()


class Marks(Effect):
    """A bookmark leads back to what was visible when it was set."""

    def __init__(self, number):
        self.number = number

    def before(self, driver):
        return driver.settled()

    def met(self, driver, before):
        driver.key('ctrl+0')
        driver.settled()
        driver.command(f'Go to Bookmark {self.number}')
        return wait(lambda: driver.says().rsplit('Visible', 1)[-1] == before.rsplit('Visible', 1)[-1])


class Ends(Effect):
    """The program ends."""

    def met(self, driver, before):
        return wait(lambda: driver.process.poll() is not None)


class Darkens(Effect):
    """The window becomes dark, or light."""

    def __init__(self, is_dark):
        self.is_dark = is_dark

    def met(self, driver, before):
        def is_met():
            row = driver.picture().row(8, 640, 650)
            return (sum(row[:3]) < 300) == self.is_dark
        return wait(is_met)


class NotOffered(Effect):
    """It can't be done while there is nothing to do it to: the palette finds no such command, and stays."""

    def met(self, driver, before):
        return wait(lambda: 'Commands' in driver.titles())

    def after(self, driver):
        driver.key('Escape')
        wait(lambda: 'Commands' not in driver.titles())


EFFECTS = {
    'win.open': (nothing, Opens('Open')),
    'win.open-folder': (nothing, Opens('Open Folder')),
    'win.open-to-compare': (nothing, Opens('Compare With')),
    'win.reload': (changed_file, Says()),
    'win.join': (nothing, NotOffered()),
    'win.export': (nothing, Opens('Export Picture')),
    'view.export::timeline': (nothing, Opens('Export Picture')),
    'view.export::flame': (nothing, Opens('Export Picture')),
    'view.export::tensors': (nothing, Opens('Export Picture')),
    'view.export::layers': (nothing, Opens('Export Picture')),
    'view.export-selection': (selected, Opens('Export Picture')),
    'view.export::charts': (nothing, Opens('Export Picture')),
    'view.export::types': (nothing, Opens('Export Picture')),
    'view.export::sandwich': (nothing, Opens('Export Picture')),
    'view.zoom-in': (zoomed, Says('Visible')),
    'view.zoom-out': (zoomed, Says('Visible')),
    'view.pan-left': (zoomed, Says('Visible')),
    'view.pan-right': (zoomed, Says('Visible')),
    'view.page-down': (then_command(selected, 'Split the Track by Family of Work'), Looks(TIMELINE)),
    'view.page-up': (then(nothing, 'Page_Down'), Looks(TIMELINE)),
    'view.go-to-start': (zoomed, Says('Visible')),
    'view.go-to-end': (zoomed, Says('Visible')),
    'view.show-all': (zoomed, Says('The whole run of')),
    'view.show-selection': (selected, Says('Visible')),
    'view.split-track': (selected, Looks(NAMES)),
    'view.collapse-track': (host_selected, Looks(NAMES)),
    'view.fix-scale': (whole, Looks(NAMES, pointer=COUNTER)),
    'view.show-runtime': (selected, NotOffered()),
    'view.pin-track': (selected, Looks(NAMES)),
    'view.hide-track': (selected, Looks(NAMES)),
    'view.show-all-tracks': (then_command(selected, 'Hide the Track'), Looks(NAMES)),
    'view.move-track-up': (selected, Looks(NAMES, pointer=SECOND_GROUP)),
    'view.move-track-down': (selected, Looks(NAMES, pointer=GROUP)),
    'view.zoom-to-range': (range_marked, Says('Visible')),
    'view.undo-zoom': (zoomed, Says()),
    'view.redo-zoom': (then(zoomed, 'BackSpace'), Says()),
    'view.context-menu': (zoomed, Focuses('menu item')),
    'view.table-twin': (nothing, Opens('Timeline as a Table')),
    'view.aligned': (whole, Looks(TIMELINE)),
    'view.find': (whole, Focuses('text|entry', 'Search|search')),
    'view.find-next': (searched, Says('Selected')),
    'view.find-previous': (then(searched, 'F3'), Says('Selected')),
    'view.find-track': (whole, Focuses('text|entry')),
    'view.filter': (whole, Focuses('text|entry', 'All words have to match')),
    'view.select-previous': (zoomed, Says('Selected')),
    'view.select-next': (zoomed, Says('Selected')),
    'view.select-parent': (child_selected, Says('Selected')),
    'view.select-child': (host_selected, Says('Selected')),
    'view.follow-back': (zoomed, Says('Selected')),
    'view.follow-forward': (zoomed, Says('Selected')),
    'view.next-gap': (zoomed, Says('Selected: gap')),
    'view.previous-gap': (zoomed, Says('Selected: gap')),
    'view.previous-same-name': (zoomed, Says('Selected')),
    'view.next-same-name': (zoomed, Says('Selected')),
    'view.select-same-name': (zoomed, Looks(TIMELINE)),
    'view.show-in-table': (scrolled_away, Looks(TABLE)),
    'view.previous-layer': (zoomed, Says('Selected')),
    'view.next-layer': (zoomed, Says('Selected')),
    'view.pin-layer': (zoomed, Looks(INSPECTOR)),
    'view.copy-details': (zoomed, Copies(r'(?s)\n.*\n')),
    'view.copy-name': (zoomed, Copies(r'^[^\n\t,]+\[\d+\]$')),
    'view.clear': (zoomed, Says('^Nothing is selected')),
    'view.mark-selection': (zoomed, Looks(TIMELINE)),
    'view.clear-range': (range_marked, Looks(TIMELINE)),
    'view.ruler': (zoomed, Looks(TIMELINE)),
    'view.keep-ruler': (zoomed, Looks(TIMELINE)),
    'view.ruler-here': (zoomed, Looks(TIMELINE)),
    'view.note-here': (zoomed, Focuses('text|entry', 'Text of the note')),
    'view.edit-note': (noted, Focuses('text|entry', 'Text of the note')),
    'view.remove-ruler': (ruled, Looks(TIMELINE, pointer=None)),
    'view.remove-rulers': (ruled, Looks(TIMELINE)),
    'view.mouse-mode::select': (then_command(whole, 'Drag to Pan'), Drags(Looks(TIMELINE))),
    'view.mouse-mode::pan': (zoomed, Drags(Says('Visible'))),
    'view.mouse-mode::zoom': (zoomed, Drags(Says('Visible'))),
    'view.mouse-mode::timing': (zoomed, Drags(Looks(TIMELINE))),
    'view.go-back': (zoomed, Says()),
    'view.go-forward': (then(zoomed, 'alt+Left'), Says()),
    'view.group-layers::instance': (listed('Group Layers by Type'), Looks(TABLE)),
    'view.group-layers::type': (listed('List Layers One by One'), Looks(TABLE)),
    'view.group-layers::shape': (listed('List Layers One by One'), Looks(TABLE)),
    'view.group-layers::name': (listed('Group Layers by Type'), Looks(TABLE)),
    'view.group-layers::family': (listed('List Layers One by One'), Looks(TABLE)),
    'view.group-layers::section': (listed('Group Layers by Type'), Looks(TABLE)),
    'view.group-layers::annotation': (listed('Group Layers by Type'), Looks(TABLE)),
    'view.group-layers::device': (listed('Group Layers by Type'), Looks(TABLE)),
    'view.open-groups': (listed('Group Layers by Type'), Looks(TABLE)),
    'view.close-groups': (listed('Group Layers by Type', 'Expand All Groups'), Looks(TABLE)),
    'view.reset-layer-columns': (column_widened, Looks(TABLE)),
    'view.filter-range': (then_command(range_marked, 'List Layers One by One'), Looks(TABLE)),
    'view.filter-same-type': (row_selected, Looks(TABLE)),
    'view.filter-same-shape': (row_selected, Looks(TABLE)),
    'view.stop-listing': (nothing, NotOffered()),
    'view.select-all-layers': (row_selected, Looks(INSPECTOR)),
    'view.select-same-type': (row_selected, Looks(INSPECTOR)),
    'view.zoom-to-layers': (then(row_selected, 'ctrl+0'), Says('Visible: ')),
    'view.copy-layers': (row_selected, Copies('\t')),
    'view.copy-layers-csv': (row_selected, Copies(r'^[^\n]*,[^\n]*\n')),
    'view.copy-layers-markdown': (row_selected, Copies(r'^\|')),
    'view.copy-layer-names': (row_selected, Copies(r'^[^\n\t,|]+$')),
    'view.export-table': (nothing, Opens('Export the Table')),
    'view.layer-columns': (nothing, Focuses('text|entry', 'Search columns')),
    'view.page::trace': (then_command(nothing, 'Flame Graph'), Looks(PAGE)),
    'view.page::flame': (then_command(nothing, 'Trace'), Looks(PAGE)),
    'view.page::tensors': (then_command(nothing, 'Trace'), Looks(PAGE)),
    'view.page::charts': (then_command(nothing, 'Trace'), Looks(PAGE)),
    'view.chart::': (then_command(nothing, 'Chart: Time by type'), Looks(PAGE)),
    'view.next-chart': (then_command(nothing, 'Charts', 'Overview of the Charts'), Looks(PAGE)),
    'view.previous-chart': (then_command(nothing, 'Charts', 'Overview of the Charts'), Looks(PAGE)),
    'view.chart-table': (then_command(nothing, 'Chart: Time by type'), Looks(PAGE)),
    'view.chart-to-trace': (then_command(zoomed, 'Charts'), Looks(PAGE)),
    'view.live-tensors': (then_command(nothing, 'Chart: Memory over time'), Looks(PAGE)),
    'view.copy-chart::csv': (then_command(nothing, 'Chart: Time by type'), Copies(r'^[^\n]*,[^\n]*\n')),
    'view.copy-chart::markdown': (then_command(nothing, 'Chart: Time by type'), Copies(r'^\|')),
    'view.export-charts': (nothing, Opens('Export All Charts')),
    'app.device::': (then_command(nothing, 'Chart: Roofline', 'Roofline of the Best Measured Rates'), Looks(PAGE)),
    'app.device::none': (then_command(nothing, 'Chart: Roofline', 'Roofline of the Device in the File'),
                         Looks(PAGE)),
    'view.page::compare': (then_command(nothing, 'Trace'), Looks(PAGE)),
    'view.tensors-at-peak': (then_command(nothing, 'Tensors', 'All Tensors'), Looks(PAGE)),
    'view.tensors-all': (then_command(nothing, 'Tensors', 'Live Tensors at the Peak'), Looks(PAGE)),
    'view.group-tensors::shape': (then_command(nothing, 'Tensors'), Looks(PAGE)),
    'view.group-tensors::dtype': (then_command(nothing, 'Tensors'), Looks(PAGE)),
    'view.group-tensors::role': (then_command(nothing, 'Tensors'), Looks(PAGE)),
    'view.group-tensors::one': (then_command(nothing, 'Tensors', 'Group Tensors by Shape'), Looks(PAGE)),
    'view.callers': (zoomed, Looks(PAGE)),
    'view.durations::slices': (zoomed, Looks(PAGE)),
    'view.durations::layers': (zoomed, Looks(PAGE)),
    'view.flame-view::graph': (then_command(nothing, 'Flame Graph', 'Sandwich of Callers and Callees'), Looks(PAGE)),
    'view.flame-view::sandwich': (then_command(nothing, 'Flame Graph'), Looks(PAGE)),
    'view.inspector': (nothing, Looks(INSPECTOR)),
    'view.import-report': (zoomed, Looks(INSPECTOR)),
    'view.findings': (zoomed, Looks(INSPECTOR)),
    'view.export-report': (nothing, Opens('Export a Report')),
    'view.table': (nothing, Looks(TABLE)),
    'view.names-width::wider': (whole, Looks(TIMELINE)),
    'view.names-width::narrower': (whole, Looks(TIMELINE)),
    'view.names-width::fit': (then_command(whole, 'Wider Track Names'), Looks(TIMELINE)),
    'view.overview': (zoomed, Looks(OVERVIEW)),
    'win.full-screen': (nothing, Wants('_NET_WM_STATE_FULLSCREEN')),
    'app.appearance::dark': (nothing, Darkens(True)),
    'app.appearance::light': (then_command(nothing, 'Dark Windows'), Darkens(False)),
    'app.appearance::desktop': (then_command(nothing, 'Dark Windows'), Darkens(False)),
    'app.color-by::type': (then_command(whole, 'Colors by Family of Work'), Looks(TIMELINE)),
    'app.color-by::precision': (then_command(whole, 'Colors by Family of Work'), Looks(TIMELINE)),
    'app.color-by::family': (then_command(whole, 'Colors by Type'), Looks(TIMELINE)),
    'app.colors::apart': (whole, Looks(TIMELINE)),
    'app.colors::blues': (whole, Looks(TIMELINE)),
    'app.colors::usual': (then_command(whole, 'Colors in Shades of Blue'), Looks(TIMELINE)),
    'app.palette': (nothing, Opens('Commands')),
    'app.preferences': (nothing, Opens('Preferences')),
    'app.shortcuts': (nothing, Opens('Keyboard Shortcuts')),
    'app.about': (nothing, Opens('About')),
    'win.new-tab': (nothing, Tabs(lambda tabs: [*(tabs or ['profile.json']), 'New Tab'])),
    'win.close-tab': (two_tabs, Titles(lambda titles: ['profile.json – Lamina'])),
    'win.reopen-tab': (tab_closed, Titles(lambda titles: ['profile.json – Lamina'])),
    'win.close-other-tabs': (two_tabs, Titles(lambda titles: titles)),
    'win.clear-recent': (two_tabs, Looks(PAGE)),
    'win.next-tab': (two_tabs, Titles(lambda titles: ['profile.json – Lamina'])),
    'win.previous-tab': (two_tabs, Titles(lambda titles: ['profile.json – Lamina'])),
    'win.move-tab-left': (two_tabs, Tabs(lambda tabs: tabs[::-1])),
    'win.move-tab-right': (then(two_tabs, 'ctrl+shift+Page_Up'), Tabs(lambda tabs: tabs[::-1])),
    'win.move-tab-to-new-window': (two_tabs, Titles(lambda titles: [*titles, 'profile.json – Lamina'])),
    'app.new-window': (nothing, Titles(lambda titles: [*titles, 'Lamina'])),
    'window.close': (nothing, Ends()),
    'app.quit': (nothing, Ends()),
}
for i in range(1, 10):
    EFFECTS[f'view.set-bookmark(uint32 {i})'] = (zoomed, Marks(i))
    EFFECTS[f'view.go-to-bookmark(uint32 {i})'] = (then(zoomed, f'ctrl+shift+{i}', 'ctrl+0'), Says('Visible: '))
for by in ('calls', 'parents', 'names', 'modules', 'types', 'sections', 'stacks'):
    other = 'Flame Graph by Calls' if by == 'types' else 'Flame Graph by Types'
    EFFECTS[f'view.flame-by::{by}'] = (then_command(nothing, 'Flame Graph', other), Looks(PAGE))
for weight in ('time', 'calls', 'bytes', 'flop', 'memory'):
    other = 'Flame Graph of Calls' if weight == 'time' else 'Flame Graph of Time'
    EFFECTS[f'view.flame-weight::{weight}'] = (then_command(nothing, 'Flame Graph', other), Looks(PAGE))
for chart in ('time-by-type', 'top-layers', 'kernels', 'kernels-by-module', 'kernels-by-stream', 'kernels-by-rank',
              'collectives', 'roofline', 'traffic', 'precision', 'rates', 'latency', 'shapes', 'memory', 'memory-sites',
              'idle', 'utilization', 'gaps', 'gaps-by-cause', 'gaps-by-host', 'iterations', 'iteration-durations', 'durations',
              'counters', 'runs'):
    EFFECTS[f'view.chart::{chart}'] = (then_command(nothing, 'Charts', 'Overview of the Charts'), Looks(PAGE))

# What compares needs a file with two runs.
OF_TWO_RUNS = {
    'view.swap-compared': (compared, Looks(PAGE)),
    'view.compared-list::types': (compared, Looks(PAGE)),
    'view.compared-list::layers': (then_command(compared, 'List Compared Types'), Looks(PAGE)),
    'view.copy-comparison': (compared, Copies(r'^[^\n]*,[^\n]*\n')),
    **{f'view.export-comparison::{picture}': (compared, Opens('Export Picture'))
       for picture in ('comparison', 'waterfall', 'ties')},
}
EFFECTS.update(OF_TWO_RUNS)

# What leaves so much behind that the next begins with a program of its own.
LEAVES_TRACES = ('win.reload', 'view.export::charts',
                 'view.page-up', 'view.split-track', 'view.collapse-track', 'view.pin-track', 'view.hide-track',
                 'view.show-all-tracks', 'view.move-track-up', 'view.move-track-down', 'view.aligned', 'view.pin-layer',
                 'view.filter-range', 'view.filter-same-type', 'view.filter-same-shape', 'view.table', 'view.inspector',
                 'win.new-tab', 'win.close-tab', 'win.close-other-tabs', 'win.next-tab', 'win.previous-tab',
                 'win.move-tab-left', 'win.move-tab-right', 'win.move-tab-to-new-window', 'app.new-window', 'win.full-screen',
                 'view.overview', 'view.ruler', 'view.keep-ruler', 'view.ruler-here', 'view.note-here', 'view.edit-note',
                 'view.callers', 'view.durations::slices', 'view.durations::layers',
                 'view.reset-layer-columns', 'win.clear-recent', 'win.reopen-tab',
                 'view.group-tensors::shape', 'view.group-tensors::dtype', 'view.group-tensors::role',
                 'view.group-tensors::one', 'view.find', 'view.filter', 'view.tensors-all', 'window.close', 'win.open',
                 'win.open-folder', 'win.open-to-compare')
