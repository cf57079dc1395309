#include "retell.h"

/* A value that nobody wrote is no fault where nobody uses it, as of an array without elements. */
const struct finding *retell_aside(const struct trial *trial) {
    const struct finding *finding = trial->aside;
    while (finding != NULL && finding->verdict != VERDICT_RACE &&
           finding->verdict != VERDICT_OUT_OF_BOUNDS &&
           finding->verdict != VERDICT_BARRIER_DIVERGENCE) {
        finding = finding->next;
    }
    return finding;
}

bool retell_forgives(enum check_kind kind) {
    return kind == CHECK_RACE || kind == CHECK_MEMORY;
}
