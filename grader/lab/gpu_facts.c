#include "gpu_facts.h"

#include <string.h>

static const char *const names[GPU_FACT_COUNT] = {
#define GPU_FACT_NAME(enumerator, name, text) [GPU_FACT_##enumerator] = name,
    GPU_FACT_TABLE(GPU_FACT_NAME)
#undef GPU_FACT_NAME
};

enum gpu_fact gpu_fact_find(const char *name) {
    int fact = 0;
    while (fact < GPU_FACT_COUNT && strcmp(names[fact], name) != 0) {
        fact++;
    }
    return (enum gpu_fact)fact;
}

enum counter gpu_counter_find(const char *name) {
    int counter = 0;
    while (counter < COUNTER_COUNT &&
           !(counter_table[counter].graded && strcmp(counter_table[counter].name, name) == 0)) {
        counter++;
    }
    return (enum counter)counter;
}

bool gpu_fact_known(const char *name) {
    return gpu_fact_find(name) < GPU_FACT_COUNT || gpu_counter_find(name) < COUNTER_COUNT;
}
