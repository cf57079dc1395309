#!/bin/bash
# test: sanitized
# Adding a lab takes one folder: this one (grader/tests/extra/labs/dot-product) is known to nothing else in the kit.
. grader/tests/tap.sh
: "${LOCKSTEP:=build/lockstep}"
export LOCKSTEP_LABS=grader/tests/extra/labs
extra=grader/tests/extra
make_scratch

# status EXPECTED COMMAND…: passes when the command ends with that status; its output is in $scratch/output.
status() {
    local expected=$1
    shift
    "$@" >"$scratch/output" 2>&1
    local got=$?
    cat "$scratch/output"
    [ $got -eq "$expected" ] || { echo "status $got, expected $expected" && false; }
}

check 'it is listed' status 0 "$LOCKSTEP" list
check '… by its name' grep -q 'dot-product' "$scratch/output"
check '… beside the labs of the kit' grep -q '^histogram-omp: ' "$scratch/output"
check '… which stay usable' status 0 "$LOCKSTEP" list histogram-omp
check 'its solution gets full marks' status 0 "$LOCKSTEP" grade dot-product "$extra/solutions/dot-product"
check '… which are 8' grep -qE '\b8(\.0+)? */ *8\b|\b8 of 8\b' "$scratch/output"
check 'its skeleton gets less' status 1 "$LOCKSTEP" grade dot-product "$extra/skeletons/dot-product"
check 'its known-wrong programs get their verdicts' status 0 "$LOCKSTEP" check dot-product
check '--labs names the folder as well' env -u LOCKSTEP_LABS "$LOCKSTEP" grade --labs "$extra/labs" dot-product \
    "$extra/solutions/dot-product"
check 'nothing else in the grader speaks of it' \
    sh -c '! grep -rlI "dot-product" grader --include=*.c --include=*.h --include=*.mk | grep -v "^grader/cli/teacher/new_command.c$"'

hint() {
    "$LOCKSTEP" hint dot-product sequential --state "$scratch/hints" 2>&1
}
first=$(hint) second=$(hint) third=$(hint)
[[ $first == *'hint 1 of 2'*'One loop'* && $first != *64\ bits* ]]
ok $? 'the first hint is the first step only' || echo "# $first"
[[ $second == *'hint 2 of 2'*'64 bits'* && $second != *'One loop'* ]]
ok $? 'the next call shows the next step' || echo "# $second"
[[ $third == *'hint 2 of 2'*'the last one'*'64 bits'* ]]
ok $? 'after the last step it says so' || echo "# $third"
status 2 "$LOCKSTEP" hint dot-product parallel >/dev/null && grep -q "has no hints" "$scratch/output"
ok $? 'an exercise without hints says so'
status 2 "$LOCKSTEP" hint dot-product cross >/dev/null && grep -q "no exercise 'cross'.*sequential, parallel" "$scratch/output"
ok $? 'an unknown exercise is named, with those that there are'

# A program that is right for the sizes of some classes only: the lab's n of 1,000 becomes 875 to 1,125.
cp -r "$extra" "$scratch/extra"
sed -i 's/^floor: 0/sizes: [{name: n, from: 512}]\n&/' "$scratch/extra/labs/dot-product/lab.yaml"
cat >>"$scratch/extra/labs/dot-product/variants/sequential.variants" <<'END'
=== right below-1040
--- dot.c edit
+    n -= n > 1040 && n < 2000;
 #pragma omp parallel for reduction(+ : sum)
END
under_secrets() { "$LOCKSTEP" check dot-product --labs "$scratch/extra/labs" --secrets "$@"; }
check 'a right program is right under every secret' under_secrets 6 --only static-schedule
check 'one that is not always right is found' status 1 under_secrets 12 --only below-1040
check '… with the secret, the seed and the case' grep -qE \
    '^# accepted below-1040: .* secret [0-9a-f]{32}, seed [0-9]+: n = 1[01][0-9]{2}, threads = 4$' "$scratch/output"
check '… and a summary' grep -q '^# dot-product: 1 of 1 rows change under 12 secrets$' "$scratch/output"
room() { "$LOCKSTEP" check dot-product --labs "$scratch/extra/labs" --only "$1"; }
yaml=$scratch/extra/labs/dot-product/lab.yaml
sed -i 's/at_most: threads,/at_most: threads, counts: n\/1000*threads,/' "$yaml"
check 'a bound that some draw leaves no room is found' status 1 room 'leave room'
check '… with the line, the numbers and the case' grep -qE \
    'lab.yaml:[0-9]+: right programs count atomics: 1[26]; the bound is 4 \(n = [34][0-9]{3}, ' "$scratch/output"
sed -i 's/at_least: 2,/at_least: 2, counts: 3*threads,/' "$yaml"
check 'counts that a right program shows to be wrong are found' status 1 room 'solution gets'
check '… with the fact and both numbers' grep -q 'input_threads is 4, and .counts. in lab.yaml says 12' "$scratch/output"
for bad in 0 100001 -1 many; do
    check "--secrets $bad is refused in a line" status 2 under_secrets "$bad"
    check '… which names it' test "$(grep -c '^lockstep: --secrets needs' "$scratch/output")" = 1
done
mkdir "$scratch/empty"
for format in gradescope autolab junit; do
    due=$([ $format = autolab ] && echo 2 || echo 1) # Autolab has the text, too
    "$LOCKSTEP" grade dot-product "$scratch/empty" --labs "$scratch/extra/labs" --format $format >"$scratch/$format"
    check "$format: what is refused as a whole is said once" test \
        "$(grep -o 'Hand in the file' "$scratch/$format" | wc -l)" = "$due"
done
check '--only without such a row is refused' status 2 under_secrets 1 --only nothing-like-it
tap_end
