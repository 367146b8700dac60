# SPDX-License-Identifier: Apache-2.0
"""What programs tell assistive technology, read over its bus (AT-SPI).

A window has thousands of nodes, and a call for each property of each would take half a minute. The interface that AT-SPI has
for readers' caches gives them all in one call, as they are at that moment: that is what one looks for things in. Where a node
stands, and what it says now, is asked of the program when it is needed. A call for a node that has gone raises GLib.Error.

GTK 4.8 has in that cache what somebody has asked for, and keeps what a node has no more."""

import functools
import json

try:
    import gi
    gi.require_version('Atspi', '2.0')
    gi.require_version('Json', '1.0')
    # Atspi only for its names of roles and states.
    from gi.repository import Atspi, Gio, GLib, Json
except (ImportError, ValueError):
    # Tests say so, and end.
    Atspi = Gio = GLib = Json = None

State = Atspi and Atspi.StateType

ACCESSIBLE = 'org.a11y.atspi.Accessible'
PROPERTIES = 'org.freedesktop.DBus.Properties'
ROOT = '/org/a11y/atspi/accessible/root'
REGISTRY = 'org.a11y.atspi.Registry'
ROWS = {'list item', 'table row', 'table cell', 'tree item'}
# So often a window is read again that has more in it each time.
ROUNDS = 20
# Milliseconds for an answer.
PATIENCE = 20000

_connection = None


def connect():
    """The bus of its own that AT-SPI has."""
    global _connection
    if _connection is None:
        session = Gio.bus_get_sync(Gio.BusType.SESSION)
        address, = session.call_sync('org.a11y.Bus', '/org/a11y/bus', 'org.a11y.Bus', 'GetAddress', None, None,
                                     Gio.DBusCallFlags.NONE, PATIENCE, None).unpack()
        flags = Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION
        _connection = Gio.DBusConnection.new_for_address_sync(address, flags, None, None)
    return _connection


def call(reference, interface, method, arguments=None):
    """What a method of the thing with that name and path on the bus returns."""
    reply = connect().call_sync(*reference, interface, method, arguments, None, Gio.DBusCallFlags.NONE, PATIENCE, None)
    # Many times as fast as GLib.Variant.unpack() where there is much.
    return json.loads(Json.gvariant_serialize_data(reply)[0])


@functools.cache
def role_name(role):
    return Atspi.role_get_name(Atspi.Role(role))


def call_all(references, interface, method, arguments=None):
    """What a method of each of several things returns, asked of all at the same time; None of what has gone."""
    found = dict.fromkeys(references)
    left = len(found)

    def on_reply(connection, result, reference):
        nonlocal left
        left -= 1
        try:
            found[reference] = connection.call_finish(result).unpack()[0]
        except GLib.Error:
            pass
    context = GLib.MainContext.new()
    context.push_thread_default()
    for reference in found:
        connect().call(*reference, interface, method, arguments, None, Gio.DBusCallFlags.NONE, PATIENCE, None, on_reply,
                       reference)
    while left:
        context.iteration(True)
    context.pop_thread_default()
    return found


def get_children(references):
    """What is in each of several things."""
    return {reference: found or [] for reference, found in call_all(references, ACCESSIBLE, 'GetChildren').items()}


def get_places(references):
    """Where several things are, see Node.place()."""
    places = call_all(references, 'org.a11y.atspi.Component', 'GetExtents', GLib.Variant('(u)', (int(Atspi.CoordType.WINDOW),)))
    return {reference: place if place and place[2] > 0 and place[3] > 0 else None for reference, place in places.items()}


def set_of(low, high):
    return low | high << 32


class Node:
    """A thing in a window. The same one is equal in all readings."""

    def __init__(self, reference, role, name, states, count=0):
        self.reference = tuple(reference)
        self.role = role_name(role)
        self.name = name
        self.states = states
        self.parent = None
        # As many as it tells of, and those that tell that they are in it.
        self.count = count
        self.children = []

    @classmethod
    def ask(cls, reference):
        """As it is now, but without what is around it."""
        role, = call(reference, ACCESSIBLE, 'GetRole')
        states, = call(reference, ACCESSIBLE, 'GetState')
        node = cls(reference, role, '', set_of(*states))
        node.name = node.get('Name')
        return node

    def __eq__(self, other):
        return isinstance(other, Node) and self.reference == other.reference

    def __hash__(self):
        return hash(self.reference)

    def has(self, state):
        return bool(self.states >> int(state) & 1)

    def get(self, name):
        """A property, as it is now."""
        return call(self.reference, PROPERTIES, 'Get', GLib.Variant('(ss)', (ACCESSIBLE, name)))[0]

    def place(self):
        """Left, top, width and height in its window, as they are now; None of what is nowhere: what has gone, and what stands on
        a page of a stack that is not in front."""
        return get_places([self.reference])[self.reference]

    def is_shown(self):
        return self.has(State.VISIBLE) and self.place() is not None

    def middle(self):
        """None of what is nowhere."""
        place = self.place()
        return place and (place[0] + place[2] // 2, place[1] + place[3] // 2)

    def press(self):
        """Does what its first action does."""
        call(self.reference, 'org.a11y.atspi.Action', 'DoAction', GLib.Variant('(i)', (0,)))

    def above(self):
        """Itself and what it is in."""
        node = self
        while node is not None:
            yield node
            node = node.parent

    def below(self):
        """Itself and what is in it, less what is hidden."""
        yield self
        for child in self.children:
            if child.has(State.VISIBLE):
                yield from child.below()


def read_known(program):
    """All nodes that were asked for before, by their references."""
    items, = call((program, '/org/a11y/atspi/cache'), 'org.a11y.atspi.Cache', 'GetItems')
    nodes = {}
    for reference, _, _, _, count, _, name, role, _, states in items:
        nodes[tuple(reference)] = Node(reference, role, name, set_of(*states), count)
    # By their places among what is in the same node.
    for reference, _, parent, *_ in sorted(items, key=lambda item: item[3]):
        node, parent = nodes[tuple(reference)], nodes.get(tuple(parent))
        if parent:
            node.parent = parent
            parent.children.append(node)
    return nodes


def complete(node, nodes):
    """Asks the nodes in one that have more in them than was asked for before, or less, which was taken out since; returns what
    is not known yet."""
    differing = [each for each in node.below() if len(each.children) != each.count]
    found = get_children(each.reference for each in differing if each.count)
    for each in differing:
        each.children = [nodes[reference] for reference in found.get(each.reference, ()) if reference in nodes]
    return {reference for references in found.values() for reference in references if reference not in nodes}


def again(node):
    """A node as it is now, with what is around it; None when it is gone."""
    for _ in range(ROUNDS):
        nodes = read_known(node.reference[0])
        known = nodes.get(node.reference)
        unknown = known and complete(known, nodes)
        if not unknown:
            break
        while unknown:
            unknown = {reference for references in get_children(unknown).values() for reference in references}
    return known


def walk(node):
    """A node and what is in it now, less what is hidden."""
    node = again(node)
    return list(node.below()) if node else []


def find(node, role=None, name=None):
    for each in walk(node):
        if (role is None or each.role == role) and (name is None or each.name == name):
            return each
    return None


def near(node, but=()):
    """What is in a node, hidden or not, level by level, less what is in something hidden or of certain roles. What is far away is
    not asked for: GTK tells the bus of each change of what was."""
    level = [node]
    while level:
        found = get_children([each.reference for each in level])
        references = [reference for each in level for reference in found[each.reference]]
        names = call_all(references, PROPERTIES, 'Get', GLib.Variant('(ss)', (ACCESSIBLE, 'Name')))
        roles = call_all(references, ACCESSIBLE, 'GetRole')
        states = call_all(references, ACCESSIBLE, 'GetState')
        below = []
        for parent in level:
            for reference in found[parent.reference]:
                if None not in (names[reference], roles[reference], states[reference]):
                    child = Node(reference, roles[reference], names[reference], set_of(*states[reference]))
                    child.parent = parent
                    below.append(child)
        yield from below
        level = [child for child in below if child.has(State.VISIBLE) and child.role not in but]


def keep_shown(nodes):
    """Those of several nodes that are to be seen."""
    nodes = [node for node in nodes if node.has(State.VISIBLE)]
    places = get_places([node.reference for node in nodes])
    return [node for node in nodes if places[node.reference]]


def find_near(node, name):
    return next((each for each in near(node) if each.name == name), None)


def find_shown(node, roles, name, but=ROWS):
    """One of several roles, or of any, that is to be seen; what is in rows only on demand, since there are thousands."""
    return next((each for each in near(node, but)
                 if (roles is None or each.role in roles) and each.name == name and each.is_shown()), None)


def find_program(pid):
    """The name on the bus of a program that has come up; None before."""
    for name, _ in call((REGISTRY, ROOT), 'org.a11y.atspi.Accessible', 'GetChildren')[0]:
        owner, = call(('org.freedesktop.DBus', '/org/freedesktop/DBus'), 'org.freedesktop.DBus',
                      'GetConnectionUnixProcessID', GLib.Variant('(s)', (name,)))
        if owner == pid:
            return name
    return None


def windows(program):
    """Those that show. GTK 4.8 says that of windows; of what is in them only that it is visible."""
    references, = call((program, ROOT), 'org.a11y.atspi.Accessible', 'GetChildren')
    return [window for window in map(Node.ask, references) if window.has(State.SHOWING)]


def on_focus(do):
    """Calls with the reference of each thing that gets the keyboard focus."""
    def on_signal(_connection, sender, path, _interface, _signal, arguments):
        if arguments.unpack()[1]:
            do((sender, path))
    call((REGISTRY, '/org/a11y/atspi/registry'), REGISTRY, 'RegisterEvent',
         GLib.Variant('(s)', ('object:state-changed:focused',)))
    return connect().signal_subscribe(None, 'org.a11y.atspi.Event.Object', 'StateChanged', None, 'focused',
                                      Gio.DBusSignalFlags.NONE, on_signal)
