/* How a process that did not finish reads to its author. */
#include "../message_text.h"
#include "grading.h"
#include "advice/advice.h"
#include "advice/evidence.h"

#include <inttypes.h>
#include <signal.h>

/* The buffer that the fault struck in or beside, of the call that did not come back; NULL where the
 * notes name none. */
static const struct oracle_buffer *struck_buffer(const struct trial *trial, bool output) {
    const struct oracle_call *call = trial->broken;
    int32_t index = trial->diagnosis.buffer;
    if (call == NULL || index < 0 ||
        (size_t)index >= (output ? call->output_count : call->input_count)) {
        return NULL;
    }
    return output ? &call->output[index] : &call->input[index];
}

/* Does the call run on one thread? With more, it is luck which of several faults strikes first, and
 * a report must not depend on luck. */
static bool is_sequential(const struct oracle_call *call) {
    return evidence_parameter(call, "threads") <= 1;
}

/* "reads data[257]: data ends at data[256]" */
static struct finding *describe_bounds(struct arena *arena, const struct oracle_buffer *buffer,
                                       const struct trial *trial, bool behind) {
    const char *name = buffer->name;
    const bool wrote = trial->diagnosis.wrote;
    int64_t size = (int64_t)element_size(buffer->element), distance = trial->diagnosis.distance;
    const char *index = "";
    /* The notes are the program's own: no more than a hint. */
    if (is_sequential(trial->broken) && distance >= 0 && distance < INT32_MAX) {
        index = arena_printf(arena, "[%" PRId64 "]",
                             behind ? (int64_t)buffer->count + distance / size
                                    : -(distance + size - 1) / size);
    }
    const char *access =
        *index != '\0' ? message_print(arena, wrote ? "writes %s" : "reads %s",
                                       arena_printf(arena, "%s%s", name, index))
        : behind
            ? message_print(arena, wrote ? "writes memory behind %s" : "reads memory behind %s",
                            name)
            : message_print(arena,
                            wrote ? "writes memory in front of %s" : "reads memory in front of %s",
                            name);
    return finding_make(arena,
                        !behind              ? FOUND_BEGINS
                        : buffer->count == 0 ? FOUND_IS_EMPTY
                                             : FOUND_ENDS,
                        MESSAGE_VALUES(message_string("access", access),
                                       message_string("name", name),
                                       message_number("last", (long long)buffer->count - 1)));
}

/* A fault in or beside a buffer; NULL when the notes say nothing of the kind. */
static struct finding *add_buffer_fault(struct grading *grading, struct trial *trial) {
    const struct diagnosis *notes = &trial->diagnosis;
    bool output = notes->place == FAULT_AFTER_OUTPUT || notes->place == FAULT_BEFORE_OUTPUT;
    bool behind = notes->place == FAULT_AFTER_OUTPUT || notes->place == FAULT_AFTER_INPUT;
    const struct oracle_buffer *buffer = struck_buffer(trial, output);
    if (buffer == NULL) {
        return NULL;
    }
    struct finding *finding;
    switch (notes->place) {
    case FAULT_INPUT:
        finding = trial_find(grading, trial, FOUND_WRITES_INTO_INPUT,
                             MESSAGE_VALUES(message_string("name", buffer->name)));
        finding->advice =
            trial->gpu != NULL
                ? "The data is const: work on a copy. If this is a copy between host and device, "
                  "did you swap its source and its destination, or its direction?"
                : finding->advice;
        return finding;
    case FAULT_AFTER_INPUT:
    case FAULT_AFTER_OUTPUT:
    case FAULT_BEFORE_INPUT:
    case FAULT_BEFORE_OUTPUT:
        finding = trial_add(trial, describe_bounds(grading->arena, buffer, trial, behind));
        finding->advice =
            !behind ? finding->advice
            : trial->gpu != NULL
                ? "Which length or index goes beyond the end? The length of a copy is in bytes: "
                  "the "
                  "number of elements times the size of one, and sizeof of a pointer is 8."
            : notes->distance == 0 && is_sequential(trial->broken)
                ? "One element too far: must the bound be < rather than <=?"
                : "Where does this index come from, and what keeps it below the end?";
        return finding;
    default:
        return NULL;
    }
}

/* The lab's own code crashed: it may be the lab's mistake, so a person must look. */
static void tell_of_runner(struct grading *grading, struct trial *trial, struct finding *finding) {
    trial->verdict = trial->verdict == finding->verdict ? VERDICT_REVIEW : trial->verdict;
    finding->verdict = VERDICT_REVIEW;
    finding_say(grading->arena, finding, FOUND_OF_RUNNER,
                MESSAGE_VALUES(message_string("message", finding->message)));
}

/* Where to look after an access to nowhere: at what the compiler had warned of, if it had. */
static const char *advise_on_pointer(struct grading *grading, const struct oracle_call *broken) {
    const char *warned = broken != NULL ? warned_of_pointer(grading, broken->exercise) : NULL;
    return warned != NULL
               ? warned
               : "Which pointer is used there? Has it a value, is its memory still there, and does "
                 "the index stay inside?";
}

static void add_signal(struct grading *grading, enum flavour flavour, struct trial *trial) {
    static const struct {
        int signal;
        enum found id;
    } signals[] = {
        {SIGSEGV, FOUND_SIGNAL_SEGV}, {SIGBUS, FOUND_SIGNAL_BUS},   {SIGFPE, FOUND_SIGNAL_FPE},
        {SIGILL, FOUND_SIGNAL_ILL},   {SIGABRT, FOUND_SIGNAL_ABRT}, {SIGKILL, FOUND_SIGNAL_KILL},
        {SIGTRAP, FOUND_SIGNAL_TRAP},
    };
    struct finding *finding = NULL;
    if (trial->diagnosis.signal == trial->jail.code) {
        finding = add_buffer_fault(grading, trial);
    }
    if (finding == NULL && trial->diagnosis.signal == trial->jail.code &&
        trial->diagnosis.place == FAULT_NULL) {
        finding = trial_find(grading, trial, FOUND_NULL_POINTER, NULL);
    }
    if (finding == NULL && trial->diagnosis.signal == trial->jail.code &&
        trial->diagnosis.place == FAULT_STACK) {
        finding = trial_find(grading, trial, FOUND_STACK_OVERFLOW, NULL);
    }
    if (finding == NULL) {
        enum found id = FOUND_SIGNAL;
        for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
            id = signals[i].signal == trial->jail.code ? signals[i].id : id;
        }
        finding = trial_find(grading, trial, id,
                             MESSAGE_VALUES(message_number("number", trial->jail.code)));
        if (trial->jail.code == SIGSEGV || trial->jail.code == SIGBUS) {
            finding->advice = advise_on_pointer(grading, trial->broken);
        }
    }
    if (trial->diagnosis.signal == trial->jail.code) {
        bool runners;
        symbolise(grading, flavour, trial->diagnosis.frame, (size_t)trial->diagnosis.frame_count,
                  finding, &runners);
        /* What abort() ends there is the heap, which the student's code may have spoilt. */
        if (runners && trial->jail.code != SIGABRT) {
            tell_of_runner(grading, trial, finding);
        }
    }
}

void trial_add_end(struct grading *grading, enum flavour flavour, struct trial *trial) {
    const struct jail_limits *limits = &trial->limits;
    struct arena *arena = grading->arena;
    switch (trial->jail.end) {
    case JAIL_TIMEOUT:
        trial_find(grading, trial, FOUND_TOO_SLOW,
                   MESSAGE_VALUES(
                       message_string("seconds", arena_printf(arena, "%.0f", limits->cpu_seconds)),
                       message_string("clock", arena_printf(arena, "%.0f", limits->wall_seconds))));
        return;
    case JAIL_MEMORY_LIMIT:
        trial_find(
            grading, trial, FOUND_TOO_MUCH_MEMORY,
            MESSAGE_VALUES(message_number("number", (long long)(limits->memory_bytes >> 30))));
        return;
    case JAIL_OUTPUT_LIMIT:
        trial_find(grading, trial, FOUND_WROTE_TOO_MUCH, NULL);
        return;
    case JAIL_SIGNALLED:
        add_signal(grading, flavour, trial);
        return;
    case JAIL_EXITED:
        if (!trial->finished) {
            trial_find(grading, trial, FOUND_EXITED,
                       MESSAGE_VALUES(message_number("number", trial->jail.code)));
        }
        return;
    case JAIL_FAILED:
        return;
    }
}
