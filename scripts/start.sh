#!/bin/bash
# make start LAB=…: makes work/<lab>/, a copy of the skeleton to write in, with settings for editors. Existing work is
# never touched, but files that are gone or empty come back.
. scripts/lab.sh
require_lab start

work=work/$LAB
skeleton=${beside}skeletons/$LAB
[ -d "$skeleton" ] || fail "the lab '$LAB' has no skeleton in $skeleton"
# Where an author's last `make generate` failed, the skeleton is the lab's as it was before.
while read -r file; do
    source=$labs/$LAB/$file
    { grep -q '^ *# *ifdef SOLUTION' "$source" && command -v unifdef; } >/dev/null 2>&1 || continue
    # shellcheck disable=SC2015 # fail ends the script
    unifdef -B -USOLUTION "$source" 2>/dev/null | cmp -s - "$skeleton/$file" && [ "${PIPESTATUS[0]}" -le 1 ] ||
        fail "$skeleton/$file differs from what $source makes: run make generate" \
            "$skeleton/$file diffère de ce que produit $source : lancez make generate"
done < <(cd "$skeleton" && find . -type f -printf '%P\n' | sort)
if [ -e "$work" ] || [ -L "$work" ]; then
    # What was lost comes back as the skeleton has it; what somebody has written in does not change.
    brought=()
    while read -r file; do
        [ -d "$work" ] && [ ! -s "$work/$file" ] && [ ! -L "$work/$file" ] && cp "$skeleton/$file" "$work/$file" && brought+=("$file")
    done < <(cd "$skeleton" && find . -type f -printf '%P\n' | sort)
    [ ${#brought[@]} -gt 0 ] || fail "$work is there already and stays as it is (move it away to start anew)" \
        "$work existe déjà et reste tel quel (déplacez-le pour recommencer)"
    tell "Back from the skeleton, since they were gone or empty: ${brought[*]}. The rest of $work stays as it is." \
        "Repris du squelette, car absents ou vides : ${brought[*]}. Le reste de $work reste tel quel."
    exit 0
fi
mkdir -p work || exit 2
# Copied beside and renamed in one step, so that an interrupted copy never looks like work.
temporary=$(mktemp -d "work/.start.XXXXXX") || exit 2
trap 'rm -rf "$temporary"' EXIT
# make works in the folder of the files, too: people forget to leave it.
printf '%s\n' '# make grade and all the others, from here.' '.DEFAULT_GOAL := help' 'Makefile: ;' '%:' \
    "	@\$(MAKE) --no-print-directory -C ../.. \$@ LAB=$LAB" >"$temporary/Makefile"
cp -R "$skeleton/." "$temporary" && chmod 755 "$temporary" && mv -T "$temporary" "$work" || exit 2
[ ! -e built.tar.gz ] || scripts/built.sh --unpack # editors find CUDA's header in it
scripts/editor.sh "$LAB" "$work" || echo "lockstep: $work has no settings for editors" >&2

begin=$(find "$work" -name '*.h' -not -path '*/.*' | sort | head -n 1)
tell "1. Read ${begin:-the handout}: it says what each function must do." \
    "1. Lisez ${begin:-le document} : il dit ce que doit faire chaque fonction."
tell "2. Write your functions in:" "2. Écrivez vos fonctions dans :"
find "$work" -type f -not -path '*/.*' -not -name Makefile -not -name '*.h' | sort | sed 's/^/     /'
tell "3. See how you stand: make grade   (or make watch, which grades when you save)" \
    "3. Voyez où vous en êtes : make grade   (ou make watch, qui note à chaque enregistrement)"
