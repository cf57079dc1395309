#!/bin/bash
# test: once
# Members of structures, and elements of arrays, that have no value yet: found where they are read, and only there. What a
# mask of 0 takes away is no read that C minds; what a mask leaves is found.
. grader/tests/tap.sh
. grader/simt/openmp/tests/programs.sh
make_scratch
cd "$scratch" || exit 2

findings() { [ "$(grep -c '^uninitialised read' err)" -eq "$1" ] || { cat err; false; }; }

cat >private.c <<'E2'
struct point { int x, y; double z; };
int main(void) {
    struct point p = {1, 2, 3};
    int sum = 0;
#pragma omp parallel private(p) reduction(+ : sum)
    {
        p.x = 1;
        sum += p.x;
        sum += p.y;
    }
    return sum < 0;
}
E2
check "a member of a private structure that nobody has set is found" found private 'read +private\.c:9 '
check "and no other" findings 1
cat >local.c <<'E2'
struct sums { double sum; int n; };
struct box { struct sums sums; int values[3]; };
int main(void) {
    double mean = 0;
#pragma omp parallel reduction(+ : mean)
    {
        struct sums own;
        own.sum = 0;
#pragma omp for
        for (int i = 0; i < 40; i++) {
            own.sum += i;
            own.n++;
        }
        mean += own.sum / (own.n + 1);
        struct box box;
        box.sums.n = 3;
        box.values[1] = 2;
        mean += box.sums.n + box.values[1];
        mean += box.values[2];
        int pair[2];
        pair[0] = 2;
        mean += pair[0];
        mean += pair[1];
    }
    return mean < 0;
}
E2
check "so is a counter in a structure of the region's own" found local 'read +local\.c:12 '
check "an element of an array in a structure" grep -qE 'read +local\.c:19 ' err
check "an element of a small array" grep -qE 'read +local\.c:23 ' err
check "and nothing else" findings 3
cat >partly.c <<'E2'
#include <stdio.h>
#include <string.h>
struct pt { int x, y; double z; };
struct bits { unsigned a : 3, b : 5; int n; };
union u { int i; float f; char c[4]; };
static struct pt make(int x) { struct pt p; p.x = x; p.y = 2; return p; }
static void set(struct pt *p) { p->x = 2; p->y = 3; p->z = 1; }
static int rd(struct pt p) { return p.x; }
struct s4 { int a; char b; };
static struct s4 mk4(int i) { struct s4 s; s.a = i; return s; }
int main(void) {
    int x = 0;
#pragma omp parallel for reduction(+: x)
    for (int i = 0; i < 10; i++) {
        struct pt p, q, r; struct bits b; union u u; int v[3]; struct pt arr[2];
        p.x = i; if (i % 2) p.y = 3;
        x += p.x + (i % 2 ? p.y : 0);
        q = p; x += q.x; r = make(i); x += r.y + rd(r) + rd(p);
        set(&q); x += q.y;
        b.a = 3; b.n = 2; b.b = 4; x += b.a + b.b + b.n;
        u.i = 0; x += (int)u.f + u.c[2];
        for (int k = 0; k < 3; k++) v[k] = k; x += v[2];
        arr[0] = p; arr[1].x = 3; x += arr[0].x + arr[1].x;
        struct pt z; memset(&z, 0, sizeof z); x += z.y;
        struct s4 s = mk4(i), t = s; x += t.a;
        do { struct pt w; if (i > 3) { w.x = 1; w.y = 2; } else { w.x = 3; w.y = 4; } x += w.x * w.y; } while (0);
        int has = i > 5; struct pt best; if (has) best = p; if (has) x += best.x;
        struct pt c = {.x = 1}; x += c.y; struct pt *pp = &c; x += pp->y;
    }
    printf("%d\n", x);
    return 0;
}
E2
check "structures that are set in parts, passed, returned and copied are right" right partly 565
cat >idioms.c <<'E2'
#include <stdio.h>
#include <complex.h>
typedef struct { int lo, hi; long total; int flag; char tag; } range;
typedef struct { float r, g, b; } rgb;
typedef struct { double m[2][2]; } mat;
typedef struct node { struct node *next; int v; } node;
static range range_of(int t, int n, int p) { range r; r.lo = t * n / p; r.hi = (t + 1) * n / p; return r; }
static rgb mix(rgb a, rgb b) { rgb c; c.r = (a.r + b.r) / 2; c.g = a.g; c.b = b.b; return c; }
static mat mul(mat a, mat b) { mat c; for (int i = 0; i < 2; i++) for (int j = 0; j < 2; j++) { c.m[i][j] = 0; for (int k = 0; k < 2; k++) c.m[i][j] += a.m[i][k] * b.m[k][j]; } return c; }
static mat ident(void) { mat c; c.m[0][0] = c.m[1][1] = 1; c.m[0][1] = c.m[1][0] = 0; return c; }
static int minmax(const int *a, int n, int out[2]) { out[0] = out[1] = a[0]; for (int i = 1; i < n; i++) { if (a[i] < out[0]) out[0] = a[i]; if (a[i] > out[1]) out[1] = a[i]; } return n; }
int main(void) {
    double total = 0; int a[100]; for (int i = 0; i < 100; i++) a[i] = i * 7 % 31;
    range shared_r; 
#pragma omp parallel num_threads(4) reduction(+: total) private(shared_r)
    {
        shared_r.total = 0;
        range r = range_of(2, 100, 4);
        for (int i = r.lo; i < r.hi; i++) shared_r.total += a[i];
        total += shared_r.total;
        rgb x = {1, 2, 3}, y; y.r = 1; y.g = y.b = 2; x = mix(x, y); total += x.r + x.g + x.b;
        mat m = ident(); for (int k = 0; k < 3; k++) m = mul(m, ident()); total += m.m[1][1];
        int mm[2]; minmax(a, 100, mm); total += mm[0] + mm[1];
        node n1, n2; n1.next = &n2; n2.next = NULL; n1.v = 3; n2.v = 4;
        for (node *q = &n1; q; q = q->next) total += q->v;
        double best[2]; int first = 1;
#pragma omp for
        for (int i = 0; i < 100; i++) { if (first) { best[0] = best[1] = a[i]; first = 0; } else { if (a[i] < best[0]) best[0] = a[i]; if (a[i] > best[1]) best[1] = a[i]; } }
        if (!first) total += best[1] - best[0];
        struct { int idx; double val; } cand; cand.val = -1;
        for (int i = 0; i < 100; i++) if (a[i] > cand.val) { cand.val = a[i]; cand.idx = i; }
        total += cand.idx;
        struct { int used; int k; } opt; opt.used = 0; if (total < 0) { opt.used = 1; opt.k = 2; }
        if (opt.used) total += opt.k;
        int st[4], top = 0; st[top++] = 1; st[top++] = 2; total += st[--top];
        double complex z[2]; z[0] = 1 + 2 * I; total += creal(z[0]);
        switch (a[3] % 3) { case 0: opt.k = 1; break; case 1: opt.k = 2; break; default: opt.k = 3; } total += opt.k;
    }
    printf("%g\n", total);
}
E2
check "and so are those that are set on the ways that need them" right idioms 1883

cat >masked.c <<'E2'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static const unsigned mask[4] = {0, 0xff, 0xffff, 0xffffff};
static unsigned char choose(int k) { return k < 2 ? 0xff : 0; }
struct hash { unsigned count, word[16]; };
int main(void) {
    unsigned sum = 0;
    int *flags = malloc(4 * sizeof *flags);
    for (int i = 0; i < 4; i++) flags[i] = i;
#pragma omp parallel num_threads(2) reduction(+ : sum)
    {
        struct hash hash;
        char text[8];
        long wide[4];
        memset(hash.word, 1, 5 * sizeof *hash.word + 1);
        hash.count = 5;
        wide[0] = 1;
        text[0] = 'a';
        text[1] = 'b';
        for (int i = 4; i < 8; i++)                      /* the last word, half set */
            sum += hash.word[i] & mask[i < 5 ? 3 : i < 6 ? 1 : 0];
        hash.word[9] = (hash.word[9] & mask[0]) | 7;
        hash.word[8] &= mask[flags[0]];
        for (int k = 0; k < 8; k++) sum += text[k] & choose(k);
        for (int k = 0; k < 4; k++) { int m = flags[k] == 0 ? flags[k] + 1 : 0; sum += wide[k] & m; }
        for (int k = 0; k < 4; k++) sum += (text[k] > 0) & (k < 2);
        for (int k = 0; k < 4; k++) { sum += text[k] & (k < 2 ? flags[k] : flags[0]); }
        int shown = 0;
        for (int k = 0; k < 4; k++) shown += text[4 + k % 2] & flags[0];
        sum += hash.word[8] + hash.word[9] + shown;
    }
    printf("%u\n", sum);
    free(flags);
}
E2
check "a word that a table's mask takes away need not be set" right masked 131998
cat >left.c <<'E2'
#include <stdio.h>
#include <stdlib.h>
int main(void) {
    unsigned sum = 0, mask[3] = {0, 1, 0xff00};
    unsigned *a = malloc(4 * sizeof *a), *b = malloc(4 * sizeof *b);
#pragma omp parallel for num_threads(2) reduction(+ : sum)
    for (int i = 0; i < 3; i++)
        sum += a[i] & mask[i];
    sum += b[0] & mask[0];
    sum += b[0];
    unsigned c[4];
    sum += c[1] & mask[2];
    sum += (c[2] > 2u) & (mask[2] > 0);
    printf("%u\n", sum);
    free(a), free(b);
}
E2
check "what a mask leaves is found" found left 'read +left\.c:8 '
check "so is what is read again without one" grep -qE 'read +left\.c:10 ' err
check "a word of which the mask leaves a part" grep -qE 'read +left\.c:12 ' err
check "and what a comparison masks" grep -qE 'read +left\.c:13 ' err
check "and no other" findings 4
tap_end
