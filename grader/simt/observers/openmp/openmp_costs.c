/* What takes time on a processor (openmp_costs.h): counted with each access, summed up at last. */
#include "watch.h"

#include <stdlib.h>

/* Is the access next to the last one that this instruction made on this thread? */
static bool is_next(const struct visit *visit, uint64_t address, unsigned size) {
    struct recent *recent = &visit->runner->recent[visit->site % RECENT_SITES];
    bool same = recent->site == visit->site;
    bool next = same && (address == recent->address + size || address == recent->address - size);
    *recent = (struct recent){address, visit->site};
    return next;
}

void costs_access(const struct visit *visit, uint64_t address, unsigned size) {
    if (visit->strand->region == 0) {
        return;
    }
    struct openmp_costs *costs = &visit->watch->costs;
    costs->accesses++;
    costs->streams += is_next(visit, address, size);
    costs->forwarded += visit->kind == PLAIN_READ && visit->runner->stored == address;
    if (visit->kind == PLAIN_WRITE) {
        visit->runner->stored = address;
    }
    costs->atomics += visit->reads && visit->writes;
}

void costs_line(const struct visit *visit, struct line *line) {
    if (visit->strand->region == 0) {
        return;
    }
    struct openmp_costs *costs = &visit->watch->costs;
    uint64_t self = UINT64_C(1) << visit->thread % 64;
    bool contested = (line->writers & ~self) != 0;
    costs->lines += line->touched == 0;
    const bool fetched = !contested && (line->touched & self) == 0;
    costs->fetched += fetched;
    costs->common += fetched && line->touched != 0 && (line->touched & (line->touched - 1)) == 0;
    line->touched |= self;
    if (visit->writes) {
        costs->written += line->writers == 0;
        line->writers |= self;
        line->atomics += visit->reads;
        line->writes += !visit->reads;
    }
}

/* Into how many pieces a construct can be dealt out; 0: into many, or into none. */
static uint32_t pieces_of(const struct simt_construct *event) {
    uint64_t chunk = event->chunk > 0 ? event->chunk : 1;
    uint64_t pieces = event->trip / chunk + (event->trip % chunk != 0);
    return pieces <= OPENMP_COSTS_PIECES ? (uint32_t)pieces : 0;
}

static void count_pieces(struct openmp_costs *costs, struct strand *strand,
                         const struct simt_construct *event) {
    if (event->kind == SIMT_CONSTRUCT_LOOP && event->schedule != SIMT_LOOP_DISTRIBUTE) {
        strand->pieces = strand->level == 1 ? pieces_of(event) : 0;
    } else if (event->kind == SIMT_CONSTRUCT_TASK) {
        costs->tasks++;
        costs->at_once += event->at_once;
    }
}

void costs_construct(struct openmp_watch *watch, struct strand *strand,
                     const struct simt_construct *event) {
    struct openmp_costs *costs = &watch->costs;
    bool dealt = event->schedule == SIMT_LOOP_DYNAMIC || event->schedule == SIMT_LOOP_GUIDED;
    if (strand->region != 0) {
        count_pieces(costs, strand, event);
    }
    if (event->kind == SIMT_CONSTRUCT_PARALLEL) {
        costs->threads = event->team_size > costs->threads ? event->team_size : costs->threads;
    } else if (event->kind == SIMT_CONSTRUCT_LOOP && strand->region != 0) {
        costs->dealt_loops += dealt && strand->thread == 0;
        watch->dealt = dealt;
    } else if (event->kind == SIMT_CONSTRUCT_CHUNK && strand->region != 0) {
        costs->chunks += watch->dealt;
    }
}

/* Sums of a kind of writes over the lines that several threads write. */
struct sums {
    double all, squares;
};

static void add(struct sums *sums, uint32_t times) {
    sums->all += times;
    sums->squares += (double)times * times;
}

/* So many lines, used alike, would have the same sums. */
static double alike(const struct sums *sums) {
    return sums->squares > 0 ? sums->all * sums->all / sums->squares : 0;
}

/* A lock, by number or address, was taken inside of a region. */
static void costs_lock(struct openmp_watch *watch, uint64_t key) {
    enum { NUMBERS = 1 << 16, LINE = 64 }; /* below, a number; above, an address */
    struct sync_object *line =
        object_at(&watch->lock_lines, key < NUMBERS ? key : key / LINE, true);
    if (line != NULL) {
        line->taken++;
    }
}

static double sum_locks(const struct objects *lines) {
    struct sums sums = {0, 0};
    for (uint32_t i = 1; i < lines->count; i++) {
        add(&sums, (uint32_t)lines->items[i].taken);
    }
    return alike(&sums);
}

static void sum_lines(struct openmp_watch *watch) {
    struct sums atomics = {0, 0}, writes = {0, 0};
    for (uint32_t p = 0; p < watch->page_count; p++) {
        const struct page *page = watch->pages[p];
        for (int l = 0; page != NULL && l < PAGE_LINES; l++) {
            const struct line *line = &page->lines[l];
            if ((line->writers & (line->writers - 1)) != 0) {
                add(&atomics, line->atomics);
                add(&writes, line->writes);
            }
        }
    }
    watch->costs.meeting = (uint64_t)atomics.all;
    watch->costs.meeting_lines = alike(&atomics);
    watch->costs.contested = (uint64_t)writes.all;
    watch->costs.contested_lines = alike(&writes);
}

void costs_finish(struct openmp_watch *watch) {
    struct openmp_costs *costs = &watch->costs;
    costs->threads = costs->threads > 0 ? costs->threads : 1;
    for (uint32_t i = 0; i < watch->runner_count; i++) {
        uint64_t own = watch->runners[i].parallel;
        costs->parallel += own;
        costs->parts[i % OPENMP_COSTS_THREADS] += own;
    }
    costs->serial = watch->work - costs->parallel;
    costs->locks_taken = watch->facts[OPENMP_FACT_CRITICALS];
    costs->lock_lines = sum_locks(&watch->lock_lines);
    costs->regions = watch->facts[OPENMP_FACT_PARALLEL_REGIONS];
    costs->barriers = watch->facts[OPENMP_FACT_BARRIERS];
    sum_lines(watch);
}

const struct openmp_costs *openmp_watch_costs(const struct openmp_watch *watch) {
    return &watch->costs;
}

/*
 * Work and span. A strand's span is the number of instructions on the longest chain that ends where
 * the strand is: its own instructions add to it, an acquire raises it to what releases left in the
 * object.
 */
void span_advance(struct openmp_watch *watch, struct runner *runner, uint64_t instructions) {
    if (instructions <= runner->instructions) {
        return;
    }
    uint64_t more = instructions - runner->instructions;
    runner->instructions = instructions;
    watch->work += more;
    if (runner->strand == NULL) {
        return;
    }
    runner->strand->span += more;
    if (runner->strand->span > watch->longest) {
        watch->longest = runner->strand->span;
    }
    if (runner->strand->region != 0) {
        runner->parallel += more;
        watch->costs.in_pieces[runner->strand->pieces] += more;
    }
}

void span_sync(struct openmp_watch *watch, struct strand *strand, const struct runner *runner,
               struct sync_object *object, const struct simt_sync *event) {
    if (event->takes) {
        object->taken = runner->instructions;
        if (strand->region != 0) {
            costs_lock(watch, object->key);
        }
    } else if (event->gives) {
        object->inside += runner->instructions - object->taken;
        watch->costs.locked += strand->region != 0 ? runner->instructions - object->taken : 0;
        if (object->inside > watch->longest) {
            watch->longest = object->inside;
        }
    } else {
        if (event->acquire && object->span > strand->span) {
            strand->span = object->span;
        }
        if (event->release && strand->span > object->span) {
            object->span = strand->span;
        }
    }
}

void span_finish(struct openmp_watch *watch) {
    uint64_t all = 0, busiest = 0;
    watch->instructions = calloc(watch->runner_count + 1, sizeof *watch->instructions);
    for (uint32_t i = 0; i < watch->runner_count; i++) {
        uint64_t own = watch->runners[i].parallel;
        all += own;
        busiest = own > busiest ? own : busiest;
        if (watch->instructions != NULL) {
            watch->instructions[i] = own;
        }
    }
    watch->facts[OPENMP_FACT_WORK] = watch->work;
    watch->facts[OPENMP_FACT_SERIAL_WORK] = watch->work - all;
    watch->facts[OPENMP_FACT_SPAN] = watch->longest;
    watch->facts[OPENMP_FACT_SPEEDUP_PERCENT] =
        watch->longest > 0 ? watch->work * 100 / watch->longest : 0;
    watch->facts[OPENMP_FACT_BUSIEST_PERCENT] = all > 0 ? (busiest * 100 + all / 2) / all : 0;
}
