#!/usr/bin/python3
"""make site: a folder of pages that shows the kit to people who have not installed it, in English and French.

    scripts/package/site.py [FOLDER]        default: BUILD/site

For each lab: its handout, and the report, the replay and the profile of a typical mistake and of the solution. A class of
made-up students, the manual, and RESULTS.md. LAB: this lab only. HANDOUTS: a folder with PDFs, else they are
made. What cannot be made is named, and the exit status is 1.
"""
import html
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

BUILD = os.environ.get("BUILD", "build")
LOCKSTEP = os.environ.get("LOCKSTEP") or os.path.join(BUILD, "lockstep")
LANGUAGES = ("en", "fr")
LONGEST = 600000  # characters of a page
MISTAKES = {  # of each lab: the exercise, and what is shown of it
    "first-steps": ("loop", "no-reduction"), "histogram-omp": ("for_atomic", "shared-table-without-atomic"),
    "histogram-cuda": ("gm", "a-piece-for-each-thread"), "sum-opencl": ("on_cpu", "does-not-wait"),
    "reduction-ladder": ("divergence_free", "bank-conflicts"), "minmax-cuda": ("block", "barrier-in-the-branch"),
    "stencil": ("tile", "barrier-missing")}
WORDS = {  # key: English, French
    "title": ("Lockstep: labs in parallel programming, and a grader that needs no GPU",
              "Lockstep : des TP de programmation parallèle, et un correcteur qui se passe de GPU"),
    "what": ("Lockstep is a lab kit for teaching parallel programming in C, OpenMP, CUDA and OpenCL. Each lab has a handout, a skeleton "
             "to fill in, a reference solution and a grader.",
             "Lockstep est un ensemble de TP pour enseigner la programmation parallèle en C, OpenMP, CUDA et OpenCL. Chaque TP a un "
             "énoncé, un squelette à compléter, une solution de référence et un correcteur."),
    "how": ("The grader runs kernels and OpenMP programs on a simulated machine, which sees every access to memory. It finds a race in "
            "every run, and it counts sectors, bank conflicts and atomics exactly. The same program gets the same grade on every computer.",
            "Le correcteur exécute les kernels et les programmes OpenMP sur une machine simulée, qui voit chaque accès à la mémoire. Elle "
            "trouve une course à chaque exécution, et compte exactement secteurs, conflits de bancs et opérations atomiques. Le même "
            "programme reçoit la même note sur chaque ordinateur."),
    "shows": ("A report says what was found, on which line, and what to look at next. A replay shows it step by step. A profile shows "
              "what each line costs.",
              "Un rapport dit ce qui a été constaté, à quelle ligne, et quoi regarder ensuite. Une page le rejoue pas à pas. Un profil "
              "montre ce que coûte chaque ligne."),
    "try": ("To try it, on Debian or Ubuntu, in a clone:", "Pour l'essayer, sous Debian ou Ubuntu, dans un clone :"),
    "labs": ("The labs", "Les TP"), "handout": ("handout (PDF)", "énoncé (PDF)"), "believes": ("A student believes:", "Un étudiant croit :"),
    "mistake": ("What comes of it:", "Ce qu'il en advient :"), "solution": ("The solution:", "La solution :"),
    "report": ("report", "rapport"), "replay": ("replay", "pas à pas"), "profile": ("profile", "profil"),
    "class": ("A class, with made-up students", "Une classe, avec des étudiants inventés"), "manual": ("The manual", "Le manuel (en anglais)"),
    "results": ("Results", "Résultats (en anglais)"), "other": ("Français", "English")}
left_out = []


def attempt(what, arguments, **environment):
    """Runs a command; what fails is named. Graders end with 1 when points are missing."""
    done = subprocess.run(arguments, capture_output=True, text=True, check=False, env={**os.environ, **environment})
    if done.returncode > 1:
        left_out.append(what + ": " + ((done.stderr or done.stdout).strip().splitlines() or ["no reason given"])[-1])
    return done.stdout if done.returncode <= 1 else ""


def put(name, text):
    Path(name).parent.mkdir(parents=True, exist_ok=True)
    Path(name).write_text(text, "utf-8")


def copy(source, target):
    """A file, or a folder without its .txt; what is not there is named."""
    if os.path.isdir(source):
        shutil.copytree(source, target, ignore=shutil.ignore_patterns("*.txt"))
    elif os.path.exists(source):
        Path(target).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(source, target)
    else:
        left_out.append("no " + source)


def french(lab, text):
    texts = "".join(Path(f"handouts/fr/{name}.po").read_text("utf-8") for name in ("common", lab))
    return dict(re.findall(r'msgid "(.*)"\nmsgstr "(.+)"', texts)).get(text, text)


def make_mistake(lab, name, folder):
    """The solution with the mistake's edits, in the folder; returns what the student believes."""
    text = "\n".join(path.read_text("utf-8") for path in Path(f"labs/{lab}/variants").iterdir())
    found = re.search(rf"^=== wrong {re.escape(name)}\n(.*?)(?=^===|\Z)", text, re.M | re.S)
    copy(f"solutions/{lab}", folder)
    head, *edits = re.split(r"^--- (\S+) edit\n", found[1], flags=re.M)
    for file_name, lines in zip(edits[::2], edits[1::2]):
        rows = [line for line in lines.split("\n") if line]
        old, new = ("\n".join(line[1:] for line in rows if line[0] in signs) for signs in ("- ", "+ "))
        text = Path(f"{folder}/{file_name}").read_text("utf-8")
        assert text.count(old) == 1, (lab, name)
        put(f"{folder}/{file_name}", text.replace(old, new))
    return re.search(r"^why: (.*)", head, re.M)[1]


def show_program(lab, exercise, folder, submission, which):
    pages = f"{folder}/{lab}/{which}"
    for language in LANGUAGES:
        attempt(f"{pages}-report", [LOCKSTEP, "grade", lab, submission, "--exercise", exercise, "--format", "html",
                                    "--language", language, "--out", f"{pages}-report-{language}.html"])
    attempt(f"{pages}-replay", [LOCKSTEP, "show", lab, exercise, submission, "--language", "en", "--out", f"{pages}-replay.html",
                                *(("--check", "correct") if which == "solution" else ())])
    attempt(f"{pages}-profile", [LOCKSTEP, "profile", lab, exercise, "--submission", submission, "--language", "en",
                                 "--out", f"{pages}-profile.html"])


def show_class(folder, scratch):
    make_mistake("first-steps", "no-reduction", f"{scratch}/class/student-2")
    copy("solutions/first-steps", f"{scratch}/class/student-1")
    copy("skeletons/first-steps", f"{scratch}/class/student-3")
    for language in LANGUAGES:
        out = f"{scratch}/class-{language}"
        attempt("class", [LOCKSTEP, "class", "first-steps", f"{scratch}/class", "--out", out, "--language", language])
        for report in Path(out).glob("instructor/*.html"):
            for name in re.findall(rf"/({report.stem})-(\w+)-([\w-]+)[.]html", report.read_text("utf-8")):
                attempt("class show", [LOCKSTEP, "class", "show", *name, "--out", out, "--language", language])
        for page in ("index.html", "alike.html", "instructor", "replay"):
            copy(f"{out}/{page}", f"{folder}/class-{language}/{page}")


def say(key, language):
    return WORDS[key][LANGUAGES.index(language)]


def write(folder, stem, language, title, *body):
    other = LANGUAGES[1 - LANGUAGES.index(language)]
    put(f"{folder}/{stem}-{language}.html",
        f'<!doctype html>\n<html lang="{language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f'<title>{title}</title><link rel="stylesheet" href="style.css"></head><body><main>'
        f'<p><a href="{stem}-{other}.html">{say("other", language)}</a></p><h1>{title}</h1>' + "\n".join(body) + "</main></body></html>\n")


def manual():
    overview = attempt("manual", [LOCKSTEP, "--help"])
    texts = {"lockstep": overview}
    for command in re.findall(r"^  ([a-z]+) ", overview, re.M):
        texts["lockstep " + command] = attempt("manual", [LOCKSTEP, command, "--help"])
    return [f"<h2>{name}</h2><pre>{html.escape(text)}</pre>" for name, text in texts.items()]


def link(folder, target, key, language):
    return f'<a href="{target}">{say(key, language)}</a>' if os.path.exists(f"{folder}/{target}") else ""


def index(folder, language, labs):
    body = [f"<p>{say(key, language)}</p>" for key in ("what", "how", "shows")]
    pictures = [name for name in ("report", "replay") if os.path.exists(f"{folder}/{name}-{language}.png")]
    body += [f'<img src="{name}-{language}.png" alt="{say(name, language)}">' for name in pictures]
    body += [f"<p>{say('try', language)} <code>make grade</code></p><h2>{say('labs', language)}</h2>"]
    for lab, texts in labs.items():
        title, why = (html.escape(french(lab, text) if language == "fr" else text).replace("`", "") for text in texts)
        body.append(f"<h3>{title}</h3><p>{link(folder, f'{lab}/handout-{language}.pdf', 'handout', language)}</p>"
                    f"<p>{say('believes', language)} <q>{why}</q></p>")
        for which in ("mistake", "solution"):
            pages = (("report", f"report-{language}"), ("replay", "replay"), ("profile", "profile"))
            found = [link(folder, f"{lab}/{which}-{stem}.html", key, language) for key, stem in pages]
            body.append(f"<p>{say(which, language)} {', '.join(text for text in found if text)}</p>")
    for key, target in (("class", f"class-{language}/index.html"), ("manual", f"manual-{language}.html"), ("results", f"results-{language}.html")):
        body.append(f"<p>{link(folder, target, key, language)}</p>")
    write(folder, "index", language, say("title", language), *body)


def handouts(folder, labs, given):
    for language in LANGUAGES:
        for lab in labs:
            if not given:
                attempt("handout", ["scripts/handouts.sh"], LAB=lab, HANDOUT_LANGUAGE=language, OUT=f"{BUILD}/handouts")
            copy(f"{given or BUILD + '/handouts'}/{lab}-{language}.pdf", f"{folder}/{lab}/handout-{language}.pdf")


def pictures(folder, lab):
    """Of a report and of a replay, for the first page; the English ones for README, too."""
    browser, shown = shutil.which("chromium") or shutil.which("google-chrome"), os.path.abspath(f"{BUILD}/site.work/picture.html")
    if not browser:
        left_out.append("pictures: chromium is not installed")
    for name, language in [(name, language) for name in ("report", "replay") for language in LANGUAGES if browser]:
        source = Path(f"{folder}/{lab}/mistake-{name}" + (f"-{language}.html" if name == "report" else ".html"))
        if source.exists():
            put(shown, source.read_text("utf-8").replace('<html lang="en"', f'<html lang="{language}"'))
            attempt(name, [browser, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--virtual-time-budget=4000",
                           "--window-size=1000,680", f"--screenshot={folder}/{name}-{language}.png", f"file://{shown}"])


def from_markdown(text):
    """RESULTS.md as HTML: it has headings, tables and paragraphs, with code in them. The page's own title takes the first heading's place."""
    for block in re.sub(r"<!-- .*? -->\n", "", text).strip().split("\n\n")[1:]:
        lines = re.sub(r"`([^`]*)`", r"<code>\1</code>", html.escape(block)).split("\n")
        if block.startswith("|"):
            rows = [line.strip("|").split("|") for line in lines if not line.startswith("|---")]
            cells = ["".join(f"<{tag}>{cell.strip()}</{tag}>" for cell in row) for row, tag in zip(rows, ["th"] + ["td"] * len(rows))]
            yield f"<div style='overflow-x: auto'><table>{''.join(f'<tr>{row}</tr>' for row in cells)}</table></div>"
        else:
            yield f"<h2>{lines[0][3:]}</h2>" if block.startswith("## ") else f"<p>{' '.join(lines)}</p>"


def main():
    folder, scratch = sys.argv[1] if len(sys.argv) > 1 else f"{BUILD}/site", f"{BUILD}/site.work"
    for old in (folder, scratch):
        shutil.rmtree(old, ignore_errors=True)
    labs = {}
    asked = os.environ.get("LAB")
    if asked and asked not in MISTAKES:
        sys.exit(f"site: LAB={asked} is not one of: {' '.join(MISTAKES)}")
    for lab in [asked] if asked else MISTAKES:
        exercise, name = MISTAKES[lab]
        os.makedirs(f"{folder}/{lab}")
        title = re.search(r"^title: (.*)", Path(f"labs/{lab}/lab.yaml").read_text("utf-8"), re.M)[1]
        labs[lab] = (title, make_mistake(lab, name, f"{scratch}/{lab}"))
        show_program(lab, exercise, folder, f"{scratch}/{lab}", "mistake")
        show_program(lab, exercise, folder, f"solutions/{lab}", "solution")
    show_class(folder, scratch)
    for path in Path(folder).rglob("*.html"):  # a long replay opens as far as it is there
        path.write_text(path.read_text("utf-8")[:LONGEST].replace(os.getcwd() + "/", "").replace(scratch, "work"), "utf-8")
    handouts(folder, labs, os.environ.get("HANDOUTS"))
    pictures(folder, next(iter(labs)))
    put(f"{folder}/style.css", Path("grader/page.css").read_text("utf-8") + "main { max-width: 50rem; margin: auto; padding: 1rem; } "
        "img { max-width: 100%; border: 1px solid var(--line); } q:lang(fr) { quotes: '«\\a0' '\\a0»'; } h3 { margin: 1rem 0 0; } pre { overflow-x: auto; white-space: pre; }\n")
    english = {"manual": manual(), "results": list(from_markdown(Path("RESULTS.md").read_text("utf-8")))}
    for language in LANGUAGES:
        for name, body in english.items():
            write(folder, name, language, say(name, language), '<div lang="en">', *body, "</div>")
        index(folder, language, labs)
    copy(f"{folder}/index-en.html", f"{folder}/index.html")
    shutil.rmtree(scratch)
    for what in left_out:
        print("site: left out: " + what, file=sys.stderr)
    print(f"{folder}/index.html")
    sys.exit(1 if left_out else 0)


main()
