/* recording.h - a recording as it is kept while launches run. Private to this room. */
#pragma once

#include "recorded_block.h"
#include "../file_names.h"
#include "../observers/reports/report.h"
#include "record.h"
#include "rows.h"

enum {
    KEEP_LAUNCHES = 64,     /* launches of which blocks are kept */
    KEEP_BLOCKS = 8,        /* the first ones of a launch */
    KEEP_FOUND = 16,        /* blocks of a launch in which something was found */
    WORK_BYTES = 512 << 20, /* rows made in all: then the recorder rests */
    KEEP_ARRAYS = 512,
};

/* The sites of a module that rows name: copied when a launch ends, as the module may go before the
 * recording is written. */
struct record_module {
    const struct simt_module *module;
    const struct simt_site *sites;
    const char *text; /* as the event's */
    uint32_t count;
    enum { SITE_UNUSED, SITE_USED, SITE_COPIED } * state;
    struct rows rows; /* JSON, a site each */
    bool any_notes;
};

struct record_launch {
    uint64_t number;
    uint32_t module;   /* index */
    struct rows head;  /* JSON members: kernel, grid, block, parameters… */
    uint64_t blocks;   /* of the launch */
    uint32_t block[3]; /* threads */
    struct record_block *kept;
    size_t kept_count, kept_room;
    const char *about; /* the case, or NULL */
    bool openmp;       /* a program of OpenMP's, not a kernel */
};

struct record_array {
    struct simt_region region;
    char name[64];
    bool touched;
};

struct recording {
    struct simt_observer observer;
    const struct finding_list *findings;         /* that grows while launches run; NULL: none */
    size_t seen_findings;                        /* of that list */
    struct simt_finding *found;                  /* copies of all that were seen */
    size_t found_count, found_room, found_first; /* the last: where the list's copies begin */
    struct file_names files;                     /* names that sites refer to by index */
    struct record_module *modules;
    size_t module_count, module_room;
    struct record_launch *launches;
    size_t launch_count, launch_room;
    uint64_t all_launches;
    struct record_array *arrays; /* by the region's index */
    size_t array_count;
    const char *about; /* the case that runs; set by another thread */
    size_t work;       /* bytes of rows made */
    bool resting;      /* the work is done: nothing more is recorded */
    bool failed;       /* memory is exhausted: something is missing */
    /* the block that runs */
    const struct simt_launch_event *event;
    struct record_launch *launch; /* NULL: not recorded */
    struct record_block *block;   /* NULL: not recorded */
    struct record_block scratch;
    size_t taken_up; /* the kept block whose next turn it is; kept_count: it has just begun */
};

/* recorder.c, for recorded_events.c, which adds what happens in a block. A recording that hears of
 * launches and arrays. */
struct recording *recording_create(void);
/* The rows of the block that runs, NULL: it is not recorded; the
 * same, or NULL if the block is full: where the next row goes. */
struct rows *recorder_rows(struct recording *recording);
struct rows *recorder_row(struct recording *recording);
/* Ends a row that was begun; `place`, which may be NULL, is where it happened. */
void recorder_end_row(struct recording *recording, const struct simt_place *place);
void recorder_use_sites(struct recording *recording, uint32_t first, uint32_t end);
/* Notes what was found since the last look. */
void recorder_look(struct recording *recording);
