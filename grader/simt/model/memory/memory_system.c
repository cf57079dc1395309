/* One multiprocessor's way to memory: L1, its share of L2 and DRAM, atomics, the host. Which loads
 * miss L2 is known beforehand (footprint.c, residency.c). */
#include "../scheduling/multiprocessor.h"

#include <math.h>

enum {
    FAR_SECTORS = 4,  /* due from DRAM before a request goes there; an estimate */
    DRAM_QUEUE = 2000 /* cycles of work that DRAM may owe L2 */
};
#define ALL_FAR 0.95 /* from this read_share on, each request goes to DRAM; an estimate */
/* Of the time in which L2 hands out a sector. Fitted on an H200, 26 and 27 November 2026: 128 MiB
 * read from 2 MiB in L2 (17 us), stored there (30 us), both (33 us), and read from DRAM. */
#define FILLED 1.75 /* to take it from DRAM… */
#define STORED 1.84 /* …or from a multiprocessor… */
#define ADDED  1.34 /* …or to do an atomic on it… */
#define HANDED 0.2  /* …and what handing out keeps it from taking */
/* Cycles in which a multiprocessor reads a constant at a place that lanes compute, and at each
 * other place that they ask for. Fitted, 27 November 2026: a kernel whose lanes ask for 32. */
#define LOOKED_UP 5.5
#define ANOTHER   3.65
#define SCATTERED 1.6 /* of DRAM's time: for pieces in no order; a microbenchmark */

/* Cycles that the device's servers spend on one sector of this multiprocessor, when all that are
 * active ask for as much, and each takes so many times as long as one that is loaded. */
static double l2_cycles(const struct processor *processor, double times) {
    return later(times * processor->around->active / processor->profile->l2_sectors,
                 1 / processor->profile->l2_processor_sectors);
}

/* Cycles in which L2 finds the lines of a load, for each of its sectors: beside what it moves. */
static double l2_line_cycles(const struct processor *processor, const struct trace_entry *entry) {
    double lines = processor->around->active / processor->profile->l2_lines;
    return lines * entry->lines / entry->sectors;
}

static double dram_cycles(const struct processor *processor, double bytes, double gbs) {
    return bytes * processor->around->active * processor->profile->clock_ghz / gbs;
}

/* A sector of host memory: a request's lines are asked for one by one, however much of each. */
static double host_sector(struct processor *processor, const struct trace_entry *entry,
                          double from) {
    const struct profile *profile = processor->profile;
    double active = processor->around->active;
    double requests = (double)entry->lines / entry->sectors;
    double cycles = later(SECTOR_BYTES * active * profile->clock_ghz / profile->mapped_gbs,
                          requests * active / profile->mapped_requests);
    use(&processor->host, from, cycles, &processor->result->busy[RESOURCE_HOST]);
    return processor->host + profile->mapped_latency_us * 1000 * profile->clock_ghz;
}

/* When a sector that L1 lacks arrives. Of the sectors that nobody has read before, this
 * multiprocessor fetches a share from DRAM, whole requests at a time, as neighbours travel
 * together. The rest is on its way for another one. */
static double fetch(struct processor *processor, const struct trace_entry *entry, uint32_t sector,
                    double from, bool fresh, bool *far) {
    const struct profile *profile = processor->profile;
    struct processor_result *result = processor->result;
    const double lines = l2_line_cycles(processor, entry), data = l2_cycles(processor, 1);
    double more = 0;
    use(&processor->l2_out, from, data, &result->handed_out);
    use(&processor->tags, from, lines, &more);
    result->handed_out += later(lines - data, 0);
    use(&processor->l2_in, from, HANDED * data, &result->busy[RESOURCE_L2]);
    const double turn = later(processor->l2_out, processor->tags);
    double ready = turn + profile->l2_latency;
    if (!sector_set_add(&processor->seen, sector) || !fresh) {
        return ready;
    }
    processor->read_credit += processor->around->read_share;
    *far =
        *far || processor->read_credit >= FAR_SECTORS || processor->around->read_share >= ALL_FAR;
    if (!*far) {
        return ready;
    }
    processor->read_credit -= 1;
    use(&processor->dram, turn,
        dram_cycles(processor, processor->around->read_bytes, profile->dram_read_gbs) *
            (entry->scattered ? SCATTERED : 1),
        &result->busy[RESOURCE_DRAM]);
    use(&processor->l2_in, turn,
        FILLED * processor->around->active / profile->l2_sectors * processor->around->read_bytes /
            SECTOR_BYTES,
        &result->busy[RESOURCE_L2]);
    return later(processor->dram, processor->l2_in) + profile->dram_latency;
}

static double load(struct processor *processor, const struct trace_entry *entry, uint32_t shift) {
    bool far = false;
    double start = processor->memory;
    double ready = start + processor->profile->l1_latency +
                   (entry->wavefronts - 1) * processor->profile->wavefront_latency;
    for (uint32_t n = 0; n < entry->sectors; n++) {
        uint32_t sector = trace_sector(processor->trace, entry, n) + shift;
        double past = -1, *there = entry->strong ? &past : cache_sector(&processor->cache, sector);
        processor->result->l1_sectors++;
        processor->result->l1_hits += *there >= 0;
        if (*there < 0) {
            *there = entry->mapped ? host_sector(processor, entry, start)
                                   : fetch(processor, entry, sector, start,
                                           (entry->fresh >> n % 32 & 1) != 0, &far);
        }
        ready = later(ready, *there);
    }
    if (far && !entry->straight) {
        ready += processor->profile->dram_scatter * log(entry->lines);
    }
    return ready;
}

/* Bytes that L2 hands on to DRAM. Nobody waits for them until too many are on their way: then L2
 * takes no more. */
static void write_back(struct processor *processor, double bytes, double gbs) {
    use(&processor->dram, processor->l2_in, dram_cycles(processor, bytes, gbs),
        &processor->result->busy[RESOURCE_DRAM]);
    processor->l2_in = later(processor->l2_in, processor->dram - DRAM_QUEUE);
}

/* A store of parts takes L2 as long as so many sectors: each line, or each of its sectors. */
static double parts_cycles(const struct profile *profile, const struct trace_entry *entry) {
    return later(entry->lines * profile->l2_partial, entry->sectors * profile->l2_partial_sector);
}

/* How long an entry holds the memory pipe. */
static double memory_cycles(const struct profile *profile, const struct trace_entry *entry) {
    double cycles;
    switch (entry->kind) {
    case TRACE_LOAD:
        cycles = later(entry->wavefronts * profile->l1_wavefront_cycles, entry->sectors / 4.0);
        cycles = later(cycles, entry->back);
        break;
    case TRACE_SHARED_LOAD:
        cycles = later(entry->lines, entry->back);
        break;
    case TRACE_LOCAL_LOAD:
        cycles = later(ceil(entry->lines / 4.0) * profile->l1_wavefront_cycles, entry->back);
        break;
    case TRACE_STORE:
    case TRACE_LOCAL_STORE:
    case TRACE_REDUCTION:
    case TRACE_ATOMIC:
        cycles = later(entry->lines * profile->store_line_cycles, entry->sectors / 2.0);
        break;
    case TRACE_SHARED_ATOMIC:
        cycles = entry->lines * (entry->increment ? profile->shared_increment_cycles
                                                  : profile->shared_atomic_cycles);
        break;
    case TRACE_CONSTANT:
        cycles = 1;
        break;
    default:
        cycles = entry->lines;
    }
    return later(cycles, profile->request_cycles);
}

static double store(struct processor *processor, const struct trace_entry *entry) {
    const struct profile *profile = processor->profile;
    double cycles = l2_cycles(processor, STORED);
    if (entry->partial) { /* the parts of a line travel together */
        double parts = parts_cycles(profile, entry) * processor->around->crowding;
        cycles = later(cycles, l2_cycles(processor, 1) * parts / entry->sectors);
    }
    for (uint32_t n = 0; n < entry->sectors; n++) {
        if (entry->mapped) {
            host_sector(processor, entry, processor->memory);
            continue;
        }
        use(&processor->l2_in, processor->memory, cycles, &processor->result->busy[RESOURCE_L2]);
        write_back(processor, processor->around->write_bytes, profile->dram_write_gbs);
    }
    return processor->l2_in + profile->l2_latency;
}

/* A thread's own memory goes through L1: stores all, loads as far as L1 has no room. */
static double local_store(struct processor *processor, const struct trace_entry *entry) {
    const struct profile *profile = processor->profile;
    const double parts = entry->partial ? 2 * entry->lines * profile->l2_partial_sector : 0;
    use(&processor->l2_in, processor->memory,
        l2_cycles(processor, 1) * later(entry->sectors, parts),
        &processor->result->busy[RESOURCE_L2]);
    return processor->l2_in + processor->around->local_miss * profile->l2_latency;
}

static double local_load(struct processor *processor, const struct trace_entry *entry) {
    const struct profile *profile = processor->profile;
    const double miss = processor->around->local_miss;
    double ready = processor->memory + profile->l1_latency;
    if (miss > 0) {
        use(&processor->l2_out, processor->memory, l2_cycles(processor, 1) * entry->sectors * miss,
            &processor->result->handed_out);
        ready = later(ready, processor->l2_out + miss * profile->l2_latency);
    }
    return ready;
}

static double atomic(struct processor *processor, const struct trace_entry *entry) {
    for (uint32_t n = 0; n < entry->sectors; n++) {
        use(&processor->l2_in, processor->memory, l2_cycles(processor, ADDED),
            &processor->result->busy[RESOURCE_L2]);
    }
    use(&processor->meeting, processor->l2_in, entry->depth * processor->around->atomic_cycles,
        &processor->result->busy[RESOURCE_ATOMIC]);
    return later(processor->l2_in, processor->meeting) +
           (entry->kind == TRACE_ATOMIC ? processor->profile->l2_atomic_latency
                                        : processor->profile->l2_latency);
}

/* A constant is there soon, if its place is known; else the lanes' places are read one by one. */
static double constant(struct processor *processor, const struct trace_entry *entry) {
    const double there = processor->memory + processor->profile->shared_latency;
    if (entry->lines == 0) {
        return there;
    }
    use(&processor->looking, processor->memory, LOOKED_UP + ANOTHER * (entry->lines - 1),
        &processor->result->busy[RESOURCE_CONSTANT]);
    return later(there, processor->looking);
}

double access_memory(struct processor *processor, const struct trace_entry *entry, uint32_t shift,
                     double from) {
    const struct profile *profile = processor->profile;
    use(&processor->memory, from, memory_cycles(profile, entry),
        &processor->result->busy[RESOURCE_L1]);
    switch (entry->kind) {
    case TRACE_LOAD:
        return load(processor, entry, shift);
    case TRACE_STORE:
        return store(processor, entry);
    case TRACE_REDUCTION:
    case TRACE_ATOMIC:
        return atomic(processor, entry);
    case TRACE_CONSTANT:
        return constant(processor, entry);
    case TRACE_SHARED_ATOMIC:
        return processor->memory + profile->shared_atomic_latency;
    case TRACE_LOCAL_LOAD:
        return local_load(processor, entry);
    case TRACE_LOCAL_STORE:
        return local_store(processor, entry);
    default:
        return processor->memory + profile->shared_latency +
               (entry->lines - 1) * profile->wavefront_latency;
    }
}
