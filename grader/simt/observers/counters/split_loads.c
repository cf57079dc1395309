#include "split_loads.h"

#include <stdlib.h>
#include <string.h>

enum { NEAR = 32, LANES = 32, SECTOR = 32, MOST_BYTES = 128 };

static bool loads_global(const struct simt_site *site) {
    static const char *const others[] = {"ld.param", "ld.shared", "ld.local", "ld.const", NULL};
    return opcode_starts(site->opcode, "ld") && site->column != 0 &&
           !opcode_starts_any(site->opcode, others);
}

static bool same_place(const struct simt_site *x, const struct simt_site *y) {
    return x->source.line == y->source.line && x->column == y->column &&
           strcmp(x->source.file, y->source.file) == 0 &&
           strcmp(x->source.function, y->source.function) == 0;
}

/* The first of the sites just before that load for the same place of the source. */
static uint32_t first_part(const struct split_loads *split, const struct simt_site *sites,
                           uint32_t site) {
    for (uint32_t back = 1; back < NEAR && back <= site; back++) {
        const uint32_t other = site - back;
        if (loads_global(&sites[other]) && same_place(&sites[other], &sites[site])) {
            const uint32_t whole = split->whole[other] != 0 ? split->whole[other] - 1 : other;
            return site - whole < NEAR ? whole : site;
        }
    }
    return site;
}

void split_loads_begin(struct split_loads *split, const struct simt_launch_event *event) {
    memset(split->open, 0, sizeof split->open);
    if (event->site_count > split->capacity) {
        free(split->whole);
        split->whole = malloc(event->site_count * sizeof *split->whole);
        split->capacity = split->whole != NULL ? event->site_count : 0;
    }
    if (split->whole == NULL) {
        return;
    }
    memset(split->whole, 0, event->site_count * sizeof *split->whole);
    for (uint32_t site = 0; site < event->site_count; site++) {
        if (loads_global(&event->sites[site])) {
            const uint32_t whole = first_part(split, event->sites, site);
            if (whole != site) {
                split->whole[whole] = split->whole[site] = whole + 1;
            }
        }
    }
}

void split_loads_clear(struct split_loads *split) {
    free(split->whole);
    split->whole = NULL;
}

/* Different sectors of the lanes' stretches of memory. */
static unsigned sectors_of(const struct split_load *load) {
    uint64_t seen[LANES * (MOST_BYTES / SECTOR + 1)];
    unsigned count = 0;
    for (uint32_t left = load->mask; left != 0; left &= left - 1) {
        const uint64_t start = load->address[__builtin_ctz(left)];
        const uint64_t end = start + (uint64_t)load->high;
        for (uint64_t at = (start + (uint64_t)load->low) / SECTOR; at <= (end - 1) / SECTOR; at++) {
            unsigned n = count; /* most often a sector is the neighbour's */
            while (n > 0 && seen[n - 1] != at) {
                n--;
            }
            if (n == 0) {
                seen[count++] = at;
            }
        }
    }
    return count;
}

static void begin_load(struct split_load *load, uint32_t whole, const struct simt_access *event,
                       unsigned sectors) {
    *load = (struct split_load){.whole = whole,
                                .parts = 1U << (event->place.site + 1 - whole),
                                .warp = event->place.warp,
                                .mask = event->mask,
                                .sectors = sectors,
                                .block = event->place.block,
                                .high = event->size};
    memcpy(load->address, event->address, sizeof load->address);
}

/* Do all lanes go on right behind, or right before, what they have loaded? Then that is theirs,
 * too.
 */
static bool extend(struct split_load *load, const struct simt_access *event) {
    const int first = __builtin_ctz(load->mask);
    const int64_t from = (int64_t)(event->address[first] - load->address[first]);
    for (LANES_OF(lane, load->mask)) {
        if ((int64_t)(event->address[lane] - load->address[lane]) != from) {
            return false;
        }
    }
    if (from == load->high) {
        load->high += event->size;
    } else if (from + event->size == load->low) {
        load->low = from;
    } else {
        return false;
    }
    return load->high - load->low <= MOST_BYTES;
}

unsigned split_loads_again(struct split_loads *split, const struct simt_access *event,
                           unsigned sectors) {
    const uint32_t whole = split->whole != NULL ? split->whole[event->place.site] : 0;
    if (whole == 0) {
        return 0;
    }
    struct split_load *load = &split->open[whole % SPLIT_OPEN];
    const uint32_t part = 1U << (event->place.site + 1 - whole);
    if (load->whole != whole || (load->parts & part) != 0 || load->block != event->place.block ||
        load->warp != event->place.warp || load->mask != event->mask || !extend(load, event)) {
        begin_load(load, whole, event, sectors);
        return 0;
    }
    const unsigned all = sectors_of(load), again = load->sectors + sectors - all;
    load->parts |= part;
    load->sectors = all;
    return again;
}
