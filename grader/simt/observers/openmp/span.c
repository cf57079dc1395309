/*
 * Work and span. A strand's span is the number of instructions on the longest chain that ends where
 * the strand is: its own instructions add to it, an acquire raises it to what releases left in the
 * object.
 */
#include "watch.h"

#include <stdlib.h>

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
