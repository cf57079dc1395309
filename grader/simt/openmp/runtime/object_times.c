/* A thread that waited for another one is not earlier than that one (c_library/host_time.c). */
#include "openmp_runtime.h"

/* When the last thread that gave the object away did so. */
struct object_time {
    uint64_t object; /* + 1 */
    uint64_t time;
};

uint64_t time_of(const struct thread *thread) {
    return thread->warp.executed + thread->beside;
}

void time_sync(struct thread *thread, uint64_t object, struct sync_flags flags) {
    struct hash *times = &thread->run->times;
    struct object_time *place = hash_find(times, object + 1);
    const uint64_t now = time_of(thread);
    times->row_bytes = sizeof *place;
    if (flags.acquire && place != NULL && place->time > now) {
        thread->beside += place->time - now;
    }
    if (flags.last) {
        hash_drop(times, object + 1);
    } else if (flags.release && (place = hash_add(times, object + 1)) != NULL) {
        place->time = time_of(thread) > place->time ? time_of(thread) : place->time;
    }
}
