/*
 * The shadow of written words: who wrote each word in a parallel region, and how often. A part of
 * the observer, in a header because it runs once a write: threads on one word meet here and nowhere
 * else.
 *
 * One entry for each byte address where a write starts, in pages found by a hash of the address. In
 * an entry: region in bits 44 and up, writer in 33 … 43, "several wrote it" in 32, below it the
 * writes while there was one writer. Entries of other regions count as empty, so nothing is ever
 * cleared between regions.
 */
#ifndef LOCKSTEP_SHADOW_H
#define LOCKSTEP_SHADOW_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

enum { PAGE_SHIFT = 12, PAGE_ENTRIES = 1 << PAGE_SHIFT, PAGE_SLOTS = 1 << 16 };
#define REGION_SHIFT 44
#define WRITER_SHIFT 33
#define WRITER_MASK  0x7ffu
#define SEVERAL      ((uint64_t)1 << 32)
#define REGION_MASK  0xfffffu

struct shadow_page {
    _Atomic uint64_t page;
    _Atomic(_Atomic uint64_t *) entries;
};

static struct shadow_page pages[PAGE_SLOTS];

__attribute__((noreturn, cold)) static void give_up(const char *why) {
    fprintf(stderr, "lockstep observer: %s\n", why);
    abort();
}

static _Atomic uint64_t *map_entries(struct shadow_page *slot) {
    void *entries = mmap(NULL, PAGE_ENTRIES * sizeof(uint64_t), PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (entries == MAP_FAILED) {
        give_up("no memory left to watch writes with");
    }
    atomic_store(&slot->entries, entries);
    return entries;
}

/* The entries of a page; where there are none, makes them or returns NULL. */
static _Atomic uint64_t *find_entries(uint64_t page, bool make) {
    size_t start = (size_t)(page * 0x9e3779b97f4a7c15u >> 48);
    for (size_t probe = 0; probe < PAGE_SLOTS; probe++) {
        struct shadow_page *slot = &pages[(start + probe) % PAGE_SLOTS];
        uint64_t found = atomic_load(&slot->page);
        if (found == 0 && !make) {
            return NULL;
        }
        if (found == 0 && atomic_compare_exchange_strong(&slot->page, &found, page)) {
            return map_entries(slot);
        }
        if (found == page) {
            _Atomic uint64_t *entries;
            while ((entries = atomic_load(&slot->entries)) == NULL) {
                /* another thread is mapping it */
            }
            return entries;
        }
    }
    give_up("more memory was written than can be watched");
}

/* The page that a thread wrote last, to find the next word of it fast. */
struct shadow_place {
    uint64_t page;
    _Atomic uint64_t *entries;
};

/* Notes that `writer` (1 … 2047) wrote the word at `address` in `region` (1 … REGION_MASK). Returns
 * how many more writes to shared words are known now: 0 while it has one writer, all its writes so
 * far when the second one comes, then 1. */
static inline uint64_t shadow_write(struct shadow_place *place, uintptr_t address, uint64_t region,
                                    uint64_t writer) {
    uint64_t page = address >> PAGE_SHIFT, updates;
    if (place->page != page) {
        place->entries = find_entries(page, true);
        place->page = page;
    }
    _Atomic uint64_t *entry = &place->entries[address % PAGE_ENTRIES];
    uint64_t old = atomic_load_explicit(entry, memory_order_relaxed), new;
    do {
        updates = 0;
        if (old >> REGION_SHIFT != region) {
            new = region << REGION_SHIFT | writer << WRITER_SHIFT | 1;
        } else if ((old & SEVERAL) != 0) {
            new = old;
            updates = 1;
        } else if ((old >> WRITER_SHIFT & WRITER_MASK) == writer) {
            new = old + 1;
        } else {
            new = old | SEVERAL;
            updates = (uint32_t)old + 1;
        }
    } while (!atomic_compare_exchange_weak_explicit(entry, &old, new, memory_order_relaxed,
                                                    memory_order_relaxed));
    return updates;
}

/* Memory that is given back may be another thread's private table next. */
static void shadow_forget(const void *address, size_t size) {
    uintptr_t from = (uintptr_t)address, end = from + size;
    while (from < end) {
        uintptr_t page_end = (from / PAGE_ENTRIES + 1) * PAGE_ENTRIES,
                  to = page_end < end ? page_end : end;
        _Atomic uint64_t *entries = find_entries(from >> PAGE_SHIFT, false);
        for (uintptr_t i = from; entries != NULL && i < to; i++) {
            atomic_store_explicit(&entries[i % PAGE_ENTRIES], 0, memory_order_relaxed);
        }
        from = to;
    }
}

#endif
