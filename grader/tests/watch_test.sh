#!/bin/bash
# test: once
# make watch on a terminal: the screen, saves in several steps, a terminal that changes its size, and Ctrl-C.
. grader/tests/tap.sh
: "${BUILD:=build}"
root=$PWD
make_scratch
ln -s "$root/scripts" "$scratch/scripts"
BUILD=$(realpath "$BUILD")
export BUILD LOCKSTEP_LABS=$root/grader/tests/extra/labs LAB=dot-product TMPDIR=$scratch/temporary LC_ALL=C.UTF-8
mkdir -p "$scratch/work" && mkdir -m 755 "$TMPDIR"
cp -r "$root/grader/tests/extra/skeletons/dot-product" "$scratch/work/"
cp "$root/grader/tests/extra/solutions/dot-product/dot.c" "$scratch/"
cat >"$scratch/endless.c" <<'END'
#include "dot.h"
void dot_sequential(const uint32_t *left, const uint32_t *right, size_t n, uint64_t *result) {
    for (volatile int turning = 1; turning;) {
    }
    (void)left, (void)right, (void)n, (void)result;
}
END
cd "$scratch" || exit 1

# Prints a line each: 0 or 1, and what was tried.
cat >play.py <<'END'
import fcntl, os, pty, re, select, shutil, struct, subprocess, sys, termios, time

FILE = "work/dot-product/dot.c"
master, slave = pty.openpty()


def size(rows, columns):
    fcntl.ioctl(master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))


def own_terminal():
    os.setsid()
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


size(14, 44)
before = termios.tcgetattr(slave)
watcher = subprocess.Popen(["scripts/watch.sh"], stdin=slave, stdout=slave, stderr=slave, preexec_fn=own_terminal)
seen = ""


def read(seconds):
    global seen
    if select.select([master], [], [], seconds)[0]:
        seen += os.read(master, 65536).decode(errors="replace")


def until(what, seconds=300):
    """Everything up to what matches, which must not have been read yet."""
    global seen
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        found = re.search(what, seen)
        if found:
            said, seen = seen[: found.end()], seen[found.end() :]
            return said
        read(0.1)
        if watcher.poll() is not None and not select.select([master], [], [], 0.3)[0]:
            break
    return None


def quiet(seconds):
    """What is said in so many seconds."""
    global seen
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        read(0.1)
    said, seen = seen, ""
    return said


def tell(good, name):
    print(0 if good else 1, name)
    if not good:
        print(name, repr(said), repr(seen), file=sys.stderr)


def screen(said):
    last = said.rsplit("\033[2J", 1)[-1]
    return re.sub(r"\033\[[0-9;]*[A-Za-z]", "", last).rstrip("\r\n").split("\r\n")


def rows(said, columns):
    lines = screen(said)
    return sum(max(1, -(-len(line) // columns)) for line in lines)


def descendants(pid):
    found = []
    for thread in os.listdir(f"/proc/{pid}/task"):
        with open(f"/proc/{pid}/task/{thread}/children") as file:
            for child in file.read().split():
                try:
                    found += [int(child), *descendants(child)]
                except OSError:
                    pass
    return found


def alive(pid):
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


said = until(r"Ctrl-C ends.\r\n")
tell(said is not None and rows(said, 44) <= 14, "the screen fits a small terminal")
tell(said is not None and "shows the rest" in said, "what does not fit is told")
report = screen(said or "")[:-3]  # without what watch adds
tell(max(map(len, report)) <= 44, "no line of the report is wider than a small terminal")

size(30, 100)
said = until(r"Ctrl-C ends.\r\n", 20)
tell(said is not None and "Grading" not in said and "Score" in said, "a larger terminal shows more, and nothing is graded")

with open(FILE, "a") as file:
    file.write("\n")
until(r"Ctrl-C ends.\r\n")
size(30, 42)
said = until(r"Ctrl-C ends.\r\n", 20)
lines = screen(said or "")[:-3]
tell(len(lines) > 3 and max(map(len, lines)) <= 42, "lines are broken at blanks where the terminal became narrower")
size(30, 100)
until(r"Ctrl-C ends.\r\n", 20)

os.rename(FILE, FILE + ".old")
time.sleep(0.4)
shutil.copy("dot.c", FILE)
said = until(r"Ctrl-C ends.\r\n")
tell(said is not None and "dot.c was saved." in said, "a file that is moved away and written anew was saved")
tell(said is not None and "gone" not in said and "Score 8 / 8" in said, "nobody is told that it is not there")
said = quiet(1.5)
tell(said == "", "it is graded once")

os.remove(FILE)
said = until(r"Ctrl-C ends.\r\n")
tell(said is not None and "dot.c is gone." in said and "not in the submission" in said, "a file that stays away is told")

shutil.copy("endless.c", FILE)
begun = until("Grading")
inside = []
for _ in range(3000):
    inside = descendants(watcher.pid)
    if any(os.path.exists(f"/proc/{pid}/exe") and os.readlink(f"/proc/{pid}/exe").startswith("/box/") for pid in inside):
        break
    time.sleep(0.1)
os.write(master, b"\x03")
status = None
for _ in range(100):
    read(0.1)
    status = watcher.poll()
    if status is not None:
        break
while select.select([master], [], [], 0.3)[0]:
    read(0)
tell(status == 0, f"Ctrl-C in the middle of a grading ends it (status {status})")
for _ in range(100):
    if not any(alive(pid) for pid in inside):
        break
    time.sleep(0.1)
tell(inside and not any(alive(pid) for pid in inside), "no process is left")
tell(os.listdir(os.environ["TMPDIR"]) == [], f"no file is left: {os.listdir(os.environ['TMPDIR'])}")
tell(seen.endswith("\n"), "the next prompt begins a line")
tell(termios.tcgetattr(slave) == before, "the terminal is as it was")
END
python3 play.py >played 2>trouble
while read -r status name; do
    ok "$status" "$name"
done <played
[ "$(wc -l <played)" -eq 14 ]
ok $? 'the play came to its end' || sed 's/^/# /' trouble
[ ! -s trouble ] || sed 's/^/# /' trouble
tap_end
