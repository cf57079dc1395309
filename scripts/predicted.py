#!/usr/bin/env python3
"""Lays what the models of time predict beside what was measured (handouts/data): see predicted.sh."""
import csv
import functools
import json
import os
import statistics
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


def middle(values):
    return sorted(values)[len(values) // 2]


def histogram(out):
    """The histogram's three variants on 16 cores: speedup over the sequential one, in the middle of 14 processes."""
    program = build("histogram", "-fopenmp", "-Isolutions/histogram-omp",
                    "grader/simt/model/tests/programs/histogram_main.c", "solutions/histogram-omp/histogram.c")
    took = {}
    for row in rows("handouts/data/histogram-omp/curves.csv"):
        key = row["what"], int(row["n"]), int(row["threads"])
        took.setdefault(key, {})[row["placement"], row["process"]] = float(row["median_s"])
    hosts = {}
    for row in rows("handouts/data/histogram-omp/hosts.csv"):
        hosts.setdefault((row["what"], int(row["n"]), int(row["threads"])), []).append(float(row["middle"]))
    run, errors, beside_hosts = 1 << 18, Errors(0.20), Errors(0.20)
    print("histogram-omp on 16 cores: speedup over the sequential version, by threads")
    for n in sorted({key[1] for key in took}):
        times = {}
        for variant in sorted({key[0] for key in took} - {"sequential"}):
            times[variant] = inside(simt([program, variant, str(run)], {"OMP_WAIT_POLICY": "passive"},
                                         ["--threads", "16", "--scale", str(n // run)]))
        sequential = times["for_promotion_tab"][1]  # as many increments; the model counts instructions, which no core waits for here
        for (variant, size, threads), real in sorted(took.items()):
            if size != n or variant == "sequential":
                continue
            beside = took["sequential", n, threads]
            speedups = [beside[process] / real[process] for process in real]
            predicted, measured = sequential / times[variant][threads], middle(speedups)
            mark = errors.add(predicted, measured) if threads > 1 else ""
            several = hosts[variant, n, threads]
            if threads > 1:
                beside_hosts.add(predicted, statistics.median(several))
            print(f"  {n:9} {variant:25} {threads:3}  predicted {predicted:7.3f}  measured {measured:7.3f}"
                  f"  {predicted / measured:5.2f}{mark}  (hosts: {min(several):.3g} to {max(several):.3g})")
            out.writerow(["histogram-omp", variant, n, threads, f"{predicted:.4g}", f"{measured:.4g}"])
    errors.say("speedup of the histogram, 2 to 16 threads, from 2^20 bytes up")
    beside_hosts.say("the same beside the middle of the hosts")


def stencil_schedules():
    """(schedule, threads) -> speedup over one thread with `static`: the middle of two programs, bound or free, of six processes each."""
    alone, speedups = {}, {}
    for row in rows("handouts/data/stencil/schedules-repeated.csv"):
        series = row["program"], row["placement"], row["waiting"]
        if (row["schedule"], row["threads"]) == ("static", "1"):
            alone[series] = float(row["median_ms"])
        key = row["schedule"], int(row["threads"])
        speedups.setdefault(key, []).append(alone[series] / float(row["median_ms"]))
    return {key: statistics.median(values) for key, values in speedups.items()}


def stencil(out):
    program = build("stencil", "-fopenmp", "-Isolutions/stencil", "grader/simt/model/tests/programs/stencil_main.c",
                    "solutions/stencil/stencil.c")
    errors = Errors(0.20)
    print("stencil on 16 cores: speedup of one step of 8192 x 4096 cells, by schedule and threads")
    times = {}
    for (schedule, threads), real in stencil_schedules().items():
        if schedule not in times:
            report = simt([program, "2048", "256"], {"OMP_SCHEDULE": schedule.replace(" ", ",")},
                          ["--threads", "16", "--scale", "64"])
            times[schedule] = inside(report)
        predicted = times["static"][1] / times[schedule][threads]
        mark = errors.add(predicted, real) if threads > 1 else ""
        print(f"  {schedule:12} {threads:3}  predicted {predicted:6.2f}  measured {real:6.2f}  {predicted / real:5.2f}{mark}")
        out.writerow(["stencil", schedule, 8192 * 4096, threads, f"{predicted:.4g}", f"{real:.4g}"])
    errors.say("speedup of the stencil's schedules, 2 to 16 threads")


def stdout_rows(words):
    """The lines `what, n, …, us` that a program prints on the modelled clock."""
    command = [f"{BUILD}/lockstep", "simt", "--quiet", "--no-detect", "--", *words]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if done.returncode != 0:
        sys.exit(f"predicted: {' '.join(command[:8])} …: {done.stderr}")
    return [line.split(",") for line in done.stdout.splitlines()]


def ladder(out):
    """Figures 8 to 10: each rung, and the granularity."""
    program = f"{WORK}/ladder"
    subprocess.run(["gcc", "-std=gnu17", "grader/simt/model/tests/programs/ladder.c", "-l:libOpenCL.so.1", "-o", program],
                   check=True)
    measured = {}
    for name in ("steps", "times"):
        for row in rows(f"handouts/data/reduction-ladder/{name}.csv"):
            if row["kernel"] in ("reduce_global_stride", "reduce_local_stride") or name == "steps":
                measured[row["kernel"], int(row["n"]), int(row["times"])] = float(row["median_us"])
    words = [str(word) for key in measured for word in key]
    predicted = {(line[0], int(line[1]), int(line[2])): float(line[3]) for line in stdout_rows(
        [program, "solutions/reduction-ladder/reduction.cl", "kernels/reduction_naive.cl", *words])}
    errors = Errors(0.25)
    print("reduction-ladder: each rung and granularity, microseconds")
    for key, real in measured.items():
        mark = errors.add(predicted[key], real)
        print(f"  {key[0]:24} {key[1]:9} times {key[2]:5}  predicted {predicted[key]:7.1f}  measured {real:7.1f}"
              f"  {predicted[key] / real:5.2f}{mark}")
        out.writerow(["reduction-ladder", key[0], key[1], key[2], f"{predicted[key]:.4g}", f"{real:.4g}"])
    errors.say("the ladder's launches")
    rungs = [key for key in measured if key[1] == 1 << 24 and key[2] in (1, 32)
             and not (key[0].endswith("stride") and key[2] == 1)]
    by_time = sorted(rungs, key=measured.get)
    pairs = [(a, b) for i, a in enumerate(by_time) for b in by_time[i + 1:] if measured[b] > 1.02 * measured[a]]
    print(f"  rungs at 2^24: {sum(predicted[a] < predicted[b] for a, b in pairs)} of {len(pairs)} pairs in the measured order")
    for kernel in ("reduce_global_stride", "reduce_local_stride"):
        for n in (1 << 20, 1 << 24):
            keys = [key for key in measured if key[:2] == (kernel, n)]
            best, guess = min(keys, key=measured.get), min(keys, key=predicted.get)
            print(f"  best times of {kernel} at {n}: predicted {guess[2]}, measured {best[2]}; "
                  f"the predicted one takes {100 * (measured[guess] / measured[best] - 1):.0f} % more than the best")
    print()


def crossover(first, second):
    """The least n from which `first` is faster than `second`, as both have it."""
    sizes = sorted(set(first) & set(second))
    wins = [n for n in sizes if all(first[m] < second[m] for m in sizes if m >= n)]
    return wins[0] if wins else None


def say_crossover(what, predicted, measured):
    near = predicted is not None and measured is not None and 0.5 <= predicted / measured <= 2
    print(f"  {what}: predicted {predicted}, measured {measured}{'' if near else '  <--'}")


def histogram_cuda(out):
    program = build("histogram_launches", "-Isolutions/histogram-cuda",
                    "grader/simt/model/tests/programs/histogram_launches.cu")
    sizes = [1 << e for e in (14, 15, 16, 17, 18, 19, 20, 22, 24)]
    predicted = {}
    for what, n, us in stdout_rows([program, "4096", *map(str, sizes)]):  # the first one starts the GPU
        predicted.setdefault(what, {})[int(n)] = float(us)
    real = {}
    for row in rows("handouts/data/histogram-cuda/crossover.csv"):
        name = f"cpu {row['threads']}" if row["where"] == "cpu" else {"gpu kernel": "gm"}.get(row["where"], row["where"])
        real.setdefault(name, {})[int(row["n"])] = float(row["median_us"])
    for row in rows("handouts/data/histogram-cuda/sizes.csv"):
        if row["data"] == "shuffled":
            real.setdefault(row["variant"], {})[int(row["n"])] = float(row["median_us"])
    errors = Errors(0.25)
    print("histogram-cuda, microseconds by events (counters set to zero first)")
    for what in ("gm", "gm_atomics", "gpu with copies"):
        for n in sorted(set(predicted[what]) & set(real[what])):
            p, m = predicted[what][n], real[what][n]
            mark = errors.add(p, m) if n >= 1 << 16 else ""
            print(f"  {what:16} {n:9}  predicted {p:8.1f}  measured {m:8.1f}  {p / m:5.2f}{mark}")
            out.writerow(["histogram-cuda", what, n, "", f"{p:.4g}", f"{m:.4g}"])
    errors.say("histogram-cuda from 2^16 up")
    say_crossover("GPU with its copies faster than one thread, from n on",
                  crossover(predicted["gpu with copies"], real["cpu 1"]), crossover(real["gpu with copies"], real["cpu 1"]))
    n = 1 << 24
    print(f"  MapMemory over pinned copies, byte by byte: predicted {predicted['MapMemory'][n] / predicted['pinned copy'][n]:.2f} "
          f"times (2^24), measured {10686.235 / 5223.788:.2f} times (2^28)\n")
    for what in ("MapMemory", "pinned copy"):
        for m in sizes:
            out.writerow(["histogram-cuda", what, m, "", f"{predicted[what][m]:.4g}", ""])


def minmax(out):
    program = build("minmax_launches", "-Isolutions/minmax-cuda", "grader/simt/model/tests/programs/minmax_launches.cu")
    sizes = [1 << e for e in (12, 13, 14, 15, 16, 17, 18, 20, 22)]
    predicted = {}
    for what, n, us in stdout_rows([program, "1024", *map(str, sizes)]):
        predicted.setdefault(what, {})[int(n)] = float(us)
    names = {"gpu two kernels with data there": "two kernels with data there", "cpu 1 thread": "cpu 1",
             "gpu two kernels with allocation and copy": "two kernels with copy"}
    real = {}
    for name in ("sizes", "crossover"):
        for row in rows(f"handouts/data/minmax-cuda/{name}.csv"):
            if row["data"] == "uniform":
                real.setdefault(names.get(row["variant"], row["variant"]), {})[int(row["n"])] = float(row["median_us"])
    errors = Errors(0.25)
    print("minmax-cuda, microseconds")
    for what in ("two kernels", "fused pass", "atomics", "two kernels with data there", "two kernels with copy"):
        for n in sorted(set(predicted[what]) & set(real[what])):
            p, m = predicted[what][n], real[what][n]
            mark = errors.add(p, m) if n >= 1 << 16 else ""
            print(f"  {what:28} {n:9}  predicted {p:8.1f}  measured {m:8.1f}  {p / m:5.2f}{mark}")
            out.writerow(["minmax-cuda", what, n, "", f"{p:.4g}", f"{m:.4g}"])
    errors.say("minmax-cuda from 2^16 up")
    say_crossover("GPU that has the data faster than one thread, from n on",
                  crossover(predicted["two kernels with data there"], real["cpu 1"]),
                  crossover(real["two kernels with data there"], real["cpu 1"]))
    print("  (the CPU's side of both crossovers is measured)\n")


def groups(out):
    """Work-groups of the sum, and the stencil's kernels."""
    program = f"{WORK}/groups"
    subprocess.run(["gcc", "-std=gnu17", "grader/simt/model/tests/programs/groups.c", "-l:libOpenCL.so.1", "-o", program], check=True)
    processes = {}
    for row in rows("handouts/data/sum-opencl/processes.csv"):
        processes.setdefault((int(row["n"]), int(row["work_group"])), []).append(float(row["kernel_us"]))
    real = {key: statistics.median(values) for key, values in processes.items()}
    sizes = (100000, 1000000, 2000000)
    predicted = {(int(line[1]), int(line[2])): float(line[3]) for line in stdout_rows(
        [program, "sum", "solutions/sum-opencl/sum.cl", *map(str, sizes)])}
    errors = Errors(0.25)
    print("sum-opencl: sum_groups by work-group, microseconds")
    for n in sizes:
        keys = sorted(key for key in predicted if key[0] == n)
        for key in keys:
            mark = errors.add(predicted[key], real[key])
            print(f"  n {n:9} group {key[1]:5}  predicted {predicted[key]:7.1f}  measured {real[key]:7.1f}"
                  f"  {predicted[key] / real[key]:5.2f}{mark}")
            out.writerow(["sum-opencl", "sum_groups", n, key[1], f"{predicted[key]:.4g}", f"{real[key]:.4g}"])
        best, guess = min(keys, key=real.get), min(keys, key=predicted.get)
        print(f"  best work-group at {n}: predicted {guess[1]}, measured {best[1]}; "
              f"the predicted one takes {100 * (real[guess] / real[best] - 1):.0f} % more than the best")
    errors.say("the sum's launches")
    predicted = {(line[0], line[2]): float(line[3]) for line in stdout_rows(
        [program, "stencil", "solutions/stencil/stencil.cl", "4096"])}
    real = {(row["kernel"], row["group"]): 1e3 * float(row["median_ms"]) for row in rows("handouts/data/stencil/kernels.csv")}
    errors = Errors(0.25)
    print("stencil: one step of 8192 x 4096 cells by kernel and work-group, microseconds")
    for key, p in predicted.items():
        mark = errors.add(p, real[key])
        print(f"  {key[0]:22} {key[1]:6}  predicted {p:7.1f}  measured {real[key]:7.1f}  {p / real[key]:5.2f}{mark}")
        out.writerow(["stencil", key[0], 8192 * 4096, "", f"{p:.4g}", f"{real[key]:.4g}"])
    best, guess = min(predicted, key=real.get), min(predicted, key=predicted.get)
    print(f"  best: predicted {guess}, measured {best}; the predicted one takes {100 * (real[guess] / real[best] - 1):.0f} % more than the best")
    errors.say("the stencil's kernels")


def twins(out):
    """The stencil's CUDA kernels; some make several steps."""
    program = build("stencil_launches", "grader/simt/model/tests/programs/stencil_launches.cu")
    real = {(row["kernel"], row["block"] + (f"/{row['steps']}" if row["kernel"] == "several steps" else "")): 1e3 * float(row["median_ms"])
            for row in rows("handouts/data/stencil/cuda.csv")}
    errors = Errors(0.25)
    print("stencil: the CUDA kernels by block, microseconds of a launch over 8192 x 4096 cells")
    for kernel, block, us in stdout_rows([program]):
        p, m = float(us), real[kernel, block]
        mark = errors.add(p, m)
        print(f"  {kernel:16} {block:12}  predicted {p:7.1f}  measured {m:7.1f}  {p / m:5.2f}{mark}")
        out.writerow(["stencil", kernel, 8192 * 4096, "", f"{p:.4g}", f"{m:.4g}"])
    errors.say("the stencil's CUDA kernels")


def labs():
    with open(f"{WORK}/labs.csv", "w", newline="") as file:
        out = csv.writer(file)
        out.writerow(["lab", "what", "n", "times", "predicted", "measured"])
        ladder(out)
        histogram_cuda(out)
        minmax(out)
        groups(out)
        twins(out)


# Sets of launches. The first served to make the model. Each other was predicted before it was measured, and then
# served to mend it.
SETS = ["open", "families", "held_out", "unseen", "blind", "sealed", "shapes", "afresh", "eighth", "ninth", "tenth", "eleventh", "twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth", "seventeenth", "eighteenth", "nineteenth", "twentieth", "twenty_first"]


def predict(name, options=()):
    """What the model says of each launch of a set."""
    program = build(name, f"grader/simt/model/tests/launches/{name}.cu")
    return [launch["modelled_us"] for launch in simt([program, "once"], options=options)["launches"]]


def score(name, measured, predicted):
    """A set's launches, and Kendall's tau over pairs more than a fifth apart."""
    real = [float(row["us"]) for row in measured]
    pairs = [(predicted[i] - predicted[j]) * (real[i] - real[j]) for i in range(len(real)) for j in range(i)
             if max(real[i], real[j]) > 1.2 * min(real[i], real[j])]
    tau = sum((pair > 0) - (pair < 0) for pair in pairs) / len(pairs)
    errors = Errors(0.25)
    for row, p, m in zip(measured, predicted, real, strict=True):
        mark = errors.add(p, m)
        print(f"  {row['name']:20} {row['n']:>8}  predicted {p:8.1f}  measured {m:8.1f}  {p / m:5.2f}{mark}")
    median = sorted(errors.all)[len(errors.all) // 2]
    errors.say(f"{name}: Kendall's tau {tau:.3f}, median error {100 * median:.0f} %")


def families(name):
    predicted, measured = predict(name), rows(f"handouts/data/model/{name}.csv")
    score(name, measured, predicted)
    with open(f"{WORK}/{name}.csv", "w", newline="") as file:
        out = csv.writer(file)
        out.writerow(["name", "n", "predicted", "measured"])
        for row, p in zip(measured, predicted):
            out.writerow([row["name"], row["n"], f"{p:.4g}", f"{float(row['us']):.4g}"])


def h100():
    """The sets that an H100 ran, too: of one GPU's constants, nine serve the other as published figures change them."""
    measured = {}
    for row in rows("handouts/data/model/h100.csv"):
        measured.setdefault(row["set"], []).append(row)
    for name, launches in measured.items():
        score(f"{name} on an H100", launches, predict(name, ["--profile", "h100"]))


def teams():
    """Programs of a course on OpenMP, predicted before they were measured: speedup over one thread."""
    program = build("teams", "-fopenmp", "grader/simt/model/tests/launches/teams.c")
    real = {}
    for row in rows("handouts/data/model/teams.csv"):
        real.setdefault((row["what"], int(row["threads"])), []).append(float(row["median_ms"]))
    parts = {"dot": 16, "triad": 16, "scan": 16, "pi": 16, "phases_large": 8, "sparse": 2, "locks": 4, "now_and_then": 4, "neighbours": 4}
    errors = Errors(0.20)
    with open(f"{WORK}/teams.csv", "w", newline="") as file:
        out = csv.writer(file)
        out.writerow(["what", "threads", "predicted", "measured"])
        for what in sorted({key[0] for key in real}):
            part = str(parts.get(what, 1))
            times = inside(simt([program, what, part], {"OMP_WAIT_POLICY": "passive"}, ["--threads", "16", "--scale", part]))
            for threads in (2, 4, 8, 16):
                predicted = times[1] / times[threads]
                measured = statistics.median(one / many for one, many in zip(real[what, 1], real[what, threads]))
                mark = errors.add(predicted, measured)
                print(f"  {what:20} {threads:3}  predicted {predicted:6.2f}  measured {measured:6.2f}  {predicted / measured:5.2f}{mark}")
                out.writerow([what, threads, f"{predicted:.4g}", f"{measured:.4g}"])
    errors.say("speedup of a course's programs, 2 to 16 threads")


def cpu():
    with open(f"{WORK}/cpu.csv", "w", newline="") as file:
        out = csv.writer(file)
        out.writerow(["lab", "what", "n", "threads", "predicted", "measured"])
        histogram(out)
        stencil(out)


def write(name, source, head, lines):
    """A small table for handouts/predicted.tex, with where it comes from."""
    with open(f"handouts/data/model/{name}.csv", "w") as file:
        file.write("# date: 2026-11-27\n# device: NVIDIA H200 (measured; where the labs' data say so, the cores beside it)\n"
                   f"# command: scripts/predicted.sh; scripts/predicted.sh sheet (predicted: modelled on the profiles h200 and xeon)\n"
                   f"# measured: {source}\n{head}\n")
        file.writelines(",".join(f"{value:.4g}" if isinstance(value, float) else str(value) for value in line) + "\n"
                        for line in lines)


def sheet():
    """The tables that handouts/predicted.tex draws, from what the other parts have left in $WORK."""
    launches = [row for name in SETS for row in rows(f"{WORK}/{name}.csv")]
    processor = rows(f"{WORK}/cpu.csv")
    labs = [row for row in rows(f"{WORK}/labs.csv") if row["measured"]]
    both = lambda row: (float(row["measured"]), float(row["predicted"]))
    write("all-families", "handouts/data/model/: " + ", ".join(f"{name}.csv" for name in SETS), "measured,predicted", map(both, launches))
    write("all-labs", "handouts/data/*/*.csv", "measured,predicted", map(both, labs))
    write("all-cpu", "handouts/data/histogram-omp/curves.csv, handouts/data/stencil/schedules-repeated.csv", "measured,predicted",
          [both(row) for row in processor if int(row["n"]) >= 1 << 20])
    write("all-teams", "handouts/data/model/teams.csv", "measured,predicted", map(both, rows(f"{WORK}/teams.csv")))
    names = ["reduce_naive", "reduce_divergence_free", "reduce_unrolled", "reduce_global_stride", "reduce_pcl"]
    rungs = {(row["what"], int(row["times"])): both(row) for row in labs if row["n"] == str(1 << 24) and row["times"]}
    write("ladder-steps", "handouts/data/reduction-ladder/steps.csv", "rung,measured,predicted",
          [(i + 1, *rungs[name, 1 if i < 3 else 32]) for i, name in enumerate(names)])
    for e in (20, 24):
        write(f"ladder-times-{e}", "handouts/data/reduction-ladder/times.csv", "times,measured,predicted",
              sorted((int(row["times"]), *both(row)) for row in labs
                     if row["what"] == "reduce_global_stride" and row["n"] == str(1 << e)))
    for lab, what, name, cpu in (("histogram-cuda", "gpu with copies", "histogram-crossover", ("where", "cpu", "1")),
                                 ("minmax-cuda", "two kernels with data there", "minmax-crossover", ("variant", "cpu 1 thread", None))):
        one = {int(row["n"]): float(row["median_us"]) for row in rows(f"handouts/data/{lab}/crossover.csv")
               if row[cpu[0]] == cpu[1] and cpu[2] in (None, row.get("threads"))}
        write(name, f"handouts/data/{lab}/crossover.csv", "n,cpu,measured,predicted",
              [(int(row["n"]), one[int(row["n"])], *both(row)) for row in labs
               if row["lab"] == lab and row["what"] == what and int(row["n"]) in one])
    mapped = {(row["what"], int(row["n"])): float(row["predicted"]) for row in rows(f"{WORK}/labs.csv")
              if row["what"] in ("MapMemory", "pinned copy")}
    real = {"MapMemory": 10686.235, "pinned copy": 5223.788}  # transfers.csv, byte by byte, 2^28 of them
    write("map-memory", "handouts/data/histogram-cuda/transfers.csv (2^28 bytes)", "way,measured,predicted",
          [(i + 1, real[way] / real["pinned copy"], mapped[way, 1 << 24] / mapped["pinned copy", 1 << 24])
           for i, way in enumerate(("pinned copy", "MapMemory"))])
    real = {(row["what"], int(row["n"])): float(row["value"]) for row in rows("handouts/data/model/probes.csv") if row["kind"] == "C"}
    write("map-memory-sizes", "handouts/data/model/probes.csv (gm mapped, gm pinned: a memset, the kernel, the results back)",
          "n,mapped,pinned,predicted_mapped,predicted_pinned",
          [(n, real["gm mapped", n], real["gm pinned", n], mapped["MapMemory", n], mapped["pinned copy", n])
           for way, n in sorted(mapped) if way == "MapMemory" and ("gm mapped", n) in real])
    split()


def split():
    """Seed 001: a step, the top rows on 16 threads, the rest on the GPU, both at a time."""
    cells = 8192 * 4096
    static = {int(row["threads"]): float(row["predicted"]) for row in rows(f"{WORK}/cpu.csv") if row["what"] == "static"}
    program = f"{WORK}/stencil"
    report = simt([program, "2048", "256"], {"OMP_SCHEDULE": "static"}, ["--threads", "16", "--scale", "64"])
    cpu = inside(report)[1] * 1e3 / static[16]
    step = [float(row["predicted"]) for row in rows(f"{WORK}/families.csv") if row["name"] == "jacobi" and row["n"] == "2048"]
    gpu = step[0] * 1e-3 * cells / 2048**2
    border = 2 * (6 + 8192 * 4 / 9.2e3) * 1e-3  # a row each way: copy_us and pageable_gbs of the h200
    lines = []
    for row in rows("handouts/data/stencil/split.csv"):
        part = int(row["cpu_rows"]) / 4096
        predicted = max(cpu * part, gpu * (1 - part)) + (border if 0 < part < 1 else 0)
        lines.append((int(row["cpu_rows"]), float(row["ms_per_step"]), predicted))
    write("split", "handouts/data/stencil/split.csv", "rows,measured,predicted", lines)


PARTS = {"cpu": cpu, "teams": teams, "labs": labs, "chains": functools.partial(families, "chains"), "stores": functools.partial(families, "stores"), "held": functools.partial(families, "held"), **{name: functools.partial(families, name) for name in SETS}, "h100": h100, "sheet": sheet}

if __name__ == "__main__":
    for name in sys.argv[1:] or PARTS:
        PARTS[name]()
