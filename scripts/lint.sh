#!/bin/bash
# make lint: looks at every tracked file. Prints a TAP line a tool, with what it complains of before it.
set -u
. grader/tests/tap.sh

mapfile -t sources < <(git ls-files '*.c')
mapfile -t headers < <(git ls-files '*.h')
mapfile -t shell < <(git ls-files '*.sh' .ci/run)
# Hostile and deliberately wrong programs are kept as they are; they are formatted, not analysed.
mapfile -t analysed < <(printf '%s\n' "${sources[@]}" |
    grep -vE '^(grader/tests/hostile|grader/[a-z]+/tests/(attacks|hostile|fixtures|sources)|labs/[^/]+/accepted|skeletons|solutions)/')

parallel() { # files on standard input, one call each
    xargs -r -P "$(nproc)" -n 1 "$@"
}

tidy() {
    # What the Makefile compiles with; the lab headers lie beside the sources.
    # shellcheck disable=SC2016 # expanded by the inner shell
    printf '%s\n' "${analysed[@]}" | parallel bash -c '
        clang-tidy --quiet --warnings-as-errors="*" "$1" -- -std=gnu17 -D_GNU_SOURCE -fopenmp \
            -DSOURCE_ROOT=\".\" -I"$(dirname "$1")" -Igrader -Igrader/run 2>/dev/null' tidy
}

check 'clang-format: the formatting of .clang-format' clang-format --dry-run -Werror "${sources[@]}" "${headers[@]}"
check 'shellcheck: scripts' shellcheck -x "${shell[@]}"
check 'cppcheck' cppcheck --quiet --error-exitcode=1 --std=c11 --enable=warning,portability,performance \
    --inline-suppr --suppressions-list=.cppcheck -j "$(nproc)" "${analysed[@]}"
check 'clang-tidy: the checks of .clang-tidy' tidy
tap_end
