#!/bin/bash
# scripts/editor.sh LAB FOLDER: leaves in FOLDER what editors want to know: .clangd (any editor with clangd sees CUDA and
# OpenCL as the grader's compilers do, with no toolkit), and for VS Code tasks that grade and watch, and a debugger for
# programs with a main of their own: an extension without code, which names `lockstep debug`.
. scripts/lab.sh
lab=$1 folder=$2
here=$(pwd -P)
absolute() { realpath -m "$1"; }

# Words as a list of YAML.
list() {
    printf '%s\n' "$@" | sed "s/'/''/g; s/.*/'&'/" | paste -sd' ' | sed "s/' '/', '/g; s/^/[/; s/\$/]/"
}

contract=-I$(absolute "$labs/$lab")
# Files of a newer OpenCL C, and that. A student starts before the grader is there: the archive says it.
newer_opencl() {
    if [ -e "$labs/$lab/newer-opencl" ]; then
        cat "$labs/$lab/newer-opencl"
    elif [ -x "$BUILD/lockstep" ]; then
        "$BUILD/lockstep" list "$lab" --newer-opencl --labs "$labs"
    fi
}
home=$(absolute "$BUILD")
{
    echo "If: {PathMatch: '.*\\.[ch]'}"
    echo "CompileFlags: {Add: $(list -std=gnu17 -fopenmp -Wall -Wextra "$contract" "-isystem$home/openmp")}"
    echo ---
    echo "If: {PathMatch: '.*\\.cuh?'}"
    echo "CompileFlags: {Compiler: clang++, Add: $(list -xcuda -std=c++17 --cuda-host-only --cuda-path=/nonexistent \
        -nocudainc -nocudalib -Wno-unknown-cuda-version -Xclang -target-sdk-version=10.2 -Wall -Wextra "-isystem$home/cuda/include" -include cuda_runtime.h "$contract")}"
    echo ---
    echo "If: {PathMatch: '.*\\.cl'}"
    echo "CompileFlags: {Add: $(list -xcl -cl-std=CL1.2 -D__OPENCL_VERSION__=120 -Xclang \
        -cl-ext=+cl_khr_int64_base_atomics,+cl_khr_int64_extended_atomics -Wall -Wextra -Wno-psabi "$contract")}"
    newer_opencl | while read -r file version; do
        echo ---
        echo "If: {PathMatch: '(.*/)?${file//./\\.}'}"
        echo "CompileFlags: {Add: $(list "-cl-std=CL$version" -U__OPENCL_VERSION__ "-D__OPENCL_VERSION__=${version/./}0" \
            -Xclang -cl-ext=+cl_khr_subgroups,+__opencl_c_subgroups -D__opencl_c_work_group_collective_functions=1)}"
    done
} >"$folder/.clangd" || exit 2

mkdir -p "$folder/.vscode" || exit 2
quoted=$(printf %s "$here" | sed 's/[\\"]/\\&/g')
grader=$(printf %s "$home/lockstep" | sed 's/[\\"]/\\&/g')
task() { # label, what to make, the rest
    cat <<END
    {
      "label": "$1",
      "type": "process",
      "command": "make",
      "args": ["-s", "-C", "$quoted", "$2", "LAB=$lab", "SUBMISSION=\${workspaceFolder}"],
      "problemMatcher": {
        "owner": "lockstep",
        "fileLocation": ["relative", "\${workspaceFolder}"],
        "pattern": {"regexp": "^([^ :]+):(\\\\d+): (.*)\$", "file": 1, "line": 2, "message": 3}$4
      },
      "presentation": {"clear": true}$3
    }
END
}
{
    printf '{\n  "version": "2.0.0",\n  "tasks": [\n'
    task 'Lockstep: grade' grade ',
      "group": {"kind": "build", "isDefault": true}' ''
    printf '    ,\n'
    task 'Lockstep: watch' watch ',
      "isBackground": true' ',
        "background": {"activeOnStart": true, "beginsPattern": "( was saved| is gone| : enregistré| n\u0027existe plus)\\.$",
          "endsPattern": "(^Watching .* Ctrl-C ends|Fin : Ctrl-C)\\.$"}'
    cat <<END
    ,
    {
      "label": "Lockstep: compile this program",
      "type": "process",
      "command": "$grader",
      "args": ["cc", "-G", "\${file}", "-o", "\${fileDirname}/\${fileBasenameNoExtension}.debug"],
      "problemMatcher": "\$gcc"
    }
  ]
}
END
} >"$folder/.vscode/tasks.json" &&
    cat >"$folder/.vscode/launch.json" <<END &&
{
  "version": "0.2.0",
  "configurations": [
    {
      "name": "Lockstep: step through this program",
      "type": "lockstep",
      "request": "launch",
      "program": "\${fileDirname}/\${fileBasenameNoExtension}.debug",
      "preLaunchTask": "Lockstep: compile this program"
    }
  ]
}
END
    mkdir -p "$folder/.vscode/extensions/lockstep" &&
    cat >"$folder/.vscode/extensions/lockstep/package.json" <<END &&
{
  "name": "lockstep",
  "publisher": "lockstep",
  "version": "1.0.0",
  "engines": {"vscode": "^1.89.0"},
  "contributes": {
    "breakpoints": [{"language": "c"}, {"language": "cpp"}, {"language": "cuda-cpp"}],
    "debuggers": [{"type": "lockstep", "label": "Lockstep", "program": "$grader", "args": ["debug"]}]
  }
}
END

    printf '{\n  "recommendations": ["llvm-vs-code-extensions.vscode-clangd"]\n}\n' >"$folder/.vscode/extensions.json" || exit 2
