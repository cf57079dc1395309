#include "secrets.h"

#include "../check/drawn_calls.h"
#include "../compile/build.h"
#include "../lab/oracle_load.h"
#include "../lab/random.h"

#include <inttypes.h>
#include <limits.h>

struct drawn secrets_draw(uint64_t seed, uint64_t number) {
    struct random_stream random = {random_mix(seed + number, "secrets")};
    return (struct drawn){
        .seed = random_next(&random) % 1000000, /* a number that people can type */
        .secret = {.given = true, .key = {random_next(&random), random_next(&random)}}};
}

/* The case of the first finding that has one; NULL where none has. */
static const char *wrong_case(const struct result *result) {
    EACH_CHECK (result, e, c) {
        if (c->findings != NULL && c->findings->input != NULL) {
            return c->findings->input;
        }
    }
    return NULL;
}

static const struct oracle *open_oracle(const struct grade_options *options, void **handle,
                                        struct error *error) {
    char path[PATH_MAX];
    return build_oracle(options->kit, options->lab, path, error) ? oracle_load(path, handle, error)
                                                                 : NULL;
}

/* All cases of the check under these options: "n = 61440, m = 256; n = 0, m = 16". */
static const char *all_cases(const struct grade_options *options,
                             const struct lab_exercise *exercise, const struct lab_check *check,
                             struct arena *arena, struct error *error) {
    void *handle = NULL;
    const struct oracle *oracle = open_oracle(options, &handle, error);
    if (oracle == NULL) {
        return NULL;
    }
    struct oracle_call *calls = NULL;
    const size_t count = calls_drawn(oracle, options, exercise, check, arena, &calls, error);
    const char *text = count > 0 ? "" : NULL;
    for (size_t i = 0; i < count; i++) {
        text = arena_printf(arena, "%s%s%s", text, i > 0 ? "; " : "", calls[i].source->text);
    }
    oracle_unload(handle);
    return text;
}

bool secrets_leave_room(const struct grade_options *options, uint64_t seed, struct error *narrow,
                        struct error *error) {
    enum { DRAWS = 2000 };
    void *handle = NULL;
    const struct oracle *oracle = open_oracle(options, &handle, error);
    for (uint64_t i = 0; oracle != NULL && narrow->message[0] == '\0' && i < DRAWS; i++) {
        const struct drawn drawn = secrets_draw(seed, i);
        struct grade_options under = *options;
        under.seed = drawn.seed;
        under.secret = &drawn.secret;
        calls_leave_room(oracle, &under, narrow);
    }
    if (oracle != NULL) {
        oracle_unload(handle);
    }
    return oracle != NULL;
}

const char *secrets_tell(const struct drawn *drawn, const struct grade_options *options,
                         const struct result *result, const char *check, struct arena *arena,
                         struct error *error) {
    const char *cases = wrong_case(result);
    if (cases == NULL && check != NULL) {
        const struct lab_exercise *exercise =
            lab_find_exercise(options->lab, result->exercises->name);
        cases = all_cases(options, exercise, lab_find_check(exercise, check), arena, error);
        if (cases == NULL) {
            return NULL;
        }
    }
    return arena_printf(arena, "secret %016" PRIx64 "%016" PRIx64 ", seed %" PRIu64 "%s%s",
                        drawn->secret.key[0], drawn->secret.key[1], drawn->seed,
                        cases != NULL ? ": " : "", cases != NULL ? cases : "");
}
