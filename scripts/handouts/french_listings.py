#!/usr/bin/env python3
"""Copies the sources that a handout lists, with their comments in French:

    scripts/handouts/french_listings.py TEX FACTS PO… FOLDER

TEX: the handout; FACTS: what `lockstep handout` wrote for it (where each function stands); PO: the lab's French texts;
FOLDER: gets solutions/…, skeletons/… and kernels/… as the handout names them. A comment keeps its number of lines, so that
FACTS stays right. One without French stays English, and a line on stderr that begins with # names it.
"""
import re
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent  # what a lab of one's own does not have is the kit's


def read_po(paths):
    """msgid -> msgstr."""
    french = {}
    for path in paths:
        if Path(path).exists():
            text = re.sub(r'"\n"', "", Path(path).read_text(encoding="utf-8"))
            for said, meant in re.findall(r'^msgid "(.*)"\nmsgstr "(.*)"$', text, re.M):
                french[said.replace('\\"', '"')] = meant.replace('\\"', '"')
    return french


def quoted(tex, facts):
    """file -> the ranges of its lines that the handout lists, from 1."""
    ranges = {}
    places = re.findall(r"\\lockstepsource\{(solution|skeleton)\}\{([^}]*)\}\{([^}]*)\}\{(\d+)\}\{\d+\}\{\d+\}\{(\d+)\}", facts)
    lab = re.search(r"\\lockstepfact\{lab\.name\}\{([^}]*)\}", facts)
    for kind, name in re.findall(r"\\(solution|skeleton)\{([^}]*)\}", tex):
        for place, file, function, first, last in places:
            if place == kind and name in (function, f"{file}/{function}"):
                ranges.setdefault(f"{kind}s/{lab.group(1)}/{file}", []).append((int(first), int(last)))
    for first, file in re.findall(r"\\lstinputlisting\[firstline=(\d+)\]\{(kernels/[^}]*)\}", tex):
        ranges.setdefault(file, []).append((int(first), sys.maxsize))
    return ranges


def wrap(text, count):
    """The text in `count` lines, as even as words allow. What French sets apart from a word, such as a colon, stays with it."""
    words = [word.replace("\0", " ") for word in re.sub(r" (?=[:;?!»])|(?<=«) ", "\0", text).split()]
    for width in range(max(map(len, words)), len(text) + 1):
        lines = [""]
        for word in words:
            if lines[-1] and len(lines[-1]) + 1 + len(word) > width:
                lines.append("")
            lines[-1] += (" " if lines[-1] else "") + word
        if len(lines) <= count:
            return lines + [""] * (count - len(lines))
    return [text] + [""] * (count - 1)


def translate(lines, french, missing):
    """A comment's lines, from the one with its beginning to the one with its end."""
    parts = []  # of each line: what stands before its words, the words, what stands behind them
    for number, line in enumerate(lines):
        begin = line.index("/*") + 2 if number == 0 else len(re.match(r"\s*\*?(?!/)", line).group())
        end = line.rindex("*/") if number == len(lines) - 1 else len(line)
        inner = line[begin:end]
        words = inner.strip()
        lead = len(inner) - len(inner.lstrip())
        parts.append([line[:begin] + inner[:lead], words, (" " if words else "") + line[end:] if end < len(line) else ""])
    at = 0
    while at < len(parts):
        to = at
        while to < len(parts) and parts[to][1]:
            to += 1
        if to > at:
            said = " ".join(part[1] for part in parts[at:to])
            if said in french:
                for part, words in zip(parts[at:to], wrap(french[said], to - at)):
                    part[1] = words
            else:
                missing.append(said)
        at = to + 1
    return [(before + words + behind).rstrip() for before, words, behind in parts]


def in_french(lines, ranges, french, missing):
    number = 0
    while number < len(lines):
        last = number
        if "/*" in lines[number] and any(first <= number + 1 <= end for first, end in ranges):
            while "*/" not in lines[last]:
                last += 1
            lines[number:last + 1] = translate(lines[number:last + 1], french, missing)
        number = last + 1
    return lines


def main():
    tex_path, facts_path, *po_paths, folder = sys.argv[1:]
    tex = Path(tex_path).read_text(encoding="utf-8")
    french, missing = read_po(po_paths), []
    for file, ranges in quoted(tex, Path(facts_path).read_text(encoding="utf-8")).items():
        source = Path(file) if Path(file).exists() else ROOT / file
        lines = source.read_text(encoding="utf-8").split("\n")
        target = Path(folder) / file
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text("\n".join(in_french(lines, ranges, french, missing)), encoding="utf-8")
    for said in missing:
        print(f"# no French for the comment: {said}", file=sys.stderr)


if __name__ == "__main__":
    main()
