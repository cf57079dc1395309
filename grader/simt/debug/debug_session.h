/* debug_session.h - a debugging session: where in the recording it is, and where it shall stop. */
#pragma once

#include "../record/replay.h"
#include "protocol.h"

enum { MOST_BREAKPOINTS = 256 };

struct breakpoint {
    char file[128]; /* name without folders */
    uint32_t line;
};

struct debug_session {
    struct protocol protocol;
    char **program;  /* from the command line; NULL if launch shall name it */
    char **launched; /* the words that launch gave; the session's */
    struct recording *recording;
    struct record_replay *replay;
    size_t position; /* the step that is about to run */
    uint32_t focus;  /* the lane whose variables are shown, in cuda-gdb's sense */
    struct breakpoint breakpoints[MOST_BREAKPOINTS];
    size_t breakpoint_count;
    bool stops_at_findings;
    bool ended;
    const char *stopped; /* why it stands: "entry", "step", "breakpoint", "exception" */
};

/* Answers one request. */
void session_request(struct debug_session *session, const json_t *request);

/* Sends what a program printed into `file`, from its beginning, as events "output". Bytes that are
 * no UTF-8 become U+FFFD; none is left out for what stands beside it. */
void session_tell_output(struct debug_session *session, int file);
