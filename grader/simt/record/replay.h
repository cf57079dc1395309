/*
 * replay.h - a recording that one walks through in C, forwards and backwards: what `lockstep debug`
 * stands on. A step is what a warp does at one line, as in the page (page/model.js).
 */
#pragma once

#include <jansson.h>

#include "record.h"

struct record_step {
    size_t launch, block; /* indices of what was kept */
    uint32_t warp, mask;
    const char *file; /* "" if unknown */
    uint32_t line;
    const char *function;
    int finding; /* that was made here: its number, or -1 */
    size_t first_row, end_row;
};

/* A variable of a warp. */
struct record_variable {
    char name[64], type[96], function[64];
    char kind;    /* notes.h */
    uint32_t set; /* lanes that have a value */
    uint64_t value[SIMT_WARP_SIZE];
};

struct record_replay;

/* Reads all that was kept. NULL without memory. The recording must outlive it. */
struct record_replay *record_replay_create(const struct recording *recording);
void record_replay_destroy(struct record_replay *replay);

const struct record_step *record_replay_step(const struct record_replay *replay, size_t number);

/* Findings in the order in which they were made; NULL if there is none of that number. */
const struct simt_finding *record_replay_finding(const struct record_replay *replay, int number);

/* Coordinates, launch number and kernel of a step's block, in cuda-gdb's words: "kernel 1 total,
 * block (0,0,0)". */
void record_replay_place(const struct record_replay *replay, const struct record_step *step,
                         char *text, size_t size);

/* Warps of the step's block that do anything. */
uint32_t record_replay_warps(const struct record_replay *replay, const struct record_step *step);

/* The variables of a warp before step `number`, in the order in which they got values; the caller
 * frees the list. NULL with *count 0 if there are none. */
struct record_variable *record_replay_variables(const struct record_replay *replay, size_t number,
                                                uint32_t warp, size_t *count);

/* What the block's shared arrays hold before the step: {name: [value or null…]}, words of 4 bytes.
 * The caller owns it. */
json_t *record_replay_shared(const struct record_replay *replay, size_t number);

/* A value as the source would write it. */
void record_value_text(const struct record_variable *variable, uint32_t lane, char *text,
                       size_t size);
