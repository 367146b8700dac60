#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Opens a profile as a file manager does, by `gio launch`, on a screen and a bus of its own, and waits for the window to name it:
#   launch.sh PROGRAM DESKTOP-FILE PROFILE
set -euo pipefail

export PATH=$(dirname "$1"):$PATH desktop=$2 profile=$3
name=$(basename "$profile")
export name

opens_window ()
{
  gio launch "$desktop" "$profile" &
  timeout 60 xdotool search --sync --onlyvisible --name "$name" >/dev/null || return 1
  xdotool key ctrl+w
  wait
}
export -f opens_window

xvfb-run -a -s '-screen 0 1280x800x24 -nolisten tcp' dbus-run-session -- bash -c opens_window
