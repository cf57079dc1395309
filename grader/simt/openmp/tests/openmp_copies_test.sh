#!/bin/bash
# test: once
# Copies that clauses make, on the machine: what holds no value is found where it is used, and only there.
. grader/tests/tap.sh
. grader/simt/openmp/tests/programs.sh
make_scratch
cd "$scratch" || exit 2

# ---- private, in tasks ----
program task <<'E2'
    int x = 4;
#pragma omp parallel
#pragma omp single
#pragma omp task private(x) shared(sum)
    {
        x += 2;
        sum = x;
    }
E2
check "a task's private copy has no value" found task '^uninitialised read$'
check "the report says what it is" grep -qx '  a private copy of a task' err
check "and where it is read" grep -qE 'read +task\.c:10 +task of line 8' err
check "and nothing of shared, as no task sets anything for it" eval '! grep -q "shared there" err'
program sets_own <<'E2'
#pragma omp parallel
#pragma omp single
    {
        int x, y;
#pragma omp task
        x = 4;
#pragma omp task shared(y)
        y = 5;
#pragma omp taskwait
        sum = y;
        sum += x;
    }
E2
check "what a task sets in a copy of its own has no value outside" found sets_own 'read +sets_own\.c:15 '
check "and the advice is to share it" grep -q 'If a task is to set it, say shared there' err
cat >no_wait.c <<'E2'
static int fib(int n) {
    int x, y;
    if (n < 2)
        return n;
#pragma omp task shared(x)
    x = fib(n - 1);
#pragma omp task shared(y)
    y = fib(n - 2);
    return x + y;
}
int main(void) {
    int r;
#pragma omp parallel
#pragma omp single
    r = fib(6);
    return r < 0;
}
E2
check "what no task has set yet, as nobody waits for it, is found" found no_wait 'read +no_wait\.c:9 '
check "and the advice is to wait" grep -q 'taskwait' err
program reduced <<'E2'
    int total;
#pragma omp parallel for reduction(+ : total)
    for (int i = 0; i < 9; i++)
        total += i;
    sum = total;
E2
check "a reduction of a variable without a value is found" found reduced 'read +reduced\.c:6 '
check "and the advice is to set it before" grep -q 'A reduction combines' err
program taskloop <<'E2'
    int x = 4;
#pragma omp parallel
#pragma omp single
#pragma omp taskloop private(x) reduction(+ : sum)
    for (int i = 0; i < 9; i++) {
        sum += x;
    }
E2
check "each task of a taskloop has one, too" found taskloop 'read +taskloop\.c:10 '
program tasks_set <<'E2'
    int x = 4, row[8], last = 0;
    struct { int a, b; } pair = {1, 2};
#pragma omp parallel
#pragma omp single
    {
        for (int i = 0; i < 9; i++) {
#pragma omp task private(x, row, pair) firstprivate(i, last) shared(sum)
            {
                x = i > 3 ? i : -i;
                for (int k = 0; k < 8; k++) {
                    row[k] = k + x;
                }
                pair.a = row[7];
                last += pair.a;
#pragma omp atomic
                sum += last;
            }
        }
#pragma omp taskloop private(x) firstprivate(pair) lastprivate(last) collapse(2)
        for (int i = 0; i < 3; i++) {
            for (int k = 0; k < 3; k++) {
                x = i * k;
                table[3 * i + k] = x + pair.b - pair.a;
                last = x;
            }
        }
    }
    sum += last;
E2
check "those that are set first are no mistake" right tasks_set '91 5'

# ---- lastprivate ----
program search <<'E2'
    for (int i = 0; i < 9; i++) {
        table[i] = i * 3;
    }
#pragma omp parallel for lastprivate(sum)
    for (int i = 0; i < 9; i++) {
        if (table[i] == 6) {
            sum = i;
        }
    }
E2
check "lastprivate that the last iteration does not set leaves nothing" found search 'read +search\.c:14 '
check "the report says why" grep -qF 'The last iteration, or section, set no value for lastprivate to copy' err
program section <<'E2'
#pragma omp parallel sections lastprivate(sum)
    {
#pragma omp section
        sum = 1;
#pragma omp section
        table[8] = 2;
    }
E2
check "nor does the last section" found section 'read +section\.c:12 '
program earlier <<'E2'
#pragma omp parallel
#pragma omp for lastprivate(sum) schedule(dynamic, 10)
    for (int i = 0; i < 20; i++) {
        if (i % 5 == 2) {
            sum = i;
        }
    }
E2
check "what an earlier iteration of the thread has set is nothing, either" found earlier 'read +earlier\.c:12 '
program in_tasks <<'E2'
#pragma omp parallel
#pragma omp single
#pragma omp taskloop lastprivate(sum)
    for (int i = 0; i < 20; i++) {
        if (i < 5) {
            sum = i;
        }
    }
E2
check "nor does the last task of a taskloop" found in_tasks 'read +in_tasks\.c:13 '
program last_set <<'E2'
    int where = 3, held = 1, half[4] = {0}, i, k;
    struct { int a, b; } pair = {1, 2};
#pragma omp parallel for lastprivate(sum)
    for (int i = 0; i < 50; i++) {
        if (i % 7 == 0 || i == 49) {
            sum = i;
        }
    }
#pragma omp parallel for lastprivate(where) reduction(+ : sum)
    for (int i = 0; i < 50; i++) {
        if (i % 7 == 5) {
            where = i;
            sum += where;
        }
    }
    where = 0; /* nobody has read it */
#pragma omp parallel for lastprivate(half, pair) collapse(2)
    for (i = 0; i < 5; i++) {
        for (k = 0; k < 5; k++) {
            half[1] = i;
            pair.b = k;
        }
    }
#pragma omp parallel for firstprivate(where) lastprivate(where)
    for (int i = 0; i < 9; i++) {
        if (i == 20) {
            where = i;
        }
    }
#pragma omp parallel
    for (int round = 0; round < 3; round++) {
#pragma omp for firstprivate(held) lastprivate(held) schedule(static, 2)
        for (int i = 0; i < 9; i++) {
            if (i == 8 || i == 3) {
                held = round;
            }
        }
    }
#pragma omp parallel for lastprivate(k)
    for (int i = 5; i < where; i++) {
        k = i;
    }
#pragma omp parallel for simd lastprivate(i)
    for (int n = 0; n < 9; n++) {
        if (n > 4)
            i = n;
        else
            i = -n;
    }
    table[8] = where + half[1] + pair.b;
E2
check "one that is set, or that nobody reads, is no mistake" right last_set '231 8'

# ---- reductions of tasks ----
program in_group <<'E2'
#pragma omp parallel
#pragma omp single
#pragma omp taskgroup task_reduction(+ : sum)
    {
        for (int i = 0; i < 5; i++) {
#pragma omp task in_reduction(+ : sum)
            sum += i;
        }
        table[8] = sum;
    }
E2
check "what a taskgroup reduces is not complete before its end" found in_group 'read +in_group\.c:13 +thread 0 of 4'
check "its tasks write it" grep -qE 'write +in_group\.c:11 +task of line 10 on thread 0, holds the reduction' err
check "and the report says when it is complete" grep -qF 'reduce is complete only at its end' err
program after_group <<'E2'
#pragma omp parallel
#pragma omp single
#pragma omp taskgroup task_reduction(+ : sum, table[:9])
    {
        table[7] = sum++;
        for (int i = 0; i < 5; i++) {
#pragma omp task in_reduction(+ : sum, table[:9])
            {
                sum += i;
#pragma omp task in_reduction(+ : table[:9])
                table[8] += i;
            }
        }
    }
    table[8] += sum;
E2
check "before its tasks and after its end it may be used" right after_group '11 21'

# ---- structures ----
cat >structures.h <<'E2'
#include <stdio.h>
#include <stdlib.h>
struct item {
    int key;
    double weight;
    int extra;
    char letter;
};
static void fill(struct item *item, int i) {
    item->key = i;
    item->weight = i;
    item->letter = 'a';
}
E2
cat >copied.c <<'E2'
#include "structures.h"
int main(void) {
    int n = 8;
    struct item *items = malloc(n * sizeof *items), best = {.key = -1}, own;
    double sum = 0;
    for (int i = 0; i < n; i++) {
        fill(&items[i], i);
    }
    for (int i = 0; i + 1 < n; i++) {
        struct item one = items[i];
        sum += one.key * one.weight;
        if (one.key > 100) {
            sum += one.extra;
        }
        if (one.key > best.key) {
            best = one;
        }
        items[i] = items[i + 1];
        items[i + 1] = one;
    }
#pragma omp parallel for firstprivate(best) private(own) reduction(+ : sum)
    for (int i = 0; i < n; i++) {
        fill(&own, i);
        struct item one = own, two = items[i];
        sum += one.weight + two.key;
        if (i < 0) {
            sum += one.extra + two.extra;
        }
#pragma omp task private(own) shared(sum)
        {
            fill(&own, i);
            struct item three = own;
#pragma omp atomic
            sum += three.key;
        }
#pragma omp taskwait
    }
    struct item last = items[n - 1];
    printf("%g %d %c %d\n", sum, last.key, last.letter, best.key);
    free(items);
    return 0;
}
E2
check "copies of structures, of which nobody uses what is not set, are no mistake" right copied '84 0 a 0'
cat >used.c <<'E2'
#include "structures.h"
int main(int count, char **words) {
    struct item *items = malloc(2 * sizeof *items);
    (void)words;
    fill(&items[1], 3);
    struct item one = items[1];
    if (count > 0) {
        printf("%d\n", one.extra);
    }
    free(items);
    return 0;
}
E2
check "a copied member that is not set is found where it is used" found used 'read +used\.c:8 '
cat >raced.c <<'E2'
#include "structures.h"
int main(void) {
    struct item item;
    int keys = 0;
    fill(&item, 3);
#pragma omp parallel reduction(+ : keys)
    {
#pragma omp single nowait
        item.key = 4;
        struct item one = item;
        if (one.letter == 'a') {
            keys += one.key;
        }
    }
    return keys < 0;
}
E2
check "the copying of a structure that another thread writes is a race" found raced 'read +raced\.c:10 '

program one <<'E2'
#pragma omp parallel for ordered
    for (int i = 0; i < 9; i++) {
#pragma omp ordered threads
        sum = sum * 2 + i % 2;
    }
#pragma omp simd
    for (int i = 0; i < 9; i++) {
#pragma omp ordered simd
        table[8] = table[8] * 2 + i % 2;
    }
E2
check "each alone is not" right one '170 170'

cat >passed.c <<'E2'
#include <stdio.h>
#include <stdlib.h>
struct complex { float real, imaginary; };
struct pair { double first, second; };
struct counted { long count; char letter; };
struct bits { unsigned low : 3, high : 5, rest : 20; };
static struct pair *pairs;
static float real(struct complex of) { return of.real; }
static struct pair get(int i) { return pairs[i]; }
static long count(struct counted of) { return of.count; }
static void set_low(struct bits *bits, unsigned to) { bits->low = to; }
int main(void) {
    struct complex *numbers = malloc(4 * sizeof *numbers);
    struct counted *counted = malloc(4 * sizeof *counted);
    struct bits *bits = malloc(4 * sizeof *bits), flags;
    pairs = malloc(4 * sizeof *pairs);
    double sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < 4; i++) {
        numbers[i].real = (float)i;
        pairs[i].first = i;
        counted[i].count = i;
        set_low(&bits[i], (unsigned)i);
        bits[i].high = 4;
        sum += real(numbers[i]) + get(i).first + (double)count(counted[i]) + bits[i].low + bits[i].high;
    }
    set_low(&flags, 5);
    printf("%g %d\n", sum, flags.low);
    free(numbers);
    free(pairs);
    free(counted);
    free(bits);
    return 0;
}
E2
check "a structure passed by value, and bit-fields, may have members that are not set" right passed '40 5'
sed 's/numbers\[i\].real = /bits[i].low = 0; sum = /' passed.c >unset.c
check "a structure of which nothing is set is found where it is passed" found unset 'read +unset\.c:25 '
# ---- complex numbers ----
cat >parts.c <<'E2'
#include <complex.h>
#include <stdio.h>
typedef struct { float re; double _Complex z; } rec;
int main(void) {
    double _Complex z; float _Complex f; int _Complex q = 3;
    double s = 0;
#pragma omp parallel firstprivate(z, f) num_threads(2) reduction(+:s)
    { z = 1 + 0; f = 2; s += creal(z) + crealf(f); }
#pragma omp parallel firstprivate(z) num_threads(2) reduction(+:s)
    { __real__ z = 2; __imag__ z = 3;  s += creal(z) + cimag(z); }
    z = 3 + 4*I; f = 1.f;
#pragma omp parallel num_threads(2) reduction(+:s)
#pragma omp single
    {
      for (int i = 0; i < 3; i++)
#pragma omp task firstprivate(z, f)
      { z *= 2; f += z; printf("%g %g %g\n", creal(z), cimag(z), crealf(f)); }
    }
    double _Complex w[4] = {0};
#pragma omp parallel for firstprivate(z, w) lastprivate(z) num_threads(2)
    for (int i = 0; i < 4; i++) { w[i] = z; z = i + w[i]; }
    printf("%g %g\n", creal(z), cimag(z));
    rec r = {1, 2};
#pragma omp parallel firstprivate(r) num_threads(2) reduction(+:s)
    s += creal(r.z) + r.re;
    double _Complex sum = 0;
#pragma omp parallel for reduction(+:sum) num_threads(3)
    for (int i = 0; i < 6; i++) sum += i * I + 1;
    printf("%g %g %g\n", s, creal(sum), cimag(sum));
#pragma omp parallel firstprivate(f) num_threads(2)
    { 
#pragma omp single
      printf("%g\n", crealf(f)); 
#pragma omp for firstprivate(z) nowait
      for (int i = 0; i < 4; i++) { z += 1; f += z; }
    }
#pragma omp taskloop firstprivate(z, f) num_tasks(2)
    for (int i = 0; i < 4; i++) { z += 1; f += z; }
#pragma omp target map(from: s) firstprivate(z)
    s = creal(z);
    printf("%g\n", s);
}
E2
check "clauses copy complex numbers that hold nothing" right parts '22 6 15'
cat >unset_parts.c <<'E2'
#include <complex.h>
#include <stdio.h>
int main(void) {
    double _Complex z, y = 1, v; float _Complex f, w[2];
    double s = 0;
#pragma omp parallel firstprivate(z) num_threads(2) reduction(+:s)
    { if (s > 1) z = 1;
      s += creal(z);
    }
#pragma omp parallel num_threads(2) 
#pragma omp single
#pragma omp task firstprivate(f) shared(w)
    w[0] = f + 1;
#pragma omp parallel for lastprivate(y, v) num_threads(2)
    for (int i = 0; i < 4; i++)
        if (i < 3) y = v = i;
    printf("%g %g\n", creal(y), s);
    v += 1;
    return 0;
}
E2
check "one that a thread may have to set first is found" found unset_parts 'read +unset_parts\.c:8 '
check "so is a task's" grep -qE 'read +unset_parts\.c:13 +task of line 12' err
# shellcheck disable=SC2016 # eval expands it
check "and no other" eval '[ "$(grep -c "^uninitialised read" err)" -eq 2 ]'
tap_end
