#!/bin/bash
# test: long once needs nvcc
# cases: grader/simt/tests/*/*.cu
# Triples with nvcc's PTX in place of clang's, where there is an nvcc: those of nvcc.cases, which have each instruction
# that nvcc makes of any triple; what the machine does with them is judged with clang's. ALL=1 takes all triples, and
# says which instructions nvcc.cases does not have.
. grader/tests/tap.sh
export FRONT=nvcc
tests=grader/simt/tests
mapfile -t cases < <(grep -v '^#' "$tests/nvcc.cases")
if [ $# -gt 0 ]; then # of these files, what nvcc.cases has
    mapfile -t cases < <(printf '%s\n' "${cases[@]}" | grep -xE "($(printf '%s\n' "${@#"$tests/"}" | sed 's/\.cu$//' | paste -sd '|'))(_fixed)?")
    [ ${#cases[@]} -gt 0 ] || { echo '1..0 # skip none of these is in nvcc.cases' && exit; }
fi
if [ $# -gt 0 ] || [ -z "${ALL:-}" ]; then
    exec bash "$tests/triples_test.sh" "${cases[@]}"
fi
bash "$tests/triples_test.sh" || exit

# instructions FILE…: the instructions and directives of these PTX files.
instructions() {
    sed -nE 's/^[[:space:]]*\{?[[:space:]]*(@!?%p[0-9]+[[:space:]]+)?(\.?[a-z][a-z0-9_.:]*)[[:space:]].*/\2/p' "$@" | sort -u
}
programs=build/simt-programs/nvcc
chosen=("${cases[@]/#/$programs/}")
missing=$(comm -13 <(instructions "${chosen[@]/%/.ptx}") <(find "$programs" -name '*.ptx' -exec cat {} + | instructions))
[ -z "$missing" ] || echo "# nvcc.cases lacks: ${missing//$'\n'/ }"
[ -z "$missing" ]
