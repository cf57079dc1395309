/* Reductions: of an array, of a section, and one of the program's own. */
#include <stdio.h>

// expect: __kmpc_reduce
// clean
struct range {
    int least, most;
};
static void widen(struct range *to, const struct range *from) {
    to->least = from->least < to->least ? from->least : to->least;
    to->most = from->most > to->most ? from->most : to->most;
}
#pragma omp declare reduction(widen                                                                \
                              : struct range                                                       \
                              : widen(&omp_out, &omp_in)) initializer(omp_priv = omp_orig)

int main(void) {
    struct range range = {1 << 30, -(1 << 30)};
    int count[16] = {0}, *bins = count;
#pragma omp parallel for reduction(widen : range) reduction(+ : bins[:16])
    for (int i = 0; i < 1000; i++) {
        int value = i * 37 % 101;
        widen(&range, &(struct range){value, value});
        bins[value % 16]++;
    }
    printf("%d %d %d\n", range.least, range.most, count[3]);
    return range.least == 0 && range.most == 100 ? 0 : 1;
}
