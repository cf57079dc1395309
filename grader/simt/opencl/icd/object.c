/* The table of living objects, and their reference counts. */
#include "icd.h"

#include <stdlib.h>

/* Open addressing over pointers; GONE marks a place that was used. */
static struct {
    void **places;
    size_t capacity; /* a power of two */
    size_t used;     /* GONE ones, too */
} table;
static char gone;
#define GONE ((void *)&gone)

/* The ICD loader looks into objects before we can judge them: what was released stays readable for
 * this many releases, so that using it again is an error, not a crash. */
enum { KEPT = 1024 };
static void *kept[KEPT];
static size_t kept_next;

static size_t place_of(const void *pointer) {
    uint64_t number = (uint64_t)(uintptr_t)pointer >> 4;
    return (size_t)(number * UINT64_C(0x9E3779B97F4A7C15) >> 32) & (table.capacity - 1);
}

static void put(void *pointer) {
    size_t at = place_of(pointer);
    while (table.places[at] != NULL && table.places[at] != GONE) {
        at = (at + 1) & (table.capacity - 1);
    }
    table.used += table.places[at] != GONE;
    table.places[at] = pointer;
}

static bool make_room(void) {
    if ((table.used + 1) * 2 < table.capacity) {
        return true;
    }
    void **old = table.places;
    size_t old_capacity = table.capacity, living = 0;
    for (size_t i = 0; i < old_capacity; i++) {
        living += old[i] != NULL && old[i] != GONE;
    }
    size_t capacity = 256;
    while (capacity < living * 4) {
        capacity *= 2;
    }
    void **places = calloc(capacity, sizeof *places);
    if (places == NULL) {
        return false;
    }
    table.places = places;
    table.capacity = capacity;
    table.used = 0;
    for (size_t i = 0; i < old_capacity; i++) {
        if (old[i] != NULL && old[i] != GONE) {
            put(old[i]);
        }
    }
    free(old);
    return true;
}

static size_t find(const void *pointer) {
    if (pointer == NULL || !table.capacity) {
        return SIZE_MAX;
    }
    for (size_t at = place_of(pointer); table.places[at] != NULL;
         at = (at + 1) & (table.capacity - 1)) {
        if (table.places[at] == pointer) {
            return at;
        }
    }
    return SIZE_MAX;
}

/* There is one of each, always. */
struct _cl_platform_id icd_platform = {.object = {.kind = OBJECT_PLATFORM, .references = 1}};
struct _cl_device_id icd_device = {.object = {.kind = OBJECT_DEVICE, .references = 1}};
static const cl_icd_dispatch *dispatch;

void object_take_dispatch(const cl_icd_dispatch *calls) {
    dispatch = icd_platform.object.dispatch = icd_device.object.dispatch = calls;
}

static uint64_t made; /* objects so far */

void *object_create(enum object_kind kind, size_t bytes, void (*clear)(void *object)) {
    struct object *object = calloc(1, bytes);
    if (object == NULL || !make_room()) {
        free(object);
        return NULL;
    }
    *object = (struct object){.dispatch = dispatch,
                              .kind = kind,
                              .clear = clear,
                              .number = ++made,
                              .references = 1,
                              .held = 1};
    put(object);
    return object;
}

static const char *const kind_names[OBJECT_KINDS] = {
    [OBJECT_PLATFORM] = "platform", [OBJECT_DEVICE] = "device", [OBJECT_CONTEXT] = "context",
    [OBJECT_QUEUE] = "queue",       [OBJECT_MEMORY] = "buffer", [OBJECT_PROGRAM] = "program",
    [OBJECT_KERNEL] = "kernel",     [OBJECT_EVENT] = "event",   [OBJECT_SAMPLER] = "sampler",
};

bool object_lives(const void *pointer, enum object_kind kind) {
    client_lock();
    bool good = find(pointer) != SIZE_MAX && ((const struct object *)pointer)->kind == kind;
    client_unlock();
    return good;
}

/* Notes what is wrong with a pointer that is no living object of that kind. */
static void explain(const void *pointer, enum object_kind kind) {
    bool released = false;
    for (size_t i = 0; i < KEPT && pointer != NULL; i++) {
        released = released || (kept[i] == pointer && ((struct object *)kept[i])->kind == kind);
    }
    client_why(released ? MESSAGE_WHY_RELEASED : MESSAGE_WHY_NOT_OBJECT, kind_names[kind], 0, 0, 0);
}

/* Commands keep a buffer, a kernel or an event that the program has released for themselves. A
 * function that an event calls back may use the event that it is given. */
static bool is_given_back(const struct object *object) {
    switch (object->kind) {
    case OBJECT_KERNEL:
        return object->held == 0;
    case OBJECT_EVENT:
        return object->held == 0 && !((const struct _cl_event *)(const void *)object)->calling;
    case OBJECT_MEMORY:
        return object->held == 0 && ((const struct _cl_mem *)(const void *)object)->parts == 0;
    default:
        return false;
    }
}

bool object_is(const void *pointer, enum object_kind kind) {
    client_lock();
    bool lives = object_lives(pointer, kind);
    bool given_back = lives && is_given_back(pointer);
    if (given_back) {
        client_why(MESSAGE_WHY_RELEASED, kind_names[kind], 0, 0, 0);
    } else if (!lives) {
        explain(pointer, kind);
    }
    client_unlock();
    return lives && !given_back;
}

static int by_number(const void *a, const void *b) {
    uint64_t first = (*(const struct object *const *)a)->number;
    uint64_t second = (*(const struct object *const *)b)->number;
    return (first > second) - (first < second);
}

void object_each_held(void (*tell)(const struct object *object)) {
    enum { MOST = 4096 };
    const struct object **left = calloc(table.capacity + 1, sizeof(void *));
    size_t count = 0;
    for (size_t i = 0; i < table.capacity && left != NULL; i++) {
        const struct object *object = table.places[i];
        if (object != NULL && (const void *)object != GONE && object->held > 0) {
            left[count++] = object;
        }
    }
    if (count > 0) {
        qsort(left, count, sizeof(void *), by_number);
    }
    for (size_t i = 0; i < count && i < MOST; i++) {
        tell(left[i]);
    }
    free(left);
}

static bool is_unset(const struct object *object) {
    const struct _cl_event *event = (const void *)object;
    return object->kind == OBJECT_EVENT && event->queue == NULL && event->status > CL_COMPLETE;
}

const struct object *object_unset(void) {
    const struct object *oldest = NULL;
    for (size_t i = 0; i < table.capacity; i++) {
        const struct object *object = table.places[i];
        if (object != NULL && (const void *)object != GONE && is_unset(object) &&
            (oldest == NULL || object->number < oldest->number)) {
            oldest = object;
        }
    }
    return oldest;
}

void object_retain(void *object) {
    ((struct object *)object)->references++;
}

void object_release(void *object) {
    struct object *released = object;
    if (object == NULL || --released->references) {
        return;
    }
    table.places[find(object)] = GONE;
    released->clear(object);
    free(kept[kept_next]);
    kept[kept_next] = object;
    kept_next = (kept_next + 1) % KEPT;
}

cl_int object_retain_call(void *object, enum object_kind kind, cl_int invalid) {
    client_lock();
    bool good = object_is(object, kind);
    if (good) {
        ((struct object *)object)->held++;
        object_retain(object);
    }
    client_unlock();
    return good ? CL_SUCCESS : invalid;
}

cl_int object_release_call(void *object, enum object_kind kind, cl_int invalid) {
    client_lock();
    bool good = object_is(object, kind);
    if (good && ((struct object *)object)->held == 0) {
        client_why(MESSAGE_WHY_RELEASED_TOO_OFTEN, kind_names[kind], 0, 0, 0);
        good = false;
    }
    if (good) {
        ((struct object *)object)->held--;
        object_release(object);
    }
    client_unlock();
    return good ? CL_SUCCESS : invalid;
}
