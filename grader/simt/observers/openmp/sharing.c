/* Cache lines that travel between threads: the model is in openmp_watch.h. */
#include "watch.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_ROWS = 1 << 16 };

/* The row of the travels that this access' line and variable cause. */
static struct openmp_travel *row_at(const struct visit *visit, uint64_t address) {
    struct openmp_watch *watch = visit->watch;
    uint64_t identity = words_identity(watch, visit->area, address);
    uint64_t key = table_mix(identity, (uint64_t)line_of(watch, visit->site) + 1);
    uint32_t index = table_get(&watch->travel_index, key);
    if (index != TABLE_NONE) {
        return &watch->travels[index - 1];
    }
    if (watch->travel_count == MOST_ROWS ||
        !array_grow(&watch->travels, &watch->travel_capacity, watch->travel_count + 1) ||
        !table_put(&watch->travel_index, key, watch->travel_count + 1)) {
        return NULL;
    }
    struct openmp_travel *row = &watch->travels[watch->travel_count++];
    struct finding_place place = {.line = 0};
    words_place(&place, watch, visit->site, MESSAGE_COUNT);
    *row = (struct openmp_travel){.line = place.line};
    memcpy(row->file, place.file, sizeof row->file);
    words_array(row->variable, sizeof row->variable, watch, visit->area, address);
    return row;
}

static void travels(const struct visit *visit, uint64_t address, bool apart) {
    struct openmp_watch *watch = visit->watch;
    watch->facts[OPENMP_FACT_TRAVELS]++;
    watch->facts[OPENMP_FACT_FALSE_SHARING] += apart;
    struct openmp_travel *row = row_at(visit, address);
    if (row != NULL) {
        row->travels++;
        row->false_sharing += apart;
    }
}

static void touch(const struct visit *visit, struct line *line, uint64_t address, unsigned size) {
    uint64_t self = UINT64_C(1) << visit->thread % 64;
    uint64_t bytes = (size >= 64 ? ~UINT64_C(0) : (UINT64_C(1) << size) - 1)
                     << address % (1 << LINE_SHIFT);
    costs_line(visit, line);
    bool comes = (line->holders & self) == 0 && line->writer != 0;
    if (comes && visit->strand->region != 0 && line->writer != visit->thread + 1) {
        travels(visit, address, (line->written & bytes) == 0);
    }
    if (!visit->writes) {
        line->holders |= self;
        return;
    }
    if (line->writer != visit->thread + 1 || line->holders != self) {
        line->written = line->writer == visit->thread + 1 ? line->written : 0;
        line->writer = visit->thread + 1;
        line->holders = self;
    }
    line->written |= bytes;
}

void sharing_access(const struct visit *visit, struct page *page, uint64_t address, unsigned size) {
    while (size > 0) {
        unsigned offset = (unsigned)(address % (1 << LINE_SHIFT));
        unsigned part = size < (1U << LINE_SHIFT) - offset ? size : (1U << LINE_SHIFT) - offset;
        touch(visit, &page->lines[address % PAGE_BYTES >> LINE_SHIFT], address, part);
        address += part;
        size -= part;
    }
}

static int by_travels(const void *a, const void *b) {
    const struct openmp_travel *left = a, *right = b;
    if (left->travels != right->travels) {
        return left->travels < right->travels ? 1 : -1;
    }
    if (left->line != right->line) {
        return left->line > right->line ? 1 : -1;
    }
    int files = strcmp(left->file, right->file);
    return files != 0 ? files : strcmp(left->variable, right->variable);
}

void sharing_finish(struct openmp_watch *watch) {
    if (watch->travel_count > 0) {
        qsort(watch->travels, watch->travel_count, sizeof *watch->travels, by_travels);
    }
    hash_clear(&watch->travel_index);
}
