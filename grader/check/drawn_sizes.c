#include "drawn_sizes.h"

#include "kinds/bounds.h"

#include <inttypes.h>
#include <string.h>

enum { PARTS = 8, MOST_ATTEMPTS = 64 };

static uint64_t lowest_bit(uint64_t value) {
    return value & (0 - value);
}

/* A multiple of `by` near `size`: at the most a part away, or one step where that is more. */
static uint64_t draw_multiple(uint64_t size, uint64_t by, struct random_stream *random) {
    const uint64_t steps = size / PARTS > by ? size / PARTS / by : 1;
    return size < 2 * by ? size : size - steps * by + by * random_below(random, 2 * steps + 1);
}

/* A number near `size` that is no multiple of `by`, and is divisible by two as often. */
static uint64_t draw_other(uint64_t size, uint64_t by, struct random_stream *random) {
    const uint64_t step = 2 * lowest_bit(size), steps = size / PARTS / step;
    for (int i = 0; i < MOST_ATTEMPTS && steps > 0; i++) {
        const uint64_t drawn = size - steps * step + step * random_below(random, 2 * steps + 1);
        if (drawn % by != 0) {
            return drawn;
        }
    }
    return size;
}

static const struct lab_size *size_of(const struct lab *lab, const char *key) {
    const struct lab_size *size = lab->sizes;
    while (size != NULL && strcmp(size->name, key) != 0) {
        size = size->next;
    }
    return size;
}

/* What stands for `pair` in the drawn case; its value as it is where that is no drawn size. False
 * with an error when `by` is no bound. */
static bool draw_value(const struct lab *lab, const struct oracle_case *source,
                       const struct oracle_pair *pair, const struct oracle_call *nominal,
                       uint64_t seed, struct arena *arena, struct error *error,
                       const char **value) {
    const struct lab_size *size = size_of(lab, pair->key);
    uint64_t said = 0, by = 1;
    *value = pair->value;
    if (size == NULL || !oracle_number(source, pair->key, 0, &said) || said < size->from) {
        return true;
    }
    if (!bound_value(size->by, nominal, &by, error)) {
        const struct error cause = *error;
        return error_set(error, "%s/lab.yaml:%d: size '%s': %s", lab->directory, size->line,
                         size->name, cause.message);
    }
    by = by > 0 ? by : 1;
    /* Cases that say the same size get the same, so that an answer kept for a size is found out. */
    struct random_stream random = {random_mix(seed, pair->value)};
    uint64_t drawn = said;
    for (int i = 0; i < MOST_ATTEMPTS; i++) {
        const uint64_t next =
            said % by == 0 ? draw_multiple(said, by, &random) : draw_other(said, by, &random);
        if (next >= source->least && (source->most == 0 || next <= source->most)) {
            drawn = next;
            break;
        }
    }
    *value = arena_printf(arena, "%" PRIu64, drawn);
    return true;
}

const struct oracle_case *draw_sizes(const struct lab *lab, const struct oracle_case *source,
                                     const struct oracle_call *nominal, uint64_t seed,
                                     struct arena *arena, struct error *error) {
    if (lab->sizes == NULL || source->exact) {
        return source;
    }
    struct oracle_case *drawn = arena_alloc(arena, sizeof *drawn);
    struct oracle_pair **tail = (struct oracle_pair **)&drawn->pairs;
    const char *text = "";
    for (const struct oracle_pair *pair = source->pairs; pair != NULL; pair = pair->next) {
        struct oracle_pair *copy = arena_alloc(arena, sizeof *copy);
        copy->key = pair->key;
        if (!draw_value(lab, source, pair, nominal, seed, arena, error, &copy->value)) {
            return NULL;
        }
        *tail = copy;
        tail = &copy->next;
        text = arena_printf(arena, "%s%s%s = %s", text, pair == source->pairs ? "" : ", ",
                            copy->key, copy->value);
    }
    drawn->text = text;
    drawn->line = source->line;
    return drawn;
}
