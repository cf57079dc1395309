/* resource.h - what a launch can keep busy, and so what can bind it. */
#pragma once

enum resource {
    RESOURCE_ISSUE,
    RESOURCE_FP32,
    RESOURCE_INTEGER,
    RESOURCE_FP64,
    RESOURCE_SPECIAL,
    RESOURCE_L1, /* the memory pipe: lines of global memory, wavefronts of shared memory */
    RESOURCE_L2,
    RESOURCE_DRAM,
    RESOURCE_HOST,     /* host memory, over PCIe */
    RESOURCE_ATOMIC,   /* atomics that meet in L2 (model.c) */
    RESOURCE_CONSTANT, /* constants at places that lanes compute */
    RESOURCE_COUNT
};
