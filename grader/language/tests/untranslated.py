#!/usr/bin/python3
"""Lists what the grader's sources say to students and fr.po does not know: each string of four words or more, whose
printf conversions may stand for any value. A line each; nothing when all is there.

    untranslated.py SOURCE.c ... -- FR.PO ...
"""
import re
import sys

# What only teachers and those who install hear: errors of the grader itself, names of timings, commands.
SKIPPED_CALLS = ("error_set", "result_add_timing", "command_split", "command_add", "setenv", "sscanf", "option_row")
# What is read rather than said, or said to teachers.
NOT_SAID = ("fatal error: error in backend: ", "error: clang frontend command failed", "error: unable to execute command: ",
            "error: unrecognized command-line option ", "File size limit exceeded", "relocation truncated to fit", "function definition is not allowed here", "expected declaration or statement at end of input",
            "translate: LLVM cannot translate this program: %s", "%s%s: a look before it runs is unavailable (apt-get install %s)")
NAMES = ("long double", "fesetround()")
LITERAL = re.compile(r'"((?:[^"\\\n]|\\.)*)"')
MACRO = re.compile(r"\bPRI[a-z]+\d*\b")


def strings(text):
    """The literals of a C file, adjacent ones joined; without comments, preprocessor lines and skipped calls."""
    text = re.sub(r"/\*.*?\*/", " ", text, flags=re.S)
    text = re.sub(r"^[ \t]*#define \w+", ";", text.replace("\\\n", "\n"), flags=re.M)
    text = re.sub(r"^[ \t]*#.*$", "", text, flags=re.M)
    for call in SKIPPED_CALLS:
        text = re.sub(r"\b%s\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)" % call, " ", text)
    text = MACRO.sub('""', text)
    for run in re.finditer(r'"(?:[^"\\\n]|\\.)*"(?:\s*"(?:[^"\\\n]|\\.)*")*', text):
        yield "".join(LITERAL.findall(run.group(0))).replace('\\"', '"').replace("\\n", "\n").replace("\\\\", "\\")


def is_sentence(text, row):
    if row:  # a finding, which may be short
        return re.search(r"[a-z]", shape(text)) is not None
    words = re.findall(r"(?<![^ (])[A-Za-z'-]{1,}(?=[ ,.:;?!)]|$)", text)
    return len(words) >= 4 and re.search(r"-[A-Z]|--|</|<meta|^#|^ *[A-Z]+=", text) is None


def shape(text):
    """The words of a text, whatever its values are; {threads} and its like are words (phrases.h)."""
    text = re.sub(r"\{(threads?|blocks?|group|shared|private|barrier|fence|launch(?:ed|es)|free|allocate)\}", r"\1", text)
    text = re.sub(r"%[-0-9.*]*(?:ll|z|h|l)?[a-zA-Z]?", " ", text)
    text = re.sub(r"\{[^{}|]*\}", " ", text)
    return re.sub(r"[^A-Za-z_()<>]+", " ", text).strip()


def capital(text):
    return text[:1].upper() + text[1:]


def known(path):
    with open(path, encoding="utf-8") as file:
        entries = re.findall(r'^msgid "(.*)"$', file.read(), flags=re.M)
    return {shape(entry.replace('\\"', '"').replace("\\\\", "\\")) for entry in entries}


def main():
    cut = sys.argv.index("--")
    there = set().union(*(known(path) for path in sys.argv[cut + 1 :]))
    for path in sys.argv[1:cut]:
        with open(path, encoding="utf-8") as file:
            for text in strings(file.read()):
                for line in text.split("\n"):
                    if not is_sentence(line, path.endswith(".def")) or line in NOT_SAID:
                        continue
                    parts = re.split(r"(?<=[.?!]) ", line)
                    if "/translate/" in path and shape(capital(line)) not in there:  # what cannot run, and advice
                        parts = [part for part in line.split(": ", 1) if part not in NAMES]
                    if shape(line) in there or all({shape(part), shape(capital(part))} & there for part in parts):
                        continue
                    print(f"{path}: {line}")


if __name__ == "__main__":
    main()
