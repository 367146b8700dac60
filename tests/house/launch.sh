#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Opens a profile as a file manager does, by `gio launch`, on a screen and a bus of its own, and waits for a window that names it:
#   launch.sh PROGRAM DESKTOP-FILE PROFILE
set -euo pipefail

for tool in gio xvfb-run xdotool dbus-run-session; do
  command -v $tool >/dev/null || { echo "skipped: there is no $tool"; exit 77; }
done

case $1 in
  --inside)
    gio launch "$2" "$3" &
    timeout 60 xdotool search --sync --onlyvisible --name "$(basename "$3")"
    # The window closes itself, so that a leak is still noticed.
    timeout 60 bash -c 'while xdotool search --onlyvisible --name "$0"; do xdotool key ctrl+w; sleep 0.5; done' \
      "$(basename "$3")" >/dev/null
    wait
    ;;
  *)
    # The desktop file names the program without a folder. Without OpenGL, whose software driver leaks.
    export PATH=$(dirname "$1"):$PATH GDK_BACKEND=x11 GDK_DEBUG=gl-disable
    exec xvfb-run -a -s '-screen 0 1280x800x24 -nolisten tcp' dbus-run-session -- "$0" --inside "$2" "$3"
    ;;
esac
