#!/bin/bash
# test: sanitized
# Files of a class that its teacher may not read or write: one clear line, nothing lost, and with the permission back the
# same command ends it. Root may do anything, so that root plays somebody else.
. grader/roster/tests/begin.sh
trap 'chmod -R u+rwx "$scratch"; rm -rf "$scratch"' EXIT
somebody=()
if [ "$(id -u)" = 0 ]; then
    somebody=(setpriv --reuid 65534 --regid 65534 --clear-groups env HOME="$scratch/home" TMPDIR="$scratch/boxes")
    if ! "${somebody[@]}" test -x "$lockstep"; then
        skip "files without permission" "nobody but root may run $lockstep"
        tap_end
    fi
fi
out=$scratch/out
mkdir -p "$scratch/home" "$scratch/boxes" "$scratch/in/ada" "$out"
cp $extra/skeletons/dot-product/dot.c "$scratch/in/ada"
printf 'Username,Full name\nada,Ada Able\n' >"$scratch/roster.csv"
printf 'student,method\nada,1\n' >"$scratch/marks.csv"
echo 'rubric: [{name: method, points: 2}]' >"$out/policy.yaml"
[ ${#somebody[@]} = 0 ] || chown -R 65534:65534 "$scratch"

class() {
    "${somebody[@]}" "$lockstep" class dot-product "$scratch/in" --out "$out" --labs "$extra/labs" --roster "$scratch/roster.csv" \
        >"$scratch/stdout" 2>"$scratch/stderr"
}
order() { "${somebody[@]}" "$lockstep" class "$@" --out "$out" >"$scratch/stdout" 2>"$scratch/stderr"; }
class
ok $? "with every permission: status 0" || sed 's/^/# /' "$scratch/stderr"
cp -r "$out" "$scratch/before"

# says NAME, PATTERN, FILE, ITS MODE, COMMAND…: without the permission one line and status 2.
says() {
    local name=$1 pattern=$2 file=$3 mode=$4 usual
    shift 4
    usual=$(stat -c %a "$file")
    chmod "$mode" "$file"
    "$@"
    [ $? -eq 2 ] && [ "$(wc -l <"$scratch/stderr")" -eq 1 ] && grep -qE "^lockstep: .*$pattern" "$scratch/stderr"
    ok $? "$name" || sed 's/^/# /' "$scratch/stderr"
    chmod "$usual" "$file"
}
says 'policy.yaml' 'policy.yaml: Permission denied' "$out/policy.yaml" 000 class
says 'the roster' 'roster.csv: Permission denied' "$scratch/roster.csv" 000 class
says 'the journal' 'journal.sqlite: it must be yours to read and write' "$out/journal.sqlite" 000 class
says 'the journal, to be read only' 'journal.sqlite: it must be yours' "$out/journal.sqlite" 444 order adjust ada total +1 x
says 'the spool' 'cannot write to the folder .*spool' "$out/spool" 555 class
says 'the results' '(journal.sqlite: it must be yours|Permission denied)' "$out" 555 class
says 'the submissions' "submissions .*in': Permission denied" "$scratch/in" 000 class
says 'marks' 'marks.csv: Permission denied' "$scratch/marks.csv" 000 order rubric "$scratch/marks.csv"
rm "$out/gradebook.csv" && mkdir "$out/gradebook.csv"
says 'a folder for the grade book' 'cannot write .*gradebook.csv' "$out/gradebook.csv" 555 order sums
rmdir "$out/gradebook.csv"
class
ok $? "with every permission again: status 0" || sed 's/^/# /' "$scratch/stderr"
rm -f "$out"/journal.sqlite* "$scratch"/before/journal.sqlite*
check "nothing is lost" diff -r -I ">sums: " "$scratch/before" "$out"
# What a student handed in and the teacher may not read is not graded: nobody loses points by it.
not_graded() { # what, its mode then
    local usual
    usual=$(stat -c %a "$1")
    chmod 000 "$1"
    class
    [ $? -eq 2 ] && grep -qE "^lockstep: ada was not graded: .*$2: Permission denied$" "$scratch/stderr" && grep -q '^ada,Ada Able,ada,,not graded,' "$out/gradebook.csv"
    ok $? "the file that was handed in: $2" || sed 's/^/# /' "$scratch/stderr" "$out/gradebook.csv"
    chmod "$usual" "$1"
}
not_graded "$scratch/in/ada/dot.c" ada/dot.c
not_graded "$scratch/in/ada" in/ada
mkdir "$scratch/other" && mv "$scratch/in/ada" "$scratch/other" && mkdir "$scratch/in/bob" && cp "$scratch/other/ada/dot.c" "$scratch/in/bob" && : >"$scratch/in/ada.zip"
not_graded "$scratch/in/ada.zip" in/ada.zip
rm -r "$scratch/in/bob" "$scratch/in/ada.zip" && mv "$scratch/other/ada" "$scratch/in"
# Where the folder of reports is closed while it grades, it stops at once.
closed() {
    local at=$out/files/ada/dot.c
    rm -f "$at" && cp "$solution" "$scratch/in/ada/dot.c" # which takes a while to grade; the skeleton takes none
    (until [ -e "$at" ]; do :; done; chmod 555 "$out/spool") &
    class
    [ $? -eq 2 ] && [ "$(wc -l <"$scratch/stderr")" -eq 1 ] && grep -qE '^lockstep: cannot write to the folder .*/spool: Permission denied; the same command goes on' "$scratch/stderr"
}
closed
ok $? 'the spool, while it grades' || sed 's/^/# /' "$scratch/stderr"
chmod 755 "$out/spool"
class
ok $? "… and the same command goes on" || sed 's/^/# /' "$scratch/stderr"
tap_end
