#!/bin/bash
# Figures from measurements, as SVG and PDF, and in the terminal where there is one:
#
#     scripts/plots.sh sheet SHEET FOLDER     for a speedup sheet: speedup against threads, time against n, roofline; of
#                                             GPUs time and speedup against n, with hollow marks for modelled times
#     scripts/plots.sh class SHEET FOLDER     for the sheet of a class
#
# The same data gives the same bytes.
set -u -o pipefail
export LC_ALL=C.UTF-8
scripts=grader/speedup/plots
kind=${1:?sheet or class} data=${2:?a CSV file} folder=${3:?a folder for the figures}
command -v gnuplot >/dev/null || { echo "unavailable: figures, for there is no gnuplot (apt-get install gnuplot-nox)" >&2; exit 0; }
[ -r "$data" ] || { echo "lockstep: $data cannot be read" >&2; exit 2; }
mkdir -p "$folder" || exit 2
plain=$(mktemp) || exit 2
trap 'rm -f "$plain"' EXIT
# The apostrophe that keeps "-O3 -march=native" from being a formula is no part of it. gnuplot cuts a text at a comma, so
# that of a schedule ("dynamic,16") becomes the sign that looks like one.
sed -E "/^#/d; s/\"'-/\"-/g; s/\"(static|dynamic|guided),([0-9]+)\"/\"\1‚\2\"/g" "$data" >"$plain"

# The exercise that others are compared with: of most labs `sequential`; of a lab of one's own, whose measure.yaml may name
# another one, what the sheet begins with.
baseline=$(sed 's/"[^"]*"/-/g' "$plain" | awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "exercise") at = i }
    NR > 1 && at > 0 && (name == "" || $at == "sequential") { name = $at } END { print name }')

draw() { # figure
    local form
    for form in svg pdf; do
        gnuplot -c "$scripts/figure.gp" "$scripts/$1.gp" "$form" "$plain" "$baseline" | LC_ALL=C \
            sed -E 's/CreationDate \(D:[0-9]{14}/CreationDate (D:20000101000000/' >"$folder/$1.$form.part" || return
        mv "$folder/$1.$form.part" "$folder/$1.$form" && echo "$folder/$1.$form"
    done
    [ ! -t 1 ] || gnuplot -c "$scripts/figure.gp" "$scripts/$1.gp" dumb "$plain" "$baseline"
}

# Whether any row of a sheet has a time; what is quoted holds no comma that counts.
has_times() {
    sed 's/"[^"]*"/-/g' "$plain" | awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i ~ /^(median|modelled)_s$/) at[i] }
        NR > 1 { for (i in at) if ($i != "") found = 1 } END { exit !found }'
}

# Whether a row of an exercise, not of the baseline, has a number in the column, from one of these devices.
has_device() { # names with commas, column
    sed 's/"[^"]*"/-/g' "$plain" | awk -F, -v names=",$1," -v column="$2" -v baseline="$baseline" 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
        NR > 1 { device = $at["device"]; sub(/:.*/, "", device)
            time = $at[device == "simt" && column == "median_s" && ("modelled_s" in at) ? "modelled_s" : column]
            if (index(names, "," device ",") && time != "" && $at["exercise"] != baseline) found = 1 }
        END { exit !found }'
}

case $kind in
sheet)
    has_times || { echo "no figures: no row of $data has a time" >&2; exit 0; }
    figures=()
    has_device cpu median_s && figures+=(speedup sizes roofline)
    has_device cuda,opencl,simt median_s && figures+=(devices)
    has_device cuda,opencl,simt speedup && figures+=(gains) ;;
*) [ -e "$scripts/$kind.gp" ] || { echo "lockstep: no figure '$kind'" >&2; exit 2; }
    figures=("$kind") ;;
esac
for figure in "${figures[@]}"; do
    draw "$figure" || { echo "lockstep: $data does not hold what the figure '$figure' needs" >&2; exit 2; }
done
