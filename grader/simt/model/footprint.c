/* Bits for each 64 bytes, in pages that a hash finds; counts for each word that atomics meet at. */
#include "footprint.h"

#include <stdlib.h>
#include <string.h>

enum {
    PAGE_SHIFT = 16,
    PAGE_GRANULES = (1 << PAGE_SHIFT) / GRANULE_BYTES,
    PAGE_WORDS = PAGE_GRANULES / 64,
    RECENT = 512,
    EARLIEST = UINT16_MAX /* no moment is as late */
};
enum { FIRST_CAPACITY = 256, MOST_ADDRESSES = 1 << 20 };

struct page {
    bool was_read; /* any of it: most that is stored to in no order never is */
    uint64_t written[PAGE_WORDS];
    /* Of each granule that was read: EARLIEST less the moment of its first read; else 0. */
    uint16_t read[PAGE_GRANULES];
};

/* Where a page is: the number stands here, too, so that most of a search needs no page. */
struct place {
    uint64_t number; /* + 1; 0: empty */
    struct page *page;
};

struct meeting {
    uint64_t word; /* address / 4 + 1; 0: empty */
    uint64_t times;
};

struct footprint {
    struct place *pages; /* a hash table */
    uint32_t page_count, page_capacity;
    struct place recent[RECENT]; /* by a hash: arrays lie powers of two apart */
    struct meeting *meetings;    /* another */
    uint32_t meeting_count, meeting_capacity;
    uint64_t atomics;
    unsigned slices;
    uint64_t parts[MOST_SLICES]; /* of lines that were stored, by slice */
};

struct footprint *footprint_create(unsigned slices) {
    struct footprint *footprint = calloc(1, sizeof *footprint);
    if (footprint != NULL) {
        footprint->slices = slices < 1 ? 1 : slices < MOST_SLICES ? slices : MOST_SLICES;
    }
    return footprint;
}

void footprint_clear(struct footprint *footprint) {
    for (uint32_t p = 0; p < footprint->page_capacity; p++) {
        free(footprint->pages[p].page);
    }
    free(footprint->pages);
    free(footprint->meetings);
    *footprint = (struct footprint){.slices = footprint->slices};
}

void footprint_destroy(struct footprint *footprint) {
    if (footprint != NULL) {
        footprint_clear(footprint);
        free(footprint);
    }
}

static uint32_t mix(uint64_t key) {
    return (uint32_t)((key * UINT64_C(0x9E3779B97F4A7C15)) >> 32);
}

/* ---- pages ----------------------------------------------------------------------------------- */

/* The place of a number, or the empty one where it would be. */
static struct place *find_place(struct place *pages, uint32_t capacity, uint64_t number) {
    uint32_t at = mix(number) & (capacity - 1);
    while (pages[at].number != 0 && pages[at].number != number) {
        at = (at + 1) & (capacity - 1);
    }
    return &pages[at];
}

static bool grow_pages(struct footprint *footprint) {
    uint32_t capacity =
        footprint->page_capacity != 0 ? footprint->page_capacity * 2 : FIRST_CAPACITY;
    struct place *pages = calloc(capacity, sizeof *pages);
    if (pages == NULL) {
        return false;
    }
    for (uint32_t p = 0; p < footprint->page_capacity; p++) {
        const struct place *place = &footprint->pages[p];
        if (place->number != 0) {
            *find_place(pages, capacity, place->number) = *place;
        }
    }
    free(footprint->pages);
    footprint->pages = pages;
    footprint->page_capacity = capacity;
    return true;
}

static struct page *look_up(struct footprint *footprint, uint64_t number) {
    if (footprint->page_capacity == 0 && !grow_pages(footprint)) {
        return NULL;
    }
    struct place *place = find_place(footprint->pages, footprint->page_capacity, number);
    if (place->number == 0) {
        if (footprint->page_count + 1 >= footprint->page_capacity) {
            return NULL; /* it could not grow */
        }
        struct page *page = calloc(1, sizeof *page);
        if (page == NULL) {
            return NULL;
        }
        *place = (struct place){number, page};
        if (++footprint->page_count * 2 >= footprint->page_capacity) {
            (void)grow_pages(footprint);
        }
        return page;
    }
    return place->page;
}

static inline struct page *page_of(struct footprint *footprint, uint64_t granule) {
    const uint64_t number = granule / PAGE_GRANULES + 1;
    struct place *recent = &footprint->recent[mix(number) % RECENT];
    if (recent->number != number) {
        struct page *page = look_up(footprint, number);
        if (page == NULL) {
            return NULL;
        }
        *recent = (struct place){number, page};
    }
    return recent->page;
}

/* The page of an address, or NULL if nothing was touched there. */
static const struct page *known_page(const struct footprint *footprint, uint64_t address) {
    uint64_t number = (address >> PAGE_SHIFT) + 1;
    const struct place *recent = &footprint->recent[mix(number) % RECENT];
    if (recent->number == number) {
        return recent->page;
    }
    return footprint->page_capacity == 0
               ? NULL
               : find_place(footprint->pages, footprint->page_capacity, number)->page;
}

/* EARLIEST less the moment when the place was read first; 0: not yet. */
static uint16_t first_read(const struct footprint *footprint, uint64_t address) {
    const struct page *page = known_page(footprint, address);
    return page != NULL && page->was_read ? page->read[address / GRANULE_BYTES % PAGE_GRANULES] : 0;
}

bool footprint_is_fresh(const struct footprint *footprint, uint64_t address, uint16_t moment) {
    enum { NEAR = 1 };
    const uint16_t first = first_read(footprint, address);
    return first != 0 && moment <= EARLIEST - first + NEAR;
}

uint32_t footprint_unread(const struct footprint *footprint, const uint64_t *address,
                          uint32_t mask) {
    uint32_t unread = 0;
    for (uint32_t left = mask; left != 0; left &= left - 1) {
        bool read = first_read(footprint, address[__builtin_ctz(left)]) != 0;
        unread |= read ? 0 : left & -left;
    }
    return unread;
}

/* A granule of the page, at a moment taken from EARLIEST. */
static inline void touch(struct page *page, uint64_t granule, bool write, uint16_t early) {
    const uint64_t within = granule % PAGE_GRANULES;
    if (write) {
        page->written[within / 64] |= UINT64_C(1) << within % 64;
        return;
    }
    page->was_read = true;
    if (page->read[within] < early) {
        page->read[within] = early;
    }
}

void footprint_touch_row(struct footprint *footprint, uint64_t address, unsigned bytes, bool write,
                         uint16_t moment) {
    const uint64_t last = (address + bytes - 1) / GRANULE_BYTES;
    struct page *page = NULL;
    for (uint64_t granule = address / GRANULE_BYTES; granule <= last; granule++) {
        if (page == NULL || granule % PAGE_GRANULES == 0) {
            page = page_of(footprint, granule);
        }
        if (page != NULL) {
            touch(page, granule, write, (uint16_t)(EARLIEST - moment));
        }
    }
}

void footprint_touch(struct footprint *footprint, const uint64_t *address, uint32_t mask,
                     bool write, uint16_t moment) {
    struct page *page = NULL;
    uint64_t before = 0;
    for (uint32_t left = mask; left != 0; left &= left - 1) {
        const uint64_t granule = address[__builtin_ctz(left)] / GRANULE_BYTES;
        if (page == NULL || granule / PAGE_GRANULES != before) {
            page = page_of(footprint, granule);
            before = granule / PAGE_GRANULES;
        }
        if (page != NULL) {
            touch(page, granule, write, (uint16_t)(EARLIEST - moment));
        }
    }
}

/* Which slice a line lies in is a secret of the GPU; that a hash spreads the lines is not. */
void footprint_scatter(struct footprint *footprint, const uint64_t *address, uint32_t mask) {
    uint64_t last = UINT64_MAX;
    for (uint32_t left = mask; left != 0; left &= left - 1) {
        uint64_t line = address[__builtin_ctz(left)] / LINE_BYTES;
        footprint->parts[mix(line + 1) % footprint->slices] += line != last;
        last = line;
    }
}

/* ---- atomics --------------------------------------------------------------------------------- */

static bool grow_meetings(struct footprint *footprint) {
    uint32_t capacity =
        footprint->meeting_capacity != 0 ? footprint->meeting_capacity * 2 : FIRST_CAPACITY;
    struct meeting *meetings =
        capacity <= MOST_ADDRESSES ? calloc(capacity, sizeof *meetings) : NULL;
    if (meetings == NULL) {
        return false;
    }
    for (uint32_t m = 0; m < footprint->meeting_capacity; m++) {
        if (footprint->meetings[m].word != 0) {
            uint32_t at = mix(footprint->meetings[m].word) & (capacity - 1);
            while (meetings[at].word != 0) {
                at = (at + 1) & (capacity - 1);
            }
            meetings[at] = footprint->meetings[m];
        }
    }
    free(footprint->meetings);
    footprint->meetings = meetings;
    footprint->meeting_capacity = capacity;
    return true;
}

static void meet(struct footprint *footprint, uint64_t address, uint64_t times) {
    footprint->atomics += times;
    if (footprint->meeting_count * 4 >= footprint->meeting_capacity * 3 &&
        !grow_meetings(footprint) && footprint->meeting_count + 1 >= footprint->meeting_capacity) {
        return;
    }
    uint64_t word = address / 4 + 1;
    uint32_t at = mix(word) & (footprint->meeting_capacity - 1);
    while (footprint->meetings[at].word != 0 && footprint->meetings[at].word != word) {
        at = (at + 1) & (footprint->meeting_capacity - 1);
    }
    footprint->meeting_count += footprint->meetings[at].word == 0;
    footprint->meetings[at].word = word;
    footprint->meetings[at].times += times;
}

void footprint_atomic(struct footprint *footprint, const uint64_t *address, uint32_t mask,
                      bool together) {
    if (together) {
        meet(footprint, address[__builtin_ctz(mask)], 1);
        return;
    }
    uint64_t last = 0, times = 0;
    for (uint32_t left = mask; left != 0; left &= left - 1) {
        uint64_t at = address[__builtin_ctz(left)];
        if (times > 0 && at != last) {
            meet(footprint, last, times);
            times = 0;
        }
        last = at;
        times++;
    }
    meet(footprint, last, times);
}

/* ---- sums ------------------------------------------------------------------------------------ */

/* The chunk that a word lies in: of each KiB, one slice of L2 has every other 256 bytes. */
static uint64_t chunk_of(const struct meeting *meeting) {
    enum { STRIPE_BYTES = CHUNK_BYTES / 2 };
    const uint64_t address = (meeting->word - 1) * 4;
    return address / (2 * CHUNK_BYTES) * 2 + address / STRIPE_BYTES % 2;
}

/* The chunk that most operations meet in, those at its first address apart. */
static void find_busiest_chunk(const struct footprint *footprint, struct footprint_sums *sums) {
    struct footprint chunks = {0};
    uint64_t busiest = 0;
    for (uint32_t m = 0; m < footprint->meeting_capacity; m++) {
        const struct meeting *meeting = &footprint->meetings[m];
        if (meeting->word != 0) {
            meet(&chunks, chunk_of(meeting) * 4, meeting->times);
        }
    }
    for (uint32_t m = 0; m < chunks.meeting_capacity; m++) {
        if (chunks.meetings[m].times > sums->most_in_chunk) {
            sums->most_in_chunk = chunks.meetings[m].times;
            busiest = chunks.meetings[m].word - 1;
        }
    }
    for (uint32_t m = 0; m < footprint->meeting_capacity; m++) {
        const struct meeting *meeting = &footprint->meetings[m];
        bool there = meeting->word != 0 && chunk_of(meeting) == busiest;
        if (there && meeting->times > sums->chunk_address) {
            sums->chunk_address = meeting->times;
        }
    }
    footprint_clear(&chunks);
}

void footprint_visit(const struct footprint *footprint, footprint_piece *visit, void *self) {
    for (uint32_t p = 0; p < footprint->page_capacity; p++) {
        const struct page *page = footprint->pages[p].page;
        uint64_t read = 0, written = 0;
        for (int w = 0; page != NULL && w < PAGE_WORDS; w++) {
            written += GRANULE_BYTES * (uint64_t)__builtin_popcountll(page->written[w]);
        }
        for (int g = 0; page != NULL && page->was_read && g < PAGE_GRANULES; g++) {
            read += page->read[g] != 0 ? GRANULE_BYTES : 0;
        }
        if (page != NULL) {
            visit(self, (footprint->pages[p].number - 1) << PAGE_SHIFT, read, written);
        }
    }
}

static void add_piece(void *self, uint64_t address, uint64_t read_bytes, uint64_t written_bytes) {
    struct footprint_sums *sums = self;
    (void)address;
    sums->read_bytes += read_bytes;
    sums->written_bytes += written_bytes;
}

struct footprint_sums footprint_sum(const struct footprint *footprint) {
    struct footprint_sums sums = {.atomics = footprint->atomics};
    footprint_visit(footprint, add_piece, &sums);
    for (uint32_t m = 0; m < footprint->meeting_capacity; m++) {
        uint64_t times = footprint->meetings[m].times;
        sums.most_at_address = times > sums.most_at_address ? times : sums.most_at_address;
    }
    find_busiest_chunk(footprint, &sums);
    uint64_t parts = 0, most = 0;
    for (unsigned s = 0; s < footprint->slices; s++) {
        parts += footprint->parts[s];
        most = footprint->parts[s] > most ? footprint->parts[s] : most;
    }
    sums.crowding = parts > 0 ? (double)most * footprint->slices / (double)parts : 1;
    return sums;
}
