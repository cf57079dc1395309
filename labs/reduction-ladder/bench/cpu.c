#include "cpu.h"

uint32_t cpu_sum(const uint32_t *data, size_t n) {
    uint32_t sum = 0;
    for (size_t i = 0; i < n; i++) {
        sum += data[i];
    }
    return sum;
}
