/* recorded_block.h - the rows of one block. Of a long one its beginning and its last part stay, as
 * what is found may be found late; of what lies between, only rows that later ones stand on. */
#pragma once

#include "rows.h"

enum {
    BLOCK_BEGINNING = 512 << 10, /* bytes */
    BLOCK_BETWEEN = 256 << 10,
    BLOCK_PART = 640 << 10,    /* the last part has one to two of these */
    BLOCK_LONGEST = 256 << 20, /* rows made of one block: what comes later is left out */
};

struct record_block {
    uint64_t block;
    uint32_t at[3];
    struct rows rows; /* its beginning; after block_end() all that is kept */
    struct rows between, older, newer;
    size_t made, dropped; /* bytes */
    bool cut;             /* rows are missing at its end */
    bool found;           /* something was found here */
    bool settled;         /* that costs points: what comes long after it is left out */
};

/* The text that the next row is appended to; NULL if it is left out: long after what was found, or
 * where the block is too long by far. */
struct rows *block_next_row(struct record_block *block);
/* The text that the last row was appended to. */
struct rows *block_rows(struct record_block *block);

/* Joins what is kept: the row ["g",bytes] stands where rows are missing. */
void block_end(struct record_block *block);
void block_clear(struct record_block *block);
