#!/bin/bash
# test: once
# Speedup sheets: the empty one, filling one and going on after an interruption, what the check says, spreadsheet, figures.
# shellcheck disable=SC2317 # called through check
cd "$(dirname "$0")/../../.." || exit 1
. grader/tests/tap.sh
make_scratch
: "${LOCKSTEP:=build/lockstep}"

template_agrees() { "$LOCKSTEP" sheet template | diff - speedup_template.csv; }
check "speedup_template.csv is what the labs ask for (make template; cp build/speedup_template.csv .)" template_agrees

# A small sweep: one n, in a folder of labs of its own.
mkdir -p "$scratch/labs" && cp -R labs/histogram-omp labs/shared "$scratch/labs/"
sed -i 's/^n: .*/n: [4096]/' "$scratch/labs/histogram-omp/measure.yaml"
sheet=$scratch/sheet.csv
measure() { "$LOCKSTEP" speedup histogram-omp "${1:-solutions/histogram-omp}" --quick --out "$sheet" --labs "$scratch/labs"; }
column() { python3 -c 'import csv, sys; [print(row[sys.argv[2]]) for row in csv.DictReader(open(sys.argv[1]))]' "$sheet" "$1"; }
times() { paste -d '' <(column median_s) <(column modelled_s); } # each row has one of them
all_measured() { paste -d'|' <(times) <(column note) | awk -F'|' '$1 == "" && $2 !~ /^left out/ { print; bad = 1 } END { exit bad }'; }
check "measures the reference solution" measure
check "every row has a median or says why not" all_measured
said_by_whom() { paste -d'|' <(times) <(column lockstep) | awk -F'|' -v version="$("$LOCKSTEP" --version | cut -d' ' -f2)" '($1 != "") != ($2 == version) { print; bad = 1 } END { exit bad }'; }
check "what was measured names the version that measured it" said_by_whom
in_workbook() { python3 -c 'import sys, zipfile; sys.exit(sys.argv[3].encode() not in zipfile.ZipFile(sys.argv[1]).read("xl/" + sys.argv[2]))' "${sheet%.csv}.xlsx" "$@"; }
check "a line of the workbook has the colour that it has in the figures" in_workbook charts/chart1.xml D55E00
check "the workbook's rows are printed on two pages across, in type that can be read" in_workbook worksheets/sheet1.xml 'fitToWidth="2"'
# A call of nanoseconds: counted, since no clock tells.
calls() {
    cat >"$scratch/runner.c" <<'C'
#include "run/runner.h"
#include <stdio.h>
#include <string.h>
static unsigned long calls;
static __attribute__((destructor)) void say(void) { fprintf(stderr, "calls %lu\n", calls); }
int runner_call(const struct runner_call *call) {
    calls++;
    memset(call->output[0], 0, 256 * sizeof(uint32_t));
    return 0;
}
C
    gcc -O2 -std=gnu17 -D_GNU_SOURCE -DLOCKSTEP_MEASURE -fopenmp -Igrader -Ilabs/histogram-omp grader/speedup/measure.c grader/{lab/oracle,message_text,arena}.c \
        "$scratch/runner.c" labs/histogram-omp/oracle.c -lm -o "$scratch/measure" || return
    "$scratch/measure" "$scratch" sequential 3 3 n=0 data=uniform 2>"$scratch/err" | wc -l | grep -qx 3 &&
        [ "$(sed 's/calls //' "$scratch/err")" -gt 30 ] &&
        "$scratch/measure" "$scratch" sequential 0 0 n=0 data=uniform 2>"$scratch/err" && grep -qx 'calls 1' "$scratch/err"
}
check "a run of a short function is many calls; without runs it is called once" calls
took() { python3 - "$sheet" "$@" <<'PYTHON'
import csv, sys
rows = list(csv.DictReader(open(sys.argv[1])))
for row in rows:
    if row["median_s"] and not float(row["min_s"]) <= float(row["median_s"]) <= float(row["max_s"]):
        sys.exit(f"out of order: {row}")
base = {row["n"]: float(row["median_s"]) for row in rows if row["exercise"] == "sequential" and row["flags"] == "-O2" and row["compiler"] == "gcc"}
for row in rows:
    if row["speedup"] and abs(float(row["speedup"]) * float(row["median_s"]) / base[row["n"]] - 1) > 0.002:
        sys.exit(f"not the ratio: {row}")
PYTHON
}
check "times in order, and the speedup is the ratio of medians" took

go_on() {
    python3 - "$sheet" <<'PYTHON'
import csv, sys
rows = list(csv.reader(open(sys.argv[1])))
at = {name: i for i, name in enumerate(rows[0])}
for row in rows[3:]: # all but two were never measured
    for name in ("runs", "min_s", "median_s", "max_s"):
        row[at[name]] = ""
csv.writer(open(sys.argv[1], "w"), lineterminator="\n").writerows(rows)
PYTHON
    column median_s | sed -n '1,2p' >"$scratch/before"
    measure && column median_s | sed -n '1,2p' | diff "$scratch/before" - && all_measured
}
check "goes on where it stopped, and keeps what it has" go_on
rm -f "$sheet"
wrong_answers() { measure skeletons/histogram-omp 2>"$scratch/err" && grep -q "rows have no time" "$scratch/err" && column note | grep -q '^wrong answer'; }
check "a wrong program is not measured, and the row says so" wrong_answers
no_submission() {
    measure "$scratch/nothing" 2>"$scratch/err"
    [ $? -eq 2 ] && grep -q "nothing': .* (give the folder that holds histogram.c)" "$scratch/err" && [ ! -e "$scratch/other.csv" ]
}
sheet=$scratch/other.csv
check "a submission that is not there is said at once, and no sheet is made" no_submission

# GPU exercises where there is no GPU: times that the simulated one's model says.
if [ ! -e /dev/nvidiactl ]; then
    cp -R labs/histogram-cuda "$scratch/labs/"
    sed -i 's/^n: .*/n: [16384, 1048576]/; s/^simulated: .*/simulated: [65536, 131072, 262144]/; s/^launches: .*/launches: ["8 x 256"]/
        s/^exercises: .*/exercises: [gm]/' "$scratch/labs/histogram-cuda/measure.yaml"
    sheet=$scratch/modelled.csv
    model() { "$LOCKSTEP" speedup histogram-cuda solutions/histogram-cuda --quick --out "$sheet" --labs "$scratch/labs" "$@" 2>"$scratch/err"; }
    modelled() { model && [ "$(column device | grep -c '^simt:h200$')" -eq 2 ] && ! grep simt "$sheet" | grep -q measured; }
    check "without a GPU each row says simt:PROFILE, and none that it was measured" modelled
    words() { column note | grep -q '^modelled: .*occupancy' && column note | grep -q '^modelled, and extrapolated from n = 65536, 131072 and 262144: the time and all [0-9]* counters'; }
    check "a modelled row says what binds; a large n from which it was extrapolated" words
    no_runs() { paste -d'|' <(column device) <(column runs) <(column speedup) <(column with_copies_s) <(column median_s) <(column modelled_s) | awk -F'|' '/^simt/ && ($2 $5 != "" || !$3 || !$4 || !$6) { print; bad = 1 } END { exit bad }'; }
    check "a modelled time has a column of its own, no runs, and a speedup against one measured core" no_runs
    complete() { "$LOCKSTEP" sheet check "$sheet" --labs "$scratch/labs" | tee "$scratch/out" | grep -q ' 0 missing, 0 inconsistent, 0 impossible'; }
    check "and is complete" complete
    not_linear() { # work that grows with the square of n
        cp -R solutions/histogram-cuda "$scratch/square" && rm "$sheet" || return
        sed -i 's|\(.*\)for (size_t s = tid; s < n; s += NB_THREAD) {|&\n for (size_t k = 0; k < n / 65536; k++) { if (data[(s + k) % n] + n == 3) return; }|' "$scratch/square/histogram.cu"
        "$LOCKSTEP" speedup histogram-cuda "$scratch/square" --quick --out "$sheet" --labs "$scratch/labs" 2>"$scratch/err" &&
            column note | grep -q '^left out: too large to simulate, and from n = 65536 to 262144 .* is not linear in n'
    }
    check "what is not linear in n is not extrapolated, and says why" not_linear
    runs_once() { # n = 65536 has a row of its own, and is the first of the three
        local sheet=$scratch/once.csv counted=$scratch/counted
        cp -R solutions/histogram-cuda "$scratch/once" && touch "$counted" && chmod 666 "$counted" || return
        sed -i 's/^n: .*/n: [65536, 1048576]/' "$scratch/labs/histogram-cuda/measure.yaml"
        printf '%s\n' '#include <cstdio>' \
            "__attribute__((constructor)) static void count() { if (FILE *to = fopen(\"$counted\", \"a\")) { fputs(\"run\\n\", to); fclose(to); } }" >>"$scratch/once/histogram.cu"
        "$LOCKSTEP" speedup histogram-cuda "$scratch/once" --quick --out "$sheet" --labs "$scratch/labs" 2>"$scratch/err" &&
            column note | grep -q extrapolated && [ "$(wc -l <"$counted")" -eq 3 ]
    }
    check "a size that two rows need is simulated once" runs_once
    cp -R labs/reduction-ladder "$scratch/labs/"
    sed -i 's/^n: .*/n: [16777216]/; s/^simulated: .*/simulated: [1048576, 2097152, 4194304]/; /^exercises:/,$d' "$scratch/labs/reduction-ladder/measure.yaml"
    echo 'exercises: [{name: local_stride, launches: ["256, times 64"]}]' >>"$scratch/labs/reduction-ladder/measure.yaml"
    not_filled() { # 64 to 256 work-groups of the 1,056 that the device holds: all take one time, and 1,024 would not
        local sheet=$scratch/filled.csv
        "$LOCKSTEP" speedup reduction-ladder solutions/reduction-ladder --quick --out "$sheet" --labs "$scratch/labs" 2>"$scratch/err" &&
            paste -d' ' <(column device) <(column note) |
            grep -q '^simt:h200 left out: too large to simulate, and from n = 1048576 to 4194304 the launch fills more of the device'
    }
    check "a launch that does not fill the device yet is not extrapolated" not_filled
    profiles() { ! model --profile rtx9999 && grep -q "no profile 'rtx9999'; there are: a100, gtx1080, h100, h200" "$scratch/err"; }
    check "an unknown profile lists those that are there" profiles
    no_clang() { # hidden by a file that nobody may execute
        local sheet=$scratch/no_clang.csv
        # shellcheck disable=SC2016 # the inner shell's
        unshare --mount bash -c 'mount --bind "$0" "$(readlink -f "$(command -v clang)")" && exec "$@"' "$scratch/labs/histogram-cuda/measure.yaml" \
            "$LOCKSTEP" speedup histogram-cuda solutions/histogram-cuda --quick --out "$sheet" --labs "$scratch/labs" 2>"$scratch/err"
        paste -d' ' <(column device) <(column note) | grep -q '^simt:h200 unavailable: no clang here (apt-get install clang-[0-9]*)$'
    }
    if unshare --mount mount --bind "$scratch/labs/histogram-cuda/measure.yaml" "$(readlink -f "$(command -v clang)")" 2>/dev/null; then
        check "without clang the modelled rows are unavailable, and name it" no_clang
    else
        skip "without clang the modelled rows are unavailable, and name it" "no mount namespace of one's own here"
    fi
else
    skip "modelled rows" "there is a GPU here"
fi
if [ -e /etc/OpenCL/vendors/pocl.icd ] && [ ! -e /dev/nvidiactl ]; then
    cp -R labs/sum-opencl "$scratch/labs/"
    sed -i 's/^n: .*/n: [10000]/; s/^launches: .*/launches: ["64"]/' "$scratch/labs/sum-opencl/measure.yaml"
    sheet=$scratch/opencl.csv
    measured() {
        "$LOCKSTEP" speedup sum-opencl solutions/sum-opencl --quick --out "$sheet" --labs "$scratch/labs" 2>"$scratch/err" &&
            python3 - "$sheet" <<'PYTHON'
import csv, sys
row = next(row for row in csv.DictReader(open(sys.argv[1])) if row["device"] == "opencl")
sys.exit(not (int(row["runs"]) >= 3 and float(row["with_copies_s"]) > float(row["median_s"]) and "Portable" in row["machine"]))
PYTHON
    }
    check "on an OpenCL device: the kernels alone, and with their copies" measured
    edit_times() { # SHEET N SECONDS N SECONDS…: what a launch took on the OpenCL device
        python3 - "$@" <<'PYTHON'
import csv, sys
rows = list(csv.reader(open(sys.argv[1])))
at = {name: i for i, name in enumerate(rows[0])}
took = dict(zip(sys.argv[2::2], sys.argv[3::2]))
for row in rows[1:]:
    if row[at["device"]] == "opencl":
        for name in ("min_s", "median_s", "max_s", "with_copies_s"):
            row[at[name]] = took[row[at["n"]]]
        row[at["note"]] = ""
csv.writer(open(sys.argv[1], "w"), lineterminator="\n").writerows(rows)
PYTHON
    }
    next_smaller() { # $1 the seconds of n = 1000, $2 those of n = 2000; the note of n = 4000
        edit_times "$sheet" 1000 "$1" 2000 "$2" 4000 "" &&
            "$LOCKSTEP" speedup sum-opencl solutions/sum-opencl --quick --out "$sheet" --labs "$scratch/labs" 2>"$scratch/err" &&
            paste -d'|' <(column device) <(column n) <(column note) | sed -n 's/^opencl|4000|//p'
    }
    expected() {
        local sheet=$scratch/expected.csv
        sed -i 's/^n: .*/n: [1000, 2000, 4000]/' "$scratch/labs/sum-opencl/measure.yaml"
        "$LOCKSTEP" speedup sum-opencl solutions/sum-opencl --quick --out "$sheet" --labs "$scratch/labs" 2>"$scratch/err" &&
            [ "$(next_smaller 0.001 5)" = "left out: a run would take about 10 s here, by that of n = 2000" ] &&
            ! next_smaller 5 0.001 | grep 'left out'
    }
    check "what a run would take is told by the next smaller n, not by the smallest" expected
    sed -i 's/^n: .*/n: [10000]/' "$scratch/labs/sum-opencl/measure.yaml"
    rm -rf "$scratch/labs/reduction-ladder" && cp -R labs/reduction-ladder "$scratch/labs/"
    sed -i 's/^n: .*/n: [4096]/; /^exercises:/,$d' "$scratch/labs/reduction-ladder/measure.yaml"
    echo 'exercises: [{name: sub_groups, launches: ["256"]}]' >>"$scratch/labs/reduction-ladder/measure.yaml"
    lacking() { # PoCL 3.1 has no sub-groups: nobody's answer is wrong
        local sheet=$scratch/lacking.csv
        "$LOCKSTEP" speedup reduction-ladder solutions/reduction-ladder --quick --out "$sheet" --labs "$scratch/labs" 2>"$scratch/err" &&
            [ "$(paste -d' ' <(column device) <(column note) | grep '^opencl')" = \
                'opencl unavailable on this device: the kernels do not compile for it (CL_BUILD_PROGRAM_FAILURE)' ] &&
            "$LOCKSTEP" sheet check "$sheet" --labs "$scratch/labs"
    }
    if [ "$(dpkg-query -W -f '${Version}' pocl-opencl-icd 2>/dev/null | cut -c1-2)" = 3. ]; then
        check "what the device lacks is no wrong answer, and nothing is missing in the sheet" lacking
    fi
    collected() {
        cp "$scratch/modelled.csv" "$scratch/ada.csv" && cp "$sheet" "$scratch/ben.csv" &&
            "$LOCKSTEP" sheet merge "$scratch/ada.csv" "$scratch/ben.csv" -o "$scratch/class.csv" --labs "$scratch/labs" >"$scratch/out" &&
            [ "$(sheet=$scratch/class.csv column sheet | sort -u | tr '\n' ' ')" = "ada ben " ] && [ -s "$scratch/class.xlsx" ] &&
            "$LOCKSTEP" sheet check "$scratch/class.csv" --labs "$scratch/labs" | grep -q ' 0 inconsistent, 0 impossible'
    }
    check "a class's sheets are merged into one" collected
    twice() { ! "$LOCKSTEP" sheet merge "$scratch/ada.csv" "$scratch/ada.csv" -o "$scratch/class.csv" 2>"$scratch/err" && grep -q "a sheet 'ada' already" "$scratch/err"; }
    check "two sheets of one name are told" twice
    if command -v gnuplot >/dev/null; then
        hollow() { scripts/plots.sh sheet "$sheet" "$scratch/gpu" >/dev/null 2>&1 && grep -q 'Hollow marks: modelled on the profile h200 .*not measured' "$scratch/gpu/devices.svg" &&
            grep -q 'One core: measured on [^<]' "$scratch/gpu/gains.svg"; }
        check "the figure tells modelled times from measured ones" hollow
    fi
    workbook() {
        HOME=$scratch timeout 300 soffice --headless --convert-to csv --outdir "$scratch/calc" "$scratch/opencl.xlsx" >/dev/null 2>&1 &&
            python3 - "$sheet" "$scratch/calc/opencl.csv" <<'PYTHON'
import csv, sys
ours, theirs = (list(csv.DictReader(open(path))) for path in sys.argv[1:])
for a, b in zip(ours, theirs):
    for name in ("noise", "speedup", "gb_s", "speedup_with_copies"):
        if (a[name] == "") != (b[name] == "") or a[name] and abs(float(a[name]) - float(b[name])) > 0.002 * abs(float(a[name])):
            sys.exit(f"{name}: {a[name]} is not {b[name]}")
PYTHON
    }
    if command -v soffice >/dev/null; then
        check "LibreOffice opens the workbook and computes the same" workbook
    else
        skip "LibreOffice opens the workbook and computes the same" "no LibreOffice here"
    fi
else
    skip "rows of an OpenCL device" "no PoCL here, or a GPU"
fi

# The check of a sheet: a right one, then one mistake at a time.
head='lab,exercise,device,compiler,flags,os,machine,n,bytes,threads,launch,runs,min_s,median_s,max_s,ceiling_gb_s,noise,speedup,efficiency,serial_fraction,gb_s,of_ceiling,note'
base='histogram-omp,sequential,cpu,gcc,-O2,Debian,a laptop,100000000,100000000,1,,11,0.040,0.050,0.060,10,0.4,1,1,,2,0.2,'
two='histogram-omp,for_promotion_tab,cpu,gcc,-O2,Debian,a laptop,100000000,100000000,2,,11,0.025,0.0275,0.030,10,0.1818,1.818,0.9091,0.1,3.636,0.3636,'
says() { # status text row…
    local status=$1 text=$2
    shift 2
    printf '%s\n' "$head" "$@" >"$scratch/hand.csv"
    "$LOCKSTEP" sheet check "$scratch/hand.csv" >"$scratch/out" 2>&1
    if [ $? -ne "$status" ] || ! grep -q -- "$text" "$scratch/out"; then
        cat "$scratch/out"
        return 1
    fi
}
check "a right sheet is complete" says 0 '2 rows: 2 complete' "$base" "$two"
check "what is missing" says 1 "'runs' is missing" "$base" "${two/,11,/,,}"
check "a speedup that is not the ratio" says 1 'speedup is 1.9, but the times say 1.818' "$base" "${two/,1.818,/,1.9,}"
check "times out of order" says 1 'not in that order' "$base" "${two/0.030/0.026}"
check "faster than memory" says 1 'faster than memory' "$base" "${two/,10,0.1818/,0.8,0.1818}"
check "… but reading alone, out of a large cache, may be" says 0 '2 complete' "$base" "${two/,10,0.1818,1.818,0.9091,0.1,3.636,0.3636/,1.2,0.1818,1.818,0.9091,0.1,3.636,3.03}"
check "… or out of a small one" says 0 '2 complete' \
    "histogram-omp,sequential,cpu,gcc,-O2,Debian,a laptop,1000000,1000000,1,,11,0.040,0.050,0.060,0.001,0.4,1,1,,0.02,20," \
    "histogram-omp,for_promotion_tab,cpu,gcc,-O2,Debian,a laptop,1000000,1000000,2,,11,0.025,0.0275,0.030,0.001,0.1818,1.818,0.9091,0.1,0.03636,36.36,"
check "more speedup than threads" says 1 'a speedup of 5.88 with threads = 2' "$base" "${two/0.025,0.0275,0.030/0.0080,0.0085,0.0090}"
check "… but not when noise may explain it" says 0 '0 impossible' "$base" "${two/0.025,0.0275,0.030,10,0.1818,1.818,0.9091,0.1,3.636,0.3636/0.0080,0.0085,0.0290,10,,,,,,}"
check "a word where a time belongs" says 1 'a time is a number of seconds' "$base" "${two/0.0275/fast}"
check "too few runs" says 1 'says little' "$base" "${two/,11,/,2,}"
check "no thread at all" says 1 'threads is 0: it should be from 1' "$base" "${two/100000000,100000000,2,/100000000,100000000,0,}"
check "no element" says 1 'n is 0: it should be from 1' "${base/100000000,100000000/0,0}"
check "a sheet without a row is not complete" says 1 'the sheet has no row: nothing is measured'
check "… nor one with blank rows only" says 1 '0 rows: 0 complete and consistent; 1 missing' ,,,,,,,,,,,,,,,,,,,,,,
check "a row that stands there twice" says 1 'line 4 (.*): line 3 measures the same: keep one of them' "$base" "$two" "${two/0.025,0.0275/0.024,0.0265}"
check "… but two machines may measure the same" says 0 '3 complete' "$base" "$two" "${two/a laptop/another}"
twice() {
    printf '%s\n' "$head,n" "$base,1" "$two,1" >"$scratch/hand.csv"
    "$LOCKSTEP" sheet check "$scratch/hand.csv" 2>&1 | grep -q "^lockstep: $scratch/hand.csv: its first line has two columns 'n': keep one of them$"
}
check "a column that stands there twice" twice
# A French spreadsheet writes decimal commas, semicolons, blanks in large numbers, percent and a mark before it all.
french() {
    { printf '\xef\xbb\xbf'; printf '%s\r\n' "$head" "$base" "${two/,0.9091,/,90.91 %,}" | sed 's/,/;/g; s/\./,/g'; } |
        sed 's/;100000000;/;100 000 000;/g' >"$scratch/french.csv"
    "$LOCKSTEP" sheet check "$scratch/french.csv" | tee "$scratch/out" | grep -q '2 rows: 2 complete'
}
check "decimal commas, semicolons, blanks in numbers, a byte order mark" french
# A Swiss one parts thousands with apostrophes, straight or round; Excel names the separator in a line of its own.
swiss() { # what parts thousands
    { printf 'sep=;\r\n'; printf '%s\r\n' "$head" "$base" "$two" | sed 's/,/;/g'; } | sed "s/;100000000;/;100${1}000${1}000;/g" >"$scratch/swiss.csv"
    "$LOCKSTEP" sheet check "$scratch/swiss.csv" | tee "$scratch/out" | grep -q '2 rows: 2 complete'
}
check "a first line that names the separator, and apostrophes in large numbers" swiss "'"
check "… round ones" swiss "$(printf '\xe2\x80\x99')"
check "… and points" swiss .
check "decimal commas in quotes" says 0 '2 complete' "$base" "${two/0.025,0.0275,0.030/\"0,025\",\"0,0275\",\"0,030\"}"
check "… without: says where, and why" says 2 'csv:3: 26 cells' "$base" "${two/0.025,0.0275,0.030/0,025,0,0275,0,030}"
check "1e8 and 100,000,000 are one n" says 0 '2 complete' "$base" "${two/100000000,100000000/1e8,\"100,000,000\"}"
check "a unit behind a time" says 1 "'27.5 ms': a time is a number of seconds" "$base" "${two/0.0275/27.5 ms}"
check "columns exchanged: n and threads" says 1 'too large for a number of threads' "$base" "${two/100000000,100000000,2,/2,100000000,100000000,}"
check "minimum and maximum exchanged: one message, and none on what follows" says 1 '0 missing, 1 inconsistent' "$base" "${two/0.025,0.0275,0.030/0.030,0.0275,0.025}"
# 2,3: device and machine; a modelled row beside the baseline.
simt='histogram-cuda,gm,simt:h200,,,Debian,NVIDIA H200,100000000,100000000,,132 x 256,,,0.001,,,,,,,,,modelled: DRAM 90 %'
cuda='histogram-cuda,gm,cuda,nvcc,,Debian,NVIDIA H200,100000000,100000000,,132 x 1024,11,0.001,0.001,0.001,,,,,,,,'
core='histogram-cuda,sequential,cpu,gcc,-O2,Debian,a laptop,100000000,100000000,1,,11,0.040,0.050,0.060,10,,,,,,,'
check "a modelled row needs no runs" says 0 '2 rows: 2 complete' "$core" "$simt"
check "measured and modelled times of one device in one sheet" says 1 "a modelled time (simt:h200) of 'NVIDIA H200', which line 4 measures (cuda)" "$core" "$simt" "$cuda"
check "… of two devices are no harm" says 0 '3 complete' "$core" "$simt" "${cuda/NVIDIA H200/NVIDIA T4}"
check "… though their names begin alike" says 0 '3 complete' "$core" "$simt" "${cuda/NVIDIA H200/NVIDIA H200 NVL}"
best=${core/-O2/\'-O3 -march=native}
absent="${best%%,11,*},,,,,,,,,,,,unavailable: no clang here"
check "a GPU is compared with the best build that has a time" says 1 'speedup is 12, but the times say 50' \
    "$core" "$best" "${absent/gcc/clang}" "${cuda/0.001,0.001,0.001,,,/0.001,0.001,0.001,,,12}"
check "… of two such builds with the first" says 1 'speedup is 12, but the times say 50' \
    "$best" "${best/gcc,\'-O3 -march=native,Debian,a laptop,100000000,100000000,1,,11,0.040,0.050,0.060/clang,\'-O3 -march=native,Debian,a laptop,100000000,100000000,1,,11,0.030,0.035,0.036}" \
    "${cuda/0.001,0.001,0.001,,,/0.001,0.001,0.001,,,12}"
check "a modelled time with runs" says 1 'a modelled time is not a measurement' "$core" "${simt/,,,0.001/,5,,0.001}"
check "an unknown profile in a sheet" says 1 "no profile 'h300'; there are: a100" "$core" "${simt/h200/h300}"
check "a device that is none" says 1 "device is 'gpu': it should be cpu, cuda, opencl" "$core" "${cuda/cuda,nvcc/gpu,nvcc}"
check "no sequential row" says 1 'no row of the sequential version' "$two"
check "the sequential row has other flags" says 1 'same n, compiler and flags (gcc -O3)' "$base" "${two/-O2/-O3}"
check "a lab that is none" says 1 "no lab 'histogram_omp'" "$base" "${two/histogram-omp/histogram_omp}"
check "blank rows are nothing" says 0 '2 rows: 2 complete' "$base" ,,,,,,,,,,,,,,,,,,,,,, "$two"
untouched() {
    "$LOCKSTEP" sheet check speedup_template.csv >"$scratch/out"
    [ $? -eq 1 ] && grep -q '^lines .* (histogram-omp): not measured yet' "$scratch/out" && [ "$(wc -l <"$scratch/out")" -lt 10 ]
}
check "the empty sheet: a line a lab" untouched
document() { printf 'PK\003\004' >"$scratch/sheet.ods"; ! "$LOCKSTEP" sheet check "$scratch/sheet.ods" 2>"$scratch/err" && grep -q 'save it as CSV' "$scratch/err"; }
check "a spreadsheet's own document is told" document
no_column() {
    ! "$LOCKSTEP" sheet check LICENSE >"$scratch/out" 2>&1 && grep -q '^lockstep: LICENSE' "$scratch/out" && [ "$(wc -l <"$scratch/out")" -eq 1 ]
}
check "what is no sheet is told" no_column
check "an empty LOCKSTEP_ROOT or LOCKSTEP_LABS is none" env LOCKSTEP_ROOT='' LOCKSTEP_LABS='' "$LOCKSTEP" sheet template
no_file() { "$LOCKSTEP" sheet check "$scratch/none.csv" 2>&1 | grep -q 'none.csv'; }
check "a missing file is named" no_file

printf '%s\n' "$head" "$base" "$two" >"$scratch/hand.csv"
spreadsheet() {
    "$LOCKSTEP" sheet formulas "$scratch/hand.csv" >"$scratch/formulas.csv" && grep -q '"=IF' "$scratch/formulas.csv" &&
        HOME=$scratch timeout 300 soffice --headless --convert-to csv --outdir "$scratch/calc" "$scratch/formulas.csv" >/dev/null 2>&1 &&
        python3 - "$scratch/hand.csv" "$scratch/calc/formulas.csv" <<'PYTHON'
import csv, sys
ours, theirs = (list(csv.DictReader(open(path))) for path in sys.argv[1:])
for a, b in zip(ours, theirs):
    for name in ("noise", "speedup", "efficiency", "serial_fraction", "gb_s", "of_ceiling"):
        if (a[name] == "") != (b[name] == "") or a[name] and abs(float(a[name]) - float(b[name])) > 0.002 * abs(float(a[name])):
            sys.exit(f"{name}: {a[name]} is not {b[name]}")
PYTHON
}
if command -v soffice >/dev/null; then
    check "LibreOffice computes the same" spreadsheet
else
    skip "LibreOffice computes the same" "no LibreOffice here"
fi

figures() { scripts/plots.sh sheet "$scratch/hand.csv" "$1"; } # folder
drawn() { figures "$scratch/a" && figures "$scratch/b" && [ "$(find "$scratch/a" -type f -size +500c | wc -l)" -eq 6 ] && diff -r "$scratch/a" "$scratch/b"; }
if command -v gnuplot >/dev/null; then
    check "figures, the same bytes twice" drawn
    other_name() { # the baseline of a lab of one's own, which measure.yaml names: drawn as the baseline is
        printf '%s\n' "$head" "${base/,sequential,/,walk,}" "$two" >"$scratch/other.csv"
        scripts/plots.sh sheet "$scratch/other.csv" "$scratch/e" 2>"$scratch/err" >/dev/null
        ! grep -q 'no valid points' "$scratch/err" && grep -q '>walk<' "$scratch/e/sizes.svg" && ! grep -q '>walk<' "$scratch/e/speedup.svg"
    }
    check "a baseline of another name is drawn as the baseline" other_name
    wins() { # rows
        printf '%s\n' "$head" "$@" >"$scratch/wins.csv" && scripts/plots.sh sheet "$scratch/wins.csv" "$scratch/w" >/dev/null &&
            grep -q 'parallel wins from n = 100000000' "$scratch/w/sizes.svg"
    }
    check "the figure says from which n parallel wins" wins "$base" "$two"
    ranges_meet() { ! wins "$base" "$two" "${base//100000000/200000000}" "${two//100000000,100000000,2,,11,0.025,0.0275,0.030/200000000,200000000,2,,11,0.025,0.0275,0.045}"; }
    check "… and does not where the ranges meet at a larger n" ranges_meet
    bad_data() { ! scripts/plots.sh class LICENSE "$scratch/c" 2>"$scratch/err" && grep -q 'does not hold' "$scratch/err"; }
    check "data without what a figure needs is told" bad_data
    no_times() {
        head -n 1 "$scratch/hand.csv" >"$scratch/empty.csv"
        scripts/plots.sh sheet "$scratch/empty.csv" "$scratch/d" 2>"$scratch/err" && grep -q '^no figures' "$scratch/err"
    }
    check "a sheet without a time has no figures, and that is no error" no_times
else
    skip "figures" "no gnuplot here"
fi
tap_end
