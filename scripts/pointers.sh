#!/bin/bash
# Says where FILE tests a pointer without comparing it with NULL (scripts/pointers.query). A library's own macros do so,
# too; those are not ours to change. Exit status 1 where there is such a place.
clang-query -f scripts/pointers.query "$1" -- -std=gnu17 -D_GNU_SOURCE -fopenmp '-DSOURCE_ROOT="."' -I"${1%/*}" -Igrader \
    -Igrader/run 2>/dev/null | awk '
    function settle() { if (place != "") { print place " a pointer is tested without NULL"; found = 1 } place = "" }
    /^Match #/ || /matches?\.$/ { settle() }
    / note: "pointer" binds here/ { place = $1 }
    /^\/usr\/.* note: expanded from macro/ { place = "" }
    END { settle(); exit found }'
