/* What the runtime tells observers. */
#include "openmp_runtime.h"

/* The C library has no lines: what it does stands at the line that called it. */
uint32_t shown_site(const struct thread *thread, uint32_t site) {
    const struct simt_module *module = thread->run->machine.module;
    uint32_t shown = site;
    for (uint32_t depth = thread->depth; depth > 1 && module->sites[shown].source.line == 0;
         depth--) {
        const struct frame_of_thread *frame = &thread->frames[depth - 1];
        const uint32_t first = frame->activation->function->first;
        if (module->sites[first].source.line != 0) {
            break; /* the program's: only this instruction has none */
        }
        shown = frame->pushed ? frame->resume : frame->resume - 1;
    }
    return module->sites[shown].source.line != 0 ? shown : site;
}

struct simt_place place_in(const struct thread *thread, uint32_t site) {
    const struct machine *machine = &thread->run->machine;
    return (struct simt_place){.launch = &machine->event,
                               .block = 0,
                               .warp = thread->number,
                               .site = shown_site(thread, site)};
}

uint64_t new_object(struct openmp *run) {
    return ++run->next_object;
}

/* A lock or critical section orders the threads of one contention group, so those of one team of a
 * league: each has an object of its own. Reductions are combined over the whole league. */
uint64_t lock_object(const struct thread *thread, const struct lock *lock) {
    const struct team *team = thread->task->team;
    bool apart = team->teams > 1 && lock->kind != SIMT_SYNC_REDUCTION;
    return lock->address | (uint64_t)(apart ? team->team_number + 1 : 0) << SIMT_LEAGUE_SHIFT;
}

void tell_strand(struct thread *thread, uint32_t site, const struct task *task,
                 enum simt_strand_event what) {
    const struct team *team = task->team;
    /* A task is known by where it was made, wherever its thread was when it began. */
    const bool made = what == SIMT_STRAND_BEGIN && task->explicit_task;
    struct simt_strand event = {.place = place_in(thread, made ? task->made_site : site),
                                .what = what,
                                .strand = task->strand,
                                .parent = task->parent != NULL ? task->parent->strand : 0,
                                .thread = task->index,
                                .team = team->number,
                                .team_size = team->size,
                                .level = team->level,
                                .league = team->team_number,
                                .teams = team->teams,
                                .task = task->explicit_task,
                                .target = task->target,
                                .instructions = thread->warp.executed};
    NOTIFY(thread->run->machine.device, strand, &event);
}

void tell_sync(struct thread *thread, uint32_t site, enum simt_sync_kind kind, uint64_t object,
               struct sync_flags flags) {
    tell_sync_of(thread, site, thread->task->strand, kind, object, NULL, flags);
}

void tell_sync_of(struct thread *thread, uint32_t site, uint32_t strand, enum simt_sync_kind kind,
                  uint64_t object, const char *name, struct sync_flags flags) {
    time_sync(thread, object, flags);
    if (!thread->run->watch_sync) {
        return;
    }
    struct simt_sync event = {.place = place_in(thread, site),
                              .strand = strand,
                              .kind = kind,
                              .acquire = flags.acquire,
                              .release = flags.release,
                              .takes = flags.takes,
                              .gives = flags.gives,
                              .last = flags.last,
                              .object = object,
                              .name = name,
                              .instructions = thread->warp.executed};
    NOTIFY(thread->run->machine.device, sync, &event);
}

void tell_construct_as(struct thread *thread, const struct instruction *i,
                       struct simt_construct event) {
    event.place = place_in(thread, i->site);
    event.strand = thread->task->strand;
    if (event.team_size == 0) {
        event.team_size = thread->task->team->size;
    }
    NOTIFY(thread->run->machine.device, construct, &event);
}

void tell_construct(struct thread *thread, const struct instruction *i,
                    enum simt_construct_kind kind) {
    tell_construct_as(thread, i, (struct simt_construct){.kind = kind});
}
