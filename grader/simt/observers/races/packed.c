#include "packed.h"

#include <stdlib.h>
#include <string.h>

enum {
    LANE_BITS = 5,
    THREAD_BITS = 10,
    HASH_SHIFT = 26, /* in a writer's code */
    USUAL_INDEX_BITS = 6,
    MOST_INDEX_BITS = 9, /* 2 KiB of records: half a byte for each byte of a page */
    MOST_RECORDS = 1 << MOST_INDEX_BITS,
};

/* By plane: bytes of a cell, and its bits for thread, index and distance. */
static const size_t width[] = {[SHADOW_WRITES] = 4, [SHADOW_READS] = 3};
static const unsigned room[] = {[SHADOW_WRITES] = 26, [SHADOW_READS] = 24};

struct packed_cells {
    size_t cells;
    unsigned char *planes[2];
    uint32_t *records; /* flags 4 | warp 5 | site 16; 1 << index_bits have room */
    uint32_t count;    /* of records */
    uint32_t recent;   /* record that was looked for last */
    unsigned index_bits;
    unsigned thread_bits; /* of each code: the lane's, or the warp's as well */
    uint32_t base; /* tick from which distances count; before all that is held: a code is not 0 */
};

struct packed_cells *packed_create(size_t count) {
    struct packed_cells *packed = calloc(1, sizeof *packed);
    if (packed == NULL) {
        return NULL;
    }
    packed->cells = count;
    packed->thread_bits = LANE_BITS;
    return packed;
}

void packed_destroy(struct packed_cells *packed) {
    if (packed == NULL) {
        return;
    }
    free(packed->planes[SHADOW_WRITES]);
    free(packed->planes[SHADOW_READS]);
    free(packed->records);
    free(packed);
}

bool packed_has_plane(const struct packed_cells *packed, enum shadow_plane plane) {
    return packed->planes[plane];
}

bool packed_make_plane(struct packed_cells *packed, enum shadow_plane plane) {
    if (packed->planes[plane] != NULL) {
        return true;
    }
    packed->planes[plane] = calloc(packed->cells, width[plane]);
    if (packed->planes[plane] == NULL) {
        return false;
    }
    return true;
}

/* ---- codes ----------------------------------------------------------------------------------- */

static inline uint32_t load_code(const unsigned char *codes, enum shadow_plane plane, size_t i) {
    uint32_t code = 0;
    if (plane == SHADOW_WRITES) {
        memcpy(&code, codes + 4 * i, 4);
    } else {
        code = codes[3 * i] | (uint32_t)codes[3 * i + 1] << 8 | (uint32_t)codes[3 * i + 2] << 16;
    }
    return code;
}

static inline void store_code(unsigned char *codes, enum shadow_plane plane, size_t i,
                              uint32_t code) {
    if (plane == SHADOW_WRITES) {
        memcpy(codes + 4 * i, &code, 4);
        return;
    }
    codes[3 * i] = (unsigned char)code;
    codes[3 * i + 1] = (unsigned char)(code >> 8);
    codes[3 * i + 2] = (unsigned char)(code >> 16);
}

/* A code's parts, and how many bits the first two of them have. */
struct packed_parts {
    uint32_t thread, index, distance, hash;
};
struct form {
    unsigned thread_bits, index_bits;
};

static inline struct form form_of(const struct packed_cells *packed) {
    return (struct form){packed->thread_bits, packed->index_bits};
}

static inline struct packed_parts parts_of(uint32_t code, struct form form) {
    uint32_t low = code & ((1u << HASH_SHIFT) - 1);
    return (struct packed_parts){.thread = low & ((1u << form.thread_bits) - 1),
                                 .index = low >> form.thread_bits & ((1u << form.index_bits) - 1),
                                 .distance = low >> (form.thread_bits + form.index_bits),
                                 .hash = code >> HASH_SHIFT};
}

static inline uint32_t code_of(struct packed_parts parts, struct form form) {
    return parts.thread | parts.index << form.thread_bits |
           parts.distance << (form.thread_bits + form.index_bits) | parts.hash << HASH_SHIFT;
}

enum { RECORD_SHIFT = SHADOW_THREAD_SHIFT + LANE_BITS, RECORD_BITS = 9, SITE_BITS = 16 };

/* The warp of a record; a code that holds the warp itself has a record without one. */
enum { WARP_MASK = ((1 << (THREAD_BITS - LANE_BITS)) - 1) << SITE_BITS };

static inline uint32_t record_of(shadow_cell cell, unsigned thread_bits) {
    uint32_t flags_and_warp = (uint32_t)(cell >> RECORD_SHIFT) & ((1u << RECORD_BITS) - 1);
    uint32_t record = flags_and_warp << SITE_BITS | (uint32_t)(cell & SHADOW_SITE_MASK);
    return thread_bits == LANE_BITS ? record : record & ~(uint32_t)WARP_MASK;
}

static inline shadow_cell cell_of(struct packed_parts parts, uint32_t record, uint32_t base) {
    return (shadow_cell)(base + parts.distance) << SHADOW_TICK_SHIFT |
           (shadow_cell)parts.hash << SHADOW_HASH_SHIFT |
           (shadow_cell)(record >> SITE_BITS) << RECORD_SHIFT |
           (shadow_cell)parts.thread << SHADOW_THREAD_SHIFT | (record & SHADOW_SITE_MASK);
}

void packed_get(const struct packed_cells *packed, enum shadow_plane plane, size_t first,
                size_t count, shadow_cell *cells) {
    const unsigned char *codes = packed->planes[plane];
    for (size_t i = 0; i < count; i++) {
        uint32_t code = load_code(codes, plane, first + i);
        struct packed_parts parts = parts_of(code, form_of(packed));
        cells[i] = code ? cell_of(parts, packed->records[parts.index], packed->base) : 0;
    }
}

/* ---- the table ------------------------------------------------------------------------------- */

/* What of a table still matters. */
struct survey {
    uint32_t records[MOST_RECORDS]; /* the new table */
    uint32_t moved[MOST_RECORDS];   /* by old index: 1 + the new one, 0: nobody needs it */
    uint32_t count;
    uint32_t first_tick;
};

static void survey_cells(const struct packed_cells *packed, uint32_t dead_tick,
                         struct survey *survey) {
    for (enum shadow_plane plane = SHADOW_WRITES; plane <= SHADOW_READS; plane++) {
        for (size_t i = 0; packed->planes[plane] != NULL && i < packed->cells; i++) {
            uint32_t code = load_code(packed->planes[plane], plane, i);
            struct packed_parts parts = parts_of(code, form_of(packed));
            uint32_t tick = packed->base + parts.distance;
            if (!code || tick < dead_tick) {
                continue;
            }
            survey->first_tick = tick < survey->first_tick ? tick : survey->first_tick;
            if (!survey->moved[parts.index]) {
                survey->records[survey->count++] = packed->records[parts.index];
                survey->moved[parts.index] = survey->count;
            }
        }
    }
}

/* Takes the warps out of the records, which become fewer. */
static void merge_warps(struct survey *survey) {
    uint32_t merged[MOST_RECORDS], count = 0;
    for (uint32_t i = 0; i < survey->count; i++) {
        uint32_t record = survey->records[i] & ~(uint32_t)WARP_MASK, k = 0;
        while (k < count && survey->records[k] != record) {
            k++;
        }
        survey->records[k] = record; /* k <= i: the place is free */
        count += k == count;
        merged[i] = k;
    }
    for (uint32_t i = 0; i < MOST_RECORDS; i++) {
        if (survey->moved[i]) {
            survey->moved[i] = merged[survey->moved[i] - 1] + 1;
        }
    }
    survey->count = count;
}

static void move_cells(struct packed_cells *packed, uint32_t dead_tick, const struct survey *survey,
                       struct form form) {
    uint32_t base = survey->first_tick - 1;
    for (enum shadow_plane plane = SHADOW_WRITES; plane <= SHADOW_READS; plane++) {
        for (size_t i = 0; packed->planes[plane] != NULL && i < packed->cells; i++) {
            uint32_t code = load_code(packed->planes[plane], plane, i), moved = 0;
            struct packed_parts parts = parts_of(code, form_of(packed));
            uint32_t tick = packed->base + parts.distance;
            if (code && tick >= dead_tick) {
                uint32_t warp = (packed->records[parts.index] & WARP_MASK) >> SITE_BITS;
                if (form.thread_bits > packed->thread_bits) {
                    parts.thread |= warp << LANE_BITS;
                }
                parts.index = survey->moved[parts.index] - 1;
                parts.distance = tick - base;
                moved = code_of(parts, form);
            }
            store_code(packed->planes[plane], plane, i, moved);
        }
    }
}

/* Bits of index for a new table, with a third of it free, that leave a third of the distances free
 * as well; 0 if there are none. */
static unsigned choose_bits(const struct packed_cells *packed, unsigned thread_bits,
                            uint32_t records, uint32_t span) {
    unsigned least = 2,
             space = room[packed->planes[SHADOW_READS] != NULL ? SHADOW_READS : SHADOW_WRITES];
    space -= thread_bits;
    while (1u << least < records + records / 2) {
        least++;
    }
    if (least > MOST_INDEX_BITS || span + span / 2 >= 1u << (space - least)) {
        return 0;
    }
    unsigned bits = least > USUAL_INDEX_BITS ? least : USUAL_INDEX_BITS;
    while (bits > least &&
           (span + span / 2 >= 1u << (space - bits) || (4u << bits) > packed->cells / 4)) {
        bits--;
    }
    return bits;
}

/* A new table and a new base, with room for `cell` and more. False if there is no room, or no
 * memory; nothing has changed then. */
static bool renew(struct packed_cells *packed, shadow_cell cell, shadow_cell dead) {
    struct survey survey = {.first_tick = shadow_tick(cell)};
    survey_cells(packed, shadow_tick(dead), &survey);
    uint32_t span = shadow_tick(cell) - survey.first_tick + 1;
    struct form form = form_of(packed);
    if (survey.count == 0) {
        form.thread_bits = LANE_BITS;
    }
    form.index_bits = choose_bits(packed, form.thread_bits, survey.count + 1, span);
    if (!form.index_bits && form.thread_bits == LANE_BITS) {
        merge_warps(&survey);
        form.thread_bits = THREAD_BITS;
        form.index_bits = choose_bits(packed, form.thread_bits, survey.count + 1, span);
    }
    uint32_t *records = form.index_bits ? malloc(sizeof *records << form.index_bits) : NULL;
    if (records == NULL) {
        return false;
    }
    move_cells(packed, shadow_tick(dead), &survey, form);
    memcpy(records, survey.records, survey.count * sizeof *records);
    free(packed->records);
    packed->records = records;
    packed->count = survey.count;
    packed->recent = 0;
    packed->index_bits = form.index_bits;
    packed->thread_bits = form.thread_bits;
    packed->base = survey.first_tick - 1;
    return true;
}

/* Finds or adds the record; false if the table is full. */
static bool find_record(struct packed_cells *packed, uint32_t record) {
    uint32_t *records = packed->records;
    if (packed->recent < packed->count && records[packed->recent] == record) {
        return true;
    }
    uint32_t i = 0;
    while (i < packed->count && records[i] != record) {
        i++;
    }
    if (i == packed->count) {
        if (records == NULL || packed->count == 1u << packed->index_bits) {
            return false;
        }
        records[packed->count++] = record;
    }
    packed->recent = i;
    return true;
}

static bool pack(struct packed_cells *packed, enum shadow_plane plane, shadow_cell cell,
                 uint32_t *code) {
    uint32_t tick = shadow_tick(cell);
    struct form form = form_of(packed);
    if (!find_record(packed, record_of(cell, form.thread_bits)) || tick <= packed->base ||
        (tick - packed->base) >> (room[plane] - form.thread_bits - form.index_bits)) {
        return false;
    }
    struct packed_parts parts = {.thread = shadow_thread(cell) % (1u << form.thread_bits),
                                 .index = packed->recent,
                                 .distance = tick - packed->base,
                                 .hash =
                                     (uint32_t)((cell & SHADOW_HASH_MASK) >> SHADOW_HASH_SHIFT)};
    *code = code_of(parts, form);
    return true;
}

bool packed_put(struct packed_cells *packed, enum shadow_plane plane, size_t first, size_t count,
                const shadow_cell *cells, shadow_cell dead) {
    for (size_t i = 0; i < count; i++) {
        uint32_t code = 0;
        if (shadow_tick(cells[i]) >= shadow_tick(dead) && cells[i] &&
            !pack(packed, plane, cells[i], &code) &&
            !(renew(packed, cells[i], dead) && pack(packed, plane, cells[i], &code))) {
            return false;
        }
        store_code(packed->planes[plane], plane, first + i, code);
    }
    return true;
}
