/*
 * graph_memory.h - memory that nodes of graphs allocate and free (CUDA C++ Programming Guide,
 * "Graph Memory Nodes"). An address is the graph's from the moment its node is made; the memory
 * there is live from a launch that allocates it to a launch, or a call of cudaFree, that frees it.
 */
#pragma once

#include "runtime_calls.h"

/* What a graph, its copies and what was made of it share. */
struct graph_memory;

/* With no user yet. NULL: out of memory. */
struct graph_memory *graph_memory_new(void);
void graph_memory_use(struct graph_memory *memory);
/* The last user gives the addresses back, too; memory that is still live is the program's to free.
 */
void graph_memory_release(struct graph_memory *memory);
/* The address, which cudaMalloc gave, is the graph's from now on. False without memory. */
bool graph_memory_keep(struct graph_memory *memory, void *pointer);

/* Is the memory at an address that some graph has live? False for all others. */
bool graph_memory_is_live(const void *pointer);
/* A launch allocates it. */
void graph_memory_allocate(const void *pointer);
/* A launch or the program frees it. False if no graph has the address; `error` then stays as it is,
 * else it says whether the memory was live. */
bool graph_memory_free(const void *pointer, cudaError_t *error);
