/* Calls the student's function. Parameters, as oracle.c sets them: n, factor, threads, rows.
 */
#include "run/runner.h"

#include "scale.h"

#include <string.h>

enum { N, FACTOR, THREADS, ROWS };
enum { ERROR, SCALED };

int runner_call(const struct runner_call *call) {
    const uint32_t *data = call->input[0];
    uint32_t *scaled = call->output[SCALED], factor = (uint32_t)call->parameter[FACTOR];
    const unsigned threads = (unsigned)call->parameter[THREADS];
    *(int *)call->output[ERROR] =
        strcmp(call->exercise, "matrix") == 0
            ? scale_matrix(data, scaled, call->parameter[ROWS], call->parameter[N], factor, threads)
            : scale_vector(data, scaled, call->parameter[N], factor, threads);
    return 0;
}
