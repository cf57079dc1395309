/* What is left of C's library: the program's end, and time. */
#include "../openmp_runtime.h"

#include <stdio.h>
#include <string.h>

static int call_exit(struct thread *thread, const struct instruction *i) {
    struct openmp *run = thread->run;
    run->result->exited = true;
    run->result->exit_status = (int)(argument(thread, i, 0) & 0xFF);
    run->ended = true;
    run->progress++;
    return STEP_FAULT; /* nobody runs any more; no fault was raised */
}

static int call_abort(struct thread *thread, const struct instruction *i) {
    return fault(thread, i, SIMT_FAULT_TRAP, "abort() was called");
}

static const char *text_of(const struct thread *thread, uint64_t address, char *text, size_t size) {
    uint64_t left;
    const char *from = (const char *)peek(thread, address, &left);
    snprintf(text, size, "%.*s", from != NULL ? (int)strnlen(from, left) : 0,
             from != NULL ? from : "");
    return text;
}

/* __assert_fail(expression, file, line, function) */
static int call_assert(struct thread *thread, const struct instruction *i) {
    char expression[80], file[80], function[40];
    const char *path = text_of(thread, argument(thread, i, 1), file, sizeof file);
    const char *name = strrchr(path, '/');
    return fault(thread, i, SIMT_FAULT_ASSERT, "%s:%u: %s: assertion `%s` failed",
                 name != NULL ? name + 1 : path, (unsigned)argument(thread, i, 2),
                 text_of(thread, argument(thread, i, 3), function, sizeof function),
                 text_of(thread, argument(thread, i, 0), expression, sizeof expression));
}

static int call_yield(struct thread *thread, const struct instruction *i) {
    give_result(thread, i, 0);
    return STEP_YIELD;
}

/* lockstep_shift(amount, bits): the lower bits of the amount, by which the host shifts */
static int call_shift(struct thread *thread, const struct instruction *i) {
    const uint64_t amount = argument(thread, i, 0), bits = argument(thread, i, 1);
    if (amount >= bits) {
        tell_construct_as(
            thread, i,
            (struct simt_construct){.kind = SIMT_CONSTRUCT_SHIFT, .lower = amount, .upper = bits});
    }
    return answer(thread, i, amount & (bits - 1));
}

/* lockstep_divisor32(divisor): stays where the divisor is the constant 0 */
static int call_divisor(struct thread *thread, const struct instruction *i) {
    const uint64_t divisor = argument(thread, i, 0);
    if (divisor == 0) {
        return fault(thread, i, SIMT_FAULT_DIVISION, "an integer is divided by 0");
    }
    return answer(thread, i, divisor);
}

const struct runtime_call library_calls[] = {{"lockstep_divisor32", call_divisor, 1, CHANGES},
                                             {"lockstep_divisor64", call_divisor, 1, CHANGES},
                                             {"lockstep_shift", call_shift, 2, QUIET},
                                             {"_exit", call_exit, 1, CHANGES},
                                             {"_Exit", call_exit, 1, CHANGES},
                                             {"quick_exit", call_exit, 1, CHANGES},
                                             {"abort", call_abort, 0, CHANGES},
                                             {"__assert_fail", call_assert, 4, CHANGES},
                                             {"sched_yield", call_yield, 0, QUIET},
                                             {NULL, NULL, 0, 0}};
