#!/bin/bash
# make watch LAB=…: grades work/<lab> now, and again whenever a file in it is saved, until Ctrl-C.
. scripts/lab.sh
require_lab watch
work=${SUBMISSION:-work/$LAB}
[ -d "$work" ] || fail "no $work to watch; make start LAB=$LAB makes it"

# Editors save in several steps (write, rename, touch): the events of a tenth of a second are one save. What is saved
# while a grade runs is in the pipe by then, so nothing is missed.
exec 3< <(exec inotifywait -qm -e close_write,moved_to,delete --exclude '(^|/)(\.|#|4913)|~$' --format %f "$work")
watcher=$!
trap 'kill "$watcher" 2>/dev/null' EXIT
trap 'exit 0' INT TERM

while true; do
    [ -t 1 ] && printf '\033[H\033[2J'
    SUBMISSION=$work scripts/grade.sh
    echo
    echo "Watching $work: saved files are graded again. Ctrl-C ends."
    read -r -u 3 changed || fail "cannot watch $work any more"
    while read -r -t 0.1 -u 3 _; do :; done
    echo "$changed was saved."
done
