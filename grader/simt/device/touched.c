/* Bytes that work touched, page by page. */
#include "touched.h"

#include <stdlib.h>

enum { PAGE = 4096, WORDS = PAGE / 64 };

struct touched_page {
    uint64_t number; /* of the page, + 1: its key */
    uint64_t *bits[TOUCH_COUNT];
    bool all[TOUCH_COUNT];
    bool system; /* by an access that the host takes part in: volatile, or of the system's scope */
};

static struct touched_page *page_at(struct touched *touched, uint64_t address) {
    const uint64_t number = address / PAGE + 1;
    if (touched->last == NULL || touched->last->number != number) {
        touched->pages.row_bytes = sizeof(struct touched_page);
        touched->last = hash_add(&touched->pages, number);
    }
    return touched->last;
}

/* Bits [from, to) of a page. */
static void set_bits(uint64_t bits[WORDS], unsigned from, unsigned to) {
    for (unsigned word = from / 64; word * 64 < to; word++) {
        unsigned low = word * 64 < from ? from % 64 : 0;
        unsigned high = to - word * 64 < 64 ? to - word * 64 : 64;
        uint64_t below = high == 64 ? ~UINT64_C(0) : (UINT64_C(1) << high) - 1;
        bits[word] |= below & ~((UINT64_C(1) << low) - 1);
    }
}

static void add_in_page(struct touched_page *page, enum touch how, unsigned from, unsigned to) {
    if (page->all[how]) {
        return;
    }
    if (from == 0 && to == PAGE) {
        free(page->bits[how]);
        page->bits[how] = NULL;
        page->all[how] = true;
        return;
    }
    if (page->bits[how] == NULL) {
        page->bits[how] = calloc(WORDS, sizeof(uint64_t));
    }
    if (page->bits[how] != NULL) {
        set_bits(page->bits[how], from, to);
    }
}

void touched_add(struct touched *touched, enum touch how, uint64_t address, uint64_t bytes) {
    while (bytes > 0) {
        unsigned from = (unsigned)(address % PAGE);
        uint64_t piece = bytes < PAGE - from ? bytes : PAGE - from;
        struct touched_page *page = page_at(touched, address);
        if (page == NULL) {
            return;
        }
        add_in_page(page, how, from, from + (unsigned)piece);
        address += piece;
        bytes -= piece;
    }
}

static void add_lanes(struct touched *touched, enum touch how, const struct simt_access *event) {
    unsigned first = (unsigned)__builtin_ctz(event->mask);
    if (event->pattern == SIMT_ROW || event->pattern == SIMT_ONE_PLACE) {
        unsigned lanes = event->pattern == SIMT_ROW ? (unsigned)__builtin_popcount(event->mask) : 1;
        touched_add(touched, how, event->address[first], (uint64_t)lanes * event->size);
        return;
    }
    for (uint32_t left = event->mask; left != 0; left &= left - 1) {
        touched_add(touched, how, event->address[__builtin_ctz(left)], event->size);
    }
}

static void mark_pages(struct touched *touched, const struct simt_access *event) {
    for (uint32_t left = event->mask; left != 0; left &= left - 1) {
        uint64_t address = event->address[__builtin_ctz(left)];
        struct touched_page *page = page_at(touched, address);
        if (page != NULL) {
            page->system = true;
        }
    }
}

void touched_access(struct touched *touched, const struct simt_access *event) {
    if (event->space != SIMT_GLOBAL && event->space != SIMT_CONSTANT) {
        return;
    }
    bool plain = event->order == SIMT_WEAK;
    if (event->order == SIMT_VOLATILE || event->scope == SIMT_SCOPE_SYSTEM) {
        mark_pages(touched, event);
    }
    switch (event->kind) {
    case SIMT_LOAD:
        add_lanes(touched, plain ? TOUCH_READ : TOUCH_LOOK, event);
        return;
    case SIMT_STORE:
        add_lanes(touched, plain ? TOUCH_WRITE : TOUCH_TELL, event);
        return;
    case SIMT_ATOMIC:
        add_lanes(touched, TOUCH_LOOK, event);
        add_lanes(touched, TOUCH_TELL, event);
        return;
    case SIMT_REDUCTION:
        add_lanes(touched, TOUCH_TELL, event);
        return;
    }
}

void touched_pack(struct touched *touched) {
    touched->last = NULL;
    for (struct touched_page *page = hash_next(&touched->pages, NULL); page != NULL;
         page = hash_next(&touched->pages, page)) {
        for (int how = 0; how < TOUCH_COUNT; how++) {
            uint64_t every = ~UINT64_C(0);
            for (int word = 0; page->bits[how] != NULL && word < WORDS; word++) {
                every &= page->bits[how][word];
            }
            if (page->bits[how] != NULL && every == ~UINT64_C(0)) {
                add_in_page(page, (enum touch)how, 0, PAGE);
            }
        }
    }
}

static uint64_t word_of(const struct touched_page *page, enum touch how, int word) {
    return page->all[how] ? ~UINT64_C(0) : page->bits[how] != NULL ? page->bits[how][word] : 0;
}

static enum touch what_at(const uint64_t ways[TOUCH_COUNT], unsigned bit) {
    static const enum touch order[] = {TOUCH_WRITE, TOUCH_TELL, TOUCH_LOOK};
    for (size_t i = 0; i < sizeof order / sizeof order[0]; i++) {
        if (ways[order[i]] >> bit & 1) {
            return order[i];
        }
    }
    return TOUCH_READ;
}

static void compare_pages(const struct touched_page *one, const struct touched_page *two,
                          struct touched_common *common) {
    for (int word = 0; word < WORDS; word++) {
        uint64_t a[TOUCH_COUNT], b[TOUCH_COUNT];
        for (int how = 0; how < TOUCH_COUNT; how++) {
            a[how] = word_of(one, (enum touch)how, word);
            b[how] = word_of(two, (enum touch)how, word);
        }
        uint64_t any_a = a[TOUCH_READ] | a[TOUCH_WRITE] | a[TOUCH_LOOK] | a[TOUCH_TELL];
        uint64_t any_b = b[TOUCH_READ] | b[TOUCH_WRITE] | b[TOUCH_LOOK] | b[TOUCH_TELL];
        uint64_t both = (a[TOUCH_WRITE] & any_b) | (any_a & b[TOUCH_WRITE]) |
                        (a[TOUCH_TELL] & b[TOUCH_READ]) | (a[TOUCH_READ] & b[TOUCH_TELL]);
        common->tells |= ((a[TOUCH_TELL] & b[TOUCH_LOOK]) | (a[TOUCH_LOOK] & b[TOUCH_TELL])) != 0;
        if (both == 0) {
            continue;
        }
        unsigned bit = (unsigned)__builtin_ctzll(both);
        uint64_t address = (one->number - 1) * PAGE + (unsigned)word * 64 + bit;
        if (common->bytes == 0 || address < common->first) {
            common->first = address;
            common->one = what_at(a, bit);
            common->two = what_at(b, bit);
        }
        common->bytes += (uint64_t)__builtin_popcountll(both);
    }
}

struct touched_common touched_compare(const struct touched *one, const struct touched *two) {
    struct touched_common common = {0};
    bool turned = one->pages.count > two->pages.count;
    const struct touched *small = turned ? two : one, *large = turned ? one : two;
    for (const struct touched_page *page = hash_next(&small->pages, NULL); page != NULL;
         page = hash_next(&small->pages, page)) {
        const struct touched_page *other = hash_find(&large->pages, page->number);
        if (other != NULL) {
            compare_pages(turned ? other : page, turned ? page : other, &common);
        }
    }
    return common;
}

bool touched_has(const struct touched *touched, enum touch how, uint64_t address, uint64_t bytes) {
    for (uint64_t at = address; at < address + bytes; at++) {
        const struct touched_page *page = hash_find(&touched->pages, at / PAGE + 1);
        unsigned bit = (unsigned)(at % PAGE);
        if (page == NULL || (word_of(page, how, (int)(bit / 64)) >> (bit % 64) & 1) == 0) {
            return false;
        }
    }
    return true;
}

bool touched_speaks(const struct touched *touched, uint64_t from, uint64_t to) {
    for (const struct touched_page *page = hash_next(&touched->pages, NULL); page != NULL;
         page = hash_next(&touched->pages, page)) {
        uint64_t address = (page->number - 1) * PAGE;
        bool speaks = page->all[TOUCH_LOOK] || page->all[TOUCH_TELL] ||
                      page->bits[TOUCH_LOOK] != NULL || page->bits[TOUCH_TELL] != NULL;
        if (speaks && (page->system || touched->fenced) && (address < from || address >= to)) {
            return true;
        }
    }
    return false;
}

void touched_clear(struct touched *touched) {
    for (struct touched_page *page = hash_next(&touched->pages, NULL); page != NULL;
         page = hash_next(&touched->pages, page)) {
        for (int how = 0; how < TOUCH_COUNT; how++) {
            free(page->bits[how]);
        }
    }
    hash_clear(&touched->pages);
    *touched = (struct touched){0};
}
