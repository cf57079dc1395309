#!/bin/bash
# make dist: build/dist/lockstep-VERSION.tar.gz, the last commit; the same commit gives the same bytes.
set -eu -o pipefail
. scripts/lab.sh
. scripts/package/kit.sh
git rev-parse --verify --quiet HEAD >/dev/null || fail "make dist packs a commit: this folder is no clone (git clone it)"
[ -z "$(git status --porcelain --untracked-files=no)" ] || echo "Note: what is not committed is not in the archive." >&2
name=$(git show HEAD:grader/version.h | kit_version | tr ' ' -)
archive=$BUILD/dist/$name.tar.gz
mkdir -p "$BUILD/dist"
git -c tar.umask=0022 archive --format=tar --prefix="$name/" HEAD | gzip -9n >"$archive.part"
mv "$archive.part" "$archive"
echo "$archive"
