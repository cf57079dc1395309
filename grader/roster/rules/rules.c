#include "../../message_text.h"
#include "rules.h"
#include "../submissions/entry_names.h"

#include "../../report/report.h"
#include "../../utf8.h"
#include "../submissions/submissions.h"

#include <string.h>

enum { WHOLE = 100, PERCENT = 100 * 100 }; /* both in hundredths */

/* One result on its way through the rules. */
struct ruling {
    struct arena *arena;
    const struct rules *rules;
    const struct submitter *who;
    struct result *result;
    struct result_rule **tail;
};

int64_t rules_part(int64_t amount, int64_t of, int64_t whole) {
    return (2 * amount * of + whole) / (2 * whole);
}

static const char *points_text(struct ruling *ruling, int64_t points) {
    char text[POINTS_TEXT_BYTES];
    return arena_strdup(ruling->arena, report_points(points, text));
}

/* A line, and its effect on an exercise, or, where that is NULL, on the whole alone. */
static void tell(struct ruling *ruling, const char *kind, struct exercise_result *exercise,
                 const char *text, int64_t points, const char *by) {
    struct result_rule *rule = arena_alloc(ruling->arena, sizeof *rule);
    *rule = (struct result_rule){.kind = kind,
                                 .exercise = exercise != NULL ? exercise->name : NULL,
                                 .text = text,
                                 .points = points,
                                 .by = by};
    *ruling->tail = rule;
    ruling->tail = &rule->next;
    ruling->result->earned += points;
    if (exercise != NULL) {
        exercise->earned += points;
    }
}

/* ---- points and weights ---- */

static int64_t weight_of(const struct rules *rules, const char *exercise) {
    return policy_number(rules->policy->weights, exercise, WHOLE);
}

/* What the check is worth now, where lab.yaml has it. */
static int64_t worth(const struct lab_exercise *exercise, const struct check_result *check) {
    const struct lab_check *now = exercise != NULL ? lab_find_check(exercise, check->name) : NULL;
    return now != NULL ? now->points : check->points;
}

/* Copies the tree; checks get the points that lab.yaml has now. What passed earns all of them, but
 * for a check that lost its points to another: it passed and earned nothing. */
static struct result *recount(struct ruling *ruling, const struct result *raw, bool *changed) {
    struct result *result = arena_alloc(ruling->arena, sizeof *result);
    *result = *raw;
    result->points = result->earned = 0;
    *changed = false;
    struct exercise_result **exercise_tail = &result->exercises;
    for (const struct exercise_result *from = raw->exercises; from != NULL; from = from->next) {
        const struct lab_exercise *now = lab_find_exercise(ruling->rules->lab, from->name);
        struct exercise_result *exercise = arena_alloc(ruling->arena, sizeof *exercise);
        *exercise = *from;
        exercise->points = exercise->earned = 0;
        struct check_result **tail = &exercise->checks;
        for (const struct check_result *c = from->checks; c != NULL; c = c->next) {
            struct check_result *check = arena_alloc(ruling->arena, sizeof *check);
            *check = *c;
            check->points = worth(now, c);
            const bool earns = c->points > 0 ? c->earned > 0 : c->verdict == VERDICT_PASS;
            check->earned = earns ? check->points : 0;
            *changed = *changed || check->points != c->points;
            exercise->points += check->points;
            exercise->earned += check->earned;
            *tail = check;
            tail = &check->next;
        }
        *tail = NULL;
        result->points += exercise->points;
        result->earned += exercise->earned;
        *exercise_tail = exercise;
        exercise_tail = &exercise->next;
    }
    *exercise_tail = NULL;
    return result;
}

static void weigh(struct ruling *ruling, struct exercise_result *exercise) {
    const int64_t weight = weight_of(ruling->rules, exercise->name), before = exercise->earned;
    if (weight == WHOLE) {
        return;
    }
    int64_t points = 0, earned = 0;
    for (struct check_result *check = exercise->checks; check != NULL; check = check->next) {
        check->points = rules_part(check->points, weight, WHOLE);
        check->earned = rules_part(check->earned, weight, WHOLE);
        points += check->points;
        earned += check->earned;
    }
    ruling->result->points += points - exercise->points;
    exercise->points = points;
    tell(ruling, "weight", exercise,
         message_print(ruling->arena, "%s counts %s times", exercise->name,
                       points_text(ruling, weight)),
         earned - before, "");
}

static void drop(struct ruling *ruling, struct exercise_result *exercise) {
    if (!policy_drops(ruling->rules->policy, exercise->name)) {
        return;
    }
    for (struct check_result *check = exercise->checks; check != NULL; check = check->next) {
        check->points = check->earned = 0;
    }
    ruling->result->points -= exercise->points;
    exercise->points = 0;
    tell(ruling, "drop", exercise,
         message_print(ruling->arena, "%s does not count", exercise->name), -exercise->earned, "");
}

static int64_t smaller(int64_t a, int64_t b) {
    return a < b ? a : b;
}

/* The cap is what can be earned at the most, so it is what the exercise is worth. */
static void cap_exercise(struct ruling *ruling, struct exercise_result *exercise) {
    const int64_t cap = policy_number(ruling->rules->policy->caps, exercise->name, INT64_MAX);
    const int64_t points = smaller(exercise->points, cap);
    ruling->result->points += points - exercise->points;
    exercise->points = points;
    if (exercise->earned > cap) {
        tell(ruling, "cap", exercise,
             message_print(ruling->arena, "At most %s points for %s", points_text(ruling, cap),
                           exercise->name),
             cap - exercise->earned, "");
    }
}

static void cap_whole(struct ruling *ruling) {
    const int64_t cap = policy_number(ruling->rules->policy->caps, NULL, INT64_MAX);
    ruling->result->points = smaller(ruling->result->points, cap);
    if (ruling->result->earned > cap) {
        tell(ruling, "cap", NULL,
             message_print(ruling->arena, "At most %s points in all", points_text(ruling, cap)),
             cap - ruling->result->earned, "");
    }
}

/* ---- lateness ---- */

bool submitter_is(const struct submitter *who, const char *called) {
    const char *const names[] = {who->key, who->name, who->id, who->user, who->email};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (names[i] != NULL && *names[i] != '\0' && utf8_same_name(names[i], called)) {
            return true;
        }
    }
    return false;
}

bool entry_is(const char *entry, const char *called) {
    const size_t stem = entry != NULL ? archive_stem(entry) : 0;
    return entry != NULL &&
           (strcmp(entry, called) == 0 ||
            (stem == strlen(called) && strncmp(entry, called, stem) == 0 && stem > 0));
}

int64_t rules_handed_in(const struct policy *policy, const struct submitter *who) {
    const struct policy_time *named = NULL;
    for (const struct policy_time *time = policy->times; time != NULL; time = time->next) {
        if (entry_is(who->entry, time->name)) {
            return time->time;
        }
        named = named == NULL && submitter_is(who, time->name) ? time : named;
    }
    return named != NULL ? named->time : who->changed;
}

/* The deadline of this person. */
static int64_t due(const struct policy *policy, const struct submitter *who) {
    for (const struct policy_time *e = policy->extensions; e != NULL; e = e->next) {
        if (submitter_is(who, e->name)) {
            return e->is_more ? policy->deadline + e->time : e->time;
        }
    }
    return policy->deadline;
}

/* What is lost of `earned`, with the words for it in *how. */
static int64_t penalty(struct ruling *ruling, int64_t late, const char **how) {
    const struct policy *policy = ruling->rules->policy;
    const int64_t earned = ruling->result->earned;
    int64_t percent = 0, points = 0;
    if (policy->each > 0) {
        const int64_t begun = (late + policy->each - 1) / policy->each;
        percent = begun * policy->each_percent;
        points = begun * policy->each_points;
    }
    for (const struct policy_step *step = policy->steps; step != NULL; step = step->next) {
        percent = late > step->after ? step->percent : percent;
    }
    const int64_t most = policy->most_percent;
    if (points > 0) {
        const int64_t bound = rules_part(earned, most, PERCENT);
        *how = message_print(ruling->arena, "%s points off", points_text(ruling, points));
        return points < bound ? points : bound;
    }
    percent = percent < most ? percent : most;
    *how = message_print(ruling->arena, "%s %% off", points_text(ruling, percent));
    return rules_part(earned, percent, PERCENT);
}

int64_t rules_late(const struct policy *policy, const struct submitter *who) {
    const int64_t at = rules_handed_in(policy, who), late = at - due(policy, who);
    return policy->has_deadline && at != 0 && late > policy->grace ? late : 0;
}

static void lateness(struct ruling *ruling) {
    const struct policy *policy = ruling->rules->policy;
    const int64_t at = rules_handed_in(policy, ruling->who), until = due(policy, ruling->who);
    struct arena *arena = ruling->arena;
    if (!policy->has_deadline || at == 0) {
        return;
    }
    if (until != policy->deadline && at > policy->deadline) {
        tell(ruling, "extension", NULL,
             message_print(arena, "The deadline is extended to %s", policy_time_text(arena, until)),
             0, "");
    }
    if (at <= until) {
        return;
    }
    const char *by = policy_duration_text(arena, at - until), *how = "";
    if (at - until <= policy->grace) {
        tell(ruling, "grace", NULL, message_print(arena, "Late by %s: within the grace period", by),
             0, "");
        return;
    }
    const int64_t lost = penalty(ruling, at - until, &how);
    tell(ruling, "late", NULL,
         message_print(arena, "Late by %s (handed in %s, due %s), %s", by,
                       policy_time_text(arena, at), policy_time_text(arena, until), how),
         -lost, "");
}

/* ---- what people add ---- */

/* The text, with who signed it and what they say, where there is any. */
static const char *remark(struct ruling *ruling, const char *text, const char *first,
                          const char *second, const char *comment) {
    const char *by = *second != '\0' ? arena_printf(ruling->arena, "%s, %s", first, second) : first;
    text = *first != '\0' ? message_print(ruling->arena, "%s (%s)", text, by) : text;
    return *comment != '\0' ? message_print(ruling->arena, "%s: %s", text, comment) : text;
}

const struct mark *rules_find_mark(const struct rules *rules, const char *student,
                                   const char *criterion) {
    const struct mark *mark = rules->marks;
    while (mark != NULL &&
           (strcmp(mark->student, student) != 0 || strcmp(mark->criterion, criterion) != 0)) {
        mark = mark->next;
    }
    return mark;
}

static void grade_report(struct ruling *ruling) {
    struct arena *arena = ruling->arena;
    for (const struct policy_criterion *c = ruling->rules->policy->rubric; c != NULL; c = c->next) {
        const struct mark *mark = rules_find_mark(ruling->rules, ruling->who->key, c->name);
        ruling->result->points += c->points;
        const char *text = mark == NULL
                               ? message_print(arena, "Report, %s: not graded yet", c->name)
                               : remark(ruling,
                                        message_print(arena, "Report, %s, %s of %s", c->name,
                                                      points_text(ruling, mark->points),
                                                      points_text(ruling, c->points)),
                                        mark->initials, mark->second, mark->comment);
        tell(ruling, "report", NULL, text, mark != NULL ? mark->points : 0,
             mark != NULL ? mark->initials : "");
    }
}

static void adjust(struct ruling *ruling) {
    for (const struct adjustment *a = ruling->rules->adjustments; a != NULL; a = a->next) {
        if (strcmp(a->student, ruling->who->key) != 0) {
            continue;
        }
        struct exercise_result *exercise = result_find_exercise(ruling->result, a->exercise);
        const int64_t has = exercise != NULL ? exercise->earned : ruling->result->earned;
        const int64_t points = a->points < -has ? -has : a->points; /* no less than nothing */
        tell(ruling, "adjustment", exercise,
             remark(ruling,
                    exercise == NULL
                        ? "Your teacher"
                        : message_print(ruling->arena, "Your teacher, for %s", exercise->name),
                    a->initials, "", a->comment),
             points, a->initials);
    }
}

/* ---- all ---- */

const struct result *rules_apply(struct arena *arena, const struct rules *rules,
                                 const struct submitter *who, const struct result *raw) {
    struct ruling ruling = {.arena = arena, .rules = rules, .who = who};
    bool changed;
    struct result *result = ruling.result = recount(&ruling, raw, &changed);
    ruling.tail = &result->rules;
    if (who->together != NULL) {
        tell(&ruling, "group", NULL, who->together, 0, "");
    }
    if (who->attempt != NULL) {
        tell(&ruling, "attempt", NULL, who->attempt, 0, "");
    }
    for (struct exercise_result *e = result->exercises; e != NULL; e = e->next) {
        weigh(&ruling, e);
        drop(&ruling, e);
        cap_exercise(&ruling, e);
    }
    lateness(&ruling);
    cap_whole(&ruling);
    grade_report(&ruling);
    adjust(&ruling);
    return result->rules != NULL || changed ? result : raw;
}

/* What the exercise is worth under weights and caps. */
static int64_t exercise_points(const struct rules *rules, const struct lab_exercise *exercise) {
    const int64_t weight = weight_of(rules, exercise->name);
    int64_t points = 0;
    for (const struct lab_check *check = exercise->checks; check != NULL; check = check->next) {
        points += weight == WHOLE ? check->points : rules_part(check->points, weight, WHOLE);
    }
    return smaller(points, policy_number(rules->policy->caps, exercise->name, INT64_MAX));
}

int64_t rules_points(const struct rules *rules) {
    const struct policy *policy = rules->policy;
    int64_t points = 0;
    for (const struct lab_exercise *e = rules->lab->exercises; e != NULL; e = e->next) {
        points += policy_drops(policy, e->name) ? 0 : exercise_points(rules, e);
    }
    points = smaller(points, policy_number(policy->caps, NULL, INT64_MAX));
    for (const struct policy_criterion *c = policy->rubric; c != NULL; c = c->next) {
        points += c->points;
    }
    return points;
}
