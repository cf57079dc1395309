/* A command in a jail, from its start to its end: one that was made ahead, or one of its own. */
#include "launch.h"

#include <poll.h>
#include <string.h>

bool jail_start(const struct jail_spec *spec, struct jail_process **process, struct error *error) {
    const struct jail_means *means = jail_means(error);
    if (means == NULL) {
        return false;
    }
    *process = ready_take(means, spec);
    if (*process == NULL && !jail_start_with(means, spec, process, error)) {
        remember_nothing();
        return false;
    }
    return true;
}

void jail_wait(struct jail_process *process, struct jail_result *result) {
    /* The command and all that it started are gone: the keeper tells its end last. */
    if (!jail_end(process, result) || !ready_release(process)) {
        jail_release(process);
    }
}

bool jail_try_again(int tries) {
    enum { TRIES = 3, MILLISECONDS = 2000 };
    return tries < TRIES && poll(NULL, 0, MILLISECONDS) == 0;
}

static void run_once(const struct jail_spec *spec, struct jail_result *result) {
    struct jail_process *process = NULL;
    *result = (struct jail_result){.end = JAIL_FAILED};
    if (jail_start(spec, &process, &result->error)) {
        jail_wait(process, result);
    } else {
        result->output = strdup("");
    }
}

bool jail_run(const struct jail_spec *spec, struct jail_result *result) {
    run_once(spec, result);
    for (int tries = 1; result->starved && jail_try_again(tries); tries++) {
        jail_result_free(result);
        run_once(spec, result);
    }
    if (result->end == JAIL_FAILED && !result->starved) {
        remember_nothing();
    }
    return result->end != JAIL_FAILED;
}
