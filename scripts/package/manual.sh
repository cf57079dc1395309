#!/bin/bash
# The manual page or bash's completion of `lockstep`, made from what its commands say of themselves:
#
#     scripts/package/manual.sh page|completion PROGRAM
set -eu -o pipefail
export LC_ALL=C.UTF-8
what=${1:-} program=${2:?usage: scripts/package/manual.sh page|completion PROGRAM}

list=$("$program" --help)
mapfile -t commands < <(sed -n 's/^  \([a-z][a-z-]*\) .*/\1/p' <<<"$list")

# Help text as roff. Two blanks begin an item, two more a word apart from its text; what is indented further goes on with
# the item; an empty line ends a paragraph. The usage is set as it stands.
to_roff() {
    awk '
        function plain(text) { gsub(/\\/, "\\e", text); gsub(/-/, "\\-", text); gsub(/…/, "...", text); return text }
        /^usage:|^       / { sub(/^usage: |^ +/, ""); print (usage++ ? ".br\n" : "") ".B \\&" plain($0); next }
        /^  [^ ]/ {
            item = substr($0, 3)
            at = match(item, /  +/)
            print ".TP\n.B \\&" plain(at ? substr(item, 1, at - 1) : item)
            if (at) print "\\&" plain(substr(item, at + RLENGTH))
            inside = 1
            next
        }
        /^ +[^ ]/ && inside { sub(/^ +/, ""); print "\\&" plain($0); next }
        /^$/ { print ".PP"; inside = 0; next }
        { print "\\&" plain($0) }'
}

# Lines "command order": what follows a command in place of a lab, as its help lists them.
orders() {
    local command
    for command in "${commands[@]}"; do
        "$program" "$command" --help | sed -nE "s/^  lockstep ($command) ([a-z]+) .*/\1 \2/p"
    done
}

page() {
    local command version
    version=$("$program" --version)
    printf '.TH LOCKSTEP 1 "" "%s" "Lockstep"\n.SH NAME\nlockstep \\- %s\n.SH SYNOPSIS\n' "${version^}" \
        "$(sed -n '1s/^Lockstep \(.*\)\.$/\1/p' <<<"$list")"
    sed -n '/^usage:/,$p' <<<"$list" | to_roff
    for command in "${commands[@]}"; do
        printf '.SH LOCKSTEP %s\n' "${command^^}"
        "$program" "$command" --help | to_roff
    done
    orders | while read -r command order; do
        printf '.SH LOCKSTEP %s %s\n' "${command^^}" "${order^^}"
        "$program" "$command" "$order" --help | to_roff
    done
}

# Lines "option value" of a command; value is empty for a flag.
options() { "$program" "$1" --help | sed -nE 's/^  (--?[a-z-]+)( ([A-Za-z|]+))?(  .*)?$/\1 \3/p'; }

# Patterns of a case, one for each given line.
alternatives() { sed "s/.*/'&'/" | paste -sd'|'; }

completion() {
    local command options='' files folders others labs
    for command in "${commands[@]}"; do
        options+=$(options "$command" | sed "s/^/$command /")$'\n'
    done
    files=$(awk '$3 == "FILE" || $3 == "CSV" { print $1, $2 }' <<<"$options" | alternatives)
    folders=$(awk '$3 == "DIR" { print $1, $2 }' <<<"$options" | alternatives)
    others=$(awk '$3 != "" && $3 !~ /^(FILE|CSV|DIR)$/ && $3 !~ /[|]/ { print $1, $2 }' <<<"$options" | alternatives)
    labs=$(for command in "${commands[@]}"; do
        "$program" "$command" --help | sed -n 's/^usage: lockstep \([a-z]*\) LAB.*/2 \1/p'
    done | alternatives)
    cat <<END
# bash completion of lockstep: made by scripts/package/manual.sh
_lockstep() {
    local word=\${COMP_WORDS[COMP_CWORD]} words='' kind=any
    if [ "\$COMP_CWORD" -eq 1 ]; then
        mapfile -t COMPREPLY < <(compgen -W '${commands[*]} --help --version' -- "\$word")
        return
    fi
    case \${COMP_WORDS[1]} in
$(for command in "${commands[@]}"; do
        echo "    $command) words='--help$(awk -v command="$command" '$1 == command { printf " %s", $2 }' <<<"$options")' ;;"
    done)
    esac
    # What an option takes, where it stands before the word.
    case "\${COMP_WORDS[1]} \${COMP_WORDS[COMP_CWORD - 1]}" in
    $files) words='' kind=files ;;
    $folders) words='' kind=folders ;;
    $others) words='' kind=none ;;
$(awk '$3 ~ /[|]/ { words = $3; gsub(/[|]/, " ", words); print "    \047" $1 " " $2 "\047) words=\047" words "\047 kind=none ;;" }' <<<"$options")
    esac
    case "\$COMP_CWORD \${COMP_WORDS[1]}" in
    $labs) words+=" \$("\${COMP_WORDS[0]}" list 2>/dev/null | sed -n 's/^\([a-z0-9-]*\): .*/\1/p')" ;;
    esac
    mapfile -t COMPREPLY < <(
        compgen -W "\$words" -- "\$word"
        case \$kind in
        folders) compgen -d -- "\$word" ;;
        any | files) compgen -f -- "\$word" ;;
        esac
    )
}
complete -o filenames -F _lockstep lockstep
END
}

case $what in
page | completion) "$what" ;;
*) echo "lockstep: scripts/package/manual.sh makes a page or a completion, not '$what'" >&2; exit 2 ;;
esac
