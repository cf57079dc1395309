#include "touched_bytes.h"

#include "../../hash.h"

#include <stdbool.h>
#include <stdlib.h>

enum { PAGE = 1 << 15, WORDS = PAGE / 64 };

struct bytes_page {
    uint64_t number; /* of the page, plus one; 0: no page */
    uint64_t *bits;  /* NULL: there was no memory */
};

struct touched_places {
    struct hash pages;
    uint64_t count;
    struct bytes_page last;
    bool incomplete;
};

struct touched_places *places_create(void) {
    struct touched_places *places = calloc(1, sizeof *places);
    if (places != NULL) {
        places->pages.row_bytes = sizeof(struct bytes_page);
    }
    return places;
}

void places_destroy(struct touched_places *places) {
    if (places == NULL) {
        return;
    }
    for (struct bytes_page *page = NULL; (page = hash_next(&places->pages, page)) != NULL;) {
        free(page->bits);
    }
    hash_clear(&places->pages);
    free(places);
}

/* The bits of a page; NULL where there is no memory. */
static uint64_t *page_of(struct touched_places *places, uint64_t number) {
    if (places->last.number == number) {
        return places->last.bits;
    }
    struct bytes_page *page = hash_add(&places->pages, number);
    if (page != NULL && page->bits == NULL) {
        page->bits = calloc(WORDS, sizeof *page->bits);
    }
    if (page == NULL || page->bits == NULL) {
        return NULL;
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
    for (const struct bytes_page *page = NULL; (page = hash_next(&places->pages, page)) != NULL;) {
        const struct bytes_page *other = hash_find(&others->pages, page->number);
        const uint64_t *taken = other != NULL ? other->bits : NULL;
        for (int word = 0; page->bits != NULL && word < WORDS; word++) {
            const uint64_t without = taken != NULL ? ~taken[word] : UINT64_MAX;
            count += (uint64_t)__builtin_popcountll(page->bits[word] & without);
        }
    }
    return places->incomplete ? UINT64_MAX : count;
}
