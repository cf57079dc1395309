#include "result.h"

#include <string.h>

void result_free(struct result *result) {
    arena_free(&result->arena);
    memset(result, 0, sizeof *result);
}
