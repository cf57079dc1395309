/*
 * The observer hears what OpenMP runtimes of several ages tell of one and the same program: a team
 * of two, a loop that `omp for` shares out, a barrier. Here the runtime is this file.
 */
#include "../../run/worker.h"
#include "../../lab/facts.h"

#include <omp-tools.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

ompt_start_tool_result_t *lockstep_start_tool(unsigned int version, const char *runtime);

/* What the observer asked to be told. */
static ompt_callback_t callbacks[64];

static ompt_set_result_t set_callback(ompt_callbacks_t event, ompt_callback_t callback) {
    callbacks[event] = callback;
    return ompt_set_always;
}

static ompt_interface_fn_t lookup(const char *name) {
    return strcmp(name, "ompt_set_callback") == 0 ? (ompt_interface_fn_t)set_callback : NULL;
}

static void tell_work(int work, ompt_scope_endpoint_t endpoint) {
    ((ompt_callback_work_t)callbacks[ompt_callback_work])((ompt_work_t)work, endpoint, NULL, NULL,
                                                          100, NULL);
}

static void tell_barrier(int kind, ompt_data_t *parallel, ompt_data_t *task) {
    ompt_callback_sync_region_t tell =
        (ompt_callback_sync_region_t)callbacks[ompt_callback_sync_region];
    tell((ompt_sync_region_t)kind, ompt_scope_begin, parallel, task, NULL);
    tell((ompt_sync_region_t)kind, ompt_scope_end, parallel, task, NULL);
}

/* The names that a runtime gives to the loop, its barrier and the region's last. */
struct dialect {
    const char *name;
    int work, loop_barrier, last_barrier;
    uint64_t loops;
};

static const struct dialect dialects[] = {
    {"LLVM 14", ompt_work_loop, ompt_sync_region_barrier_implicit,
     ompt_sync_region_barrier_implicit, 1},
    {"OpenMP 5.1", ompt_work_loop, ompt_sync_region_barrier_implicit_workshare,
     ompt_sync_region_barrier_implicit_parallel, 1},
    {"LLVM 18, static", 10, ompt_sync_region_barrier_implicit_workshare,
     ompt_sync_region_barrier_implicit_parallel, 1},
    {"LLVM 18, dynamic", 11, ompt_sync_region_barrier_implicit_workshare,
     ompt_sync_region_barrier_implicit_parallel, 1},
    {"LLVM 18, guided", 12, ompt_sync_region_barrier_implicit_workshare,
     ompt_sync_region_barrier_implicit_parallel, 1},
    {"LLVM 18, another schedule", 13, ompt_sync_region_barrier_implicit_workshare,
     ompt_sync_region_barrier_implicit_parallel, 1},
    {"sections are no loop", ompt_work_sections, ompt_sync_region_barrier_implicit_workshare,
     ompt_sync_region_barrier_implicit_parallel, 0},
};

/* What the first thread of the team hears. */
static void play(const struct dialect *dialect) {
    ompt_data_t parallel = {0}, task = {0};
    ompt_callback_implicit_task_t tell_task =
        (ompt_callback_implicit_task_t)callbacks[ompt_callback_implicit_task];
    ((ompt_callback_parallel_begin_t)callbacks[ompt_callback_parallel_begin])(
        &task, NULL, &parallel, 2, ompt_parallel_team, NULL);
    tell_task(ompt_scope_begin, &parallel, &task, 2, 0, ompt_task_implicit);
    tell_work(dialect->work, ompt_scope_begin);
    tell_work(dialect->work, ompt_scope_end);
    tell_barrier(dialect->loop_barrier, &parallel, &task);
    tell_barrier(dialect->last_barrier, &parallel, &task);
    tell_task(ompt_scope_end, NULL, &task, 2, 0, ompt_task_implicit);
}

static bool heard(const struct dialect *dialect) {
    const struct command command = {0};
    const struct runner_call call = {0};
    uint64_t fact[DIAGNOSIS_FACTS];
    lockstep_observe_begin(&command, &call);
    play(dialect);
    lockstep_observe_end(fact);
    printf("# %lu loops, %lu barriers, %lu regions\n", fact[FACT_WORKSHARING_LOOPS],
           fact[FACT_BARRIERS], fact[FACT_PARALLEL_REGIONS]);
    return fact[FACT_UNWATCHED] == 0 && fact[FACT_WORKSHARING_LOOPS] == dialect->loops &&
           fact[FACT_BARRIERS] == 1 && fact[FACT_PARALLEL_REGIONS] == 1;
}

int main(void) {
    enum { COUNT = sizeof dialects / sizeof *dialects };
    int failures = 0;
    ompt_start_tool_result_t *tool = lockstep_start_tool(201611, "this test");
    tool->initialize(lookup, 0, &tool->tool_data);
    for (int i = 0; i < COUNT; i++) {
        bool good = heard(&dialects[i]);
        failures += !good;
        printf("%s %d - %s\n", good ? "ok" : "not ok", i + 1, dialects[i].name);
    }
    printf("1..%d\n", COUNT);
    return failures != 0;
}
