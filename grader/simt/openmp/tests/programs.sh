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
