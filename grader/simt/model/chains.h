/*
 * chains.h - blocks that wait for each other.
 *
 * The machine runs blocks one after the other, so a block that waits for a word which another one
 * writes (polls.h) finds it there at once. On a GPU it asks for the word again and again. This
 * remembers who waits for whom, and says how long the launch lasts at least: a block is through
 * when it has read what those before it have handed over. A word that its writer stores twice is
 * looked back at: who finds its first value takes it and goes on to the word before, until it finds
 * a second value.
 */
#ifndef LOCKSTEP_SIMT_CHAINS_H
#define LOCKSTEP_SIMT_CHAINS_H

#include "../observe.h"
#include "profile.h"

struct chains;

/* NULL without memory. The caller owns it. */
struct chains *chains_create(void);
void chains_destroy(struct chains *chains);
/* Forgets everything: before a launch. */
void chains_clear(struct chains *chains);

/* The block (any number; later ones have higher numbers) stores or makes atomics; `handle` is the
 * step's. */
void chains_store(struct chains *chains, const struct simt_access *access, uint32_t block,
                  uint8_t handle);
/* It polls. */
void chains_poll(struct chains *chains, const struct simt_access *access, uint32_t block);
/* Has another block of the launch stored the word at the first lane's place? */
bool chains_handed(const struct chains *chains, const struct simt_access *access, uint32_t block);

bool chains_any(const struct chains *chains);
/* The steps that hand over: of a word that is looked back at, the first and the second store. */
void chains_handles(const struct chains *chains, uint8_t *own, uint8_t *all);

/* Of a block that waits for nothing, cycles: */
struct chain_block {
    double own;    /* from its start until it stores the first value */
    double asks;   /* until it asks for the word of another */
    double answer; /* until it could ask again */
    double step;   /* from one word to the one before that */
    double all;    /* from the question until it hands its own word over */
    double rest;   /* from there to its end */
};

struct chain_grid {
    double blocks;
    double places;     /* blocks that run at once */
    double processors; /* that have work */
    double apart;      /* cycles from one block to the next one on a multiprocessor */
};

/* Cycles until the last block ends. */
double chains_cycles(const struct chains *chains, const struct profile *profile,
                     const struct chain_block *block, const struct chain_grid *grid);

#endif
