/*
 * record.h - a recording of what launches did, step by step: what `lockstep show` replays.
 *
 *     struct recording *recording = record_create();
 *     record_findings(recording, detector_findings(detector));
 *     simt_device_attach(device, record_observer(recording));     the last one
 *     … launches …
 *     record_write(recording, file, &options, &error);            or record_save()
 *     simt_device_destroy(device); record_destroy(recording);
 *
 * What comes in: the machine's events (recorded_events.c makes rows of them), findings as they are
 * made, the sources, and the names and values of variables, which the compile step has put into the
 * PTX (annotate/). What comes out: a file, whose format README.md describes, and a page that plays
 * it (page/).
 *
 * What can go wrong: a launch does more than a recording holds, or memory is exhausted. Some blocks
 * of each launch are kept, and all in which something was found; of a long block the middle is left
 * out. The recording says what is missing.
 *
 * What is promised: a run that nobody records pays nothing. What is written is bounded. A recording
 * can be read up to where it was cut off.
 */
#pragma once

#include <stdio.h>

#include "../../error.h"
#include "../observe.h"
#include "../observers/reports/finding.h"

enum { RECORD_VERSION = 1 };

struct recording;

/* NULL without memory. The caller owns it; it must outlive the device. */
struct recording *record_create(void);
void record_destroy(struct recording *recording);

/* Attach it behind those that find things: then each finding stands where it was made. */
const struct simt_observer *record_observer(struct recording *recording);

/* Whose findings are noted as they come. Before the list goes, say so with NULL: what it holds by
 * then is kept. */
void record_findings(struct recording *recording, const struct finding_list *findings);

/* What an array is called, by its address: for those that have no name in PTX. */
void record_name(struct recording *recording, uint64_t address, const char *name);

/* From here on the launches belong to this work of the program ("n = 1000, threads = 64"). The text
 * must outlive the recording. */
void record_case(struct recording *recording, const char *text);

/* Name number `n` of the source files that rows refer to; NULL behind the last. */
const char *record_file(const struct recording *recording, size_t n);

/* Launches that were seen: 0 is a program that never launched. */
uint64_t record_launches(const struct recording *recording);

/* What a check said of the run that it failed. Texts may be NULL. */
struct record_told {
    const char *verdict, *message, *advice;
    const char *about; /* the case that showed it, as record_case() had it */
    const char *was;   /* the larger case in which the check found it first; NULL: this one */
    const char *file;  /* where, by the base name; line 0: unknown */
    int line;
    const char *got; /* of a wrong answer: what `element` of it held */
    size_t element;
    const struct message_value *values; /* what the message is about (message_value.h), or NULL */
    const char *host; /* "unwaited": it took the answer before the last kernel had run; "uncopied":
                         before the answer was copied, or nothing copies it */
};

struct record_options {
    const char *title;              /* of the page: "histogram-cuda, exercise gm" */
    const char *title_french;       /* the same in French; NULL: as title */
    const char *function;           /* what OpenMP's runs are called; NULL: as they began */
    const char *language;           /* of the page: "en" or "fr"; NULL: en */
    const char *remark;             /* to be told at the top of the page; NULL */
    const char *start;              /* where the page opens: "finding" (the default) or "start" */
    const struct record_told *told; /* NULL: nothing failed */
    size_t limit;                   /* bytes of blocks, 0: RECORD_LIMIT */
    /* Puts a text of a finding into French, in memory of its own or `text`; NULL: English. */
    const char *(*french)(void *context, const char *text);
    void *french_context;
    /* Where sources are; names are looked up without their folder. None: names are taken as they
     * are, from the current folder. */
    const char *const *folders;
    size_t folder_count;
};

enum { RECORD_LIMIT = 4 << 20 };

/* The recording itself: JSON, a value a line. False with a message. */
bool record_write(const struct recording *recording, FILE *out,
                  const struct record_options *options, struct error *error);

/* To a file: for a name that ends in .html a page without network that holds the recording and
 * shows it, else the recording. */
bool record_save(const struct recording *recording, const char *name,
                 const struct record_options *options, struct error *error);
