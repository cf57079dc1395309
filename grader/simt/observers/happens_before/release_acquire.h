/*
 * release_acquire.h - what orders accesses besides barriers: a fence followed by an atomic (or by a
 * volatile store) publishes what its thread and, through barriers, its block did before; an atomic
 * (or a volatile load) of the same place by another thread receives it.
 *
 *     partial[block] = sum;             total += partial[i];
 *     __threadfence();                        ^
 *     atomicAdd(&tickets, 1);   ->      atomicAdd(&tickets, 1)
 *
 * A relaxed store, or an atomic of one lane, without a fence publishes that its block's reads
 * before the last barrier are over, and no more: whoever reads that place may write what they read.
 * NVIDIA's scans in one pass, and compactions, lean on that where they work in place (the numbers
 * that they hand on are made of what was read).
 * Who publishes hands on what he knows of others by what he has received (causality order).
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "../races/shadow.h"

struct order;

/* NULL without memory. */
struct order *order_create(void);
void order_destroy(struct order *order);

/* Forgets everything that was published. */
void order_launch(struct order *order);
void order_block(struct order *order);

/* Whom a fence orders memory for: all threads of the device, or those of its own block. */
enum order_scope { ORDER_DEVICE, ORDER_BLOCK, ORDER_SCOPES };

/* Thread `thread` executes a fence at tick `now`, having passed the floors; `alone`: it is no part
 * of an atomic. */
void order_fence(struct order *order, enum order_scope scope, uint32_t thread, uint32_t now,
                 bool alone, const struct shadow_floors *floors);
/* Has nobody fenced in this block, and nothing been published in this launch? Then there is nothing
 * to publish or receive. */
bool order_idle(const struct order *order);
/* Has the thread executed a fence in this block? */
bool order_fenced(const struct order *order, uint32_t thread);

/* Thread `thread` of the block whose first tick is `block`, having passed the floors, writes the
 * synchronising place `key`; it publishes if it, or one met at a barrier, has fenced. */
void order_publish(struct order *order, uint64_t key, uint32_t thread, uint32_t block,
                   const struct shadow_floors *floors);
/* The same for a relaxed store, whether or not anybody has fenced: the block's reads before the
 * barrier that the thread has passed are over. */
void order_publish_reads(struct order *order, uint64_t key, uint32_t thread, uint32_t block,
                         const struct shadow_floors *floors);
/* Thread `thread` reads the synchronising place `key` at tick `now`; `releasing`: by an atomic that
 * releases only, behind which it has received nothing before it fences. */
void order_receive(struct order *order, uint64_t key, uint32_t thread, uint32_t now,
                   bool releasing);

/* Is the access that `cell` tells of (in the block whose first tick is `cell_block`) known, through
 * something published and received, to the thread that marks `mine`, in the block whose first tick
 * is `block`? `read_then_written`: it is a read, and `mine` a write. */
bool order_known(struct order *order, shadow_cell cell, uint32_t cell_block, shadow_cell mine,
                 uint32_t block, bool read_then_written, const struct shadow_floors *floors);
