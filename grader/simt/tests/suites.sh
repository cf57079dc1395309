#!/bin/bash
# What the machine says of each program of a suite that others wrote, beside what the suite says: a table, and what it
# comes to. The folder is a copy of one of these repositories; without one it is unavailable.
#
#   grader/simt/tests/suites.sh [--only NAME] [--repeat N] [--jobs 2] [--output FOLDER] FOLDER
#
# DataRaceBench   C with OpenMP by `lockstep cc -fopenmp` and `lockstep simt`; *-yes.c holds a race, *-no.c none. A
#                 *-var-* program that shows nothing runs once more, with the argument 20000.
# Oclgrind        tests/kernels: OpenCL kernels with their launch, and what must be found, by the tests' `sim`.
# GPUVerify       testsuite: kernels without a host, that a verifier proves or refutes, by `lockstep cc` and `sim`. Here
#                 they run with buffers of small numbers, in four ways.
# Indigo3         generatedCodes/CUDA or /OMP, as its generator makes them with `bug: {all}`: of each algorithm eight of
#                 the programs without a planted mistake and eight with one or more, on one of its graphs.
# --only: programs whose names begin so. --repeat does all of it N times, and fails when a table differs from the first.
set -u
cd "$(dirname "$0")/../../.." || exit
jobs=2 repeat=1 only='' folder=${DATARACEBENCH:-} out=${BUILD:-build}/suites
while [ $# -gt 0 ]; do
    case $1 in
        --jobs) jobs=$2 && shift ;;
        --output) out=$2 && shift ;;
        --only) only=$2 && shift ;;
        --repeat) repeat=$2 && shift ;;
        *) folder=$1 ;;
    esac
    shift
done
[ -d "$folder/micro-benchmarks" ] && folder=$folder/micro-benchmarks
lockstep=$(realpath "${BUILD:-build}/lockstep") least=0.97
sim=${BUILD:-build}/grader/simt/opencl/tests/sim
make -s "$sim" || exit
sim=$(realpath "$sim")
LOCKSTEP_HOME=${LOCKSTEP_HOME:-$(realpath "${BUILD:-build}")}
mkdir -p "$out" && export LOCKSTEP_HOME
# Without them each program would seem to be told nothing.
for tool in jq "$lockstep" "$sim"; do
    command -v "$tool" >/dev/null || { echo "unavailable: ${tool:-sim} (make setup tests-built)" && exit 0; }
done

# Of each suite: where its programs lie and how their names end; what is the truth of one (race, error or clean; or why
# it cannot be compared); and what the machine says (race, clean, other or unbuilt) with the cause.
if compgen -G "$folder/DRB*.c" >/dev/null; then
    ending=.c only=${only:-DRB} # utilities/ holds C files, too
    for polybench in "$folder"/{utilities,polybench}/polybench.c; do [ -e "$polybench" ] && break; done
    truth() { if [[ $1 == *-yes ]]; then echo race; else echo clean; fi; }
    judge() {
        local source=$1 program=$2 helpers=() words=() status
        grep -q polybench "$source" && helpers=("$polybench")
        if ! "$lockstep" cc -fopenmp -w -DPOLYBENCH_NO_FLUSH_CACHE -I"$folder" -I"$(dirname "$polybench")" "$source" \
            "${helpers[@]}" -o "$program" 2>"$program.log"; then
            echo "unbuilt $(head -n 1 "$program.log")"
            return
        fi
        while :; do
            (ulimit -t 300 && "$lockstep" simt --quiet --json "$program.json" -- "$program" "${words[@]}") >"$program.log" 2>&1 </dev/null
            status=$?
            [[ $source == *-var-* && $status -eq 0 && ${#words[@]} -eq 0 ]] || break
            words=(20000)
        done
        jq -r --arg status "$status" '[.findings[] | select(.verdict != "")] as $found | [.findings[] | select(.kind == "race")] as $races |
            (if ($races | length) > 0 then "race" elif $status != "0" then "other" else "clean" end) + " " +
            ([($races + $found)[0] | select(. != null) | "\(.kind), lines \([.places[].line | tostring] | join(" and "))"] | join(""))' "$program.json" 2>/dev/null || echo "other no report"
        rm -f "$program"
    }
elif [ -d "$folder/tests/kernels" ]; then
    folder=$folder/tests/kernels ending=.sim least=0.94
    truth() {
        case $1 in
            interactive/*) echo "- a session of its debugger" ;;
            misc/non_uniform_work_groups) echo "- sim launches whole work-groups only" ;;
            *) if grep -qs '^ERROR' "$folder/$1.ref"; then echo error; else echo clean; fi ;;
        esac
    }
    judge() {
        (cd "$(dirname "$1")" && ulimit -t 60 && "$sim" "$(basename "$1")") >"$2.log" 2>&1 </dev/null
        found "$2.log"
    }
elif [ -d "$folder/testsuite/OpenCL" ]; then
    folder=$folder/testsuite ending='/kernel.c[lu]' least=0.9
    # What only a verifier reads, as macros.
    ignored=$(
        for name in assert global_assert assume requires global_requires ensures global_ensures requires_fresh_array \
            reads_from writes_to function_wide_invariant function_wide_candidate_invariant barrier_invariant{,_binary}_{1..19} axiom; do
            echo "#define __$name(...)"
        done
        printf '#define __%s\n' {,candidate_}{,global_}invariant'(...) 1' 'implies(a, b) (!(a) || (b))' \
            'ite(c, a, b) ((c) ? (a) : (b))' 'mod_pow2(a, b) ((a) & ((b)-1))'
    )
    truth() {
        local source
        source=$(compgen -G "$folder/$1$ending")
        local threads
        threads=$(size "$source" 'local_size|blockDim' | tr ' ' '*')
        if ((${threads:-1} > 1024)); then
            echo "- no device has such large work-groups"
            return
        fi
        if head -n 3 "$source" | grep -qE -- '--(warp-sync|only-|kernel-args|vcgen-opt=.checkArrays)'; then
            echo "- an option leaves races out"
            return
        fi
        case $1 in
            */pass/read_then_write | */pass/write_then_read) echo "- OpenCL forbids different flags of a barrier" && return ;;
        esac
        case $(head -n 1 "$source") in
            //pass* | //PASS*)
                if grep -qE '__(requires|assume|global_requires)' "$source"; then
                    echo "- it holds for some inputs"
                else
                    echo clean
                fi
                ;;
            *NOT_ALL_VERIFIED*)
                if head -n 12 "$source" | grep -qE '^//.*(race|out-of-bounds|barrier may)'; then
                    echo error
                else
                    echo "- the error is of what only a verifier reads, or is not told"
                fi
                ;;
            *) echo "- it is no kernel that compiles" ;;
        esac
    }
    # "[8,8]" or "64" after one of these options, with 1 for what is left out.
    size() {
        sed -nE "s/^\/\/.*--($2)=\[?([0-9]+),?([0-9]*),?([0-9]*).*/\2 \3 \4 1 1/p" "$1" | head -n 1 |
            awk '{ print $1, $2, $3 }'
    }
    judge() {
        local source=$1 ptx=$2.ptx copy=$2.${1##*.} entry way block grid kind=()
        block=$(size "$source" 'local_size|blockDim') grid=$(size "$source" 'num_groups|gridDim')
        read -ra block <<<"${block:-64 1 1}" && read -ra grid <<<"${grid:-$(size "$source" global_size)}"
        grep -q -- --global_size "$source" ||
            grid=($((block[0] * grid[0])) $((block[1] * grid[1])) $((block[2] * grid[2])))
        [[ $source == *.cu ]] && kind=(--ptx)
        { echo "$ignored" && printf '#line 1 "%s"\n' "$(basename "$source")" && cat "$source"; } >"$copy"
        if ! "$lockstep" cc "${kind[@]}" -w -I"$(dirname "$source")" "$copy" -o "$ptx" 2>"$2.log"; then
            echo "unbuilt $(head -n 1 "$2.log")"
            return
        fi
        grep -oP '\.entry \K\w+' "$ptx" | while read -r entry; do
            for way in 1 2 3 4; do
                printf '%s\n' "#auto $way" "$(basename "$ptx")" "$entry" "${grid[*]}" "${block[*]}" >"$2.sim"
                (ulimit -t 10 && "$sim" "$2.sim") 2>&1 </dev/null
            done
        done >"$2.log"
        # A verifier asks for races and barriers, and, where a test says so, for bounds: its buffers have no size.
        entry='race|barrier divergence|deadlock'
        grep -q -- --check-array-bounds "$source" && entry+='|out of bounds'
        { grep -E "^($entry|sim:)" -A 2 "$2.log" && echo "verdict error"; } >"$2.kept" || echo "verdict pass" >"$2.kept"
        found "$2.kept"
        rm -f "$ptx" "$copy" "$2.sim"
    }
elif compgen -G "$folder/BFS-*" >/dev/null; then
    ending=.cu least=0.8 home=$(realpath "$folder/../..")
    [ -d "$folder/BFS-OMP" ] && ending=.c
    sample() {
        awk -F- '{ kind = $0; gsub(/_No[A-Z][A-Za-z]*Bug/, "", kind); kind = $1 (kind ~ /Bug/); name[kind, count[kind]++] = $0 }
            END { for (kind in count) for (i = 0; i < 8 && i < count[kind]; i++) print name[kind, int(i * count[kind] / 8)] }' | sort
    }
    truth() {
        local bugs
        bugs=$(sed -E 's/_No[A-Z][A-Za-z]*Bug//g' <<<"$1" | grep -oE '[A-Z][A-Za-z]*Bug' | tr '\n' ' ')
        case $bugs in
            '') echo clean ;;
            *BoundsBug* | *ThreadsBug* | *FieldBug* | *RaceBug* | *SyncBug* | *UninitializedBug*) echo error ;;
            *) echo "- the machine does not look for $bugs" ;;
        esac
    }
    judge() {
        local source=$1 program=$2 words=("$home/inputs/undirect2dim_rand_torus_100n_400e.egr" 1) openmp=()
        [ "$ending" = .c ] && openmp=(-fopenmp) words+=(4)
        [[ $source == *BFS* || $source == *SSSP* ]] && words+=(0)
        if ! "$lockstep" cc "${openmp[@]}" -w -O2 -I"$home/lib" "$source" -o "$program" 2>"$program.log"; then
            echo "unbuilt $(head -n 1 "$program.log")"
            return
        fi
        # One that ends neither by itself nor by its finding is stopped. All print how many rounds they took, which the
        # order may decide: that is no error of theirs.
        timeout 60 "$lockstep" simt --quiet --json "$program.json" -- "$program" "${words[@]}" >"$program.log" 2>&1 </dev/null
        jq -r '[.findings[] | select(.verdict != "" and .kind != "answer depends on the order")] |
            if length > 0 then "error \(.[0].kind), line \(.[0].places[0].line)" else "clean" end' \
            "$program.json" 2>/dev/null || echo "other no report"
        rm -f "$program"
    }
else
    echo "unavailable: no folder of DataRaceBench (or set DATARACEBENCH), Oclgrind, GPUVerify or Indigo3"
    exit 0
fi

# What `sim` has printed: an error, with the first finding's kind and place; a note counts.
found() {
    local kind
    kind=$(grep -m 1 -oE '^.+ in kernel [a-zA-Z_0-9]+' "$1")
    if grep -q '^not built\|^sim: ' "$1"; then
        echo "unbuilt $(head -n 1 "$1")"
    elif [ -n "$kind" ]; then
        echo "error $kind, $(grep -m 1 -oE '[a-z_0-9]+\.c[lu]:[0-9]+' "$1")"
    elif tail -n 1 "$1" | grep -q '^verdict pass'; then
        echo clean
    else
        echo "other $(tail -n 1 "$1")"
    fi
}

declare -F sample >/dev/null || sample() { cat; }
names() { (cd "$folder" && find . -path "*$ending" | sed -E "s|^\./||; s|${ending//./\\.}\$||" | sort | sample | grep "^$only"); }

judge_all() {
    for name in $(names); do
        while [ "$(jobs -rp | wc -l)" -ge "$jobs" ]; do wait -n; done
        judge "$(compgen -G "$folder/$name$ending")" "$out/${name//\//.}" >"$out/${name//\//.}.verdict" &
    done
    wait
}

# The table, and what it comes to.
tabulate() {
    right=0 all=0 missed=0 false=0 apart=0
    for name in $(names); do
        mark=
        read -r truth why <<<"$(truth "$name")"
        read -r verdict cause <"$out/${name//\//.}.verdict"
        if [ "$truth" = - ]; then
            apart=$((apart + 1)) mark="[not compared: $why] "
        else
            all=$((all + 1))
            case $truth/$verdict in
                race/race | error/error | clean/clean | clean/other) right=$((right + 1)) ;;
                clean/race | clean/error) false=$((false + 1)) mark="[false alarm] " ;;
                */unbuilt) mark="[not built] " ;;
                *) missed=$((missed + 1)) mark="[missed] " ;;
            esac
        fi
        printf '%-52s %-5s %-8s %s\n' "$name" "$truth" "$verdict" "$mark$cause"
    done
    printf '%d programs, %d not compared, %d told right, %d errors missed, %d false alarms: accuracy %s\n' \
        $((all + apart)) "$apart" "$right" "$missed" "$false" "$(awk "BEGIN { printf \"%.3f\", $right / $all }")"
}

good=yes
for ((pass = 1; pass <= repeat; pass++)); do
    seconds=$SECONDS
    judge_all
    tabulate >"$out/table.$pass"
    echo "pass $pass took $((SECONDS - seconds)) s on $jobs cores"
    diff "$out/table.1" "$out/table.$pass" || good=no
done
cat "$out/table.1"
[ "$good" = yes ] && tail -n 1 "$out/table.1" | awk -v least="$least" '{ exit !($NF >= least && / 0 false alarms/) }'
