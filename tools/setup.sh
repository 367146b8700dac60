# SPDX-License-Identifier: Apache-2.0
# What ./run and ./check share: installing packages and configuring builds. Sourced by bash; expects $top, the source folder.

say () { printf '\n== %s\n' "$*"; }
fail () { printf '%s: %s\n' "${0##*/}" "$*" >&2; exit 1; }

# packages_of SET…: their names
packages_of ()
{
  local set
  for set; do
    awk -v set="$set" '$1 == set { print $2 }' "$top/tools/packages"
  done
}

is_installed ()
{
  [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

# install_packages SET…: installs what is missing, through sudo unless root. Asks nothing, for CI has nobody to answer.
install_packages ()
{
  command -v dpkg-query >/dev/null || { say "this is no Debian: the packages in tools/packages are assumed"; return; }
  local package missing=() as_root=()
  for package in $(packages_of "$@"); do
    is_installed "$package" || missing+=("$package")
  done
  [ ${#missing[@]} -gt 0 ] || return 0

  say "installing ${#missing[@]} packages and what they depend on: ${missing[*]}"
  if [ "$(id -u)" != 0 ]; then
    command -v sudo >/dev/null || fail "not root, and there is no sudo; as root run: apt-get install ${missing[*]}"
    as_root=(sudo)
  fi
  as_root+=(env DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8)
  # Without an update, old lists name archives that are gone. When it fails, the lists at hand may still do.
  "${as_root[@]}" apt-get update -q </dev/null || say "the package lists could not be updated; going on with the old ones"
  "${as_root[@]}" apt-get install -qy --no-install-recommends "${missing[@]}" </dev/null \
    || fail "apt-get could not install: ${missing[*]}"
}

# configure DIR OPTION…: configures a build folder, or gives an existing one the same options. One that is broken, for instance
# by an interrupted setup or by another version of Meson, is made anew.
configure ()
{
  local dir=$1
  shift
  if [ -f "$dir/build.ninja" ] && meson configure "$dir" "$@" >/dev/null 2>&1; then
    return
  fi
  rm -rf "$dir"
  meson setup "$dir" "$top" "$@"
}
