/* The living objects, and their reference counts. */
#include "../../hash.h"
#include "icd.h"

#include <stdlib.h>

/* The living by their addresses, and one behind the other as they were made. */
struct living_object {
    uint64_t address;
};
static struct hash living = {.row_bytes = sizeof(struct living_object)};
static struct object *first, *last;

/* The ICD loader looks into objects before we can judge them: what was released stays readable for
 * this many releases, so that using it again is an error, not a crash. */
enum { KEPT = 1024 };
static void *kept[KEPT];
static size_t kept_next;

static void *find(const void *pointer) {
    return pointer != NULL ? hash_find(&living, (uint64_t)(uintptr_t)pointer) : NULL;
}

/* There is one of each, always. */
struct _cl_platform_id icd_platform = {.object = {.kind = OBJECT_PLATFORM, .references = 1}};
struct _cl_device_id icd_device = {.object = {.kind = OBJECT_DEVICE, .references = 1}};
static const cl_icd_dispatch *dispatch;

void object_take_dispatch(const cl_icd_dispatch *calls) {
    dispatch = icd_platform.object.dispatch = icd_device.object.dispatch = calls;
}

void *object_create(enum object_kind kind, size_t bytes, void (*clear)(void *object)) {
    struct object *object = calloc(1, bytes);
    if (object == NULL || hash_add(&living, (uint64_t)(uintptr_t)object) == NULL) {
        free(object);
        return NULL;
    }
    *object = (struct object){.dispatch = dispatch,
                              .kind = kind,
                              .clear = clear,
                              .before = last,
                              .references = 1,
                              .held = 1};
    *(last != NULL ? &last->next : &first) = object;
    last = object;
    return object;
}

static const char *const kind_names[OBJECT_KINDS] = {
    [OBJECT_PLATFORM] = "platform", [OBJECT_DEVICE] = "device", [OBJECT_CONTEXT] = "context",
    [OBJECT_QUEUE] = "queue",       [OBJECT_MEMORY] = "buffer", [OBJECT_PROGRAM] = "program",
    [OBJECT_KERNEL] = "kernel",     [OBJECT_EVENT] = "event",   [OBJECT_SAMPLER] = "sampler",
};

bool object_lives(const void *pointer, enum object_kind kind) {
    client_lock();
    bool good = find(pointer) != NULL && ((const struct object *)pointer)->kind == kind;
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

void object_each_held(void (*tell)(const struct object *object)) {
    int most = 4096;
    for (const struct object *object = first; object != NULL; object = object->next) {
        if (object->held > 0 && most-- > 0) {
            tell(object);
        }
    }
}

const struct object *object_unset(void) {
    for (const struct object *object = first; object != NULL; object = object->next) {
        const struct _cl_event *event = (const void *)object;
        if (object->kind == OBJECT_EVENT && event->queue == NULL && event->status > CL_COMPLETE) {
            return object;
        }
    }
    return NULL;
}

void object_retain(void *object) {
    ((struct object *)object)->references++;
}

void object_release(void *object) {
    struct object *released = object;
    if (object == NULL || --released->references) {
        return;
    }
    hash_drop(&living, (uint64_t)(uintptr_t)object);
    *(released->before != NULL ? &released->before->next : &first) = released->next;
    *(released->next != NULL ? &released->next->before : &last) = released->before;
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
