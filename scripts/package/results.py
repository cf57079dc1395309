#!/usr/bin/python3
"""make results: measures what RESULTS.md says, and writes its tables.

    scripts/package/results.py [--check] [PART...]        default: every part

First it lists the parts with what they need and how long they take. Each part replaces its rows in handouts/data/results.csv (its last
row says when, where and how), and the tables of RESULTS.md are made from that file, and from other measured data. A part that cannot run
here is named with what it needs, and keeps its rows. --check only compares RESULTS.md with the data.
"""
import csv
import datetime
import glob
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import textwrap
import time
from concurrent.futures import ThreadPoolExecutor

DATA, PAGE = "handouts/data/results.csv", "RESULTS.md"
BUILD = os.environ.get("BUILD", "build")
LOCKSTEP = os.path.abspath(os.environ.get("LOCKSTEP") or os.path.join(BUILD, "lockstep"))
CORES = len(os.sched_getaffinity(0))
SUITES = {"oclgrind": [("Oclgrind's tests", "")], "gpuverify": [("GPUVerify's testsuite", "")],
          "indigo3": [("Indigo3's sample in CUDA", "generatedCodes/CUDA"), ("Indigo3's sample in OpenMP", "generatedCodes/OMP")]}
SECRETS = int(os.environ.get("SECRETS") or 200)
LABS = sorted(os.path.basename(os.path.dirname(file)) for file in glob.glob("labs/*/lab.yaml"))
TSAN_RUNS, TSAN_THREADS, TSAN_SECONDS = 3, 4, 20


class Missing(Exception):
    """What a part needs and does not find here."""


def output(arguments, **options):
    return subprocess.run(arguments, capture_output=True, text=True, check=False, **options)


def llvm():
    with open(os.path.join(BUILD, "llvm"), encoding="utf-8") as file:
        return file.read().strip()


def last_line(text):
    return (text.strip().splitlines() or [""])[-1]


def score(told):
    """Rows of a race detector: told[name] is True, False or None (not built), and names end in -yes or -no."""
    truth, built = {name: name.endswith("-yes") for name in told}, [name for name in told if told[name] is not None]
    return {"told right": sum(told[name] == truth[name] for name in built), "races missed": sum(truth[name] and not told[name] for name in built),
            "false alarms": sum(told[name] and not truth[name] for name in built), "not built": len(told) - len(built)}


def sanitized(folder, work):
    """What ThreadSanitizer with Archer says of each program, and how many of its runs did not end in time."""
    clang, library = llvm() + "/bin/clang", llvm() + "/lib/libarcher.so"
    environment = {**os.environ, "OMP_NUM_THREADS": str(TSAN_THREADS), "OMP_TOOL_LIBRARIES": library,
                   "TSAN_OPTIONS": "ignore_noninstrumented_modules=1:halt_on_error=1"}
    flags = ["-fopenmp", "-fsanitize=thread", "-g", "-w", "-Wno-error=implicit-function-declaration", "-DPOLYBENCH_NO_FLUSH_CACHE",
             "-I" + folder, "-I" + folder + "/utilities"]
    if not os.path.exists(library) or output([clang, *flags, "-xc", "-", "-o", work + "/empty"], input="int main(void){return 0;}").returncode:
        raise Missing("clang's ThreadSanitizer and libarcher.so (apt-get install libclang-rt-19-dev libomp-19-dev)")

    def judge(source):
        name = os.path.basename(source)[:-2]
        program, told, late = os.path.join(work, name), False, 0
        more = glob.glob(folder + "/utilities/polybench.c") if "polybench" in open(source, encoding="utf-8", errors="replace").read() else []
        if output([clang, *flags, source, *more, "-lm", "-o", program]).returncode:
            return name, None, 0
        for run in range(TSAN_RUNS * (2 if "-var-" in name else 1)):
            if run >= TSAN_RUNS and told:
                break
            try:
                ran = output([program] + ["20000"] * (run >= TSAN_RUNS), timeout=TSAN_SECONDS, stdin=subprocess.DEVNULL, env=environment)
                told = told or "ThreadSanitizer: data race" in ran.stderr
            except subprocess.TimeoutExpired:
                late += 1
        return name, told, late

    with ThreadPoolExecutor(max(1, CORES // TSAN_THREADS)) as pool:
        judged = list(pool.map(judge, sorted(glob.glob(folder + "/DRB*.c"))))
    return {name: told for name, told, _ in judged}, sum(late for _, _, late in judged)


def suites(part):
    rows = []
    for title, under in SUITES[part]:
        judged = [(truth, verdict) for _, truth, verdict in suite(os.path.join(os.environ.get(part.upper(), "-"), under))]
        compared = [pair for pair in judged if pair[0] != "-" and pair[1] != "unbuilt"]
        errors, passes = ([verdict for truth, verdict in compared if (truth == "clean") == clean] for clean in (False, True))
        rows += [(title, column, value) for column, value in (
            ("programs", len(judged)), ("not compared", len(judged) - len(compared)),
            ("errors told", errors.count("error")), ("errors missed", len(errors) - errors.count("error")),
            ("passes clean", passes.count("clean") + passes.count("other")), ("passes accused", passes.count("error")))]
    return rows


def suite(folder):
    """Of each program of a suite: its name, what is true of it ("-": it is not compared), and what the machine says."""
    said = output(["grader/simt/tests/suites.sh", "--jobs", str(CORES), folder], env={**os.environ, "BUILD": BUILD}).stdout
    judged = re.findall(r"^(\S+) +(race|error|clean|-) +(race|error|clean|other|unbuilt)\b", said, re.M)
    if not judged:
        raise Missing(last_line(said).removeprefix("unavailable: "))
    return judged


def races():
    folder = os.environ.get("DATARACEBENCH", "-")
    folder += "" if glob.glob(folder + "/DRB*.c") else "/micro-benchmarks"
    if not glob.glob(folder + "/DRB*.c"):
        raise Missing(PARTS["races"][2])
    rows = []
    with tempfile.TemporaryDirectory() as work:
        theirs, late = sanitized(folder, work)
        judged = suite(folder)
        told = {name: None if found == "unbuilt" else found == "race" for name, _, found in judged}
        for tool, found in ("`lockstep simt`", told), ("ThreadSanitizer with Archer", theirs):
            rows += [(tool, column, value) for column, value in score(found).items()]
        rows.append(("ThreadSanitizer with Archer", f"runs stopped after {TSAN_SECONDS} s", late))
    missed = {kind: ", ".join(name[:6] for name, truth, found in judged if truth == "race" and found == kind) or "none" for kind in ("other", "clean")}
    return [*rows, ("", "missed", f"Races that `lockstep simt` misses: {missed['other']} (another finding), {missed['clean']} (no finding).")]


def labs():
    rows = []
    for lab in LABS:
        said = output([LOCKSTEP, "check", lab, "--secrets", str(SECRETS)]).stdout
        ended = re.search(r"# \S+: (\d+) of (\d+) rows change under (\d+) secrets", said)
        if not ended:
            raise Missing(f"a check of {lab} that ends: {last_line(said)}")
        rows += [(lab, column, ended[group]) for column, group in (("programs", 2), ("secrets", 3), ("verdicts that changed", 1))]
    return rows


def hostile():
    said = output(["grader/tests/hostile_test.sh"], env={**os.environ, "BUILD": BUILD, "LOCKSTEP": LOCKSTEP}).stdout
    told = re.findall(r"^(ok|not ok) \d+ - ([\w-]+/)?", said, re.M)
    runs = [result for result, folder in told if folder]
    if not runs:
        raise Missing("a grader that was built with its tests: " + last_line(said))
    return [("hostile programs", column, value) for column, value in (
        ("runs, some at each level of isolation", len(runs)), ("given the verdict due", runs.count("ok")),
        ("checks of what is left behind, and the like, that fail", told.count(("not ok", ""))))]


def times():
    said = output([sys.executable, "grader/simt/model/tests/score.py"], env={**os.environ, "LOCKSTEP": LOCKSTEP}).stdout
    found = re.search(r"(\d+) launches: tau ([\d.]+), mean error ([\d.]+) %, median ([\d.]+) %, off by more than two (\d+)", said)
    if not found:
        raise Missing("a model that predicts: " + last_line(said))
    rows = list(zip(["all"] * 5, ("launches", "Kendall's tau", "mean error, %", "median error, %", "off by more than two"), found.groups()))
    for name, n, predicted, taken in re.findall(r"^(\S+) +(\d+) +predicted +([\d.]+) +measured +([\d.]+) us", said, re.M)[-3:]:
        rows += [(f"worst: `{name}`, n = {n}", "predicted, µs", predicted), (f"worst: `{name}`, n = {n}", "measured, µs", taken)]
    return rows


def measured(file):
    """Rows of a CSV of handouts/data, below its comments."""
    with open("handouts/data/" + file, encoding="utf-8", newline="") as opened:
        return list(csv.DictReader(line for line in opened if not line.startswith("#")))


def counters():
    rows = []
    for lab, same in (("minmax-cuda", lambda row: row["equal"] == "yes"), ("stencil", lambda row: row["h200"] == row["simulated"])):
        data = measured(lab + "/counters.csv")
        rows += [(lab + "'s kernels", "counts", len(data)), (lab + "'s kernels", "the same", sum(map(same, data)))]
    return rows


def sanitizer():
    """Programs of the machine's own tests beside compute-sanitizer's four tools. A program is right if nothing is reported of it."""
    rows, cases = [], {}
    with open("grader/simt/tests/hardware/sanitizer.csv", encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            name, start = row["program"].removesuffix("_fixed"), "/* FIXED: simt" if row["program"].endswith("_fixed") else "/* simt"
            with open(f"grader/simt/tests/{name}.cu", encoding="utf-8") as source:
                right = source.read().split(start)[1].split("*/")[0].rstrip().endswith("\n--\nstatus 0")
            cases.setdefault(name.split("/")[0], []).append((right, any(row[tool] != "no" for tool in ("memcheck", "racecheck", "initcheck", "synccheck"))))
    for kind, mine in sorted(cases.items()):
        for title, column, right in ("wrong", "compute-sanitizer tells", False), ("right", "compute-sanitizer blames", True):
            rows += [(title, kind, sum(case[0] == right for case in mine)), (column, kind, sum(case == (right, True) for case in mine))]
    return rows


def peers():
    """The solutions beside NVIDIA's CUB, one launch at a time and many in a row, from what the labs' bench programs measured."""
    rows, ways = [], (("one launch", {"launches": "1", "clock": "event alone"}), ("in a row", {"launches": "20", "clock": "host"}))
    for title, file, ours, theirs in (
            ("histogram", "histogram-cuda/peers.csv", "conflict_free", "cub"),
            ("min/max", "minmax-cuda/peers.csv", "fused pass", "cub one pass own operator"),
            ("sum", "reduction-ladder/peers.csv", "pcl cuda", "cub")):
        data = measured(file)
        for power in (10, 16, 20, 24, 28):
            for way, only in ways:
                mine, other = (next(float(row["median_us"]) for row in data if row["variant"] == variant and row["n"] == str(1 << power)
                                    and all(row.get(key, value) == value for key, value in only.items())) for variant in (ours, theirs))
                rows.append((f"2^{power}", f"{title}, {way}", f"{mine:.1f} / {other:.1f}"))
    return rows


def seconds(arguments):
    """Of a command: the median of three runs, and what the last one says."""
    taken = []
    for _ in range(3):
        begun = time.monotonic()
        said = output(arguments).stdout
        taken.append(time.monotonic() - begun)
    return f"{sorted(taken)[1]:.1f}", said


def grades():
    """A save: as `make watch` grades, which knows the last result, each time with a function more."""
    rows = []
    for lab in LABS:
        taken, said = seconds([LOCKSTEP, "grade", lab, "solutions/" + lab])
        points = re.search(r"Score (\d+) / (\d+)", said)
        with tempfile.TemporaryDirectory() as folder:
            work = shutil.copytree("solutions/" + lab, folder + "/work")
            source = next(name for name in sorted(os.listdir(work)) if name.endswith((".c", ".cu")))
            save = f'echo "int number_$RANDOM(void);" >>{work}/{source}; {LOCKSTEP} grade {lab} {work} --early --kept {folder}/kept ' \
                   f"--since {folder}/last"
            saved, _ = seconds(["bash", "-c", save])
        rows += [(lab, "points of the solution", points[1] if points else "none"), (lab, "seconds of a grade, median of 3", taken),
                 (lab, "seconds after a save, median of 3", saved)]
    return rows


def class200():
    """Solutions, skeletons and known-wrong programs of 200 made-up students of histogram-omp."""
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:2])
    with tempfile.TemporaryDirectory() as folder:
        output([sys.executable, "grader/roster/bench/make_class.py", "histogram-omp", folder + "/in", os.environ.get("COUNT", "200")])
        begun = time.monotonic()
        said = output([LOCKSTEP, "class", "histogram-omp", folder + "/in", "--out", folder + "/out"]).stderr
        taken = time.monotonic() - begun
        if not os.path.exists(folder + "/out/gradebook.csv"):
            raise Missing("a class that is graded: " + last_line(said))
        with open(folder + "/out/gradebook.csv", encoding="utf-8") as book:
            graded = len(list(csv.DictReader(book)))
    return [("histogram-omp", "submissions", graded), ("histogram-omp", "seconds on two processors", round(taken))]


def speed():
    rows, said = [], output(["bash", "grader/simt/bench/bench.sh"], env={**os.environ, "LOCKSTEP": LOCKSTEP}).stdout
    columns = ("machine, all detectors and counters", "machine, none", "Oclgrind, races", "Oclgrind, races and unset values", "PoCL")
    for name, n, *times in re.findall(r"^(\w+) +(\d+)" + r" +([\d.]+)" * len(columns) + "$", said, re.M):
        rows += [(f"{name} of 2^{int(n).bit_length() - 1}", column + ", ms", taken) for column, taken in zip(columns, times)]
    if not rows or re.search("wrong|unavailable", said):
        raise Missing(PARTS["speed"][2])
    return rows


# Each part with the minutes of a processor that it took (2.1 GHz), and with what it needs beside the grader.
PARTS = {
    "times": (times, 1, ""),
    "grades": (grades, 2, ""),
    "hostile": (hostile, 5, ""),
    "class": (class200, 6, ""),
    "speed": (speed, 7, "oclgrind, pocl-opencl-icd, opencl-headers and ocl-icd-opencl-dev (apt-get)"),
    "races": (races, 20, "DATARACEBENCH=FOLDER, a copy of github.com/LLNL/dataracebench, and clang's ThreadSanitizer with Archer"),
    "oclgrind": (suites, 1, "OCLGRIND=FOLDER, a copy of github.com/jrprice/Oclgrind"),
    "gpuverify": (suites, 10, "GPUVERIFY=FOLDER, a copy of github.com/mc-imperial/gpuverify"),
    "indigo3": (suites, 10, "INDIGO3=FOLDER, a copy of github.com/burtscher/Indigo3Suite with generatedCodes, made with bug: {all}"),
    "labs": (labs, 4 * SECRETS, "time: SECRETS=5 takes as many of the usual 200 secrets")}
# A part's last row, as where() writes it: when and with what, the suite's commit, the machine, the part.
WHERE = re.compile(r"(\S+; [^;]*?)(?:, the suite of (commit \w+))?(; [^;]*): `make results PART=(\w+)`\.")
# What other data say, which name where it was measured.
QUOTED = {"counters": counters, "peers": peers, "sanitizer": sanitizer}


def where(part):
    """Date, machine and tools of a measurement, one line."""
    version = output([LOCKSTEP, "--version"]).stdout.split("\n")[0]
    system = re.search(r'PRETTY_NAME="([^"]*)"', open("/etc/os-release", encoding="utf-8").read())[1]
    processor = re.search(r"model name\s*: (.*)", open("/proc/cpuinfo", encoding="utf-8").read())
    clang = re.search(r"version ([\d.]+)", output([llvm() + "/bin/clang", "--version"]).stdout)[1]
    folder = os.environ.get("DATARACEBENCH" if part == "races" else part.upper())
    commit = folder and output(["git", "-C", folder, "rev-parse", "--short", "HEAD"]).stdout.strip()
    return f"{datetime.date.today()}; {version}, clang {clang}{', the suite of commit ' + commit if commit else ''}; {system}, " \
           f"{CORES} of {os.cpu_count()} processors, {processor[1] if processor else os.uname().machine}: `make results PART={part}`."


def read():
    with open(DATA, encoding="utf-8", newline="") as file:
        return list(csv.reader(file))[1:]


def table(parts, rows):
    """The rows of these parts as a table of Markdown, and what is said of them. A row alone is a line of text, and so
    are rows of two numbers or without the first column."""
    cells, said = {}, [row[3] for row in rows if row[0] in parts and not row[1]]
    for _, name, column, value in (row for part in parts for row in rows if row[0] == part and row[1]):
        cells.setdefault(name, {})[column] = value
    columns = list(dict.fromkeys(column for row in cells.values() for column in row))
    if len(columns) == 1:
        cells, columns = {columns[0]: {name: row[columns[0]] for name, row in cells.items()}}, list(cells)
    full = [name for name, row in cells.items() if columns[0] in row]
    alone = [name for name in cells if len(full) == 1 or len(columns) == 2 or name not in full]
    columns = [column for column in columns if any(column in row for name, row in cells.items() if name not in alone)]
    lines = ["| | " + " | ".join(columns) + " |", "|---" * (len(columns) + 1) + "|"] if columns else []
    lines += ["| " + " | ".join([name] + [row.get(column, "") for column in columns]) + " |" for name, row in cells.items() if name not in alone]
    texts = [f"{name[0].upper() + name[1:]}: {'; '.join(': '.join(cell) for cell in cells[name].items())}." for name in alone]
    texts += [text for text in said if not WHERE.fullmatch(text)]
    lines += [""] if columns and texts else []
    return "\n".join(lines + [textwrap.fill(text, 120, break_on_hyphens=False) for text in texts])


def machines(rows):
    """The parts of each date, version and machine."""
    places = {}
    for found in filter(None, (WHERE.fullmatch(row[3]) for row in rows)):
        places.setdefault(re.sub(r" ?\(\w+\)| GNU/Linux", "", found[1] + found[3]), []).append(found[4] + f" ({found[2]})" * bool(found[2]))
    return "\n".join(textwrap.fill(f"{', '.join(parts)}: {place}.", 120) for place, parts in places.items())


def page():
    rows = read()
    for part, quote in QUOTED.items():
        rows += [[part, *map(str, row)] for row in quote()]
    with open(PAGE, encoding="utf-8") as file:
        text = file.read()
    return re.sub(r"(<!-- ([\w ]+) -->\n).*?(<!-- end -->)", lambda found: found[1] + (
        machines(rows) if found[2] == "machines" else table(found[2].split(), rows)) + "\n" + found[3], text, flags=re.S)


def write(part, made):
    """Puts a part's rows in place of its last ones, here and on the page. The suites share a table."""
    table_name = "suites" if part in SUITES else part
    mine = {name for name, _, _ in made} if part in SUITES else None
    made = [[table_name, *row] for row in [*made, ("", part, where(part))]]
    rows = [row for row in read() if row[0] != table_name or mine and row[1] not in mine and row[1:3] != ["", part]] + made
    with open(DATA, "w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([["table", "row", "column", "value"], *rows])
    write_page()


def write_page():
    text = page()
    with open(PAGE, "w", encoding="utf-8") as file:
        file.write(text)


def main():
    words = sys.argv[1:]
    if "--check" in words:
        with open(PAGE, encoding="utf-8") as file:
            sys.exit(0 if file.read() == page() else f"{PAGE}: its tables are not those of {DATA}: make results PART=none writes them")
    absent = 0
    if not words:
        print("Part, minutes of one processor, and what it needs:")
        for part, (_, minutes, needs) in PARTS.items():
            print(f"  {part:<10}{minutes:>4}  {needs}".rstrip())
    for part in [word for word in words if word != "none"] or (PARTS if not words else []):
        try:
            if part not in PARTS:
                raise Missing("one of " + ", ".join(PARTS))
            print(f"{part} …", flush=True)
            begun, used = time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN)
            made = PARTS[part][0](*[part] * (part in SUITES))
            now = resource.getrusage(resource.RUSAGE_CHILDREN)
            processor = now.ru_utime + now.ru_stime - used.ru_utime - used.ru_stime
            print(f"{part}: {time.monotonic() - begun:.0f} s, {processor:.0f} s of a processor", flush=True)
            write(part, made)
        except Missing as missing:
            absent += 1
            print(f"{part}: left out, for it needs {missing}", flush=True)
    write_page()
    sys.exit(1 if absent else 0)


main()
