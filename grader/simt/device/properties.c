/* The device that programs see. Limits are the machine's; the rest is a small GPU of that kind. */
#include "session.h"

#include <string.h>

cudaError_t on_properties(struct session *session, const struct wire_nothing *question,
                          struct wire_properties_r *answer) {
    (void)question;
    const struct simt_limits *limits = simt_device_limits(session->device);
    *answer = (struct wire_properties_r){
        .name = "Lockstep SIMT machine",
        .global_bytes = limits->global_bytes,
        .shared_per_block = limits->shared_per_block,
        .shared_per_block_optin = limits->shared_per_block_optin,
        .shared_per_processor = limits->shared_per_block_optin + 1024,
        .shared_reserved = 1024,
        .constant_bytes = limits->constant_bytes,
        .threads_per_block = limits->threads_per_block,
        .registers_per_block = 65536,
        .registers_per_processor = 65536,
        .threads_per_processor = 2048,
        .blocks_per_processor = 32,
        .processors = 16,
        .major = 8,
        .minor = 0,
        .clock_khz = 1500000,
        .memory_clock_khz = 1600000,
        .memory_bus_bits = 1024,
        .l2_bytes = 8 << 20,
    };
    memcpy(answer->block, limits->block, sizeof answer->block);
    memcpy(answer->grid, limits->grid, sizeof answer->grid);
    return cudaSuccess;
}
