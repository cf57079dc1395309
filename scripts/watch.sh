#!/bin/bash
# make watch [LAB=…]: grades work/<lab> now, and again whenever a file that is handed in is saved, until Ctrl-C. In a
# terminal it draws one screen, which says what the last save changed.
. scripts/lab.sh
. scripts/grade_options.sh
require_lab watch
work=${SUBMISSION:-work/$LAB}
[ -d "$work" ] || fail "no $work to watch; make start LAB=$LAB makes it" \
    "pas de $work à surveiller ; make start LAB=$LAB le crée"
mapfile -t names < <(handed_in "$LAB")
[ ${#names[@]} -gt 0 ] || exit 2
state=$(mktemp -d) || exit 2
waiting=''
trap '[ -z "$waiting" ] || kill "$waiting" 2>/dev/null; rm -rf "$state"' EXIT
exec {screen}>&1
finish() {
    echo >&"$screen"
    exit 0
}
trap finish INT TERM HUP
resized=''
trap 'resized=yes' WINCH # and nothing that takes longer: bash forgets a signal that comes during its own trap
[ "$work" = "work/$LAB" ] || SINCE=$state/last

# fit ROWS COLUMNS: as many lines of the input as fill so many rows; false when some are left.
fit() {
    LC_ALL=C awk -v rows="$1" -v columns="$2" '
        { text = $0; gsub(/\033\[[0-9;]*m|[\200-\277]/, "", text); used += int((length(text) - 1) / columns) + 1 }
        used > rows { left = 1; exit }
        { print }
        END { exit left }'
}

# wrap COLUMNS: breaks lines that were written for a wider screen at their blanks. As in fit, the bytes 200 to 277
# (octal) continue a character of UTF-8.
wrap() {
    LC_ALL=C awk -v columns="$1" '
        function break_at(line, indent,    i, width, at) {
            for (i = 1; i <= length(line) && width <= columns; i++) {
                if (substr(line, i, 1) == "\033" && match(substr(line, i), /^\033\[[0-9;]*m/)) {
                    i += RLENGTH - 1
                } else if (substr(line, i, 1) !~ /[\200-\277]/) {
                    if (substr(line, i, 1) == " " && width > indent) at = i
                    width++
                }
            }
            return width > columns ? at : 0
        }
        {
            match($0, /^ */)
            indent = RLENGTH + 2 < columns / 2 ? RLENGTH + 2 : 2
            while ((at = break_at($0, indent)) > 0) {
                print substr($0, 1, at - 1)
                rest = substr($0, at + 1)
                sub(/^ */, "", rest)
                $0 = sprintf("%*s%s", indent, "", rest)
            }
            print
        }'
}

prompt() {
    echo
    tell "Watching $work: saved files are graded again. Ctrl-C ends." \
        "$work : tout fichier enregistré est noté. Fin : Ctrl-C."
}

# Sets `rows` and `columns`, which some terminals say that they have none of.
measure() {
    read -r rows columns <<<"$(stty size <&"$screen" 2>/dev/null || echo 24 80)"
    [ $((rows * columns)) -gt 0 ] || { rows=24 columns=80; }
}

# The last report on a screen as large as it is now, and what to do.
draw() {
    local rows columns wide below
    measure
    wide=$((columns > 80 ? 80 : columns))
    below=$(($(prompt | fold -w "$wide" | wc -l) + 1))
    printf '\033[H\033[2J'
    wrap "$columns" <"$state/report" >"$state/wrapped"
    if ! fit $((rows - below)) "$columns" <"$state/wrapped" >"$state/shown"; then
        below=$((below + 1 + 50 / columns))
        fit $((rows - below)) "$columns" <"$state/wrapped" >"$state/shown"
        tell "… (make grade LAB=$LAB shows the rest)" "… (make grade LAB=$LAB montre la suite)" >>"$state/shown"
    fi
    cat "$state/shown"
    prompt
}

# grade: the report, and on standard error at once what a compiler refuses, or what failed last time. If Ctrl-C ends the
# grader before bash runs again, bash misses it: then the status tells.
grade() {
    local status
    remember "$LAB" "$work"
    "$BUILD/lockstep" grade "$LAB" "$work" "${options[@]}" "${remembered[@]}"
    status=$?
    case $status in 129 | 130 | 143) finish ;; esac # SIGHUP, SIGINT, SIGTERM
    return "$status"
}

show() {
    local status rows columns
    if [ ! -t 1 ]; then
        grade
        prompt
        return
    fi
    printf '\033[H\033[2J%s\n' "$(tell "Grading…" "Notation en cours…")"
    measure
    COLUMNS=$columns CLICOLOR_FORCE=1 EARLY=1 grade >"$state/report" 2> >(tee "$state/said" >&2)
    status=$?
    [ "$status" -le 1 ] || cat "$state/said" >>"$state/report"
    draw
}

draw_anew() {
    resized='' # before: the window may change while it is drawn
    [ ! -t 1 ] || draw
}

# Waits for a save, and until its last byte. Sets `saved`, the file's name. In the first call for nothing.
await() {
    "$BUILD/lockstep" await "$state/files" "$work" "${names[@]}" >"$state/saved" &
    waiting=$!
    while [ -n "$resized" ] || kill -0 "$waiting" 2>/dev/null; do
        if [ -n "$resized" ]; then
            draw_anew
        else
            wait "$waiting" # a window that changes ends it, too
        fi
    done
    waiting=''
    saved=$(<"$state/saved")
    [ -d "$work" ] || fail "cannot watch $work any more: it is gone" "$work ne peut plus être surveillé : il n'existe plus"
}

await
while true; do
    resized=''
    show
    await
    if [ -e "$work/$saved" ]; then
        tell "$saved was saved." "$saved : enregistré."
    else
        tell "$saved is gone." "$saved n'existe plus."
    fi
done
