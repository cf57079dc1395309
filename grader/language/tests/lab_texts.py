#!/usr/bin/python3
"""Lists what the labs say to students (titles, hints, why and advice of lab.yaml) without French in handouts/fr."""
import glob
import os
import re

import yaml


def known(path):
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
                yield from value
            else:
                yield from said(value)


def main():
    common = known("handouts/fr/common.po")
    for path in sorted(glob.glob("labs/*/lab.yaml")):
        french = f"handouts/fr/{os.path.basename(os.path.dirname(path))}.po"
        there = (known(french) if os.path.exists(french) else set()) | common
        with open(path, encoding="utf-8") as file:
            for text in said(yaml.safe_load(file)):
                if text not in there:
                    print(f"{path}: {text}")


if __name__ == "__main__":
    main()
