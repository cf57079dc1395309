/* Moodle's VPL: a comment block and the grade on a line of its own. VPL looks for its marks
 * anywhere in the output, so text that holds one is broken up. */
#include "../feedback.h"
#include "../writers.h"

#include <string.h>

/* Marks that mean something to VPL, and what is written where a student's text holds one. */
static const struct {
    const char *mark, *harmless;
} marks[] = {{":=>>", ":= >>"}, {"<|--", "<| --"}, {"--|>", "-- |>"}};

static void harmless(FILE *file, const char *text) {
    while (*text != '\0') {
        size_t m = 0;
        while (m < sizeof marks / sizeof *marks &&
               strncmp(text, marks[m].mark, strlen(marks[m].mark)) != 0) {
            m++;
        }
        if (m < sizeof marks / sizeof *marks) {
            fputs(marks[m].harmless, file);
            text += strlen(marks[m].mark);
        } else {
            fputc(*text++, file);
        }
    }
}

/* Lines that begin with '>' are shown as they are; others could be read as headings. */
static void quoted(FILE *file, const char *text) {
    while (*text != '\0') {
        size_t length = strcspn(text, "\n");
        struct arena arena = {0};
        fputc('>', file);
        harmless(file, arena_printf(&arena, "%.*s", (int)length, text));
        fputc('\n', file);
        arena_free(&arena);
        text += length + (text[length] == '\n');
    }
}

void report_vpl(FILE *file, const struct result *result, const struct report_options *options) {
    struct arena arena = {0};
    char points[2][POINTS_TEXT_BYTES];
    fputs("<|--\n", file);
    quoted(file, feedback_outline(&arena, options, result));
    EACH_CHECK (result, exercise, check) {
        fputc('-', file);
        harmless(file, feedback_name(&arena, options, exercise, check));
        fprintf(
            file, " (%s / %s)\n",
            language_number(options->language, &arena, report_points(check->earned, points[0])),
            language_number(options->language, &arena, report_points(check->points, points[1])));
        quoted(file, feedback_check(&arena, options, check));
    }
    fprintf(file, "--|>\nGrade :=>> %s\n", report_points(result->earned, points[0]));
    arena_free(&arena);
}
