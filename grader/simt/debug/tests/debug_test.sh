#!/bin/bash
# test: once
# `lockstep debug` and a client that stops at a race, looks around and goes back: what they said to each other.
. grader/tests/tap.sh
lockstep=$(realpath "${LOCKSTEP:-build/lockstep}")
tests=$PWD/grader/simt/debug/tests
make_scratch
cp grader/simt/record/tests/race.cu "$scratch"
cd "$scratch" || exit 2
"$lockstep" cc -G race.cu -o race || exit 2
timeout 60 python3 "$tests/transcript.py" "$lockstep" debug -- ./race >said
check "a client stops at the race, looks around and goes back" diff "$tests/transcript.ref" said
printf 'hello\n' | "$lockstep" debug -- ./race >out 2>err
check "what is no message ends it with status 2" test $? -eq 2
check "and one line that says what is missing" grep -q 'not a message of the Debug Adapter Protocol' err
say() { printf 'Content-Length: %d\r\n\r\n%s' "${#1}" "$1"; }
ask() { { say "$1"; say '{"seq":9,"type":"request","command":"disconnect"}'; } | timeout 20 "$lockstep" debug "${@:2}" 2>/dev/null; }
missing() { ask '{"seq":1,"type":"request","command":"launch","arguments":{"program":"./nothing"}}' | grep -q 'cannot run ./nothing'; }
check "a program that is not there is refused" missing
silent() { ask '{"seq":1,"type":"request","command":"launch"}' -- ./race x | grep -q 'launched no kernel'; }
check "a program that launches nothing is refused" silent
# 4,095 bytes are read at a time: é lies across the end of the first ones.
cat >prints.c <<'END'
#include <stdio.h>
int main(void) {
    for (int i = 0; i < 4094; i++) putchar('a');
    fwrite("\303\251 \377 \0 end", 1, 10, stdout);
    return 0;
}
END
gcc prints.c -o prints || exit 2
printed() {
    ask '{"seq":1,"type":"request","command":"launch"}' -- ./prints >out
    tail -c 300 out
    grep -q '"é � *end"' out && grep -q 'aaaa"' out
}
check "all that a program prints is shown, whatever its bytes are" printed
early() { ask '{"seq":1,"type":"request","command":"continue"}' | grep -q 'launch comes first'; }
check "nothing goes on before launch" early
tap_end
