#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs a test program on a screen of its own, without a window manager and without a message bus:
#   xvfb.sh PROGRAM [ARGUMENT…]
# Where there is no Xvfb the test is skipped, and says so.
set -eu

if ! command -v xvfb-run >/dev/null || ! command -v Xvfb >/dev/null; then
  echo '1..0 # SKIP Xvfb is not installed'
  exit 0
fi
# Without OpenGL, whose software driver leaks.
export DBUS_SESSION_BUS_ADDRESS=disabled: GDK_BACKEND=x11 GDK_DEBUG=gl-disable
exec xvfb-run -a -s '-screen 0 1920x1080x24 -nolisten tcp' "$@"
