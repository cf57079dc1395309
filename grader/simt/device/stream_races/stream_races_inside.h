/* stream_races_inside.h - operations and their sets, shared by the files of stream_races.h. */
#pragma once

#include "../session.h"
#include "../touched.h"

enum { OPERATIONS = 1024, SET_WORDS = OPERATIONS / 64 };

struct work_set { /* a bit an operation */
    uint64_t words[SET_WORDS];
};

static inline bool set_has(const struct work_set *set, int operation) {
    return set->words[operation / 64] >> (operation % 64) & 1;
}

static inline void set_put(struct work_set *set, int operation) {
    set->words[operation / 64] |= UINT64_C(1) << (operation % 64);
}

static inline void set_join(struct work_set *set, const struct work_set *other) {
    for (int i = 0; i < SET_WORDS; i++) {
        set->words[i] |= other->words[i];
    }
}

static inline void set_take_away(struct work_set *set, const struct work_set *other) {
    for (int i = 0; i < SET_WORDS; i++) {
        set->words[i] &= ~other->words[i];
    }
}

/* What a stream last waited for, for the advice: an event that marked nothing, or one of a stream,
 * which was recorded too early if the two met all the same. */
struct waited {
    enum { WAITED_NONE, WAITED_UNRECORDED, WAITED_EARLY } how;
    uint32_t stream;
    uint64_t at; /* behind this operation, in the order of issue */
};

/* The host touched what it guarded for an operation. */
enum { HOST_TOUCHES = 8 };
struct host_touch {
    uint64_t address;
    uint64_t code; /* in `object` */
    char object[128];
    bool writes;
    bool exact; /* the byte at the address was meant, and not one near it */
};

/* A graph that is being launched: what is in front of all of it, and of each node, which takes its
 * own work in when that was asked for. */
struct graph_order {
    struct work_set *nodes; /* NULL: there is none */
    uint32_t count, node;
    uint32_t stream;
    struct work_set base;
};

struct operation {
    enum { OPERATION_NONE, OPERATION_ISSUED, OPERATION_ENDED } state;
    uint64_t number; /* in the order of issue, from 1 */
    uint32_t stream;
    struct waited waited;
    bool frees;
    bool is_command; /* OpenCL's: its guard is its number */
    bool is_node;    /* of a graph */
    uint32_t guard;  /* as in wire_launch_q; of OpenCL's commands their number */
    struct host_touch host[HOST_TOUCHES];
    int host_count;
    bool watched;           /* `touched` is known when it has ended */
    struct work_set before; /* ends before this begins */
    struct touched touched;
    char kernel[64]; /* "" for a call */
    char call[48];
    uint64_t code; /* of the call, in `object`; 0: unknown */
    char object[128];
};

struct unordered {
    struct operation operations[OPERATIONS];
    int top;         /* places from here on are free */
    uint64_t issued; /* operations so far */
    struct work_set host;
    struct stream_order {
        struct work_set tail;    /* in front of what comes next */
        struct work_set barrier; /* OpenCL: and in front of what waits for nothing else */
        struct waited waited;
    } streams[SESSION_STREAMS];
    struct event_order {
        struct work_set before;
        uint32_t stream;
    } events[SESSION_EVENTS];
    struct graph_order graph;
    uint32_t stream_top, event_top; /* numbers from here on were never used */
    bool host_waits;
    bool off;    /* OpenCL: an order is unknown */
    int command; /* OpenCL: the operation of the command that runs, + 1; 0: none */
    int running; /* operation */
    struct simt_observer observer; /* its `access` is NULL unless bytes are recorded */
};

/* stream_races.c. A place for a new operation; -1: none. */
int unordered_place(struct unordered *unordered);
/* The operation has ended: it is compared with all that may have run at the same time. */
void unordered_ended(struct session *session, int operation);
/* What the host has waited for can meet nothing new. */
void unordered_settle(struct unordered *unordered);
/* What a stream's next operation finds in front of it. */
struct work_set unordered_before_in(const struct session *session, uint32_t stream);
void graph_clear(struct unordered *unordered);

/* stream_race_host.c: adds a finding if the operation touches what the host did then. */
void unordered_compare_host(struct session *session, const struct operation *operation, int index);

/* stream_race_findings.c: words for an operation; which file the places of a finding lie in; what
 * an operation is called, for findings. */
void unordered_describe(struct finding_place *place, enum simt_dialect dialect,
                        const struct operation *operation, enum touch touch);
void unordered_one_object(struct simt_finding *finding, const char *first, const char *second);
void unordered_name_call(const struct session *session, struct operation *operation);
void unordered_name(struct session *session, struct operation *operation, const struct work *work);
/* Adds a finding if the two touch the same bytes; the second has just ended. */
void unordered_compare(struct session *session, int one, int two);
