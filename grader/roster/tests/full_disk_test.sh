#!/bin/bash
# test: sanitized
# A disk that is full in the middle of a class: one clear line, nothing lost, and with room the same command ends it.
. grader/roster/tests/begin.sh
mkdir "$scratch/disk"
if ! mount -t tmpfs -o size=1m tmpfs "$scratch/disk" 2>/dev/null; then
    rm -rf "$scratch"
    skip "a full disk" "no small disk can be mounted here (only root may)"
    tap_end
fi
trap 'umount "$scratch/disk"; rm -rf "$scratch"' EXIT
for i in 1 2 3; do
    mkdir -p "$scratch/in/s$i"
    { cat "$solution"; echo "/* $i */"; } >"$scratch/in/s$i/dot.c"
done
class() { "$lockstep" class dot-product "$scratch/in" --out "$1" --jobs 1 --labs "$extra/labs" >"$scratch/out" 2>"$scratch/err"; }

class "$scratch/roomy"
ok $? "with room: status 0" || sed 's/^/# /' "$scratch/err"
# Room for the beginning only, less every time.
for left in 160 90 40 8; do
    rm -rf "$scratch/disk/out" "$scratch/disk/filler"
    mkdir "$scratch/disk/out"
    head -c $((1048576 - left * 1024)) /dev/zero >"$scratch/disk/filler" 2>/dev/null
    class "$scratch/disk/out"
    [ $? -eq 2 ]
    ok $? "$left KiB are not enough: status 2" || sed 's/^/# /' "$scratch/err" "$scratch/out"
    check "a line tells why" grep -qiE '^lockstep: .*(No space left|disk is full|disk I/O)' "$scratch/err" || sed 's/^/# /' "$scratch/err"
    rm "$scratch/disk/filler"
    class "$scratch/disk/out"
    ok $? "with room again, the same command ends it" || sed 's/^/# /' "$scratch/err"
    check "with the same grades" diff -r "$scratch/roomy/graded" "$scratch/disk/out/graded"
    check "and the same grade book" diff "$scratch/roomy/gradebook.csv" "$scratch/disk/out/gradebook.csv"
done
# What a teacher adds, too: all of it or nothing.
adjust() { "$lockstep" class adjust "$1" total +1 'well said' --out "$scratch/disk/out" >/dev/null 2>"$scratch/err"; }
adjust s1
ok $? "with room, points are added" || sed 's/^/# /' "$scratch/err"
cp "$scratch/disk/out/gradebook.csv" "$scratch/adjusted.csv"
head -c 1048576 /dev/zero >"$scratch/disk/filler" 2>/dev/null
adjust s2
[ $? -eq 2 ] && grep -qE '^lockstep: .*(No space left|disk is full|disk I/O)' "$scratch/err"
ok $? "without, a line tells why" || sed 's/^/# /' "$scratch/err"
rm "$scratch/disk/filler"
"$lockstep" class sums --out "$scratch/disk/out" >/dev/null 2>&1
check "and nothing was added" diff "$scratch/adjusted.csv" "$scratch/disk/out/gradebook.csv"
# Where programs are compiled, too: a right program has its marks or is not graded, and never loses any.
rm -rf "$scratch/disk/out" "$scratch/disk/filler"
mkdir "$scratch/disk/boxes" && chmod 755 "$scratch/disk/boxes"
export TMPDIR=$scratch/disk/boxes
cut=0
for left in 700 620 560 500 460 420 380 300; do
    head -c $((1048576 - left * 1024)) /dev/zero >"$scratch/disk/filler" 2>/dev/null
    "$lockstep" grade dot-product "$scratch/in/s1" --labs "$extra/labs" >"$scratch/out" 2>"$scratch/err"
    status=$?
    grep -q 'too full to compile there .*make room, or set TMPDIR' "$scratch/err" && cut=$((cut + 1))
    [ $status -eq 0 ] || { [ $status -eq 2 ] && [ "$(wc -l <"$scratch/err")" = 1 ] && grep -q 'make room, or set TMPDIR' "$scratch/err"; }
    ok $? "with $left KiB for compilers it is graded right or not at all" || sed 's/^/# /' "$scratch/err" "$scratch/out"
done
check "and where a compiler had no room, a line says what to do" test "$cut" -ge 1
"$lockstep" class dot-product "$scratch/in" --out "$scratch/roomy" --labs "$extra/labs" --seed 3 >"$scratch/out" 2>"$scratch/err"
[ $? -eq 2 ] && [ "$(wc -l <"$scratch/err")" = 1 ] && grep -q '^lockstep: .*too full to compile there .*make room, or set TMPDIR' "$scratch/err"
ok $? "a class does not even begin there, and one line says what to do" || sed 's/^/# /' "$scratch/err"
tap_end
