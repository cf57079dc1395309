/* Memory that lives and dies together: one owner, one release, no frees in between. */
#ifndef LOCKSTEP_ARENA_H
#define LOCKSTEP_ARENA_H

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

/* Moves all that `from` owns to `to`; `from` is then empty. */
void arena_adopt(struct arena *to, struct arena *from);

/* Gives all of it back; the arena is empty and usable again. */
void arena_free(struct arena *arena);

#endif
