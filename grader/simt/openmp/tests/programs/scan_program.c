// prints: 3: 12 -7 0x1f
// prints: 3: 2.5 1e-03 7.25
// prints: 4: ab cd] xyz 5 at 14
// prints: 2: 300 44 -1
// prints: -1 0 1 1
// prints: 2: 8 by 16
#include <stdio.h>

int main(int argc, char **argv) {
    (void)argc;
    (void)argv;
    int a = 0, b = 0, n = 0;
    unsigned x = 0;
    int got = sscanf(" 12,-7 / 1f", "%d,%d / %x", &a, &b, &x);
    printf("%d: %d %d %#x\n", got, a, b, x);
    float f = 0;
    double d = 0, e = 0;
    got = sscanf("2.5 1e-3 skipped 7.25", "%f%lf %*s%lg", &f, &d, &e);
    printf("%d: %g %.0e %g\n", got, f, d, e);
    char word[8], set[8], four[4] = "";
    got = sscanf("ab cd],xyz5 end", "%7s %[]a-e],%3c%1d%n", word, set, four, &a, &n);
    printf("%d: %s %s %.3s %d at %d\n", got, word, set, four, a, n + 3);
    short s = 0;
    unsigned char c = 0;
    long long l = -1;
    got = sscanf("300 300 x", "%hd %hhu %lld", &s, &c, &l);
    printf("%d: %d %d %lld\n", got, s, c, l);
    printf("%d ", sscanf("", "%d", &a));
    printf("%d ", sscanf("x", "%d", &a));
    printf("%d ", sscanf("7%", "%d%% %d", &a, &b));
    printf("%d\n", sscanf("5", "%d %d", &a, &b));
    printf("%d: ", sscanf("size=8x16", "size=%dx%d", &a, &b));
    printf("%d by %d\n", a, b);
}
