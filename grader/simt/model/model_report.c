#include "../../message_text.h"
#include "model_report.h"

#include <string.h>

static const struct {
    const char *key, *words;
} resources[RESOURCE_COUNT] = {
    [RESOURCE_ISSUE] = {"issue", "issue slots"},
    [RESOURCE_FP32] = {"fp32", "FMA pipe"},
    [RESOURCE_INTEGER] = {"integer", "ALU pipe"},
    [RESOURCE_FP64] = {"fp64", "FP64 pipe"},
    [RESOURCE_SPECIAL] = {"special", "XU pipe"},
    [RESOURCE_L1] = {"l1", "L1/TEX"},
    [RESOURCE_L2] = {"l2", "L2"},
    [RESOURCE_DRAM] = {"dram", "DRAM"},
    [RESOURCE_HOST] = {"host", "PCIe"},
    [RESOURCE_ATOMIC] = {"atomics", "atomics"},
    [RESOURCE_CONSTANT] = {"constants", "constants"},
};

void model_describe(const struct model_launch *launch, char *text, size_t size) {
    if (launch->limiter == NULL) {
        snprintf(text, size, "no block of it ended: no time is modelled");
        return;
    }
    int order[RESOURCE_COUNT] = {0};
    for (int r = 0; r < RESOURCE_COUNT; r++) { /* rising shares, by insertion */
        int at = r;
        for (; at > 0 && launch->share[order[at - 1]] < launch->share[r]; at--) {
            order[at] = order[at - 1];
        }
        order[at] = r;
    }
    double most = launch->share[order[0]];
    message_put(text, size,
                "%s%s %.0f %%, %s %.0f %% of the time; %.0f %% occupancy, limited by %s",
                most < 0.6 ? "limited by latency: " : "", resources[order[0]].words, 100 * most,
                resources[order[1]].words, 100 * launch->share[order[1]], 100 * launch->occupancy,
                launch->limiter);
}

void model_report_text(const struct report_stream *out, const struct model *model) {
    enum { LINES = 20 };
    size_t count = 0;
    char text[200];
    const struct model_launch *launches = model != NULL ? model_launches(model, &count) : NULL;
    if (count > 0) {
        const struct profile *profile = model_profile(model);
        message_put(text, sizeof text,
                    "modelled, not measured, on the profile %s (%s):", profile->name,
                    profile->calibrated != 0 ? "calibrated" : "not calibrated: published figures");
        fprintf(out->file, "%s\n", simt_report_say(out, text));
    }
    for (size_t n = 0; n < count && n < LINES; n++) {
        model_describe(&launches[n], text, sizeof text);
        fprintf(out->file, "  %s %-4llu %10.1f us  ", simt_report_say(out, "launch"),
                (unsigned long long)launches[n].number, launches[n].microseconds);
        fprintf(out->file, "%s\n", simt_report_say(out, text));
    }
    if (count > LINES) {
        message_put(text, sizeof text, "… and %zu more", count - LINES);
        fprintf(out->file, "  %s\n", simt_report_say(out, text));
    }
}

static json_t *launch_json(const struct model_launch *launch) {
    char text[200];
    json_t *busy = json_object();
    model_describe(launch, text, sizeof text);
    for (int r = 0; r < RESOURCE_COUNT; r++) {
        json_object_set_new(busy, resources[r].key, json_real(launch->share[r]));
    }
    return json_pack("{s:s,s:o,s:f,s:f,s:s,s:f,s:f,s:f}", "binds", text, "busy", busy, "occupancy",
                     launch->occupancy, "achieved", launch->achieved, "limiter",
                     launch->limiter != NULL ? launch->limiter : "", "dram_read_bytes",
                     launch->read_bytes, "dram_written_bytes", launch->written_bytes, "l1_hit",
                     launch->l1_hit);
}

bool model_report_json(json_t *root, const struct model *model) {
    if (model == NULL) {
        return true;
    }
    size_t count = 0, index;
    const struct model_launch *launches = model_launches(model, &count);
    json_t *value;
    size_t at = 0;
    bool good = json_object_set_new(root, "profile", json_string(model_profile(model)->name)) == 0;
    json_array_foreach(json_object_get(root, "launches"), index, value) {
        json_int_t number = json_integer_value(json_object_get(value, "number"));
        while (at < count && (json_int_t)launches[at].number < number) {
            at++;
        }
        if (at < count && (json_int_t)launches[at].number == number) {
            good &= json_object_set_new(value, "modelled_us",
                                        json_real(launches[at].microseconds)) == 0;
            good &=
                json_object_set_new(value, "modelled_warm_us", json_real(launches[at].warm)) == 0;
            good &= json_object_set_new(value, "model", launch_json(&launches[at])) == 0;
        }
    }
    return good;
}
