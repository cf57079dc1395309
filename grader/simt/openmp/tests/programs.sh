# shellcheck shell=bash
# What the tests of programs in files share.
build=${BUILD:-build}
PATH=$(cat "$build/llvm")/bin:$PATH # the clang that the kit was built with
# shellcheck disable=SC2034 # those that read this file use it
mapfile -t flags < <(grep -v '^#' grader/simt/openmp/clang.flags | tr ' ' '\n')
failures=0

fail() { # program, what
    printf '%s: %s\n' "$1" "$2" >&2
    failures=$((failures + 1))
}

# A file may hold several programs, each after a line "// program: NAME".

# programs FOLDER FILES…: the files of all programs, a line each; those of a file with several are written to FOLDER.
programs() {
    awk -v folder="$1" 'FNR == 1 { piece = "" }
        FNR == 1 && !/^\/\/ program: / { print FILENAME; nextfile }
        /^\/\/ program: / { close(piece); piece = folder "/" $3 ".c"; print piece; printf "" >piece; next }
        { print >piece }' "${@:2}"
}

# ---- programs that a test writes into the folder it works in ----
lockstep=$(realpath "${LOCKSTEP:-build/lockstep}")
opening='#include <omp.h>\n#include <stdio.h>\nint main(void) {\n    int sum = 0, table[9] = {0};\n'
closing='    printf("%%d %%d\\n", sum, table[8]);\n    return 0;\n}\n'

# program NAME: standard input, with the usual start and end around it.
# shellcheck disable=SC2059 # they are formats
program() { { printf "$opening" && cat && printf "$closing"; } >"$1.c"; }
compile() { "$lockstep" cc -fopenmp -w "$1.c" -o "$1" >out 2>err || { cat err; false; }; }
# found NAME REGEX: the program compiles, and its report has that. right NAME LINE: nothing is found, and it prints that.
found() {
    { [ "$1" -nt "$1.c" ] || compile "$1"; } && { "$lockstep" simt -- "./$1" >out 2>err; grep -qE -- "$2" err || { cat err; false; }; }
}
right() { found "$1" '^no findings' && { grep -qx -- "$2" out || { cat out; false; }; }; }
refused() { ! compile "$1" >/dev/null && { grep -qF -- "$1.c:$2" err || { cat err; false; }; }; }
# in_french NAME TEXT: what is said of the program, too.
in_french() { LANG=fr_FR.UTF-8 LC_ALL='' "$lockstep" simt -- "./$1" 2>&1 >out | grep -qF -- "$2"; }
