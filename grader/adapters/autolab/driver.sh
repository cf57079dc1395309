#!/bin/bash
# Collects what was handed in, grades it, and leaves the scores on the last line.
mkdir -p submission
files=(@FILES@)
for file in "${files[@]}"; do
    [ -f "$file" ] && cp "$file" submission/
done
for archive in handin.tar *_handin.tar; do
    [ -f "$archive" ] && tar xf "$archive" -C submission
done
# One file only, whatever Autolab calls it.
only=${files[0]}
if [ ${#files[@]} -eq 1 ] && [ ! -e "submission/$only" ]; then
    for file in *_"$only" handin."${only##*.}"; do
        [ -f "$file" ] && cp "$file" "submission/$only"
    done
fi
# The image may hold this very kit, built: that saves a minute for each submission (README.md).
built=${LOCKSTEP_BUILT:-/opt/lockstep-@LAB@}
if [ -d "$built/build" ] && diff -rq --exclude=build "$built" lockstep >/dev/null; then
    cp -Rp "$built/build" lockstep/
fi
cd lockstep && make -s grade-ready >&2 || exit
build/lockstep grade @LAB@ ../submission --format autolab
[ $? -le 1 ]
