# shellcheck shell=bash
# What the commands share: where the labs are, and clear words when LAB is missing or wrong. Source it.
labs=${LOCKSTEP_LABS:-labs}
labs=${labs%/} # people let the shell complete the folder's name
# shellcheck disable=SC2034 # for those who source this: skeletons/ and solutions/ lie beside the labs
case $labs in */*) beside=${labs%/*}/ ;; *) beside='' ;; esac
: "${BUILD:=build}"

# OWN=1: a student's own work may run where nothing isolates it. It is said once, and remembered in work/.lockstep/own.
own_work() {
    local kept=work/.lockstep/own
    if [ -n "${OWN:-}" ] && [ ! -e "$kept" ]; then
        mkdir -p work/.lockstep && touch "$kept" || exit 2
        tell "Where nothing isolates your program, it now runs as you: it may read and change your files. rm $kept ends that." \
            "Là où rien n'isole votre programme, il s'exécute avec vos droits : il peut lire et changer vos fichiers. rm $kept y met fin." >&2
    fi
    [ ! -e "$kept" ] || export LOCKSTEP_OWN_WORK=1
}

# tell ENGLISH FRENCH: the one that the reader's language asks for, as the grader chooses it.
tell() {
    local language=${LC_ALL:-${LC_MESSAGES:-${LANG:-}}}
    case $language in fr*) printf '%s\n' "$2" ;; *) printf '%s\n' "$1" ;; esac
}

# fail ENGLISH [FRENCH]
fail() {
    printf 'lockstep: %s\n' "$(tell "$1" "${2:-$1}")" >&2
    exit 2
}

# The names of all labs, a line each.
all_labs() {
    local file
    for file in "$labs"/*/lab.yaml; do
        [ -e "$file" ] || continue
        file=${file%/lab.yaml}
        echo "${file##*/}"
    done
}

# The labs that have a folder in work/, a line each: the one first in which a file was saved last.
begun_labs() {
    local each
    for each in $(all_labs); do
        [ ! -d "work/$each" ] || find "work/$each" -type f -not -path '*/.*' -not -path '*/pages/*' -printf "%T@ $each\\n" | sort -n | tail -n 1
    done | sort -rn | cut -d' ' -f2
}

# require_lab TARGET: ends with a clear line unless LAB names a lab. It need not where there is only one, or where one is
# begun: the one that was edited last; `start` takes one that is not.
require_lab() {
    local known begun
    known=$(all_labs | paste -sd' ')
    begun=$(begun_labs)
    if [ -z "${LAB:-}" ] && [[ $known != *' '* ]]; then
        LAB=$known
    elif [ -z "${LAB:-}" ] && [ "$1" = start ] && [ -z "$begun" ] && [ -e "$labs/first-steps/lab.yaml" ]; then
        LAB=first-steps
    elif [ -z "${LAB:-}" ] && [[ $1 =~ ^(grade|watch|hint|profile|show|speedup)$ && -n $begun ]]; then
        LAB=${begun%%$'\n'*}
        [ "$LAB" = "$begun" ] || tell "LAB=$LAB: you have worked on it last." "LAB=$LAB : votre dernier travail." >&2
    fi
    export LAB
    own_work
    [ -n "${LAB:-}" ] || fail "make $1 needs LAB=…, one of: $known" "make $1 a besoin de LAB=…, l'un de : $known"
    # shellcheck disable=SC2034 # as above; LOCKSTEP_LABS adds labs to these
    [ -e "$labs/$LAB/lab.yaml" ] || [ ! -e "labs/$LAB/lab.yaml" ] || { labs=labs beside=''; }
    [ -e "$labs/$LAB/lab.yaml" ] || fail "no lab '$LAB'; there are: $known" "pas de TP « $LAB » ; il y a : $known"
}

# handed_in LAB: the files that students hand in, a line each.
handed_in() { "$BUILD/lockstep" list "$1" --labs "$labs" --files; }

# fingerprint: what the built grader must find again: the kind of machine, the C library, and both compilers (its bitcode
# is of that clang).
fingerprint() {
    echo "$(uname -sm) $(getconf GNU_LIBC_VERSION 2>/dev/null) gcc $(gcc -dumpfullversion 2>/dev/null)" \
        "clang $("$(scripts/llvm.sh)/bin/clang" -dumpversion 2>/dev/null)"
}
