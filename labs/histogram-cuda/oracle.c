/*
 * Inputs and expected histograms. A case of lab.yaml reads
 * {n: 65536, data: shuffled, blocks: 8, threads: 128}, and for exercise any_m also m: 1024. With
 * more than 1,024 threads the launch cannot be made: an error must come back, and the table stays
 * as it was.
 */
enum { N, M, BLOCKS, THREADS };

#include "lab/cuda_errors.h"
#include "../shared/histogram_oracle.h"

enum { MOST_VALUES = ORACLE_MOST(1 << 22), MOST_BINS = 1 << 16, MOST_THREADS = 1024 };
enum { ERROR, FREQUENCY }; /* the error first: it explains a table that nobody wrote */

static bool launchable(const struct oracle_call *call) {
    return call->parameter[THREADS] <= MOST_THREADS;
}

static const char *shape(const struct oracle_case *source, struct oracle_call *call) {
    static const char *const names[] = {"n", "m", "blocks", "threads"};
    static const uint64_t missing[] = {0, 256, 8, 128};
    const bool any_m = strcmp(call->exercise, "any_m") == 0;
    for (const struct oracle_pair *pair = source->pairs; pair != NULL; pair = pair->next) {
        if (strcmp(pair->key, "n") != 0 && strcmp(pair->key, "m") != 0 &&
            strcmp(pair->key, "blocks") != 0 && strcmp(pair->key, "threads") != 0 &&
            strcmp(pair->key, "data") != 0) {
            return "a case of this lab knows the keys n, m, data, blocks and threads";
        }
    }
    for (int i = 0; i < 4; i++) {
        if (!oracle_number(source, names[i], missing[i], &call->parameter[i])) {
            return "n, m, blocks and threads must be numbers";
        }
        call->parameter_name[i] = names[i];
    }
    call->parameter_count = 4;
    const uint64_t m = call->parameter[M];
    if (call->parameter[N] > MOST_VALUES) {
        return "n must be at most 2^22";
    }
    if (m < 1 || m > MOST_BINS || (m & (m - 1)) != 0 || (!any_m && m != 256)) {
        return "m must be a power of two from 1 to 65536, and 256 but for exercise any_m";
    }
    if (kind_of(source) == NULL) {
        return "data must be shuffled, uniform, skewed, equal, highest or sorted";
    }
    call->input[0] = (struct oracle_buffer){"data", "element", any_m ? ELEMENT_U16 : ELEMENT_U8,
                                            call->parameter[N]};
    call->input_count = 1;
    call->output[FREQUENCY] = (struct oracle_buffer){"frequency", "bin", ELEMENT_U32, m};
    call->output[ERROR] =
        (struct oracle_buffer){ORACLE_RETURNED_ERROR, ORACLE_RETURNED_ERROR, ELEMENT_U32, 1};
    call->output_count = 2;
    return NULL;
}

static void expect_call(const struct oracle_call *call, const void *const input[],
                        void *const output[]) {
    *(uint32_t *)output[ERROR] = !launchable(call);
    if (launchable(call)) {
        expect(call, input, output + FREQUENCY);
    } else {
        memset(output[FREQUENCY], SESSION_POISON, call->parameter[M] * sizeof(uint32_t));
    }
}

static bool explain_call(const struct oracle_call *call, const void *const input[],
                         const void *const got[], const void *const expected[], char *text,
                         size_t size) {
    const uint32_t error = *(const uint32_t *)got[ERROR];
    if (!launchable(call)) {
        message_put(
            text, size,
            "a block of %u threads cannot be launched: return the error, and leave the table alone",
            (unsigned)call->parameter[THREADS]);
        return true;
    }
    if (error != 0) {
        message_put(text, size, "that is %s", cuda_error(error));
        return true;
    }
    return explain(call, input, got + FREQUENCY, expected + FREQUENCY, text, size);
}

const struct oracle lockstep_oracle = {shape, fill, expect_call, explain_call};
