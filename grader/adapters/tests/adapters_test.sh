#!/bin/bash
# test: once
# Each adapter, called as its system calls it, with the solution and with the skeleton. The grader built here stands in
# for the one that they would build.
# shellcheck disable=SC2317 # called through check
cd "$(dirname "$0")/../../.." || exit 1
. grader/tests/tap.sh
make_scratch
export LAB=histogram-omp
unset LOCKSTEP_LABS MAKEFLAGS MAKELEVEL
made=$BUILD/adapters/$LAB

# give_build FOLDER: what `make grade-ready` would leave there, without what tests keep beside it. One copy, and links to its files.
mkdir "$scratch/build" && tar -C "$BUILD" --exclude=./{student-kit,adapters,asan,labs,fuzz,kit/headers,kit/cc-headers,simt-programs,opencl-programs,pictures,record} --exclude=tests -cf - . |
    tar -C "$scratch/build" -xpf -
give_build() { cp -al "$scratch/build" "$1/build"; }
secret_in() { tar xzf "$made/lockstep.tar.gz" -O "lockstep/labs/$LAB/secret"; }
value() { python3 -c 'import json, sys; print(eval(sys.argv[2], {"r": json.load(open(sys.argv[1]))}))' "$1" "$2"; }

# Gradescope: the zip lies in /autograder/source, setup.sh ran, run_autograder is beside it.
gradescope_image() {
    scripts/package/adapter.sh gradescope && mkdir -p "$scratch/autograder/"{source,submission,results} || return
    (cd "$scratch/autograder/source" && unzip -q "$OLDPWD/$made/gradescope.zip" && chmod +x run_autograder) || return
    give_build "$scratch/autograder/source/lockstep" && rm -f "$scratch/autograder/source/lockstep/build/lockstep.d"
    (cd "$scratch/autograder" && env -u BUILD LOCKSTEP_SETUP=no bash source/setup.sh && cp source/run_autograder .)
}
gradescope_run() { # folder
    rm -rf "$scratch/autograder/"{submission,results}/*
    cp "$1"/* "$scratch/autograder/submission/"
    bwrap --bind / / --bind "$scratch/autograder" /autograder --dev-bind /dev /dev --proc /proc \
        --chdir /autograder /autograder/run_autograder
}
results=$scratch/autograder/results/results.json
gradescope_solution() {
    gradescope_run solutions/"$LAB" &&
        [ "$(value "$results" 'sum(t["score"] for t in r["tests"]) == sum(t["max_score"] for t in r["tests"]) == 100')" = True ]
}
gradescope_skeleton() {
    gradescope_run skeletons/"$LAB" && [ "$(value "$results" 'int(sum(t["score"] for t in r["tests"]))')" = 0 ]
}
if bwrap --bind / / --tmpfs /autograder true 2>/dev/null || mkdir /autograder 2>/dev/null; then
    check "Gradescope: the image is made" gradescope_image
    check "Gradescope: the solution gets all points" gradescope_solution
    check "Gradescope: the skeleton gets none, and the autograder has not failed" gradescope_skeleton
else
    skip "Gradescope" "no /autograder can be made here"
fi

# The image of Autolab and VPL: the kit of that archive, built.
image() { # archive
    rm -rf "$scratch/image" && mkdir -p "$scratch/image" && tar xf "$1" -C "$scratch/image" || return
    give_build "$scratch/image/lockstep"
}
export LOCKSTEP_BUILT=$scratch/image/lockstep
autolab_run() { # folder
    rm -rf "$scratch/autolab" && mkdir "$scratch/autolab" &&
        cp "$made/autograde.tar" "$1/histogram.c" "$scratch/autolab/" && cp "$made/autograde-Makefile" "$scratch/autolab/Makefile" || return
    (cd "$scratch/autolab" && env -u BUILD make >"$scratch/out" 2>&1)
    tail -n 1 "$scratch/out" >"$scratch/last.json"
    ! grep -q 'Building the grader' "$scratch/out"
}
autolab_solution() { autolab_run solutions/"$LAB" && [ "$(value "$scratch/last.json" 'int(sum(r["scores"].values()))')" = 100 ]; }
autolab_skeleton() { autolab_run skeletons/"$LAB" && [ "$(value "$scratch/last.json" 'int(sum(r["scores"].values()))')" = 0 ]; }
check "Autolab: the files are made" scripts/package/adapter.sh autolab
check "Autolab: its image holds the grader, built" image "$made/autograde.tar"
check "Autolab: the last line holds the solution's scores" autolab_solution
check "Autolab: and the skeleton's" autolab_skeleton

# The steps of the workflow, run by bash -e as a runner does; the kit is fetched from a file.
github_run() { # folder
    rm -rf "$scratch/temp" && mkdir -p "$scratch/temp/lockstep" && give_build "$scratch/temp/lockstep" || return
    python3 - "$made/lockstep.yml" >"$scratch/steps" <<'PYTHON'
import re, sys
text = open(sys.argv[1]).read()
for body in re.findall(r"run: \|\n((?:          .*\n)+)", text):
    print(re.sub(r"(?m)^          ", "", body))
PYTHON
    env -u BUILD RUNNER_TEMP="$scratch/temp" GITHUB_WORKSPACE="$PWD/$1" LOCKSTEP_KIT="file://$PWD/$made/lockstep.tar.gz" \
        bash -e "$scratch/steps" >"$scratch/out" 2>&1
}
github_skeleton() { ! github_run skeletons/"$LAB" && grep -q '^::notice .*title=.*Score 0' "$scratch/out" && ! grep -q '^::error' "$scratch/out"; }
check "GitHub Actions: the files are made" scripts/package/adapter.sh github
first=$(secret_in)
check "GitHub Actions: the solution passes" github_run solutions/"$LAB"
check "GitHub Actions: the skeleton fails, and is accused of nothing" github_skeleton

# The packages of a lab hold one secret, made with the first or given.
one_secret() {
    [[ $first =~ ^[0-9a-f]{32}$ ]] && [ "$(secret_in)" = "$first" ] && echo 00112233445566778899aabbccddeeff >"$scratch/secret" &&
        SECRET=$scratch/secret scripts/package/adapter.sh vpl && [ "$(secret_in)" = 00112233445566778899aabbccddeeff ]
}

# PrairieLearn: in the image, /grade/student holds what the question's editors were called.
question=$made/question
prairielearn_question() {
    python3 - "$question" solutions/"$LAB"/*.c <<'PYTHON'
import html.parser, json, os, re, sys
folder, files, seen = sys.argv[1], [os.path.basename(name) for name in sys.argv[2:]], []
class Question(html.parser.HTMLParser):
    def handle_starttag(self, tag, attributes):
        named = dict(attributes)
        seen.append(tag)
        if "source-file-name" in named: open(os.path.join(folder, named["source-file-name"]))
        if tag == "pl-file-editor": files.remove(named["file-name"])
Question().feed(open(os.path.join(folder, "question.html")).read())
info = json.load(open(os.path.join(folder, "info.json")))
grading = info["externalGradingOptions"]
assert not files and "pl-external-grader-results" in seen and info["type"] == "v3" and info["gradingMethod"] == "External", seen
assert re.fullmatch(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", info["uuid"]) and info["title"] and 0 < grading["timeout"] <= 600
assert grading["entrypoint"] == "/opt/grade.sh" and "grade.sh /opt/grade.sh" in open(os.path.join(folder, "../Containerfile")).read()
PYTHON
}
prairielearn_run() { # folder
    rm -rf "$scratch/grade" && mkdir -p "$scratch/grade" "$scratch/opt" && cp -R "$1" "$scratch/grade/student" || return
    bwrap --bind / / --bind "$scratch/grade" /grade --bind "$scratch/opt" /opt --dev-bind /dev /dev --proc /proc /opt/grade.sh
}
prairielearn_score() { prairielearn_run "$1" && [ "$(value "$scratch/grade/results/results.json" 'r["gradable"], r["score"]')" = "$2" ]; }
prairielearn_image() { image "$made/lockstep.tar.gz" && rm -rf "$scratch/opt" && mv "$scratch/image" "$scratch/opt" && cp "$made/grade.sh" "$scratch/opt/"; }
prairielearn_broken() { rm "$scratch/opt/lockstep/build/lockstep" && prairielearn_run solutions/"$LAB" && grep -q '"gradable": false' "$scratch/grade/results/results.json"; }
check "PrairieLearn: the files are made" scripts/package/adapter.sh prairielearn
check "PrairieLearn: the question asks for the lab's files, and names the image's entry" prairielearn_question
if bwrap --bind / / --tmpfs /grade true 2>/dev/null || mkdir /grade 2>/dev/null; then
    check "PrairieLearn: its image holds the grader, built" prairielearn_image
    check "PrairieLearn: the solution's score" prairielearn_score solutions/"$LAB" '(True, 1.0)'
    check "PrairieLearn: the skeleton's" prairielearn_score skeletons/"$LAB" '(True, 0.0)'
    check "PrairieLearn: a grader that cannot work costs nobody a point" prairielearn_broken
else
    skip "PrairieLearn" "no /grade can be made here"
fi

vpl_run() { # folder
    rm -rf "$scratch/vpl" && mkdir -p "$scratch/vpl" &&
        cp "$made/lockstep.tar.gz" "$made/vpl_evaluate.sh" "$1/histogram.c" "$scratch/vpl/" || return
    (cd "$scratch/vpl" && bash vpl_evaluate.sh && env -u BUILD ./vpl_execution >"$scratch/out")
    [ "$(grep 'Grade :=>>' "$scratch/out" | tail -n 1)" = "Grade :=>> $2" ]
}
check "VPL: the files are made" scripts/package/adapter.sh vpl
check "VPL: the package names the maximum grade" bash -c 'scripts/package/adapter.sh vpl | grep -qx "In VPL, set the maximum grade to .* points: 100"'
check "VPL: its jail server holds the grader, built" image "$made/lockstep.tar.gz"
check "VPL: the solution's grade" vpl_run solutions/"$LAB" 100
check "VPL: the skeleton's grade" vpl_run skeletons/"$LAB" 0
check "the packages hold one secret" one_secret
tap_end
