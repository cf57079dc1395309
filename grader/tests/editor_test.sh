#!/bin/bash
# test: once
# What `make start` leaves for editors: clangd, which knows no CUDA or OpenCL toolkit here, finds nothing to complain of in
# right programs, and VS Code can read its tasks.
. grader/tests/tap.sh
export BUILD=${BUILD:-build}
make_scratch
clangd=$(compgen -c | grep -xE 'clangd(-[0-9]+)?' | sort -V | tail -n 1)

# complaints FOLDER: what clangd says of the folder's files; the line that it ends with must be there.
complaints() {
    local file
    for file in "$1"/*.{c,cu,cl}; do
        [ -e "$file" ] || continue
        (cd "$1" && "$clangd" --check="$file" --enable-config 2>&1) >"$scratch/said"
        grep -q 'All checks completed' "$scratch/said" || tail -n 1 "$scratch/said"
        grep '^E\[' "$scratch/said"
    done
}

for lab in skeletons/*/; do
    lab=$(basename "$lab")
    for kind in skeletons solutions; do
        cp -r "$kind/$lab" "$scratch/$kind-$lab" && scripts/editor.sh "$lab" "$scratch/$kind-$lab"
        if [ -z "$clangd" ]; then
            skip "$kind/$lab in clangd" 'clangd is not here (package clangd)'
            continue
        fi
        told=$(complaints "$scratch/$kind-$lab")
        [ -z "$told" ]
        ok $? "$kind/$lab in clangd" || sed 's/^/# /' <<<"$told"
    done
done
python3 - "$scratch/skeletons-stencil/.vscode" <<'END'
import json, re, sys
tasks = json.load(open(sys.argv[1] + "/tasks.json"))["tasks"]
assert [t["label"] for t in tasks] == ["Lockstep: grade", "Lockstep: watch", "Lockstep: compile this program"], tasks
launch = json.load(open(sys.argv[1] + "/launch.json"))["configurations"][0]
assert launch["preLaunchTask"] == tasks[2]["label"] and launch["program"].endswith(tasks[2]["args"][4].split("/")[-1]), launch
debugger = json.load(open(sys.argv[1] + "/extensions/lockstep/package.json"))["contributes"]["debuggers"][0]
assert debugger["type"] == launch["type"] and debugger["args"] == ["debug"], debugger
pattern = re.compile(tasks[0]["problemMatcher"]["pattern"]["regexp"])
assert pattern.match("histogram.cu:23: race in gm: free of races").groups() == ("histogram.cu", "23", "race in gm: free of races")
json.load(open(sys.argv[1] + "/extensions.json"))
# What watch says before and after a grading, in both languages: else problems that are solved stay in the list.
background = tasks[1]["problemMatcher"]["background"]
watch = open("scripts/watch.sh", encoding="utf-8").read()
texts = [text.replace("$saved", "a.c").replace("$work", "work/a") for text in re.findall(r'"([^"]*)"', watch)]
begins = [text for text in texts if re.search(background["beginsPattern"], text)]
ends = [text for text in texts if re.search(background["endsPattern"], text)]
assert begins == ["a.c was saved.", "a.c : enregistré.", "a.c is gone.", "a.c n'existe plus."], begins
assert len(ends) == 2 and ends[0].startswith("Watching work/a") and "Fin : Ctrl-C." in ends[1], ends
END
ok $? 'VS Code: the tasks, and the lines that they match'
tap_end
