#!/bin/bash
# test: once
# The pass, on small programs that say what their PTX must hold (cases/README.md). The machine must take the PTX, too.
#
#   grader/simt/openmp/tests/translate_test.sh [CASE...]
set -u
cd "$(dirname "$0")/../../../.." || exit
. grader/simt/openmp/tests/programs.sh
out=$build/openmp/cases
mkdir -p "$out"

# "LINE LOADS STORES" of the PTX, for the lines of file 1.
count_accesses() {
    awk '$1 == ".loc" { line = $2 == 1 ? $3 : 0 }
         $1 ~ /^@/ { $1 = $2 }
         $1 ~ /^ld\./ && $1 !~ /^ld\.param/ { loads[line]++; seen[line] = 1 }
         $1 ~ /^st\./ && $1 !~ /^st\.param/ { stores[line]++; seen[line] = 1 }
         END { for (line in seen) print line, loads[line] + 0, stores[line] + 0 }' "$1"
}

check_accesses() { # case, source, PTX
    local counts line loads stores found
    counts=$(count_accesses "$3")
    while read -r line loads stores; do
        found=$(awk -v line="$line" '$1 == line { print $2, $3 }' <<<"$counts")
        [ "${found:-0 0}" = "$loads $stores" ] ||
            fail "$1" "line $line: ${found:-0 0} loads and stores, $loads $stores are due"
    done < <(sed -n 's|.*// \([0-9]*\) loads \([0-9]*\) stores$|\1 \2|p;=' "$2" |
        awk 'NF == 2 { pair = $0; next } pair != "" { print $1, pair; pair = "" }')
}

check_refusal() { # case, source, status, message
    local text=${5#// refused: } where
    where=$(grep -n -m 1 'refused: ' "$2" | cut -d: -f1)
    [ "$3" -eq 3 ] || fail "$1" "exit status $3, 3 is due"
    [[ $4 == *"$text"* ]] || fail "$1" "the message says '$4', not '$text'"
    # A comment on a line of its own is for a place in a header.
    [[ $(sed -n "${where}p" "$2") == //* || $4 == *"$2:$where: "* ]] || fail "$1" "line $where is due in '$4'"
}

check_case() { # source
    local name status message pattern
    name=$(basename "$1" .c)
    clang "${flags[@]}" -Wall -Wextra -Werror -Wno-psabi -Wno-literal-range "$1" -o "$out/$name.bc" || { fail "$name" "clang refuses it"; return; }
    message=$("$build/openmp/translate" --library "$build/openmp/library.bc" --answered grader/simt/openmp/answered.names \
        --entry main "$out/$name.bc" -o "$out/$name.ptx" 2>&1)
    status=$?
    if grep -q 'refused: ' "$1"; then
        check_refusal "$name" "$1" "$status" "$message" "$(grep -o -m 1 '// refused: .*' "$1")"
        return
    fi
    [ "$status" -eq 0 ] || { fail "$name" "exit status $status: $message"; return; }
    message=$("$build/openmp/load" "$out/$name.ptx" 2>&1) || fail "$name" "$message"
    while read -r pattern; do
        grep -Eq -- "$pattern" "$out/$name.ptx" || fail "$name" "nothing in the PTX matches $pattern"
    done < <(sed -n 's|^// expect: ||p' "$1")
    while read -r pattern; do
        ! grep -Eq -- "$pattern" "$out/$name.ptx" || fail "$name" "the PTX matches $pattern"
    done < <(sed -n 's|^// never: ||p' "$1")
    check_accesses "$name" "$1" "$out/$name.ptx"
    ! grep -q '^// clean$' "$1" || message=$("$build/lockstep" cc -fopenmp -w "$1" -o "$out/$name" 2>&1 &&
        "$build/lockstep" simt --quiet -- "$out/$name" 2>&1 >/dev/null) || fail "$name" "the machine says $message"
}

# What cannot be read, joined or written: one line that names it, and exit status 1.
check_failure() { # text that is due, arguments of translate…
    local due=$1 message status
    shift
    message=$("$build/openmp/translate" "$@" 2>&1 >/dev/null)
    status=$?
    [ "$status" -eq 1 ] || fail "translate $*" "exit status $status, 1 is due"
    [[ $message == "lockstep: "*"$due"* ]] || fail "translate $*" "the message says '$message', not '$due'"
}

check_failures() {
    check_failure 'nowhere.bc cannot be read' "$out/nowhere.bc"
    check_failure 'is not LLVM IR' "$0"
    head -c 700 "$out/weak.bc" >"$out/cut.bc"
    check_failure 'is not LLVM IR' "$out/cut.bc"
    check_failure '/lines.c does not go with the files before it: ' "$out/weak.bc" "$out/lines.bc"
    check_failure 'no file defines the function solve' --entry solve "$out/weak.bc"
    check_failure 'cannot be written' -o "$out/nowhere/weak.ptx" "$out/weak.bc"
}

# What clang makes on arm64, where it has another name for its own processor, must be the same bytes.
check_processor() {
    local name program='void fill(int *table); int first(void) { int table[64]; fill(table); return table[0]; }'
    for name in clang aarch64-linux-gnu-clang; do
        (exec -a "$name" "$(command -v clang)" "${flags[@]}" -x c - -o "$out/$name.bc" <<<"$program") || fail "$name" "no bitcode"
    done
    cmp "$out/clang.bc" "$out/$name.bc" || fail "$name" "another program than on x86-64"
}

named=$#
[ $# -gt 0 ] || set -- grader/simt/openmp/tests/cases/*.c
mapfile -t cases < <(programs "$out" "$@")
for case in "${cases[@]}"; do
    check_case "$case"
done
[ "$named" -gt 0 ] || { check_failures; check_processor; }
[ "$failures" -eq 0 ] || printf 'not '
printf 'ok 1 - %d programs are translated as they should be\n1..1\n' "${#cases[@]}"
exit "$((failures > 0))"
