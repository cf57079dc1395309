# shellcheck shell=bash
# For tests that run CUDA programs: what one of them compiled, the others run, in every flavour of the grader.
# With FRONT=nvcc the PTX is nvcc's. The rest of such a program is clang's, so only the PTX is made, and takes the place
# of the other; `lockstep cc --nvcc`, which makes all of it, has its test in command/tests.
: "${FRONT:=}"

# A case is topic/name. Its program is topic/name.cu; the comments at its end are "/* simt WORDS", the words for `lockstep
# simt`, and what must come out. A case topic/name_fixed is that file compiled with -DFIXED: its comment begins "/* FIXED: simt".

# source_of SOURCE: the file that it is compiled from.
source_of() { if [ -e "$1" ]; then echo "$1"; else echo "${1%_fixed.cu}.cu"; fi; }

# cases [SOURCE …]: those of these files, or all, a line each.
cases() {
    [ $# -gt 0 ] || set -- grader/simt/tests/*/*.cu
    grep -HoE '^/\* (FIXED: )?simt' -- "$@" | sed 's|^grader/simt/tests/||; s|\.cu:/\* FIXED: simt|_fixed|; s|\.cu:.*||' | sort
}

# comment_of SOURCE: how a case's comment begins.
comment_of() { if [ -e "$1" ]; then echo "/* simt "; else echo "/* FIXED: simt "; fi; }

# comment CASE: its words for `lockstep simt`, and what must come out.
comment() {
    local source=grader/simt/tests/$1.cu
    awk -v start="$(comment_of "$source")" 'index($0, start) == 1 { inside = 1; $0 = substr($0, length(start) + 1) }
        inside { last = sub(/ \*\/$/, ""); print; if (last) exit }' "$(source_of "$source")"
}
arguments() { comment "$1" | head -n 1; }
expected() { comment "$1" | tail -n +2; }

# program SOURCE [FRONT]: where its program lies.
program() {
    local name=${1#grader/simt/tests/} front=${2-$FRONT}
    echo "build/simt-programs/${front:-clang}/${name%.cu}"
}

# headers SOURCE: those that lie beside it, and those for all cases.
headers() { compgen -G "${1%/*}/*.cuh"; compgen -G "grader/simt/tests/*.cuh"; }

# fresh FILE THING…: it is there, and no THING is newer. What compiles counts by its sources: the grader's executable is
# new after each edit of any of them.
fresh() {
    [ -e "$1" ] && [ -z "$(find "${@:2}" grader/simt/command/compile/cc.c grader/simt/command/compile/cuda_compile.c -type f -newer "$1" -print -quit)" ]
}

# with_clang SOURCE PATH
with_clang() {
    local source flags=()
    source=$(source_of "$1")
    [ "$source" = "$1" ] || flags=(-DFIXED)
    # shellcheck disable=SC2046 # a path each
    fresh "$2" "$source" $(headers "$1") build/cuda build/liblockstep_cudart.a && return
    build/lockstep cc "${flags[@]}" -c "$source" -o "$2.o" && build/lockstep cc "$2.o" -o "$2.new" && mv "$2.new" "$2"
}

# with_nvcc SOURCE PATH
with_nvcc() {
    local object source flags=()
    object=$(program "$1" '').o
    source=$(source_of "$1")
    [ "$source" = "$1" ] || flags=(-DFIXED)
    compiled "$1" '' || return
    # shellcheck disable=SC2046 # a path each
    fresh "$2.ptx" "$source" $(headers "$1") || { build/lockstep cc --nvcc --ptx "${flags[@]}" "$source" -o "$2.ptx" && truncate --size=+1 "$2.ptx"; } || return
    fresh "$2" "$2.ptx" "$object" build/liblockstep_cudart.a && return
    # Without a kernel there is nothing to put nvcc's PTX in the place of.
    if objdump -h "$object" | grep -q '\.nv_fatbin'; then
        objcopy --update-section .nv_fatbin="$2.ptx" "$object" "$2.o" || return
    else
        cp "$object" "$2.o" || return
    fi
    build/lockstep cc "$2.o" -o "$2.new" && mv "$2.new" "$2"
}

# compiled SOURCE [FRONT]: makes its program unless it is there and fresh; the messages are beside it, in a .log.
compiled() {
    local front=${2-$FRONT} path
    path=$(program "$1" "$front")
    mkdir -p "${path%/*}"
    # Whole or not at all, and by one at a time: another test may want it now.
    (
        flock 9
        "with_${front:-clang}" "$1" "$path" >"$path.log" 2>&1
    ) 9>"$path.lock"
}
export FRONT
export -f source_of comment_of comment arguments expected program headers fresh with_clang with_nvcc compiled
