#!/usr/bin/env python3
"""Lays what the models of time predict beside what was measured (handouts/data): see predicted.sh."""
import csv
import json
import os
import subprocess
import sys

BUILD, WORK = os.environ["BUILD"], os.environ["WORK"]


def rows(path):
    with open(path) as file:
        return list(csv.DictReader(line for line in file if not line.startswith("#")))


def simt(words, environment=None, options=()):
    """The JSON report of a program that the machine runs."""
    path = f"{WORK}/report.json"
    command = [f"{BUILD}/lockstep", "simt", "--quiet", "--no-detect", "--json", path, *options, "--", *words]
    done = subprocess.run(command, env={**os.environ, **(environment or {})}, stdout=subprocess.DEVNULL,
                          stderr=subprocess.PIPE, text=True)
    if done.returncode != 0:
        sys.exit(f"predicted: {' '.join(command)}: {done.stderr}")
    with open(path) as file:
        return json.load(file)


def build(output, *words):
    subprocess.run([f"{BUILD}/lockstep", "cc", "-O2", *words, "-o", f"{WORK}/{output}"], check=True)
    return f"{WORK}/{output}"


def inside(report):
    """The modelled seconds in parallel regions, by threads: the program around them makes data."""
    return {row["threads"]: row["modelled_s"] - row["serial_s"] for row in report["model"]["threads"]}


class Errors:
    """Relative errors, and how many lie within a limit."""

    def __init__(self, limit):
        self.limit, self.all = limit, []

    def add(self, predicted, measured):
        self.all.append(abs(predicted / measured - 1))
        return "" if self.all[-1] <= self.limit else "  <--"

    def say(self, what):
        good = sum(error <= self.limit for error in self.all)
        print(f"{what}: {good} of {len(self.all)} within {100 * self.limit:.0f} %, "
              f"mean error {100 * sum(self.all) / len(self.all):.0f} %\n")


def histogram(out):
    """The histogram's three variants on 16 cores: speedup over the sequential one."""
    program = build("histogram", "-fopenmp", "-Isolutions/histogram-omp",
                    "grader/simt/model/tests/programs/histogram_main.c", "solutions/histogram-omp/histogram.c")
    measured = [row for row in rows("handouts/data/histogram-omp/speedup.csv") if row["flags"] == "-O2"]
    run, errors = 1 << 18, Errors(0.20)
    variants = sorted({row["exercise"] for row in measured} - {"sequential"})
    print("histogram-omp on 16 cores: speedup over the sequential version, by threads (least times of the runs)")
    least = {int(row["n"]): float(row["min_s"]) for row in measured if row["exercise"] == "sequential"}
    for n in sorted(least):
        small, scale = min(run, n), max(1, n // run)
        times = {}
        for variant in variants:
            report = simt([program, variant, str(small)], options=["--threads", "16", "--scale", str(scale)])
            times[variant] = inside(report)
        sequential = times["for_promotion_tab"][1]  # the same loop
        for row in measured:
            threads, variant = int(row["threads"]), row["exercise"]
            if int(row["n"]) != n or variant == "sequential":
                continue
            predicted, real = sequential / times[variant][threads], least[n] / float(row["min_s"])
            mark = errors.add(predicted, real) if threads > 1 and n >= 1 << 20 else ""
            print(f"  {n:9} {variant:25} {threads:3}  predicted {predicted:7.3f}  measured {real:7.3f}"
                  f"  {predicted / real:5.2f}{mark}")
            out.writerow(["histogram-omp", variant, n, threads, f"{predicted:.4g}", f"{real:.4g}"])
    errors.say("speedup of the histogram, 2 to 16 threads, from 2^20 bytes up")


def stencil(out):
    program = build("stencil", "-fopenmp", "-Isolutions/stencil", "grader/simt/model/tests/programs/stencil_main.c",
                    "solutions/stencil/stencil.c")
    errors = Errors(0.20)
    print("stencil on 16 cores: speedup of one step of 8192 x 4096 cells, by schedule and threads")
    times = {}
    for row in rows("handouts/data/stencil/schedules.csv"):
        schedule, threads = row["schedule"], int(row["threads"])
        if schedule not in times:
            report = simt([program, "2048", "256"], {"OMP_SCHEDULE": schedule.replace(" ", ",")},
                          ["--threads", "16", "--scale", "64"])
            times[schedule] = inside(report)
        predicted, real = times["static"][1] / times[schedule][threads], float(row["speedup"])
        mark = errors.add(predicted, real) if threads > 1 else ""
        print(f"  {schedule:12} {threads:3}  predicted {predicted:6.2f}  measured {real:6.2f}  {predicted / real:5.2f}{mark}")
        out.writerow(["stencil", schedule, 8192 * 4096, threads, f"{predicted:.4g}", f"{real:.4g}"])
    errors.say("speedup of the stencil's schedules, 2 to 16 threads")


def cpu():
    with open(f"{WORK}/cpu.csv", "w", newline="") as file:
        out = csv.writer(file)
        out.writerow(["lab", "what", "n", "threads", "predicted", "measured"])
        histogram(out)
        stencil(out)


PARTS = {"cpu": cpu}

if __name__ == "__main__":
    for name in sys.argv[1:] or PARTS:
        PARTS[name]()
