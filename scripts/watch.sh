#!/bin/bash
# make watch [LAB=…]: grades work/<lab> now, and again whenever a file in it is saved, until Ctrl-C. In a terminal it draws
# one screen, which says what the last save changed.
. scripts/lab.sh
require_lab watch
work=${SUBMISSION:-work/$LAB}
[ -d "$work" ] || fail "no $work to watch; make start LAB=$LAB makes it" \
    "pas de $work à surveiller ; make start LAB=$LAB le crée"
state=$(mktemp -d) || exit 2
trap 'rm -rf "$state"' EXIT
trap 'echo; exit 0' INT TERM
export SUBMISSION=$work
[ "$work" = "work/$LAB" ] || export SINCE=$state/last

# Each file with what a save changes, a line each; not those that editors hide beside it.
files() { find "$work" -type f -not -name '.*' -not -name '*~' -not -name 4913 -printf '%P %s %T@ %i\n' 2>/dev/null | sort; }

show() {
    local lines status
    if [ ! -t 1 ]; then
        scripts/grade.sh
        return
    fi
    lines=$(($(tput lines) - 3))
    # What a compiler refuses, or what failed last time, is said at once; the screen is drawn when all is known.
    printf '\033[H\033[2J%s\n' "$(tell "Grading…" "Notation en cours…")"
    CLICOLOR_FORCE=1 EARLY=1 scripts/grade.sh >"$state/report" 2> >(tee "$state/said" >&2)
    status=$?
    printf '\033[H\033[2J'
    [ "$status" -le 1 ] || cat "$state/said" >>"$state/report"
    head -n "$lines" "$state/report"
    [ "$(wc -l <"$state/report")" -le "$lines" ] || tell "… (make grade LAB=$LAB shows the rest)" \
        "… (make grade LAB=$LAB montre la suite)"
}

while true; do
    seen=$(files)
    show
    echo
    tell "Watching $work: saved files are graded again. Ctrl-C ends." \
        "$work : tout fichier enregistré est noté. Fin : Ctrl-C."
    while now=$(files) && [ "$now" = "$seen" ]; do
        [ -d "$work" ] || fail "cannot watch $work any more" "$work ne peut plus être surveillé"
        sleep 0.2
    done
    sleep 0.1 # editors save in several steps
    saved=$(comm -13 <(echo "$seen") <(files) | head -n 1 | cut -d ' ' -f 1)
    tell "$saved was saved." "$saved : enregistré."
done
