/* The words that every part of the kit uses for the outcome of a check. */
#pragma once

enum verdict {
    VERDICT_PASS,
    VERDICT_BUILD_ERROR,
    VERDICT_WRONG_ANSWER,
    VERDICT_RACE,
    VERDICT_OUT_OF_BOUNDS,
    VERDICT_WRONG_POINTER,
    VERDICT_LEAK,
    VERDICT_UNINITIALISED_READ,
    VERDICT_BARRIER_DIVERGENCE,
    VERDICT_CRASH,
    VERDICT_TIMEOUT,
    VERDICT_MEMORY_LIMIT,
    VERDICT_OUTPUT_LIMIT,
    VERDICT_EARLY_EXIT,
    VERDICT_FORBIDDEN,
    VERDICT_STRUCTURE,
    VERDICT_INEFFICIENT,
    VERDICT_INPUT_MODIFIED,
    VERDICT_SKIPPED,     /* a check that it depends on failed */
    VERDICT_NOT_BEGUN,   /* the exercise is still the skeleton's: nothing was judged */
    VERDICT_UNAVAILABLE, /* the device or tool is not on this machine: never passes */
    VERDICT_REVIEW, /* it ran, and a person must judge what it showed: costs nothing, never passes
                     */
    VERDICT_COUNT
};

/* The verdict's word as reports spell it, such as "wrong-answer". Never NULL. */
const char *verdict_name(enum verdict verdict);

/* The verdict that `name` spells, or VERDICT_COUNT when none does. */
enum verdict verdict_from_name(const char *name);
