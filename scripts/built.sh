#!/bin/bash
# The grader, ready to run: one that came built, where it fits this machine; else it is compiled, on all cores.
#
#   scripts/built.sh [--unpack]     --unpack: only the one that came built, where all that it needs is here
. scripts/lab.sh
[ "${1:-}" != --unpack ] || scripts/setup.sh --check run >/dev/null 2>&1 || exit 0

# unpack ARCHIVE FOLDER: all of it, or one line that tells why not, and nothing of it is left in BUILD.
unpack() {
    local trouble
    mkdir -p "$2" && trouble=$(LC_ALL=C tar -xzmf "$1" -C "$2" 2>&1) && return
    rm -rf "$BUILD" grader/error.c # by that it is known whether there is a source
    fail "$1 cannot be unpacked (${trouble%%$'\n'*}): with some 20 MiB of room and the whole archive, the same command goes on"
}

# unpack_built: a grader of the archive, where this machine is like the one that it was built on, and it runs.
unpack_built() {
    local archive fits
    [ -e built.tar.gz ] && [ ! -e "$BUILD/lockstep" ] && scripts/setup.sh run || return
    for archive in built*.tar.gz; do
        fits=$(tar -xzOf "$archive" fits 2>/dev/null)
        [ -z "$fits" ] || [ "$fits" = "$(fingerprint)" ] || continue
        unpack "$archive" "$BUILD"
        "$BUILD/lockstep" --version >/dev/null 2>&1 && ! ldd "$BUILD/openmp/translate" | grep -q 'not found' && return
        rm -rf "$BUILD"
    done
    false
}

[ -e "$BUILD/fits" ] && [ -x "$BUILD/lockstep" ] && exit 0
unpack_built && exit 0
[ "${1:-}" != --unpack ] || exit 0
scripts/setup.sh grade || exit
[ ! -e source.tar.gz ] || [ -e grader/error.c ] || unpack source.tar.gz .

# make tells what it does, a line a file; people want to know how far it is.
run_make() { "${MAKE:-make}" --no-print-directory -j"$(nproc)" "$BUILD/lockstep" "$@"; }
total=$(run_make -n 2>/dev/null | grep -c -- ' -c ')
if [ "$total" -lt 10 ]; then
    run_make -s
    exit
fi
echo "Building the grader, once: $total files." >&2
run_make | awk -v total="$total" -v shows="$([ -t 2 ] && echo 1)" '
    / -c / { done++; if (shows) { printf "\r  %d of %d", done, total >"/dev/stderr"; fflush("/dev/stderr") } }
    END { if (shows) printf "\r                    \r" >"/dev/stderr" }'
exit "${PIPESTATUS[0]}"
