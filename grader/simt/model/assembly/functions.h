/* functions.h - what the functions of CUDA's mathematics library cost on a GPU. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct function_cost {
    const char *name;
    uint8_t slots;    /* instructions on the FP32 pipe, or with `fp64` of them, those on that one */
    uint8_t fp64;     /* instructions on the FP64 pipe */
    uint8_t specials; /* of all */
    uint16_t latency; /* cycles of the longest path */
};

/* Is it a function of the library? */
bool is_library_function(const char *name);

/* By its name in PTX (__nv_expf). For one that the table lacks, what such functions cost. */
const struct function_cost *function_cost_of(const char *name);
