#!/bin/bash
# test: once
# No function of the machine leaves the upper halves of wide registers dirty: the SSE code that runs next may then take a
# hundred times as long. gcc clears them before a return, but not before a jump to a function of the same file.
. grader/tests/tap.sh
: "${BUILD:=build}"

# dirty ARCHIVE: functions that return, jump or call with wide registers in use.
dirty() {
    objdump -d --no-show-raw-insn "$1" | awk '/^[0-9a-f]+ <.*>:/ { name = $2; wide = 0 } /%ymm/ { wide = 1 }
        /vzeroupper/ { wide = 0 }
        wide && $2 ~ /^(ret|call|jmp)$/ && ($2 != "jmp" || $4 !~ /\+0x/) && !told[name]++ { print name }'
}

none() {
    local names
    names=$(dirty "$1")
    echo "$names"
    [ -z "$names" ]
}

if [ "$(uname -m)" = x86_64 ]; then
    check "no function leaves wide registers dirty" none "$BUILD/libsimt.a"
else
    echo "# nothing to look at on $(uname -m)"
fi
tap_end
