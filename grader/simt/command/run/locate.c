/* Lines of the program's calls, by addr2line: only where there is something to locate. */
#include "locate.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Runs addr2line for one address; its answer is pairs of lines, function and place, innermost
 * first. False if it cannot be run. */
static bool ask(const char *object, uint64_t code, char *answer, size_t size) {
    char address[32];
    int ends[2];
    snprintf(address, sizeof address, "0x%" PRIx64, code);
    if (pipe(ends) != 0) {
        return false;
    }
    pid_t child = fork();
    if (child == 0) {
        dup2(ends[1], STDOUT_FILENO);
        close(STDERR_FILENO);
        execlp("addr2line", "addr2line", "-f", "-i", "-e", object, address, (char *)NULL);
        _exit(127);
    }
    close(ends[1]);
    size_t length = 0;
    ssize_t got = 0;
    while (child > 0 && length + 1 < size &&
           (got = read(ends[0], answer + length, size - 1 - length)) > 0) {
        length += (size_t)got;
    }
    answer[length] = '\0';
    close(ends[0]);
    return child > 0 && waitpid(child, NULL, 0) == child && length > 0;
}

/* The code's file and line, in `answer`'s room; the file is NULL if they are unknown. Takes the
 * first place with a line; lines of the kit's own headers are nobody's. */
static const char *place_of(const char *object, uint64_t code, char *answer, size_t size,
                            uint32_t *line_to) {
    char *rest = NULL;
    if (code == 0 || object[0] != '/' || !ask(object, code, answer, size)) {
        return NULL;
    }
    strtok_r(answer, "\n", &rest);
    for (char *place = strtok_r(NULL, "\n", &rest); place != NULL;
         strtok_r(NULL, "\n", &rest), place = strtok_r(NULL, "\n", &rest)) {
        char *colon = strrchr(place, ':');
        char *slash = strrchr(place, '/');
        long line = colon != NULL ? strtol(colon + 1, NULL, 10) : 0;
        if (line > 0 && strstr(place, "/cuda/include/") == NULL) {
            *colon = '\0';
            *line_to = (uint32_t)line;
            return slash != NULL ? slash + 1 : place;
        }
    }
    return NULL;
}

/* Do two notes say the same of one line? */
static bool same_note(const struct simt_finding *a, const struct simt_finding *b) {
    const struct finding_place *p = &a->places[0], *q = &b->places[0];
    return finding_is_note(a->kind) && a->kind == b->kind && a->place_count == 1 &&
           b->place_count == 1 && p->line == q->line && strcmp(p->file, q->file) == 0 &&
           strcmp(p->who, q->who) == 0 && strcmp(a->kernel, b->kernel) == 0 &&
           strcmp(a->subject, b->subject) == 0 && strcmp(a->message, b->message) == 0;
}

/* An unrolled loop makes several calls of one. */
static void merge_notes(struct finding_list *findings) {
    size_t kept = 0;
    for (size_t i = 0; i < findings->count; i++) {
        size_t k = 0;
        while (k < kept && !same_note(&findings->items[k], &findings->items[i])) {
            k++;
        }
        if (k < kept) {
            findings->items[k].count += findings->items[i].count;
        } else {
            findings->items[kept++] = findings->items[i];
        }
    }
    findings->count = kept;
}

void locate_findings(struct finding_list *findings) {
    char answer[8192];
    for (size_t i = 0; i < findings->count; i++) {
        struct simt_finding *finding = &findings->items[i];
        uint32_t line = 0;
        for (int p = 0; p < finding->place_count; p++) {
            struct finding_place *place = &finding->places[p];
            const char *file = place_of(finding->object, place->code, answer, sizeof answer, &line);
            finding_locate_place(place, file, line);
        }
        if (finding->place_count == 0) {
            const char *file =
                place_of(finding->object, finding->code, answer, sizeof answer, &line);
            finding_locate(finding, file, line);
        }
    }
    merge_notes(findings);
}
