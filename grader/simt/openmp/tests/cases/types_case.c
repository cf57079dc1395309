/* Types that are not everyday's: wide integers, bit fields, packed structures, unions; long double
 * by its size alone.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct flags {
    unsigned low : 3, high : 13;
    bool set : 1;
};
struct __attribute__((packed)) record {
    char kind;
    int value;
    double weight;
};
union bits {
    float f;
    uint32_t u;
};
struct entry {
    const char *name;
    int (*function)(int);
    double factor[2];
    struct entry *next;
};

static int twice(int x) {
    return 2 * x;
}
static struct entry last = {"last", twice, {0.5, -1e300}, NULL};
static struct entry table[2] = {{"first", NULL, {1, 2}, &table[1]},
                                {"second", twice, {3, 4}, &last}};
static struct entry ring_a, ring_b = {"b", twice, {0, 1}, &ring_a},
                            ring_a = {"a", twice, {1, 0}, &ring_b};
static const char *words[] = {"zero", "one", "two"};
int other(int x) __attribute__((alias("twice_alias")));
int twice_alias(int x) {
    return x + x;
}

static uint64_t high_word(uint64_t a, uint64_t b) {
    return (uint64_t)((unsigned __int128)a * b >> 64);
}

int main(void) {
    struct flags flags = {.low = 5};
    struct record records[4] = {{0}};
    union bits bits = {.f = 1};
    int good = 0;
#pragma omp parallel for lastprivate(flags)
    for (int i = 0; i < 4; i++) {
        flags = (struct flags){.low = 5, .high = (unsigned)i + 1, .set = true};
        records[i].value = i;
        records[i].weight = i / 2.0;
    }
    good += flags.low == 5 && flags.high == 4 && flags.set;
    good += records[3].value == 3 && records[3].weight == 1.5 && sizeof records[0] == 13;
    good += bits.u == 0x3f800000;
    good += high_word(1ull << 63, 6) == 3;
    good += table[0].next->next->function(21) == 42 && table[1].next->factor[1] == -1e300;
    good += ring_a.next->next == &ring_a && ring_b.next->name[0] == 'a';
    good += other(4) == 8 && words[2][0] == 't';
    good += sizeof(long double) == 16 && 0.1L != 0.1;
    printf("%d %s\n", good, table[0].next->name);
    return good == 8 ? 0 : 1;
}
