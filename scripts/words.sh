#!/bin/bash
# Looks in all texts that people read for the words that the list at its end names: contracts, lab.yaml, messages,
# READMEs, CHANGELOG.md, handouts. Prints each with its place and what to write instead. Exit status: 1 when there is one.
# Arguments: files to look at instead of those texts. Of a program, only the string literals are for readers; of a student's
# file (labs/*/*.c, .cu, .cl), the comments are, too.
set -u
if [ $# -gt 0 ]; then
    files=("$@")
else
    mapfile -t files < <(git ls-files ':!*/tests/*' '*.md' '*.yaml' 'handouts/*.tex' handouts/first-ten-minutes.txt \
        'labs/*.h' 'labs/*.cl' 'labs/*.cu' 'labs/*.c' 'kernels/*' 'grader/*.c' 'grader/*.h' '*.def' '*.js' '*.html' '*.sh' '*.py' '*.mk' Makefile \
        grader/adapters)
fi
texts=() code=() scripts=()
for file in "${files[@]}"; do
    case $file in
    labs/*/oracle.c | labs/*/runner.c | labs/shared/*) code+=("$file") ;;
    labs/* | kernels/*) texts+=("$file") ;;
    *.c | *.h | *.def) code+=("$file") ;;
    *.js | *.py | *.sh | *.mk | Makefile) scripts+=("$file") ;;
    handouts/STYLE.md) ;; # it quotes what it warns of
    *) texts+=("$file") ;;
    esac
done
found=0
# A regular expression, a tab, and what to write instead. handouts/STYLE.md explains them.
while IFS=$'\t' read -r pattern advice; do
    case $pattern in '' | '#'*) continue ;; esac
    seen=$(
        grep -nHP -- "$pattern" /dev/null "${texts[@]}"
        grep -nHP -- "^(?!\s*(?:/[*/]|\*)).*\"[^\"]*(?:$pattern)" /dev/null "${code[@]}"
        grep -nHP -- "^(?!\s*(?:#|/[*/]|\*)).*[\"'][^\"']*(?:$pattern)" /dev/null "${scripts[@]}"
    )
    [ -z "$seen" ] || { printf '%s\n    write: %s\n' "$seen" "$advice" && found=1; }
done <<'END'
\bno multiple of\b	not a multiple of
\bno power of two\b	not a power of two
\bmultiple of anything\b	name the number: not a multiple of the block size
\b(is|are) (not )?yours to (touch|write|read)\b	do not access memory outside data[0..n-1]
\bmatter of luck\b	may change from run to run
\bis luck\b	may change from run to run
\b[Mm]end(s|ed)?\b(?!")	fix
\bmore sectors than (it|they) ha(s|ve)\b	your loads touch more 32-byte sectors than the data occupies
\bto do without\b|\bmust do without\b	must not use
^Of (the|equal|what)\b	put the subject first
\b[Nn]obody (looks|asks|needs)\b	say who does not: the program does not ask
\b[Ss]eed of this lab\b	seed is the number that makes the inputs: the source of this lab
\btake different ways\b	diverge, or take different branches
\bwait for each other in a bank\b	have bank conflicts
\bwhat is none\b	what is not one
\bit is told\b|\bis told so\b	the report says
\bmostly no\b	usually not
(^|[.;] )Of (equal|the) (elements|corners)\b	put the subject first: when elements are equal, the first one counts
\b[Mm]ore comes back than\b	your program copies more back than
\b[Ww]hatever several\b	when several threads write to a place, every write to it must be atomic
\bnot every element is read\b	the device does not read every element
\bthe work: the device's\b	the device does the work
\b(is|are|was|were) told\b(?! apart)	the report says, or names
(?<![Tt]here )\bis no (array|constant|double|event|file|folder|formula|function|hold-out|kernel|lab|link|measurement|message|mistake|name|number|option|parameter|part|plain|pointer|profile|program|race|term|text|time|verdict)\b	is not a
\bbeside wrong answers\b	the answers must be right; the checks also count …
\b(only|all) to be read\b|, only to be read	read them, but do not write to them
\bin \d/\d of (its|their|a) sectors?\b	loads touch at most 5/4 of the sectors that the data occupies
\bwere asked for\b(?! in)	but … were requested
\beach in its own way\b	differently
\bgets? on, it may\b|\bfor ever\b	is making progress; forever
\bout of luck\b|\bof nobody\b	say what happens
\b(behind|in front of) the (first|other work|launch|array)\b	after, before
\b(comes?|coming) to (this|the|a) barrier\b	reaches the barrier
\bwhat is begun\b	the exercises that you have begun
\bthat serve it\b|\bwhom `	a new sentence
\bcannot be made\b	OpenCL cannot create …
\bgive back (what|all)\b|\b(is|are) given back\b	free, release
\bask cudaGetLastError	call cudaGetLastError
\bthat (are|were) no (?!longer|more)	that are not
\b(not|no|none|nobody|nothing|never)\b[^.;:]{0,60}\bany more\b	no longer
\bwithout a name\b	unnamed
(?<!machine )\bbehind (it|them|that|log_size|the (last|width|end|check))\b	after, beyond
\bElse:	Otherwise, or: If so
\b(and|or) (its|their) kin\b	and related functions
\bloses? no (marks?|points?)\b	no longer loses points, keeps its points
END
exit "$found"
