/*
 * The kinds of checks, a row each: all that is known of a kind but how a device judges it, which
 * grader/check/check_devices.h says. A new kind is a row here, a row there, and the file
 * <kind>_check.c.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct check_kind_row {
    const char *name; /* as lab.yaml spells it */

    /* What lab.yaml must say of such a check, and must not. */
    bool one_case;    /* it has one case, not several */
    bool needs_after; /* it stands behind another check, named by `after` */
    /* It needs `require`; is there a fact of that name? NULL: it takes no `require`. */
    bool (*bounds)(const char *name);
    const char *bound; /* what such a fact is called */

    /* What it means for the other checks of the exercise. */
    bool runs_first;    /* right after the exercise's first check. A race that it finds makes all
                           others `skipped`; a crash in it is another check's to tell */
    bool takes_points;  /* what it finds is also the verdict of the check that it stands behind */
    bool secret_inputs; /* it works with inputs that students must not know, hidden or not */
};

/* X(enumerator, row) */
#define CHECK_KINDS(X)                                                                             \
    /* run, compare bit for bit; every device judges it */                                         \
    X(OUTPUT, .name = "output")                                                                    \
    /* what the machine's detectors see */                                                         \
    X(RACE, .name = "race", .runs_first = true)                                                    \
    /* reads and writes outside of arrays, of what was freed, of what nobody wrote */              \
    X(MEMORY, .name = "memory")                                                                    \
    /* what the program really did */                                                              \
    X(STRUCTURE, .name = "structure", .bounds = fact_known, .bound = "fact")                       \
    /* does the answer come from the simulated GPU? */                                             \
    X(ORIGIN, .name = "origin", .one_case = true, .needs_after = true, .takes_points = true,       \
      .secret_inputs = true)                                                                       \
    /* what the simulated GPU counted */                                                           \
    X(COST, .name = "cost", .one_case = true, .bounds = gpu_fact_known, .bound = "counter")

enum check_kind {
#define CHECK_KIND_ENUM(enumerator, ...) CHECK_##enumerator,
    CHECK_KINDS(CHECK_KIND_ENUM)
#undef CHECK_KIND_ENUM
        CHECK_KIND_COUNT
};

/* Its row. Of a number that is no kind: a row of which only the name, "unknown", is set. */
const struct check_kind_row *check_kind_row(enum check_kind kind);

/* The kind that lab.yaml calls so, or CHECK_KIND_COUNT. */
enum check_kind check_kind_find(const char *name);

/* The names of all kinds, or only of those that need `require`, with `between` before each but the
 * first: "output, race, …". In `text`, cut off where it has no room. */
const char *check_kind_names(bool bounded, const char *between, char *text, size_t size);
