/* For tests of what was handed in: a lab with one file, and files in a folder of the tests' own. */
#pragma once

#include "../submissions/submissions.h"

#include "../../folder.h"
#include "../../tests/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utime.h>

static const struct lab lab = {.files = {{"histogram.c", 64}}, .file_count = 1};

static char folder[] = "/tmp/lockstep-roster-XXXXXX";

/* Writes a file below `folder`, with the time of its last change; its path, until the next call. */
static const char *put(const char *name, const char *content, long changed) {
    static char path[512];
    struct error error;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    char *slash = strrchr(path, '/');
    *slash = '\0';
    assert_true(folder_make(path, &error));
    *slash = '/';
    FILE *file = fopen(path, "we");
    assert_non_null(file);
    fputs(content, file);
    fclose(file);
    utime(path, &(struct utimbuf){changed, changed});
    return path;
}

/* What was handed in below a folder of ours. */
static inline void scan(struct submissions *all, const char *in) {
    struct error error;
    char path[512];
    snprintf(path, sizeof path, "%s/%s", folder, in);
    assert_true(submissions_scan(all, &lab, path, "/nowhere", &error));
}

/* The student whose key it is, or NULL. */
static inline const struct student *find(const struct submissions *all, const char *key) {
    const struct student *student = all->students;
    while (student != NULL && strcmp(student->key, key) != 0) {
        student = student->next;
    }
    return student;
}

static int set_up(void **state) {
    return mkdtemp(folder) != NULL ? 0 : -1;
}

static int tear_down(void **state) {
    folder_remove(folder);
    return 0;
}
