/* The modelled time of a student's program: it runs on the simulated GPU, a profile says how long
 * the real one would take. No time from here is a measurement. */
#pragma once

#include "../arena.h"
#include "../error.h"

#include <stdbool.h>
#include <stddef.h>

enum { SIMULATED_COUNTERS = 40, SIMULATED_UNITS = 16 };

/* What one call of a student's function took, and what it counted over all kernels. */
struct simulated {
    double kernels, all; /* seconds: of its kernels; and of copies and fills, too; */
    double far;          /* as all, had the host's caches held nothing of what is copied */
    double largest;      /* copy, in what the host's caches hold */
    double blocks;       /* of all launches */
    const char *binds;   /* of the longest launch, in words */
    double occupied;     /* by that one: the part of the device's places for threads, on average */
    size_t units;
    const char *unit[SIMULATED_UNITS]; /* of the device, such as "dram" */
    double busy[SIMULATED_UNITS];      /* seconds that the unit worked, over all launches */
    size_t count;                      /* of the counters */
    const char *name[SIMULATED_COUNTERS];
    double value[SIMULATED_COUNTERS];
};

/* The name of the GPU that a profile stands for, such as "NVIDIA H200". NULL: the profile cannot be
 * read; the error says why, and which ones there are. `build` is the kit's build folder. */
const char *simulate_device(const char *build, const char *profile, struct arena *arena,
                            struct error *error);

/* Reads what `lockstep simt --json` wrote. False with the reason. */
bool simulate_read(const char *path, struct simulated *simulated, struct arena *arena,
                   struct error *error);

/*
 * The same at a larger n, from three smaller ones (`at` and `n`, rising): along the line through
 * the outer two. Only where the middle one lies on it, the time and every counter, where the three
 * fill the device alike, and no unit would have to work for longer than the whole takes: else
 * false, and the error says what is not linear.
 */
bool simulate_extrapolate(const struct simulated at[3], const double n[3], double larger,
                          struct simulated *result, struct error *error);
