#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs a test program on a screen of its own, without a window manager and without a message bus:
#   xvfb.sh PROGRAM [ARGUMENT…]
# Where there is no Xvfb the test is skipped, and says so.
set -eu

if ! command -v Xvfb >/dev/null || ! command -v flock >/dev/null; then
  echo '1..0 # SKIP Xvfb is not installed'
  exit 0
fi
# Servers that look for a free number at the same time may take it from each other: one after the other. And none starts
# anew when its last client goes, for the next would find nobody there.
exec 9>"${TMPDIR:-/tmp}/lamina-xvfb-$UID.lock"
flock 9
exec 8< <(exec Xvfb -displayfd 1 -screen 0 1920x1080x24 -nolisten tcp -noreset 2>/dev/null 9>&-)
server=$!
trap 'kill $server 2>/dev/null || true' EXIT
read -r -u 8 -t 30 number
flock -u 9
exec 8<&- 9>&-
# Without OpenGL, whose software driver leaks.
export DISPLAY=:$number DBUS_SESSION_BUS_ADDRESS=disabled: GDK_BACKEND=x11 GDK_DEBUG=gl-disable
status=0
"$@" || status=$?
exit $status
