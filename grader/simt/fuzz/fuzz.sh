#!/bin/bash
# Runs both fuzz targets on their kept corpora: fuzz.sh FOLDER SECONDS. New inputs go to FOLDER, crashes too.
# With 0 seconds the corpora are only run through once.
set -eu
folder=$1 seconds=$2
here=$(dirname "$0")
for target in wire ptx; do
    mkdir -p "$folder/$target.new"
    if [ "$seconds" -eq 0 ]; then
        run=(-runs=0)
    else
        run=(-max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -max_len=8192 "$folder/$target.new")
    fi
    nice -n 10 "$folder/fuzz_$target" -artifact_prefix="$folder/$target-" "${run[@]}" "$here/corpus/$target"
done
