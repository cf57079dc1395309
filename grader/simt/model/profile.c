/* Profiles: a table of the constants' names. */
#include "profile.h"
#include "constants.h"

#include <stdio.h>
#include <string.h>

#define ROW(kind, member)                                                                          \
    { #member, offsetof(struct profile, member), CONSTANT_##kind }
#define CONSTANT(member) ROW(ANY, member)
#define POSITIVE(member) ROW(POSITIVE, member)
#define WHOLE(member)    ROW(WHOLE, member)
#define COUNT(member)    ROW(COUNT, member)
#define BYTES(member)    ROW(BYTES, member)
#define THREADS(member)  ROW(THREADS, member)
#define SWITCH(member)   ROW(SWITCH, member)
#define PIPE(word, pipe)                                                                           \
    {word "_interval", offsetof(struct profile, interval) + (pipe) * sizeof(double),               \
     CONSTANT_ANY},                                                                                \
    {                                                                                              \
        word "_latency", offsetof(struct profile, latency) + (pipe) * sizeof(double), CONSTANT_ANY \
    }

static const struct constant constants[] = {
    SWITCH(calibrated),
    POSITIVE(clock_ghz),
    COUNT(processors),
    THREADS(threads),
    COUNT(blocks),
    COUNT(registers),
    COUNT(register_unit),
    WHOLE(shared_bytes),
    COUNT(shared_unit),
    WHOLE(shared_reserved),
    PIPE("fp32", PIPE_FP32),
    PIPE("integer", PIPE_INTEGER),
    PIPE("multiply", PIPE_MULTIPLY),
    PIPE("fp64", PIPE_FP64),
    PIPE("half", PIPE_HALF),
    PIPE("special", PIPE_SPECIAL),
    PIPE("convert", PIPE_CONVERT),
    PIPE("control", PIPE_CONTROL),
    PIPE("shuffle", PIPE_SHUFFLE),
    CONSTANT(start_us),
    CONSTANT(code_us),
    CONSTANT(end_us),
    CONSTANT(block_start_cycles),
    CONSTANT(block_spread_cycles),
    CONSTANT(first_spread_cycles),
    CONSTANT(warp_start_cycles),
    CONSTANT(drain_cycles),
    CONSTANT(constant_cycles),
    CONSTANT(processor_start_cycles),
    CONSTANT(prologue_slots),
    CONSTANT(prologue_cycles),
    CONSTANT(branch_cycles),
    CONSTANT(barrier_cycles),
    CONSTANT(barrier_warp_cycles),
    CONSTANT(barrier_release_cycles),
    COUNT(l1_bytes),
    CONSTANT(l1_latency),
    CONSTANT(l1_wavefront_cycles),
    CONSTANT(wavefront_latency),
    CONSTANT(store_line_cycles),
    CONSTANT(request_cycles),
    CONSTANT(memory_queue),
    CONSTANT(shared_latency),
    CONSTANT(shared_atomic_latency),
    CONSTANT(shared_atomic_cycles),
    CONSTANT(shared_increment_cycles),
    CONSTANT(shuffle_cycles),
    BYTES(l2_bytes),
    CONSTANT(l2_latency),
    POSITIVE(l2_sectors),
    POSITIVE(l2_lines),
    POSITIVE(l2_processor_sectors),
    CONSTANT(l2_partial),
    CONSTANT(l2_partial_sector),
    COUNT(l2_slices),
    CONSTANT(l2_crowding),
    BYTES(l2_parts_bytes),
    POSITIVE(l2_fills),
    CONSTANT(l2_atomic_address),
    CONSTANT(l2_atomic_double),
    CONSTANT(l2_atomic_line),
    CONSTANT(l2_atomic),
    CONSTANT(l2_atomic_latency),
    CONSTANT(l2_swap),
    CONSTANT(stored_cycles),
    CONSTANT(asked_cycles),
    CONSTANT(written_cycles),
    CONSTANT(grid_barrier_cycles),
    CONSTANT(grid_barrier_block_cycles),
    CONSTANT(dram_latency),
    CONSTANT(dram_turn_cycles),
    CONSTANT(dram_scatter),
    POSITIVE(dram_read_gbs),
    POSITIVE(dram_write_gbs),
    WHOLE(kept_bytes),
    CONSTANT(page_cycles),
    CONSTANT(gap_us),
    CONSTANT(profiled_us),
    CONSTANT(call_us),
    CONSTANT(launch_us),
    POSITIVE(pinned_gbs),
    POSITIVE(pageable_gbs),
    CONSTANT(copy_us),
    CONSTANT(switch_us),
    CONSTANT(wait_us),
    POSITIVE(near_gbs),
    WHOLE(near_bytes),
    POSITIVE(profiled_gbs),
    POSITIVE(mapped_gbs),
    CONSTANT(mapped_latency_us),
    POSITIVE(mapped_requests),
    CONSTANT(device_copy_us),
    CONSTANT(fill_us),
    CONSTANT(copy_events_us),
    CONSTANT(fill_events_us),
    WHOLE(held_bytes),
    CONSTANT(map_us),
    CONSTANT(unmap_us),
    POSITIVE(device_copy_gbs),
};
enum { CONSTANTS = sizeof constants / sizeof *constants };

bool profile_read(const char *path, struct profile *profile, struct error *error) {
    const char *name = basename(path);
    memset(profile, 0, sizeof *profile);
    snprintf(profile->name, sizeof profile->name, "%.*s", (int)strcspn(name, "."), name);
    return constants_read(path, constants, CONSTANTS, profile, error);
}

bool profile_find(const char *folder, const char *name, struct profile *profile,
                  struct error *error) {
    char path[512];
    return constants_find(folder, name, ".profile", path, sizeof path, error) &&
           profile_read(path, profile, error);
}
