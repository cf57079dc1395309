#include "arena.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct arena_block {
    struct arena_block *next;
    max_align_t bytes[];
};

void *arena_alloc(struct arena *arena, size_t size) {
    struct arena_block *block = calloc(1, sizeof *block + size);
    if (block == NULL) {
        fprintf(stderr, "lockstep: out of memory (asked for %zu bytes)\n", size);
        exit(2);
    }
    block->next = arena->blocks;
    arena->blocks = block;
    return block->bytes;
}

char *arena_strdup(struct arena *arena, const char *text) {
    size_t size = strlen(text) + 1;
    return memcpy(arena_alloc(arena, size), text, size);
}

char *arena_printf(struct arena *arena, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    char *text = arena_vprintf(arena, format, arguments);
    va_end(arguments);
    return text;
}

char *arena_vprintf(struct arena *arena, const char *format, va_list arguments) {
    va_list again;
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, arguments);
    char *text = arena_alloc(arena, (size_t)(length < 0 ? 0 : length) + 1);
    if (length >= 0) {
        vsnprintf(text, (size_t)length + 1, format, again);
    }
    va_end(again);
    return text;
}

void arena_adopt(struct arena *to, struct arena *from) {
    struct arena_block **tail = &from->blocks;
    while (*tail != NULL) {
        tail = &(*tail)->next;
    }
    *tail = to->blocks;
    to->blocks = from->blocks;
    from->blocks = NULL;
}

void arena_free(struct arena *arena) {
    while (arena->blocks != NULL) {
        struct arena_block *next = arena->blocks->next;
        free(arena->blocks);
        arena->blocks = next;
    }
}
