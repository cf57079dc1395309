/* Lane by lane, up to the first with something to report. Marking a cell twice leaves the same
 * mark, so the walk may stop anywhere, and all lanes be visited again. */
#include "race_visits.h"

struct shared_words {
    const struct simt_access *event;
    struct shadow_page *page;
    struct shadow_floors floors;
    shadow_cell base; /* lane 0's mark */
    const struct last_met *met;
    bool warp_meets; /* since the block's last barrier, the warp has, or a part of it */
};

static inline bool writer_calm(shadow_cell cell, shadow_cell mine,
                               const struct shadow_floors *floors) {
    return cell >= floors->block && calm(cell, mine, floors->barrier);
}

/* Has the whole warp met since the access that the cell tells of? Or the lane and all who may have
 * made it? */
static inline bool have_met(const struct shared_words *words, shadow_cell cell, shadow_cell mine,
                            unsigned lane) {
    const shadow_cell elsewhere = SHADOW_MANY_WARPS | SHADOW_MANY_BLOCKS;
    return words->warp_meets && cell >= words->floors.block && (cell & elsewhere) == 0 &&
           ((cell ^ mine) & SHADOW_WARP_MASK) == 0 &&
           (cell < words->floors.sync ||
            last_met_orders(words->met, shadow_tick(cell), shadow_lanes(cell), lane));
}

/* The readers of a word, with one more: those whom it has met are ordered before it. */
static inline shadow_cell join(const struct shared_words *words, shadow_cell cell, shadow_cell mine,
                               unsigned lane) {
    return cell < words->floors.barrier || have_met(words, cell, mine, lane)
               ? mine
               : shadow_join_recent(cell, mine, words->floors.sync);
}

/* No two lanes load one word. */
static bool load_apart(const struct shared_words *words) {
    const struct shadow_floors floors = words->floors;
    const uint64_t *address = words->event->address;
    const shadow_cell *write = words->page->write;
    shadow_cell *read = words->page->read;
    for (LANES_OF(lane, words->event->mask)) {
        const uint64_t cell = address[lane] >> 2;
        const shadow_cell mine = words->base + ((shadow_cell)lane << SHADOW_THREAD_SHIFT);
        if (!writer_calm(write[cell], mine, &floors) && !have_met(words, write[cell], mine, lane)) {
            return false;
        }
        read[cell] = join(words, read[cell], mine, lane);
    }
    return true;
}

/* The last of several neighbours that load one word stands for all, since each joins the one
 * before. But what is one lane's own is not the others'. */
static bool load_together(const struct shared_words *words) {
    const struct shadow_floors floors = words->floors;
    const uint64_t *address = words->event->address;
    const shadow_cell *write = words->page->write;
    shadow_cell *read = words->page->read;
    for (uint32_t left = words->event->mask; left != 0;) {
        const unsigned lane = (unsigned)__builtin_ctz(left);
        const uint64_t place = address[lane], cell = place >> 2;
        const shadow_cell mine = words->base + ((shadow_cell)lane << SHADOW_THREAD_SHIFT);
        const uint32_t begin = left;
        unsigned last = lane;
        for (left &= left - 1; left != 0 && address[__builtin_ctz(left)] == place;
             left &= left - 1) {
            last = (unsigned)__builtin_ctz(left);
        }
        if ((!writer_calm(write[cell], mine, &floors) &&
             !have_met(words, write[cell], mine, lane)) ||
            (last != lane && write[cell] >= floors.barrier)) {
            return false;
        }
        const shadow_cell joined = join(words, read[cell], mine, lane);
        read[cell] = last == lane ? joined
                                  : (words->base + ((shadow_cell)last << SHADOW_THREAD_SHIFT)) |
                                        (joined & (SHADOW_MANY_WARPS | SHADOW_LANES_MASK)) |
                                        SHADOW_MANY_LANES | shadow_lanes_of(begin & ~left);
    }
    return true;
}

static bool store_words(const struct shared_words *words, const uint64_t *value) {
    const shadow_cell barrier = words->floors.barrier;
    const uint64_t *address = words->event->address;
    shadow_cell *write = words->page->write;
    const shadow_cell *read = words->page->read;
    for (LANES_OF(lane, words->event->mask)) {
        const uint64_t cell = address[lane] >> 2;
        const shadow_cell mine = words->base + ((shadow_cell)lane << SHADOW_THREAD_SHIFT);
        if ((!calm(write[cell], mine, barrier) && !have_met(words, write[cell], mine, lane)) ||
            (!calm(read[cell], mine, barrier) && !have_met(words, read[cell], mine, lane))) {
            return false;
        }
        write[cell] = mine | shadow_value_hash(value[lane]);
    }
    return true;
}

/* Lanes side by side. */
static bool visit_row(const struct shared_words *words, const uint64_t *value) {
    const struct simt_access *event = words->event;
    const unsigned first = (unsigned)__builtin_ctz(event->mask);
    const unsigned lanes = 32 - (unsigned)__builtin_clz(event->mask) - first;
    const size_t cell = event->address[first] >> 2;
    const struct shadow_floors *floors = &words->floors;
    shadow_cell *write = words->page->write + cell, *read = words->page->read + cell;
    shadow_cell marks[SIMT_WARP_SIZE];
    shadow_marks(marks, lanes, words->base + ((shadow_cell)first << SHADOW_THREAD_SHIFT),
                 value != NULL ? value + first : NULL);
    return value != NULL
               ? shadow_store_row(write, read, marks, lanes, floors->barrier)
               : shadow_load_row(write, read, marks, lanes, floors->block, floors->barrier, floors);
}

static inline bool in_no_row(const struct simt_access *event) {
    return event->pattern == SIMT_STEPS || event->pattern == SIMT_SCATTERED;
}

/* Words, a lane each, loaded or stored plainly, where the shadow has what it needs. */
static inline bool is_usual(const struct detector *detector, const struct shadow_page *page,
                            const struct simt_access *event) {
    const bool ready = page->write != NULL && page->read != NULL;
    return event->size == 4 && page->shift == 2 && ready && event->kind <= SIMT_STORE &&
           event->order == SIMT_WEAK && event->pattern != SIMT_UNKNOWN && !detector->plain;
}

bool visit_calm_words(const struct detector *detector, struct shadow_page *page,
                      const struct simt_access *event) {
    const uint32_t mask = event->mask, warp = event->place.warp;
    const bool store = event->kind == SIMT_STORE;
    const uint64_t *value = event->value != NULL ? event->value : event->mixture;
    if (!is_usual(detector, page, event) || (store && value == NULL)) {
        return false;
    }
    struct shared_words words = {
        .event = event, .page = page, .base = detector_mark(detector, warp, event->place.site)};
    detector_floors(detector, SIMT_SHARED, warp, &words.floors);
    words.met = &detector->last_met[warp % MOST_WARPS];
    words.warp_meets = detector->lanes_met[warp % MOST_WARPS].count > 0 ||
                       words.floors.sync > words.floors.barrier;
    words.floors.launch = words.floors.block; /* each block has shared memory of its own */
    *(store ? &page->last_write : &page->last_read) = detector->tick;
    if (!store && (event->pattern == SIMT_ONE_PLACE || in_no_row(event))) {
        return load_together(&words);
    }
    if (event->pattern == SIMT_ROW && (mask & (mask - 1)) != 0) {
        const bool calm_row = visit_row(&words, store ? value : NULL);
        if (calm_row || !words.warp_meets) {
            return calm_row;
        }
    }
    return store ? store_words(&words, value) : load_apart(&words);
}
