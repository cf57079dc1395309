#include "../../message_text.h"
#include "bounds.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name, *meaning;
} facts[FACT_COUNT] = {
#define FACT_ROW(enumerator, name, text) [FACT_##enumerator] = {name, text},
    FACT_TABLE(FACT_ROW)
#undef FACT_ROW
};

enum fact bound_fact(const char *name) {
    int fact = 0;
    while (fact < FACT_COUNT && strcmp(facts[fact].name, name) != 0) {
        fact++;
    }
    return (enum fact)fact;
}

/* One factor: `length` characters of a number or of a parameter's name. */
static bool factor_value(const char *text, size_t length, const struct oracle_call *call,
                         uint64_t *value) {
    for (size_t i = 0; i < call->parameter_count; i++) {
        if (strlen(call->parameter_name[i]) == length &&
            memcmp(call->parameter_name[i], text, length) == 0) {
            *value = call->parameter[i];
            return true;
        }
    }
    char *end;
    errno = 0;
    *value = strtoull(text, &end, 10);
    return length > 0 && isdigit((unsigned char)*text) && end == text + length && errno == 0;
}

static const char *parameter_names(const struct oracle_call *call, char *names, size_t size) {
    names[0] = '\0';
    for (size_t i = 0; i < call->parameter_count; i++) {
        size_t used = strlen(names);
        snprintf(names + used, size - used, "%s%s", i == 0 ? "" : ", ", call->parameter_name[i]);
    }
    return names;
}

bool bound_value(const char *bound, const struct oracle_call *call, uint64_t *value,
                 struct error *error) {
    uint64_t term = 1, sum = 0;
    for (const char *text = bound;; text++) {
        bool divides = text > bound && text[-1] == '/';
        uint64_t factor;
        text += strspn(text, " ");
        size_t length = strcspn(text, " */+"), blanks = strspn(text + length, " ");
        const char next = text[length + blanks];
        if (!factor_value(text, length, call, &factor) || strchr("*/+", next) == NULL ||
            (divides && factor == 0)) {
            char names[128];
            return error_set(error,
                             "bound \"%s\": \"%.*s\" is neither a number nor a parameter (%s)",
                             bound, (int)(length + blanks + strcspn(text + length + blanks, "*/+")),
                             text, parameter_names(call, names, sizeof names));
        }
        if (divides) {
            term /= factor;
        } else if (__builtin_mul_overflow(term, factor, &term)) {
            term = UINT64_MAX;
        }
        text += length + blanks;
        if (next == '*' || next == '/') {
            continue;
        }
        if (__builtin_add_overflow(sum, term, &sum)) {
            sum = UINT64_MAX;
        }
        term = 1;
        if (next == '\0') {
            *value = sum;
            return true;
        }
    }
}

const char *bound_with_numbers(const char *bound, const struct oracle_call *call,
                               struct arena *arena) {
    const char *text = "";
    for (const char *at = bound; *at != '\0';) {
        size_t length = strcspn(at, " */+"), blanks = strspn(at + length, " */+");
        uint64_t value;
        text = factor_value(at, length, call, &value)
                   ? arena_printf(arena, "%s%" PRIu64 "%.*s", text, value, (int)blanks, at + length)
                   : arena_printf(arena, "%s%.*s", text, (int)(length + blanks), at);
        at += length + blanks;
    }
    return text;
}

/* The bound's value; `otherwise` where there is none. The error has the requirement's place. */
static bool limit_of(const struct requirement *require, const char *bound,
                     const struct oracle_call *call, uint64_t otherwise, uint64_t *limit,
                     struct error *error) {
    struct error cause;
    *limit = otherwise;
    return bound == NULL || bound_value(bound, call, limit, &cause) ||
           error_set(error, "lab.yaml:%d: %s", require->line, cause.message);
}

bool bound_limits(const struct requirement *require, const struct oracle_call *call,
                  struct bound_limits *limits, struct error *error) {
    return limit_of(require, require->at_least, call, 0, &limits->least, error) &&
           limit_of(require, require->at_most, call, UINT64_MAX, &limits->most, error);
}

bool bound_holds(const struct requirement *require, const struct oracle_call *call,
                 uint64_t observed, struct broken_bound *broken, struct error *error) {
    struct bound_limits limits;
    *broken = (struct broken_bound){.text = NULL};
    if (!bound_limits(require, call, &limits, error)) {
        return false;
    }
    if (observed < limits.least) {
        *broken = (struct broken_bound){require->at_least, limits.least, true};
    } else if (observed > limits.most) {
        *broken = (struct broken_bound){require->at_most, limits.most, false};
    }
    return true;
}

const char *bound_observation(enum fact fact, uint64_t observed, const struct broken_bound *broken,
                              struct arena *arena) {
    if (fact == FACT_INTERLEAVED) { /* yes or no: a number would say nothing */
        return "";
    }
    const char *limit = arena_printf(arena, "%" PRIu64, broken->limit);
    if (strcmp(limit, broken->text) != 0) { /* "2 (2)" says nothing */
        limit = arena_printf(arena, "%s (%s)", limit, broken->text);
    }
    return message_print(arena,
                         broken->too_few ? "%s: %" PRIu64 "; at least %s needed"
                                         : "%s: %" PRIu64 "; at most %s allowed",
                         facts[fact].meaning, observed, limit);
}

/* ---- what the bounds were held against ---- */

/* The fact's entry in the list; a new one at its end if it has none. */
static struct counted *entry_of(struct grading *grading, const char *fact, struct counted **list) {
    while (*list != NULL && strcmp((*list)->fact, fact) != 0) {
        list = &(*list)->next;
    }
    if (*list == NULL) {
        *list = arena_alloc(grading->arena, sizeof **list);
        **list = (struct counted){.fact = fact};
    }
    return *list;
}

bool counted_add(struct grading *grading, const struct requirement *require,
                 const struct oracle_call *call, uint64_t observed, struct trial *trial) {
    if (trial->counted_in != NULL && trial->counted_in != call) {
        return true;
    }
    trial->counted_in = call;
    struct counted *entry = entry_of(grading, require->fact, &trial->counted);
    entry->value = observed;
    struct bound_limits limits;
    uint64_t right;
    if (!bound_limits(require, call, &limits, grading->error) ||
        !limit_of(require, require->counts, call, observed, &right, grading->error)) {
        return false;
    }
    if (require->at_least != NULL) {
        entry->has_least = true;
        entry->least = limits.least;
    }
    if (require->at_most != NULL) {
        entry->has_most = true;
        entry->most = limits.most;
    }
    if ((require->at_most != NULL && observed > right) ||
        (require->at_least != NULL && observed < right)) {
        entry->unlike_right = true;
        entry->right = right;
    }
    return true;
}

struct finding *counted_finding(struct arena *arena, enum verdict verdict, const char *fact,
                                bool too_few, uint64_t observed, uint64_t limit) {
    struct finding *finding = arena_alloc(arena, sizeof *finding);
    *finding = (struct finding){.verdict = verdict};
    finding->id = too_few ? "TOO_FEW" : "TOO_MANY";
    finding->values =
        values_copy(arena, MESSAGE_VALUES(message_string("fact", fact),
                                          message_number("observed", (long long)observed),
                                          message_number("limit", (long long)limit)));
    return finding;
}

/* That value of one of counted_finding's; NULL: it is another finding. */
static const struct message_value *counted_value(const struct finding *finding, const char *name) {
    const struct message_value *value = finding->values;
    while (value != NULL && value->name != NULL && strcmp(value->name, name) != 0) {
        value++;
    }
    const bool counted = finding->id != NULL && strncmp(finding->id, "TOO_", 4) == 0;
    return counted && value != NULL && value->name != NULL ? value : NULL;
}

bool counted_forbids(const struct finding *finding) {
    const struct message_value *limit = counted_value(finding, "limit");
    return limit != NULL && limit->number == 0 && strcmp(finding->id, "TOO_MANY") == 0;
}

const char *counted_fact(const struct finding *finding) {
    const struct message_value *fact = counted_value(finding, "fact");
    return fact != NULL ? fact->text : "";
}
