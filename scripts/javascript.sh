#!/bin/bash
# scripts/javascript.sh [eslint]: the pages' JavaScript. Each file parses, the files of a page go together (a name is
# declared once), and all that a page says is there in each of its languages; needs node. With eslint: the rules of
# .eslintrc.json hold, for the files of a page together, as a browser reads them. Prints what is wrong.
set -u
record=grader/simt/record/page profile=grader/profile/page
pages=("$record/words.js $record/model.js $record/memory.js $record/view.js $record/pictures.js
    $record/story.js $record/start.js $record/main.js"
    "$record/memory.js $profile/words.js $profile/profile.js")
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
bad=0

# node as its makers pack it does not look where Debian's packages are.
rules() {
    # shellcheck disable=SC2086 # names without blanks
    awk 'FNR > 1 || NR == 1 || !/^.use strict.;$/ { print; next } { print "" }' $1 |
        NODE_PATH=/usr/share/nodejs:/usr/lib/nodejs eslint --format unix --stdin --stdin-filename page.js >"$scratch/eslint" 2>&1 && return
    # Of the page's lines those of the file.
    awk -v files="$1" '
        BEGIN { count = split(files, name, " "); at = 0
            for (n = 1; n <= count; n++) { from[n] = at; while ((getline line <name[n]) > 0) { at++ } } }
        match($0, /page\.js:[0-9]+:/) {
            split(substr($0, RSTART), part, ":"); n = count
            while (from[n] >= part[2]) { n-- }
            sub(/^.*page\.js:[0-9]+/, name[n] ":" part[2] - from[n]) }
        { print }' "$scratch/eslint"
    return 1
}

if [ "${1:-}" = eslint ]; then
    for page in "${pages[@]}"; do
        rules "$page" || bad=1
    done
    exit $bad
fi
for page in "${pages[@]}"; do
    # shellcheck disable=SC2086 # names without blanks
    {
        for file in $page; do
            node --check "$file" || bad=1
        done
        cat $page >"$scratch/page.js"
        node --check "$scratch/page.js" || { echo "together: $page" && bad=1; }
        node -e '
            const text = require("fs").readFileSync(process.argv[1], "utf8"), wrong = [];
            const words = new Function("document", text.match(/const WORDS = \{[^]*?\n\};/)[0] + " return WORDS;")();
            const names = Object.keys(words.en);
            for (const [language, said] of Object.entries(words)) {
              for (const name of names) { if (!(name in said)) { wrong.push(language + " lacks " + name); } }
              for (const name of Object.keys(said)) { if (!(name in words.en)) { wrong.push("only " + language + " has " + name); } }
            }
            for (const [, name] of text.matchAll(/\bsay\(\x27(\w+)\x27(?! ?\+)/g)) { if (!(name in words.en)) { wrong.push("nobody says " + name); } }
            const holes = (said) => [...new Set(said.match(/\{\d\}/g))].sort().join();
            for (const name of names) { if (words.fr[name] && holes(words.en[name]) !== holes(words.fr[name])) { wrong.push("not the same numbers in " + name); } }
            if (wrong.length) { console.log(wrong.join("\n")); } process.exit(wrong.length ? 1 : 0);' "$scratch/page.js" || bad=1
    }
done
exit $bad
