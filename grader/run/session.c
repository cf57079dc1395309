#include "session.h"
#include "../clock.h"

#include "channel.h"
#include "layout.h"
#include "shared.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

static_assert(sizeof(struct call_command) <= 512,
              "a command must fit PIPE_BUF, so that writing it is atomic");
static_assert((int)RUNNER_MAX_PARAMETERS == (int)ORACLE_MAX_PARAMETERS,
              "runner and oracle agree on parameters");
static_assert((int)RUNNER_MAX_BUFFERS == (int)ORACLE_MAX_BUFFERS,
              "runner and oracle agree on buffers");

struct run_session {
    struct jail_process *process; /* NULL once it was waited for */
    struct jail_result result;    /* valid when process is NULL */
    enum session_state state;
    bool unknown; /* the runner says that it does not know the exercise */
    struct channel channel;
    struct shared input, output, notes;
    struct call_command command; /* of the last call */
    unsigned char *copy;         /* the outputs of the last call, margins included */
    bool input_changed;          /* by the last call */
    struct diagnosis diagnosis;
};

size_t session_bytes(const struct oracle_buffer *buffers, size_t count) {
    return layout_place(buffers, count, NULL);
}

/* ---- the process's life ---- */

enum { MOST_BINDS = 3 + SESSION_MAX_DEVICES };

static size_t list_binds(const struct session_options *options, struct jail_bind *binds) {
    size_t count = 0;
    binds[count++] = (struct jail_bind){options->executable_directory, "/box", false};
    if (options->log_directory != NULL) {
        binds[count++] = (struct jail_bind){options->log_directory, "/log", true};
    }
    if (options->cache_directory != NULL) {
        binds[count++] = (struct jail_bind){options->cache_directory, "/cache", true};
    }
    for (size_t i = 0; options->devices != NULL && i < SESSION_MAX_DEVICES; i++) {
        if (options->devices[i] == NULL) {
            break;
        }
        binds[count++] = (struct jail_bind){options->devices[i], options->devices[i], true};
    }
    return count;
}

void session_ready(const struct session_options *options) {
    struct jail_bind binds[MOST_BINDS];
    const struct jail_spec spec = {
        .binds = binds, .bind_count = list_binds(options, binds), .limits = options->limits};
    jail_ready(&spec);
}

static bool start(struct run_session *session, const struct session_options *options,
                  struct error *error) {
    const char *argv[SESSION_MAX_WORDS + 2];
    size_t words = 0;
    while (options->under != NULL && options->under[words] != NULL && words < SESSION_MAX_WORDS) {
        argv[words] = options->under[words];
        words++;
    }
    argv[words] = options->program;
    argv[words + 1] = NULL;
    struct jail_bind binds[MOST_BINDS];
    const size_t bind_count = list_binds(options, binds);
    struct jail_descriptor descriptors[6] = {{session->channel.far_command, FD_COMMAND},
                                             {session->channel.far_answer, FD_ANSWER},
                                             {session->input.descriptor, FD_INPUT},
                                             {session->output.descriptor, FD_OUTPUT},
                                             {session->notes.descriptor, FD_NOTES}};
    size_t descriptor_count = 5;
    if (options->extra != NULL) {
        descriptors[descriptor_count++] = *options->extra;
    }
    struct jail_spec spec = {.argv = argv,
                             .environment = options->environment,
                             .directory = "/box",
                             .binds = binds,
                             .bind_count = bind_count,
                             .descriptors = descriptors,
                             .descriptor_count = descriptor_count,
                             .limits = options->limits,
                             .fixed_addresses = options->fixed_addresses,
                             .reserves_addresses = options->reserves_addresses,
                             .needs = options->needs};
    const bool good = jail_start(&spec, &session->process, error);
    jail_ready(&spec); /* most often the next one's is like it */
    return good;
}

static void release(struct run_session *session) {
    channel_close(&session->channel);
    shared_release(&session->input);
    shared_release(&session->output);
    shared_release(&session->notes);
    free(session->copy);
    free(session);
}

bool session_open(const struct session_options *options, struct run_session **session,
                  struct error *error) {
    struct run_session *opened = calloc(1, sizeof *opened);
    if (opened == NULL) {
        return error_set(error, "out of memory for a session");
    }
    opened->input.descriptor = opened->output.descriptor = opened->notes.descriptor = -1;
    bool good =
        channel_open(&opened->channel, error) &&
        shared_create(&opened->input, "inputs", options->input_bytes, SHARED_READ_ONLY, error) &&
        shared_create(&opened->output, "outputs", options->output_bytes, SHARED_WRITABLE, error) &&
        shared_create(&opened->notes, "notes", sizeof(struct diagnosis), SHARED_WRITABLE, error);
    if (good && (opened->copy = calloc(1, opened->output.size)) == NULL) {
        good = error_set(error, "out of memory for a copy of %zu bytes of output",
                         opened->output.size);
    }
    if (!good || !start(opened, options, error)) {
        release(opened);
        return false;
    }
    channel_hand_over(&opened->channel);
    opened->state = SESSION_READY;
    *session = opened;
    return true;
}

static int64_t clamp(int64_t value, int64_t low, int64_t high) {
    return value < low ? low : value > high ? high : value;
}

/* Copies the notes once, then bounds what others will use as indices: the process may be writing
 * them still. */
static void take_diagnosis(struct run_session *session) {
    struct diagnosis *diagnosis = &session->diagnosis;
    memcpy(diagnosis, session->notes.bytes, sizeof *diagnosis);
    diagnosis->frame_count = (int32_t)clamp(diagnosis->frame_count, 0, DIAGNOSIS_FRAMES);
    diagnosis->buffer = (int32_t)clamp(diagnosis->buffer, 0, RUNNER_MAX_BUFFERS - 1);
    diagnosis->wrote = diagnosis->wrote != 0;
    if (diagnosis->place < FAULT_ELSEWHERE || diagnosis->place > FAULT_MISSING) {
        diagnosis->place = FAULT_ELSEWHERE;
    }
}

static void process_ended(struct run_session *session) {
    jail_wait(session->process, &session->result);
    session->process = NULL;
    if (session->state == SESSION_READY) {
        session->state = SESSION_ENDED;
    }
}

static bool broken(struct run_session *session) {
    session->state = SESSION_BROKEN;
    jail_kill(session->process);
    return false;
}

/* ---- asking and answering ---- */

static uint64_t new_nonce(void) {
    uint64_t nonce = 0;
    while (nonce == 0 && getrandom(&nonce, sizeof nonce, 0) != sizeof nonce) {
        nonce = 0;
    }
    return nonce;
}

static bool is_answer(struct run_session *session, const struct call_answer *answer) {
    session->unknown = answer->nonce == session->command.nonce && answer->status == 1;
    return (answer->nonce == session->command.nonce && answer->status == 0) || broken(session);
}

/* Waits for an answer or for the end of the process, whichever comes first; the jail's limits bound
 * the wait. */
static bool await_answer(struct run_session *session) {
    for (;;) {
        struct call_answer answer;
        /* A closed pipe is -1, which poll ignores: then only the end can come. */
        struct pollfd events[] = {{.fd = session->channel.answer, .events = POLLIN},
                                  {.fd = jail_descriptor(session->process), .events = POLLIN}};
        if (poll(events, 2, -1) < 0 && errno != EINTR) {
            return broken(session);
        }
        if (channel_receive(&session->channel, &answer) == CHANNEL_ANSWER) {
            return is_answer(session, &answer);
        }
        if (events[1].revents != 0) {
            process_ended(session);
            return false;
        }
    }
}

/* Sends session->command under a new nonce. An answer that nobody asked for breaks the session; a
 * process that does not listen is only ending, and await_answer will see how. */
static bool ask(struct run_session *session, enum command_kind kind) {
    struct call_answer unasked;
    if (channel_receive(&session->channel, &unasked) == CHANNEL_ANSWER ||
        session->channel.received != 0) {
        return broken(session);
    }
    session->command.kind = kind;
    session->command.nonce = new_nonce();
    if (!channel_send(&session->channel, &session->command) && errno == EAGAIN) {
        return broken(session);
    }
    return await_answer(session);
}

/* ---- one call ---- */

static void describe(const struct oracle_call *call, struct call_command *command) {
    *command = (struct call_command){.input_count = (uint32_t)call->input_count,
                                     .output_count = (uint32_t)call->output_count};
    strncpy(command->exercise, call->exercise, sizeof command->exercise - 1);
    memcpy(command->parameter, call->parameter, sizeof command->parameter);
    layout_place(call->input, call->input_count, command->input);
    layout_place(call->output, call->output_count, command->output);
    for (size_t i = 0; i < call->input_count; i++) {
        command->element_bytes[i] = (uint8_t)element_size(call->input[i].element);
    }
}

static bool fits(const struct run_session *session, const struct oracle_call *call) {
    return session_bytes(call->input, call->input_count) <= session->input.size &&
           session_bytes(call->output, call->output_count) <= session->output.size;
}

static void poison(struct run_session *session) {
    const struct call_command *command = &session->command;
    for (size_t i = 0; i < command->input_count; i++) {
        size_t margin = layout_margin(&command->input[i]);
        memset(session->input.bytes + command->input[i].offset - margin, SESSION_POISON, margin);
    }
    for (size_t i = 0; i < command->output_count; i++) {
        memset(session->output.bytes + command->output[i].offset -
                   layout_margin(&command->output[i]),
               SESSION_POISON, layout_page_bytes(&command->output[i]));
    }
}

static uint64_t hash_inputs(const struct run_session *session, const struct oracle_call *call) {
    return XXH3_64bits(session->input.bytes, session_bytes(call->input, call->input_count));
}

bool session_call(struct run_session *session, const struct oracle_call *call, double *seconds) {
    *seconds = 0;
    if (session->state != SESSION_READY) {
        return false;
    }
    if (!fits(session, call)) {
        return broken(session);
    }
    describe(call, &session->command);
    poison(session);
    uint64_t before = hash_inputs(session, call);
    double start_time = clock_seconds();
    bool answered = ask(session, COMMAND_CALL);
    *seconds = clock_seconds() - start_time;
    /* From here on everything is judged on this copy: a thread that the student left behind may
     * still be writing. */
    memcpy(session->copy, session->output.bytes, session_bytes(call->output, call->output_count));
    session->input_changed = hash_inputs(session, call) != before;
    take_diagnosis(session);
    return answered;
}

void *session_input(struct run_session *session, const struct oracle_call *call, size_t i) {
    struct run_region region[RUNNER_MAX_BUFFERS];
    if (!fits(session, call)) {
        return NULL;
    }
    layout_place(call->input, call->input_count, region);
    return session->input.bytes + region[i].offset;
}

const void *session_output(const struct run_session *session, size_t i) {
    return session->copy + session->command.output[i].offset;
}

bool session_unknown(const struct run_session *session) {
    return session->unknown;
}

enum session_state session_state(const struct run_session *session) {
    return session->state;
}

bool session_input_changed(const struct run_session *session) {
    return session->input_changed;
}

bool session_output_underrun(const struct run_session *session, size_t *which) {
    for (size_t i = 0; i < session->command.output_count; i++) {
        const struct run_region *region = &session->command.output[i];
        const unsigned char *end = session->copy + region->offset;
        for (const unsigned char *byte = end - layout_margin(region); byte < end; byte++) {
            if (*byte != SESSION_POISON) {
                *which = i;
                return true;
            }
        }
    }
    return false;
}

const struct diagnosis *session_diagnosis(const struct run_session *session) {
    return &session->diagnosis;
}

void session_close(struct run_session *session, bool *finished, struct jail_result *result) {
    *finished = session->state == SESSION_READY && ask(session, COMMAND_FINISH);
    if (session->process != NULL) {
        process_ended(session);
    }
    *result = session->result;
    release(session);
}
