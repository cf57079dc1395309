/* Values for which a thread has no register: they go to its own memory, and come back. */
#include "recorder.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_HELD = 256, BESIDE = 5 /* registers of addresses and counters */ };
#define NEVER UINT32_MAX

/* A value that has a register. */
struct held {
    uint32_t value; /* the draft that made it */
    uint32_t next;  /* that reads it next, or NEVER */
    uint32_t words;
};

struct spilling {
    const struct draft_warp *old;
    struct draft_warp made;
    uint32_t (*next)[TRACE_SOURCES]; /* by draft: who reads its sources next */
    uint32_t *first;                 /* who reads its own value first */
    uint32_t *place;                 /* by value: the new draft that holds it + 1 */
    bool *stored;                    /* by value: memory has it, too */
    struct held held[MOST_HELD];
    uint32_t held_count, held_words, room;
    uint32_t away, most_away; /* words in memory */
};

static uint32_t words_of(const struct trace_entry *entry) {
    uint32_t words = entry->kind == TRACE_LOAD && entry->back > 1 ? entry->back
                     : entry->pipe == PIPE_FP64                   ? 2
                                                                  : 1;
    return words;
}

static void find_uses(struct spilling *spilling) {
    const struct draft_warp *old = spilling->old;
    for (uint32_t n = 0; n < old->count; n++) {
        spilling->first[n] = NEVER;
    }
    for (uint32_t n = old->count; n > 0; n--) {
        const uint32_t *producer = old->drafts[n - 1].producer;
        for (int s = 0; s < TRACE_SOURCES; s++) {
            if (producer[s] != 0 && producer[s] < n) {
                spilling->next[n - 1][s] = spilling->first[producer[s] - 1];
                spilling->first[producer[s] - 1] = n - 1;
            }
        }
    }
}

static bool append(struct draft_warp *made, const struct draft *draft) {
    if (made->count == made->capacity) {
        uint32_t capacity = made->capacity * 2 + 256;
        struct draft *drafts = realloc(made->drafts, capacity * sizeof *drafts);
        if (drafts == NULL) {
            return false;
        }
        made->drafts = drafts;
        made->capacity = capacity;
    }
    made->drafts[made->count++] = *draft;
    return true;
}

/* A load or store of words of a thread's own memory: four sectors each. */
static bool append_transfer(struct spilling *spilling, enum trace_kind kind,
                            const struct held *held) {
    struct draft draft = {.entry = {.kind = (uint8_t)kind,
                                    .slots = 1,
                                    .lines = (uint16_t)held->words,
                                    .sectors = (uint16_t)(4 * held->words),
                                    .back = (uint8_t)held->words}};
    draft.producer[0] = kind == TRACE_LOCAL_STORE ? spilling->place[held->value] : 0;
    if (!append(&spilling->made, &draft)) {
        return false;
    }
    if (kind == TRACE_LOCAL_LOAD) {
        spilling->place[held->value] = spilling->made.count;
    }
    return true;
}

static void drop(struct spilling *spilling, uint32_t at) {
    spilling->held_words -= spilling->held[at].words;
    spilling->held[at] = spilling->held[--spilling->held_count];
}

/* Makes room for `words` more. */
static bool make_room(struct spilling *spilling, uint32_t words) {
    bool good = true;
    while (good && spilling->held_count > 0 &&
           (spilling->held_words + words > spilling->room || spilling->held_count == MOST_HELD)) {
        uint32_t farthest = 0;
        for (uint32_t h = 1; h < spilling->held_count; h++) {
            farthest = spilling->held[h].next > spilling->held[farthest].next ? h : farthest;
        }
        struct held goes = spilling->held[farthest];
        if (!spilling->stored[goes.value]) {
            good = append_transfer(spilling, TRACE_LOCAL_STORE, &goes);
            spilling->stored[goes.value] = true;
            spilling->away += goes.words;
            spilling->most_away =
                spilling->away > spilling->most_away ? spilling->away : spilling->most_away;
        }
        drop(spilling, farthest);
    }
    return good;
}

static bool hold(struct spilling *spilling, uint32_t value, uint32_t next, bool load) {
    struct held held = {value, next, words_of(&spilling->old->drafts[value].entry)};
    if (!make_room(spilling, held.words) ||
        (load && !append_transfer(spilling, TRACE_LOCAL_LOAD, &held))) {
        return false;
    }
    spilling->held[spilling->held_count++] = held;
    spilling->held_words += held.words;
    return true;
}

/* Sees that a register holds a source. */
static bool use_value(struct spilling *spilling, uint32_t value, uint32_t next) {
    uint32_t at = 0;
    while (at < spilling->held_count && spilling->held[at].value != value) {
        at++;
    }
    if (at == spilling->held_count) {
        if (!hold(spilling, value, next, true)) {
            return false;
        }
    } else {
        spilling->held[at].next = next;
    }
    return true;
}

/* Registers whose values nobody reads any more. */
static void let_go(struct spilling *spilling) {
    for (uint32_t h = spilling->held_count; h > 0; h--) {
        if (spilling->held[h - 1].next == NEVER) {
            uint32_t value = spilling->held[h - 1].value;
            spilling->away -= spilling->stored[value] ? spilling->held[h - 1].words : 0;
            drop(spilling, h - 1);
        }
    }
}

static bool spill_draft(struct spilling *spilling, uint32_t n) {
    struct draft draft = spilling->old->drafts[n];
    for (int s = 0; s < TRACE_SOURCES; s++) {
        if (draft.producer[s] != 0 && draft.producer[s] <= n &&
            !use_value(spilling, draft.producer[s] - 1, spilling->next[n][s])) {
            return false;
        }
    }
    for (int s = 0; s < TRACE_SOURCES; s++) {
        bool known = draft.producer[s] != 0 && draft.producer[s] <= n;
        draft.producer[s] = known ? spilling->place[draft.producer[s] - 1] : 0;
    }
    let_go(spilling);
    if (!append(&spilling->made, &draft)) {
        return false;
    }
    spilling->place[n] = spilling->made.count;
    return spilling->first[n] == NEVER || hold(spilling, n, spilling->first[n], false);
}

bool draft_spill(struct draft_warp *warp, uint32_t registers, uint32_t *spilled) {
    struct spilling spilling = {.old = warp, .room = registers > BESIDE ? registers - BESIDE : 1};
    spilling.next = malloc((warp->count + 1) * sizeof *spilling.next);
    spilling.first = malloc((warp->count + 1) * sizeof *spilling.first);
    spilling.place = calloc(warp->count + 1, sizeof *spilling.place);
    spilling.stored = calloc(warp->count + 1, sizeof *spilling.stored);
    bool good = spilling.next != NULL && spilling.first != NULL && spilling.place != NULL &&
                spilling.stored != NULL;
    if (good) {
        find_uses(&spilling);
    }
    for (uint32_t n = 0; good && n < warp->count; n++) {
        good = spill_draft(&spilling, n);
    }
    free(spilling.next);
    free(spilling.first);
    free(spilling.place);
    free(spilling.stored);
    if (!good) {
        free(spilling.made.drafts);
        return false;
    }
    free(warp->drafts);
    *warp = spilling.made;
    *spilled = spilling.most_away;
    return true;
}
