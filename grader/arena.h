/*
 * Memory that lives and dies together: one owner, one release, no frees in between.
 *
 * Memory that is out is the one error that is no value here: arena_alloc never fails, and so none
 * of its five hundred callers has to ask. A block to write into that stands for any size cannot be
 * had, and a jump back to the public call would leave boxes, processes and threads of the calls in
 * between behind. What is asked for is small, since every input is bounded before (a lab.yaml by a
 * MiB, what a tool says by four). Where much is at stake, the process is no more than one grading:
 * each task of a class has its own, and the class notes how it ended and grades it again. Nothing
 * of this runs in a student's process. What is large (buffers of inputs and results, the simulated
 * GPU's memory) comes from malloc or mmap, and its failure is an error as any other.
 */
#pragma once

#include <stdarg.h>
#include <stddef.h>

struct arena_block;

struct arena {
    struct arena_block *blocks;
};

/* `size` zeroed bytes, aligned to 16, owned by the arena. Ends the program with exit status 2 when
 * memory is out. */
void *arena_alloc(struct arena *arena, size_t size);

/* A copy of `text`, owned by the arena. */
char *arena_strdup(struct arena *arena, const char *text);

/* printf into the arena. */
__attribute__((format(printf, 2, 3))) char *arena_printf(struct arena *arena, const char *format,
                                                         ...);

__attribute__((format(printf, 2, 0))) char *arena_vprintf(struct arena *arena, const char *format,
                                                          va_list arguments);

/* Moves all that `from` owns to `to`; `from` is then empty. */
void arena_adopt(struct arena *to, struct arena *from);

/* Gives all of it back; the arena is empty and usable again. */
void arena_free(struct arena *arena);
