#!/bin/bash
# test: once
# The pages that show the kit, of one lab: links resolve, both languages are there, nothing is fetched from elsewhere, no page
# names a path of this machine, and what cannot be made is named.
. grader/tests/tap.sh
make_scratch
mkdir -p "$scratch/pdf"
touch "$scratch"/pdf/first-steps-{en,fr}.pdf
site() { LAB=$1 HANDOUTS=$scratch/pdf scripts/package/site.py "$scratch/$1" >"$scratch/log" 2>&1; }
site first-steps
if command -v chromium >/dev/null; then
    ok $? 'the pages of a lab can be made' || sed 's/^/# /' "$scratch/log"
else
    check 'what cannot be made is named' grep -q 'left out: .*chromium' "$scratch/log"
fi
cat >"$scratch/look.py" <<'PY'
import glob, os, re, sys
here, what = sys.argv[1:]
pages = {name: open(name, encoding="utf-8").read() for name in glob.glob(here + "/**/*.html", recursive=True)}
assert len(pages) > 15, pages.keys()
links = {(name, to) for name, text in pages.items() for to in re.findall(r'(?:href|src)="([^"#]+)"', text)}
if what == "links":
    wrong = [(name, to) for name, to in links if not os.path.isfile(os.path.join(os.path.dirname(name), to))]
elif what == "paths":
    wrong = [name for name, text in pages.items() if re.search(r"/tmp/|/home/|" + os.getcwd(), text) or re.search(r'(src|href)="(/|https?:|file:)', text)]
else:
    wrong = [stem for stem in ("index", "manual", "first-steps/mistake-report", "class-") for code in ("en", "fr")
             if not any(f'<html lang="{code}"' in text for name, text in pages.items() if f"{here}/{stem}" in name)]
assert not wrong, wrong
PY
check 'all links lead to a file that is there' python3 "$scratch/look.py" "$scratch/first-steps" links
check 'no page names a path of this machine, or another site' python3 "$scratch/look.py" "$scratch/first-steps" paths
check 'each page is there in both languages' python3 "$scratch/look.py" "$scratch/first-steps" languages
check 'the results are tables, not Markdown' grep -q '<th>told right</th>' "$scratch/first-steps/results-en.html"
check 'it stays small' test "$(du -sk "$scratch/first-steps" | cut -f1)" -lt 2500
LOCKSTEP=/bin/false site sum-opencl
ok "$((! $?))" 'what is left out ends with status 1'
check 'and is named' grep -q '^site: left out: no .*sum-opencl-en[.]pdf$' "$scratch/log"
check 'what a student believes is in French, too' grep -q 'revient, les données sont là' "$scratch/sum-opencl/index-fr.html"
tap_end
