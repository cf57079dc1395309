#!/bin/bash
# test: once
# The catalogue of messages is the one place where its sentences stand, and each message is used and gets its values.
. grader/tests/tap.sh
: "${BUILD:=build}"
make_scratch

cat >"$scratch/look.py" <<'END'
import glob, re, subprocess, sys

TOKEN = re.compile(r'/\*.*?\*/|//[^\n]*|(?:"(?:[^"\\]|\\.)*"\s*)+|' r"'(?:[^'\\]|\\.)*'", re.S)
words, messages = set(), []
for line in subprocess.check_output([sys.argv[1], "list"], text=True).splitlines():
    head, _, rest = line.partition(" ")
    words.add(rest) if head == "word" else messages.append((head, rest))


def literals(text):
    """The strings of a file; those with nothing but space between are one."""
    for token in TOKEN.findall(text):
        if token[0] == '"':
            joined = "".join(re.findall(r'"((?:[^"\\]|\\.)*)"', token))
            yield joined.replace(r"\n", " ").replace("\\", "")


paths = [path for path in glob.glob("grader/**/*.[ch]", recursive=True) if "/tests/" not in path]
sources = {path: open(path).read() for path in paths}
users = {}
for path, source in sources.items():
    for word in set(re.findall(r"\b(?:MESSAGE|FINDING)_\w+", source)):
        users.setdefault(word, []).append(source)
said = "\1".join(text for source in sources.values() for text in literals(source))
bad = [] if "out of memory for the simulated GPU" in said else ["no literals were found"]
gpu = re.findall(r"^GPU\((\w+),", open("grader/simt/observers/reports/messages.def").read(), re.M)
for path in paths:
    if "openmp" in path or "/devices/machine" in path:
        bad += [f"{path} says {name}, which messages.def gives to GPUs alone" for name in gpu
                if re.search(rf"\bMESSAGE_{name}\b", sources[path])]
    if "/observers/openmp/" in path and path.endswith(".c"):
        bad += [f'{path} says "{text}": put it into messages.def' for text in literals(sources[path])
                if len(re.findall(r"[A-Za-z]{2,}(?= |$)", text)) >= 3]
for name, pattern in messages:
    for phrase in re.split(r"[{|}]", pattern):
        if len(phrase) >= 16 and phrase[1:-1].count(" ") >= 2 and phrase in said:
            bad.append(f'{name}: "{phrase}" also stands elsewhere under grader/')
    values = [value for value in re.findall(r"{([^{|}]+)", pattern) if not {value, value[0].lower() + value[1:]} & words]
    bad += [] if name in users else [f"{name} is not used"]
    bad += [f"{name} takes {{{value}}}: nothing gives it" for value in values for source in users.get(name, [])
            if f'"{value}"' not in source and not name.startswith("MESSAGE_WHY_")]
print("\n".join(sorted(set(bad))))
sys.exit(bad != [])
END
check "sentences stand in the catalogue alone; each is used and gets its values" python3 "$scratch/look.py" "$BUILD/grader/simt/tests/messages_test"
tap_end
