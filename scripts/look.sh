#!/bin/bash
# make hint, make show and make profile: `scripts/look.sh hint` and so on. They take LAB and EXERCISE; without
# EXERCISE, hint and show take the one to go on with by the last grading.
#
#     hint      the next hint; AGAIN=1: those that you have seen. How far you are is kept in work/<lab>/.hints
#     show      a page that replays a check
#     profile   what each line costs; AGAINST
#
# CHECK, MUTANT, SUBMISSION, OUT and SEED may be set, too.
. scripts/lab.sh
command=$1 options=()
require_lab "$command"
last=work/.lockstep/$LAB.last

# option NAME VALUE: where there is a value.
option() { [ -z "$2" ] || options+=("--$1" "$2"); }

case $command in
hint)
    [ -d "work/$LAB" ] || fail "hints are for work that has begun: make start LAB=$LAB first" \
        "les indices sont pour un travail commencé : d'abord make start LAB=$LAB"
    exec "$BUILD/lockstep" hint "$LAB" ${EXERCISE:+"$EXERCISE"} --labs "$labs" --state "work/$LAB/.hints" --since "$last" ${AGAIN:+--again}
    ;;
show)
    if [ -z "${EXERCISE:-}${MUTANT:-}" ]; then
        [ -n "${SUBMISSION:-}" ] || [ -d "work/$LAB" ] || [ -d "${beside}solutions/$LAB" ] ||
            fail "no work/$LAB yet: make start LAB=$LAB makes it" "pas encore de work/$LAB : make start LAB=$LAB le crée"
        if [ -n "${SUBMISSION:-}" ] || [ ! -d "work/$LAB" ]; then
            fail "make show needs EXERCISE=… (make grade LAB=$LAB names them)" \
                "make show a besoin de EXERCISE=… (make grade LAB=$LAB les nomme)"
        fi
        option since "$last"
    fi
    [ -z "${SUBMISSION:-}" ] || options+=("$SUBMISSION")
    ;;
profile)
    option against "${AGAINST:-}"
    option submission "${SUBMISSION:-}"
    ;;
esac
option check "${CHECK:-}"
option mutant "${MUTANT:-}"
option seed "${SEED:-}"
option out "${OUT:-}"
exec "$BUILD/lockstep" "$command" "$LAB" ${EXERCISE:+"$EXERCISE"} "${options[@]}"
