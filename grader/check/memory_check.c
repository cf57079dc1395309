/* Checks of kind `memory`: AddressSanitizer and UndefinedBehaviourSanitizer. */
#include "devices.h"

#include "sanitizer_report.h"

#include <stdlib.h>
#include <string.h>

/* AddressSanitizer's words, the verdict they mean, and how they read. */
static const struct {
    const char *word;
    enum verdict verdict;
    const char *text;
} kinds[] = {
    {"dynamic-stack-buffer-overflow", VERDICT_OUT_OF_BOUNDS, "goes beyond a local array"},
    {"stack-buffer-overflow", VERDICT_OUT_OF_BOUNDS, "goes beyond a local array"},
    {"stack-buffer-underflow", VERDICT_OUT_OF_BOUNDS, "goes in front of a local array"},
    {"heap-buffer-overflow", VERDICT_OUT_OF_BOUNDS, "goes beyond memory from malloc"},
    {"global-buffer-overflow", VERDICT_OUT_OF_BOUNDS, "goes beyond an array at file scope"},
    {"heap-use-after-free", VERDICT_OUT_OF_BOUNDS, "uses memory after it was freed"},
    {"stack-use-after", VERDICT_OUT_OF_BOUNDS, "uses a local variable after its block ended"},
    {"double-free", VERDICT_CRASH, "frees the same memory twice"},
    {"attempting free on address", VERDICT_CRASH, "frees memory that did not come from malloc"},
    {"stack-overflow", VERDICT_CRASH, "the stack ran out"},
    {"allocation-size-too-big", VERDICT_MEMORY_LIMIT, "asks malloc for more than there is"},
    {"SEGV", VERDICT_CRASH, "touches memory that is not its own"},
};

static void set_place(struct finding *finding, struct place place) {
    finding->file = place.file;
    finding->line = place.line;
    finding->function = place.function;
}

static struct finding *add_address_error(struct grading *grading, struct trial *trial,
                                         const char *report) {
    const char *end = strchrnul(report, '\n');
    const char *text = "a memory error";
    enum verdict verdict = VERDICT_OUT_OF_BOUNDS;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (memmem(report, (size_t)(end - report), kinds[i].word, strlen(kinds[i].word)) != NULL) {
            text = kinds[i].text;
            verdict = kinds[i].verdict;
            break;
        }
    }
    struct finding *finding = trial_add(grading, trial, verdict, text);
    const char *gap = strstr(report, "\n\n");
    set_place(finding, find_place(grading, report, gap != NULL ? gap : report + strlen(report)));
    return finding;
}

/* " 0x602000000011" goes: it differs from run to run, and tells nothing. */
static void drop_address(char *text) {
    char *address = strstr(text, " 0x");
    if (address != NULL) {
        const char *rest = address + 3 + strspn(address + 3, "0123456789abcdef");
        memmove(address, rest, strlen(rest) + 1);
    }
}

/* "histogram.c:12:5: runtime error: index 256 out of bounds for type 'uint32_t[256]'" */
static struct finding *add_undefined(struct grading *grading, struct trial *trial, const char *log,
                                     const char *error) {
    const char *line = error;
    while (line > log && line[-1] != '\n') {
        line--;
    }
    const char *message = strstr(error, "error: ") + 7;
    int length = (int)strcspn(message, "\n");
    bool bounds = memmem(message, (size_t)length, "out of bounds", 13) != NULL;
    char *text =
        arena_printf(grading->arena, "%s%.*s",
                     bounds ? "" : "undefined behaviour: ", length < 200 ? length : 200, message);
    drop_address(text);
    struct finding *finding =
        trial_add(grading, trial, bounds ? VERDICT_OUT_OF_BOUNDS : VERDICT_CRASH, text);
    const char *colon = strchr(line, ':');
    const char *slash = memrchr(line, '/', (size_t)(colon - line));
    const char *name = slash != NULL ? slash + 1 : line;
    if (is_student_file(grading->lab, name, (size_t)(colon - name))) {
        finding->file = arena_printf(grading->arena, "%.*s", (int)(colon - name), name);
        finding->line = atoi(colon + 1);
    }
    return finding;
}

bool check_memory(struct grading *grading, const struct lab_exercise *exercise,
                  const struct lab_check *check, enum flavour flavour, struct trial *trial) {
    box_clear_log(grading->box);
    if (!trial_run(grading, exercise, check, flavour, NULL, trial)) {
        return false;
    }
    const char *log = read_logs(grading);
    const char *address = strstr(log, "ERROR: AddressSanitizer: "),
               *undefined = strstr(log, ": runtime error: ");
    struct finding *finding = NULL;
    if (address != NULL) {
        finding = add_address_error(grading, trial, address);
    } else if (undefined != NULL) {
        finding = add_undefined(grading, trial, log, undefined);
    } else if (!trial->finished || trial->jail.end != JAIL_EXITED || trial->jail.code != 0) {
        trial_add_end(grading, flavour, trial);
    }
    if (finding != NULL && finding->advice == NULL) {
        finding->advice = check->advice;
    }
    if (finding != NULL && trial->broken != NULL) {
        finding->input = trial->broken->source->text;
    }
    return true;
}
