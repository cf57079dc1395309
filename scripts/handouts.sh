#!/bin/bash
# make handouts: LAB (default: all that have a handout, and the sheets), HANDOUT_LANGUAGE (en, fr), EDITION (student,
# instructor), OUT (a folder for the PDFs, else BUILD/handouts). Exit status: 1 when one could not be made.
#
# The same source gives the same bytes: dates come from SOURCE_DATE_EPOCH, a fixed one unless the caller has another.
set -u
unset LANG LANGUAGE
export LC_ALL=C.UTF-8 TZ=UTC
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-1767225600} FORCE_SOURCE_DATE=1

language=${HANDOUT_LANGUAGE:-en}
edition=${EDITION:-student}
lockstep=$PWD/${BUILD:-build}/lockstep
shown=${OUT:-${BUILD:-build}/handouts}

fail() {
    echo "handouts: $1" >&2
    exit 2
}

case $language in en | fr) ;; *) fail "LANG=$language: handouts are written in en and fr" ;; esac
case $edition in student | instructor) ;; *) fail "EDITION=$edition: there are student and instructor" ;; esac

# Every .tex that is a document is a handout or a sheet. Those beside labs of one's own (LOCKSTEP_LABS) come first.
around=$(realpath "${LOCKSTEP_LABS:-labs}/..") || fail "LOCKSTEP_LABS=$LOCKSTEP_LABS is not a folder"
[ -f "handouts/${LAB:-}.tex" ] && [ ! -f "$around/handouts/$LAB.tex" ] && around=$PWD && unset LOCKSTEP_LABS
mapfile -t all < <(cd "$around/handouts" 2>/dev/null && grep -sl '^\\documentclass' ./*.tex | sed 's,^\./,,; s,\.tex$,,')
[ ${#all[@]} -gt 0 ] || fail "no handout in $around/handouts (copy one of handouts/*.tex there, under the lab's name)"
if [ -n "${LAB:-}" ]; then
    [ -f "$around/handouts/$LAB.tex" ] || fail "LAB=$LAB has no handout (there are: ${all[*]})"
    all=("$LAB")
fi

# What TeX says when something on paper is not as it should be. (Boxes that are too loose are matters of taste, and columns
# that end a page a few points too low are not seen.)
complaints='^!|Overfull .hbox|Overfull .vbox .([6-9]|[0-9]{2,})[.]|undefined|multiply[ -]defined|Missing character|not set up for use|Citation .* not|No file'

# Prints what went wrong, the log's own lines first.
explain() { # log
    if grep -aq '^!' "$1"; then
        grep -aE -A 6 '^!' "$1" | grep -avE '^(See the|Type  H|!  ==>| *\.\.\.|--|$)' | head -n 12
    else
        grep -aE -A 2 "$complaints" "$1" | head -n 30
    fi | sed 's/^/    /'
    echo "    (the whole log: $1)"
}

# TeX and BibTeX until all references stand still: biblatex and hyperref say in the log when they want another pass.
# TeX looks into the job's folder first, then into handouts/ beside LOCKSTEP_LABS and the kit's, with its drawings, and
# at last, for listings, below the folder around LOCKSTEP_LABS and the root.
run_tex() ( # folder job
    cd "$1" || return
    export TEXINPUTS=".:$around/handouts:kit:$root/handouts:$around:$root:" BIBINPUTS="$around/handouts:$root/handouts:" max_print_line=1000
    for _ in 1 2 3 4 5; do
        pdflatex -halt-on-error -interaction=batchmode "$2.tex" >tex.out 2>&1 || return 1
        if grep -aq '(re)run BibTeX' "$2.log"; then
            bibtex "$2" >>tex.out 2>&1 || { cat tex.out >>"$2.log"; return 1; }
        elif ! grep -aqE '[Rr]erun (LaTeX|to get)' "$2.log"; then
            return 0
        fi
    done
    echo "! The references do not come to rest" >>"$2.log"
    return 1
)

make_one() { # name: its facts, then TeX until references stand still
    local name=$1 job=$1-$language work
    [ "$edition" = instructor ] && job+=-instructor
    work=$target/$job
    rm -rf "$work" "$target/$job.pdf" && mkdir -p "$work" || return 2
    [ -d "$pictures" ] && cp -r "$pictures" "$work/figures"
    mkdir -p "$work/kit/figures"
    awk -v folder="$work/kit/figures" '/^%%% / { close(out); out = folder "/" $2 ".tex"; next } { print >out }' "$root/handouts/figures.tex"
    "$lockstep" handout "$name" --language "$language" --out "$work/$name.facts" 2>"$work/untranslated" || {
        cat "$work/untranslated"
        return 2
    }
    if [ "$language" = fr ]; then
        (cd "$around" && "$root/scripts/handouts/french_listings.py" "handouts/$name.tex" "$work/$name.facts" \
            "handouts/fr/$name.po" "$root/handouts/fr/$name.po" "$work") 2>>"$work/untranslated" || {
            cat "$work/untranslated"
            return 2
        }
    fi
    printf '\\def\\LockstepName{%s}\\def\\LockstepLanguage{%s}\\def\\LockstepEdition{%s}\\input{%s}\n' \
        "$name" "$language" "$edition" "$name.tex" >"$work/$job.tex"
    if ! run_tex "$work" "$job"; then
        [ -f "$work/$job.log" ] || cat "$work/tex.out"
        explain "$work/$job.log"
        return 1
    fi
    if grep -aqE "$complaints" "$work/$job.log"; then
        explain "$work/$job.log"
        return 1
    fi
    mv "$work/$job.pdf" "$target/$job.pdf"
}

root=$PWD

# Drawings that are made of what the machine saw come to figures/ of each job; made once for what they show.
pictures=${BUILD:-build}/pictures
draw_pictures() {
    local newer
    [ -d "$pictures" ] && newer=$(find "$lockstep" scripts/handouts/pictures.py solutions/reduction-ladder solutions/histogram-cuda \
        labs/reduction-ladder/variants/* -newer "$pictures" 2>/dev/null) && [ -z "$newer" ] && return
    rm -rf "$pictures" "$pictures.new"
    python3 scripts/handouts/pictures.py "$lockstep" "$pictures.new" && mv "$pictures.new" "$pictures" && touch "$pictures"
}
if (cd "$around/handouts" && grep -qE '(drawing\{|figures/)(coalescing|banks|tree)\}' "${all[@]/%/.tex}"); then
    draw_pictures || fail "the pictures of what the machine saw could not be drawn (they need python3, clang and the jail: make doctor)"
fi
mkdir -p "$shown" || fail "cannot make the folder $shown"
target=$(cd "$shown" && pwd)
worst=0
for name in "${all[@]}"; do
    label=$shown/$name-$language$([ "$edition" = instructor ] && echo -instructor).pdf
    if made=$(make_one "$name" 2>&1); then
        pages=$(grep -aoE 'Output written on .*\(([0-9]+) page' "$target"/"$(basename "$label" .pdf)"/*.log | grep -oE '[0-9]+ page')
        printf '%-62s %ss\n' "$label" "$pages"
        untranslated=$target/$(basename "$label" .pdf)/untranslated
        if grep '^# ' "$untranslated" >&2; then
            echo "# the texts, ready for a msgstr each: $untranslated" >&2
        fi
    else
        printf '%s: NOT MADE\n%s\n' "$label" "$made" >&2
        worst=1
    fi
done
exit $worst
