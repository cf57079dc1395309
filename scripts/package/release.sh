#!/bin/bash
# make release: puts the last commit (as make dist packs it) and the students' archives into build/release/. The archives
# hold two graders, of Debian 12 and of Ubuntu 24.04: one is built here, the other in a bare system of the other kind.
#   SUITE=, MIRROR=, OPTIONS=   as in scripts/package/test-fresh.sh; SUITE= names the other system
set -u -o pipefail
. scripts/lab.sh
. scripts/package/kit.sh

git rev-parse --verify --quiet HEAD >/dev/null || fail "make release packs a commit: this folder is no clone (git clone it)"
[ -z "$(git status --porcelain)" ] || fail "make release packs the last commit on both systems: commit what has changed, or take it back (git status)"
out=$BUILD/release
rm -rf "$out" && mkdir -p "$out" || exit 2

# shellcheck source=/dev/null disable=SC2031 # the file's variables are of use in there only
here=$(. /etc/os-release && echo "${VERSION_CODENAME:-}")
export SUITE=${SUITE:-$([ "$here" = noble ] && echo bookworm || echo noble)}
case $SUITE in
    bookworm) export MIRROR=${MIRROR:-http://deb.debian.org/debian} ;;
    noble) export MIRROR=${MIRROR:-http://archive.ubuntu.com/ubuntu} ;;
esac

# One archive is enough: all have the same grader.
echo "The grader of the other system ($SUITE), in a bare one:"
FRESH='make -s student-kit LAB=first-steps' TAKE=build/student-kit/lockstep-first-steps.tar.gz scripts/package/test-fresh.sh ||
    fail "no grader for $SUITE, see above (scripts/package/test-fresh.sh says what a bare system needs)"

echo "The students' archives:"
LAB='' ALSO=build/fresh/taken scripts/package/student-kit.sh && mv "$BUILD"/student-kit/*.tar.gz "$out/" && scripts/package/dist.sh >/dev/null &&
    mv "$BUILD"/dist/*.tar.gz "$out/" || exit 2
for archive in "$out"/*.tar.gz; do
    echo "$archive"
done
