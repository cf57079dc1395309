#!/bin/bash
# Which LLVM the kit is built with: this script alone decides. Its folder, such as /usr/lib/llvm-19; nothing where none is here.
#
#   scripts/llvm.sh            the folder of the newest supported version that is here
#   scripts/llvm.sh --wanted   the version to install: the newest that is here or that apt knows
#   scripts/llvm.sh --supported   the versions that may be
#   scripts/llvm.sh --libclc   OpenCL C's built-in functions: LIBCLC=FILE, or where the systems keep them
#
# LLVM=15 in the environment (`make … LLVM=15`) chooses another; LLVM=/some/folder one that Debian has not packed.
# A built grader keeps to the folder that it was built with; for it, LOCKSTEP_LLVM=15 chooses (grader/clang.h).
set -u
supported='19 18 17 16 15 14'
# For a GPU, clang before 19 cannot read the headers of glibc 2.41 (__float128).
libc=$(getconf GNU_LIBC_VERSION 2>/dev/null)
[[ ${libc#*.} -lt 41 ]] || supported=19

# folder VERSION
folder() { case $1 in /*) echo "$1" ;; *) echo "/usr/lib/llvm-$1" ;; esac }

here() {
    local version clang
    for version in ${LLVM:-$supported}; do
        [ -x "$(folder "$version")/bin/clang" ] && folder "$version" && return
    done
    [ -z "${LLVM:-}" ] && clang=$(command -v clang) && version=$(clang -dumpversion) && clang=$(readlink -f "$clang") &&
        [[ " $supported " == *" ${version%%.*} "* ]] && echo "${clang%/bin/*}"
}

wanted() {
    local version known
    [ -z "${LLVM:-}" ] || { echo "$LLVM"; return; }
    known=$(apt-cache pkgnames clang- 2>/dev/null)
    for version in $supported; do
        if [ -x "$(folder "$version")/bin/clang" ] || [[ $'\n'$known$'\n' == *$'\n'"clang-$version"$'\n'* ]]; then
            echo "$version"
            return
        fi
    done
}

libclc() {
    local folder
    for folder in /usr/lib /usr/share /usr/lib64 "$(here)/share" ''; do
        [ ! -e "$folder/clc/nvptx64--nvidiacl.bc" ] || break
    done
    echo "${LIBCLC:-${folder:-/usr/lib}/clc/nvptx64--nvidiacl.bc}"
}

case ${1:-} in
--wanted) wanted ;;
--libclc) libclc ;;
--supported) echo "$supported" ;;
*) here ;;
esac
