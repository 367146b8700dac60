# SPDX-License-Identifier: Apache-2.0
"""Presses keys and moves the pointer as xdotool does, by its library: a program for each event would take longer than
what it brings about. What is done here the server has done when it returns."""

import ctypes

# Microseconds between keys.
DELAY = 2000
# The window that has the focus, or that the pointer is in.
CURRENT = ctypes.c_ulong(0)


class Hand:
    """On the screen that DISPLAY names."""

    def __init__(self):
        self.library, self.x11 = ctypes.CDLL('libxdo.so.3'), ctypes.CDLL('libX11.so.6')
        self.library.xdo_new.restype = ctypes.c_void_p
        self.xdo = ctypes.c_void_p(self.library.xdo_new(None))
        # The first thing in it is the connection.
        self.display = ctypes.cast(self.xdo, ctypes.POINTER(ctypes.c_void_p))[0]

    def do(self, function, *arguments):
        getattr(self.library, function)(self.xdo, *arguments)
        self.x11.XSync(ctypes.c_void_p(self.display), 0)

    def key(self, key):
        """As `ctrl+shift+p`, or the number of a key."""
        self.do('xdo_send_keysequence_window', CURRENT, key.encode(), DELAY)

    def hold(self, key):
        self.do('xdo_send_keysequence_window_down', CURRENT, key.encode(), DELAY)

    def let(self, key):
        self.do('xdo_send_keysequence_window_up', CURRENT, key.encode(), DELAY)

    def type(self, text):
        self.do('xdo_enter_text_window', CURRENT, text.encode(), DELAY)

    def move(self, x, y):
        self.do('xdo_move_mouse', x, y, 0)

    def press(self, button):
        self.do('xdo_mouse_down', CURRENT, button)

    def release(self, button):
        self.do('xdo_mouse_up', CURRENT, button)

    def place(self, window, x, y, width, height):
        self.do('xdo_move_window', ctypes.c_ulong(window), x, y)
        self.do('xdo_set_window_size', ctypes.c_ulong(window), width, height, 0)
