/* Arguments and results of runtime calls, calls back into the program, faults. */
#include "../../../message_text.h"
#include "../../array.h"
#include "answered_names.h"
#include "openmp_runtime.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FRAME_BYTES_LIMIT (UINT64_C(1) << 29)

uint32_t argument_count(const struct instruction *i) {
    return i->call->argument_count;
}

uint64_t argument(const struct thread *thread, const struct instruction *i, uint32_t n) {
    uint64_t value = 0;
    if (n < i->call->argument_count) {
        const struct ptx_variable *variable = i->call->arguments[n];
        memcpy(&value, thread->warp.registers + variable->row,
               variable->size < sizeof value ? variable->size : sizeof value);
    }
    return value;
}

int64_t signed_argument(const struct thread *thread, const struct instruction *i, uint32_t n) {
    uint32_t bytes = n < i->call->argument_count ? (uint32_t)i->call->arguments[n]->size : 0;
    uint64_t value = argument(thread, i, n);
    if (bytes > 0 && bytes < sizeof value) {
        uint64_t sign = UINT64_C(1) << (bytes * 8 - 1);
        value = (value ^ sign) - sign;
    }
    return (int64_t)value;
}

uint32_t number_argument(const struct thread *thread, const struct instruction *i, uint32_t n) {
    int64_t value = signed_argument(thread, i, n);
    return value > 0 ? (uint32_t)value : 0;
}

void give_result(struct thread *thread, const struct instruction *i, uint64_t value) {
    if (i->call->result_count > 0) {
        const struct ptx_variable *variable = i->call->results[0];
        memcpy(thread->warp.registers + variable->row, &value,
               variable->size < sizeof value ? variable->size : sizeof value);
    }
}

int answer(struct thread *thread, const struct instruction *i, uint64_t value) {
    give_result(thread, i, value);
    return STEP_NEXT;
}

int answer_nothing(struct thread *thread, const struct instruction *i) {
    return answer(thread, i, 0);
}

/* ---- calls under way ------------------------------------------------------------------------- */

bool pending_fits(struct thread *thread, const struct instruction *i) {
    if (!array_grow(&thread->pendings, &thread->pending_capacity, thread->pending_count + 1)) {
        no_memory(thread, i);
        return false;
    }
    return true;
}

struct pending *pending_of(struct thread *thread) {
    struct pending *top =
        thread->pending_count > 0 ? &thread->pendings[thread->pending_count - 1] : NULL;
    if (top != NULL && top->depth == thread->depth) {
        return top;
    }
    top = &thread->pendings[thread->pending_count++];
    *top = (struct pending){.depth = thread->depth};
    return top;
}

/* Arguments and results of calls: bytes in the frame. */
int thread_frame(struct warp *warp, const struct instruction *i) {
    const struct memory_details *memory = i->memory;
    uint64_t bytes = (uint64_t)memory->size * memory->elements, at = (uint64_t)i->immediate, index;
    if (i->op != 0) {
        memcpy(&index, warp->registers + i->a, sizeof index);
        at += index;
    }
    if (memory->stride < bytes || at > memory->stride - bytes) {
        return fault((struct thread *)warp, i, SIMT_FAULT_TRAP,
                     "an index outside a parameter's array");
    }
    for (uint32_t e = 0; e < memory->elements; e++) {
        memory->move(warp, warp->registers + memory->rows[e],
                     (uintptr_t)warp->registers + memory->frame + e * memory->size, &at,
                     SIMT_UNKNOWN);
    }
    return STEP_NEXT;
}

static struct activation *take_activation(struct thread *thread, struct function *function) {
    struct activation **pool = &thread->run->pool[function->index];
    struct activation *found = *pool;
    uint32_t base = SIMT_LOCAL_START;
    if (thread->depth > 0) {
        const struct activation *caller = thread->frames[thread->depth - 1].activation;
        base = caller->local_base + caller->function->local_bytes;
    }
    if (function->local_bytes > 0 &&
        base + function->local_bytes > thread->run->machine.local_bytes) {
        return NULL;
    }
    if (found != NULL) {
        *pool = found->next;
    } else if ((found = frame_new(function)) == NULL) {
        return NULL;
    } else {
        found->local_base = ~base;
    }
    if (found->local_base != base) {
        found->local_base = base;
        frame_fill(&thread->warp, found);
    }
    return found;
}

bool thread_call(struct thread *thread, struct function *function, uint32_t resume, bool pushed) {
    if (!array_grow(&thread->frames, &thread->capacity, thread->depth + 1)) {
        return false;
    }
    if (thread->depth == MAX_DEPTH ||
        thread->frame_bytes + function->frame_bytes > FRAME_BYTES_LIMIT) {
        return false;
    }
    struct activation *activation = take_activation(thread, function);
    if (activation == NULL) {
        return false;
    }
    thread->frame_bytes += function->frame_bytes;
    thread->frames[thread->depth++] =
        (struct frame_of_thread){.activation = activation, .resume = resume, .pushed = pushed};
    return true;
}

void thread_set_arguments(struct thread *thread, const uint64_t *values, uint32_t count) {
    const struct activation *called = thread->frames[thread->depth - 1].activation;
    const struct function *function = called->function;
    char *to = called->registers + function->parameter_row;
    uint32_t n = 0;
    for (const struct ptx_variable *p = function->ptx->parameters; p != NULL; p = p->next, n++) {
        uint64_t value = n < count ? values[n] : 0;
        memcpy(to + p->address, &value, p->size < sizeof value ? p->size : sizeof value);
    }
}

int invoke(struct thread *thread, const struct instruction *i, uint64_t address,
           const uint64_t *values, uint32_t count) {
    const struct simt_module *module = thread->run->machine.module;
    uint64_t index = (address - CODE_WINDOW) / 16;
    if (address < CODE_WINDOW || address % 16 != 0 || index >= module->function_count ||
        !module->functions[index]->ptx->defined || module->functions[index]->entry) {
        return fault(thread, i, SIMT_FAULT_BAD_CALL,
                     "a call through a pointer that does not point to a function of the program");
    }
    struct function *function = module->functions[index];
    if (!thread_call(thread, function, i->site, true)) {
        return fault(thread, i, SIMT_FAULT_STACK, "the call stack is full: recursion too deep?");
    }
    thread_set_arguments(thread, values, count);
    thread->run->progress++;
    return STEP_INVOKE;
}

/* ---- faults ---------------------------------------------------------------------------------- */

int fault(struct thread *thread, const struct instruction *i, enum simt_fault_kind kind,
          const char *format, ...) {
    char message[sizeof((struct simt_error *)NULL)->message];
    va_list arguments;
    va_start(arguments, format);
    message_vput(message, sizeof message, format, arguments);
    va_end(arguments);
    struct simt_fault event = fault_of(kind, 1);
    const uint32_t shown = shown_site(thread, i->site);
    return raise_fault(&thread->warp, &thread->run->machine.code[shown], &event, message);
}

int no_memory(struct thread *thread, const struct instruction *i) {
    fault(thread, i, SIMT_FAULT_NOTHING_LEFT,
          "the machine has no memory or no threads left for this");
    thread->run->machine.result->status = SIMT_OUT_OF_MEMORY;
    return STEP_FAULT;
}
