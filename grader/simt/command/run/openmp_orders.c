/* The other orders of an OpenMP program's threads, and other numbers of them, one by one. */
#include "openmp_orders.h"

static const struct {
    enum openmp_schedule schedule;
    uint64_t seed;
    const char *name;
} orders[] = {
    {OPENMP_IN_ORDER, 0, "order"}, {OPENMP_REVERSED, 0, "reversed"}, {OPENMP_TURNS, 0, "turns"},
    {OPENMP_DRAWN, 1, "1"},        {OPENMP_DRAWN, 2, "2"},           {OPENMP_DRAWN, 3, "3"},
    {OPENMP_DRAWN, 4, "4"},
};
enum { ORDERS = sizeof orders / sizeof *orders };

/* Numbers of threads to try where the program asks for none: what it does may depend on them. */
static const unsigned teams[] = {2, 7, 180};
enum { TEAMS = sizeof teams / sizeof *teams, MANY = 100 };

/* Does what the run came to say something of the program, which ended well in the first order? A
 * fault is a finding. A run that was cut short says nothing: it may have ended later. */
static bool is_wrong(const struct openmp_watch *watch, const struct openmp_result *result,
                     const struct openmp_result *first) {
    if (result->machine.status == SIMT_BUDGET) {
        return false;
    }
    return finding_list_verdict(openmp_watch_findings(watch)) != NULL ||
           (result->machine.status == SIMT_OK && result->exit_status != 0 &&
            first->exit_status == 0);
}

/* What the orders share. */
struct orders_trial {
    const struct openmp_program *program;
    const struct openmp_options *options; /* the first run's */
    const struct openmp_result *first;
    const struct answer *answer; /* what the first run printed */
    struct openmp_order_seen *seen;
    uint64_t left; /* instructions that may still be executed */
};

static void print(void *context, int stream, const char *text, size_t length) {
    answer_add(context, stream, text, length);
}

/* Keeps where the answer differs most; an exit status differs as a line does. */
static void compare(const struct orders_trial *trial, const struct answer *answer, int exit_status,
                    const char *name) {
    struct answer_line line = answer_compare(trial->answer, answer);
    if (line.difference != ANSWER_DIFFERS && exit_status != trial->first->exit_status) {
        line = answer_of_statuses(trial->first->exit_status, exit_status);
    }
    if (line.difference > trial->seen->answer.difference) {
        trial->seen->answer = line;
        trial->seen->answer_order = name;
    }
}

/* One order, of `threads` threads or, for 0, as many as in the first run. True when it shows
 * something wrong; `seen->watch` is then the caller's. */
static bool shows(struct orders_trial *trial, size_t order, unsigned threads) {
    struct openmp_order_seen *seen = trial->seen;
    struct answer answer = {.text = NULL};
    struct openmp_options other = *trial->options;
    other.print = threads == 0 ? print : NULL;
    other.print_context = &answer;
    other.schedule = orders[order].schedule;
    other.seed = orders[order].seed;
    other.threads = threads > 0 ? threads : other.threads;
    if (trial->options->budget == 0 || trial->options->budget > trial->left) {
        other.budget = trial->left;
    }
    uint64_t executed = 0;
    bool wrong = false;
    seen->name = orders[order].name;
    seen->words = openmp_schedule_words(orders[order].schedule);
    seen->threads = threads;
    seen->watch = openmp_watch_create();
    if (seen->watch != NULL &&
        trial->program->run(trial->program->context, &other, openmp_watch_observer(seen->watch),
                            &seen->result)) {
        openmp_watch_finish(seen->watch);
        executed = seen->result.instructions;
        wrong = is_wrong(seen->watch, &seen->result, trial->first);
        if (!wrong && threads == 0 && seen->result.machine.status == SIMT_OK) {
            compare(trial, &answer, seen->result.exit_status, orders[order].name);
        }
    }
    if (wrong) {
        openmp_watch_steps(seen->watch, &other, executed, trial->program->replay,
                           trial->program->context);
    } else {
        openmp_watch_destroy(seen->watch);
        seen->watch = NULL;
    }
    answer_clear(&answer);
    trial->left -= executed < trial->left ? executed : trial->left;
    return wrong;
}

/* How many of the orders can show something else: all, if threads take turns; else the first one,
 * for reductions round otherwise; or none, for accesses that race do so in any order. A team's size
 * may change more: its first run is in the usual order. */
static size_t worth(const struct orders_trial *trial, unsigned threads) {
    static const size_t counts[] = {
        [OPENMP_NO_CONTENTION] = 0, [OPENMP_REDUCTIONS] = 1, [OPENMP_CONTENTION] = ORDERS - 1};
    const size_t others = counts[trial->first->contention];
    return threads == 0 ? others : 1 + (others < ORDERS - 1 || threads > MANY ? 0 : others);
}

/* Orders of so many threads, as far as they are worth it; true when one shows something wrong. */
static bool try_orders(struct orders_trial *trial, unsigned threads) {
    const size_t count = worth(trial, threads);
    for (size_t n = 0; n < count; n++) {
        if (trial->first->instructions > trial->left) {
            trial->seen->skipped = true;
            return false;
        }
        if (shows(trial, threads == 0 ? n + 1 : n, threads)) {
            return true;
        }
        trial->seen->orders += threads == 0;
        trial->seen->skipped =
            trial->seen->skipped || (threads == 0 && trial->seen->result.machine.status != SIMT_OK);
    }
    trial->seen->teams += threads != 0;
    return false;
}

void openmp_other_orders(const struct openmp_program *program, const struct openmp_options *options,
                         const struct openmp_result *first, const struct answer *answer,
                         struct openmp_order_seen *seen) {
    *seen = (struct openmp_order_seen){.watch = NULL, .orders = 1, .teams = 1};
    struct orders_trial trial = {program, options, first, answer, seen, OPENMP_ORDERS_INSTRUCTIONS};
    bool wrong = first->threads > 1 && try_orders(&trial, 0);
    if (options->threads != 0 || first->threads <= 1 || seen->skipped ||
        seen->answer.difference == ANSWER_DIFFERS) {
        return;
    }
    trial.left = trial.left < OPENMP_TEAMS_INSTRUCTIONS ? trial.left : OPENMP_TEAMS_INSTRUCTIONS;
    for (size_t n = 0; n < TEAMS && !wrong && !seen->skipped; n++) {
        wrong = try_orders(&trial, teams[n]);
    }
    seen->skipped = false; /* more than asked for */
}
