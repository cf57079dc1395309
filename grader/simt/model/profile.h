/*
 * profile.h - a GPU as a file of constants: what the model of time knows of it.
 *
 *     # the multiprocessor
 *     processors = 132
 *
 * One constant a line, each exactly once; README.md says what each means and where it comes from.
 */
#ifndef LOCKSTEP_SIMT_PROFILE_H
#define LOCKSTEP_SIMT_PROFILE_H

#include <stdbool.h>
#include <stddef.h>

#include "../../error.h"

/* What an instruction occupies. The order is that of struct profile's `interval` and `latency`. */
enum pipe {
    PIPE_FP32,
    PIPE_INTEGER,
    PIPE_MULTIPLY, /* of integers: on the floating-point pipe */
    PIPE_FP64,
    PIPE_HALF,
    PIPE_SPECIAL, /* reciprocals, roots, sines, conversions of 64 bits */
    PIPE_CONVERT,
    PIPE_CONTROL, /* branches */
    PIPE_SHUFFLE,
    PIPE_COUNT
};

struct profile {
    char name[32];
    double calibrated; /* 1: by measurement on the real one; 0: published figures */

    double clock_ghz;
    double processors;                 /* multiprocessors */
    double threads, blocks, registers; /* that a multiprocessor holds */
    double register_unit;              /* registers are given to warps in such pieces */
    double shared_bytes, shared_unit;  /* of a multiprocessor; given to blocks in pieces */
    double shared_reserved;            /* of each block, by the system */
    double interval[PIPE_COUNT];       /* cycles between two instructions of a scheduler */
    double latency[PIPE_COUNT];        /* cycles until the result can be used */
    double start_us, end_us;           /* of a launch: before its first block, after its last */
    double code_us;             /* more where the code and the parameters come from DRAM, too */
    double block_start_cycles;  /* from one block's end to the next one's first step */
    double block_spread_cycles; /* between the starts of two blocks, on the device… */
    double first_spread_cycles; /* …and of two that find their places empty */
    double warp_start_cycles;   /* between the starts of two warps of a block */
    double drain_cycles;    /* for which a block whose stores are on their way keeps its place */
    double constant_cycles; /* until constants are there that nobody has read before */
    double processor_start_cycles;          /* a launch's first block on one more multiprocessor */
    double prologue_slots, prologue_cycles; /* what a thread does before its first statement */
    double branch_cycles, barrier_cycles;
    double barrier_warp_cycles;    /* of the unit that counts who has arrived */
    double barrier_release_cycles; /* for each warp of the block, when the last one is there */

    double l1_bytes, l1_latency, l1_wavefront_cycles; /* of a load: wavefronts.h */
    double wavefront_latency; /* L1, shared: cycles more for each after the first */
    double store_line_cycles; /* the same for a store */
    double request_cycles;    /* a memory instruction, at the least */
    double memory_queue;      /* cycles of work that may wait there */
    double shared_latency, shared_atomic_latency;
    double shared_atomic_cycles,
        shared_increment_cycles; /* a wavefront: any atomic; one that adds 1 */
    double shuffle_cycles;       /* of the memory pipe, for a shuffle */

    double l2_bytes, l2_latency, l2_sectors; /* sectors a cycle, on the device */
    double l2_lines;                         /* lines a cycle, on the device */
    double l2_processor_sectors;             /* and of one multiprocessor */
    double l2_partial, l2_partial_sector;    /* a store of parts of a line takes as long as so many
                                                sectors: the line, and each sector of it */
    double l2_crowding;    /* what the busiest slice is sent beyond the mean counts so many times */
    double l2_slices;      /* that lines are spread over */
    double l2_parts_bytes; /* of lines with sectors that were stored in parts: L2 keeps no more */
    double l2_fills; /* of those sectors, a cycle on the device, that are filled and written back */
    double l2_atomic_address, l2_atomic_line, l2_atomic; /* cycles an atomic, see README.md */
    double l2_atomic_double;                             /* the first, sums of floats */
    double l2_atomic_latency;                            /* until the old value is there */
    double l2_swap;                     /* from a compare-and-swap that fails to the next try */
    double stored_cycles, asked_cycles; /* until a store, a question is at L2 */
    double written_cycles; /* more until a value is there that another multiprocessor has stored */
    double grid_barrier_cycles, grid_barrier_block_cycles; /* of the whole grid; for each block */
    double dram_scatter; /* cycles more where a request asks for far lines: times ln(lines) */
    double dram_latency, dram_read_gbs, dram_write_gbs;
    double dram_turn_cycles; /* a read waits so much longer where as much is written as read, and
                                DRAM is busy half the time */
    double kept_bytes;       /* of a launch that L2 keeps until its end */
    double page_cycles;      /* first touch of a page by the launch */

    double gap_us;             /* from an event to a launch behind it */
    double profiled_us;        /* what OpenCL counts to a kernel that finds an idle queue */
    double call_us, launch_us; /* a host call; one that launches a kernel */
    double wait_us;            /* from the end of what the host waits for until it goes on */
    double switch_us;          /* between a copy and a kernel that wait for each other */
    double pinned_gbs, pageable_gbs, copy_us; /* a copy between host and device */
    double near_gbs, near_bytes; /* pageable: of no more than so many bytes, in the host's caches */
    double profiled_gbs;         /* of these, what OpenCL's events see: no host that waits */
    double mapped_gbs, mapped_latency_us;   /* host memory that a kernel reaches */
    double mapped_requests;                 /* lines a cycle that may be asked for there */
    double device_copy_us, device_copy_gbs; /* a copy on the device, bytes moved; */
    double fill_us;                         /* and a fill */
    double copy_events_us, fill_events_us;  /* beyond these, between two events around the call */
    double held_bytes;       /* of device memory in a page, which cudaMalloc gives away in pieces */
    double map_us, unmap_us; /* cudaMalloc that needs a new page; cudaFree that gives one back */
};

/* Reads the profile in a file. False: *error names the file, the line and the mend. */
bool profile_read(const char *path, struct profile *profile, struct error *error);

/* Reads the profile of a name from a folder of NAME.profile files. For a name that is not there,
 * *error lists those that are. */
bool profile_find(const char *folder, const char *name, struct profile *profile,
                  struct error *error);

#endif
