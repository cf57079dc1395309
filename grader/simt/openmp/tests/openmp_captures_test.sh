#!/bin/bash
# test: once
# Scalars that regions take along by value: one that nobody has set is no mistake until somebody reads it there.
. grader/tests/tap.sh
. grader/simt/openmp/tests/programs.sh
make_scratch
cd "$scratch" || exit 2

# Some functions that set what they get, and the body of main().
opening='#include <omp.h>\n#include <stdio.h>\nstatic void set(int *to) { *to = 7; }
static void set_all(double *d, char *c, long *l, _Bool *b, int **p, int *i) {
    *d = 1, *c = 2, *l = 3, *b = 1, *p = i, *i = 4;\n}\nint main(void) {\n    int sum = 0;\n'
closing='    printf("%%d\\n", sum);\n    return 0;\n}\n'

program by_address <<'E2'
    int i;
    double d;
    char c;
    long l;
    _Bool b;
    int *p;
#pragma omp parallel firstprivate(i, d, c, l, b, p) reduction(+ : sum) num_threads(4)
    {
        set_all(&d, &c, &l, &b, &p, &i);
        sum += *p + (int)(d + l) + c + b;
    }
E2
check "a copy of a region may be set by its address" right by_address 44
program implied <<'E2'
    int c;
#pragma omp target map(tofrom : sum)
    {
#pragma omp parallel num_threads(4)
#pragma omp single
        {
#pragma omp task shared(c) depend(out : c)
            c = 100;
#pragma omp task shared(c, sum) depend(in : c)
            sum += c;
        }
    }
E2
check "target takes scalars along by itself, and tasks in it set them" right implied 100
program nested <<'E2'
    int c, d;
    for (int i = 0; i < 3; i++) {
#pragma omp parallel firstprivate(c, d) reduction(+ : sum) if (i > 0) num_threads(2)
        {
            if (i == 1) {
                set(&c);
            }
#pragma omp parallel firstprivate(c, d) reduction(+ : sum) num_threads(2)
            {
                set(&d);
                if (i == 2) {
                    c = d + 1;
                }
                sum += i > 0 ? c : d;
            }
        }
    }
E2
check "so do regions in regions, and regions of one thread" right nested "$((2 * (7 + 7 + 8)))"
sed 's/i > 0 ? c : d/c/' nested.c >read.c
check "one that is read there is found there" found read 'read +read\.c:22 +thread 0 of 2'
check "and what to do" grep -q 'one that is set' err
program of_target <<'E2'
    int n;
#pragma omp target map(tofrom : sum)
    for (int i = 0; i < n; i++) {
        sum += i;
    }
E2
check "so is one of a target region" found of_target 'read +of_target\.c:11 '
program later <<'E2'
    int d;
    double w;
    char *text;
#pragma omp parallel num_threads(3)
#pragma omp single
    {
        int q;
#pragma omp target nowait firstprivate(d, w, text, q) map(tofrom : sum) depend(out : sum)
        {
            set(&d);
            set(&q);
            w = 3;
            text = "a";
            sum += d + q + (int)w + *text;
        }
#pragma omp target teams distribute parallel for nowait firstprivate(d) map(tofrom : sum) depend(inout : sum) reduction(+ : sum)
        for (int i = 0; i < 4; i++) {
            set(&d);
            sum += d;
        }
#pragma omp taskwait
    }
E2
check "a target region that runs later takes them along, too" right later "$((7 + 7 + 3 + 97 + 28))"
program constructs <<'E2'
    int d, last = 0;
#pragma omp parallel num_threads(3)
    {
#pragma omp for firstprivate(d) lastprivate(last)
        for (int i = 0; i < 9; i++) {
            set(&d);
            last = d + i;
        }
#pragma omp sections firstprivate(d)
        {
            set(&d);
#pragma omp section
            set(&d);
        }
#pragma omp single firstprivate(d)
        {
            set(&d);
            sum = d + last;
        }
    }
E2
check "and so do loops, sections and single" right constructs 22
sed '/for firstprivate/,/last = d/s/set(&d);/if (i % 3) set(\&d); else d++;/' constructs.c >counted.c
check "one of theirs that is read is found" found counted 'read +counted\.c:14 '
tap_end
