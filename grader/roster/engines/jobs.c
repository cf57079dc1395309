/* The jobs of a class: an attempt each, and the digest of all that its grade depends on. */
#include "../../message_text.h"
#include "../class.h"

#include "../../compile/files.h"
#include "../../compile/toolchain.h"
#include "../journal/remarks.h"
#include "../../whole_file.h"

#define XXH_INLINE_ALL
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

/* ---- what a grade depends on ---- */

/* The text without the numbers behind `points:`: what a check is worth changes no verdict, so sums
 * are made anew without running anything. */
static void forget_points(char *text, size_t *size) {
    static const char key[] = "points:";
    char *to = text;
    for (const char *from = text; *from != '\0';) {
        if (strncmp(from, key, sizeof key - 1) == 0) {
            from += sizeof key - 1;
            from += strspn(from, " ");
            from += strspn(from, "0123456789.");
        } else {
            *to++ = *from++;
        }
    }
    *to = '\0';
    *size = (size_t)(to - text);
}

/* Of the files in a folder, and in the folders in it. */
static uint64_t folder_digest(const char *folder, uint64_t digest) {
    struct arena arena = {0};
    const char *const *names = folder_names(&arena, folder);
    for (; names != NULL && *names != NULL; names++) {
        size_t size;
        const char *name = *names;
        if (strcmp(name, "variants") == 0 || strcmp(name, "secret") == 0) {
            continue;
        }
        const char *path = arena_printf(&arena, "%s/%s", folder, name);
        char *bytes = plain_file_in(&arena, path, &size);
        if (bytes != NULL && strcmp(name, "lab.yaml") == 0) {
            forget_points(bytes, &size);
        }
        digest = XXH3_64bits_withSeed(name, strlen(name), digest);
        digest =
            bytes != NULL ? XXH3_64bits_withSeed(bytes, size, digest) : folder_digest(path, digest);
    }
    arena_free(&arena);
    return digest;
}

/* Of the lab's own files and those that labs share: another lab.yaml or oracle means other grades.
 */
static uint64_t lab_digest(const struct lab *lab) {
    struct arena arena = {0};
    uint64_t digest = folder_digest(lab->directory, XXH3_64bits(lab->name, strlen(lab->name)));
    digest = folder_digest(arena_printf(&arena, "%s/../shared", lab->directory), digest);
    for (const struct lab_exercise *e = lab->exercises; e != NULL; e = e->next) {
        for (const struct lab_check *check = e->checks; check != NULL; check = check->next) {
            for (const struct oracle_case *c = check->cases; c != NULL; c = c->next) {
                digest = XXH3_64bits_withSeed(c->text, strlen(c->text), digest); /* with points */
            }
        }
    }
    arena_free(&arena);
    return digest;
}

static uint64_t toolchain_digest(uint64_t digest) {
    for (int tool = 0; tool < TOOL_COUNT; tool++) {
        if (tool_needed((enum tool)tool)) {
            const char *version = tool_version((enum tool)tool);
            digest = XXH3_64bits_withSeed(version, strlen(version), digest);
        }
    }
    return digest;
}

/* The same for people to read, a line each. */
static const char *describe_basis(struct class_run *run, uint64_t lab) {
    struct arena scratch = {0};
    const struct class_options *options = &run->options;
    const char *lines = arena_printf(&scratch, "seed\t%" PRIu64 "%s\n", options->seed,
                                     options->seed_per_student ? ", another for each" : "");
    lines = arena_printf(&scratch, "%sdevice\t%s\nthe lab's files\t%016" PRIx64 "\n", lines,
                         options->device != NULL ? options->device : "none", lab);
    lines = arena_printf(&scratch, "%sthe secret\t%016" PRIx64 "\n", lines,
                         run->secret.given ? secret_seed(&run->secret, 0, "digest") : 0);
    for (int tool = 0; tool < TOOL_COUNT; tool++) {
        if (tool_needed((enum tool)tool)) {
            lines = arena_printf(&scratch, "%s%s\t%s\n", lines, tool_name((enum tool)tool),
                                 tool_version((enum tool)tool));
        }
    }
    lines = arena_strdup(&run->arena, lines);
    arena_free(&scratch);
    return lines;
}

static void add_reason(struct class_run *run, const char *why) {
    struct reason **place = &run->reasons;
    while (*place != NULL && strcmp((*place)->why, why) != 0) {
        place = &(*place)->next;
    }
    if (*place == NULL) {
        *place = arena_alloc(&run->arena, sizeof **place);
        (*place)->why = why;
    }
    (*place)->count++;
}

/* A reason for each line of `now` that is another in `before`. Values of 16 digits say nothing to a
 * person. */
static void compare_bases(struct class_run *run, const char *before, const char *now) {
    for (const char *line = now; *line != '\0'; line += strcspn(line, "\n") + 1) {
        const int name = (int)strcspn(line, "\t"), length = (int)strcspn(line, "\n");
        const char *was = strstr(before, arena_printf(&run->arena, "%.*s", name + 1, line));
        if (was == NULL || strncmp(was, line, (size_t)length + 1) == 0) {
            continue;
        }
        was += name + 1;
        add_reason(run, strncmp(line, "the ", 4) == 0
                            ? arena_printf(&run->arena, "%.*s changed", name, line)
                            : message_print(&run->arena, "%.*s was %.*s and is %.*s", name, line,
                                            (int)strcspn(was, "\n"), was, length - name - 1,
                                            line + name + 1));
    }
}

bool class_tell_why(struct class_run *run, const struct job *job, const char *last,
                    struct error *error) {
    const char *files = strchrnul(last, '-'), *before = NULL;
    if (strcmp(files, strchrnul(job->task.digest, '-')) != 0) {
        add_reason(run, "their files changed");
    }
    const uint64_t prefix = strtoull(last, NULL, 16);
    const uint64_t keys[] = {prefix, prefix ^ job->task.seed ^ run->options.seed};
    bool good = true;
    for (size_t i = 0; good && before == NULL && i < sizeof keys / sizeof *keys; i++) {
        const char *key = arena_printf(&run->arena, "basis %016" PRIx64, keys[i]);
        good = note_read(run->journal, key, &run->arena, &before, error);
    }
    if (before != NULL) {
        compare_bases(run, before, run->basis);
    } else if (strncmp(last, job->task.digest, (size_t)(files - last)) != 0) {
        add_reason(run, "lab, seed, secret or compilers changed");
    }
    return good;
}

/* ---- setting up ---- */

static uint64_t student_seed(const struct class_options *options, const struct student *student) {
    if (!options->seed_per_student) {
        return options->seed;
    }
    return XXH3_64bits_withSeed(student->key, strlen(student->key), options->seed);
}

static bool set_up_job(struct class_run *run, struct job *job, const struct student *student,
                       uint64_t base, struct error *error) {
    struct arena *arena = &run->arena;
    const char *out = run->out;
    const char *folder = arena_printf(arena, "%s/files/%s", out, job->key);
    job->student = student;
    if (!collect(&run->lab, student, run->skeleton, folder, arena, &job->collected, error)) {
        return false;
    }
    uint64_t seed = student_seed(&run->options, student);
    const char *digest =
        arena_printf(arena, "%016" PRIx64 "-%s", base ^ seed, job->collected.digest);
    job->task = (struct class_task){
        .student = student->key,
        .folder = folder,
        .refused = job->collected.refused,
        .digest = digest,
        .seed = seed,
        .secret = &run->secret,
        .device = run->options.device,
        .pool = run->options.engine->here ? arena_printf(arena, "%s/spool", out) : NULL,
        .spool = arena_printf(arena, "%s/spool/%s.%s", out, job->key, digest),
    };
    return true;
}

static int by_number(const void *a, const void *b) {
    const struct attempt *x = *(struct attempt *const *)a, *y = *(struct attempt *const *)b;
    return x->number != y->number ? (x->number < y->number ? -1 : 1)
                                  : strverscmp(x->entry, y->entry);
}

/* A student's attempts in their order. Files that a learning system names, at one time or at no
 * time that is known, belong together: `begins` says where an attempt of several files begins. */
struct attempts {
    const struct attempt **of;
    bool *begins;
    size_t count, groups;
};

static struct attempts list_attempts(struct arena *arena, const struct class_run *run,
                                     const struct student *student) {
    struct attempts list = {0};
    for (const struct attempt *a = student->attempts; a != NULL; a = a->next) {
        list.count++;
    }
    list.of = arena_alloc(arena, (list.count + 1) * sizeof(struct attempt *));
    list.begins = arena_alloc(arena, list.count + 1);
    const struct attempt **end = list.of;
    for (const struct attempt *a = student->attempts; a != NULL; a = a->next) {
        *end++ = a;
    }
    qsort(list.of, list.count, sizeof(struct attempt *), by_number);
    for (size_t i = 0; i < list.count; i++) {
        const struct attempt *one = list.of[i], *before = i > 0 ? list.of[i - 1] : NULL;
        const bool apart =
            run->policy.attempt != ATTEMPT_LAST && before != NULL &&
            (one->given == NULL || before->given == NULL || one->number != before->number);
        list.begins[i] = before == NULL || apart;
        list.groups += list.begins[i];
    }
    return list;
}

/* The student with the attempts from `begin` to `end` alone. */
static const struct student *with_attempts(struct arena *arena, const struct student *student,
                                           const struct attempts *list, size_t begin, size_t end) {
    struct student *copy = arena_alloc(arena, sizeof *copy);
    *copy = *student;
    struct attempt **tail = &copy->attempts;
    for (size_t i = begin; i < end; i++) {
        *tail = arena_alloc(arena, sizeof **tail);
        **tail = *list->of[i];
        tail = &(*tail)->next;
    }
    *tail = NULL;
    return copy;
}

/* A job for each attempt, in their order; "ada#2" is the second of several. */
static bool set_up_student(struct class_run *run, const struct student *student, uint64_t base,
                           struct error *error) {
    struct arena *arena = &run->arena;
    const struct attempts list = list_attempts(arena, run, student);
    bool good = true;
    for (size_t begin = 0, n = 1; good && begin < list.count; n++) {
        size_t end = begin + 1;
        while (end < list.count && !list.begins[end]) {
            end++;
        }
        struct job *job = &run->jobs[run->count++];
        job->key = list.groups == 1 ? student->key : arena_printf(arena, "%s#%zu", student->key, n);
        job->entry = list.groups > 1 || list.count == 1 ? list.of[begin]->entry : NULL;
        good = set_up_job(
            run, job, list.groups == 1 ? student : with_attempts(arena, student, &list, begin, end),
            base, error);
        begin = end;
    }
    return good;
}

/* ---- who was graded before ---- */

/* Is the key in the list, and if `attempts`, with the number of an attempt behind it? */
static bool has_key(const char *const *keys, const char *key, size_t length, bool attempts) {
    while (*keys != NULL &&
           (strncmp(*keys, key, length) != 0 || (*keys)[length] != (attempts ? '#' : '\0'))) {
        keys++;
    }
    return *keys != NULL;
}

static bool is_called(const char *name, const char *key, size_t length) {
    return strlen(name) == length && strncmp(name, key, length) == 0;
}

/* Is the key's student among the submissions, or has withdrawn? A key without a number counts where
 * the last attempt does, and one with a number where all are graded; if there is no other. */
static bool is_left_out(const struct class_run *run, const char *const *keys, const char *key) {
    const size_t length = strcspn(key, "#");
    const bool attempt = key[length] == '#', all = run->policy.attempt != ATTEMPT_LAST;
    bool found = false;
    for (const struct student *s = run->submissions.students; s != NULL; s = s->next) {
        found = found || is_called(s->key, key, length);
    }
    for (const struct partner *p = run->submissions.partners; p != NULL; p = p->next) {
        found = found || is_called(p->student->key, key, length);
    }
    for (const struct policy_name *n = run->policy.withdrawn; n != NULL; n = n->next) {
        found = found || is_called(n->name, key, length);
    }
    return found || (attempt != all && has_key(keys, key, length, all));
}

/* The keys of the journal, then those of students who have their files in `files` alone: they were
 * never graded, or the journal was lost. The arena's. */
static const char **add_never_graded(struct class_run *run, const char *const *keys) {
    struct arena *arena = &run->arena;
    const char *const *names = folder_names(arena, arena_printf(arena, "%s/files", run->out));
    size_t count = 0, more = 0;
    while (keys[count] != NULL) {
        count++;
    }
    while (names != NULL && names[more] != NULL) {
        more++;
    }
    const char **all = arena_alloc(arena, (count + more + 1) * sizeof *all);
    memcpy(all, keys, count * sizeof *all);
    for (size_t i = 0; i < more; i++) {
        const size_t length = strcspn(names[i], "#");
        if (!has_key(all, names[i], length, false) && !has_key(all, names[i], length, true)) {
            all[count++] = names[i];
        }
    }
    return all;
}

static const char never_graded[] =
    "it is no longer among the submissions, and the journal has no grade of it: put its folder "
    "back (files has what it handed in), or name the student under withdrawn in policy.yaml";

/* Who is not among the submissions any more keeps what was graded. */
static bool set_up_gone(struct class_run *run, const char *const *keys, struct error *error) {
    struct arena *arena = &run->arena;
    struct person *persons;
    struct student *student = NULL;
    bool good = persons_read(run->journal, arena, &persons, error);
    for (const char *const *key = keys; good && *key != NULL; key++) {
        if (is_left_out(run, keys, *key)) {
            continue;
        }
        const char *name = arena_printf(arena, "%.*s", (int)strcspn(*key, "#"), *key);
        const struct person *person = person_find(persons, name);
        if (student == NULL || strcmp(student->key, name) != 0) {
            student = arena_alloc(arena, sizeof *student);
            *student = (struct student){.key = name,
                                        .name = person != NULL ? person->name : name,
                                        .id = "",
                                        .number = "",
                                        .folder = name};
        }
        struct job *job = &run->jobs[run->count++];
        *job = (struct job){
            .student = student,
            .key = *key,
            .gone = true,
            .collected = {.notes = "It is no longer among the submissions: the grade of before "
                                   "stays."}};
        job->task =
            (struct class_task){.student = name,
                                .folder = arena_printf(arena, "%s/files/%s", run->out, *key),
                                .seed = run->options.seed,
                                .secret = &run->secret};
        good = journal_last(run->journal, *key, arena, &job->task.digest, error);
        if (good && job->task.digest == NULL) {
            job->collected = (struct collected){.notes = "", .closed = never_graded};
            job->trouble = never_graded;
            job->task.digest = "";
        }
        job->task.spool = arena_printf(arena, "%s/spool/%s.%s", run->out, *key, job->task.digest);
    }
    return good;
}

bool class_set_up_jobs(struct class_run *run, struct error *error) {
    const uint64_t lab = lab_digest(&run->lab);
    uint64_t base = toolchain_digest(lab);
    if (run->options.device != NULL) {
        base = XXH3_64bits_withSeed(run->options.device, strlen(run->options.device), base);
    }
    if (run->secret.given) {
        base = secret_seed(&run->secret, base, "digest");
    }
    run->basis = describe_basis(run, lab);
    run->basis_key = arena_printf(&run->arena, "basis %016" PRIx64, base ^ run->options.seed);
    const char **keys;
    if (!journal_keys(run->journal, &run->arena, &keys, error)) {
        return false;
    }
    keys = add_never_graded(run, keys);
    size_t most = 0;
    while (keys[most] != NULL) {
        most++;
    }
    const struct student *student = run->submissions.students;
    for (; student != NULL; student = student->next) {
        for (const struct attempt *a = student->attempts; a != NULL; a = a->next) {
            most++;
        }
    }
    run->jobs = arena_alloc(&run->arena, (most + 1) * sizeof *run->jobs);
    bool good = true;
    for (student = run->submissions.students; good && student != NULL; student = student->next) {
        good = set_up_student(run, student, base, error);
    }
    return good && set_up_gone(run, keys, error);
}
