# SPDX-License-Identifier: Apache-2.0
"""Does what a window manager would: there is none on the screens of tests. Knows which windows show, hears what they ask
for, and asks them whether they have come to the end of what happened before."""

import ctypes
import time

CLIENT_MESSAGE, SUBSTRUCTURE_NOTIFY = 33, 1 << 19
VIEWABLE = 2
# Seconds until a question is asked once more.
AGAIN = 1
ON_ERROR = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)


class ClientMessage(ctypes.Structure):
    """XClientMessageEvent, as large as any event."""
    _fields_ = [('type', ctypes.c_int), ('serial', ctypes.c_ulong), ('send_event', ctypes.c_int),
                ('display', ctypes.c_void_p), ('window', ctypes.c_ulong), ('message_type', ctypes.c_ulong),
                ('format', ctypes.c_int), ('data', ctypes.c_long * 5), ('pad', ctypes.c_long * 12)]


class Attributes(ctypes.Structure):
    """XWindowAttributes."""
    _fields_ = [('x', ctypes.c_int), ('y', ctypes.c_int), ('width', ctypes.c_int), ('height', ctypes.c_int),
                ('border_width', ctypes.c_int), ('depth', ctypes.c_int), ('visual', ctypes.c_void_p), ('root', ctypes.c_ulong),
                ('class', ctypes.c_int), ('bit_gravity', ctypes.c_int), ('win_gravity', ctypes.c_int),
                ('backing_store', ctypes.c_int), ('backing_planes', ctypes.c_ulong), ('backing_pixel', ctypes.c_ulong),
                ('save_under', ctypes.c_int), ('colormap', ctypes.c_ulong), ('map_installed', ctypes.c_int),
                ('map_state', ctypes.c_int), ('event_masks', ctypes.c_long * 3), ('override_redirect', ctypes.c_int),
                ('screen', ctypes.c_void_p)]


class Text(ctypes.Structure):
    """XTextProperty."""
    _fields_ = [('value', ctypes.c_void_p), ('encoding', ctypes.c_ulong), ('format', ctypes.c_int), ('length', ctypes.c_ulong)]


class Manager:
    """On the screen that DISPLAY names."""

    def __init__(self):
        self.x11 = ctypes.CDLL('libX11.so.6')
        self.x11.XOpenDisplay.restype = ctypes.c_void_p
        self.x11.XDefaultRootWindow.restype = self.x11.XInternAtom.restype = ctypes.c_ulong
        self.x11.XGetAtomName.restype = ctypes.c_char_p
        self.display = ctypes.c_void_p(self.x11.XOpenDisplay(None))
        self.root = ctypes.c_ulong(self.x11.XDefaultRootWindow(self.display))
        self.state, self.protocols, self.ping_atom, self.name = (
            self.x11.XInternAtom(self.display, name, 0)
            for name in (b'_NET_WM_STATE', b'WM_PROTOCOLS', b'_NET_WM_PING', b'_NET_WM_NAME'))
        self.states, self.pings, self.answered = [], 0, 0
        self.failed = False
        # A window that has gone is no reason to end.
        self.on_error = ON_ERROR(self.fail)
        self.x11.XSetErrorHandler(self.on_error)
        self.x11.XSelectInput(self.display, self.root, ctypes.c_long(SUBSTRUCTURE_NOTIFY))

    def fail(self, display, event):
        self.failed = True
        return 0

    def windows(self):
        """Those that show, with their attributes: all stand in the root, without frames around them."""
        children, n, unused = ctypes.POINTER(ctypes.c_ulong)(), ctypes.c_uint(), ctypes.c_ulong()
        self.x11.XQueryTree(self.display, self.root, ctypes.byref(unused), ctypes.byref(unused), ctypes.byref(children),
                            ctypes.byref(n))
        found = children[:n.value]
        self.x11.XFree(children)
        for window in found:
            attributes = Attributes()
            if self.x11.XGetWindowAttributes(self.display, ctypes.c_ulong(window), ctypes.byref(attributes)) \
                    and attributes.map_state == VIEWABLE:
                yield window, attributes

    def title(self, window):
        """Empty when it has none, or is gone meanwhile."""
        text = Text()
        if not self.x11.XGetTextProperty(self.display, ctypes.c_ulong(window), ctypes.byref(text), ctypes.c_ulong(self.name)):
            return ''
        title = ctypes.string_at(text.value, text.length).decode()
        self.x11.XFree(ctypes.c_void_p(text.value))
        return title

    def read(self):
        event = ClientMessage()
        while self.x11.XPending(self.display):
            self.x11.XNextEvent(self.display, ctypes.byref(event))
            if event.type != CLIENT_MESSAGE:
                continue
            if event.message_type == self.state and event.data[0] == 1:
                self.states.append(self.x11.XGetAtomName(self.display, ctypes.c_ulong(event.data[1])).decode())
            if event.message_type == self.protocols and event.data[0] == self.ping_atom:
                self.answered = event.data[1]

    def wanted(self):
        """The states that windows asked for since they were forgotten."""
        self.read()
        return self.states

    def forget(self):
        self.read()
        self.states.clear()

    def ping(self, window):
        event = ClientMessage(type=CLIENT_MESSAGE, window=window, message_type=self.protocols, format=32)
        event.data[0], event.data[1], event.data[2] = self.ping_atom, self.pings, window
        self.x11.XSendEvent(self.display, ctypes.c_ulong(window), 0, ctypes.c_long(0), ctypes.byref(event))
        self.x11.XSync(self.display, 0)

    def wait_for(self, window, is_over, bound):
        """Waits until a window has taken the events that came before, or it is over with it. One that goes before it has read the
        question never answers: so it is asked again, which fails then."""
        self.pings += 1
        self.failed = False
        begin, asked = time.monotonic(), 0
        while self.answered < self.pings and not self.failed and not is_over() and time.monotonic() < begin + bound:
            if time.monotonic() >= begin + asked * AGAIN:
                self.ping(window)
                asked += 1
            self.read()
            time.sleep(0.001)
