/*
 * claims.h - who loads and stores which words, while blocks run at the same time.
 *
 * Blocks on several cores must do what they do one after the other. They do if no word that one of
 * them stores is loaded or stored by another. So every access to global memory claims its words
 * before it is carried out. One that breaks this rule is not: then all that these blocks stored is
 * taken back, and they run one after the other (speculate.c). Atomics whose old value nobody wants
 * are put off until the blocks before have ended. The idea is that of Rauchwerger and Padua, The
 * LRPD test: speculative run-time parallelization of loops, PLDI 1995.
 */
#pragma once

#include "../machine.h"

enum {
    CLAIMS_BLOCKS = 1 << 14, /* that may run at the same time, at most */
    CLAIMS_ROW = LANES * sizeof(uint64_t)
};

/* Bytes that grow. */
struct claims_bytes {
    unsigned char *bytes;
    size_t used, capacity;
};

/* Room for `size` bytes more; NULL if there would be too many, or without memory. */
unsigned char *claims_room(struct claims_bytes *bytes, size_t size);

struct claims;

/* What one core needs to claim for the block that it runs. */
struct claimer {
    struct claims *claims;
    uint32_t block;                  /* of those that run at the same time, from 0 */
    struct claims_bytes stored;      /* what the core's blocks stored over */
    struct claims_bytes *reductions; /* of the block: what is put off */
    _Atomic(bool) *failed;           /* a block broke the rule, or must run alone */
};

/* For a launch that is ready to run. The caller owns it; NULL without memory. */
struct claims *claims_create(const struct machine *machine);
void claims_destroy(struct claims *claims);
/* Nobody has claimed anything, from here on. False if that is not possible any more. */
bool claims_anew(struct claims *claims);

enum claim { CLAIM_GRANTED, CLAIM_PUT_OFF, CLAIM_REFUSED };

/* Claims the words of the region `index` that the active lanes access at host + address[lane]. */
enum claim claim_access(struct warp *warp, const struct instruction *i, uint32_t index,
                        uintptr_t host, const uint64_t *address, enum simt_pattern pattern);

/* An atomic operation that is put off. */
struct reduction {
    const struct instruction *instruction;
    uintptr_t host;
    uint64_t address[LANES];
    uint8_t operands[CLAIMS_ROW];
    uint32_t mask;
};

/* Takes back what a core's blocks stored. */
void claims_take_back(struct claims_bytes *stored);

/* A quantum of the warp is over, in which it only polled memory: others may have to change it. */
void claims_quantum(struct warp *warp, bool spinning);
/* The block cannot go on beside others: it runs again, alone. */
int claims_give_up(struct warp *warp);
