"""Reads a report as the system that it is for does, and refuses whatever that system does not document.

    strict_reader.py FORMAT FILE    exit status 0: it would be taken
"""
import json
import re
import sys

FORMATS = {"text", "html", "simple_format", "md", "ansi"}
VISIBILITIES = {"visible", "hidden", "after_due_date", "after_published"}
NUMBER = (int, float)


def unique(pairs):
    keys = [key for key, _ in pairs]
    assert len(keys) == len(set(keys)), f"a key twice among {keys}"
    return dict(pairs)


def load(text):
    def refuse(name):
        raise ValueError(f"{name} is no JSON")

    return json.loads(text, object_pairs_hook=unique, parse_constant=refuse)


def fields(value, required, optional=None):
    optional = optional or {}
    assert isinstance(value, dict)
    assert set(required) <= set(value), f"lacks {set(required) - set(value)}"
    assert set(value) <= set(required) | set(optional), f"unknown {set(value) - set(required) - set(optional)}"
    for key, content in value.items():
        kind = required.get(key) or optional.get(key)
        if isinstance(kind, set):
            assert content in kind, f"{key} is {content!r}"
        else:
            assert isinstance(content, kind) and not (isinstance(content, bool) and kind is not bool), key


def gradescope(text):
    root = load(text)
    fields(root, {"score": NUMBER, "tests": list}, {
        "execution_time": NUMBER, "output": str, "output_format": FORMATS, "test_output_format": FORMATS,
        "test_name_format": FORMATS, "visibility": VISIBILITIES, "stdout_visibility": VISIBILITIES,
        "extra_data": dict, "leaderboard": list})
    for test in root["tests"]:
        fields(test, {"score": NUMBER, "max_score": NUMBER}, {
            "status": {"passed", "failed"}, "name": str, "name_format": FORMATS, "number": str, "output": str,
            "output_format": FORMATS, "tags": list, "visibility": VISIBILITIES, "extra_data": dict})


def classroom50(text):
    """As its collector reads a result, which it drops whole for one field; the runner adds owner and assignment_type."""
    root = load(text)
    fields(root, {"schema": {"classroom50/result/v1"}, "classroom": str, "assignment": str, "submission": str,
                  "commit": str, "release": str, "review": str, "datetime": str, "score": int, "max-score": int,
                  "tests": list}, {"message": str})
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", root["datetime"])
    assert all(root[key] for key in ("classroom", "assignment", "commit", "release", "review")), "an empty field"
    assert root["submission"].startswith("submit/")
    assert 0 <= root["score"] <= root["max-score"]
    for test in root["tests"]:
        fields(test, {"test-name": str, "passed": bool, "score": int, "max-score": int}, {"message": str})
        assert test["test-name"] and 0 <= test["score"] <= test["max-score"]


def prairielearn(text):
    root = load(text)
    assert len(text.encode()) < 1 << 20
    fields(root, {"gradable": bool, "score": NUMBER}, {"message": str, "output": str, "tests": list})
    assert 0 <= root["score"] <= 1
    for test in root["tests"]:
        fields(test, {"name": str, "points": NUMBER, "max_points": NUMBER},
               {"description": str, "message": str, "output": str})


def autolab(text):
    assert text.endswith("\n")
    presentation, scores = map(load, text.rstrip("\n").split("\n")[-2:])
    fields(scores, {"scores": dict, "scoreboard": list})
    assert all(isinstance(score, NUMBER) for score in [*scores["scores"].values(), *scores["scoreboard"]])
    assert len(scores["scoreboard"]) == len(scores["scores"]) + 1
    assert presentation.pop("_presentation") == "semantic"
    assert presentation.pop("stages") == list(presentation)
    assert set(presentation) in (set(scores["scores"]), {"submission"})  # refused as a whole: one line
    for stage in presentation.values():
        for test in stage.values():
            fields(test, {"passed": bool}, {"hint": str})


def vpl(text):
    """Every grade line counts, the last wins; a comment block opens and closes once."""
    grades = re.findall(r"Grade :=>>(.*)", text)
    assert len(grades) == 1 and re.fullmatch(r" -?\d+(\.\d+)?", grades[0]), grades
    assert text.count("<|--") == 1 and text.count("--|>") == 1 and text.count(":=>>") == 1
    block = re.fullmatch(r"<\|--\n(.*)--\|>\nGrade :=>> .*\n", text, re.DOTALL).group(1)
    assert all(line[0] in "->" for line in block.rstrip("\n").split("\n"))


def github(text):
    """A runner takes a command apart before it decodes it: at the first "::", the commas and the equals signs."""
    for line in text.rstrip("\n").split("\n"):
        command = re.fullmatch(r"::(error|notice) ([^:]*)::(.*)", line)
        assert command, line
        names = [re.fullmatch(r"(file|line|title)=[^,:]*", item).group(1) for item in command.group(2).split(",")]
        assert len(names) == len(set(names))
        assert re.fullmatch(r"(?:[^%\r]|%25|%0A|%0D|%3A|%2C)*", command.group(2))
        assert re.fullmatch(r"(?:[^%\r]|%25|%0A|%0D)*", command.group(3))
    assert text.count("\n::notice ") + text.startswith("::notice ") == 1, "the score would drown among notices"


with open(sys.argv[2], encoding="utf-8", newline="") as file:
    {"gradescope": gradescope, "classroom50": classroom50, "prairielearn": prairielearn, "autolab": autolab,
     "vpl": vpl, "github": github}[sys.argv[1]](file.read())
