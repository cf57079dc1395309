/* Buffers with margins for the oracle to write to, and a limit on its time. */
#include "asked_oracle.h"
#include "../../clock.h"

#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { MARGIN = 256, MARK = 0x6d };

struct guarded {
    const struct oracle_buffer *buffers;
    size_t count;
    unsigned char *start[ORACLE_MAX_BUFFERS]; /* of the margin in front */
    void *inside[ORACLE_MAX_BUFFERS];
};

static void guarded_free(struct guarded *guarded) {
    for (size_t i = 0; i < guarded->count; i++) {
        free(guarded->start[i]);
    }
}

static bool guarded_make(struct guarded *guarded, const struct oracle_buffer *buffers,
                         size_t count) {
    *guarded = (struct guarded){.buffers = buffers, .count = count};
    bool good = true;
    for (size_t i = 0; i < count; i++) {
        const size_t bytes = buffer_bytes(&buffers[i]) + (size_t)2 * MARGIN;
        guarded->start[i] = malloc(bytes);
        good = good && guarded->start[i] != NULL;
        if (guarded->start[i] != NULL) {
            memset(guarded->start[i], MARK, bytes);
            guarded->inside[i] = guarded->start[i] + MARGIN;
            memset(guarded->inside[i], 0, buffer_bytes(&buffers[i]));
        }
    }
    return good;
}

static bool is_whole(const unsigned char *margin) {
    for (size_t i = 0; i < MARGIN; i++) {
        if (margin[i] != MARK) {
            return false;
        }
    }
    return true;
}

/* Copies what the oracle has made, and gives the buffers back. */
static bool guarded_take(struct grading *grading, const struct oracle_call *call,
                         struct guarded *guarded, const char *who, void *const to[]) {
    bool good = true;
    for (size_t i = 0; i < guarded->count && good; i++) {
        const size_t bytes = buffer_bytes(&guarded->buffers[i]);
        const unsigned char *start = guarded->start[i];
        good = is_whole(start) && is_whole(start + MARGIN + bytes);
        if (good && bytes > 0) {
            memcpy(to[i], guarded->inside[i], bytes);
        } else if (!good) {
            error_set(grading->error,
                      "%s/oracle.c: %s() writes beyond '%s', which has %zu elements, in case {%s} "
                      "of exercise %s: fix the lab",
                      grading->lab->directory, who, guarded->buffers[i].name,
                      guarded->buffers[i].count, call->source->text, call->exercise);
        }
    }
    guarded_free(guarded);
    return good;
}

/* ---- its time ---- */

static sigjmp_buf begun;

static void ends(int number) {
    (void)number;
    siglongjmp(begun, 1);
}

static bool limit(timer_t timer, time_t seconds) {
    return timer_settime(timer, 0, &(struct itimerspec){.it_value.tv_sec = seconds}, NULL) == 0;
}

/* A call of the oracle's. `from` is NULL for fill(), which has no inputs yet. */
struct asked {
    const struct oracle *oracle;
    const struct oracle_call *call;
    const void *const *from;
    void *const *to;
};

static void ask(const struct asked *asked) {
    if (asked->from == NULL) {
        asked->oracle->fill(asked->call, asked->to);
    } else {
        asked->oracle->expect(asked->call, asked->from, asked->to);
    }
}

/* Asks, and comes back from a function that never ends: what it has taken stays taken, and nothing
 * more is asked. */
static bool ask_in_time(struct grading *grading, const struct asked *asked) {
    /* Of processor time: a busy machine is no oracle's fault. Our labs' take less than one. */
    const time_t longest = (time_t)clock_limit(20, "LOCKSTEP_ORACLE_SECONDS");
    struct sigaction before, action = {.sa_handler = ends};
    struct sigevent event = {.sigev_notify = SIGEV_THREAD_ID, .sigev_signo = SIGRTMIN};
    timer_t timer;
    event._sigev_un._tid = gettid();
    if (timer_create(CLOCK_THREAD_CPUTIME_ID, &event, &timer) != 0) {
        return error_set(grading->error, "no timer for the oracle: %s", strerror(errno));
    }
    sigaction(SIGRTMIN, &action, &before);
    bool good = false;
    if (sigsetjmp(begun, 1) == 0) {
        limit(timer, longest);
        ask(asked);
        limit(timer, 0);
        good = true;
    }
    timer_delete(timer);
    sigaction(SIGRTMIN, &before, NULL);
    return good ||
           error_set(grading->error,
                     "%s/oracle.c: %s() has not ended after %ld s of processor time in case "
                     "{%s} of exercise %s: fix the lab",
                     grading->lab->directory, asked->from == NULL ? "fill" : "expect", longest,
                     asked->call->source->text, asked->call->exercise);
}

static bool no_memory(struct grading *grading, struct guarded *guarded) {
    guarded_free(guarded);
    return error_set(grading->error, "out of memory for what the oracle makes");
}

bool oracle_make_inputs(struct grading *grading, const struct oracle_call *call,
                        void *const input[]) {
    struct guarded guarded;
    if (!guarded_make(&guarded, call->input, call->input_count)) {
        return no_memory(grading, &guarded);
    }
    const struct asked asked = {grading->oracle, call, NULL, guarded.inside};
    if (!ask_in_time(grading, &asked)) {
        guarded_free(&guarded);
        return false;
    }
    return guarded_take(grading, call, &guarded, "fill", input);
}

bool oracle_make_outputs(struct grading *grading, const struct oracle_call *call,
                         const void *const input[], void *const output[]) {
    struct guarded guarded;
    if (!guarded_make(&guarded, call->output, call->output_count)) {
        return no_memory(grading, &guarded);
    }
    /* What it leaves as it was, it expects to be as it was. */
    for (size_t i = 0; i < call->output_count; i++) {
        if (buffer_bytes(&call->output[i]) > 0) {
            memcpy(guarded.inside[i], output[i], buffer_bytes(&call->output[i]));
        }
    }
    const struct asked asked = {grading->oracle, call, input, guarded.inside};
    if (!ask_in_time(grading, &asked)) {
        guarded_free(&guarded);
        return false;
    }
    return guarded_take(grading, call, &guarded, "expect", output);
}
