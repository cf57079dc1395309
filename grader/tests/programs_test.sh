#!/bin/bash
# Grades the programs of grader/tests/programs/LAB.programs: right ones in unusual styles must get full marks, wrong ones
# their verdict, less than full marks and the words that tell the mistake. Each is the solution with some functions
# replaced (README.md there has the format). Without ALL=1 only those are graded whose text says `sample: yes`; that all
# others still fit the solution is checked in any case.
#   ALL=1 bash grader/tests/programs_test.sh [LAB | LAB/NAME]…     JOBS=n grades n side by side (default: the cores)
. grader/tests/tap.sh
: "${LOCKSTEP:=build/lockstep}"
folder=grader/tests/programs
make_scratch

# Puts the programs of one file below $scratch/LAB/NAME: `kind`, `exercise`, `verdict`, `says`, `sample`, and a text for
# each block, `block-1` and so on, whose first line says where it goes.
split_programs() { # file, folder
    awk -v to="$2" '
        /^=== / { dir = to "/" $3; system("mkdir -p " dir "/blocks"); print $2 >(dir "/kind"); out = ""; blocks = 0; next }
        /^--- / { out = sprintf("%s/blocks/%d", dir, ++blocks); print substr($0, 5) >out; next }
        out != "" { print >out; next }
        match($0, /^[a-z]+: /) { print substr($0, RLENGTH + 1) >(dir "/" substr($0, 1, RLENGTH - 2)) }
    ' "$1"
}

# replace_functions FILE PROGRAM NAME…: takes the named functions out of FILE, and puts PROGRAM where the first one was.
replace_functions() {
    local file=$1 program=$2
    shift 2
    awk -v names="$*" -v program="$program" '
        function flush_unit(  i, found) {
            found = 0
            for (i in wanted) {
                head = unit
                sub(/\{.*/, "", head)
                if (head ~ ("(^|[ *\n])" wanted[i] "\\(") && unit ~ /\n?}\n$/) { found = 1; seen[i] = 1 }
            }
            if (!found) {
                printf "%s", unit
            } else if (!placed) {
                placed = 1
                while ((getline line <program) > 0) { print line }
            }
            unit = ""
        }
        BEGIN { count = split(names, wanted, " ") }
        unit == "" && (/^[ \t#}*\/]/ || /^$/) { print; next }
        { unit = unit $0 "\n" }
        /^}/ || (/;$/ && unit !~ /\{/) { flush_unit() }
        END {
            printf "%s", unit
            for (i in wanted) { if (!(i in seen)) { print "no function " wanted[i] >"/dev/stderr"; exit 1 } }
        }' "$file" >"$file.new" && mv "$file.new" "$file"
}

# edit FILE EDITS: the lines that begin with - become those that follow with +. The former must be there once.
edit() {
    awk -v edits="$2" '
        function apply(  at) {
            if (find == "") { return }
            at = index(text, find)
            if (at == 0 || index(substr(text, at + 1), find) != 0) {
                print (at == 0 ? "not there: " : "there twice: ") find >"/dev/stderr"
                failed = 1
            } else {
                text = substr(text, 1, at - 1) replace substr(text, at + length(find))
            }
            find = replace = ""
        }
        { text = text $0 "\n" }
        END {
            while ((getline line <edits) > 0) {
                if (line ~ /^-/) {
                    if (replace != "" || ended) { apply() }
                    ended = 0
                    find = find substr(line, 2) "\n"
                } else if (line ~ /^\+/) { replace = replace substr(line, 2) "\n"
                } else { apply() }
            }
            apply()
            printf "%s", text
            exit failed
        }' "$1" >"$1.new" && mv "$1.new" "$1"
}

# compose LAB NAME: the submission, from the solution and the program.
compose() {
    local dir=$scratch/$1/$2 block what file
    mkdir "$dir/submission" && cp "solutions/$1"/* "$dir/submission" || return 1
    for block in "$dir"/blocks/*; do
        read -r file what <"$block"
        tail -n +2 "$block" >"$dir/text"
        # shellcheck disable=SC2086 # names
        case $what in
        '') cp "$dir/text" "$dir/submission/$file" ;;
        edit) edit "$dir/submission/$file" "$dir/text" || return 1 ;;
        *) replace_functions "$dir/submission/$file" "$dir/text" $what || return 1 ;;
        esac
    done
}

grade() { # lab, name
    local dir=$scratch/$1/$2
    timeout 600 "$LOCKSTEP" grade "$1" "$dir/submission" --exercise "$(<"$dir/exercise")" --format json --out "$dir/report.json" \
        >"$dir/messages" 2>&1 </dev/null
    echo $? >"$dir/status"
}

# The first check that did not pass, and its verdict; nothing for full marks.
first_verdict() { # report
    awk -F'"' '/^            "name": / { name = $4 }
        /^            "verdict": / && $4 != "pass" && $4 != "skipped" { print name, $4; exit }' "$1"
}

judge() { # lab, name
    local dir=$scratch/$1/$2 got expected status problem='' says=''
    status=$(<"$dir/status")
    [ "$status" -le 1 ] || { cat "$dir/messages"; return 1; }
    got=$(first_verdict "$dir/report.json")
    expected=$([ ! -e "$dir/verdict" ] || cat "$dir/verdict")
    says=$([ ! -e "$dir/says" ] || cat "$dir/says")
    if [ "$got" != "$expected" ]; then
        problem="got ${got:-full marks}, not ${expected:-full marks}"
    elif [ "$(<"$dir/kind")" = right ] && [ "$status" -ne 0 ]; then
        problem='less than full marks'
    elif [ "$(<"$dir/kind")" = wrong ] && [ "$status" -ne 1 ]; then
        problem='full marks'
    elif [ -n "$says" ] && ! grep -qE -- "$says" "$dir/report.json"; then
        problem="nothing says $says"
    fi
    [ -n "$problem" ] || return 0
    echo "$problem"
    grep -E '"(message|text|where|line|advice|why|next)": *"' "$dir/report.json" | sed 's/^ *//' | head -n 12
    return 1
}

wanted() { # lab, name: is it asked for?
    local argument
    [ ${#arguments[@]} -gt 0 ] || { [ -n "${ALL:-}" ] || [ -e "$scratch/$1/$2/sample" ]; return; }
    for argument in "${arguments[@]}"; do
        # shellcheck disable=SC2053 # a pattern
        [[ $1/$2 == $argument || $1 == "$argument" ]] && return 0
    done
    return 1
}

arguments=("$@")
graded=()
for file in "$folder"/*.programs; do
    lab=$(basename "$file" .programs)
    split_programs "$file" "$scratch/$lab"
    problem=''
    for dir in "$scratch/$lab"/*/; do
        name=$(basename "$dir")
        said=$(compose "$lab" "$name" 2>&1) || problem+="$name: $said "
        ! wanted "$lab" "$name" || graded+=("$lab $name")
    done
    check "$lab: $(find "$scratch/$lab" -mindepth 1 -maxdepth 1 | wc -l) programs fit its solution" test -z "$problem" || echo "# $problem"
done
for program in "${graded[@]}"; do
    while [ "$(jobs -rp | wc -l)" -ge "${JOBS:-$(nproc)}" ]; do wait -n; done
    # shellcheck disable=SC2086 # lab and name
    grade $program &
done
wait
for program in "${graded[@]}"; do
    # shellcheck disable=SC2086
    check "${program/ //}: $(<"$scratch/${program/ //}/kind")" judge $program
done
[ -z "${KEEP:-}" ] || cp -r "$scratch" "$KEEP"
tap_end
