#!/bin/bash
# test: once
# What nobody has set and a mask of 0 takes away: no read that C minds. What a mask leaves is found.
. grader/tests/tap.sh
lockstep=$(realpath "${LOCKSTEP:-build/lockstep}")
make_scratch
cd "$scratch" || exit 2

compile() { "$lockstep" cc -fopenmp -w "$1.c" -o "$1" >out 2>err || { cat err; false; }; }
found() { compile "$1" && { "$lockstep" simt -- "./$1" >out 2>err; grep -qE -- "$2" err || { cat err; false; }; }; }
findings() { [ "$(grep -c '^uninitialised read' err)" -eq "$1" ] || { cat err; false; }; }
right() { found "$1" '^no findings' && { grep -qx -- "$2" out || { cat out; false; }; }; }

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
