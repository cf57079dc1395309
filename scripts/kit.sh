# shellcheck shell=bash disable=SC2154 # lab.sh sets labs and beside
# What the packages made of this folder have in common: student-kit.sh and adapter.sh. Source it after lab.sh.

# From version.h, "lockstep 0.11.0", as `lockstep --version` says.
kit_version() { sed -n 's/^#define LOCKSTEP_VERSION "\(.*\)"/lockstep \1/p'; }

# copy_grader TARGET: the grader as it is built, without its tests, fuzzers and benchmarks.
copy_grader() {
    cp --parents Makefile LICENSE scripts/{commands.mk,setup.sh,help.sh,lab.sh,grade.sh,start.sh,editor.sh,watch.sh,hint.sh,speedup.sh,plots.sh} speedup_template.csv "$1" &&
        find grader -type f -not -path '*/tests/*' -not -path '*/fuzz/*' \
            \( -not -path '*/bench/*' -o -path 'grader/bench/statistics.*' \) -not -path 'grader/adapters/*' -exec cp --parents -t "$1" {} + &&
        kit_version <grader/version.h >"$1/VERSION"
}

# copy_lab LAB TARGET: what its oracle and runner are compiled from; no lab.yaml, since there are two editions of it.
copy_lab() {
    local file
    gcc -MM -MG -Igrader -I"$labs/$1" "$labs/$1/oracle.c" "$labs/$1/runner.c" | grep -oE '[^ ]+\.[ch]' |
        grep "^$labs/" | while read -r file; do realpath -s --relative-to="$labs" "$file"; done | sort -u |
        while read -r file; do
            mkdir -p "$2/labs/$(dirname "$file")" && cp "$labs/$file" "$2/labs/$file" || return
        done
}

# copy_skeleton LAB TARGET: what students start from, where the lab has it: it tells what nobody has begun.
copy_skeleton() {
    [ ! -d "${beside}skeletons/$1" ] || { mkdir -p "$2/skeletons" && cp -R "${beside}skeletons/$1" "$2/skeletons/"; }
}

# pack FOLDER ARCHIVE: a .tar, .tar.gz or .zip of the folder's contents; the same files give the same bytes.
pack() {
    local part=$2.part
    mkdir -p "$(dirname "$2")" && rm -f "$part" || return
    find "$1" -exec touch -h -d '2000-01-01 00:00:00 UTC' {} + && chmod -R u+rwX,go+rX,go-w "$1" || return
    case $2 in
    *.tar.gz) packed_tar "$1" | gzip -n >"$part" ;;
    *.tar) packed_tar "$1" >"$part" ;;
    *.zip) (cd "$1" && find . -type f | LC_ALL=C sort | TZ=UTC zip -q -X -@ -) >"$part" ;;
    esac && mv "$part" "$2" && echo "$2"
}

packed_tar() {
    (cd "$1" && find . -mindepth 1 -maxdepth 1 -printf '%P\n' | LC_ALL=C sort |
        tar --create --sort=name --owner=0 --group=0 --numeric-owner --files-from=-)
}
