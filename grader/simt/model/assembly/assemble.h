/*
 * assemble.h - what an assembler makes of PTX, by rules: the model's stand-in for ptxas.
 *
 * Each PTX instruction becomes nothing (a copy, a part of an address), an instruction, or a
 * sequence (a division). Loops whose number of rounds is known before they begin are unrolled, by
 * four or in full; their counters then cost a part of an instruction. THEORY.md has the rules.
 */
#pragma once

#include "../../machine.h"
#include "../profiles/profile.h"

enum { STEP_SOURCES = 6, STEP_TARGETS = 4, SLOT = 16 }; /* slots are counted in sixteenths */

enum { FENCE_CYCLES = 265 }; /* of a fence of the device that has nothing to wait for */

enum step_kind {
    STEP_FREE,        /* no instruction: its targets stand for its latest source */
    STEP_PLAIN,       /* slots, a pipe, a latency */
    STEP_MEMORY,      /* space and size are the access's */
    STEP_CONTROL,     /* a conditional branch */
    STEP_SYNCHRONISE, /* a block barrier */
    STEP_ORDER,       /* fences, warp barriers, calls: memory is not moved across */
    STEP_HIDDEN,      /* inside a function whose call has a cost of its own */
    STEP_FOLDED,      /* memory: a part of an instruction, or an array's element in a register */
    STEP_PREDICATE,   /* a branch over a few instructions, which run under a predicate */
};

/* Instructions that run under a predicate, with no branch around them. */
struct step_side {
    uint32_t first; /* site; the target's if there are none */
    uint16_t slots;
};

/* What an instruction of PTX (a site) costs. */
struct model_step {
    uint8_t kind;         /* enum step_kind */
    uint8_t pipe;         /* enum pipe */
    uint8_t specials;     /* of its instructions, those on PIPE_SPECIAL */
    uint8_t unroll;       /* of the loop whose control it is: rounds between two branches; else 0 */
    uint32_t first, last; /* that loop's sites */
    bool seamless;        /* the loop around it is unrolled in full, too: no branch is left */
    bool preamble;        /* that loop has to find out how many rounds are left over */
    uint16_t slots;       /* sixteenths of an instruction */
    uint16_t latency;     /* cycles more than the pipe's own */
    uint16_t others;      /* slots that occupy no pipe beside the scheduler */
    struct step_side side[2]; /* STEP_PREDICATE: what runs where it holds, and where not… */
    uint32_t target;          /* …up to here */
    bool fence;               /* waits for the accesses of the thread, and empties L1 */
    bool either;              /* a sum: the multiplier can make it, too */
    bool divides;             /* integers: a second division by one number spares the reciprocal */
    bool parts;               /* a sequence with a way aside for rare values: a branch */
    bool uniform;             /* memory: all lanes are known to have one address */
    bool joins;               /* atomics: the lanes of a warp are known to make one */
    bool floats;              /* atomics: sums of floats or doubles */
    bool mergeable;           /* shared loads: neighbours of a fully unrolled loop become one */
    uint16_t sources[STEP_SOURCES]; /* values, 0: none */
    uint16_t targets[STEP_TARGETS];
    uint16_t address; /* memory: the source that its place is made of */
};

static inline void step_is_free(struct model_step *step) {
    step->kind = STEP_FREE;
    step->slots = 0;
}

struct assembly {
    struct assembly *next;
    const struct simt_module *module;
    struct model_step *steps; /* by site */
    uint32_t values;          /* their numbers are below this */
};

/* The caller owns it. NULL without memory. */
struct assembly *assemble(const struct simt_module *module);
void assembly_destroy(struct assembly *assembly);
