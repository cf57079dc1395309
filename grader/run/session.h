/*
 * The trusted parent's side of a run: a fresh jailed process that gets its inputs in sealed shared
 * memory, writes raw outputs to another shared memory, and is timed and judged from here. See
 * protocol.h for what crosses.
 *
 * In: a program (the student's objects, a lab's runner, worker.c) and calls as an oracle shapes
 * them. Out: for each call the raw outputs and its time; at the end how the process went.
 *
 * How it goes. Each call is sent with a nonce of its own; its answer counts only with that nonce.
 * Inputs are sealed, outputs lie between guard pages, and what is judged is a private copy, so that
 * nothing changes after the answer. The clock is the grader's.
 *
 * What can go wrong. The program may answer out of turn, write before or behind its outputs, change
 * its inputs, or end in the middle: each is a result of its own. One that ends before it answered
 * the last nonce did not finish, whatever its exit status says.
 *
 * Promised: no verdict is taken from anything that the process says of itself.
 */
#pragma once

#include "../jail/jail.h"
#include "../lab/oracle.h"
#include "protocol.h"

#include <stdbool.h>
#include <stdint.h>

enum { SESSION_MAX_DEVICES = 24, SESSION_MAX_WORDS = 16 /* of `under` */ };

/* How a process ended, or did not. */
enum session_state {
    SESSION_READY, /* waiting for the next call */
    SESSION_ENDED, /* the process is gone: `jail` says how */
    SESSION_BROKEN /* it answered something else than what was asked, and was killed for it */
};

struct session_options {
    const char
        *executable_directory; /* host folder that holds the program; seen as /box, read-only */
    const char *program;       /* its path inside the box, such as "/box/native" */
    const char *const *under;  /* a tool and its arguments that start the program; or NULL */
    const char *const *environment; /* NULL-terminated */
    struct jail_limits limits;      /* for the whole process */
    size_t input_bytes,
        output_bytes; /* the largest that any call of this session needs: see session_bytes */
    const char *log_directory;   /* host folder seen as /log, writable, for `under`; or NULL */
    const char *cache_directory; /* host folder seen as /cache, writable, or NULL */
    bool fixed_addresses, reserves_addresses; /* as in jail_spec */
    enum jail_needs needs;                    /* as in jail_spec */
    const struct jail_descriptor *extra;      /* one more descriptor for the process, or NULL */
    const char *const *devices; /* device files that it may use, NULL-terminated; or NULL */
};

struct run_session;

/* Bytes of shared memory that a call's inputs (or outputs) take: whole pages each. */
size_t session_bytes(const struct oracle_buffer *buffers, size_t count);

/* Begins to make the jail of a session with such folders, devices and limits, where that was asked
 * for (jail_keep_ready). */
void session_ready(const struct session_options *options);

/* Starts the process; it is ready for the first call when this returns true. */
bool session_open(const struct session_options *options, struct run_session **session,
                  struct error *error);

/* Where the parent writes input `i` of the coming call, and reads output `i` of the last one (a
 * private copy that the process cannot reach any more). Owned by the session; valid until the next
 * session_call. session_input is NULL when the call needs more shared memory than the options said.
 */
void *session_input(struct run_session *session, const struct oracle_call *call, size_t i);
const void *session_output(const struct run_session *session, size_t i);

/* Poisons the outputs, runs the call and waits for the answer. True when the answer came; *seconds
 * is the wall clock from the parent's command to the answer. On false, session_state says what
 * happened. */
bool session_call(struct run_session *session, const struct oracle_call *call, double *seconds);

/* What the session is at: waiting for a call, or why there is no answer. */
enum session_state session_state(const struct run_session *session);

/* Was the last answer that the runner does not know the exercise? The session is broken then. */
bool session_unknown(const struct run_session *session);

/* After a call: were the bytes of the inputs changed; were bytes before output `*which` changed? */
bool session_input_changed(const struct run_session *session);
bool session_output_underrun(const struct run_session *session, size_t *which);

/* What the process left about its own end (a signal handler's notes) or observed: a copy of
 * untrusted bytes taken when session_call returned, to be used as a hint only (counts and places
 * lie within their bounds). Owned by the session. */
const struct diagnosis *session_diagnosis(const struct run_session *session);

/* Asks the process to end, waits for it, and tells how it went. `finished` is true when it answered
 * the end-of-run nonce. Releases the session; jail_result_free(result) is the caller's. */
void session_close(struct run_session *session, bool *finished, struct jail_result *result);

/* The byte that outputs are filled with before a call: what the machine has in memory that nobody
 * wrote (simt.h), so that a program leaves the same in both places. As a double it is huge: where
 * a result is added to it, the result is lost. */
enum { SESSION_POISON = 0xe5 };
