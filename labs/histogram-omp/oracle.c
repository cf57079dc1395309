/*
 * Inputs and expected histograms. A case of lab.yaml reads {n: 65536, data: shuffled, threads: 4},
 * and for exercise any_m also m: 1024. The kinds of data are rows of a table in
 * ../shared/histogram_oracle.h.
 */
enum { N, M, THREADS };

#include "../shared/histogram_oracle.h"

enum { MOST_VALUES = 1 << 28, MOST_BINS = 1 << 16, MOST_THREADS = 64 };

static const char *unknown_key(const struct oracle_case *source) {
    static const char *const keys[] = {"n", "m", "data", "threads"};
    for (const struct oracle_pair *pair = source->pairs; pair != NULL; pair = pair->next) {
        size_t i = 0;
        while (i < sizeof keys / sizeof *keys && strcmp(pair->key, keys[i]) != 0) {
            i++;
        }
        if (i == sizeof keys / sizeof *keys) {
            return "a case of this lab knows the keys n, m, data and threads";
        }
    }
    return NULL;
}

static const char *shape(const struct oracle_case *source, struct oracle_call *call) {
    const bool any_m = strcmp(call->exercise, "any_m") == 0;
    uint64_t n, m, threads;
    if (unknown_key(source) != NULL) {
        return unknown_key(source);
    }
    if (oracle_text(source, "n") == NULL || !oracle_number(source, "n", 0, &n) || n > MOST_VALUES) {
        return "n must be a number from 0 to 2^28";
    }
    if (!oracle_number(source, "m", 256, &m) || m < 1 || m > MOST_BINS || (m & (m - 1)) != 0) {
        return "m must be a power of two from 1 to 65536";
    }
    if (!any_m && m != 256) {
        return "m other than 256 is for exercise any_m only";
    }
    if (!oracle_number(source, "threads", 1, &threads) || threads < 1 || threads > MOST_THREADS) {
        return "threads must be a number from 1 to 64";
    }
    if (kind_of(source) == NULL) {
        return "data must be shuffled, uniform, skewed, equal, highest or sorted";
    }

    call->parameter[N] = n, call->parameter_name[N] = "n";
    call->parameter[M] = m, call->parameter_name[M] = "m";
    call->parameter[THREADS] = threads, call->parameter_name[THREADS] = "threads";
    call->parameter_count = 3;
    call->input[0] = (struct oracle_buffer){"data", "element", any_m ? ELEMENT_U16 : ELEMENT_U8, n};
    call->input_count = 1;
    call->output[0] = (struct oracle_buffer){"frequency", "bin", ELEMENT_U32, m};
    call->output_count = 1;
    return NULL;
}

const struct oracle lockstep_oracle = {shape, fill, expect, explain};
