/* Bits and moments for each 64 bytes, in pages that a hash finds. */
#include "footprint.h"
#include "../../hash.h"
#include "../../observers/lanes_in_a_row.h"
#include "../../simt.h"

#include <stdlib.h>
#include <string.h>

enum {
    PAGE_SHIFT = 16,
    PAGE_GRANULES = (1 << PAGE_SHIFT) / GRANULE_BYTES,
    PAGE_WORDS = PAGE_GRANULES / 64,
    RECENT = 512,
    EARLIEST = UINT16_MAX /* no moment is as late */
};

struct byte_page {
    uint64_t written[PAGE_WORDS];
    /* For each granule that was read, EARLIEST less the moment of its first read; else 0. */
    uint16_t read[PAGE_GRANULES];
    uint16_t known; /* granules that were read: of most that is stored to in no order, none */
};

/* An entry of the table: it holds the page's number, too, so that most of a search needs no
 * page. */
struct footprint_page {
    uint64_t number;        /* + 1; 0: none */
    struct byte_page *page; /* NULL: there was no memory */
};

struct footprint {
    struct hash pages;                    /* struct footprint_page */
    struct footprint_page recent[RECENT]; /* by a hash: arrays lie powers of two apart */
    unsigned slices;
    uint64_t parts[MOST_SLICES]; /* of lines that were stored, by slice */
};

struct footprint *footprint_create(unsigned slices) {
    struct footprint *footprint = calloc(1, sizeof *footprint);
    if (footprint != NULL) {
        footprint->pages.row_bytes = sizeof(struct footprint_page);
        footprint->slices = slices < 1 ? 1 : slices < MOST_SLICES ? slices : MOST_SLICES;
    }
    return footprint;
}

void footprint_clear(struct footprint *footprint) {
    const struct footprint_page *place = NULL;
    while ((place = hash_next(&footprint->pages, place)) != NULL) {
        free(place->page);
    }
    hash_clear(&footprint->pages);
    *footprint = (struct footprint){.pages = footprint->pages, .slices = footprint->slices};
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

/* Where a page stands that was touched lately. */
static inline struct footprint_page *place_of(struct footprint *footprint, uint64_t number) {
    return &footprint->recent[mix(number) % RECENT];
}

static __attribute__((noinline)) struct byte_page *look_up(struct footprint *footprint,
                                                           uint64_t number) {
    struct footprint_page *place = hash_add(&footprint->pages, number);
    if (place == NULL) {
        return NULL;
    }
    place->page = place->page != NULL ? place->page : calloc(1, sizeof *place->page);
    *place_of(footprint, number) = *place;
    return place->page;
}

static inline struct byte_page *page_of(struct footprint *footprint, uint64_t granule) {
    const uint64_t number = granule / PAGE_GRANULES + 1;
    const struct footprint_page *recent = place_of(footprint, number);
    return recent->number == number ? recent->page : look_up(footprint, number);
}

/* The page of an address, or NULL if nothing was touched there. */
static const struct byte_page *known_page(const struct footprint *footprint, uint64_t address) {
    uint64_t number = (address >> PAGE_SHIFT) + 1;
    const struct footprint_page *recent = &footprint->recent[mix(number) % RECENT];
    if (recent->number == number) {
        return recent->page;
    }
    const struct footprint_page *place = hash_find(&footprint->pages, number);
    return place != NULL ? place->page : NULL;
}

bool footprint_is_fresh(const struct footprint *footprint, uint64_t address, uint16_t moment) {
    enum { NEAR = 1 };
    const struct byte_page *page = known_page(footprint, address);
    const uint16_t first = page != NULL ? page->read[address / GRANULE_BYTES % PAGE_GRANULES] : 0;
    return first != 0 && moment <= EARLIEST - first + NEAR;
}

/* A place of a page is read, at a moment taken from EARLIEST, or written. */
static inline void touch(struct byte_page *page, uint32_t within, bool write, uint16_t early) {
    if (write) {
        page->written[within / 64] |= UINT64_C(1) << within % 64;
    } else if (page->read[within] < early) {
        page->known += page->read[within] == 0;
        page->read[within] = early;
    }
}

static inline void touch_run(struct byte_page *page, uint64_t first, uint64_t last, bool write,
                             uint16_t early) {
    const uint32_t end = last % PAGE_GRANULES;
    uint32_t within = first % PAGE_GRANULES;
    for (; within <= end; within++) {
        touch(page, within, write, early);
    }
}

/* A row that reaches over the end of a page, or lies in one that was not touched just before. */
static __attribute__((noinline)) void touch_pages(struct footprint *footprint, uint64_t granule,
                                                  uint64_t last, bool write, uint16_t early) {
    while (granule <= last) {
        struct byte_page *page = page_of(footprint, granule);
        const uint64_t page_end = granule | (PAGE_GRANULES - 1),
                       end = last < page_end ? last : page_end;
        if (page != NULL) {
            touch_run(page, granule, end, write, early);
        }
        granule = end + 1;
    }
}

void footprint_touch_row(struct footprint *footprint, uint64_t address, unsigned bytes, bool write,
                         uint16_t moment) {
    const uint64_t first = address / GRANULE_BYTES, last = (address + bytes - 1) / GRANULE_BYTES;
    const uint64_t number = first / PAGE_GRANULES;
    const struct footprint_page *recent = place_of(footprint, number + 1);
    const uint16_t early = (uint16_t)(EARLIEST - moment);
    if (recent->number != number + 1 || last / PAGE_GRANULES != number) {
        touch_pages(footprint, first, last, write, early);
    } else if (write) {
        touch_run(recent->page, first, last, true, early);
    } else {
        touch_run(recent->page, first, last, false, early);
    }
}

static inline void touch_lanes(struct byte_page *page, const uint64_t *address, uint32_t mask,
                               bool write, uint16_t early) {
    for (int lane = 0; mask == UINT32_MAX && lane < SIMT_WARP_SIZE; lane++) {
        touch(page, address[lane] / GRANULE_BYTES % PAGE_GRANULES, write, early);
    }
    for (uint32_t left = mask == UINT32_MAX ? 0 : mask; left != 0; left &= left - 1) {
        touch(page, address[__builtin_ctz(left)] / GRANULE_BYTES % PAGE_GRANULES, write, early);
    }
}

/* What the addresses of a whole warp do not have in common. */
VECTORS
static uint64_t differences(const uint64_t *address) {
    uint64_t differ = 0;
    for (int lane = 1; lane < SIMT_WARP_SIZE; lane++) {
        differ |= address[lane] ^ address[0];
    }
    return differ;
}

/* Those of the lanes that lie in the page of the first. */
static uint32_t in_one_page(const uint64_t *address, uint32_t mask) {
    const uint64_t number = address[__builtin_ctz(mask)] >> PAGE_SHIFT;
    uint32_t same = 0;
    if (mask == UINT32_MAX && differences(address) >> PAGE_SHIFT == 0) {
        return mask;
    }
    for (uint32_t left = mask; left != 0; left &= left - 1) {
        same |= address[__builtin_ctz(left)] >> PAGE_SHIFT == number ? left & -left : 0;
    }
    return same;
}

void footprint_touch(struct footprint *footprint, const uint64_t *address, uint32_t mask,
                     bool write, uint16_t moment) {
    const uint16_t early = (uint16_t)(EARLIEST - moment);
    for (uint32_t left = mask, here; left != 0; left &= ~here) {
        struct byte_page *page = page_of(footprint, address[__builtin_ctz(left)] / GRANULE_BYTES);
        here = in_one_page(address, left);
        if (page != NULL && write) {
            touch_lanes(page, address, here, true, early);
        } else if (page != NULL) {
            touch_lanes(page, address, here, false, early);
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

/* ---- sums ------------------------------------------------------------------------------------ */

void footprint_visit(const struct footprint *footprint, footprint_piece *visit, void *self) {
    const struct footprint_page *place = NULL;
    while ((place = hash_next(&footprint->pages, place)) != NULL) {
        const struct byte_page *page = place->page;
        uint64_t written = 0;
        for (int w = 0; page != NULL && w < PAGE_WORDS; w++) {
            written += (uint64_t)__builtin_popcountll(page->written[w]);
        }
        visit(self, (place->number - 1) << PAGE_SHIFT,
              GRANULE_BYTES * (uint64_t)(page != NULL ? page->known : 0), GRANULE_BYTES * written);
    }
}

static void add_piece(void *self, uint64_t address, uint64_t read_bytes, uint64_t written_bytes) {
    struct footprint_sums *sums = self;
    (void)address;
    sums->read_bytes += read_bytes;
    sums->written_bytes += written_bytes;
}

struct footprint_sums footprint_sum(const struct footprint *footprint) {
    struct footprint_sums sums = {0};
    footprint_visit(footprint, add_piece, &sums);
    uint64_t parts = 0, most = 0;
    for (unsigned s = 0; s < footprint->slices; s++) {
        parts += footprint->parts[s];
        most = footprint->parts[s] > most ? footprint->parts[s] : most;
    }
    sums.crowding = parts > 0 ? (double)most * footprint->slices / (double)parts : 1;
    return sums;
}
