#!/usr/bin/python3
"""pictures.py LOCKSTEP FOLDER: drawings of the handouts that are made of what the machine saw, as TikZ.

Each runs reference solutions and known mistakes (`lockstep profile`, `lockstep show`), and draws an access or the threads
that work as they were. The same tree gives the same bytes.
"""
import json
import os
import subprocess
import sys
import tempfile

WIDTH = 13.2  # cm
LANES = 32


def run(lockstep, folder, command, *arguments):
    """The JSON that a command writes, as text."""
    name = os.path.join(folder, "out.json")
    options = ["--json", name, "--out", os.path.join(folder, "out.html")] if command == "profile" else ["--out", name]
    lab, *words = arguments
    if "--mutant" not in words:
        words += ["--submission", f"solutions/{lab}"] if command == "profile" else [f"solutions/{lab}"]
    done = subprocess.run([lockstep, command, lab, *words, *options], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"pictures: lockstep {command} {' '.join(arguments)}: {done.stderr.strip()}")
    with open(name, encoding="utf-8") as file:
        return file.read()


def sample(text, space, opcode, which):
    """Lanes and addresses of an access of the instruction that asks for most."""
    sites = [s for s in json.loads(text)["exercises"][0]["sites"] if s["space"] == space and s["opcode"].startswith(opcode)]
    access = max(sites, key=lambda site: site["accesses"])[which]
    lanes = [lane for lane in range(LANES) if access["mask"] >> lane & 1]
    return dict(zip(lanes, access["addresses"])), access["bytes"], access["price"]


def say(english, french):
    return "\\say{%s}{%s}" % (english, french)


def title(y, text):
    return f"\\node[anchor=west,font=\\sffamily\\footnotesize] at (0,{y:.2f}) {{{text}}};"


def lanes_row(y, lanes):
    step = WIDTH / LANES
    for lane in range(LANES):
        style = "fill=ink,text=white" if lane in lanes else "draw=grey!60,text=grey"
        yield f"\\node[{style},minimum width={step - 0.04:.3f}cm,minimum height=3mm,inner sep=0pt,font=\\sffamily\\scriptsize] at ({(lane + 0.5) * step:.3f},{y:.2f}) {{{lane}}};"


def sectors(y, access, colour, words):
    """Lanes above, below them the sectors that they touch, with the bytes asked for."""
    addresses, size, _ = access
    found = sorted({address // 32 for address in addresses.values()})
    width = WIDTH / len(found)
    box = width - min(0.08, width / 8)
    yield title(y, words.replace("%d", str(len(found))))
    yield from lanes_row(y - 0.4, addresses)
    for lane, address in addresses.items():
        x = found.index(address // 32) * width + (address % 32 + size / 2) / 32 * box
        yield f"\\draw[{colour},line width=0.3pt] ({(lane + 0.5) * WIDTH / LANES:.3f},{y - 0.56:.2f}) -- ({x:.3f},{y - 1.1:.2f});"
        yield f"\\fill[{colour}!45] ({x - size / 64 * box:.3f},{y - 1.1:.2f}) rectangle ++({size / 32 * box:.3f},-0.3);"
    for n in range(len(found)):
        yield f"\\draw ({n * width:.3f},{y - 1.1:.2f}) rectangle ++({box:.3f},-0.3);"


def banks(y, access, colour, words):
    """Lanes above, below them the banks, each with the words that it has to hand out."""
    addresses, _, price = access
    step = WIDTH / LANES
    queues = {}
    for address in addresses.values():
        word = address // 4
        queues.setdefault(word % LANES, [])
        if word not in queues[word % LANES]:
            queues[word % LANES].append(word)
    yield title(y, words.replace("%d", str(price)))
    yield from lanes_row(y - 0.4, addresses)
    for bank in range(LANES):
        yield f"\\node[grey,font=\\sffamily\\scriptsize] at ({(bank + 0.5) * step:.3f},{y - 1.22:.2f}) {{{bank}}};"
        for n in range(len(queues.get(bank, [None]))):
            fill = f"fill={colour}!35," if bank in queues else ""
            yield f"\\draw[{fill}draw=grey] ({bank * step + 0.03:.3f},{y - 1.36 - n * 0.24:.2f}) rectangle ++({step - 0.06:.3f},-0.2);"
    for lane, address in addresses.items():
        bank = address // 4 % LANES
        yield f"\\draw[{colour},line width=0.3pt] ({(lane + 0.5) * step:.3f},{y - 0.56:.2f}) -- ({(bank + 0.5) * step:.3f},{y - 1.12:.2f});"


def steps_of(text, line_has):
    """For each step of the tree in block 0: which threads add."""
    rows = [json.loads(line) for line in text.splitlines()]
    source = {row["source"]: row.get("text", "").split("\n") for row in rows if isinstance(row, dict) and "source" in row}
    sites = set()
    for row in rows:
        if isinstance(row, dict) and "sites" in row:
            sites |= {s[0] for s in row["sites"] if s[2] > 0 and s[1] in source and line_has in source[s[1]][s[2] - 1]}
    barriers, steps, inside = {}, {}, False
    for row in rows:
        if isinstance(row, dict):
            if inside and "end" in row:
                break
            inside = inside or row.get("block") == 0
        elif inside and row[0] == "w":
            barriers[row[1]] = barriers.get(row[1], 0) + 1
        elif inside and row[0] == "a" and row[2] in sites and row[3] == 1 and row[4] == 1:
            for lane in range(LANES):
                if row[7] >> lane & 1:
                    steps.setdefault(barriers.get(row[1], 0), set()).add(row[1] * LANES + lane)
    return [steps[step] for step in sorted(steps)]


def strips(y, steps, colour, words):
    """A row for each step, filled where a thread works; lines part the warps."""
    threads = max(max(step) for step in steps) * 2
    threads = 1 << threads.bit_length() - 1 if threads & (threads - 1) else threads
    threads = max(threads, 256)
    wide = WIDTH / threads
    yield title(y, words)
    for row, working in enumerate(steps):
        top = y - 0.32 - row * 0.26
        busy = len({thread // LANES for thread in working})
        yield f"\\node[anchor=west,grey,font=\\sffamily\\scriptsize] at ({WIDTH + 0.05:.2f},{top - 0.1:.2f}) {{{busy}}};"
        for thread in sorted(working):
            if thread - 1 in working:
                continue
            last = thread
            while last + 1 in working:
                last += 1
            yield f"\\fill[{colour}] ({thread * wide:.3f},{top:.2f}) rectangle ({(last + 1) * wide:.3f},{top - 0.2:.2f});"
        for warp in range(threads // LANES + 1):
            yield f"\\draw[grey!70,line width=0.3pt] ({warp * LANES * wide:.3f},{top + 0.02:.2f}) -- ++(0,-0.24);"
    yield f"\\node[anchor=south west,grey,font=\\sffamily\\scriptsize,inner sep=0pt] at ({WIDTH + 0.08:.2f},{y - 0.28:.2f}) {{warps}};"


def coalescing(lockstep, folder):
    near = sample(run(lockstep, folder, "profile", "reduction-ladder", "divergence_free"), "global", "ld.", "worst")
    far = sample(run(lockstep, folder, "profile", "reduction-ladder", "--mutant", "a-piece-for-each-work-item"), "global", "ld.", "worst")
    yield from sectors(0, near, "leaf", say("32 lanes read 32 neighbouring words of 4 bytes: %d sectors", "32 voies lisent 32 mots voisins de 4 octets : %d secteurs"))
    yield from sectors(-1.9, far, "accent", say("each lane a piece of its own: %d sectors, an eighth of each is used", "à chaque voie son morceau : %d secteurs, utilisés au huitième"))


def one_table(lockstep, folder):
    access = sample(run(lockstep, folder, "profile", "histogram-cuda", "gm"), "shared", "atom.", "worst")
    yield from banks(0, access, "accent", say("One table: the lanes' counters fall into some banks several times. %d wavefronts.", "Une seule table : les compteurs des voies tombent plusieurs fois dans certains bancs. %d wavefronts."))


def tree(lockstep, folder):
    naive = steps_of(run(lockstep, folder, "show", "reduction-ladder", "--mutant", "naive-after-all"), "partial[local_id] +=")
    free = steps_of(run(lockstep, folder, "show", "reduction-ladder", "divergence_free"), "partial[local_id] +=")
    yield from strips(0, naive, "accent", say("naïve: tid mod 2s = 0", "naïf : tid mod 2s = 0"))
    yield from strips(-1.0 - 0.26 * len(naive), free, "ink", say("halving: tid < s", "par moitiés : tid < s"))


def main():
    if len(sys.argv) != 3:
        sys.exit("usage: pictures.py LOCKSTEP FOLDER")
    lockstep, target = sys.argv[1:]
    os.makedirs(target, exist_ok=True)
    for name, draw in (("coalescing", coalescing), ("banks", one_table), ("tree", tree)):
        with tempfile.TemporaryDirectory() as folder:
            lines = list(draw(lockstep, folder))
        with open(os.path.join(target, name + ".tex"), "w", encoding="utf-8") as file:
            file.write("% Made by scripts/handouts/pictures.py of what the machine saw.\n\\begin{tikzpicture}[font=\\sffamily\\scriptsize]\n")
            file.write("\n".join(lines) + "\n\\end{tikzpicture}\n")


main()
