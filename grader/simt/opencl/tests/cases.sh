# shellcheck shell=bash
# A case is topic/name. Its kernel is topic/name.cl; the comments at its end are "/* sim", the launch and the buffers as
# oclgrind-kernel reads them, the line "prints" and what must come out. A case topic/name_fixed is that file compiled with
# -DFIXED: its comment begins "/* FIXED: sim"; where it has no launch, the other's is meant.
tests=grader/simt/opencl/tests

# source_of CASE, comment_of CASE: the file, and how the case's comment in it begins.
source_of() { if [ -e "$tests/$1.cl" ]; then echo "$tests/$1.cl"; else echo "$tests/${1%_fixed}.cl"; fi; }
comment_of() { if [ -e "$tests/$1.cl" ]; then echo "/* sim"; else echo "/* FIXED: sim"; fi; }

# cases [SOURCE …]: those of these files, or all, a line each.
cases() {
    [ $# -gt 0 ] || set -- "$tests"/*/*.cl
    grep -HoE '^/\* (FIXED: )?sim$' -- "$@" | sed "s|^$tests/||; s|\.cl:/\* FIXED: sim|_fixed|; s|\.cl:.*||" | sort
}

# launch CASE, expected CASE: the two parts of its comment.
launch() { part "$1" "$(comment_of "$1")" | grep . || part "${1%_fixed}" "/* sim"; }
part() { awk -v start="$2" '$0 == start { inside = 1; next } inside && /^prints$/ { exit } inside' "$(source_of "$1")"; }
expected() {
    awk -v start="$(comment_of "$1")" '$0 == start { inside = 1 } inside && / \*\/$/ { sub(/ \*\/$/, ""); last = 1 }
        said; last { exit } inside && /^prints$/ { said = 1 }' "$(source_of "$1")"
}

# unpack CASE FOLDER: leaves CASE.cl and CASE.sim in the folder, for sim and oclgrind-kernel.
unpack() {
    mkdir -p "$2/${1%/*}" && cp "$(source_of "$1")" "$2/$1.cl" || return
    {
        echo "${1##*/}.cl"
        [ -e "$tests/$1.cl" ] || echo "#options -DFIXED$(launch "$1" | sed -n 's/^#options//p')"
        launch "$1" | if [ -e "$tests/$1.cl" ]; then cat; else grep -v '^#options'; fi
    } >"$2/$1.sim"
}
export tests
export -f source_of comment_of cases launch part expected unpack
