/* Shared virtual memory: its table (svm_table.c), under the lock. */
#pragma once

#include "icd.h"

/* One allocation. */
struct svm_memory {
    struct svm_memory *next;
    cl_context context;
    unsigned char *base;
    size_t bytes, map_bytes;
    unsigned maps;  /* that are not unmapped yet */
    bool written;   /* one of them is for the host to write, all of it */
    uint32_t guard; /* 0: none */
};

void svm_add(struct svm_memory *made);
/* The place that names the piece with these bytes; NULL is there if none has. */
struct svm_memory **svm_find(const void *pointer, size_t bytes);
/* The host may not use it, unless it is mapped; the host, or the library, may. */
void svm_close(struct svm_memory *shared);
void svm_open(struct svm_memory *shared);

/* Is there any shared virtual memory, and do these bytes lie in one piece of it? */
bool svm_is_used(void);
bool svm_holds(const void *pointer, size_t bytes);
/* Has the host mapped all of that piece to write there, and not unmapped it? */
bool svm_is_mapped_to_write(const void *pointer);
/* A buffer was made of it, which is mapped by other calls: the host may use it from now on. */
void svm_is_buffer(const void *pointer);
