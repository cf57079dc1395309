/* The other orders of an OpenMP program's threads, one after the other. */
#include "openmp_orders.h"

static const struct {
    enum openmp_schedule schedule;
    uint64_t seed;
    const char *name;
} orders[] = {
    {OPENMP_REVERSED, 0, "reversed"}, {OPENMP_TURNS, 0, "turns"}, {OPENMP_DRAWN, 1, "1"},
    {OPENMP_DRAWN, 2, "2"},           {OPENMP_DRAWN, 3, "3"},     {OPENMP_DRAWN, 4, "4"},
};

/* Does what the run came to say something of the program? A fault is a finding. A run that was cut
 * short says nothing: it may have ended later. */
static bool is_wrong(const struct openmp_watch *watch, const struct openmp_result *result) {
    if (result->machine.status == SIMT_BUDGET) {
        return false;
    }
    return finding_list_verdict(openmp_watch_findings(watch)) != NULL ||
           (result->machine.status == SIMT_OK && result->exit_status != 0);
}

/* One order. True when it shows something wrong; `seen->watch` is then the caller's. */
static bool shows(const struct openmp_program *program, const struct openmp_options *options,
                  struct openmp_order_seen *seen, uint64_t *executed) {
    seen->watch = openmp_watch_create();
    bool wrong = false;
    if (seen->watch != NULL && program->run(program->context, options,
                                            openmp_watch_observer(seen->watch), &seen->result)) {
        openmp_watch_finish(seen->watch);
        *executed = seen->result.instructions;
        wrong = is_wrong(seen->watch, &seen->result);
    }
    if (wrong) {
        openmp_watch_steps(seen->watch, options, *executed, program->replay, program->context);
    } else {
        openmp_watch_destroy(seen->watch);
        seen->watch = NULL;
    }
    return wrong;
}

void openmp_other_orders(const struct openmp_program *program, const struct openmp_options *options,
                         const struct openmp_result *first, struct openmp_order_seen *seen) {
    *seen = (struct openmp_order_seen){.watch = NULL};
    uint64_t left = OPENMP_ORDERS_INSTRUCTIONS;
    for (size_t n = 0; n < sizeof orders / sizeof *orders && first->threads > 1; n++) {
        struct openmp_options other = *options;
        other.print = NULL;
        other.schedule = orders[n].schedule;
        other.seed = orders[n].seed;
        if (options->budget == 0 || options->budget > left) {
            other.budget = left;
        }
        if (first->instructions > left) {
            seen->skipped = true;
            return;
        }
        uint64_t executed = 0;
        seen->name = orders[n].name;
        seen->words = openmp_schedule_words(orders[n].schedule);
        if (shows(program, &other, seen, &executed)) {
            return;
        }
        seen->skipped = seen->skipped || seen->result.machine.status != SIMT_OK;
        left -= executed < left ? executed : left;
    }
}
