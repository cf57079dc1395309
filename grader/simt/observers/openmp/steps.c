/*
 * What an unlucky order makes of a race, step by step: the program runs once more, in the same
 * order, but for the two updates that race. What the machine sees of them is told.
 */
#include "watch.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { MOST_REPLAYS = 2, SLACK = 1000000 };

/* Both accesses at one line, and one of them a read: it may be an update, such as x++. */
static bool may_be_update(const struct simt_finding *finding) {
    const struct finding_place *places = finding->places;
    return finding->kind == FINDING_RACE && finding->place_count == 2 && places[0].line != 0 &&
           places[0].line == places[1].line && finding->address != 0 && finding->steps[0] == '\0';
}

/* Memory does not tell whether a number has a sign. One that would be a little below 0, or the
 * least of all (where a maximum begins), has; what lies far from there is large. */
static bool is_below_zero(const struct openmp_step *step) {
    const bool word = step->bytes == 4;
    const int64_t value = word ? (int32_t)step->value : (int64_t)step->value;
    const int64_t least = word ? INT32_MIN : INT64_MIN;
    return value < 0 && (value == least || value > (word ? -(1 << 24) : -(INT64_C(1) << 48)));
}

static void say_value(char *text, size_t size, const struct openmp_step *step, bool sign) {
    if (step->real && step->bytes == 4) {
        float value;
        memcpy(&value, &step->value, sizeof value);
        snprintf(text, size, "%.7g", (double)value);
    } else if (step->real) {
        double value;
        memcpy(&value, &step->value, sizeof value);
        snprintf(text, size, "%.10g", value);
    } else if (step->bytes == 4) {
        snprintf(text, size, sign ? "%" PRId32 : "%" PRIu32, (uint32_t)step->value);
    } else {
        snprintf(text, size, sign ? "%" PRId64 : "%" PRIu64, step->value);
    }
}

static void say_steps(struct simt_finding *finding, const struct openmp_step *steps) {
    size_t used = 0;
    bool counts = !steps[0].real, sign = false;
    for (int n = 0; n < OPENMP_STEPS; n++) {
        sign = sign || is_below_zero(&steps[n]);
    }
    for (int n = OPENMP_STEPS / 2; n < OPENMP_STEPS; n++) {
        counts = counts && steps[n].value == steps[0].value + 1;
    }
    for (int n = 0; n < OPENMP_STEPS; n++) {
        bool last = n == OPENMP_STEPS - 1;
        char value[40], line[160];
        say_value(value, sizeof value, &steps[n], sign);
        words_say(line, sizeof line,
                  !steps[n].writes ? MESSAGE_STEP_READS
                  : !last          ? MESSAGE_STEP_WRITES
                  : counts         ? MESSAGE_STEP_COUNT_LOST
                                   : MESSAGE_STEP_UPDATE_LOST,
                  MESSAGE_VALUES(message_number("number", steps[n].thread),
                                 message_string("variable", finding->subject),
                                 message_string("value", value),
                                 message_number("other", steps[2].thread)));
        used += (size_t)snprintf(finding->steps + used, sizeof finding->steps - used, "%s%s",
                                 n > 0 ? "\n" : "", line);
        if (used >= sizeof finding->steps) {
            finding->steps[0] = '\0';
            return;
        }
    }
}

void openmp_watch_steps(struct openmp_watch *watch, const struct openmp_options *options,
                        uint64_t instructions, openmp_replay *replay, void *context) {
    unsigned replays = 0;
    for (size_t i = 0; i < watch->findings.count && replays < MOST_REPLAYS; i++) {
        struct simt_finding *finding = &watch->findings.items[i];
        if (!may_be_update(finding)) {
            continue;
        }
        const struct openmp_wish wish = {
            finding->address, {finding->places[0].line, finding->places[1].line}, false};
        struct openmp_options again = *options;
        again.wish = &wish;
        again.budget = instructions * 2 + SLACK;
        again.print = NULL;
        struct openmp_result result = {.crossed = false};
        replays++;
        if (replay(context, &again, &result) && result.crossed &&
            result.steps[0].value == result.steps[1].value) {
            say_steps(finding, result.steps);
        }
    }
}
