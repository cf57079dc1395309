#!/usr/bin/python3
"""Lists what the labs say to students (titles, hints, why and advice of lab.yaml) without French in handouts/fr.
In the folder where it runs: this tree, or a student's archive."""
import glob
import os
import re
import zlib

import yaml


def known(path):
    if not os.path.exists(path):
        return set()
    with open(path, encoding="utf-8") as file:
        entries = re.findall(r'^msgid "(.*)"$', file.read(), flags=re.M)
    return {entry.replace('\\"', '"').replace("\\\\", "\\") for entry in entries}


def said(node):
    if isinstance(node, list):
        for child in node:
            yield from said(child)
    elif isinstance(node, dict):
        for key, value in node.items():
            if key in ("why", "advice", "title") and isinstance(value, str):
                yield value
            elif key == "hints":
                yield from (hint if isinstance(hint, str) else hint["text"] for hint in value)
            else:
                yield from said(value)


def stale_contract(path, lab, header):
    """What a header's first comment says in French belongs to one wording of it, whose checksum comes first."""
    with open(os.path.join(os.path.dirname(path), header), encoding="utf-8") as file:
        comment = file.read().split("*/")[0] + "*/"
    with open(f"handouts/fr/{lab}-contract.txt", encoding="utf-8") as file:
        marked = file.readline().strip()
    now = f"english: {zlib.crc32(comment.encode()):08x}"
    return [] if marked == now else [f"{header} has changed: follow it in French, then begin the text with '{now}'"]


def main():
    common = known("handouts/fr/common.po")
    for path in sorted(glob.glob("labs/*/lab.yaml")):
        french = f"handouts/fr/{os.path.basename(os.path.dirname(path))}.po"
        there = known(french) | common
        with open(path, encoding="utf-8") as file:
            node = yaml.safe_load(file)
        for text in said(node):
            if text not in there:
                print(f"{path}: {text}")
        lab = os.path.basename(os.path.dirname(path))
        if os.path.exists(f"handouts/fr/{lab}-contract.txt"):
            for line in stale_contract(path, lab, node["header"]):
                print(f"{path}: {line}")


if __name__ == "__main__":
    main()
