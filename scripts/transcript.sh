#!/bin/bash
# A student's first ten minutes with the archive of `first-steps`, as the terminal shows them:
#
#     scripts/transcript.sh >handouts/first-ten-minutes.txt
#
# Each command really runs; what is edited is shown as a difference. Seconds, folders of this machine and the escape
# codes of colours are left out, so that the text changes only when a message does.
set -u -o pipefail
cd "$(dirname "$0")/.." || exit 2
build=${BUILD:-build}
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
make -s student-kit LAB=first-steps BUILD="$build" >"$scratch/made" 2>&1 || { cat "$scratch/made" >&2 && exit 2; }
cp "$build/student-kit/lockstep-first-steps.tar.gz" "$scratch/"
cd "$scratch" || exit 2
unset MAKEFLAGS MAKELEVEL MFLAGS BUILD LAB LOCKSTEP_LABS LOCKSTEP_ROOT
export LANG=C.UTF-8 LC_ALL=C.UTF-8 COLUMNS=80

# clean: what differs from run to run and from machine to machine.
clean() {
    sed -e "s|$scratch|~|g" -e 's/\x1b\[[0-9;?]*[A-Za-z]//g' -e 's/\r//g' -e '/^make\[[0-9]*\]: /d' -e 's/[ \t]*$//' | expand
}

say() { printf '\n# %s\n' "$1"; }

# run COMMAND: as a student types it, on a terminal of 80 columns.
run() {
    printf '\n~%s$ %s\n' "${PWD#"$scratch"}" "$1"
    script -qec "stty cols 80 rows 50; $1" /dev/null </dev/null 2>&1 | clean
}

# edit FILE SED…: saves the file, and shows what changed.
edit() {
    local file=$1
    shift
    cp "$file" "$scratch/before"
    sed -i "$@" "$file"
    printf '\n(saves %s)\n' "$file"
    diff -U 1 "$scratch/before" "$file" | tail -n +3
}

cat <<'END'
A student's first ten minutes, as the terminal shows them. Lines that begin with # say what the student thinks.
scripts/transcript.sh made this text: every command ran.
END
say 'I got an archive. What is in it?'
run 'tar -xzf lockstep-first-steps.tar.gz'
run 'cd lockstep-first-steps && ls'
cd lockstep-first-steps || exit 2
say 'What can I do here?'
run 'make start'
say 'How do I stand, before I have done anything?'
run 'make grade'
say 'The loop is there already. Somebody says it is wrong? The first line that I touch …'
edit work/first-steps/loop.c 's|    uint64_t square, total = 0;|    uint64_t square = 0, total = 0|'
run 'make grade'
say 'Forgot the semicolon.'
edit work/first-steps/loop.c 's|total = 0$|total = 0;|'
say 'A race? I do not see it.'
run 'make hint'
edit work/first-steps/loop.c -e 's|uint64_t square = 0, total = 0;|uint64_t total = 0;|' -e 's|        square = |        const uint64_t square = |'
run 'make grade'
say 'One of two. What about total?'
run 'make hint'
run 'make hint'
edit work/first-steps/loop.c 's|parallel for|parallel for reduction(+ : total)|'
run 'make grade'
