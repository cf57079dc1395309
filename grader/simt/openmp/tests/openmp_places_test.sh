#!/bin/bash
# test: once
# Members of structures, and elements of arrays of several dimensions, are called as the source calls them.
# shellcheck disable=SC2016 # backquotes are in what the program says
. grader/tests/tap.sh
lockstep=$(realpath "${LOCKSTEP:-build/lockstep}")
make_scratch
cd "$scratch" || exit 2

run() { "$lockstep" cc -fopenmp -w "$1.c" -o "$1" >out 2>err && "$lockstep" simt -- "./$1" >out 2>err; [ $? -le 1 ]; }
names() { grep -qxF -- "  $1" err || { cat err; false; }; }
races() { # SUBJECT DECLARATIONS STATEMENT
    printf '#include <omp.h>\n#include <stdlib.h>\n%s\n#pragma omp parallel num_threads(2)\n    { %s; }\n    return 0;\n}\n' "$2" "$3" >race.c
    run race && names "$1"
}
point='struct point { double x, max; int n[3]; union { int i; float f; }; union { long big; char small; } u; unsigned a : 3, b : 4; };'
main=$'\nint main(void) {'

check "a member" races s.max "$point$main struct point s = {0};" 's.max = 1'
check "an array in it" races 's.n[2]' "$point$main struct point s = {0};" 's.n[2] = 1'
check "a member of a structure in an array" races 't[3].n[1]' "$point static struct point t[4];$main" 't[3].n[1] = 1'
check "of a union, by the access's width" races s.u.small "$point$main struct point s = {0};" 's.u.small = 1'
check "of several that are as wide, none" races s "$point$main struct point s = {0};" 's.i = 1'
check "a bit-field is the structure's" races s "$point$main struct point s = {0};" 's.b = 1'
check "two dimensions" races 'a[2][5]' "$main int a[3][7] = {0};" 'a[2][5] = 1'
check "three of a global variable" races 'cube[1][2][3]' "float cube[2][3][4];$main" 'cube[1][2][3] = 1'
check "of a static one" races 'grid[1][1]' "$main static char grid[2][2];" 'grid[1][1] = 1'
check "a type's name changes nothing" races 'm[1][0]' "typedef int row[2]; typedef const volatile row matrix[2];$main static row m[2];" 'm[1][0] = 1'
check "filled at once" races 'a[0][0]' "#include <string.h>$main int a[2][2];" 'memset(a, 0, sizeof a)'
check "one dimension" races 'v[3]' "$main int v[4];" 'v[3] = 1'
check "a variable alone" races v "$main int v;" 'v = 1'
check "behind it, by a pointer that moves on" races 'v[1]' "$main" 'int v = 1, *p = &v; p++; *p = 2'
check "behind an array, by a constant" races 'v[4]' "$main" 'int v[4]; v[0] = 1; v[4] = 2'
from='of the memory allocated at race.c'
check "memory for an array of structures" races "[2].max $from:5" "$point$main"$'\n'"struct point *p = calloc(3, sizeof *p);" 'p[2].max = 1'
check "for one structure" races "max $from:5" "$point$main"$'\n'"struct point *p = calloc(1, sizeof *p);" 'p->max = 1'
check "a pointer to rows" races "[1][4] $from:5" "$main"$'\n'"double (*rows)[5] = malloc(3 * sizeof *rows);" 'rows[1][4] = 1'
check "in a member" races "[1].y $from:5" "struct list { int n; struct { int x, y; } *items; } l;$main"$'\n'"l.items = calloc(3, sizeof *l.items);" 'l.items[1].y = 1'
check "that ends with an array of any length" races "data[7] $from:5" "struct block { int n; int data[]; };$main"$'\n'"struct block *b = calloc(1, sizeof *b + 40);" 'b->data[7] = 1'
check "numbers are counted" races "element 2 $from:5" "$main"$'\n'"int *p = calloc(3, sizeof *p);" 'p[2] = 1'
check "two kinds on one line are not told apart" races "element 2 $from:5" "$point$main"$'\n'"struct point *q = malloc(sizeof *q); int *p = calloc(3, sizeof *p);" 'p[2] = 1'

cat >locks.c <<'E2'
#include <omp.h>
struct account { int money; omp_lock_t lock; } accounts[3];
int main(void) {
    omp_lock_t own;
    omp_init_lock(&own);
    omp_init_lock(&accounts[2].lock);
#pragma omp parallel num_threads(2)
    {
        omp_set_lock(omp_get_thread_num() == 0 ? &own : &accounts[2].lock);
        accounts[1].money++;
        omp_unset_lock(omp_get_thread_num() == 0 ? &own : &accounts[2].lock);
    }
    return 0;
}
E2
check "locks" run locks
check "are called as the source calls them" grep -q 'holds lock `own`' err
check "and members are, too" grep -q 'holds lock `accounts\[2\].lock`' err
check "with what they protect" names 'accounts[1].money'
cat >given.c <<'E2'
struct grid { int rows, columns; double *cells[4]; };
__attribute__((noinline)) static int count(struct grid given) {
    int n = given.rows * given.columns;
    return n;
}
int main(void) {
    struct grid grid;
    grid.rows = 3;
    return count(grid) == 7;
}
E2
check "a structure by value" run given
check "has the parameter's name" names 'given.columns'
cat >outside.c <<'E2'
#include <stdlib.h>
struct body { double x, v; };
int main(int argc, char **argv) {
    struct body *b = calloc(10, sizeof *b);
    b[9 + argc].v = 1;
    free(b);
    return 0;
}
E2
check "past the end of memory for structures" run outside
check "it is the member of the next one" names '[10].v of the memory allocated at outside.c:4'
check "and those are counted" grep -qF 'it has 10 elements of 16 bytes' err
cat >beyond.c <<'E2'
#include <stdlib.h>
struct cell { int count, total; };
int main(int argc, char **argv) {
    struct cell cells[4];
    int rows = 3 + argc;
    for (int i = 0; i <= rows; i++) {
        cells[i].total = 0;
    }
    return 0;
}
E2
check "past the end of an array of structures" run beyond
check "it is the member" names 'cells[4].total'
check "and the elements are structures" grep -qF 'it has 4 elements of 8 bytes' err
cat >unset.c <<'E2'
#include <stdlib.h>
struct cell { int count, total; };
int main(void) {
    struct cell *cells = malloc(4 * sizeof *cells);
    cells[2].total = 1;
    int sum = cells[2].total + cells[2].count;
    free(cells);
    return sum == 0;
}
E2
check "a member that is not set" run unset
check "it is the member, too" names '[2].count of the memory allocated at unset.c:4'
cat >leaks.c <<'E2'
#include <omp.h>
#include <stdlib.h>
int main(void) {
    int *p = malloc(8);
#pragma omp parallel num_threads(2)
    if (omp_get_thread_num() == 1) p = malloc(4);
    return 0;
}
E2
check "memory that is left" run leaks
check "was the initial thread's" grep -qE 'malloc  leaks.c:4 +the initial thread$' err
check "or another one's" grep -qE 'malloc  leaks.c:6 +thread 1 of 2$' err
tap_end
