/* Which bytes hold nothing yet: a bit for each byte of the heap's and the stacks' pages. */
#include "watch.h"

#include <stdlib.h>

/* `count` bits from `first` on, in one 64-bit word. */
static uint64_t bits(unsigned first, unsigned count) {
    return (count >= 64 ? ~UINT64_C(0) : (UINT64_C(1) << count) - 1) << first;
}

static bool is_undefined(const struct page *page, unsigned offset) {
    return page->undefined[offset / 64] >> offset % 64 & 1;
}

static void change(struct page *page, unsigned offset, unsigned size, bool undefined) {
    while (size > 0) {
        unsigned first = offset % 64, count = 64 - first < size ? 64 - first : size;
        uint64_t mask = bits(first, count), *word = &page->undefined[offset / 64];
        page->undefined_count -= (uint32_t)__builtin_popcountll(*word & mask);
        *word = undefined ? *word | mask : *word & ~mask;
        page->undefined_count += undefined ? count : 0;
        offset += count;
        size -= count;
    }
}

void undefined_write(struct page *page, unsigned offset, unsigned size) {
    change(page, offset, size, false);
}

bool undefined_all(const struct page *page, unsigned offset, unsigned size) {
    while (size > 0) {
        unsigned first = offset % 64, count = 64 - first < size ? 64 - first : size;
        if ((page->undefined[offset / 64] & bits(first, count)) != bits(first, count)) {
            return false;
        }
        offset += count;
        size -= count;
    }
    return true;
}

uint64_t undefined_from(struct openmp_watch *watch, const struct area *area) {
    for (uint64_t i = 0; i < area->bytes; i++) {
        const uint64_t address = area->address + i;
        const struct page *page = page_find(watch, address >> PAGE_SHIFT);
        if (page == NULL || is_undefined(page, (unsigned)(address % PAGE_BYTES))) {
            return i;
        }
    }
    return area->bytes;
}

void undefined_set(struct openmp_watch *watch, uint64_t address, uint64_t bytes, bool undefined) {
    while (bytes > 0) {
        unsigned offset = (unsigned)(address % PAGE_BYTES);
        uint64_t size = bytes < PAGE_BYTES - offset ? bytes : PAGE_BYTES - offset;
        struct page *page =
            undefined ? page_at(watch, address) : page_find(watch, address >> PAGE_SHIFT);
        if (page != NULL) {
            change(page, offset, (unsigned)size, undefined);
        } else {
            watch->findings.unwatched += undefined;
        }
        address += size;
        bytes -= size;
    }
}

void undefined_whole(struct openmp_watch *watch, uint64_t address, uint64_t bytes) {
    for (uint64_t i = 0; i < bytes; i++) {
        const struct page *page = page_find(watch, (address + i) >> PAGE_SHIFT);
        if (page != NULL && !is_undefined(page, (unsigned)((address + i) % PAGE_BYTES))) {
            undefined_set(watch, address, bytes, false);
            return;
        }
    }
}

void undefined_move(struct openmp_watch *watch, const struct simt_move *move) {
    uint8_t *was = malloc(move->bytes);
    if (was == NULL) {
        undefined_set(watch, move->to, move->bytes, false);
        return;
    }
    for (uint64_t i = 0; i < move->bytes; i++) {
        const struct page *page = page_in(watch, move->from_region, move->from + i);
        was[i] = page != NULL && page->undefined_count > 0 &&
                 is_undefined(page, (unsigned)((move->from + i) % PAGE_BYTES));
    }
    for (uint64_t i = 0; i < move->bytes; i++) {
        page_in(watch, move->to_region, move->to + i);
    }
    for (uint64_t i = 0, run; i < move->bytes; i += run) {
        for (run = 1; i + run < move->bytes && was[i + run] == was[i]; run++) {
        }
        undefined_set(watch, move->to + i, run, was[i] != 0);
    }
    free(was);
}
