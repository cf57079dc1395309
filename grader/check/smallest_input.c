/*
 * The same finding on a smaller input, for the witness: a few threads and elements can be
 * followed, thousands cannot. Sizes begin at their least and double together until the finding
 * comes back; then, or if it never does, each is tried alone at its least, and at twice that (n
 * up to eight times that). The same check takes the same steps.
 */
#include "smallest_input.h"

#include "kinds/bounds.h"
#include "grade.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

enum { MOST_DOUBLINGS = 6, MOST_TRIES = 12 };

/* What a key of a case is tried with first. Bounds on costs are made for whole warps and for more
 * elements than threads. A race of a GPU's threads harms where two blocks, or warps, have elements.
 */
struct least {
    const char *key;
    uint64_t cpu, gpu, race, cost, shared; /* 0: stays; `shared`: where threads' shares count */
};
static const struct least leasts[] = {
    {"width", 4, 8, 8, 0, 16},     {"height", 4, 8, 8, 0, 64}, {"m", 8, 8, 8, 0, 0},
    {"threads", 2, 32, 32, 32, 0}, {"blocks", 1, 1, 1, 1, 0},  {"work_group", 2, 32, 32, 0, 0},
    {"steps", 1, 1, 1, 0, 1},      {"n", 8, 8, 64, 0, 0}, /* the last: it may have to exceed
                                                             `threads` */
};

struct sizes {
    const struct exercise_grade *graded;
    const struct lab_exercise *exercise;
    const struct lab_check *check;
    const struct finding *wanted;
    unsigned doublings;
    const char *alone; /* only this key becomes smaller; NULL: all do */
};

/* What a bound of 0 forbids is forbidden in a small case, too. */
static bool bounds_costs(const struct sizes *sizes) {
    return (sizes->check->kind == CHECK_COST || sizes->check->kind == CHECK_STRUCTURE) &&
           !counted_forbids(sizes->wanted);
}

static uint64_t least_of(const struct sizes *sizes, const char *key) {
    for (size_t i = 0; i < sizeof leasts / sizeof *leasts; i++) {
        if (strcmp(leasts[i].key, key) == 0) {
            const bool cpu = strcmp(sizes->exercise->device, "cpu") == 0;
            return bounds_costs(sizes) ? (cpu ? leasts[i].shared : leasts[i].cost)
                   : cpu               ? leasts[i].cpu
                   : sizes->wanted->verdict == VERDICT_RACE ? leasts[i].race
                                                            : leasts[i].gpu;
        }
    }
    return 0;
}

static uint64_t value_of(const struct oracle_case *source, const char *key) {
    uint64_t value = 0;
    oracle_number(source, key, 0, &value);
    return value;
}

/* Where costs are bounded, two work-groups' worth, or some for each thread. */
static uint64_t elements(const struct sizes *sizes, const struct oracle_case *source) {
    const uint64_t group = value_of(source, "work_group");
    return (group > 0 ? 2 * group : value_of(source, "blocks") > 0 ? 256 : 64) << sizes->doublings;
}

/* Does the bound compare blocks, or warps? In a launch of few it says nothing. */
static bool compares(const struct sizes *sizes) {
    return bounds_costs(sizes) && strcmp(sizes->exercise->device, "cpu") != 0 &&
           strncmp(counted_fact(sizes->wanted), "busiest", strlen("busiest")) == 0;
}

static uint64_t smaller_value(const struct sizes *sizes, const struct oracle_case *source,
                              const char *key, uint64_t value) {
    const char *alone = sizes->alone;
    /* Of the same elements, fewer threads in a block make more blocks: then there are two. */
    const bool two = alone != NULL && strcmp(sizes->exercise->device, "cpu") != 0 &&
                     value_of(source, "blocks") == 0 && strcmp(key, "n") == 0 &&
                     (strcmp(alone, "threads") == 0 || strcmp(alone, "work_group") == 0);
    if (compares(sizes) || (alone != NULL && !two && strcmp(alone, key) != 0)) {
        return value;
    }
    if (bounds_costs(sizes)) {
        return strcmp(key, "n") == 0 ? elements(sizes, source) : least_of(sizes, key);
    }
    return (two ? 2 * least_of(sizes, alone) : least_of(sizes, key)) << sizes->doublings;
}

/* The case with smaller sizes, or NULL if none of them would be. */
static struct oracle_case *make_case(struct arena *arena, const struct oracle_case *source,
                                     const struct sizes *sizes) {
    struct oracle_case *made = arena_alloc(arena, sizeof *made);
    *made = (struct oracle_case){.text = "", .line = source->line, .exact = true};
    struct oracle_pair **tail = (struct oracle_pair **)&made->pairs;
    bool differs = false;
    for (const struct oracle_pair *pair = source->pairs; pair != NULL; pair = pair->next) {
        struct oracle_pair *copy = arena_alloc(arena, sizeof *copy);
        *copy = (struct oracle_pair){.key = pair->key, .value = pair->value};
        uint64_t value = 0;
        if (oracle_number(source, pair->key, 0, &value)) {
            const uint64_t smaller = smaller_value(sizes, source, pair->key, value);
            if (smaller > 0 && smaller < value) {
                copy->value = arena_printf(arena, "%" PRIu64, smaller);
                differs = true;
            }
        }
        made->text = arena_printf(arena, "%s%s%s = %s", made->text,
                                  pair == source->pairs ? "" : ", ", copy->key, copy->value);
        *tail = copy;
        tail = &copy->next;
    }
    return differs ? made : NULL;
}

/* Do two messages say the same, but for their numbers? */
static bool same_words(const char *one, const char *other) {
    while (*one != '\0' || *other != '\0') {
        if (isdigit((unsigned char)*one) || isdigit((unsigned char)*other)) {
            one += strspn(one, "0123456789");
            other += strspn(other, "0123456789");
        } else if (*one++ != *other++) {
            return false;
        }
    }
    return true;
}

static bool same_place(const struct finding *one, const struct finding *other) {
    const bool known = one->file != NULL && other->file != NULL;
    return one->line == other->line &&
           (known ? strcmp(one->file, other->file) == 0 : one->file == other->file);
}

/* The message of a wrong answer names values of its input, so it need not be the same; but an
 * advice with numbers must fit. */
static bool is_same(const struct finding *one, const struct finding *wanted) {
    const char *advice = wanted->advice, *mine = one->advice != NULL ? one->advice : "";
    const bool fits =
        advice == NULL || strpbrk(advice, "0123456789") == NULL || same_words(mine, advice);
    return one->verdict == wanted->verdict && same_place(one, wanted) &&
           (one->verdict == VERDICT_WRONG_ANSWER ? fits
                                                 : same_words(one->message, wanted->message));
}

/* Runs the check on the case, for the witness; true, and who looks on keeps it, if the finding is
 * the same. */
static bool try_case(struct grading *grading, const struct sizes *sizes,
                     const struct check_row *row, struct oracle_case *made) {
    const struct finding *wanted = sizes->wanted;
    struct oracle_call call = {.exercise = sizes->exercise->name, .seed = 1, .source = made};
    if (made == NULL || grading->oracle->shape(made, &call) != NULL) {
        return false;
    }
    const struct witness *witness = grading->options->witness;
    struct lab_check check = *sizes->check;
    struct exercise_grade graded = *sizes->graded; /* what this run learns is forgotten */
    struct trial trial = {0};
    check.cases = made;
    grading->onlookers = (struct onlookers){0};
    grading->hurries = wanted->verdict == VERDICT_TIMEOUT;
    witness->begin(witness->self, sizes->exercise, sizes->check, &grading->onlookers);
    bool good = row->run(grading, &graded, &check, row->flavour, &trial) &&
                grading->error->message[0] == '\0';
    grading->onlookers = (struct onlookers){0};
    grading->hurries = false;
    const struct finding *found = good ? trial.findings : NULL;
    while (found != NULL && !is_same(found, wanted)) {
        found = found->next;
    }
    if (found == NULL) {
        trial.verdict = VERDICT_SKIPPED;
        grading->error->message[0] = '\0';
    } else {
        struct finding *told = arena_alloc(grading->arena, sizeof *told);
        *told = *found;
        const bool both = found->advice != NULL && wanted->advice != NULL;
        const bool same = both && same_words(found->advice, wanted->advice);
        told->advice = same ? found->advice : wanted->advice; /* with the numbers of this run */
        told->input = made->text;
        trial.findings = told;
    }
    witness->end(witness->self, sizes->exercise, sizes->check, &trial);
    trial_free(&trial);
    return found != NULL;
}

/* The case that the finding is about: that of its text; else the first wrong call; else the first.
 */
static const struct oracle_case *case_of(const struct oracle_call *calls, size_t count,
                                         const struct trial *trial) {
    for (size_t i = 0; i < count; i++) {
        const char *input = trial->findings->input;
        if (input != NULL && strcmp(calls[i].source->text, input) == 0) {
            return calls[i].source;
        }
    }
    const size_t wrong = trial->wrong_call;
    return calls[wrong > 0 && wrong <= count ? wrong - 1 : 0].source;
}

void smaller_run(struct grading *grading, const struct exercise_grade *graded,
                 const struct lab_check *check, const struct check_row *row,
                 const struct trial *trial) {
    struct oracle_call *calls = NULL;
    const size_t count = calls_shape(grading, graded->exercise, check, &calls);
    if (count == 0 || trial->findings == NULL) {
        return;
    }
    const struct oracle_case *best = NULL, *source = case_of(calls, count, trial);
    struct sizes sizes = {
        .graded = graded, .exercise = graded->exercise, .check = check, .wanted = trial->findings};
    for (; best == NULL && sizes.doublings < MOST_DOUBLINGS; sizes.doublings++) {
        struct oracle_case *made = make_case(grading->arena, source, &sizes);
        best = try_case(grading, &sizes, row, made) ? made : NULL;
    }
    unsigned tries = sizes.doublings;
    enum { KEYS = sizeof leasts / sizeof *leasts };
    for (size_t key = 0; key < KEYS && !bounds_costs(&sizes); key++) {
        const unsigned most = key + 1 == KEYS ? 4 : 2;
        sizes.alone = leasts[key].key;
        for (sizes.doublings = 0; sizes.doublings < most; sizes.doublings++) {
            struct oracle_case *made =
                make_case(grading->arena, best != NULL ? best : source, &sizes);
            tries += made != NULL;
            best = tries <= MOST_TRIES && try_case(grading, &sizes, row, made) ? made : best;
        }
    }
}
