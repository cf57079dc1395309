#include "policy.h"

#include "../../lab/yaml_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { MOST_EXERCISES = 60 };

/* What every part of the reader needs. */
struct policy_reader {
    struct yaml_file file;
    struct policy *policy;
    const struct lab *lab;
};

static void *add(struct policy_reader *reader, size_t size) {
    return arena_alloc(&reader->policy->arena, size);
}

/* The text of a node, never empty; or NULL with an error that names `key`. */
static const char *text_of(struct policy_reader *reader, const yaml_node_t *node, const char *key,
                           struct error *error) {
    const char *text = yaml_scalar(node);
    if (text == NULL || *text == '\0') {
        yaml_complain(&reader->file, node, error, "policy: key '%s' must be a text", key);
        return NULL;
    }
    return arena_strdup(&reader->policy->arena, text);
}

static bool read_duration(struct policy_reader *reader, const yaml_node_t *node, const char *key,
                          int64_t *seconds, struct error *error) {
    const char *text = node != NULL ? yaml_scalar(node) : NULL;
    return node == NULL || (text != NULL && policy_read_duration(text, seconds)) ||
           yaml_complain(&reader->file, node, error,
                         "policy: key '%s' must be a duration such as 15 min, 2 h or 1 day", key);
}

static bool read_time(struct policy_reader *reader, const yaml_node_t *node, const char *key,
                      int64_t *time, struct error *error) {
    const char *text = yaml_scalar(node);
    return (text != NULL && policy_read_time(text, time)) ||
           yaml_complain(&reader->file, node, error,
                         "policy: key '%s' must be a time such as 2026-11-20 23:59", key);
}

static bool read_percent(struct policy_reader *reader, yaml_node_t *node, int64_t percent,
                         struct error *error) {
    return percent <= 100 * 100 || yaml_complain(&reader->file, node, error,
                                                 "policy: key 'late': a percentage is at most 100");
}

/* Sets the zone that all local times are in: the policy's, or the environment's. */
static bool read_zone(struct policy_reader *reader, const yaml_node_t *root,
                      const yaml_node_t *node, struct error *error) {
    const char *said = getenv("TZ"), *zone = node != NULL ? yaml_scalar(node) : said;
    if (zone != NULL && !policy_zone_known(zone)) {
        return yaml_complain(&reader->file, node != NULL ? node : root, error,
                             "policy: %s '%s' is not a time zone that this machine knows: give one "
                             "such as Europe/Paris (apt-get install tzdata brings the list)",
                             node != NULL ? "key 'zone':" : "the environment's TZ", zone);
    }
    if (node != NULL && zone != NULL) {
        setenv("TZ", zone, 1);
    }
    tzset();
    return true;
}

/* The exercise that a node names, or NULL with an error. */
static const char *read_exercise(struct policy_reader *reader, const yaml_node_t *node,
                                 const char *key, struct error *error) {
    const char *name = text_of(reader, node, key, error);
    if (name != NULL && lab_find_exercise(reader->lab, name) == NULL) {
        yaml_complain(&reader->file, node, error, "policy: key '%s': the lab has no exercise '%s'",
                      key, name);
        return NULL;
    }
    return name;
}

static bool read_steps(struct policy_reader *reader, yaml_node_t *list, struct error *error) {
    struct policy_step **tail = &reader->policy->steps;
    int64_t before = -1, percent = 0;
    yaml_node_t *item;
    for (size_t i = 0; list != NULL && (item = yaml_item(&reader->file, list, i)) != NULL; i++) {
        struct policy_step *step = *tail = add(reader, sizeof *step);
        yaml_node_t *after = NULL;
        const struct yaml_field fields[] = {{"after", YAML_SCALAR, true, &after},
                                            {"percent", YAML_POINTS, true, &step->percent}};
        if (!yaml_read_map(&reader->file, item, "a step of 'late'", fields, 2, error) ||
            !read_duration(reader, after, "after", &step->after, error) ||
            !read_percent(reader, item, step->percent, error)) {
            return false;
        }
        if (step->after <= before) {
            return yaml_complain(&reader->file, item, error,
                                 "policy: key 'steps': each must be later than the one before");
        }
        if (step->percent < percent) {
            return yaml_complain(&reader->file, item, error,
                                 "policy: key 'steps': a later step must not take less");
        }
        before = step->after;
        percent = step->percent;
        tail = &step->next;
    }
    return true;
}

static bool read_late(struct policy_reader *reader, yaml_node_t *node, struct error *error) {
    struct policy *policy = reader->policy;
    yaml_node_t *each = NULL, *steps = NULL;
    policy->most_percent = 100 * 100;
    const struct yaml_field fields[] = {
        {"each", YAML_SCALAR, false, &each},
        {"percent", YAML_POINTS, false, &policy->each_percent},
        {"points", YAML_POINTS, false, &policy->each_points},
        {"most", YAML_POINTS, false, &policy->most_percent},
        {"steps", YAML_LIST, false, &steps},
    };
    if (!yaml_read_map(&reader->file, node, "late", fields, sizeof fields / sizeof *fields,
                       error) ||
        !read_duration(reader, each, "each", &policy->each, error) ||
        !read_percent(reader, node, policy->each_percent, error) ||
        !read_percent(reader, node, policy->most_percent, error) ||
        !read_steps(reader, steps, error)) {
        return false;
    }
    const bool has_each = policy->each > 0;
    if (has_each == (policy->steps != NULL)) {
        return yaml_complain(&reader->file, node, error,
                             "policy: key 'late' needs either 'each', such as 1 day, or 'steps'");
    }
    if (has_each && (policy->each_percent > 0) == (policy->each_points > 0)) {
        return yaml_complain(&reader->file, node, error,
                             "policy: key 'late' needs either 'percent' or 'points'");
    }
    return true;
}

static bool is_twice(const struct policy_time *times, const char *name) {
    while (times != NULL && strcmp(times->name, name) != 0) {
        times = times->next;
    }
    return times != NULL;
}

/* A mapping of names to times, or, where `more` may be said, to durations. */
static bool read_times(struct policy_reader *reader, yaml_node_t *node, const char *what, bool more,
                       struct policy_time **first, struct error *error) {
    struct policy_time **tail = first;
    yaml_node_t *key, *value;
    for (size_t i = 0; node != NULL && yaml_pair(&reader->file, node, i, &key, &value); i++) {
        const char *name = text_of(reader, key, what, error);
        if (name == NULL) {
            return false;
        }
        if (is_twice(*first, name)) {
            return yaml_complain(&reader->file, key, error, "policy: %s: '%s' is there twice", what,
                                 name);
        }
        struct policy_time *entry = add(reader, sizeof *entry);
        *entry = (struct policy_time){.name = name, .line = yaml_line(key)};
        const char *text = yaml_scalar(value);
        entry->is_more = more && text != NULL && policy_read_duration(text, &entry->time);
        if (!entry->is_more && (text == NULL || !policy_read_time(text, &entry->time))) {
            return yaml_complain(&reader->file, value, error,
                                 "policy: %s: key '%s' must be %sa time such as 2026-11-20 23:59",
                                 what, name, more ? "a duration such as 2 days, or " : "");
        }
        *tail = entry;
        tail = &entry->next;
    }
    return true;
}

/* Who has an extension has more time than the others. */
static bool none_before_deadline(struct policy_reader *reader, yaml_node_t *node,
                                 struct error *error) {
    const struct policy *policy = reader->policy;
    yaml_node_t *key, *value;
    size_t i = 0;
    for (const struct policy_time *e = policy->extensions; e != NULL; e = e->next, i++) {
        if (!e->is_more && e->time < policy->deadline &&
            yaml_pair(&reader->file, node, i, &key, &value)) {
            return yaml_complain(&reader->file, value, error,
                                 "policy: extensions: '%s' would be due before the deadline",
                                 e->name);
        }
    }
    return true;
}

static bool read_names(struct policy_reader *reader, yaml_node_t *list, const char *what,
                       bool exercises, struct policy_name **first, struct error *error) {
    struct policy_name **tail = first;
    yaml_node_t *item;
    for (size_t i = 0; list != NULL && (item = yaml_item(&reader->file, list, i)) != NULL; i++) {
        const char *name = exercises ? read_exercise(reader, item, what, error)
                                     : text_of(reader, item, what, error);
        if (name == NULL) {
            return false;
        }
        for (const struct policy_name *other = *first; other != NULL; other = other->next) {
            if (strcmp(other->name, name) == 0) {
                return yaml_complain(&reader->file, item, error,
                                     "policy: key '%s': '%s' is there twice", what, name);
            }
        }
        *tail = add(reader, sizeof **tail);
        **tail = (struct policy_name){.name = name, .line = yaml_line(item)};
        tail = &(*tail)->next;
    }
    return true;
}

static bool in_a_group(const struct policy_group *groups, const char *name) {
    for (; groups != NULL; groups = groups->next) {
        for (const struct policy_name *m = groups->members; m != NULL; m = m->next) {
            if (strcmp(m->name, name) == 0) {
                return true;
            }
        }
    }
    return false;
}

static bool read_groups(struct policy_reader *reader, yaml_node_t *list, struct error *error) {
    struct policy_group **tail = &reader->policy->groups;
    yaml_node_t *item;
    for (size_t i = 0; list != NULL && (item = yaml_item(&reader->file, list, i)) != NULL; i++) {
        struct policy_group *group = add(reader, sizeof *group);
        if (item->type != YAML_SEQUENCE_NODE) {
            return yaml_complain(&reader->file, item, error,
                                 "policy: key 'groups': a group is a list such as [ada, bob]");
        }
        if (!read_names(reader, item, "groups", false, &group->members, error)) {
            return false;
        }
        if (group->members == NULL || group->members->next == NULL) {
            return yaml_complain(&reader->file, item, error,
                                 "policy: key 'groups': a group has at least two members");
        }
        for (const struct policy_name *m = group->members; m != NULL; m = m->next) {
            if (in_a_group(reader->policy->groups, m->name)) {
                return yaml_complain(&reader->file, item, error,
                                     "policy: key 'groups': '%s' is in two groups", m->name);
            }
        }
        *tail = group;
        tail = &group->next;
    }
    return true;
}

/* A mapping of exercises to numbers; `whole` is a word for the whole lab, or NULL. */
static bool read_numbers(struct policy_reader *reader, yaml_node_t *node, const char *what,
                         const char *whole, struct policy_number **first, struct error *error) {
    struct policy_number **tail = first;
    if (node == NULL) {
        return true;
    }
    struct yaml_field fields[MOST_EXERCISES + 1];
    struct policy_number *numbers[MOST_EXERCISES + 1];
    size_t count = 0;
    for (const struct lab_exercise *e = reader->lab->exercises; e != NULL && count < MOST_EXERCISES;
         e = e->next) {
        numbers[count] = add(reader, sizeof **numbers);
        *numbers[count] = (struct policy_number){.exercise = e->name, .value = -1};
        fields[count] = (struct yaml_field){e->name, YAML_POINTS, false, &numbers[count]->value};
        count++;
    }
    if (whole != NULL) {
        numbers[count] = add(reader, sizeof **numbers);
        *numbers[count] = (struct policy_number){.value = -1};
        fields[count] = (struct yaml_field){whole, YAML_POINTS, false, &numbers[count]->value};
        count++;
    }
    if (!yaml_read_map(&reader->file, node, what, fields, count, error)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        if (numbers[i]->value >= 0) {
            *tail = numbers[i];
            tail = &numbers[i]->next;
        }
    }
    return true;
}

const char *const policy_columns[] = {"student", "name", "comment", "by", "second", NULL};

static bool is_column(const char *heading) {
    for (size_t i = 0; policy_columns[i] != NULL; i++) {
        if (strcasecmp(heading, policy_columns[i]) == 0) {
            return true;
        }
    }
    return false;
}

static bool read_rubric(struct policy_reader *reader, yaml_node_t *list, struct error *error) {
    struct policy_criterion **tail = &reader->policy->rubric;
    yaml_node_t *item;
    for (size_t i = 0; list != NULL && (item = yaml_item(&reader->file, list, i)) != NULL; i++) {
        struct policy_criterion *criterion = add(reader, sizeof *criterion);
        const struct yaml_field fields[] = {{"name", YAML_TEXT, true, &criterion->name},
                                            {"points", YAML_POINTS, true, &criterion->points}};
        if (!yaml_read_map(&reader->file, item, "rubric", fields, 2, error)) {
            return false;
        }
        if (is_column(criterion->name)) {
            return yaml_complain(&reader->file, item, error,
                                 "policy: key 'rubric': '%s' is a column of rubric.csv; name this "
                                 "part otherwise",
                                 criterion->name);
        }
        for (const struct policy_criterion *c = reader->policy->rubric; c != NULL; c = c->next) {
            if (strcasecmp(c->name, criterion->name) == 0) {
                return yaml_complain(&reader->file, item, error,
                                     "policy: key 'rubric': '%s' is there twice", c->name);
            }
        }
        *tail = criterion;
        tail = &criterion->next;
    }
    return true;
}

static bool read_attempt(struct policy_reader *reader, const yaml_node_t *node,
                         struct error *error) {
    static const char *const words[] = {"last", "best", "last-in-time"};
    const char *text = node != NULL ? yaml_scalar(node) : words[0];
    for (int i = 0; text != NULL && i < 3; i++) {
        if (strcmp(text, words[i]) == 0) {
            reader->policy->attempt = (enum attempt_rule)i;
            return true;
        }
    }
    return yaml_complain(&reader->file, node, error,
                         "policy: key 'attempt' must be last, best or last-in-time");
}

static bool read_policy(struct policy_reader *reader, struct error *error) {
    struct policy *policy = reader->policy;
    yaml_node_t *root = yaml_file_root(&reader->file);
    yaml_node_t *deadline = NULL, *grace = NULL, *late = NULL, *attempt = NULL;
    yaml_node_t *extensions = NULL, *times = NULL, *caps = NULL, *weights = NULL;
    yaml_node_t *groups = NULL, *drop = NULL, *rubric = NULL, *withdrawn = NULL, *zone = NULL;
    const struct yaml_field fields[] = {
        {"deadline", YAML_SCALAR, false, &deadline},
        {"zone", YAML_SCALAR, false, &zone},
        {"grace", YAML_SCALAR, false, &grace},
        {"late", YAML_MAP, false, &late},
        {"extensions", YAML_MAP, false, &extensions},
        {"times", YAML_MAP, false, &times},
        {"attempt", YAML_SCALAR, false, &attempt},
        {"caps", YAML_MAP, false, &caps},
        {"weights", YAML_MAP, false, &weights},
        {"groups", YAML_LIST, false, &groups},
        {"drop", YAML_LIST, false, &drop},
        {"rubric", YAML_LIST, false, &rubric},
        {"withdrawn", YAML_LIST, false, &withdrawn},
    };
    if (!yaml_read_map(&reader->file, root, "policy", fields, sizeof fields / sizeof *fields,
                       error) ||
        !read_zone(reader, root, zone, error) ||
        (deadline != NULL && !read_time(reader, deadline, "deadline", &policy->deadline, error))) {
        return false;
    }
    policy->has_deadline = deadline != NULL;
    yaml_node_t *needs = grace != NULL ? grace : late != NULL ? late : extensions;
    if (!policy->has_deadline && needs != NULL) {
        return yaml_complain(&reader->file, needs, error,
                             "policy: key 'deadline' is missing; grace, late and extensions need "
                             "one");
    }
    return read_duration(reader, grace, "grace", &policy->grace, error) &&
           (late == NULL || read_late(reader, late, error)) &&
           read_times(reader, extensions, "extensions", true, &policy->extensions, error) &&
           none_before_deadline(reader, extensions, error) &&
           read_times(reader, times, "times", false, &policy->times, error) &&
           read_attempt(reader, attempt, error) &&
           read_numbers(reader, caps, "caps", "total", &policy->caps, error) &&
           read_numbers(reader, weights, "weights", NULL, &policy->weights, error) &&
           read_groups(reader, groups, error) &&
           read_names(reader, withdrawn, "withdrawn", false, &policy->withdrawn, error) &&
           read_names(reader, drop, "drop", true, &policy->dropped, error) &&
           read_rubric(reader, rubric, error);
}

/* Has somebody made comments of all lines? */
static bool is_commented_out(const char *path) {
    FILE *file = fopen(path, "re");
    char *line = NULL;
    size_t room = 0;
    bool comments = false, other = false;
    while (file != NULL && getline(&line, &room, file) > 0) {
        const char *text = line + strspn(line, " \t\r\n");
        comments = comments || *text == '#';
        other = other || (*text != '#' && *text != '\0');
    }
    free(line);
    if (file != NULL) {
        fclose(file);
    }
    return comments && !other;
}

bool policy_read(struct policy *policy, const char *path, const struct lab *lab,
                 struct error *error) {
    *policy = (struct policy){0};
    struct stat status = {0};
    if (lstat(path, &status) != 0 && errno == ENOENT) {
        return true;
    }
    if (S_ISLNK(status.st_mode) && access(path, F_OK) != 0) {
        return error_set(error, "%s: the link leads nowhere: %s", path, strerror(errno));
    }
    if (S_ISREG(status.st_mode) && is_commented_out(path)) {
        return true;
    }
    struct policy_reader reader = {.policy = policy, .lab = lab};
    if (!yaml_file_open(&reader.file, path, &policy->arena, error)) {
        return false;
    }
    policy->given = true;
    const bool good = read_policy(&reader, error);
    yaml_file_close(&reader.file);
    if (!good) {
        policy_free(policy);
    }
    return good;
}

void policy_free(struct policy *policy) {
    arena_free(&policy->arena);
    *policy = (struct policy){0};
}

int64_t policy_number(const struct policy_number *numbers, const char *exercise,
                      int64_t otherwise) {
    for (; numbers != NULL; numbers = numbers->next) {
        if (exercise == NULL
                ? numbers->exercise == NULL
                : numbers->exercise != NULL && strcmp(numbers->exercise, exercise) == 0) {
            return numbers->value;
        }
    }
    return otherwise;
}

bool policy_drops(const struct policy *policy, const char *exercise) {
    for (const struct policy_name *name = policy->dropped; name != NULL; name = name->next) {
        if (strcmp(name->name, exercise) == 0) {
            return true;
        }
    }
    return false;
}
