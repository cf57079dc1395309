#!/bin/bash
# Translates each C program of a folder (DataRaceBench's micro-benchmarks, say) on its own and loads the PTX into the
# machine; lists what fails, and why.
#
#   grader/simt/openmp/tests/translate.sh FOLDER [OUTPUT FOLDER]
set -u
cd "$(dirname "$0")/../../../.." || exit
build=${BUILD:-build}
PATH=$(cat "$build/llvm")/bin:$PATH # the clang that the kit was built with
folder=${1:?which folder of C programs?}
out=${2:-$build/openmp/translated}
mkdir -p "$out"
mapfile -t flags < <(grep -v '^#' grader/simt/openmp/clang.flags | tr ' ' '\n')
flags+=(-w -Wno-error=implicit-function-declaration) # the old C that newer clangs take no more
options=()
[ -e "$build/openmp/library.bc" ] && options+=(--library "$build/openmp/library.bc")
[ -e grader/simt/openmp/answered.names ] && options+=(--answered grader/simt/openmp/answered.names)
# PolyBench's helpers, which six of DataRaceBench's programs call.
helpers=()
if [ -e "$folder/utilities/polybench.c" ]; then
    clang "${flags[@]}" -I"$folder/utilities" "$folder/utilities/polybench.c" -o "$out/polybench.bc" || exit
    helpers=("$out/polybench.bc")
fi
all=0 good=0
for source in "$folder"/*.c; do
    name=$(basename "$source" .c)
    all=$((all + 1))
    if ! why=$(clang "${flags[@]}" -I"$folder" -I"$folder/utilities" "$source" -o "$out/$name.bc" 2>&1); then
        printf '%s: clang: %s\n' "$name" "$(head -n 1 <<<"$why")"
    elif ! why=$("$build/openmp/translate" "${options[@]}" --entry main "$out/$name.bc" "${helpers[@]}" \
        -o "$out/$name.ptx" 2>&1); then
        printf '%s: translate: %s\n' "$name" "$(head -n 3 <<<"$why")"
    elif ! why=$("$build/openmp/load" "$out/$name.ptx" 2>&1); then
        printf '%s: load: %s\n' "$name" "$why"
    else
        good=$((good + 1))
    fi
done
printf '%d of %d programs translated and loaded\n' "$good" "$all"
[ "$good" -eq "$all" ]
