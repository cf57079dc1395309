#!/bin/bash
# Runs both fuzz targets on their kept corpora: fuzz.sh FOLDER SECONDS. New inputs go to FOLDER, crashes too.
# With 0 seconds the corpora are only run through once.
set -eu
folder=$1 seconds=$2
here=$(dirname "$0")
for target in wire ptx; do
    mkdir -p "$folder/$target.new"
    if [ "$seconds" -eq 0 ]; then
        "$folder/fuzz_$target" -runs=0 "$here/corpus/$target"
    else
        nice -n 10 "$folder/fuzz_$target" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -max_len=8192 \
            -artifact_prefix="$folder/$target-" "$folder/$target.new" "$here/corpus/$target"
    fi
done
