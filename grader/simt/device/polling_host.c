/*
 * A host that goes on while work is there. On a GPU a kernel begins soon after it was asked for;
 * here it begins when the host waits. A host that waits without a call, by reading memory again and
 * again, would wait for ever. So work also begins when the host has said nothing for a while, and
 * when it waits again and again, but never for this work. A kernel that polls memory which the host
 * may write gives it time, and ends where the host cannot write any more.
 */
#include "session.h"

#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum {
    SILENCE = 500, /* milliseconds */
    LONG_SILENCE = 5000,
    MOST_WAITS = 500,
    NAP = 200000, /* nanoseconds */
    NAPS_UNTIL_TOLD = 25000
};

static void tell(const struct session *session, enum message message,
                 const struct message_value *values) {
    char text[256];
    message_write(text, sizeof text, serving_dialect(session), message, values);
    if (session->options->tell != NULL) {
        session->options->tell(text);
    }
}

/* "kernel.cu:12" */
static void write_line(char *text, size_t size, const struct simt_place *place) {
    const struct simt_source *source = &place->launch->sites[place->site].source;
    const char *slash = strrchr(source->file, '/');
    snprintf(text, size, "%.64s:%u", slash != NULL ? slash + 1 : source->file, source->line);
}

int live_patience(const struct session *session, int left) {
    bool waits = session->options->live && session->queue_count > 0;
    int most = waits ? SILENCE : session->live.silent ? LONG_SILENCE : -1;
    return most > 0 && (left < 0 || left > most) ? most : left;
}

bool live_silence(struct session *session) {
    struct live *live = &session->live;
    session->blocks_until_look = 0;
    if (!session->options->live || serving_must_stop(session)) {
        return false;
    }
    if (session->queue_count > 0) {
        session->failed = queue_drain(session);
        live->silent = true;
        return true;
    }
    if (live->silent) { /* said once: some compute for long */
        live->silent = false;
        tell(session, MESSAGE_NOTHING_LEFT, NULL);
        return true;
    }
    return false;
}

void live_waited(struct session *session) {
    struct live *live = &session->live;
    if (!session->options->live || session->queue_count == 0) {
        live->waits = 0;
    } else if (++live->waits >= MOST_WAITS) {
        live->waits = 0;
        session->failed = queue_drain(session);
    }
}

/* ---- while a kernel runs --------------------------------------------------------------------- */

/* The host asked whether work is done: it is not, and the host may do something about it. */
static void answer_early(struct session *session) {
    struct live *live = &session->live;
    if (!live->owed) {
        return;
    }
    live->owed = live->serves = false;
    live->answered = true;
    wire_head(&session->out)->status = cudaErrorNotReady;
    if (wire_send(session->socket, &session->out, -1, session->options->stop, -1) != WIRE_OK) {
        session->stopped = true;
    }
}

/* What can be answered in the midst of a launch: what only asks, or tells. */
static bool is_harmless(struct session *session) {
    const struct wire_wait_q *wait = wire_body(&session->in);
    switch (wire_head(&session->in)->operation) {
    case WIRE_TOUCHED:
    case WIRE_GUARDS:
    case WIRE_FROM:
        return true;
    case WIRE_WAIT:
        return wait->query != 0;
    default:
        return false;
    }
}

static bool answer_inside(struct session *session) {
    const struct live before = session->live;
    session->live.inside = true;
    session->report->protocol = session->answer(session);
    session->live = before;
    return session->report->protocol == NULL &&
           wire_send(session->socket, &session->out, -1, session->options->stop, -1) == WIRE_OK;
}

/* Takes requests that came meanwhile, up to one that has to wait until the kernel has ended. */
static void hear(struct session *session) {
    struct live *live = &session->live;
    struct pollfd ready = {.fd = session->socket, .events = POLLIN};
    while (!live->kept && !live->gone && poll(&ready, 1, 0) > 0) {
        live->gone = wire_receive(session->socket, &session->in, -1, -1) != WIRE_OK;
        live->kept =
            !live->gone && (wire_check_request(&session->in) != NULL || !is_harmless(session));
        if (!live->gone && !live->kept && !answer_inside(session)) {
            live->gone = session->stopped = true;
        }
    }
}

/* A host that waits in a call, and has no other thread, writes nothing. */
static bool may_write(void *context, bool same) {
    struct session *session = context;
    struct live *live = &session->live;
    answer_early(session);
    if (!live->serves) {
        hear(session);
    }
    if (live->serves || live->kept || live->gone) {
        return !(same && (live->gone || wire_head(&session->in)->alone != 0));
    }
    const struct timespec nap = {.tv_nsec = NAP};
    nanosleep(&nap, NULL);
    if (++live->naps == NAPS_UNTIL_TOLD) {
        tell(session, MESSAGE_WAITS_FOR_HOST,
             MESSAGE_VALUES(message_string("kernel", live->kernel)));
    }
    return true;
}

static void runs_long(void *context, const struct simt_place *place) {
    struct session *session = context;
    char line[96];
    answer_early(session);
    write_line(line, sizeof line, place);
    tell(session, MESSAGE_RUNS_LONG,
         MESSAGE_VALUES(message_string("kernel", place->launch->kernel->display_name),
                        message_string("place", line)));
}

void live_open(struct session *session) {
    session->live.company = (struct simt_company){may_write, runs_long, session};
    if (session->options->live) {
        simt_device_in_company(session->device, &session->live.company);
    }
}
