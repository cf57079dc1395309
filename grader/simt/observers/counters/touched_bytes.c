#include "touched_bytes.h"

#include <stdbool.h>
#include <stdlib.h>

enum { PAGE = 1 << 15, WORDS = PAGE / 64, FIRST_PAGES = 64 };

struct bytes_page {
    uint64_t number; /* of the page, plus one; 0: no page */
    uint64_t *bits;
};

struct touched_places {
    struct bytes_page *pages; /* a table by the page's number; a power of two, at most half full */
    uint64_t capacity, used, count;
    struct bytes_page last;
    bool incomplete;
};

struct touched_places *places_create(void) {
    struct touched_places *places = calloc(1, sizeof *places);
    if (places == NULL) {
        return NULL;
    }
    places->pages = calloc(FIRST_PAGES, sizeof *places->pages);
    places->capacity = FIRST_PAGES;
    if (places->pages == NULL) {
        free(places);
        return NULL;
    }
    return places;
}

void places_destroy(struct touched_places *places) {
    if (places == NULL) {
        return;
    }
    for (uint64_t i = 0; i < places->capacity; i++) {
        free(places->pages[i].bits);
    }
    free(places->pages);
    free(places);
}

static struct bytes_page *slot(struct bytes_page *pages, uint64_t capacity, uint64_t number) {
    uint64_t at = number * UINT64_C(0x9e3779b97f4a7c15) >> 20;
    while (pages[at % capacity].number != 0 && pages[at % capacity].number != number) {
        at++;
    }
    return &pages[at % capacity];
}

static bool grow(struct touched_places *places) {
    struct bytes_page *larger = calloc(2 * places->capacity, sizeof *larger);
    if (larger == NULL) {
        return false;
    }
    for (uint64_t i = 0; i < places->capacity; i++) {
        if (places->pages[i].number != 0) {
            *slot(larger, 2 * places->capacity, places->pages[i].number) = places->pages[i];
        }
    }
    free(places->pages);
    places->pages = larger;
    places->capacity *= 2;
    return true;
}

/* The bits of a page; NULL where there is no memory. */
static uint64_t *page_of(struct touched_places *places, uint64_t number) {
    if (places->last.number == number) {
        return places->last.bits;
    }
    if (2 * places->used >= places->capacity && !grow(places)) {
        return NULL;
    }
    struct bytes_page *page = slot(places->pages, places->capacity, number);
    if (page->number == 0) {
        page->bits = calloc(WORDS, sizeof *page->bits);
        if (page->bits == NULL) {
            return NULL;
        }
        page->number = number;
        places->used++;
    }
    places->last = *page;
    return page->bits;
}

/* Bytes of one word of bits. */
static void add_some(struct touched_places *places, uint64_t address, unsigned size) {
    uint64_t *bits = page_of(places, address / PAGE + 1);
    if (bits == NULL) {
        places->incomplete = true;
        return;
    }
    const uint64_t mask = (size < 64 ? (UINT64_C(1) << size) - 1 : UINT64_MAX) << address % 64;
    uint64_t *word = &bits[address % PAGE / 64];
    if ((mask & ~*word) != 0) {
        places->count += (uint64_t)__builtin_popcountll(mask & ~*word);
        *word |= mask;
    }
}

void places_add(struct touched_places *places, uint64_t address, uint64_t size) {
    while (size > 0) {
        const unsigned room = 64 - (unsigned)(address % 64);
        const unsigned here = size < room ? (unsigned)size : room;
        add_some(places, address, here);
        address += here;
        size -= here;
    }
}

uint64_t places_count(const struct touched_places *places) {
    return places->incomplete ? UINT64_MAX : places->count;
}

uint64_t places_count_without(const struct touched_places *places,
                              const struct touched_places *others) {
    uint64_t count = 0;
    for (uint64_t i = 0; i < places->capacity; i++) {
        const struct bytes_page *page = &places->pages[i];
        const struct bytes_page *other = slot(others->pages, others->capacity, page->number);
        for (int word = 0; page->number != 0 && word < WORDS; word++) {
            const uint64_t taken = other->number != 0 ? other->bits[word] : 0;
            count += (uint64_t)__builtin_popcountll(page->bits[word] & ~taken);
        }
    }
    return places->incomplete ? UINT64_MAX : count;
}
