#include "sanitizer_report.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* "    #1 histogram_for_atomic.omp_outlined. histogram.c:42:9 (tsan+0x…)" */
static struct place read_frame(struct grading *grading, const char *line, const char *end) {
    struct place place = {0};
    const char *text = line + strspn(line, " ");
    if (text >= end || *text != '#') {
        return place;
    }
    const char *function = memchr(text, ' ', (size_t)(end - text));
    if (function == NULL) {
        return place;
    }
    function += strspn(function, " ");
    if (strncmp(function, "0x", 2) == 0 ||
        strncmp(function, "in ", 3) == 0) { /* ASan: "#0 0x… in name file" */
        const char *in = memmem(function, (size_t)(end - function), "in ", 3);
        function = in != NULL ? in + 3 : function;
    }
    const char *file = memchr(function, ' ', (size_t)(end - function));
    if (file == NULL) {
        return place;
    }
    size_t function_length = (size_t)(file - function);
    file++;
    const char *colon = memchr(file, ':', (size_t)(end - file));
    if (colon == NULL) {
        return place;
    }
    const char *slash = memrchr(file, '/', (size_t)(colon - file));
    const char *name = slash != NULL ? slash + 1 : file;
    int number = atoi(colon + 1);
    if (number > 0 && is_student_file(grading->lab, name, (size_t)(colon - name))) {
        place.file = arena_printf(grading->arena, "%.*s", (int)(colon - name), name);
        place.line = number;
        const char *dot = memchr(function, '.', function_length);
        /* clang 14 names outlined regions ".omp_outlined._debug__". Only the first thread has the
         * function around it on its stack, and which thread is caught is luck: no name, then. */
        if (dot == function) {
            return place;
        }
        place.function = arena_printf(
            grading->arena, "%.*s",
            (int)(dot != NULL ? dot - function : (ptrdiff_t)function_length), function);
    }
    return place;
}

struct place find_place(struct grading *grading, const char *text, const char *end) {
    while (text < end) {
        const char *line_end = memchr(text, '\n', (size_t)(end - text));
        line_end = line_end != NULL ? line_end : end;
        struct place place = read_frame(grading, text, line_end);
        if (place.file != NULL) {
            return place;
        }
        text = line_end + 1;
    }
    return (struct place){0};
}

/* One access of a report: its head ("  Write of size 4 at …") up to the next empty line. */
static const char *access_end(const char *text, const char *end) {
    const char *gap = memmem(text, (size_t)(end - text), "\n\n", 2);
    return gap != NULL ? gap : end;
}

static bool head_says(const char *text, const char *end, const char *word) {
    const char *line_end = memchr(text, '\n', (size_t)(end - text));
    return memmem(text, (size_t)((line_end != NULL ? line_end : end) - text), word, strlen(word)) !=
           NULL;
}

static const char *find_global(struct grading *grading, const char *text, const char *end) {
    static const char mark[] = "Location is global '";
    const char *global = memmem(text, (size_t)(end - text), mark, sizeof mark - 1);
    if (global == NULL) {
        return NULL;
    }
    global += sizeof mark - 1;
    size_t length = strcspn(global, "'\n");
    if (strncmp(global, "??", 2) == 0) { /* memory that the worker mapped: inputs and outputs */
        return NULL;
    }
    return arena_printf(grading->arena, "%.*s", (int)(length < 64 ? length : 64), global);
}

static bool goes_first(const struct place *a, const struct place *b) {
    if (a->file == NULL || b->file == NULL || a->started != b->started) {
        return a->file != NULL && (b->file == NULL || b->started);
    }
    return a->line < b->line;
}

/* Where the thread was started whose access (in no student's file) begins at `access`: a command of
 * a device, say. Its head ends "… by thread T3:", and further down is "  Thread T3 (…) created by
 * main thread at:" with a stack. */
static struct place find_start(struct grading *grading, const char *access, const char *end) {
    static const char by[] = " by thread T";
    const char *head_end = memchr(access, '\n', (size_t)(end - access));
    const char *thread =
        head_end != NULL ? memmem(access, (size_t)(head_end - access), by, sizeof by - 1) : NULL;
    if (thread == NULL) {
        return (struct place){0};
    }
    thread += sizeof by - 1;
    const char *title = arena_printf(grading->arena, "\n  Thread T%.*s (",
                                     (int)strspn(thread, "0123456789"), thread);
    const char *stack = memmem(head_end, (size_t)(end - head_end), title, strlen(title));
    struct place place = {0};
    if (stack != NULL) {
        place = find_place(grading, stack + 1, access_end(stack + 1, end));
        place.started = place.file != NULL;
    }
    return place;
}

/* One "WARNING: ThreadSanitizer: data race" block. */
static bool read_block(struct grading *grading, const char *text, const char *end,
                       struct race_report *report) {
    const char *first = memmem(text, (size_t)(end - text), " of size ", 9);
    if (first == NULL) {
        return false;
    }
    first = (const char *)memrchr(text, '\n', (size_t)(first - text)) + 1;
    const char *first_end = access_end(first, end);
    const char *second = first_end + 2 < end ? first_end + 2 : end;
    const char *second_end = access_end(second, end);
    *report = (struct race_report){.first = find_place(grading, first, first_end),
                                   .second = find_place(grading, second, second_end),
                                   .first_writes = head_says(first, first_end, "rite of size"),
                                   .second_writes = head_says(second, second_end, "rite of size"),
                                   .global = find_global(grading, text, end)};
    if (report->first.file == NULL) {
        report->first = find_start(grading, first, end);
    }
    if (report->second.file == NULL) {
        report->second = find_start(grading, second, end);
    }
    bool first_atomic = head_says(first, first_end, "tomic "),
         second_atomic = head_says(second, second_end, "tomic ");
    report->atomic = first_atomic != second_atomic;
    if (goes_first(&report->second, &report->first)) {
        struct place place = report->first;
        bool writes = report->first_writes;
        report->first = report->second;
        report->first_writes = report->second_writes;
        report->second = place;
        report->second_writes = writes;
    }
    return true;
}

static bool comes_before(const struct race_report *a, const struct race_report *b) {
    int a_first = a->first.file != NULL ? a->first.line : 1 << 30,
        b_first = b->first.file != NULL ? b->first.line : 1 << 30;
    int a_second = a->second.file != NULL ? a->second.line : 1 << 30;
    int b_second = b->second.file != NULL ? b->second.line : 1 << 30;
    return a_first != b_first ? a_first < b_first : a_second < b_second;
}

bool race_report_read(struct grading *grading, const char *log, struct race_report *report) {
    static const char mark[] = "WARNING: ThreadSanitizer: data race";
    bool found = false;
    const char *block = strstr(log, mark);
    while (block != NULL) {
        const char *next = strstr(block + 1, mark);
        const char *end = next != NULL ? next : block + strlen(block);
        struct race_report candidate;
        if (read_block(grading, block, end, &candidate) &&
            (!found || comes_before(&candidate, report))) {
            *report = candidate;
            found = true;
        }
        block = next;
    }
    return found;
}
