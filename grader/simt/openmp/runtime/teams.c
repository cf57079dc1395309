/* Teams: forking, joining, leagues of teams, and the barrier that all of it rests on. */
#include "openmp_runtime.h"

#include <stdlib.h>
#include <string.h>

/* Stages of a fork, for the thread that forks and for those that join it. */
enum { FORK_NEW, FORK_WORKER, FORK_RUNNING };

/* ---- making and unmaking --------------------------------------------------------------------- */

static void team_release(struct team *team) {
    for (uint32_t n = 0; team->members != NULL && n < team->size; n++) {
        task_unref(team->members[n]);
    }
    while (team->instances != NULL) {
        struct loop_instance *next = team->instances->next;
        loop_release(team->instances);
        team->instances = next;
    }
    own_drop(team->members);
    own_drop(team->threads);
    own_drop(team->arguments);
    own_drop(team->met);
    own_drop(team);
}

static struct team *team_create(struct openmp *run, struct task *parent, uint32_t size) {
    struct team *team = own_take(run, 1, sizeof *team);
    charge(run, CHARGE_OBJECT);
    if (team == NULL) {
        return NULL;
    }
    team->members = own_take(run, size, sizeof(struct task *));
    team->threads = own_take(run, size, sizeof(struct thread *));
    team->number = run->next_team++;
    team->size = size;
    team->parent = parent;
    team->fork_object = new_object(run);
    team->barrier_object = new_object(run);
    team->teams = 1;
    if (parent != NULL) {
        const struct team *outer = parent->team;
        team->level = outer->level + 1;
        team->active_level = outer->active_level + (size > 1);
        team->team_number = outer->team_number;
        team->teams = outer->teams;
        team->thread_limit = outer->thread_limit;
    }
    if (team->members == NULL || team->threads == NULL) {
        team_release(team);
        return NULL;
    }
    return team;
}

bool teams_start(struct openmp *run, struct thread *initial) {
    struct team *team = team_create(run, NULL, 1);
    if (team == NULL || (team->members[0] = task_create(run, NULL, team)) == NULL) {
        return false;
    }
    team->threads[0] = initial;
    initial->task = team->members[0];
    return true;
}

/* ---- the barrier ----------------------------------------------------------------------------- */

/* The team's strands are over; the one that forked goes on. */
static void join(struct team *team, uint32_t site) {
    struct thread *master = team->threads[0];
    for (uint32_t n = 0; n < team->size; n++) {
        struct thread *thread = team->threads[n];
        tell_strand(thread, site, team->members[n], SIMT_STRAND_END);
        if (n > 0) {
            thread->idle = true;
            thread->task = NULL;
            thread->pending_count = 0;
            thread->waiting.what = SIMT_WAIT_NONE;
        }
    }
    master->task = team->parent;
    tell_strand(master, site, team->parent, SIMT_STRAND_RESUME);
    tell_sync(master, site, SIMT_SYNC_JOIN, team->barrier_object,
              (struct sync_flags){.acquire = true, .last = true});
}

static void open_barrier(struct thread *thread, struct team *team, uint32_t site, bool joins) {
    struct openmp *run = thread->run;
    if (joins) {
        join(team, site);
    } else {
        for (uint32_t n = 0; n < team->size; n++) {
            tell_sync_of(team->threads[n], site, team->members[n]->strand, SIMT_SYNC_BARRIER,
                         team->barrier_object, NULL,
                         (struct sync_flags){.acquire = true, .last = n == team->size - 1});
        }
    }
    for (uint32_t n = 0; n < team->size; n++) {
        team->threads[n]->waiting.what = SIMT_WAIT_NONE;
    }
    team->barrier_object = new_object(run);
    team->arrived = 0;
    team->episode++;
    meetings_over(team);
    run->progress++;
}

int barrier_step(struct thread *thread, const struct instruction *i, struct pending *pending,
                 struct team *team, enum simt_wait_kind what) {
    const bool joins = what == SIMT_WAIT_REGION;
    if (pending->barrier == 0) {
        pending->barrier = 1;
        pending->episode = team->episode;
        team->arrived++;
        thread->run->progress++;
        tell_construct(thread, i, SIMT_CONSTRUCT_BARRIER);
        thread->task->barrier = (struct meeting){what, i->site};
        tell_sync(thread, i->site, SIMT_SYNC_BARRIER, team->barrier_object, RELEASE);
        if (team->arrived == team->size && !meet_barrier(thread, team)) {
            return STEP_FAULT;
        }
    }
    task_finish_run(thread, i, pending);
    if (team->episode == pending->episode) {
        if (team->arrived < team->size || team->tasks > 0) {
            int step = task_point(thread, i, pending, team);
            if (step != STEP_NEXT) {
                return step;
            }
        }
        if (team->arrived < team->size || team->tasks > 0) {
            return wait_for(thread, i, what);
        }
        open_barrier(thread, team, i->site, joins);
        if (thread->idle) {
            return STEP_WAIT;
        }
    }
    pending->barrier = 0;
    return STEP_NEXT;
}

/* ---- forking --------------------------------------------------------------------------------- */

static struct thread *idle_thread(struct openmp *run, uint32_t site) {
    for (uint32_t t = 1; t < run->thread_count; t++) {
        if (run->threads[t]->idle) {
            return run->threads[t];
        }
    }
    return thread_create(run, site);
}

/* The implicit task of a member begins, on its thread. */
static void begin_member(struct thread *thread, uint32_t site, struct team *team, uint32_t index) {
    struct task *task = team->members[index];
    thread->task = task;
    task->team->threads[task->index] = thread;
    tell_strand(thread, site, task, SIMT_STRAND_BEGIN);
    tell_sync(thread, site, SIMT_SYNC_FORK, team->fork_object,
              (struct sync_flags){.acquire = true, .last = ++team->begun == team->size});
}

/* Calls the microtask: its thread's number, the number in the team, and what the region shares. */
static int call_microtask(struct thread *thread, const struct instruction *i,
                          const struct team *team, uint32_t index) {
    enum { MOST = 256 };
    uint64_t values[MOST + 2] = {thread->numbers_address, thread->numbers_address + 4};
    const struct region *region =
        region_find(thread->run->machine.device, thread->numbers_address, false);
    int32_t numbers[2] = {(int32_t)thread->number, (int32_t)index};
    memcpy(region->host, numbers, sizeof numbers);
    uint32_t count = team->argument_count < MOST ? team->argument_count : MOST;
    memcpy(values + 2, team->arguments, count * sizeof *values);
    return invoke(thread, i, team->microtask, values, count + 2);
}

static bool hand_out(struct thread *thread, const struct instruction *i, struct team *team) {
    struct openmp *run = thread->run;
    team->threads[0] = thread;
    for (uint32_t n = 0; n < team->size; n++) {
        struct task *task = task_create(run, team->parent, team);
        if (task == NULL) {
            return false;
        }
        task->index = n;
        team->members[n] = task;
        if (team->league) { /* each a team of one, whose thread is number 0 */
            struct team *own = team_create(run, team->parent, 1);
            if (own == NULL) {
                return false;
            }
            own->level = own->active_level = 0;
            own->team_number = n;
            own->teams = team->size;
            own->thread_limit = team->thread_limit;
            own->members[0] = task;
            task->references++;
            task->index = 0;
            task->team = own;
        }
        if (n == 0) {
            continue;
        }
        struct thread *worker = idle_thread(run, i->site);
        if (worker == NULL) {
            return false;
        }
        worker->idle = false;
        worker->pending_count = 0;
        if (!thread_base(worker, i->site) || !pending_fits(worker, i)) {
            return false;
        }
        struct pending *pending = pending_of(worker);
        pending->stage = FORK_WORKER;
        pending->team = team;
        pending->numbers[0] = n;
        team->threads[n] = worker;
    }
    return true;
}

static void drop_league(struct team *team) {
    for (uint32_t n = 0; team->league && n < team->size; n++) {
        if (team->members[n] != NULL && team->members[n]->team != team) {
            struct team *own = team->members[n]->team;
            own->threads[0] = NULL;
            team_release(own);
        }
    }
}

uint32_t most_threads(const struct task *task) {
    const struct icvs *icvs = &task->icvs;
    uint32_t level = task->team->level;
    for (int at = level < 4 ? (int)level : 3; at >= 0; at--) {
        if (icvs->threads[at] != 0) {
            return icvs->threads[at];
        }
    }
    return 1;
}

static uint32_t wanted_threads(const struct thread *thread) {
    const struct task *task = thread->task;
    if (task->team->active_level >= task->icvs.max_active_levels) {
        return 1;
    }
    uint32_t wanted = thread->pushed_threads != 0 ? thread->pushed_threads : most_threads(task);
    uint32_t limit =
        task->team->thread_limit != 0 ? task->team->thread_limit : thread->run->thread_limit;
    wanted = wanted < limit ? wanted : limit;
    return wanted < MAX_TEAM ? wanted : MAX_TEAM;
}

/* Everything about a new team but its threads. `first`: the argument behind the microtask. */
static struct team *prepare(struct thread *thread, const struct instruction *i, uint32_t size,
                            bool league, uint32_t first) {
    uint32_t given = argument_count(i) > first ? argument_count(i) - first : 0;
    struct team *team = team_create(thread->run, thread->task, size);
    if (team == NULL) {
        return NULL;
    }
    team->league = league;
    team->microtask = argument(thread, i, 2);
    team->arguments = own_take(thread->run, given + 1, sizeof *team->arguments);
    if (team->arguments == NULL) {
        team_release(team);
        return NULL;
    }
    team->argument_count = given;
    for (uint32_t n = 0; n < given; n++) {
        team->arguments[n] = argument(thread, i, first + n);
    }
    return team;
}

static int start(struct thread *thread, const struct instruction *i, struct pending *pending,
                 struct team *team) {
    if (team == NULL) {
        return no_memory(thread, i);
    }
    tell_construct_as(thread, i,
                      (struct simt_construct){.kind = team->league ? SIMT_CONSTRUCT_TEAMS
                                                                   : SIMT_CONSTRUCT_PARALLEL,
                                              .team_size = team->size});
    pending->stage = FORK_RUNNING;
    pending->team = team;
    if (!hand_out(thread, i, team)) {
        return no_memory(thread, i);
    }
    thread->pushed_threads = 0;
    tell_sync(thread, i->site, SIMT_SYNC_FORK, team->fork_object, RELEASE);
    begin_member(thread, i->site, team, 0);
    if (thread->run->options->schedule == OPENMP_IN_ORDER) {
        return call_microtask(thread, i, team, 0);
    }
    pending->numbers[1] = 1; /* the microtask is still to be called: others may go first */
    return STEP_TURN;
}

static int work(struct thread *thread, const struct instruction *i, struct pending *pending) {
    struct team *team = pending->team;
    if (pending->stage == FORK_WORKER) {
        pending->stage = FORK_RUNNING;
        begin_member(thread, i->site, team, (uint32_t)pending->numbers[0]);
        return call_microtask(thread, i, team, (uint32_t)pending->numbers[0]);
    }
    if (pending->numbers[1] != 0) {
        pending->numbers[1] = 0;
        return call_microtask(thread, i, team, 0);
    }
    if (team->league && pending->barrier == 0) {
        task_finish_run(thread, i, pending);
    }
    int step = barrier_step(thread, i, pending, team, SIMT_WAIT_REGION);
    if (step != STEP_NEXT) {
        return step;
    }
    drop_league(team);
    team_release(team);
    return after_sync(thread);
}

/* __kmpc_fork_call(loc, argc, microtask, ...) */
static int fork_call(struct thread *thread, const struct instruction *i) {
    struct pending *pending = pending_of(thread);
    if (pending->stage != FORK_NEW) {
        return work(thread, i, pending);
    }
    return start(thread, i, pending, prepare(thread, i, wanted_threads(thread), false, 3));
}

/* __kmpc_fork_call_if(loc, argc, microtask, condition, arguments) */
static int fork_call_if(struct thread *thread, const struct instruction *i) {
    struct pending *pending = pending_of(thread);
    if (pending->stage != FORK_NEW) {
        return work(thread, i, pending);
    }
    uint32_t size = argument(thread, i, 3) != 0 ? wanted_threads(thread) : 1;
    return start(thread, i, pending, prepare(thread, i, size, false, 4));
}

/* __kmpc_fork_teams(loc, argc, microtask, ...) */
static int fork_teams(struct thread *thread, const struct instruction *i) {
    struct pending *pending = pending_of(thread);
    if (pending->stage != FORK_NEW) {
        return work(thread, i, pending);
    }
    const struct openmp *run = thread->run;
    uint32_t teams = thread->pushed_teams != 0 ? thread->pushed_teams
                     : run->max_teams != 0     ? run->max_teams
                                               : run->teams;
    teams = teams < MAX_TEAM ? teams : MAX_TEAM;
    struct team *league = prepare(thread, i, teams, true, 3);
    if (league != NULL) {
        league->thread_limit =
            thread->pushed_limit != 0 ? thread->pushed_limit : run->teams_thread_limit;
    }
    thread->pushed_teams = thread->pushed_limit = 0;
    return start(thread, i, pending, league);
}

/* ---- teams of one, without a microtask ------------------------------------------------------- */

static int serialized_parallel(struct thread *thread, const struct instruction *i) {
    struct task *parent = thread->task;
    struct team *team = team_create(thread->run, parent, 1);
    if (team == NULL || (team->members[0] = task_create(thread->run, parent, team)) == NULL) {
        return no_memory(thread, i);
    }
    team->threads[0] = thread;
    thread->pushed_threads = 0;
    tell_construct_as(thread, i,
                      (struct simt_construct){.kind = SIMT_CONSTRUCT_PARALLEL, .team_size = 1});
    tell_sync(thread, i->site, SIMT_SYNC_FORK, team->fork_object, RELEASE);
    begin_member(thread, i->site, team, 0);
    return STEP_NEXT;
}

static int end_serialized_parallel(struct thread *thread, const struct instruction *i) {
    struct team *team = thread->task->team;
    if (team->parent == NULL || team->size != 1 || thread->task != team->members[0]) {
        return fault(thread, i, SIMT_FAULT_MISUSE, "the end of a parallel region that never began");
    }
    int step = barrier_step(thread, i, pending_of(thread), team, SIMT_WAIT_REGION);
    if (step == STEP_NEXT) {
        team_release(team);
    }
    return step;
}

/* ---- calls ----------------------------------------------------------------------------------- */

static int barrier(struct thread *thread, const struct instruction *i) {
    struct pending *pending = pending_of(thread);
    if (thread->task->explicit_task && pending->barrier == 0) {
        return fault(thread, i, SIMT_FAULT_TASK_BARRIER, "a barrier inside of a task");
    }
    int step = barrier_step(thread, i, pending, thread->task->team, barrier_kind(thread, i));
    return step == STEP_NEXT ? after_sync(thread) : step;
}

static int push_num_threads(struct thread *thread, const struct instruction *i) {
    thread->pushed_threads = number_argument(thread, i, 2);
    tell_construct(thread, i, SIMT_CONSTRUCT_TEAM_SIZE);
    return STEP_NEXT;
}

/* __kmpc_push_num_teams(loc, gtid, teams, threads); _51: (loc, gtid, lower, upper, threads) */
static int push_teams(struct thread *thread, const struct instruction *i, uint32_t at) {
    thread->pushed_teams = number_argument(thread, i, at);
    thread->pushed_limit = number_argument(thread, i, at + 1);
    return STEP_NEXT;
}

ANSWER(push_num_teams, push_teams, 2)
ANSWER(push_num_teams_51, push_teams, 3)

const struct runtime_call team_calls[] = {
    {"__kmpc_fork_call", fork_call, 3, CHANGES},
    {"__kmpc_fork_call_if", fork_call_if, 4, CHANGES},
    {"__kmpc_fork_teams", fork_teams, 3, CHANGES},
    {"__kmpc_serialized_parallel", serialized_parallel, 2, CHANGES},
    {"__kmpc_end_serialized_parallel", end_serialized_parallel, 2, CHANGES},
    {"__kmpc_barrier", barrier, 2, CHANGES},
    {"__kmpc_push_num_threads", push_num_threads, 3, CHANGES},
    {"__kmpc_push_num_teams", push_num_teams, 4, CHANGES},
    {"__kmpc_push_num_teams_51", push_num_teams_51, 5, CHANGES},
    {"__kmpc_push_proc_bind", answer_nothing, 3, CHANGES},
    {"__kmpc_begin", answer_nothing, 2, CHANGES},
    {"__kmpc_end", answer_nothing, 1, CHANGES},
    {NULL, NULL, 0, 0}};
