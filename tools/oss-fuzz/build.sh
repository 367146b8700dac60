#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds the fuzz targets as OSS-Fuzz asks for them. It is called in the source folder, and is told by CC and CFLAGS how to compile,
# by LIB_FUZZING_ENGINE what to link, by WORK where to build. What it leaves in OUT runs where nothing of this machine is but the
# C library: targets, their seeds in archives, words, plugins, and the libraries that all of them need.
set -euo pipefail

build=$WORK/lamina-fuzz built=()
mkdir -p "$OUT/lib"

# A program looks for libraries beside itself first, and so do the libraries that it finds there (which is what RPATH does, and
# RUNPATH does not). Clang's runtimes are in the program alone, hence b_lundef.
export LDFLAGS="${LDFLAGS:-} -Wl,--disable-new-dtags,-rpath,\$ORIGIN/lib"
rm -rf "$build"
meson setup "$build" -Dfuzz_engine="$LIB_FUZZING_ENGINE" -Dbuildtype=plain -Dtests=fuzz -Dwindow=false \
  -Dintrospection=disabled -Ddocumentation=disabled -Db_lundef=false -Db_pch=false
descriptions=$(cd "$build" && ls plugins/*/*.plugin.desktop)
ninja -C "$build" --quiet fuzz-targets ${descriptions//.desktop/}

# seeds NAME: the corpus that is kept for a target, or else the files that the tests of its format read
seeds ()
{
  find "tests/fuzz/corpus/$1" -type f 2>/dev/null || find "tests/data/$1" -maxdepth 1 -type f
}

for target in "$build"/tests/fuzz/fuzz-*; do
  [ -f "$target" ] && [ -x "$target" ] || continue
  name=${target##*/fuzz-}
  cp "$target" "$OUT/"
  seeds "$name" | xargs -d '\n' python3 -m zipfile -c "$OUT/fuzz-${name}_seed_corpus.zip"
  dictionary=tests/fuzz/${name%%-*}.dict
  [ ! -f "$dictionary" ] || cp "$dictionary" "$OUT/fuzz-$name.dict"
  built+=("$target")
done

(cd "$build" && cp --parents -t "$OUT" plugins/*/*.plugin plugins/*/lib*.so)

# What the C library is made of is left to the machine.
ldd "${built[@]}" "$build"/plugins/*/*.so | awk '$2 == "=>" && $3 ~ "^/" && !seen[$1]++ { print $3 }' \
  | grep -vE '/(ld-linux.*|lib(c|m|dl|rt|pthread|resolv))\.so\.[0-9]+$' | xargs cp -L -t "$OUT/lib"
