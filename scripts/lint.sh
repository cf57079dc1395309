#!/bin/bash
# make lint: looks at every tracked file. Prints a TAP line a tool, with what it complains of before it.
set -u
. grader/tests/tap.sh

mapfile -t sources < <(git ls-files '*.c')
mapfile -t headers < <(git ls-files '*.h')
mapfile -t shell < <(git ls-files '*.sh' .ci/run)
# Hostile and deliberately wrong programs are kept as they are; they are formatted, not analysed.
mapfile -t analysed < <(printf '%s\n' "${sources[@]}" |
    grep -vE '^(grader/tests/hostile|grader/[a-z]+/tests/(attacks|hostile|fixtures|sources)|grader/simt/(openmp|model)/tests/(cases|programs|launches)|skeletons|solutions)/')

parallel() { # lines of files on standard input, a call each
    xargs -r -P "$(nproc)" -L 1 "$@"
}

# Lines of files of one folder, at most eight each: a call parses its options and loads its libraries once.
by_folder() {
    printf '%s\n' "$@" | awk '{ folder = $0; sub("/[^/]*$", "", folder)
        printf "%s%s", NR == 1 ? "" : folder == last && n < 8 ? " " : "\n", $0
        n = folder == last && n < 8 ? n + 1 : 1; last = folder } END { print "" }'
}

tidy() {
    # What the Makefile compiles with; the lab headers lie beside the sources. The analyzer walks 10,000 steps of a
    # function, not 225,000: the long walks take most of the time, over states that differ in nothing it looks for.
    # Files with va_list go alone: clang-tidy 14 recognises va_start in the first file of a call only, and in later
    # files may take another function for it. Files without va_start are not asked about theirs.
    # OpenMP's header alone: clang-tidy's own LLVM may be another, without one.
    local variadic others
    mkdir -p build/lint && ln -sf "$(scripts/llvm.sh)"/lib/clang/*/include/omp.h build/lint/
    mapfile -t variadic < <(grep -l va_start "${analysed[@]}")
    mapfile -t others < <(grep -L va_start "${analysed[@]}")
    # shellcheck disable=SC2016 # expanded by the inner shell
    { by_folder "${others[@]}" && printf '%s\n' "${variadic[@]}"; } | parallel bash -c '
        grep -q va_start "$1" && lists="" || lists="-clang-analyzer-valist.*"
        clang-tidy --quiet --warnings-as-errors="*" --checks="$lists" "$@" -- -std=gnu17 -D_GNU_SOURCE -fopenmp \
            -Xclang -analyzer-config -Xclang max-nodes=10000 \
            -DSOURCE_ROOT=\".\" -DOPENMP_CLANG_FLAGS=\"\" -DLOCKSTEP_LLVM_BUILT=\"\" \
            -I"${1%/*}" -Igrader -Igrader/run -isystem "$(scripts/llvm.sh)/include" -isystem build/lint \
            2>/dev/null' tidy
}

built() { ! git ls-files '*.o' '*.a' '*.so' '*.bc' '*.ll' '*.pdf' '*.pyc' | grep .; }
check 'tree: nothing built is tracked' built
runnable() { ! git ls-files -s '*_test.sh' | grep -v ^100755; }
check 'tests: each *_test.sh can be executed' runnable
check 'clang-format: the formatting of .clang-format' clang-format --dry-run -Werror "${sources[@]}" "${headers[@]}"
# One file a call: they differ much in length.
shell_scripts() {
    printf '%s\n' "${shell[@]}" | parallel shellcheck -x
}
check 'shellcheck: scripts' shell_scripts
# A definition makes cppcheck look at one configuration only, the one that is compiled.
check 'cppcheck' cppcheck --quiet -D__linux__=1 --error-exitcode=1 --std=c11 --enable=warning,portability,performance \
    --inline-suppr --suppressions-list=.cppcheck -j "$(nproc)" "${analysed[@]}"
check 'clang-tidy: the checks of .clang-tidy' tidy
counts=$(scripts/includes.sh)
ok $? "grader/layers.txt: $counts" || scripts/includes.sh list | sed 's/^/# /'
pointers() { by_folder "${analysed[@]}" | parallel scripts/pointers.sh; }
if command -v node >/dev/null; then
    check 'node: the JavaScript of the pages (scripts/javascript.sh)' scripts/javascript.sh
else
    skip 'node: the JavaScript of the pages' 'unavailable: node is not installed (nodejs)'
fi
if command -v eslint >/dev/null; then
    check 'eslint: the rules of .eslintrc.json for the JavaScript of the pages' scripts/javascript.sh eslint
else
    skip 'eslint: the rules for the JavaScript of the pages' 'unavailable: eslint is not installed (eslint)'
fi
check 'texts: no words to avoid (scripts/words.sh)' scripts/words.sh
check 'clang-query: pointers are compared with NULL (scripts/pointers.sh)' pointers
tap_end
