/* A thread of the machine: its frames, and the loop that runs its instructions. */
#include "../../array.h"
#include "openmp_runtime.h"

#include <stdlib.h>
#include <string.h>

enum { SLICE = 2000, LONG_SLICE = 100 * SLICE, MOST_ARGUMENTS = 4 };

/* ---- frames ---------------------------------------------------------------------------------- */

static void drop_frame(struct thread *thread) {
    struct activation *activation = thread->frames[--thread->depth].activation;
    if (thread->depth < thread->circle.lowest) {
        thread->circle.lowest = thread->depth;
    }
    if (activation != &thread->base) {
        thread->frame_bytes -= activation->function->frame_bytes;
        activation->next = thread->run->pool[activation->function->index];
        thread->run->pool[activation->function->index] = activation;
    }
}

/* call: the arguments' bytes go to the callee's registers. */
static bool enter(struct thread *thread, const struct instruction *i) {
    const struct call_details *call = i->call;
    struct function *function = thread->warp.callee;
    const char *from = thread->warp.registers;
    if (!thread_call(thread, function, i->site + 1, false)) {
        fault(thread, i, SIMT_FAULT_STACK, "the call stack is full: recursion too deep?");
        return false;
    }
    char *to = thread->frames[thread->depth - 1].activation->registers + function->parameter_row;
    const struct ptx_variable *parameter = function->ptx->parameters;
    for (uint32_t n = 0; n < call->argument_count; n++, parameter = parameter->next) {
        memcpy(to + parameter->address, from + call->arguments[n]->row, parameter->size);
    }
    return true;
}

/* ret: the result's bytes go back, to the caller's registers or to the runtime. */
static void leave(struct thread *thread) {
    const struct frame_of_thread *frame = &thread->frames[thread->depth - 1];
    const struct function *function = frame->activation->function;
    const char *from = frame->activation->registers + function->result_row;
    const struct ptx_variable *result = function->ptx->results;
    thread->pc = frame->resume;
    if (frame->pushed) {
        memset(thread->returned, 0, sizeof thread->returned);
        if (result != NULL && result->size <= sizeof thread->returned) {
            memcpy(thread->returned, from + result->address, result->size);
        }
    } else {
        const struct call_details *call = thread->run->machine.code[frame->resume - 1].call;
        char *to = thread->frames[thread->depth - 2].activation->registers;
        for (uint32_t n = 0; n < call->result_count; n++, result = result->next) {
            memcpy(to + call->results[n]->row, from + result->address, result->size);
        }
    }
    drop_frame(thread);
}

/* ---- making ---------------------------------------------------------------------------------- */

struct thread *thread_create(struct openmp *run, uint32_t site) {
    if (run->thread_count == MAX_MACHINE_THREADS) {
        return NULL;
    }
    struct thread *thread = aligned_alloc(ROW_ALIGN, (sizeof *thread + 63) / 64 * 64);
    if (thread == NULL || !array_grow(&run->threads, &run->thread_room, run->thread_count + 1)) {
        free(thread);
        return NULL;
    }
    memset(thread, 0, sizeof *thread);
    thread->run = run;
    thread->number = run->thread_count;
    thread->idle = true;
    thread->pc = site;
    struct warp *warp = &thread->warp;
    warp->machine = &run->machine;
    warp->index = thread->number;
    warp->group = warp->groups; /* it has no other ones */
    warp->present = warp->alive = 1;
    warp_set_mask(warp, 1);
    thread->access =
        (struct simt_access){.place = place_in(thread, site), .space = SIMT_GLOBAL, .mask = 1};
    struct region *numbers;
    thread->numbers_address =
        heap_allocate(run, 2 * sizeof(int32_t), SIMT_REGION_PRIVATE, "thread number", &numbers);
    thread->base.registers = aligned_alloc(ROW_ALIGN, ROW_ALIGN);
    if (run->machine.local_bytes > 0) {
        warp->local = calloc(run->machine.local_bytes, 1);
    }
    run->threads[run->thread_count++] = thread;
    run->machine.warp_count = run->thread_count;
    run->machine.event.warps = run->thread_count;
    return thread->numbers_address != 0 && thread->base.registers != NULL &&
                   (run->machine.local_bytes == 0 || warp->local != NULL)
               ? thread
               : NULL;
}

void thread_release(struct thread *thread) {
    while (thread->depth > 0) {
        drop_frame(thread);
    }
    stack_release(thread);
    circle_forget(thread);
    free(thread->base.registers);
    free(thread->warp.local);
    free(thread->frames);
    free(thread->pendings);
    free(thread);
}

bool thread_begin(struct thread *thread, struct function *function, const uint64_t *values,
                  uint32_t count) {
    if (!thread_call(thread, function, function->first, true)) {
        return false;
    }
    thread_set_arguments(thread, values, count);
    thread->pc = function->first;
    thread->idle = false;
    return true;
}

bool thread_base(struct thread *thread, uint32_t site) {
    if (thread->capacity == 0) {
        thread->frames = calloc(16, sizeof *thread->frames);
        if (thread->frames == NULL) {
            return false;
        }
        thread->capacity = 16;
    }
    while (thread->depth > 0) {
        drop_frame(thread);
    }
    thread->base.function = &thread->run->base_function;
    thread->frames[0] = (struct frame_of_thread){.activation = &thread->base};
    thread->depth = 1;
    thread->pc = site;
    return true;
}

/* ---- the loop -------------------------------------------------------------------------------- */

/* Counts the instructions [from, to). */
static inline void account(struct thread *thread, const struct instruction *from,
                           const struct instruction *to) {
    struct machine *machine = &thread->run->machine;
    ptrdiff_t start = from - machine->code, end = to - machine->code;
    thread->warp.executed += (uint64_t)(end - start);
    machine->clock += (uint64_t)(end - start);
    machine->steps[start].warps++;
    machine->steps[start].threads++;
    machine->steps[end].warps--;
    machine->steps[end].threads--;
}

static bool over_budget(struct thread *thread, const struct instruction *i) {
    struct openmp *run = thread->run;
    if (run->machine.clock <= run->machine.budget) {
        return false;
    }
    fault(thread, i, SIMT_FAULT_BUDGET, "instruction budget used up: does this loop ever end?");
    return true;
}

/* At the end of a slice: does this thread only wait for a change of memory, or has it run so long
 * that others should have a turn? */
static bool slice_over(struct thread *thread) {
    struct warp *warp = &thread->warp;
    bool spinning = warp->waits > 0 && !warp->progressed;
    warp->waits = 0;
    warp->progressed = false;
    thread->slice_end = warp->executed + SLICE;
    return spinning || warp->executed >= warp->quantum_end ||
           thread->run->options->schedule == OPENMP_DRAWN;
}

static void new_slice(struct thread *thread) {
    struct warp *warp = &thread->warp;
    thread->slice_end = warp->executed + SLICE;
    warp->quantum_end = warp->executed + LONG_SLICE;
    warp->waits = 0;
    warp->progressed = false;
    warp->registers = thread->frames[thread->depth - 1].activation->registers;
}

/* The program's function has returned. True: it is called again. */
static bool again(struct thread *thread, uint64_t value) {
    const struct openmp_options *options = thread->run->options;
    uint64_t arguments[MOST_ARGUMENTS] = {0};
    if (options->again == NULL || !options->again(options->again_context, value, arguments)) {
        return false;
    }
    thread_set_arguments(thread, arguments, MOST_ARGUMENTS);
    thread->pc = thread->frames[0].activation->function->first;
    return true;
}

/* False when the program goes on. */
static bool end_program(struct thread *thread) {
    const struct activation *activation = thread->frames[0].activation;
    const struct function *function = activation->function;
    struct openmp_result *result = thread->run->result;
    const struct ptx_variable *variable = function->ptx->results;
    uint64_t value = 0;
    if (variable != NULL && variable->size <= sizeof value) {
        memcpy(&value, activation->registers + function->result_row + variable->address,
               variable->size);
    }
    if (again(thread, value)) {
        return false;
    }
    result->value = value;
    result->exited = result->returned = true;
    result->exit_status = (int)(result->value & 0xFF);
    thread->run->ended = true;
    return true;
}

/* What the instruction before `i` asked for. True: go on at thread->pc. */
static bool take_step(struct thread *thread, const struct instruction *last, int step,
                      enum thread_end *end) {
    thread->pc = last->site + 1;
    *end = THREAD_YIELDS;
    switch (step) {
    case STEP_CALL:
        *end = THREAD_STOPS;
        if (!enter(thread, last)) {
            return false;
        }
        thread->pc = thread->warp.callee->first;
        break;
    case STEP_RETURN:
        if (thread->depth > 1) {
            leave(thread);
        } else if (end_program(thread)) {
            *end = THREAD_STOPS;
            return false;
        }
        break;
    case STEP_INVOKE:
        thread->pc = thread->frames[thread->depth - 1].activation->function->first;
        break;
    case STEP_WAIT:
    case STEP_TURN:
        thread->pc = last->site;
        *end = step == STEP_WAIT ? THREAD_WAITS : THREAD_YIELDS;
        return false;
    case STEP_YIELD:
        return false;
    case STEP_EXIT:
        fault(thread, last, SIMT_FAULT_TRAP, "the program reached a place that has no way out");
        *end = THREAD_STOPS;
        return false;
    default:
        *end = THREAD_STOPS;
        return false;
    }
    thread->warp.registers = thread->frames[thread->depth - 1].activation->registers;
    return true;
}

enum thread_end thread_run(struct thread *thread) {
    struct warp *warp = &thread->warp;
    const struct instruction *code = thread->run->machine.code;
    enum thread_end end;
    new_slice(thread);
    const struct instruction *i = code + thread->pc;
    if (over_budget(thread, i)) { /* turns may be shorter than slices */
        return THREAD_STOPS;
    }
    while (true) {
        const struct instruction *start = i;
        int step;
        do {
            step = i->run(warp, i);
            i++;
        } while (step == STEP_NEXT);
        bool again = step == STEP_WAIT || step == STEP_TURN || step == STEP_INVOKE;
        account(thread, start, again ? i - 1 : i);
        if (step == STEP_EDGE) {
            i = code + warp->edge->target;
            if (warp->executed < thread->slice_end) {
                continue;
            }
            thread->pc = i->site;
            if (over_budget(thread, i)) {
                return THREAD_STOPS;
            }
            if (slice_over(thread)) {
                thread->run->progress++;
                return THREAD_YIELDS;
            }
            continue;
        }
        if (!take_step(thread, i - 1, step, &end)) {
            thread->run->progress += step != STEP_WAIT || i - 1 != start;
            return end;
        }
        i = code + thread->pc;
        if (over_budget(thread, i)) {
            return THREAD_STOPS;
        }
    }
}
