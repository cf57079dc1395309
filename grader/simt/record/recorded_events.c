/* What happens in a block that is kept, a row each. */
#include "recording.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

/* ---- what warps do --------------------------------------------------------------------------- */

static void touch(struct recording *recording, const struct simt_access *event) {
    for (uint32_t left = event->mask; left != 0; left &= left - 1) {
        uint32_t region = event->region != SIMT_MIXED_REGIONS || event->regions == NULL
                              ? event->region
                              : event->regions[__builtin_ctz(left)];
        if (region < recording->array_count) {
            recording->arrays[region].touched = true;
        }
        if (event->region != SIMT_MIXED_REGIONS) {
            return;
        }
    }
}

/* What memory holds behind the access, element by element. */
static void put_values(struct rows *rows, const struct simt_access *event) {
    uint8_t bytes[32][16];
    uint32_t mask = event->mask;
    for (LANES_OF(lane, mask)) {
        if (!simt_peek(event, lane, bytes[lane])) {
            rows_put(rows, ",null");
            return;
        }
    }
    uint32_t elements = event->elements > 0 ? event->elements : 1, size = event->size / elements;
    if (size > 8) {
        size = 8;
        elements = event->size / 8;
    }
    if (elements > 1) {
        rows_put(rows, ",[\"*\"");
    }
    for (uint32_t e = 0; e < elements; e++) {
        uint64_t value[32] = {0};
        for (LANES_OF(lane, mask)) {
            memcpy(&value[lane], bytes[lane] + (size_t)e * size, size);
        }
        rows_lanes(rows, value, mask);
    }
    if (elements > 1) {
        rows_add(rows, "]", 1);
    }
}

#define NUMBERS(...)                                                                               \
    (const int64_t[]){__VA_ARGS__}, sizeof((const int64_t[]){__VA_ARGS__}) / sizeof(int64_t)

/* A row's beginning: its letter, where it happened (NULL: nowhere), and numbers. */
static void begin_row(struct rows *rows, char letter, const struct simt_place *place,
                      const int64_t *numbers, size_t count) {
    rows_add(rows, (const char[]){'[', '"', letter, '"'}, 4);
    if (place != NULL) {
        rows_numbers(rows, NUMBERS(place->warp, place->site));
    }
    rows_numbers(rows, numbers, count);
}

static void put_number(struct rows *rows, uint64_t value) {
    rows_add(rows, ",", 1);
    rows_number(rows, value);
}

static void put_event(struct recording *recording, char letter, const struct simt_place *place,
                      const int64_t *numbers, size_t count) {
    struct rows *rows = recorder_row(recording);
    if (rows != NULL) {
        begin_row(rows, letter, place, numbers, count);
        recorder_end_row(recording, place);
    }
}

static void access_event(void *self, const struct simt_access *event) {
    struct recording *recording = self;
    struct rows *rows = recorder_row(recording);
    if (rows != NULL) {
        uint32_t elements = event->elements > 0 ? event->elements : 1;
        begin_row(rows, 'a', &event->place,
                  NUMBERS(event->kind, event->space, event->size, elements, event->mask));
        rows_lanes(rows, event->address, event->mask);
        put_values(rows, event);
        recorder_end_row(recording, &event->place);
        touch(recording, event);
    }
    recorder_look(recording);
}

static void note_event(void *self, const struct simt_note *event) {
    struct recording *recording = self;
    struct rows *rows = recorder_row(recording);
    uint64_t value[32] = {0};
    if (rows == NULL) {
        return;
    }
    for (uint32_t lane = 0; lane < SIMT_WARP_SIZE; lane++) {
        memcpy(&value[lane], (const char *)event->values + (size_t)lane * event->bytes,
               event->bytes);
    }
    begin_row(rows, 'n', &event->place, NUMBERS(event->mask));
    rows_lanes(rows, value, event->mask);
    recorder_end_row(recording, &event->place);
}

static void branch_event(void *self, const struct simt_branch *event) {
    const struct recording *recording = self;
    /* A thread of OpenMP's is one lane: its branches say nothing. */
    if (recording->launch == NULL || !recording->launch->openmp) {
        put_event(self, 'b', &event->place, NUMBERS(event->taken, event->fallen));
    }
}

static void stretch_event(void *self, const struct simt_stretch *event) {
    if (recorder_row(self) != NULL) {
        put_event(self, 's', &event->place, NUMBERS(event->end, event->mask));
        recorder_use_sites(self, event->place.site, event->end);
    }
}

static void barrier_event(void *self, const struct simt_barrier *event) {
    put_event(self, 'w', &event->place, NUMBERS(event->id, event->mask, event->expected));
    recorder_look(self);
}

static void release_event(void *self, const struct simt_barrier_release *event) {
    struct rows *rows = recorder_row(self);
    if (rows != NULL) {
        begin_row(rows, 'o', NULL, NUMBERS(event->id, event->arrived, event->exited));
        recorder_end_row(self, NULL);
    }
    recorder_look(self);
}

static void fence_event(void *self, const struct simt_fence *event) {
    put_event(self, 'e', &event->place, NUMBERS(event->mask, event->scope));
}

static void syncwarp_event(void *self, const struct simt_syncwarp *event) {
    put_event(self, 'y', &event->place, NUMBERS(event->mask));
}

static void exchange_event(void *self, const struct simt_exchange *event) {
    put_event(self, 'x', &event->place, NUMBERS(event->mask));
}

/* The array that a fault just missed is worth its name, too. */
static void touch_near(struct recording *recording, uint64_t address) {
    enum { NEAR = 64 };
    for (size_t n = 0; n < recording->array_count; n++) {
        const struct simt_region *region = &recording->arrays[n].region;
        const bool near =
            address + NEAR >= region->address && address < region->address + region->size + NEAR;
        recording->arrays[n].touched = recording->arrays[n].touched || (near && region->size > 0);
    }
}

/* The last row of a block, also where the rest was left out. */
static void fault_event(void *self, const struct simt_fault *event) {
    struct recording *recording = self;
    touch_near(recording, event->address);
    struct rows *rows = recorder_rows(recording);
    if (rows != NULL) {
        begin_row(rows, 'f', &event->place,
                  NUMBERS(event->kind, event->lane, event->mask, event->space));
        put_number(rows, event->address);
        rows_put(rows, ",%u", event->size);
        recorder_end_row(recording, &event->place);
    }
    recorder_look(recording);
}

/* ---- OpenMP ---------------------------------------------------------------------------------- */

static void put_name(struct rows *rows, const char *name) {
    json_t *text = json_text(name != NULL ? name : "");
    char *dump = text != NULL ? json_dumps(text, JSON_ENCODE_ANY) : NULL;
    rows_put(rows, ",%s", dump != NULL ? dump : "\"\"");
    free(dump);
    json_decref(text);
}

static void strand_event(void *self, const struct simt_strand *event) {
    struct recording *recording = self;
    if (recording->launch != NULL) {
        recording->launch->openmp = true;
    }
    put_event(recording, 't', &event->place,
              NUMBERS(event->what, event->strand, event->parent, event->thread, event->team,
                      event->team_size, event->level, event->task));
}

static void sync_event(void *self, const struct simt_sync *event) {
    struct recording *recording = self;
    struct rows *rows = recorder_row(recording);
    if (rows != NULL) {
        begin_row(rows, 'l', &event->place,
                  NUMBERS(event->strand, event->kind, event->acquire, event->release, event->takes,
                          event->gives));
        put_number(rows, event->object);
        put_name(rows, event->name);
        recorder_end_row(recording, &event->place);
    }
    recorder_look(recording);
}

static void construct_event(void *self, const struct simt_construct *event) {
    struct recording *recording = self;
    struct rows *rows = recorder_row(recording);
    if (rows != NULL) {
        begin_row(rows, 'c', &event->place,
                  NUMBERS(event->strand, event->kind, event->team_size, event->schedule));
        put_number(rows, event->lower);
        put_number(rows, event->upper);
        recorder_end_row(recording, &event->place);
    }
    recorder_look(recording);
}

static void variable_event(void *self, const struct simt_variable *event) {
    struct recording *recording = self;
    struct rows *rows = recorder_row(recording);
    if (rows != NULL) {
        begin_row(rows, 'u', &event->place, NUMBERS(event->begins));
        put_number(rows, event->address);
        rows_put(rows, ",%" PRIu64, event->bytes);
        put_name(rows, event->name);
        recorder_end_row(recording, &event->place);
    }
}

struct recording *record_create(void) {
    struct recording *recording = recording_create();
    if (recording == NULL) {
        return NULL;
    }
    struct simt_observer *observer = &recording->observer;
    observer->access = access_event;
    observer->branch = branch_event;
    observer->stretch = stretch_event;
    observer->barrier = barrier_event;
    observer->barrier_release = release_event;
    observer->fence = fence_event;
    observer->syncwarp = syncwarp_event;
    observer->exchange = exchange_event;
    observer->fault = fault_event;
    observer->strand = strand_event;
    observer->sync = sync_event;
    observer->construct = construct_event;
    observer->variable = variable_event;
    observer->note = note_event;
    return recording;
}
