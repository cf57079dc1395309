/* Bits for each 64 bytes, in pages that a hash finds; counts for each word that atomics meet at. */
#include "footprint.h"

#include <stdlib.h>
#include <string.h>

enum {
    PAGE_SHIFT = 16,
    PAGE_GRANULES = (1 << PAGE_SHIFT) / GRANULE_BYTES,
    PAGE_WORDS = PAGE_GRANULES / 64,
    RECENT = 512
};
enum { FIRST_CAPACITY = 256, MOST_ADDRESSES = 1 << 20 };

struct page {
    uint64_t read[PAGE_WORDS], written[PAGE_WORDS];
    /* Of each granule: the moment of the first read + 1; 0: none. NULL: nothing was read. */
    uint16_t *first;
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
    struct place recent[RECENT]; /* by number */
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
        if (footprint->pages[p].page != NULL) {
            free(footprint->pages[p].page->first);
        }
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

static struct page *page_of(struct footprint *footprint, uint64_t address) {
    uint64_t number = (address >> PAGE_SHIFT) + 1;
    struct place *recent = &footprint->recent[number % RECENT];
    if (recent->number != number) {
        struct page *page = look_up(footprint, number);
        if (page == NULL) {
            return NULL;
        }
        *recent = (struct place){number, page};
    }
    return recent->page;
}

uint16_t footprint_moment(uint64_t wave, uint64_t instructions) {
    enum { STEPS = 8, MOST_WAVE = 250 }; /* steps of an octave */
    uint64_t value = instructions + STEPS;
    unsigned octave = 63 - (unsigned)__builtin_clzll(value) - 3;
    uint64_t step = octave * STEPS + (value >> octave) - STEPS;
    uint64_t late = wave < MOST_WAVE ? wave : MOST_WAVE;
    return (uint16_t)(late << 8 | (step < 255 ? step : 255));
}

/* The page of an address, or NULL if nothing was touched there. */
static const struct page *known_page(const struct footprint *footprint, uint64_t address) {
    uint64_t number = (address >> PAGE_SHIFT) + 1;
    const struct place *recent = &footprint->recent[number % RECENT];
    if (recent->number == number) {
        return recent->page;
    }
    return footprint->page_capacity == 0
               ? NULL
               : find_place(footprint->pages, footprint->page_capacity, number)->page;
}

/* When the place was read first + 1; 0: not yet. */
static uint16_t first_read(const struct footprint *footprint, uint64_t address) {
    const struct page *page = known_page(footprint, address);
    return page != NULL && page->first != NULL
               ? page->first[address / GRANULE_BYTES % PAGE_GRANULES]
               : 0;
}

bool footprint_is_fresh(const struct footprint *footprint, uint64_t address, uint16_t moment) {
    enum { NEAR = 1 };
    uint16_t first = first_read(footprint, address);
    return first != 0 && moment + 1 <= first + NEAR;
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

/* Granules of one page, from `first` to `last` in it. */
static void touch_page(struct page *page, uint64_t first, uint64_t last, bool write,
                       uint16_t moment) {
    uint64_t *bits = write ? page->written : page->read;
    if (!write && page->first == NULL) {
        page->first = calloc(PAGE_GRANULES, sizeof *page->first);
        write = page->first == NULL; /* without memory, no moment is noted */
    }
    for (uint64_t within = first; within <= last; within++) {
        bits[within / 64] |= UINT64_C(1) << (within % 64);
        if (!write && (page->first[within] == 0 || page->first[within] > moment + 1)) {
            page->first[within] = (uint16_t)(moment + 1);
        }
    }
}

static void touch(struct footprint *footprint, uint64_t first, uint64_t last, bool write,
                  uint16_t moment) {
    const uint64_t end = last / GRANULE_BYTES;
    for (uint64_t granule = first / GRANULE_BYTES, next; granule <= end; granule = next) {
        struct page *page = page_of(footprint, granule * GRANULE_BYTES);
        if (page == NULL) {
            return;
        }
        next = (granule / PAGE_GRANULES + 1) * PAGE_GRANULES;
        next = next <= end ? next : end + 1;
        touch_page(page, granule % PAGE_GRANULES, (next - 1) % PAGE_GRANULES, write, moment);
    }
}

void footprint_touch(struct footprint *footprint, const uint64_t *address, uint32_t mask,
                     unsigned size, bool write, uint16_t moment) {
    uint64_t first = 0, end = 0; /* a run of neighbouring lanes */
    for (uint32_t left = mask; left != 0; left &= left - 1) {
        uint64_t at = address[__builtin_ctz(left)];
        if (at == end && end != 0) {
            end += size;
            continue;
        }
        if (end != 0 && (at < first || at + size > end)) {
            if (at / GRANULE_BYTES == first / GRANULE_BYTES &&
                (at + size - 1) / GRANULE_BYTES == (end - 1) / GRANULE_BYTES) {
                continue;
            }
            touch(footprint, first, end - 1, write, moment);
        } else if (end != 0) {
            continue;
        }
        first = at;
        end = at + size;
    }
    if (end != 0) {
        touch(footprint, first, end - 1, write, moment);
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

/* The chunk that most operations meet in, those at its first address apart. */
static void find_busiest_chunk(const struct footprint *footprint, struct footprint_sums *sums) {
    struct footprint chunks = {0};
    uint64_t busiest = 0;
    for (uint32_t m = 0; m < footprint->meeting_capacity; m++) {
        const struct meeting *meeting = &footprint->meetings[m];
        if (meeting->word != 0) {
            meet(&chunks, (meeting->word - 1) * 4 / CHUNK_BYTES * 4, meeting->times);
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
        bool there = meeting->word != 0 && (meeting->word - 1) * 4 / CHUNK_BYTES == busiest;
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
            read += GRANULE_BYTES * (uint64_t)__builtin_popcountll(page->read[w]);
            written += GRANULE_BYTES * (uint64_t)__builtin_popcountll(page->written[w]);
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
