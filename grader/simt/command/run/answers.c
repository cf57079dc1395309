/* Compares what a program prints in two orders of its threads. */
#include "answers.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../openmp/runtime/openmp.h"

enum { LONGEST = 1 << 20, SMALLEST = 4096 };

void answer_add(struct answer *answer, int stream, const char *text, size_t length) {
    if (stream == 2 || answer->cut) {
        return;
    }
    if (answer->length + length > answer->room) {
        size_t room = answer->room > 0 ? 2 * answer->room : SMALLEST;
        while (room < answer->length + length) {
            room *= 2;
        }
        char *grown = room <= LONGEST ? realloc(answer->text, room) : NULL;
        answer->text = grown != NULL ? grown : answer->text;
        char *marks = grown != NULL ? realloc(answer->by_team, room) : NULL;
        answer->by_team = marks != NULL ? marks : answer->by_team;
        answer->cut = marks == NULL;
        if (answer->cut) {
            return;
        }
        answer->room = room;
    }
    memcpy(answer->text + answer->length, text, length);
    memset(answer->by_team + answer->length, stream == OPENMP_TEAM_OUTPUT, length);
    answer->length += length;
}

void answer_clear(struct answer *answer) {
    free(answer->text);
    free(answer->by_team);
    *answer = (struct answer){0};
}

/* A line of an answer; `length` does not count its end. */
struct text_line {
    const char *at;
    size_t length;
    unsigned number;
};

/* The next line that no team has printed, from *from on. False: there is none. */
static bool next_line(const struct answer *in, size_t *from, struct text_line *line) {
    while (*from < in->length) {
        const char *at = in->text + *from, *end = memchr(at, '\n', in->length - *from);
        const size_t length = end != NULL ? (size_t)(end - at) : in->length - *from;
        const bool team = memchr(in->by_team + *from, 1, length + (end != NULL)) != NULL;
        *from += length + (end != NULL);
        line->number++;
        if (!team) {
            line->at = at;
            line->length = length;
            return true;
        }
    }
    return false;
}

/* The end of the number with a fraction that begins at `at`; `at` if there is none. */
static const char *fraction(const char *at, const char *end, double *value) {
    char text[64];
    const size_t left = (size_t)(end - at);
    snprintf(text, sizeof text, "%.*s", (int)(left < sizeof text ? left : sizeof text - 1), at);
    char *stop = text;
    *value =
        isdigit((unsigned char)*text) || *text == '-' || *text == '.' ? strtod(text, &stop) : 0;
    const size_t length = (size_t)(stop - text);
    return strcspn(text, ".eE") < length ? at + length : at;
}

static enum answer_difference compare_lines(struct text_line a, struct text_line b, bool timed) {
    static const double digits = 1e-5;
    enum answer_difference found = ANSWER_SAME;
    const char *x = a.at, *x_end = a.at + a.length, *y = b.at, *y_end = b.at + b.length;
    while (x < x_end && y < y_end) {
        double first, second;
        const char *x_next = fraction(x, x_end, &first), *y_next = fraction(y, y_end, &second);
        if (x_next > x && y_next > y) {
            const double larger = fmax(fabs(first), fabs(second));
            if (first != second && !timed) {
                found = ANSWER_DIGITS;
            }
            if (!timed && fabs(first - second) > digits * larger) {
                return ANSWER_DIFFERS;
            }
            x = x_next;
            y = y_next;
        } else if (*x++ != *y++) {
            return ANSWER_DIFFERS;
        }
    }
    return x == x_end && y == y_end ? found : ANSWER_DIFFERS;
}

static void copy(char to[64], const struct text_line *line, bool there) {
    snprintf(to, 64, "%.*s%s", there ? (int)(line->length < 56 ? line->length : 56) : 0, line->at,
             there && line->length > 56 ? "..." : "");
}

struct answer_line answer_compare(const struct answer *first, const struct answer *second) {
    struct answer_line found = {.difference = ANSWER_SAME};
    struct text_line a = {"", 0, 0}, b = {"", 0, 0};
    size_t at = 0, other = 0;
    bool more = !first->cut && !second->cut;
    while (more && found.difference != ANSWER_DIFFERS) {
        const bool have = next_line(first, &at, &a), too = next_line(second, &other, &b);
        const enum answer_difference here = have && too   ? compare_lines(a, b, first->timed)
                                            : have || too ? ANSWER_DIFFERS
                                                          : ANSWER_SAME;
        if (here > found.difference) {
            found = (struct answer_line){.difference = here, .line = a.number};
            copy(found.before, &a, have);
            copy(found.after, &b, too);
        }
        more = have && too;
    }
    return found;
}

struct answer_line answer_of_statuses(int first, int second) {
    struct answer_line line = {.difference = ANSWER_DIFFERS};
    snprintf(line.before, sizeof line.before, "%d", first);
    snprintf(line.after, sizeof line.after, "%d", second);
    return line;
}

void answer_keep_steady(struct answer *first, struct answer *other, const struct answer *again) {
    struct text_line a = {"", 0, 0}, b = a, c = a;
    if (first->length > 0) { /* what an earlier call left out */
        memset(first->by_team, 0, first->length);
    }
    for (size_t at = 0, in_other = 0, in_again = 0, from = 0, behind = 0; next_line(first, &at, &a);
         from = at, behind = in_other) {
        const bool too = next_line(other, &in_other, &b), same = next_line(again, &in_again, &c);
        if (!same || c.length != a.length || memcmp(c.at, a.at, a.length) != 0) {
            memset(first->by_team + from, 1, at - from);
            memset(other->by_team + behind, 1, too ? in_other - behind : 0);
        }
    }
}

struct simt_finding answer_finding(const struct answer_line *line, enum simt_dialect dialect,
                                   const char *const names[2]) {
    const bool digits = line->difference == ANSWER_DIGITS;
    struct simt_finding finding = {.kind = digits ? FINDING_ANSWER_DIGITS : FINDING_ANSWER_ORDER,
                                   .dialect = dialect,
                                   .count = 1};
    finding_about(&finding, line->line > 0 ? MESSAGE_ANSWER_LINE : MESSAGE_ANSWER_STATUS,
                  MESSAGE_VALUES(message_number("line", line->line)));
    finding_says(
        &finding, MESSAGE_ANSWERS_DIFFER,
        MESSAGE_VALUES(message_string("value", line->before), message_string("usual", names[0]),
                       message_string("input", line->after), message_string("order", names[1])));
    finding_advises(&finding, digits ? MESSAGE_ADVISE_ANSWER_DIGITS : MESSAGE_ADVISE_ANSWER_ORDER,
                    NULL);
    return finding;
}
