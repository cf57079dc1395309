/* Jails made ahead of their commands, and given back behind their ends, beside the caller's work.
 */
#include "launch.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_LEAVING = 8 };

static struct {
    pthread_mutex_t lock; /* of all that follows */
    bool wanted, busy;    /* the thread runs, or has not been joined */
    pthread_t thread;
    /* What the thread is to make, and what it made: its alone while it runs. */
    const struct jail_means *means;
    struct jail_limits limits;
    struct texts arguments;
    struct jail_process *process;
    struct jail_process *gone[MOST_LEAVING]; /* the thread's to release */
    size_t gone_count;
    struct jail_process *leaving[MOST_LEAVING]; /* for the next thread */
    size_t leaving_count;
} ready = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void *make(void *nothing) {
    struct error error;
    if (!jail_start_empty(ready.means, &ready.limits, &ready.arguments, &ready.process, &error)) {
        ready.process = NULL; /* the next command starts as any other, and says what is wrong */
    }
    for (size_t i = 0; i < ready.gone_count; i++) {
        jail_release(ready.gone[i]);
    }
    ready.gone_count = 0;
    return nothing;
}

/* With the lock: what the thread made can be looked at. */
static void join(void) {
    if (ready.busy) {
        pthread_join(ready.thread, NULL);
        ready.busy = false;
    }
}

static void end(struct jail_process *process) {
    struct jail_result result;
    if (process != NULL) {
        jail_kill(process);
        jail_wait(process, &result);
        jail_result_free(&result);
    }
}

static bool are_alike(const struct texts *a, const struct texts *b) {
    bool alike = a->count == b->count;
    for (size_t i = 0; alike && i < a->count; i++) {
        alike = strcmp(a->items[i], b->items[i]) == 0;
    }
    return alike;
}

/* With the lock, after join: the process, which is the caller's now. */
static struct jail_process *give_up(void) {
    struct jail_process *process = ready.process;
    ready.process = NULL;
    texts_free(&ready.arguments);
    ready.arguments = (struct texts){0};
    return process;
}

void jail_ready(const struct jail_spec *spec) {
    struct error error;
    const struct jail_means *means = jail_means(&error);
    pthread_mutex_lock(&ready.lock);
    if (ready.wanted && means != NULL && means->hold != JAIL_HOLD_LANDLOCK && !ready.busy &&
        ready.process == NULL) {
        texts_free(&ready.arguments);
        ready.arguments = (struct texts){0};
        bubblewrap_arguments(means, spec, &ready.arguments);
        ready.means = means;
        ready.limits = spec->limits;
        memcpy(ready.gone, ready.leaving, sizeof ready.gone);
        ready.gone_count = ready.leaving_count;
        ready.leaving_count = 0;
        ready.busy = pthread_create(&ready.thread, NULL, make, NULL) == 0;
        if (!ready.busy) { /* back: nobody has taken them */
            ready.leaving_count = ready.gone_count;
            ready.gone_count = 0;
        }
    }
    pthread_mutex_unlock(&ready.lock);
}

struct jail_process *ready_take(const struct jail_means *means, const struct jail_spec *spec) {
    struct jail_process *process = NULL;
    pthread_mutex_lock(&ready.lock);
    if (ready.wanted && (ready.busy || ready.process != NULL) && ready.means == means) {
        struct texts arguments = {0};
        bubblewrap_arguments(means, spec, &arguments);
        if (!arguments.failed && are_alike(&arguments, &ready.arguments)) {
            join();
            process = give_up();
        }
        texts_free(&arguments);
    }
    pthread_mutex_unlock(&ready.lock);
    if (process != NULL && !jail_hand_over(process, means, spec)) {
        end(process);
        process = NULL;
    }
    return process;
}

bool ready_release(struct jail_process *process) {
    pthread_mutex_lock(&ready.lock);
    const bool taken = ready.wanted && ready.leaving_count < MOST_LEAVING;
    if (taken) {
        ready.leaving[ready.leaving_count++] = process;
    }
    pthread_mutex_unlock(&ready.lock);
    return taken;
}

void jail_keep_ready(bool wanted) {
    pthread_mutex_lock(&ready.lock);
    ready.wanted = wanted;
    join();
    struct jail_process *process = wanted ? NULL : give_up();
    for (size_t i = 0; !wanted && i < ready.leaving_count; i++) {
        jail_release(ready.leaving[i]);
    }
    ready.leaving_count = wanted ? ready.leaving_count : 0;
    pthread_mutex_unlock(&ready.lock);
    end(process);
}
