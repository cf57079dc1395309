#!/usr/bin/python3
"""make_class.py LAB FOLDER COUNT: a class as large as one likes, for measuring and showing: a lab's solution, its skeleton
and the edits of its variants/ by turns, each file with a comment of its own, so that no two are the same."""
import itertools
import pathlib
import re
import sys


def files_in(folder):
    return {path.name: path.read_text() for path in pathlib.Path(folder).iterdir() if path.is_file()}


def edited(solution, variant):
    """The solution with the variant's edits (grader/lab/variants.h), as far as each stands for one place."""
    files = dict(solution)
    for change in re.split(r"^--- ", variant.split("\n=== ")[0], flags=re.M)[1:]:
        heading, _, body = change.partition("\n")
        for edit in body.strip("\n").split("\n\n") if heading.endswith(" edit") else []:
            before, after = ("".join(f"{line[1:]}\n" for line in edit.split("\n") if line[:1] in signs) for signs in (" -", " +"))
            name = heading.split()[0]
            if files[name].count(before) == 1:
                files[name] = files[name].replace(before, after)
    return files


lab, folder, count = sys.argv[1], pathlib.Path(sys.argv[2]), int(sys.argv[3])
solution, skeleton = files_in(f"solutions/{lab}"), files_in(f"skeletons/{lab}")
texts = "".join(path.read_text() for path in sorted(pathlib.Path(f"labs/{lab}/variants").glob("*.variants")))
variants = itertools.cycle([edited(solution, text) for text in re.split(r"^=== (?:right|wrong) ", texts, flags=re.M)[1:]])
for number in range(count):
    files = solution if number % 6 == 0 else skeleton if number % 12 == 1 else next(variants)
    student = folder / f"student{number:04}"
    student.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (student / name).write_text(f"{text}\n/* student {number} */\n")
