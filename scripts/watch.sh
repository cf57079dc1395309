#!/bin/bash
# make watch [LAB=…]: grades work/<lab> now, and again whenever a file in it is saved, until Ctrl-C. In a terminal it draws
# one screen, which says what the last save changed.
. scripts/lab.sh
require_lab watch
work=${SUBMISSION:-work/$LAB}
[ -d "$work" ] || fail "no $work to watch; make start LAB=$LAB makes it"
state=$(mktemp -d) || exit 2
trap 'rm -rf "$state"' EXIT
trap 'echo; exit 0' INT TERM
export SUBMISSION=$work SINCE=$state/last

# Each file with what a save changes, a line each; not those that editors hide beside it.
files() { find "$work" -type f -not -name '.*' -not -name '*~' -not -name 4913 -printf '%P %s %T@ %i\n' 2>/dev/null | sort; }

show() {
    local lines
    if [ ! -t 1 ]; then
        scripts/grade.sh
        return
    fi
    lines=$(($(tput lines) - 3))
    CLICOLOR_FORCE=1 scripts/grade.sh >"$state/report" 2>&1
    printf '\033[H\033[2J'
    head -n "$lines" "$state/report"
    [ "$(wc -l <"$state/report")" -le "$lines" ] || echo "… (make grade LAB=$LAB shows the rest)"
}

while true; do
    seen=$(files)
    show
    echo
    echo "Watching $work: saved files are graded again. Ctrl-C ends."
    while now=$(files) && [ "$now" = "$seen" ]; do
        [ -d "$work" ] || fail "cannot watch $work any more"
        sleep 0.2
    done
    sleep 0.1 # editors save in several steps
    echo "$(comm -13 <(echo "$seen") <(files) | head -n 1 | cut -d ' ' -f 1) was saved."
done
