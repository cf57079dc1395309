#!/bin/bash
# Says where FILEs of one folder test a pointer without comparing it with NULL, by the queries at the end. A library's own
# macros do so, too; those are not ours to change. Exit status 1 where there is such a place.
clang-query -f <(sed -n 's/^#? //p' "$0") "$@" -- -std=gnu17 -D_GNU_SOURCE -fopenmp '-DSOURCE_ROOT="."' -I"${1%/*}" -Igrader \
    -Igrader/run 2>/dev/null | awk '
    function settle() { if (place != "") { print place " a pointer is tested without NULL"; found = 1 } place = "" }
    /^Match #/ || /matches?\.$/ { settle() }
    / note: "pointer" binds here/ { place = $1 }
    /^\/usr\/.* note: expanded from macro/ { place = "" }
    END { settle(); exit found }'
#? set output diag
#? set bind-root false
#? match unaryOperator(hasOperatorName("!"), isExpansionInMainFile(), hasUnaryOperand(ignoringParenImpCasts(expr(hasType(pointerType())).bind("pointer"))))
#? match ifStmt(isExpansionInMainFile(), hasCondition(ignoringParenImpCasts(expr(hasType(pointerType())).bind("pointer"))))
#? match whileStmt(isExpansionInMainFile(), hasCondition(ignoringParenImpCasts(expr(hasType(pointerType())).bind("pointer"))))
#? match forStmt(isExpansionInMainFile(), hasCondition(ignoringParenImpCasts(expr(hasType(pointerType())).bind("pointer"))))
#? match conditionalOperator(isExpansionInMainFile(), hasCondition(ignoringParenImpCasts(expr(hasType(pointerType())).bind("pointer"))))
#? match binaryOperator(isExpansionInMainFile(), hasAnyOperatorName("&&", "||"), hasLHS(ignoringParenImpCasts(expr(hasType(pointerType())).bind("pointer"))))
#? match binaryOperator(isExpansionInMainFile(), hasAnyOperatorName("&&", "||"), hasRHS(ignoringParenImpCasts(expr(hasType(pointerType())).bind("pointer"))))
