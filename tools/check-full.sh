# SPDX-License-Identifier: Apache-2.0
# What ./check full does in place of ./check; sourced by it. Different eyes on the same code, each in a build folder of its own.

FUZZ_SECONDS=30

# Clang warns about other things than GCC. Its sanitizer runtime is no library that could be linked to completely, hence b_lundef.
# Without precompiled headers, for each file names the headers that it needs. It counts, too, how much of each room the tests run
# at all; counters are kept exact where threads count at the same time.
check_clang ()
{
  local dir=$top/_check-clang
  CC=clang step "building with clang" \
    build_sanitized "$dir" address,undefined -Db_lundef=false -Db_pch=false -Db_coverage=true \
      "-Dc_args=-g1 -fprofile-update=atomic" || return 0
  find "$dir" -name '*.gcda' -delete
  LAMINA_TEST_STRIDE=11 run_tests "$dir" --no-suite slow
  # Keys and the pointer at random for some minutes: they see what the window shows only by chance.
  run_tests "$dir" ui-wander --test-args 3000
  step "lines that the tests run, by room" print_coverage "$dir" || true
}

print_coverage ()
{
  gcovr --root "$top" --object-directory "$1" --gcov-executable 'llvm-cov gcov' \
    --filter "$top/app/" --filter "$top/plugins/" --filter "$top/ui/" \
    --json-summary --output "$1/coverage.json" "$1" >/dev/null && "$top/tools/coverage-table" <"$1/coverage.json"
}

# The fuzz targets as OSS-Fuzz gets them, each for a while, as many at the same time as there are processors. What one finds is
# kept in a folder that is printed.
check_fuzz ()
{
  local dir=$top/_check-fuzz target running=()
  step "building what OSS-Fuzz runs" build_fuzz "$dir" || return 0
  export UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1
  export LSAN_OPTIONS=print_suppressions=0:suppressions=$top/tests/lsan.supp
  for target in "$dir"/out/fuzz-*; do
    [ -x "$target" ] || continue
    start_fuzzing "$dir" "${target##*/fuzz-}" &
    running+=("$!:${target##*/fuzz-}")
    [ ${#running[@]} -lt "$(nproc)" ] || end_fuzzing "$dir"
  done
  end_fuzzing "$dir"
  unset LSAN_OPTIONS UBSAN_OPTIONS
}

# build_fuzz DIR: by the script for OSS-Fuzz, told what that is told there. Where it was built is gone before anything runs, as it
# is there.
build_fuzz ()
{
  local out=$1/out work=$1/work flags='-O1 -gline-tables-only -fsanitize=address,undefined -fsanitize=fuzzer-no-link'
  rm -rf "$out" "$work"
  mkdir -p "$out" "$work"
  (cd "$top" && CC=clang CXX=clang++ CFLAGS=$flags CXXFLAGS=$flags LIB_FUZZING_ENGINE=-fsanitize=fuzzer OUT=$out WORK=$work \
    tools/oss-fuzz/build.sh) || return 1
  rm -rf "$work"
}

# start_fuzzing DIR NAME: one target, which writes to a log
start_fuzzing ()
{
  local target=$1/out/fuzz-$2 finds=$1/fuzz-$2 words=()
  mkdir -p "$finds/corpus"
  python3 -m zipfile -e "${target}_seed_corpus.zip" "$finds/seeds"
  [ ! -f "$target.dict" ] || words=(-dict="$target.dict")
  # 2 GiB of memory, as its own limit counts what the sanitizer takes; a leak is left to the tests.
  # The entropic schedule spends more time on its own books than on inputs of so many features.
  exec "$target" -max_total_time="$FUZZ_SECONDS" -timeout=10 -entropic=0 -rss_limit_mb=2048 -verbosity=0 -print_final_stats=1 \
    "${words[@]}" -artifact_prefix="$finds/" "$finds/corpus" "$finds/seeds" &>"$finds/log"
}

# end_fuzzing DIR: waits for those in running[], and prints what they said
end_fuzzing ()
{
  local each
  for each in "${running[@]}"; do
    step "fuzzing ${each#*:} for $FUZZ_SECONDS s; finds are in $1/fuzz-${each#*:}" wait "${each%:*}" || true
    cat "$1/fuzz-${each#*:}/log"
  done
  running=()
}

# What users run: other code paths through the optimizer, and no assertions of a debug build to lean on. Slow tests, which
# drive each action of the window, run in this build alone.
check_release ()
{
  step "building a release" build "$top/_check-release" -Dbuildtype=release || return 0
  run_tests "$top/_check-release"
}

# Races while loading. GLib itself is not instrumented: app/core hands work over by what ThreadSanitizer knows, and GLib's own
# allocator would look like a race. The kernel's wide address space
# randomization leaves no room for the shadow memory of this runtime, hence setarch.
check_threads ()
{
  step "building with ThreadSanitizer" \
    build_sanitized "$top/_check-threads" thread -Dwindow=false -Dtests=core,plugins -Db_lundef=false || return 0
  LAMINA_TEST_STRIDE=10 G_SLICE=always-malloc run_tests "$top/_check-threads" --wrapper 'setarch -R' --timeout-multiplier 5
}

# Reads of memory that was never written, which the sanitizers of GCC do not see: in the release, which is the fastest there is
# to run so slowly, and was built before.
check_memory ()
{
  local glib=/usr/share/glib-2.0/valgrind/glib.supp
  LAMINA_TEST_STRIDE=40 G_SLICE=always-malloc run_tests "$top/_check-release" --timeout-multiplier 20 --suite core \
    --wrapper "valgrind -q --error-exitcode=9 --leak-check=full --errors-for-leak-kinds=definite --suppressions=$glib \
      --suppressions=$top/tests/valgrind.supp"
}

# Debian packages of what git knows: lintian has nothing against them, the program in them runs, in a bare Debian the window is
# what opens a profile, nothing is left of them when they are removed, and who builds them elsewhere gets the same, byte for byte.
check_debian ()
{
  local dir=$top/_check-debian
  rm -rf "$dir" "$dir-again"
  step "building Debian packages" build_debian "$dir" || return 0
  step "what lintian says of them" lintian --fail-on error,warning "$dir"/*.changes || true
  step "running what they install" run_debian "$dir" || true
  if [ "$(id -u)" = 0 ]; then
    step "opening a file where they are installed, and removing them" try_debian "$dir" || true
  else
    say "not root: the packages are not tried in a bare Debian"
  fi
  step "building them again in another folder" build_debian "$dir-again" \
    && step "comparing both" same_debian "$dir" "$dir-again" || true
}

# Without a cache of objects, which hands out those of the other folder with its paths.
build_debian ()
{
  mkdir -p "$1/lamina"
  (cd "$top" && git ls-files -z | xargs -0 cp --parents -t "$1/lamina") || return 1
  (cd "$1/lamina" && CCACHE_DISABLE=1 DEB_BUILD_OPTIONS=nocheck dpkg-buildpackage -us -uc) &>"$1/log" && return 0
  tail -n 40 "$1/log"
  return 1
}

same_debian ()
{
  diff <(cd "$1" && sha256sum ./*.deb) <(cd "$2" && sha256sum ./*.deb)
}

# Its mounts are in a name space of their own, and go with it.
try_debian ()
{
  local root=$1/bare
  debootstrap --variant=minbase "$(. /etc/os-release && echo "$VERSION_CODENAME")" "$root" &>"$1/bare.log" \
    || { tail "$1/bare.log"; return 1; }
  cp "$1"/lamina_*.deb "$1"/liblamina-core[0-9]*_*.deb "$top/tools/try-packages" "$root/root/"
  rm -f "$root"/root/*dbgsym*
  unshare --mount bash -c 'mount --rbind /proc "$1/proc" && mount --rbind /dev "$1/dev" && chroot "$1" /root/try-packages' - "$root"
}

run_debian ()
{
  local root=$1/root each library
  for each in "$1"/*.deb; do
    dpkg-deb -x "$each" "$root" || return 1
  done
  library=$(dirname "$root"/usr/lib/*/liblamina-core.so)
  LD_LIBRARY_PATH=$library:$library/lamina LAMINA_PLUGIN_PATH=$library/lamina/plugins \
    "$root/usr/bin/lamina" info "$root/usr/share/lamina/samples/resnet50-megengine.json"
}

# Traces of a gigabyte take too long for this: `meson test --benchmark --suite large` by hand.
print_benchmarks ()
{
  local figures=$top/_check-release/benchmarks.txt
  say "benchmarks of the release build"
  meson test -C "$top/_check-release" --benchmark --no-suite large --no-rebuild --verbose --num-processes 1 </dev/null \
    | grep -vE '^($|>>>|―|ninja|[ 0-9]+/[0-9]+ |[A-Z][A-Za-z ]+: +[0-9]+ *$|Full log)' | tee "$figures" || true
  # They fail nothing, but must not be overlooked among two hundred lines.
  say "budgets that were missed"
  grep 'missed)$' "$figures" || echo none
}

check_full ()
{
  check_release
  check_clang
  check_fuzz
  check_threads
  check_memory
  check_debian
  print_benchmarks
}
