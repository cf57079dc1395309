# shellcheck shell=bash
# For tests that run CUDA programs: what one of them compiled, the others run, in every flavour of the grader.
# With FRONT=nvcc the PTX is nvcc's.
: "${FRONT:=}"

# program SOURCE: where its program lies.
program() {
    local name=${1#grader/simt/tests/}
    echo "build/simt-programs/${FRONT:-clang}/${name%.cu}"
}

# compiled SOURCE: makes its program unless that is newer than the source, the kit and the grader; the messages are
# beside it, in a .log.
compiled() {
    local path
    path=$(program "$1")
    mkdir -p "${path%/*}"
    # Whole or not at all, and by one at a time: another test may want it now.
    (
        flock 9
        [ -x "$path" ] &&
            [ -z "$(find "$1" build/lockstep build/cuda build/liblockstep_cudart.a -type f -newer "$path" -print -quit)" ] &&
            exit
        build/lockstep cc ${FRONT:+"--$FRONT"} "$1" -o "$path.new" >"$path.log" 2>&1 && mv "$path.new" "$path"
    ) 9>"$path.lock"
}
export FRONT
export -f program compiled
