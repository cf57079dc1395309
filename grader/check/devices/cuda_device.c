/* What compute-sanitizer finds on a real GPU. */
#include "../../compile/files.h"
#include "../check_devices.h"

#include <ctype.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- compute-sanitizer ---- */

/* All files that compute-sanitizer left in the box's log folder, one after the other in the order
 * of their names, at most 4 MiB; the arena's. */
static const char *read_logs(struct grading *grading) {
    enum { LARGEST = 4 << 20 };
    char *text = malloc(LARGEST + 1);
    size_t length = 0;
    const char *const *name = folder_names(grading->arena, grading->box->log);
    for (; name != NULL && *name != NULL; name++) {
        char path[PATH_MAX];
        snprintf(path, sizeof path, "%s/%s", grading->box->log, *name);
        int from = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
        struct stat status;
        bool plain = from >= 0 && fstat(from, &status) == 0 && S_ISREG(status.st_mode);
        ssize_t got = 1;
        while (plain && text != NULL && got > 0 && length < LARGEST) {
            got = read(from, text + length, LARGEST - length);
            length += got > 0 ? (size_t)got : 0;
        }
        if (from >= 0) {
            close(from);
        }
    }
    char *copy = arena_alloc(grading->arena, length + 1);
    if (text != NULL) {
        memcpy(copy, text, length);
    }
    free(text);
    return copy;
}

static const char sanitizer[] = "/usr/local/cuda/bin/compute-sanitizer";

/* The lines of the log that open a report of something, and what it is. */
struct report_kind {
    const char *words;
    enum found id;
};

static const struct report_kind memory_reports[] = {
    {"Invalid __global__ read", FOUND_CUDA_READS_OUTSIDE},
    {"Invalid __global__ write", FOUND_CUDA_WRITES_OUTSIDE},
    {"Invalid __global__ atomic", FOUND_CUDA_ATOMIC_OUTSIDE},
    {"Invalid __shared__", FOUND_CUDA_SHARED_OUTSIDE},
    {"Invalid __local__", FOUND_CUDA_LOCAL_OUTSIDE},
    {"Invalid ", FOUND_CUDA_OUTSIDE},
    {NULL, FOUND_COUNT},
};

static const struct report_kind race_reports[] = {
    {"Race reported between", FOUND_CUDA_RACE},
    {NULL, FOUND_COUNT},
};

static const struct sanitizer_tool {
    const char *command[8]; /* NULL-terminated */
    const char *summary;    /* the line that ends the log of a run that was looked at */
    const struct report_kind *kinds;
} tools[] = {
    {{sanitizer, "--tool", "memcheck", "--log-file", "/log/memcheck", "--report-api-errors", "no"},
     "ERROR SUMMARY:",
     memory_reports},
    {{sanitizer, "--tool", "racecheck", "--log-file", "/log/racecheck"},
     "RACECHECK SUMMARY:",
     race_reports},
};

/* One report of the log: the lines of the student's files that it names. */
struct report {
    const struct report_kind *kind;
    const char *file;
    int line, other; /* other: the second place of a race, 0 where there is none */
    bool writes, other_writes;
};

/* "… in histogram.cu:42": the line, 0 where none of the student's files is named. `*file` belongs
 * to the lab. */
static int find_line(const struct lab *lab, const char *text, const char *end, const char **file) {
    for (size_t i = 0; i < lab->file_count; i++) {
        const char *name = lab->files[i].name, *found = text;
        size_t length = strlen(name);
        while ((found = memmem(found, (size_t)(end - found), name, length)) != NULL) {
            found += length;
            if (found < end && *found == ':' && isdigit((unsigned char)found[1])) {
                *file = name;
                return atoi(found + 1);
            }
        }
    }
    return 0;
}

static bool says(const char *text, const char *end, const char *word) {
    return memmem(text, (size_t)(end - text), word, strlen(word)) != NULL;
}

/* Reads the report that starts at `text`; a line that says nothing but "=========" ends it. */
static struct report read_report(const struct lab *lab, const struct report_kind *kind,
                                 const char *text) {
    struct report report = {.kind = kind};
    const char *file = NULL;
    while (*text != '\0') {
        const char *end = strchrnul(text, '\n');
        int line = find_line(lab, text, end, &file);
        bool writes = says(text, end, "rite access") || says(text, end, "rite of size");
        if (line != 0 && report.line == 0) {
            report.line = line;
            report.file = file;
            report.writes = writes;
        } else if (line != 0 && report.other == 0 && says(text, end, "access at")) {
            report.other = line;
            report.other_writes = writes;
        }
        size_t length = (size_t)(end - text);
        if (length <= strspn(text, "= ")) {
            break;
        }
        text = *end == '\0' ? end : end + 1;
    }
    if (report.other != 0 && report.other < report.line) {
        int line = report.line;
        bool writes = report.writes;
        report.line = report.other;
        report.writes = report.other_writes;
        report.other = line;
        report.other_writes = writes;
    }
    return report;
}

/* The order in which threads ran must not choose what is told: the first lines of the file do. */
static bool comes_before(const struct report *a, const struct report *b) {
    if (b->kind == NULL || (a->line != 0) != (b->line != 0)) {
        return b->kind == NULL || a->line != 0;
    }
    if (a->line != b->line) {
        return a->line < b->line;
    }
    return a->other != b->other ? a->other < b->other : a->kind < b->kind;
}

static struct report first_report(const struct lab *lab, const struct sanitizer_tool *tool,
                                  const char *log) {
    struct report first = {0};
    for (const char *line = log; *line != '\0';) {
        const char *end = strchrnul(line, '\n');
        for (const struct report_kind *kind = tool->kinds; kind->words != NULL; kind++) {
            if (says(line, end, kind->words)) {
                struct report report = read_report(lab, kind, line);
                first = comes_before(&report, &first) ? report : first;
                break;
            }
        }
        line = *end == '\0' ? end : end + 1;
    }
    return first;
}

static void add_report(struct grading *grading, const struct lab_check *check,
                       const struct report *report, struct trial *trial) {
    const enum found id =
        report->kind->id != FOUND_CUDA_RACE || report->line == 0 ? report->kind->id
        : report->other == 0 || report->other == report->line    ? FOUND_CUDA_RACE_ON_LINE
                                                                 : FOUND_CUDA_RACE_OF_LINES;
    struct finding *finding = trial_add(
        trial, finding_at(grading->arena, report->file, report->line, id,
                          MESSAGE_VALUES(
                              message_number("line", report->line),
                              message_number("second", report->other),
                              message_string("what", report->writes ? "writes" : "reads"),
                              message_string("when", report->other_writes ? "writes" : "reads"))));
    finding->advice = check->advice;
    finding->input = check->cases->text;
}

/* What kept the tool from looking at the program: its first words about an error. */
static void add_unavailable(struct grading *grading, const struct sanitizer_tool *tool,
                            const char *log, struct trial *trial) {
    const char *error = strstr(log, "Error: ");
    const int length = error != NULL ? (int)strcspn(error, "\n") : 0;
    const char *said = arena_printf(grading->arena, "%.*s", length < 160 ? length : 160,
                                    error != NULL ? error : "");
    trial_find(
        grading, trial, length > 0 ? FOUND_SANITIZER_FAILED : FOUND_SANITIZER_SILENT,
        MESSAGE_VALUES(message_string("tool", tool->command[2]), message_string("log", said)));
}

/* Runs the check's cases under one tool. False when the grader failed. */
static bool run_tool(struct grading *grading, const struct exercise_grade *graded,
                     const struct lab_check *check, enum flavour flavour,
                     const struct sanitizer_tool *tool, struct trial *trial) {
    box_clear_log(grading->box);
    const struct trial_options asked = {.judge = answers_judge(graded), .tool = tool->command};
    if (!trial_run_with(grading, graded->exercise, check, flavour, &asked, trial)) {
        return false;
    }
    const char *log = read_logs(grading);
    struct report report = first_report(grading->lab, tool, log);
    if (report.kind != NULL) {
        forget_findings(trial); /* it is the cause of what the answers show */
        add_report(grading, check, &report, trial);
    } else if (trial->jail.end == JAIL_EXITED &&
               (strstr(log, tool->summary) == NULL || strstr(log, "= Error: ") != NULL)) {
        forget_findings(trial);
        add_unavailable(grading, tool, log, trial);
    } else if (trial->findings == NULL) {
        trial_add_end(grading, flavour, trial);
    }
    return true;
}

bool check_cuda_findings(struct grading *grading, struct exercise_grade *graded,
                         const struct lab_check *check, enum flavour flavour, struct trial *trial) {
    if (access(sanitizer, X_OK) != 0) {
        *trial = (struct trial){.verdict = VERDICT_PASS};
        trial_find(grading, trial, FOUND_NO_SANITIZER, NULL);
        return true;
    }
    double seconds = 0;
    for (size_t i = 0; i < sizeof tools / sizeof *tools; i++) {
        if (i > 0) {
            trial_free(trial);
        }
        if (!run_tool(grading, graded, check, flavour, &tools[i], trial)) {
            return false;
        }
        seconds += trial->seconds;
        trial->seconds = seconds;
        if (trial->verdict != VERDICT_PASS) {
            break;
        }
    }
    return true;
}
