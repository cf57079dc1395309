#include "count.h"

const struct counter_info counter_table[COUNTER_COUNT] = {
#define COUNTER(id, name, hardware, graded, meaning) {name, hardware, graded, meaning},
#include "counters.def"
};

double counter_efficiency(const uint64_t values[COUNTER_COUNT]) {
    return values[COUNT_BLOCKS]
               ? (double)values[COUNT_BLOCK_LANES] / (32.0 * (double)values[COUNT_BLOCKS])
               : 1.0;
}
