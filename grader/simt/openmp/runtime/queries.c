/* omp_*: what a program asks, and what it sets. Also in the forms that Fortran's names have not. */
#include "openmp_runtime.h"

#include <string.h>

/* ---- numbers --------------------------------------------------------------------------------- */

/* The implicit task around a task. */
static const struct task *region_of(const struct task *task) {
    while (task->explicit_task && task->parent != NULL) {
        task = task->parent;
    }
    return task;
}

#define QUERY(NAME, EXPRESSION)                                                                    \
    static int NAME(struct thread *thread, const struct instruction *i) {                          \
        struct task *task = thread->task;                                                          \
        const struct team *team = task->team;                                                      \
        struct openmp *run = thread->run;                                                          \
        (void)team;                                                                                \
        (void)run;                                                                                 \
        return answer(thread, i, (uint64_t)(EXPRESSION));                                          \
    }

static const struct team *team_at(const struct task *task, int64_t level) {
    const struct team *team = task->team;
    while (level >= 0 && team != NULL && team->level > level) {
        team = team->parent != NULL ? team->parent->team : NULL;
    }
    return level < 0 || team == NULL || team->level != level ? NULL : team;
}

/* The number of the thread, or of its ancestor, in the team of a level. */
static int64_t ancestor(const struct task *task, int64_t level) {
    if (level < 0 || level > task->team->level) {
        return -1;
    }
    task = region_of(task);
    while (task->team->level > level && task->team->parent != NULL) {
        task = task->team->parent;
    }
    return task->index;
}

static int get_thread_num(struct thread *thread, const struct instruction *i) {
    task_know_thread(thread, i->site);
    return answer(thread, i, thread->task->index);
}

static int get_num_threads(struct thread *thread, const struct instruction *i) {
    if (thread->task->team->level == 0) {
        tell_construct(thread, i, SIMT_CONSTRUCT_ASKS_SIZE);
    }
    return answer(thread, i, thread->task->team->size);
}

QUERY(get_max_threads, most_threads(task))
/* Fewer than the team has threads, where it can be: nobody may take one number for the other. The
 * native program gives the same (run/processors.c). */
QUERY(get_num_procs, most_threads(task) > 1 ? most_threads(task) - 1 : 1)
QUERY(get_thread_limit, team->thread_limit != 0 ? team->thread_limit : run->thread_limit)
QUERY(in_parallel, team->active_level > 0)
QUERY(get_level, team->level)
QUERY(get_active_level, team->active_level)
QUERY(get_ancestor_thread_num, ancestor(task, signed_argument(thread, i, 0)))
QUERY(get_team_num, team->team_number)
QUERY(get_num_teams, team->teams)
QUERY(get_max_teams, run->max_teams)
QUERY(get_teams_thread_limit, run->teams_thread_limit)
QUERY(in_final, task->explicit_task && task->final)
QUERY(get_dynamic, task->icvs.dynamic)
QUERY(get_nested, task->icvs.max_active_levels > 1)
QUERY(get_max_active_levels, task->icvs.max_active_levels)
QUERY(get_supported_active_levels, 255)
QUERY(get_cancellation, run->cancellation)
QUERY(global_thread_num, thread->number)
QUERY(zero, 0)
QUERY(one, 1)
QUERY(minus_one, (uint64_t)-1)

static int get_team_size(struct thread *thread, const struct instruction *i) {
    const struct team *team = team_at(thread->task, signed_argument(thread, i, 0));
    return answer(thread, i, team != NULL ? team->size : (uint64_t)-1);
}

/* ---- setters --------------------------------------------------------------------------------- */

#define SETTER(NAME, OF_THREAD, VALUE)                                                             \
    static int NAME(struct thread *thread, const struct instruction *i) {                          \
        thread->OF_THREAD = (VALUE);                                                               \
        return STEP_NEXT;                                                                          \
    }
SETTER(set_num_teams, run->max_teams, number_argument(thread, i, 0))
SETTER(set_teams_thread_limit, run->teams_thread_limit, number_argument(thread, i, 0))
SETTER(set_dynamic, task->icvs.dynamic, argument(thread, i, 0) != 0)
SETTER(set_nested, task->icvs.max_active_levels, argument(thread, i, 0) != 0 ? 255 : 1)

static int set_num_threads(struct thread *thread, const struct instruction *i) {
    uint32_t wanted = number_argument(thread, i, 0);
    struct task *task = thread->task;
    uint32_t level = task->team->level;
    task->icvs.threads[level < 4 ? level : 3] = wanted > 0 ? wanted : 1;
    tell_construct(thread, i, SIMT_CONSTRUCT_TEAM_SIZE);
    return STEP_NEXT;
}

static int set_max_active_levels(struct thread *thread, const struct instruction *i) {
    int64_t levels = signed_argument(thread, i, 0);
    if (levels >= 0) {
        thread->task->icvs.max_active_levels = levels < 255 ? (uint32_t)levels : 255;
    }
    return STEP_NEXT;
}

/* omp_sched_t: 1 static, 2 dynamic, 3 guided, 4 auto; the top bit says monotonic. As gcc's runtime
 * does it: another kind changes nothing, auto leaves the chunk as it was. */
static int set_schedule(struct thread *thread, const struct instruction *i) {
    static const uint32_t kinds[] = {0, 33, 35, 36, 38}, least_chunk[] = {0, 0, 1, 1, 0};
    uint64_t kind = argument(thread, i, 0) & 0x7FFFFFFF;
    int32_t chunk = (int32_t)signed_argument(thread, i, 1);
    if (kind == 0 || kind > 4) {
        return STEP_NEXT;
    }
    thread->task->icvs.schedule = kinds[kind];
    if (kinds[kind] != 38) {
        thread->task->icvs.chunk = chunk > 0 ? (uint32_t)chunk : least_chunk[kind];
    }
    return STEP_NEXT;
}

static int get_schedule(struct thread *thread, const struct instruction *i) {
    const struct icvs *icvs = &thread->task->icvs;
    uint32_t kind = icvs->schedule == 35   ? 2
                    : icvs->schedule == 36 ? 3
                    : icvs->schedule == 38 ? 4
                                           : 1;
    uint32_t chunk = icvs->chunk;
    return store_memory(thread, i, argument(thread, i, 0), &kind, sizeof kind) &&
                   store_memory(thread, i, argument(thread, i, 1), &chunk, sizeof chunk)
               ? STEP_NEXT
               : STEP_FAULT;
}

const struct runtime_call query_calls[] = {
    {"omp_get_thread_num", get_thread_num, 0, QUIET},
    {"omp_get_num_threads", get_num_threads, 0, QUIET},
    {"omp_get_max_threads", get_max_threads, 0, QUIET},
    {"omp_get_num_procs", get_num_procs, 0, QUIET},
    {"omp_get_thread_limit", get_thread_limit, 0, QUIET},
    {"omp_in_parallel", in_parallel, 0, QUIET},
    {"omp_get_level", get_level, 0, QUIET},
    {"omp_get_active_level", get_active_level, 0, QUIET},
    {"omp_get_ancestor_thread_num", get_ancestor_thread_num, 1, QUIET},
    {"omp_get_team_size", get_team_size, 1, QUIET},
    {"omp_get_team_num", get_team_num, 0, QUIET},
    {"omp_get_num_teams", get_num_teams, 0, QUIET},
    {"omp_get_max_teams", get_max_teams, 0, QUIET},
    {"omp_set_num_teams", set_num_teams, 1, CHANGES},
    {"omp_get_teams_thread_limit", get_teams_thread_limit, 0, QUIET},
    {"omp_set_teams_thread_limit", set_teams_thread_limit, 1, CHANGES},
    {"omp_in_final", in_final, 0, QUIET},
    {"omp_get_dynamic", get_dynamic, 0, QUIET},
    {"omp_get_nested", get_nested, 0, QUIET},
    {"omp_get_max_active_levels", get_max_active_levels, 0, QUIET},
    {"omp_get_supported_active_levels", get_supported_active_levels, 0, QUIET},
    {"omp_get_cancellation", get_cancellation, 0, QUIET},
    {"omp_get_proc_bind", zero, 0, QUIET},
    {"omp_get_num_places", zero, 0, QUIET},
    {"omp_get_place_num", minus_one, 0, QUIET},
    {"omp_get_partition_num_places", zero, 0, QUIET},
    {"omp_get_default_device", zero, 0, QUIET},
    {"omp_set_default_device", answer_nothing, 1, CHANGES},
    {"omp_get_num_devices", zero, 0, QUIET},
    {"omp_get_initial_device", zero, 0, QUIET},
    {"omp_get_device_num", zero, 0, QUIET},
    {"omp_is_initial_device", one, 0, QUIET},
    {"omp_get_max_task_priority", zero, 0, QUIET},
    {"omp_set_num_threads", set_num_threads, 1, CHANGES},
    {"omp_set_dynamic", set_dynamic, 1, CHANGES},
    {"omp_set_nested", set_nested, 1, CHANGES},
    {"omp_set_max_active_levels", set_max_active_levels, 1, CHANGES},
    {"omp_set_schedule", set_schedule, 2, CHANGES},
    {"omp_get_schedule", get_schedule, 2, QUIET},
    {"omp_display_env", answer_nothing, 1, CHANGES},
    {"__kmpc_global_thread_num", global_thread_num, 1, QUIET},
    {"__kmpc_bound_thread_num", get_thread_num, 1, QUIET},
    {"__kmpc_global_num_threads", get_num_threads, 1, QUIET},
    {"__kmpc_in_parallel", in_parallel, 1, CHANGES},
    {"__kmpc_ok_to_fork", one, 1, CHANGES},
    {NULL, NULL, 0, 0}};
