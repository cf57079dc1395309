#!/usr/bin/python3
"""saves.py [--watch] [--rounds N] [--lab LAB]… [BUILD…]: what a save costs, from the file's last byte to the verdict.

For each lab a student's folder goes through the saves of an evening: a mistake, another try, the mistake fixed, a
comment, nothing, a file that does not compile. Each is graded as `make watch` grades it, by each BUILD (`build`, if none
is named) in turn, so that builds on a busy machine are compared fairly. A line each, medians of N rounds: seconds to
the first line that says what is wrong, seconds to the whole report, and seconds of processor time, compilers included.

With --watch the saves are those of a folder that scripts/watch.sh, beside each BUILD, watches on a terminal of its own:
the seconds then are those until the line, and the whole screen, are drawn.
"""
import argparse
import contextlib
import fcntl
import os
import pty
import resource
import select
import shutil
import signal
import statistics
import struct
import subprocess
import sys
import tempfile
import termios
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


class Watch:
    """scripts/watch.sh on a terminal of its own, over a folder that one evening's saves go to."""

    END = b"Ctrl-C ends.\r\n"

    def __init__(self, build, lab, given, scratch):
        build = os.path.abspath(build)
        tree = os.path.dirname(build)
        self.folder = os.path.join(scratch, "work", lab)
        shutil.copytree(given, self.folder)
        os.symlink(os.path.join(tree, "scripts"), os.path.join(scratch, "scripts"))
        settings = {"BUILD": build, "LAB": lab, "LOCKSTEP_LABS": os.path.join(tree, "labs"), "LC_ALL": "C.UTF-8"}
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            os.chdir(scratch)
            os.execve("scripts/watch.sh", ["watch.sh"], {**os.environ, **settings})
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 80, 0, 0))
        self.seconds()

    def processor(self):
        """Seconds of the shell and of all that it has waited for."""
        return sum(map(int, read(f"/proc/{self.process}/stat").rsplit(")", 1)[1].split()[11:15])) / os.sysconf("SC_CLK_TCK")

    def seconds(self):
        """Until a line appears below "Grading…", or the screen that is drawn over it, and until that screen ends."""
        said, first, begin = b"", None, time.monotonic()
        while self.END not in said:
            if not select.select([self.terminal], [], [], 120)[0]:
                sys.exit(f"saves: watch.sh is silent: {said.decode()}")
            said += os.read(self.terminal, 65536)
            if first is None and said.partition("Grading…".encode())[2].strip():
                first = time.monotonic() - begin
        return first, time.monotonic() - begin

    def end(self):
        os.kill(self.process, signal.SIGINT)
        with contextlib.suppress(OSError):
            while os.read(self.terminal, 65536):
                pass
        os.waitpid(self.process, 0)
        os.close(self.terminal)


    def save(self, folder):
        """Writes what has changed in the folder as editors do, in place. Seconds as those of grade()."""
        before = self.processor()
        for name in os.listdir(folder):
            text, path = read(os.path.join(folder, name)), os.path.join(self.folder, name)
            if read(path) != text:
                write(path, text)
        first, end = self.seconds()
        time.sleep(0.3)  # then the shell has waited for all, and waits for the next save
        return first, end, self.processor() - before


def graded(lab, builds, rounds, evening, scratch):
    """What each save costs when each build grades it: (save, number of the build, seconds)."""
    for turn in range(rounds):
        for save in SAVES:
            evening.save(save)
            for number, build in enumerate(builds):
                state = os.path.join(scratch, f"state{number}-{turn}")
                yield save, number, grade(build, lab, evening.work, state)


def watched(lab, builds, rounds, evening, scratch):
    """The same when each build watches."""
    for turn in range(rounds):
        evening.save("first")
        homes = (os.path.join(scratch, f"home{number}-{turn}") for number in range(len(builds)))
        watches = [Watch(build, lab, evening.work, home) for build, home in zip(builds, homes)]
        for save in SAVES[1:]:
            evening.save(save)
            for number, watch in enumerate(watches if save != "unchanged" else []):
                yield save, number, watch.save(evening.work)
        for watch in watches:
            watch.end()


def measure(lab, builds, rounds, way):
    times = {}
    with tempfile.TemporaryDirectory() as scratch:
        evening = Evening(lab, scratch)
        for save, number, taken in way(lab, builds, rounds, evening, scratch):
            times.setdefault((save, number), []).append(taken)
    for (save, number), taken in times.items():
        first, end, processor = (statistics.median(column) for column in zip(*taken))
        print(f"{lab},{save},{builds[number]},{first:.2f},{end:.2f},{processor:.2f}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--watch", action="store_true")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--lab", action="append", choices=sorted(MISTAKES))
    parser.add_argument("builds", nargs="*", default=["build"])
    options = parser.parse_args()
    print(f"# load: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    print("lab,save,build,first_line,report,processor")
    for lab in options.lab or sorted(MISTAKES):
        measure(lab, options.builds, options.rounds, watched if options.watch else graded)


if __name__ == "__main__":
    main()
