/* Jails made before their commands come, and released after their ends, in threads beside the
 * caller's work: both mostly wait for the kernel. */
#include "launch.h"

#include <stdlib.h>
#include <string.h>

enum { WORKERS = 3, AHEAD = 2, MOST_LEAVING = 16 };

/* A process that is given back; one that never got a command must be ended first. */
struct leaving {
    struct jail_process *process;
    bool empty;
};

static struct {
    pthread_mutex_t lock;   /* of all that follows */
    pthread_cond_t changed; /* some of it */
    bool wanted;
    pthread_t workers[WORKERS];
    size_t worker_count;
    /* What is made ahead. It stays as it is while a worker is at it. */
    const struct jail_means *means;
    struct jail_limits limits;
    struct texts arguments; /* none: nothing is */
    unsigned turn;          /* counts such lists so far */
    bool broken;            /* one could not be made: none is any more */
    bool begun;             /* one was taken: more commands will come */
    size_t making, made_count;
    struct jail_process *made[AHEAD]; /* the oldest first */
    struct leaving leaving[MOST_LEAVING];
    size_t leaving_count;
} ready = {.lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};

static void forget(void) {
    texts_free(&ready.arguments);
    ready.arguments = (struct texts){0};
}

static void give_back(const struct leaving *leaving) {
    struct jail_result result;
    if (leaving->empty) {
        jail_kill(leaving->process);
        jail_end(leaving->process, &result);
        jail_result_free(&result);
    }
    jail_release(leaving->process);
}

/* With the lock, which is open meanwhile. Where one cannot be made, the next command starts as any
 * other, and says what is wrong. */
static void make_one(void) {
    struct jail_process *process = NULL;
    struct error error;
    ready.making++;
    pthread_mutex_unlock(&ready.lock);
    const bool good =
        jail_start_empty(ready.means, &ready.limits, &ready.arguments, &process, &error);
    pthread_mutex_lock(&ready.lock);
    ready.making--;
    if (good) {
        ready.made[ready.made_count++] = process;
    } else {
        ready.broken = true;
    }
    pthread_cond_broadcast(&ready.changed);
}

static void *work(void *nothing) {
    jail_level(); /* takes as long as a jail; the caller will ask for it soon */
    pthread_mutex_lock(&ready.lock);
    while (ready.wanted) {
        const bool wanting = ready.arguments.count > 0 && !ready.broken;
        const size_t most = ready.begun ? AHEAD : 1;
        if (wanting && ready.made_count + ready.making < most) {
            make_one();
        } else if (ready.leaving_count > 0) {
            const struct leaving leaving = ready.leaving[--ready.leaving_count];
            pthread_mutex_unlock(&ready.lock);
            give_back(&leaving);
            pthread_mutex_lock(&ready.lock);
        } else {
            pthread_cond_wait(&ready.changed, &ready.lock);
        }
    }
    pthread_mutex_unlock(&ready.lock);
    return nothing;
}

static bool are_alike(const struct texts *a, const struct texts *b) {
    bool alike = !a->failed && !b->failed && a->count == b->count;
    for (size_t i = 0; alike && i < a->count; i++) {
        alike = strcmp(a->items[i], b->items[i]) == 0;
    }
    return alike;
}

/* With the lock: what was made for others goes, if nobody is at it. */
static bool make_room(void) {
    if (ready.making > 0 || ready.leaving_count + ready.made_count > MOST_LEAVING) {
        return false;
    }
    for (size_t i = 0; i < ready.made_count; i++) {
        ready.leaving[ready.leaving_count++] = (struct leaving){ready.made[i], true};
    }
    ready.made_count = 0;
    forget();
    return true;
}

void jail_ready(const struct jail_spec *spec) {
    struct error error;
    const struct jail_means *means = jail_means(&error);
    struct texts arguments = {0};
    pthread_mutex_lock(&ready.lock);
    if (ready.wanted && means != NULL && means->hold < JAIL_HOLD_LANDLOCK) {
        bubblewrap_arguments(means, spec, &arguments);
        if (!arguments.failed && !are_alike(&arguments, &ready.arguments) && make_room()) {
            ready.means = means;
            ready.limits = spec->limits;
            ready.arguments = arguments;
            ready.turn++;
            ready.broken = ready.begun = false;
            arguments = (struct texts){0};
            pthread_cond_broadcast(&ready.changed);
        }
    }
    pthread_mutex_unlock(&ready.lock);
    texts_free(&arguments);
}

/* With the lock: the oldest that is made, when one is. */
static struct jail_process *take(void) {
    const unsigned turn = ready.turn;
    while (ready.made_count == 0 && !ready.broken && ready.turn == turn) {
        pthread_cond_wait(&ready.changed, &ready.lock);
    }
    if (ready.made_count == 0 || ready.turn != turn) {
        return NULL;
    }
    struct jail_process *process = ready.made[0];
    ready.made_count--;
    for (size_t i = 0; i < ready.made_count; i++) {
        ready.made[i] = ready.made[i + 1];
    }
    ready.begun = true;
    pthread_cond_broadcast(&ready.changed);
    return process;
}

struct jail_process *ready_take(const struct jail_means *means, const struct jail_spec *spec) {
    struct jail_process *process = NULL;
    struct texts arguments = {0};
    pthread_mutex_lock(&ready.lock);
    if (ready.wanted && ready.arguments.count > 0 && ready.means == means) {
        bubblewrap_arguments(means, spec, &arguments);
        process = are_alike(&arguments, &ready.arguments) ? take() : NULL;
    }
    pthread_mutex_unlock(&ready.lock);
    texts_free(&arguments);
    if (process != NULL && !jail_hand_over(process, means, spec)) {
        give_back(&(struct leaving){process, true});
        process = NULL;
    }
    return process;
}

bool ready_release(struct jail_process *process) {
    pthread_mutex_lock(&ready.lock);
    const bool taken = ready.wanted && ready.leaving_count < MOST_LEAVING;
    if (taken) {
        ready.leaving[ready.leaving_count++] = (struct leaving){process, false};
        pthread_cond_broadcast(&ready.changed);
    }
    pthread_mutex_unlock(&ready.lock);
    return taken;
}

static void stop(void) {
    pthread_mutex_lock(&ready.lock);
    ready.wanted = false;
    pthread_cond_broadcast(&ready.changed);
    pthread_mutex_unlock(&ready.lock);
    for (size_t i = 0; i < ready.worker_count; i++) {
        pthread_join(ready.workers[i], NULL);
    }
    ready.worker_count = 0;
    for (size_t i = 0; i < ready.made_count; i++) {
        jail_kill(ready.made[i]); /* all at once, before any is waited for */
    }
    for (size_t i = 0; i < ready.made_count; i++) {
        give_back(&(struct leaving){ready.made[i], true});
    }
    for (size_t i = 0; i < ready.leaving_count; i++) {
        give_back(&ready.leaving[i]);
    }
    ready.made_count = ready.leaving_count = 0;
    forget();
}

void jail_keep_ready(bool wanted) {
    if (!wanted) {
        stop();
        return;
    }
    pthread_mutex_lock(&ready.lock);
    ready.wanted = true;
    pthread_mutex_unlock(&ready.lock);
    while (ready.worker_count < WORKERS &&
           pthread_create(&ready.workers[ready.worker_count], NULL, work, NULL) == 0) {
        ready.worker_count++;
    }
    if (ready.worker_count == 0) {
        stop(); /* nobody would give back what ends */
    }
}
