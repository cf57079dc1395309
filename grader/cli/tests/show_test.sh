#!/bin/bash
# test: sanitized
# lockstep show: a page of a wrong answer opens at the write of the wrong value, and holds what the check says;
# a program that never launches says so.
. grader/tests/tap.sh
lockstep=${LOCKSTEP:-build/lockstep}
make_scratch

show() { # page, lab, more
    local page=$1
    shift
    "$lockstep" show "$@" --out "$scratch/$page" >"$scratch/log" 2>"$scratch/err"
}
show total.json first-steps --mutant private-total
ok $? 'a wrong answer is shown'
check 'with what the check says, in both languages' python3 -c '
import json, sys
told = json.loads(open(sys.argv[1]).readline())["told"]
assert told["verdict"] == "wrong-answer" and "expected" in told["message"] and "attendu" in told["fr"]["message"], told
assert told["got"] in told["message"] and told["case"], told' "$scratch/total.json"
check 'under the titles of checks and the name of the function, in both languages' python3 -c '
import json, sys
head = json.loads(open(sys.argv[1]).readline())
assert head["title"].endswith(": check \"%s\" failed" % sys.argv[2]), head["title"]
assert " : contrôle « " in head["fr"]["title"] and sys.argv[2] not in head["fr"]["title"], head["fr"]
assert head["function"] == sys.argv[3], head' "$scratch/total.json" "$(sed -n 's/.*: "\(.*\)" (wrong-answer), step by step.*/\1/p' "$scratch/log")" loop_squares
show race.json first-steps --mutant shared-square
check 'a finding is shown on the smallest input that has it, and the page names the larger one' python3 -c '
import json, sys
rows = [json.loads(line) for line in open(sys.argv[1])]
told = rows[0]["told"]
assert told["case"] == "n = 8, threads = 2" and "threads = 4" in told["was"] == told["fr"]["was"], told
assert len(rows) < 1000, len(rows)' "$scratch/race.json"
show bank.json sum-opencl --mutant bank-conflicts
check 'a cost of which none is allowed, too' grep -q '"case": *"n = 8, data = large, work_group = 32"' "$scratch/bank.json"
show wide.json stencil --mutant barrier-missing
check 'and the larger launch in both languages' grep -q '"was": *"un lancement de (3, 2, 1) work-groups de ' "$scratch/wide.json"
show wait.json sum-opencl --mutant does-not-wait
check 'the page says where the host took the answer before its last kernel had run' \
    grep -qE '"line": *[1-9][0-9]*, *"element": *0, *"verdict": *"wrong-answer".*"file": *"sum.c".*"host": *"unwaited"' "$scratch/wait.json"
show block.json first-steps --mutant index-without-block
check 'where the fault needs more elements than threads, both become few' grep -q '"case": *"n = 64, threads = 32"' "$scratch/block.json"
show coal.json histogram-cuda --mutant a-piece-for-each-thread
check 'a bound on loads is broken by one warp already' grep -q '"case": *"n = 256, data = skewed, blocks = 1, threads = 32"' "$scratch/coal.json"
cp -r solutions/first-steps "$scratch/endless"
sed -i 's,error = cudaGetLastError(); /. could.*,for (volatile int i = 0; i == 0;) { },' "$scratch/endless/"*.cu
LOCKSTEP_RUN_SECONDS=3 show endless.json first-steps cuda "$scratch/endless" --check correct
check 'a program that does not end is given less time on a small input than on its own' \
    grep -qE '"verdict": *"timeout", *"message": *"[^"]*after 2 seconds.*"was": *"[^"]' "$scratch/endless.json"
show size.json first-steps --mutant size-of-another-type
check 'what never launches: status 2' test $? -eq 2
check 'says so, and why, in one line' \
    grep -qE "^lockstep: there is nothing to show of check 'correct': .*The kernel was never launched[.] [(]wrong-answer[)]$" "$scratch/err"
check 'and leaves no page' test ! -e "$scratch/size.json"
show x.json first-steps --mutant nobody
check 'a mutant that there is not: status 2' test $? -eq 2
check 'says where their names are' grep -q 'has no mutant called nobody: .*variants/ has them' "$scratch/err"
tap_end
