# shellcheck shell=bash
# shellcheck disable=SC2034 # who sources it uses them
# For tests of classes. Source it: it sets `lockstep`; `scratch`, a folder that goes at the end and that a jail may look
# into; and the lab that the classes hand in for, `extra`, with its `solution`.
. grader/tests/tap.sh
lockstep=${LOCKSTEP:-build/lockstep}
make_scratch
extra=grader/tests/extra
solution=$extra/solutions/dot-product/dot.c
number() { # class: of results that were ever put into its journal
    python3 -c 'import sqlite3, sys
print(sqlite3.connect(sys.argv[1]).execute("select count(*) from history").fetchone()[0])' "$scratch/$1/journal.sqlite"
}
