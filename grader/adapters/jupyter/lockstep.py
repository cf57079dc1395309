"""Lockstep in notebooks: %load_ext lockstep, then

    %lockstep_start LAB            the lab's skeleton, in a new cell
    %%lockstep LAB [EXERCISE]      grades the cell, which is the file that the lab asks for
    %lockstep_points LAB [EXERCISE]  the points of the last cells: in a test cell, nbgrader takes them as the cell's
    %lockstep_show LAB EXERCISE    a page that replays the check that fails, step by step
    %%cuda [ARGUMENTS…]            compiles the cell and runs it on the simulated GPU

The command `lockstep` is the one that LOCKSTEP names, or else the one that came with this file (make wheel), or else the
one on the PATH.
"""

import html
import json
import os
import pathlib
import shlex
import shutil
import subprocess
import tempfile

from IPython.core.error import UsageError
from IPython.core.magic import Magics, cell_magic, line_magic, magics_class
from IPython.display import display


KIT = pathlib.Path(__file__).parent / "kit"  # in a wheel: labs for students, and a grader that is built


def command():
    """The path of `lockstep`."""
    built = KIT / "build" / "lockstep"
    found = os.environ.get("LOCKSTEP") or (str(built) if built.exists() else shutil.which("lockstep"))
    if not found:
        raise UsageError("there is no command lockstep: `make install` brings it, or LOCKSTEP=/path/to/lockstep names it")
    return os.path.abspath(found)


def run(*words, **options):
    """What `lockstep WORDS…` prints and how it ends."""
    return subprocess.run([command(), *words], capture_output=True, text=True, check=False, **options)


def first_line(text):
    """The first line of an error, which says it all."""
    line = (text.strip().splitlines() or ["lockstep said nothing"])[0]
    return line.replace("OWN=1 (or LOCKSTEP_OWN_WORK=1)", "%env LOCKSTEP_OWN_WORK=1")


def show_page(page):
    """A page of its own under the cell: its style must not reach the notebook."""
    frame = f'<iframe srcdoc="{html.escape(page)}" style="width:100%;height:32em;border:0" title="Lockstep"></iframe>'
    display({"text/html": frame, "text/plain": "a page"}, raw=True)


def files_of(lab):
    """The names of the files that a lab's students hand in."""
    told = run("list", lab, "--files")
    if told.returncode != 0:
        raise UsageError(first_line(told.stderr))
    return told.stdout.split()


def skeletons(lab):
    """The folder of the lab's skeleton: beside the labs that `lockstep` reads."""
    told = run("list", lab, "--skeleton")
    if told.returncode != 0:
        raise UsageError(first_line(told.stderr))
    return pathlib.Path(told.stdout.strip())


@magics_class
class Lockstep(Magics):
    """The magics."""

    def __init__(self, shell):
        super().__init__(shell)
        self.cells = {}  # lab: file: the text of its last cell
        self.last = {}  # lab: the last cell, as reports name it

    @line_magic
    def lockstep_start(self, line):
        """%lockstep_start LAB [FILE]: the skeleton's file, in a new cell."""
        words = shlex.split(line)
        if not 1 <= len(words) <= 2:
            raise UsageError("%lockstep_start LAB [FILE]")
        name = words[1] if len(words) == 2 else files_of(words[0])[0]
        text = (skeletons(words[0]) / name).read_text()
        self.shell.set_next_input(f"%%lockstep {words[0]} --file {name}\n{text}")

    @cell_magic
    def lockstep(self, line, cell):
        """%%lockstep LAB [EXERCISE] [--file NAME]: grades the cell; other files of the lab are as their last cells had them."""
        words = shlex.split(line)
        name = None
        if "--file" in words[:-1]:
            at = words.index("--file")
            name = words[at + 1]
            del words[at : at + 2]
        if not 1 <= len(words) <= 2:
            raise UsageError("%%lockstep LAB [EXERCISE] [--file NAME]")
        lab, names = words[0], files_of(words[0])
        name = name or names[0]
        if name not in names:
            raise UsageError(f"{lab} asks for no file {name} (it asks for: {', '.join(names)})")
        self.cells.setdefault(lab, {})[name] = "\n" + cell  # the magic's line: the file has the cell's lines
        self.last[lab] = f"In [{self.shell.execution_count}]"
        show_page(self.report(words, "html"))

    @line_magic
    def lockstep_points(self, line):
        """%lockstep_points LAB [EXERCISE]: what the last cells earn; nbgrader's test cell, worth as much, gives as much."""
        words = shlex.split(line)
        if not 1 <= len(words) <= 2:
            raise UsageError("%lockstep_points LAB [EXERCISE]")
        return json.loads(self.report(words, "json"))["graded"]["earned"]

    @line_magic
    def lockstep_show(self, line):
        """%lockstep_show LAB EXERCISE [CHECK]: a page that replays the check that fails, as the last cells have the files."""
        words = shlex.split(line)
        if not 2 <= len(words) <= 3:
            raise UsageError("%lockstep_show LAB EXERCISE [CHECK]")
        with tempfile.TemporaryDirectory() as folder:
            page = pathlib.Path(folder) / "page.html"
            told = run("show", *words[:2], self.save(words[0], folder), "--out", str(page), *(["--check", words[2]] if words[2:] else []),
                       cwd=folder)
            if not page.exists():
                raise UsageError(first_line(told.stderr))
            replay = page.read_text()
        show_page(replay)

    def report(self, words, form):
        """The report on LAB [EXERCISE], as the last cells have the files."""
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "report"
            told = run("grade", words[0], self.save(words[0], folder), "--format", form, "--out", str(file),
                       *(["--exercise", words[1]] if words[1:] else []), cwd=folder)
            if not file.exists():
                raise UsageError(first_line(told.stderr))
            return file.read_text()

    def save(self, lab, folder):
        """Writes the lab's files, as their last cells or the skeleton have them, into a new folder there: its name."""
        name = self.last.get(lab, "notebook")
        (pathlib.Path(folder) / name).mkdir()
        for file in files_of(lab):
            text = self.cells.get(lab, {}).get(file)
            (pathlib.Path(folder) / name / file).write_text((skeletons(lab) / file).read_text() if text is None else text)
        return name

    @cell_magic
    def cuda(self, line, cell):
        """%%cuda [ARGUMENTS…]: the cell as a CUDA program, on the simulated GPU."""
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "cell.cu").write_text("\n" + cell)
            built = run("cc", "cell.cu", "-o", "cell", cwd=folder)
            print(built.stderr, end="")
            if built.returncode != 0:
                return
            done = run("simt", "--", "./cell", *shlex.split(line), cwd=folder)
            print(done.stdout, end="")
            print(done.stderr, end="")


def load_ipython_extension(shell):
    """Called by %load_ext. A wheel's grader installs what it needs, as `make grade` does, or says what is missing."""
    if (KIT / "build").exists():
        llvm = (KIT / "build" / "fits").read_text().split()[-1].split(".")[0]  # the clang that it was built with
        with subprocess.Popen(["scripts/setup.sh", "run"], cwd=KIT, stderr=subprocess.PIPE, text=True,
                              env={**os.environ, "LLVM": llvm, "BUILD": tempfile.gettempdir()}) as setup:
            for line in setup.stderr:
                print(line, end="", flush=True)
    shell.register_magics(Lockstep)
