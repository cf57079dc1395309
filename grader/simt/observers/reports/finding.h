/*
 * finding.h - what the detectors have to say: a list of findings, each with the place in the
 * source, the threads, the array and one sentence of advice.
 *
 * Equal findings (same kind, kernel, lines and array) are kept once and counted. All text is the
 * list's own; nothing points into the device. The order is that of first occurrence, which is the
 * same on every run.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "messages.h"

enum finding_kind { /* FINDING_RACE, …: messages.def */
#define KIND(id, verdict, ...) FINDING_##id,
#include "messages.def"
                    FINDING_KIND_COUNT
};

/* One thread at one source line. */
struct finding_place {
    char access[24]; /* "read", "write", "atomic", "waits": what the thread does there */
    char file[128];  /* "" if unknown */
    uint32_t line;   /* 0 if unknown */
    bool has_thread; /* block and thread are known */
    uint32_t block[3];
    uint32_t thread[3];
    char who[80];   /* OpenMP: "thread 1 of 4", "task of line 12 on thread 3"; of work of the
                       host's: "kernel scale in stream 2" */
    uint64_t code;  /* of such work: where the program asks for it; in the finding's object */
    char holds[96]; /* OpenMP: "the critical section `even`", "" for nothing */
};

struct simt_finding {
    enum finding_kind kind;
    char kernel[64];           /* as the student wrote it; "" for findings outside kernels */
    enum simt_dialect dialect; /* whose words describe it */
    uint64_t launch;           /* number of the launch, from 1; 0 outside kernels */
    char subject[128];         /* "shared array sm, element 17"; may be "" */
    char message[384];         /* what happened, one sentence */
    const char *said;    /* that sentence's name in messages.def; NULL: the kind says it all */
    char values[320];    /* the sentence's: finding_value reads them */
    char advice[256];    /* what to do about it, one sentence */
    const char *advised; /* that sentence's name; NULL: as above */
    int place_count;     /* 0 to 2; the first is where it happened, the second the other access */
    struct finding_place places[2];
    char steps[480];  /* OpenMP: what came of it, step by step, a line each; "" if nobody knows */
    uint64_t address; /* device address or offset in shared memory; 0 if it does not apply */
    uint64_t count;   /* times it was seen */
    /* enum simt_memories. Of a race: where it is. Of a barrier: those in which no race can be what
     * made threads miss it. */
    uint8_t memories;
    /* The host's code that did it, in `object`, the program's file or a library's, for
     * finding_locate; 0: unknown, or a kernel did it. */
    uint64_t code;
    char object[128];
};

struct finding_list {
    struct simt_finding *items;
    size_t count;
    size_t capacity;
    uint64_t dropped;   /* findings beyond the list's limit, or for want of memory */
    uint64_t unwatched; /* accesses and allocations not followed for want of memory: findings may be
                         * missing */
};

/* The element that lies `offset` bytes behind an array's beginning, or before it. */
static inline long long finding_element(long long offset, long long bytes) {
    return offset >= 0 ? offset / bytes : -((-offset + bytes - 1) / bytes);
}

/* Put the catalogue's words, in the finding's dialect, where its subject, message and advice stand.
 * The values may be NULL if the message takes none. */
void finding_about(struct simt_finding *finding, enum message subject,
                   const struct message_value *values);
void finding_says(struct simt_finding *finding, enum message message,
                  const struct message_value *values);
/* A finding that needs no values: its sentence and advice, and into the list with it. */
void finding_tell(struct finding_list *list, struct simt_finding *finding, enum message message,
                  enum message advice);
/* The value of the sentence behind the byte `*at`, from 0 on, which moves to the next; a name that
 * is NULL ends them. The texts are the finding's. */
struct message_value finding_value(const struct simt_finding *finding, size_t *at);
void finding_advises(struct simt_finding *finding, enum message advice,
                     const struct message_value *values);

/* Puts other words into the message, also where one of its values holds these. */
void finding_replace(struct simt_finding *finding, const char *from, const char *to);

/* Names the place of a finding with a `code`, in the sentence and in places[0]. Without a file
 * (NULL) the sentence names none. */
void finding_locate(struct simt_finding *finding, const char *file, uint32_t line);

/* The same of a place with a `code`; the file may be NULL. */
void finding_locate_place(struct finding_place *place, const char *file, uint32_t line);

/* The word for a kind in a dialect ("race"). */
const char *finding_kind_title(enum finding_kind kind, enum simt_dialect dialect);
/* The same word for every dialect, for JSON, and the verdict that the kind earns in DESIGN's words
 * ("race", "out-of-bounds", "timeout", "crash"…; "" for a leak, which is only a note). */
const char *finding_kind_name(enum finding_kind kind);
/* "RACE": the kind's name in messages.def. */
const char *finding_kind_id(enum finding_kind kind);
const char *finding_verdict(enum finding_kind kind);
bool finding_is_note(enum finding_kind kind);

/* The list copies *finding. Returns the stored finding, or NULL if it was dropped. */
struct simt_finding *finding_list_add(struct finding_list *list,
                                      const struct simt_finding *finding);
void finding_list_clear(struct finding_list *list);

/* The verdict of the first finding that is no note, or NULL if there is none. */
const char *finding_list_verdict(const struct finding_list *list);
