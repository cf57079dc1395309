/* Which times of kernels the device has told the program: a lab's runner asks whether a number that
 * a student calls the kernel's time is one of them. */
#include "client.h"

#include <math.h>

enum { EVENTS = 4096, KEPT = 16 };

/* What a program has asked the device to do, up to some moment. */
struct done {
    uint64_t launches, others;
};

static struct done done, at[EVENTS]; /* when each event was recorded last */
static double told[KEPT];            /* nanoseconds */
static unsigned count;

void client_told_kernel_time(double nanoseconds) {
    client_lock();
    told[count++ % KEPT] = nanoseconds;
    client_unlock();
}

void client_note_time(const struct call *call) {
    const struct wire_pair_q *pair = call->body;
    if (call->operation == WIRE_LAUNCH) {
        done.launches++;
    } else if (call->operation == WIRE_COPY || call->operation == WIRE_FILL) {
        done.others++;
    } else if (call->operation == WIRE_EVENT_RECORD) {
        at[pair->first % EVENTS] = done;
    } else if (call->operation == WIRE_EVENT_ELAPSED && call->reply != NULL) {
        const struct wire_elapsed_r *elapsed = call->reply;
        const struct done *first = &at[pair->first % EVENTS], *last = &at[pair->second % EVENTS];
        if (last->launches > first->launches && last->others == first->others) {
            client_told_kernel_time(elapsed->milliseconds * 1e6);
        }
    }
}

/* Forgets them: who keeps a time from one call to the next has none of the next kernel's. */
bool lockstep_told_kernel_time(double nanoseconds) {
    bool found = false;
    client_lock();
    for (unsigned t = 0; t < KEPT && t < count; t++) {
        found |= fabs(nanoseconds - told[t]) <= 1 + told[t] * 1e-4; /* floats of milliseconds */
    }
    count = 0;
    client_unlock();
    return found;
}
