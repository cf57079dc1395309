#include "verdict.h"

#include <string.h>

static const char *const names[VERDICT_COUNT] = {
    [VERDICT_PASS] = "pass",
    [VERDICT_BUILD_ERROR] = "build-error",
    [VERDICT_WRONG_ANSWER] = "wrong-answer",
    [VERDICT_RACE] = "race",
    [VERDICT_OUT_OF_BOUNDS] = "out-of-bounds",
    [VERDICT_WRONG_POINTER] = "wrong-pointer",
    [VERDICT_LEAK] = "leak",
    [VERDICT_UNINITIALISED_READ] = "uninitialised-read",
    [VERDICT_BARRIER_DIVERGENCE] = "barrier-divergence",
    [VERDICT_CRASH] = "crash",
    [VERDICT_TIMEOUT] = "timeout",
    [VERDICT_MEMORY_LIMIT] = "memory-limit",
    [VERDICT_OUTPUT_LIMIT] = "output-limit",
    [VERDICT_EARLY_EXIT] = "early-exit",
    [VERDICT_FORBIDDEN] = "forbidden",
    [VERDICT_STRUCTURE] = "structure",
    [VERDICT_INEFFICIENT] = "inefficient",
    [VERDICT_INPUT_MODIFIED] = "input-modified",
    [VERDICT_SKIPPED] = "skipped",
    [VERDICT_NOT_BEGUN] = "not-begun",
    [VERDICT_UNAVAILABLE] = "unavailable",
    [VERDICT_REVIEW] = "review",
};

const char *verdict_name(enum verdict verdict) {
    return verdict < VERDICT_COUNT ? names[verdict] : "unknown";
}

enum verdict verdict_from_name(const char *name) {
    for (int i = 0; i < VERDICT_COUNT; i++) {
        if (strcmp(names[i], name) == 0) {
            return (enum verdict)i;
        }
    }
    return VERDICT_COUNT;
}
