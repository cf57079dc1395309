# Prints the header NAME of headers.table: awk -v name=NAME -f headers.awk headers.table
$1 != name { next }
$2 == "in" { printf "/* In %s already. */\n#include \"%s\"\n", $3, $3 }
$2 == "refused" {
    sub(/^[^ ]* refused /, "")
    printf "/* Not offered: said plainly, rather than \"file not found\". */\n#error \"Lockstep has no %s\"\n", $0
}
$2 == "std" {
    sub(/.*\//, "", name)
    printf "/* The standard library's, under CUDA's name. */\n#pragma once\n#include <%s>\n\n", name
    print "namespace cuda {\nnamespace std {\nusing namespace ::std;\n}\n} /* namespace cuda */"
}
