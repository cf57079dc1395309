/* rand() and random(): the host's library makes the numbers that it makes for a native program. As
 * there, threads may call them at once, and nothing is ordered by that. */
#include "../openmp_runtime.h"

#include <stdlib.h>

struct generator {
    struct random_data state;
    char memory[128]; /* glibc's own size */
};

static struct generator *generator_of(struct openmp *run) {
    if (run->generator == NULL) {
        run->generator = own_take(run, 1, sizeof *run->generator);
        if (run->generator != NULL) {
            initstate_r(1, run->generator->memory, sizeof run->generator->memory,
                        &run->generator->state);
        }
    }
    return run->generator;
}

static int call_random(struct thread *thread, const struct instruction *i) {
    struct generator *generator = generator_of(thread->run);
    int32_t number;
    if (generator == NULL) {
        return no_memory(thread, i);
    }
    random_r(&generator->state, &number);
    return answer(thread, i, (uint64_t)number);
}

static int call_seed(struct thread *thread, const struct instruction *i) {
    struct generator *generator = generator_of(thread->run);
    if (generator == NULL) {
        return no_memory(thread, i);
    }
    srandom_r((unsigned)argument(thread, i, 0), &generator->state);
    return answer_nothing(thread, i);
}

const struct runtime_call random_calls[] = {{"rand", call_random, 0, CHANGES},
                                            {"random", call_random, 0, CHANGES},
                                            {"srand", call_seed, 1, CHANGES},
                                            {"srandom", call_seed, 1, CHANGES},
                                            {NULL, NULL, 0, 0}};
