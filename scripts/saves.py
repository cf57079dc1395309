#!/usr/bin/python3
"""saves.py [--rounds N] [--lab LAB]… [BUILD…]: what a save costs, from the file's last byte to the verdict.

For each lab a student's folder goes through the saves of an evening: a mistake, another try, the mistake fixed, a
comment, nothing, a file that does not compile. Each is graded as `make watch` grades it, by each BUILD (`build`, if none
is named) in turn, so that builds on a busy machine are compared fairly. A line each, medians of N rounds: seconds to
the first line that says what is wrong, seconds to the whole report, and seconds of processor time, compilers included.
"""
import argparse
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

import yaml

# The mistake of each lab: one of its known-wrong programs, which changes one function.
MISTAKES = {
    "first-steps": "private-total",
    "histogram-cuda": "whole-rounds-only",
    "histogram-omp": "result-not-zeroed",
    "minmax-cuda": "zero-is-neutral",
    "reduction-ladder": "pieces-overlap",
    "stencil": "one-weight-for-all",
    "sum-opencl": "counts-one-partial-sum-less",
}
SAVES = ["first", "breaks one function", "another try", "fixes it", "comment only", "unchanged", "syntax error"]


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def write(path, text):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


class Evening:
    """A student's folder, and what each save leaves in the file that the mistake is in."""

    def __init__(self, lab, scratch):
        self.lab, self.work = lab, os.path.join(scratch, "work")
        mutants = yaml.safe_load(read(f"labs/{lab}/mutants.yaml"))["mutants"]
        edit = next(one for one in mutants if one["name"] == MISTAKES[lab])["edits"][0]
        shutil.copytree(f"solutions/{lab}", self.work)
        self.path = os.path.join(self.work, edit["file"])
        self.right = read(self.path)
        if self.right.count(edit["find"]) != 1:
            sys.exit(f"saves: {lab}: the mistake's text does not occur once")
        self.place = self.right.index(edit["find"])
        self.wrong = self.right.replace(edit["find"], edit["replace"])

    def save(self, kind):
        brace = self.right.rindex("\n{\n", 0, self.place) if "\n{\n" in self.right[: self.place] else -1
        if brace < 0:
            brace = self.right.rindex("{\n", 0, self.place) - 1
        texts = {
            "first": self.right,
            "breaks one function": self.wrong,
            "another try": self.wrong[: self.place] + "/* again */ " + self.wrong[self.place :],
            "fixes it": self.right[: self.place] + "/* fixed */ " + self.right[self.place :],
            "comment only": self.right[: self.place] + "/* fixed */ " + self.right[self.place :] + "/* seen */\n",
            "syntax error": self.right[: brace + 3] + "    int oops = ;\n" + self.right[brace + 3 :],
        }
        if kind in texts:
            write(self.path, texts[kind])


def grade(build, lab, work, state):
    """Seconds to the first line, to the end, and of processor time."""
    command = [os.path.join(build, "lockstep"), "grade", lab, work, "--early", "--kept", state + ".kept", "--since", state + ".last"]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    begin = time.monotonic()
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as process:
        line = process.stdout.readline()
        first = time.monotonic() - begin
        process.stdout.read()
    end = time.monotonic() - begin
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if process.returncode not in (0, 1):
        sys.exit(f"saves: {' '.join(command)}: {line.decode().strip()}")
    return first, end, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def measure(lab, builds, rounds, saves):
    times = {}
    with tempfile.TemporaryDirectory() as scratch:
        evening = Evening(lab, scratch)
        for turn in range(rounds):
            for save in SAVES:
                evening.save(save)
                for number, build in enumerate(builds):
                    state = os.path.join(scratch, f"state{number}-{turn}")
                    taken = grade(build, lab, evening.work, state)
                    times.setdefault((save, number), []).append(taken)
    for save in saves:
        for number, build in enumerate(builds):
            first, end, processor = (statistics.median(column) for column in zip(*times[save, number]))
            print(f"{lab},{save},{build},{first:.2f},{end:.2f},{processor:.2f}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--lab", action="append", choices=sorted(MISTAKES))
    parser.add_argument("builds", nargs="*", default=["build"])
    options = parser.parse_args()
    print(f"# load: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    print("lab,save,build,first_line,report,processor")
    for lab in options.lab or sorted(MISTAKES):
        measure(lab, options.builds, options.rounds, SAVES)


if __name__ == "__main__":
    main()
