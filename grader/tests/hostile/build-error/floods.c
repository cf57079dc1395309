/* === huge_object */
/*
 * exercise: sequential
 * Tries: to fill the disk with the compiler's own output.
 */
#include "histogram.h"

char huge[1ull << 36] = {1};

void histogram_sequential(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    (void)data, (void)n, (void)frequency;
}
/* === macro_bomb */
/*
 * exercise: sequential
 * Tries: to have the compiler expand a few lines to 10^32 words.
 */
#include "histogram.h"

#define B0(x) x x x x x x x x x x
#define B1(x) B0(B0(x))
#define B2(x) B1(B1(x))
#define B3(x) B2(B2(x))
#define B4(x) B3(B3(x))
#define B5(x) B4(B4(x))

void histogram_sequential(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    (void)data, (void)n, (void)frequency;
    int words = 0;
    B5(words++;)
}
