/* Who waits for another thread is not earlier than that one (c_library/host_time.c). */
#include "openmp_runtime.h"

enum { FIRST_TIMES = 64 };

/* When the last thread that gave the object away did so. A hash, a power of two in size. */
struct object_time {
    uint64_t object; /* + 1; 0: empty */
    uint64_t time;
};

uint64_t time_of(const struct thread *thread) {
    return thread->warp.executed + thread->beside;
}

static uint32_t home_of(const struct object_times *times, uint64_t object) {
    return (uint32_t)((object * UINT64_C(0x9E3779B97F4A7C15)) >> 32) & (times->room - 1);
}

/* Where the object is, or would be. There is always an empty place. */
static struct object_time *place_for(const struct object_times *times, uint64_t object) {
    uint32_t at = home_of(times, object);
    while (times->list[at].object != 0 && times->list[at].object != object + 1) {
        at = (at + 1) & (times->room - 1);
    }
    return &times->list[at];
}

/* Makes room for one more. False without memory: that object's time is not kept. */
static bool make_room(struct openmp *run) {
    struct object_times *times = &run->times;
    if (times->count * 2 < times->room) {
        return true;
    }
    struct object_times grown = {.room = times->room != 0 ? times->room * 2 : FIRST_TIMES};
    grown.list = own_take(run, grown.room, sizeof *grown.list);
    if (grown.list == NULL) {
        return false;
    }
    for (uint32_t n = 0; n < times->room; n++) {
        if (times->list[n].object != 0) {
            *place_for(&grown, times->list[n].object - 1) = times->list[n];
            grown.count++;
        }
    }
    own_drop(times->list);
    *times = grown;
    return true;
}

/* Those behind it move up, where the gap would part them from their home. */
static void forget(struct object_times *times, struct object_time *place) {
    uint32_t gap = (uint32_t)(place - times->list), mask = times->room - 1;
    for (uint32_t at = (gap + 1) & mask; times->list[at].object != 0; at = (at + 1) & mask) {
        uint32_t home = home_of(times, times->list[at].object - 1);
        if (((at - home) & mask) >= ((at - gap) & mask)) {
            times->list[gap] = times->list[at];
            gap = at;
        }
    }
    times->list[gap].object = 0;
    times->count--;
}

void time_sync(struct thread *thread, uint64_t object, struct sync_flags flags) {
    struct object_times *times = &thread->run->times;
    struct object_time *place = times->room != 0 ? place_for(times, object) : NULL;
    bool known = place != NULL && place->object != 0;
    if (flags.acquire && known && place->time > time_of(thread)) {
        thread->beside += place->time - time_of(thread);
    }
    if (flags.last) {
        if (known) {
            forget(times, place);
        }
    } else if (flags.release && make_room(thread->run)) {
        place = place_for(times, object);
        times->count += place->object == 0;
        uint64_t earlier = place->object != 0 ? place->time : 0, now = time_of(thread);
        *place = (struct object_time){object + 1, now > earlier ? now : earlier};
    }
}
