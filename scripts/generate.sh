#!/bin/bash
# Makes skeletons/<lab>/ and solutions/<lab>/ from the annotated sources labs/<lab>/.
#
#   scripts/generate.sh            writes them
#   scripts/generate.sh --check    writes nothing; exit status 1 when they differ from their source
#
# An annotated source is a file that students hand in (lab.yaml names it) and that lies in labs/<lab>/ with both
# versions in one: #ifdef SOLUTION … #else … #endif. The contract header is copied beside each version as it is.
# The grader in the build folder BUILD reads lab.yaml. LOCKSTEP_LABS, a folder of labs, overrides labs/; the two results
# then lie beside it.
set -eu -o pipefail

# shellcheck source=scripts/lab.sh
. "$(dirname "$0")/lab.sh"
labs=${LOCKSTEP_LABS:-$(dirname "$0")/../labs}
target=$(dirname "$labs")
mode=${1:-write}

fail() {
    echo "generate: $1" >&2
    exit 2
}

case $mode in
write | --check) ;;
*) fail "usage: scripts/generate.sh [--check]" ;;
esac
[ -x "$BUILD/lockstep" ] || fail "$BUILD/lockstep is missing, which reads lab.yaml: make generate builds it"
command -v unifdef >/dev/null || fail "unifdef is missing: apt-get install unifdef"

made=$(mktemp -d)
trap 'rm -rf "$made"' EXIT

for yaml in "$labs"/*/lab.yaml; do
    [ -e "$yaml" ] || fail "no lab in $labs"
    source=$(dirname "$yaml")
    lab=$(basename "$source")
    mkdir -p "$made/skeletons/$lab" "$made/solutions/$lab"
    files=$(handed_in "$lab") || exit 2
    while read -r file; do
        [ -f "$source/$file" ] || fail "$yaml names $file, but $source/$file is missing"
        grep -q '^ *# *ifdef SOLUTION' "$source/$file" || fail "$source/$file: no #ifdef SOLUTION in it"
        # unifdef's status: 0 unchanged, 1 changed, 2 trouble
        unifdef -B -DSOLUTION "$source/$file" >"$made/solutions/$lab/$file" || [ $? -eq 1 ] || fail "$source/$file"
        unifdef -B -USOLUTION "$source/$file" >"$made/skeletons/$lab/$file" || [ $? -eq 1 ] || fail "$source/$file"
    done <<<"$files"
    header=$("$BUILD/lockstep" list "$lab" --labs "$labs" --header) || exit 2
    if [ -n "$header" ]; then
        cp "$source/$header" "$made/solutions/$lab/"
        cp "$source/$header" "$made/skeletons/$lab/"
    fi
done

for kind in skeletons solutions; do
    mkdir -p "$target/$kind"
    if diff -r "$target/$kind" "$made/$kind" >"$made/difference"; then
        continue
    elif [ "$mode" = --check ]; then
        head -n 20 "$made/difference"
        echo "generate: $kind/ is not what labs/ makes: edit labs/, then run 'make generate'" >&2
        exit 1
    fi
    rm -rf "${target:?}/$kind"
    cp -r "$made/$kind" "$target/$kind"
    echo "$kind/ made anew"
done
