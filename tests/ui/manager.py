# SPDX-License-Identifier: Apache-2.0
"""Does what a window manager would: there is none on the screens of tests. Hears what windows ask for, and asks them
whether they have come to the end of what happened before."""

import ctypes
import time

CLIENT_MESSAGE, SUBSTRUCTURE_NOTIFY = 33, 1 << 19
ON_ERROR = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)


class ClientMessage(ctypes.Structure):
    """XClientMessageEvent, as large as any event."""
    _fields_ = [('type', ctypes.c_int), ('serial', ctypes.c_ulong), ('send_event', ctypes.c_int),
                ('display', ctypes.c_void_p), ('window', ctypes.c_ulong), ('message_type', ctypes.c_ulong),
                ('format', ctypes.c_int), ('data', ctypes.c_long * 5), ('pad', ctypes.c_long * 12)]


class Manager:
    """On the screen that DISPLAY names."""

    def __init__(self):
        self.x11 = ctypes.CDLL('libX11.so.6')
        self.x11.XOpenDisplay.restype = ctypes.c_void_p
        self.x11.XDefaultRootWindow.restype = self.x11.XInternAtom.restype = ctypes.c_ulong
        self.x11.XGetAtomName.restype = ctypes.c_char_p
        self.display = ctypes.c_void_p(self.x11.XOpenDisplay(None))
        self.root = ctypes.c_ulong(self.x11.XDefaultRootWindow(self.display))
        self.state, self.protocols, self.ping_atom = (
            self.x11.XInternAtom(self.display, name, 0) for name in (b'_NET_WM_STATE', b'WM_PROTOCOLS', b'_NET_WM_PING'))
        self.states, self.pings, self.answered = [], 0, 0
        self.failed = False
        # A window that has gone is no reason to end.
        self.on_error = ON_ERROR(self.fail)
        self.x11.XSetErrorHandler(self.on_error)
        self.x11.XSelectInput(self.display, self.root, ctypes.c_long(SUBSTRUCTURE_NOTIFY))

    def fail(self, display, event):
        self.failed = True
        return 0

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

    def wait_for(self, window, is_over, bound):
        """Waits until a window has taken the events that came before, or it is over with it."""
        self.pings += 1
        self.failed = False
        event = ClientMessage(type=CLIENT_MESSAGE, window=window, message_type=self.protocols, format=32)
        event.data[0], event.data[1], event.data[2] = self.ping_atom, self.pings, window
        self.x11.XSendEvent(self.display, ctypes.c_ulong(window), 0, ctypes.c_long(0), ctypes.byref(event))
        self.x11.XSync(self.display, 0)
        end = time.monotonic() + bound
        while self.answered < self.pings and not self.failed and not is_over() and time.monotonic() < end:
            self.read()
            time.sleep(0.001)
