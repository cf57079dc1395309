#!/bin/bash
# test: once
# Student kits tell nothing that students must not know, and grade with the grader that comes built (the one without sanitizers).
# shellcheck disable=SC2317 # called through check
cd "$(dirname "$0")/../../.." || exit 1
. grader/tests/tap.sh
. scripts/lab.sh
BUILD=${BUILD%/asan}
make_scratch
unset LAB LOCKSTEP_LABS

unpack_kits() {
    local kit
    BUILD=$BUILD scripts/package/student-kit.sh >"$scratch/made" || return
    while read -r kit; do tar xzf "$kit" -C "$scratch" || return; done <"$scratch/made"
}
check "a kit for every lab" unpack_kits
anywhere_the_same() { ! grep -lF "$PWD" "$BUILD"/liblockstep_opencl.so "$BUILD"/{openmp/translate,record/annotate,student/lockstep}; }
check "what is built does not depend on the folder where it is" anywhere_the_same

# Two lines of the solution in a row, not trivial and not in the skeleton or the contract, must be nowhere.
leaks() { # lab
    python3 - "$1" "$scratch/lockstep-$1" <<'PYTHON'
import pathlib, sys
lab, kit = sys.argv[1], pathlib.Path(sys.argv[2])
def pairs(path):
    lines = [line.strip() for line in path.read_text(errors="replace").splitlines()]
    lines = [line for line in lines if len(line) > 30]
    return set(zip(lines, lines[1:]))
given = set().union(*(pairs(path) for path in pathlib.Path("skeletons", lab).iterdir()))
secret = set().union(*(pairs(path) for path in pathlib.Path("solutions", lab).iterdir())) - given
files = [path for path in kit.rglob("*") if path.is_file() and kit / "grader" not in path.parents]
told = [(path, pair) for path in files for pair in pairs(path) & secret]
for path, pair in told:
    print(path, *pair, sep="\n  ")
sys.exit(not secret or bool(told))
PYTHON
}
bare() { # lab
    local kit=$scratch/lockstep-$1
    ! find "$kit" -path "$kit/grader" -prune -o \( -name 'variants' -o -name solutions -o \
        -name tests -o -name 'bench*' -o -name 'oracle*.c' \) -print | grep . &&
        ! grep -rl 'ifdef SOLUTION' "$kit/labs" "$kit/skeletons"
}
all_french() { # lab: as much as in English, and nothing that only handouts say
    local lacking
    lacking=$(cd "$scratch/lockstep-$1" && python3 "$OLDPWD/grader/language/tests/lab_texts.py") || return
    [ -z "$lacking" ] || { echo "$lacking" && return 1; }
    python3 - "$1" "$scratch/lockstep-$1" <<'PYTHON'
import sys, yaml
lab, kit = sys.argv[1:]
sys.path.insert(0, "grader/language/tests")
from lab_texts import known
def said(node):
    if isinstance(node, (dict, list)):
        return set().union(*map(said, node.values() if isinstance(node, dict) else node), set())
    return {node}
with open(f"{kit}/labs/{lab}/lab.yaml", encoding="utf-8") as file:
    public = said(yaml.safe_load(file))
told = known(f"{kit}/handouts/fr/{lab}.po") - public - known("handouts/fr/common.po")
print(*told, sep="\n", end="")
sys.exit(bool(told))
PYTHON
}
while read -r lab; do
    check "$lab: titles, hints and advice in French" all_french "$lab"
    check "$lab: no line of the solution" leaks "$lab"
    check "$lab: no variants, tests or annotated sources" bare "$lab"
done < <(all_labs)

kit=$scratch/lockstep-histogram-omp
few_files() { test "$(find "$kit" -type f | wc -l)" -lt 200; }
check "a kit has fewer than 200 files" few_files
scripts_there() { # each target's script came along
    local script
    while read -r script; do
        [ -x "$kit/$script" ] || { echo "$script" && return 1; }
    done < <(grep -o 'scripts/[a-z-]*\.sh' "$kit/scripts/commands.mk")
}
check "a kit has the script of each target" scripts_there
kit_make() { env -u MAKEFLAGS -u MAKELEVEL BUILD=build make -s -C "$kit" "$@" >"$scratch/out" 2>&1; }
no_work() { ! kit_make grade && grep -q 'make start LAB=histogram-omp' "$scratch/out"; }
skeleton() { ! kit_make grade && grep -q '^Score 0 / 100' "$scratch/out"; }
solved() {
    cp solutions/histogram-omp/* "$kit/work/histogram-omp/"
    kit_make grade EXERCISE=sequential && grep -q 'All checks passed' "$scratch/out"
}
cut_off() { # half an archive, as a full disk or a broken line leaves it: a line, and the same command goes on
    cp "$kit/built.tar.gz" "$scratch/whole.tar.gz" && truncate -s 200000 "$kit/built.tar.gz" || return
    kit_make grade
    local status=$?
    cp "$scratch/whole.tar.gz" "$kit/built.tar.gz"
    [ "$status" = 2 ] && [ "$(grep -c '^lockstep: built.tar.gz cannot be unpacked' "$scratch/out")" = 1 ] &&
        [ "$(wc -l <"$scratch/out")" -le 2 ] && [ ! -e "$kit/build" ]
}
check "an archive that cannot be unpacked is told in one line" cut_off
# Only what the lab's files need is compiled where the grader that came does not fit.
needed() { make -C "$kit" -n build/lockstep 2>/dev/null; }
only_openmp() { tar -xzf "$kit/source.tar.gz" -C "$kit" && needed | grep -q openmp/translate && ! needed | grep -E 'liblockstep_(cudart|opencl)|cli/class'; }
check "from source, a lab in OpenMP needs neither CUDA nor OpenCL" only_openmp
only_opencl() {
    kit=$scratch/lockstep-sum-opencl
    tar -xzf "$kit/source.tar.gz" -C "$kit" && needed | grep -q liblockstep_opencl && ! needed | grep -E 'openmp/(translate|library)'
}
check "from source, a lab whose C files only drive OpenCL needs no LLVM" only_opencl
kit=$scratch/lockstep-histogram-omp
rm -rf "$kit" && tar xzf "$BUILD/student-kit/lockstep-histogram-omp.tar.gz" -C "$scratch"
check "without work, it says how to begin" no_work
no_show() { ! kit_make show && ! kit_make profile EXERCISE=sequential && [ "$(grep -c 'no work/histogram-omp yet: make start' "$scratch/out")" = 1 ]; }
check "nor is there anything to show or to profile, and no path of a solution is named" no_show
check "make start" kit_make start LAB=histogram-omp
not_begun() { # TARGET: a line that says what to do, and nothing else
    ! kit_make "$1" && grep -q '^lockstep: sequential is not begun: write histogram_sequential first' "$scratch/out" &&
        [ "$(grep -cv '^make' "$scratch/out")" = 1 ]
}
check "make show of what is not begun says what to do" not_begun show
check "make profile, too" not_begun profile
no_measuring() { ! QUICK=1 kit_make speedup && grep -q '^lockstep: work/histogram-omp is still the skeleton' "$scratch/out"; }
check "make speedup, too" no_measuring
helps() { # what it offers is there: measurements where the lab asks for them, no LAB= where there is one
    kit_make help && grep -q 'make speedup     measure your work' "$scratch/out" && ! grep -q 'LAB=' "$scratch/out" || return
    ! make -s -C "$scratch/lockstep-first-steps" help | grep speedup
}
check "make help offers what there is" helps
french_help() { # each line, and none is wider than a terminal
    LANG=fr_FR.UTF-8 LC_ALL='' kit_make help && grep -q 'make watch       noter de nouveau' "$scratch/out" &&
        ! grep -wE 'the|your|what|and|measure' "$scratch/out" && [ "$(wc -L <"$scratch/out")" -le 84 ]
}
check "and in French" french_help
paths_there() { # what .clangd names is there before anything was graded
    local path
    for path in $(grep -oE -- '-isystem[^ ,]+' "$kit/work/histogram-omp/.clangd" | tr -d "]}'" | sort -u); do
        [ -d "${path#-isystem}" ] || { echo "$path" && return 1; }
    done
}
check "editors find each header as soon as one has started" paths_there
check "the skeleton gets its floor" skeleton
french() { # whoever reads French gets it, and a kit without it grades all the same
    ! LANG=fr_FR.UTF-8 LC_ALL='' kit_make grade && grep -q '^Note : 0 / 100' "$scratch/out" &&
        mv "$kit/grader/language/fr.po" "$scratch/" && ! LANG=fr_FR.UTF-8 LC_ALL='' kit_make grade &&
        grep -q '^Score 0 / 100' "$scratch/out" && mv "$scratch/fr.po" "$kit/grader/language/"
}
check "a French reader's report is French" french
compiled() { find "$kit/build" -name '*.o' -path '*/grader/*' | grep .; }
! compiled
ok $? "nothing of the grader was compiled"
check "the solution passes" solved
shown() { kit_make show EXERCISE=sequential OUT="$scratch/page.html" && [ -s "$scratch/page.html" ] && grep -q "(pass), step by step" "$scratch/out"; }
check "and is shown" shown
measured() { QUICK=1 kit_make speedup && grep -q '^build/speedup/histogram-omp.csv$' "$scratch/out" && grep -qE 'for_atomic,cpu,.*,[0-9.e-]+,' "$kit/build/speedup/histogram-omp.csv"; }
check "and measured" measured

# A grader that was built on another system comes along; each machine takes the one that fits.
other_system() {
    local first=$scratch/lockstep-first-steps
    rm -rf "$scratch/other" "$scratch/two" && mkdir "$scratch/other" "$scratch/two" && tar xzf "$first/built.tar.gz" -C "$scratch/other" &&
        echo 'Linux x86_64 clang 99' >"$scratch/other/fits" && echo 'Other 1.2' >"$scratch/other/system" &&
        (cd "$scratch/other" && tar czf "$first/built.tar.gz" -- *) && tar czf "$scratch/also.tar.gz" -C "$scratch" lockstep-first-steps &&
        ALSO=$scratch/also.tar.gz LAB=first-steps scripts/package/student-kit.sh >/dev/null &&
        tar xzf "$BUILD/student-kit/lockstep-first-steps.tar.gz" -C "$scratch/two" || return
    kit=$scratch/two/lockstep-first-steps
    mv "$kit/built.tar.gz" "$kit/swapped" && mv "$kit/built-other-1.2.tar.gz" "$kit/built.tar.gz" && mv "$kit/swapped" "$kit/built-this.tar.gz" &&
        kit_make start && [ "$(cat "$kit/build/fits")" = "$(fingerprint)" ] && grep -q 'with Debian 12, or with Other 1.2\.' "$kit/README.md"
}
if [ "$(. /etc/os-release && echo "$ID $VERSION_ID")" = 'debian 12' ]; then
    check "of two graders, the machine takes the one that fits" other_system
else
    skip "of two graders, the one that fits" 'unavailable: the names are those of Debian 12'
fi
not_also() { ! ALSO=README.md LAB=first-steps scripts/package/student-kit.sh >"$scratch/out" 2>&1 && grep -qx 'lockstep: ALSO=README.md is no archive of make student-kit' "$scratch/out"; }
check "what is no such archive is refused in a line" not_also

# A lab with a hidden check: two of its cases, its title and its advice must not reach the kit.
mkdir -p "$scratch/own" && cp -R grader/tests/extra/labs "$scratch/own/" && mkdir "$scratch/own/skeletons"
cp -R labs/shared "$scratch/own/labs/" 2>/dev/null
mkdir "$scratch/own/skeletons/dot-product" && cp grader/tests/extra/labs/dot-product/dot.[ch] "$scratch/own/skeletons/dot-product/"
python3 - "$scratch/own/labs/dot-product/lab.yaml" <<'PYTHON'
import sys
path = sys.argv[1]
text = open(path).read()
check = """      - name: secret
        title: a title that tells
        kind: output
        hidden: true
        points: 3 # a comment that tells
        advice: "An advice that tells."
        cases:
          - {n: 7654321}
  - name: parallel
"""
open(path, "w").write(text.replace("  - name: parallel\n", check, 1))
PYTHON
mkdir -p "$scratch/own/handouts/fr" && cat >"$scratch/own/handouts/fr/dot-product.po" <<'PO'
msgid "a title that tells"
msgstr "un titre qui en dit long"

msgid "An advice that tells."
msgstr "Un conseil qui en dit long."

msgid "One loop, one sum."
msgstr "Une boucle, une somme."

msgid "What does the handout ask?"
msgstr "Que demande le texte qui en dit long ?"
PO
echo 00112233445566778899aabbccddeeff >"$scratch/own/labs/dot-product/secret"
hidden_stays() {
    LOCKSTEP_LABS=$scratch/own/labs LAB=dot-product scripts/package/student-kit.sh >"$scratch/made" || return
    tar xzf "$(cat "$scratch/made")" -C "$scratch" && rm "$(cat "$scratch/made")"
    local yaml=$scratch/lockstep-dot-product/labs/dot-product/lab.yaml
    local french=$scratch/lockstep-dot-product/handouts/fr/dot-product.po
    grep -q 'Une boucle' "$french" && ! grep 'en dit long' "$french" &&
        grep -A3 'name: secret' "$yaml" | grep -q 'withheld: true' && ! grep -E 'tells|7654321' "$yaml" &&
        ! grep -rl 00112233445566778899aabbccddeeff "$scratch/lockstep-dot-product"
}
not_all() {
    sed 's/^#ifdef SOLUTION/#if 1/' grader/tests/extra/labs/dot-product/dot.c >"$scratch/own/skeletons/dot-product/dot.c"
    "$LOCKSTEP" grade dot-product "$scratch/own/skeletons/dot-product" --exercise sequential \
        --labs "$scratch/lockstep-dot-product/labs" >"$scratch/out"
    grep -q 'All public checks passed' "$scratch/out" && tr -s ' \n' ' ' <"$scratch/out" | grep -q 'judged by your teacher'
}
check "of a hidden check only name and points" hidden_stays
check "who passes the public checks has not passed all" not_all
# The compiler's words are gcc 12's.
first_minutes() { BUILD=$BUILD scripts/transcript.sh | diff handouts/first-ten-minutes.txt -; }
if [ "$(gcc -dumpversion | cut -d. -f1)" = 12 ]; then
    check "a student's first ten minutes are as handouts/first-ten-minutes.txt shows them" first_minutes
else
    skip "a student's first ten minutes" 'unavailable: the text has the words of gcc 12'
fi
tap_end
