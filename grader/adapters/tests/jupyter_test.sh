#!/bin/bash
# test: once
# A notebook is run as Jupyter runs one, with the wheel of make wheel: a lab is graded in a cell, a CUDA program runs in another.
. grader/tests/tap.sh
export BUILD=${BUILD:-build}
unset LOCKSTEP
python=/usr/bin/python3 # Debian's, which has Debian's modules
if ! "$python" -c 'import nbclient, ipykernel, wheel, pip' 2>/dev/null; then
    skip 'a notebook' 'a module is not here (packages python3-nbclient, -ipykernel, -pip, -setuptools, -wheel)'
    tap_end
    exit
fi
make_scratch
made=$(LAB=histogram-omp OUT=$scratch/made scripts/package/wheel.sh 2>"$scratch/said") || { cat "$scratch/said" && exit 1; }
"$python" -m pip install -q --no-index --no-deps --target "$scratch/site" "$made" >"$scratch/said" 2>&1 || cat "$scratch/said"
export PYTHONPATH=$scratch/site HOME=$scratch IPYTHONDIR=$scratch JUPYTER_RUNTIME_DIR=$scratch JUPYTER_DATA_DIR=$scratch
"$python" -m ipykernel install --prefix "$scratch" >/dev/null 2>&1
export JUPYTER_PATH=$scratch/share/jupyter
cat >"$scratch/notebook.py" <<'END'
import sys
import zipfile
import nbclient
import nbformat

solution = open("solutions/histogram-omp/histogram.c").read()
line = solution.splitlines().index("#pragma omp atomic") + 3  # of the statement, below the cell's magic
program = """#include <cstdio>
__global__ void twice(int *x) { x[threadIdx.x] *= 2; }
int main() {
    int h[2] = {20, 21}, *d;
    cudaMalloc(&d, sizeof h);
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    twice<<<1, 2>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    cudaFree(d);
    printf("%d\\n", h[1]);
}
"""
cells = ["%load_ext lockstep", "%%lockstep histogram-omp sequential\n" + solution, "%%cuda\n" + program,
         "%%lockstep histogram-omp nothing\n" + solution, "%%lockstep sorting\nint x;", "%lockstep_start histogram-omp",
         "%%lockstep histogram-omp for_atomic\n" + solution.replace("#pragma omp atomic", ""), "%lockstep_show histogram-omp for_atomic",
         "%lockstep_points histogram-omp sequential", "%lockstep_points histogram-omp for_atomic"]
book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(c) for c in cells],
                                metadata={"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}})
nbclient.NotebookClient(book, timeout=300, kernel_name="python3", allow_errors=True).execute()

def told(cell):
    """All that stands under the cell."""
    return "".join(o.get("text", "") + o.get("data", {}).get("text/html", "") + "".join(o.get("traceback", [])) for o in book.cells[cell].outputs)

checks = {
    "a lab is graded in a cell": "15 / 15" in told(1) and "<iframe" in told(1),
    "a program runs, and its counters stand below": "42" in told(2) and "kernel twice" in told(2),
    "an exercise that is not there": "no exercise" in told(3),
    "a lab that is not there": "no lab" in told(4),
    "the skeleton comes in a new cell": book.cells[5].metadata is not None and not told(5),
    "a race is reported, with the number of the cell and of its line":
        "race" in told(6) and "In [7]" in told(6) and f"histogram.c:{line}" in told(6) and "/tmp" not in told(6),
    "and replayed in a page": "<iframe" in told(7) and "race" in told(7),
    # nbgrader: a test cell's result that is a number, and nothing on standard error
    "points are a cell's result": [(o.output_type, o.data["text/plain"]) for o in book.cells[8].outputs] == [("execute_result", "15.0")],
    "… and fewer where a check fails": [float(o.data["text/plain"]) for o in book.cells[9].outputs] < [20.0],
    "the wheel has no time of its making": {f.date_time for f in zipfile.ZipFile(sys.argv[1]).infolist()} == {(2026, 1, 1, 0, 0, 0)},
}
for number, (name, good) in enumerate(checks.items(), 1):
    print("ok" if good else "not ok", number, "-", name)
    if not good and number < len(checks):
        print("# " + told(number)[-600:].replace("\n", "\n# "))
print(f"1..{len(checks)}")
sys.exit(not all(checks.values()))
END
"$python" "$scratch/notebook.py" "$made" 2>/dev/null
