/* A student's feedback as a page of its own: the score, a row a check, and what was found. */
#include "html.h"
#include "../feedback.h"
#include "../source_quote.h"
#include "../../page_style.h"
#include "../../utf8.h"
#include "../writers.h"

#include <inttypes.h>
#include <string.h>

static const char style[] =
    "body{max-width:70rem;padding:1rem}"
    "p{margin:.4rem 0}"
    "table{width:100%}th,td{border-width:0 0 1px}"
    ".wide{overflow-x:auto}"
    ".pass{color:var(--good)}.fail{color:var(--bad)}.other{color:var(--other)}"
    "td.pass,td.fail,td.other,td.faint{width:20%}"
    ".found{border-left:3px solid var(--line);margin:.5rem 0 .5rem .2rem;padding:.1rem .8rem}"
    "pre{background:var(--field);padding:.5rem;margin:.4rem 0}"
    "small,.faint{color:var(--soft)}"
    "th button{background:none;border:0;padding:0;text-align:inherit;font-weight:bold;"
    "text-decoration:underline dotted;cursor:pointer}@media print{th button{display:inline}}";

void html_text(FILE *file, const char *text) {
    struct arena arena = {0};
    const char *clean = utf8_clean(&arena, text == NULL ? "" : text);
    for (; *clean != '\0'; clean++) {
        switch (*clean) {
        case '&':
            fputs("&amp;", file);
            break;
        case '<':
            fputs("&lt;", file);
            break;
        case '>':
            fputs("&gt;", file);
            break;
        case '"':
            fputs("&quot;", file);
            break;
        case '\'':
            fputs("&#39;", file);
            break;
        default:
            fputc(*clean, file);
        }
    }
    arena_free(&arena);
}

void html_between(FILE *file, const char *before, const char *text, const char *after) {
    fputs(before, file);
    html_text(file, text);
    fputs(after, file);
}

void html_begin(FILE *file, const struct language *language, const char *title,
                const char *more_style) {
    page_begin(file, language_code(language));
    html_text(file, title);
    fprintf(file, "</title>\n<style>%s%s%s</style>\n</head>\n<body>\n<h1>", page_style_shared,
            style, more_style);
    html_text(file, title);
    fputs("</h1>\n", file);
}

void html_end(FILE *file) {
    fputs("</body>\n</html>\n", file);
}

/* The text in the reader's language, made harmless. */
static void said(FILE *file, const struct report_options *options, const char *text) {
    struct arena arena = {0};
    html_text(file, language_say(options->language, &arena, text));
    arena_free(&arena);
}

static void labelled(FILE *file, const struct report_options *options, const char *label,
                     const char *text) {
    if (text != NULL && *text != '\0') {
        fputs("<p><b>", file);
        said(file, options, label);
        html_between(file, "</b> ", text, "</p>\n");
    }
}

/* `told` is the advice of the finding before: the same is not said twice. */
static void finding_block(FILE *file, const struct report_options *options,
                          const struct finding *finding, const char *told) {
    struct arena arena = {0};
    const char *sources = options->sources;
    fputs("<div class=\"found\">\n", file);
    labelled(file, options, "Seen:", language_say(options->language, &arena, finding->message));
    if (finding->steps != NULL) {
        fputs("<pre>", file);
        said(file, options, finding->steps);
        fputs("</pre>\n", file);
    }
    labelled(file, options, "Input:", language_say(options->language, &arena, finding->input));
    if (finding->file != NULL) {
        const char *line = sources != NULL && finding->line > 0
                               ? source_line(&arena, sources, finding->file, finding->line)
                               : NULL;
        labelled(file, options, "Where:",
                 finding->line > 0 ? arena_printf(&arena, "%s:%d", finding->file, finding->line)
                                   : finding->file);
        if (line != NULL) {
            html_between(file, "<pre>", line, "</pre>\n");
        }
    }
    bool repeated = told != NULL && finding->advice != NULL && strcmp(told, finding->advice) == 0;
    labelled(file, options,
             "Next:", repeated ? NULL : language_say(options->language, &arena, finding->advice));
    fputs("</div>\n", file);
    arena_free(&arena);
}

/* "2.5 / 8" */
static void points_pair(FILE *file, const struct report_options *options, int64_t earned,
                        int64_t points) {
    char text[2][POINTS_TEXT_BYTES];
    struct arena arena = {0};
    fprintf(file, "%s / %s",
            language_number(options->language, &arena, report_points(earned, text[0])),
            language_number(options->language, &arena, report_points(points, text[1])));
    arena_free(&arena);
}

static void points_cells(FILE *file, const struct report_options *options, int64_t earned,
                         int64_t points) {
    fputs("<td class=\"n\">", file);
    points_pair(file, options, earned, points);
    fputs("</td>", file);
}

static void check_row(FILE *file, const struct report_options *options,
                      const struct check_result *check) {
    struct arena arena = {0};
    bool concealed = report_conceals(options, check);
    const char *kind = concealed                           ? "faint"
                       : check->verdict == VERDICT_PASS    ? "pass"
                       : check->verdict >= VERDICT_SKIPPED ? "other"
                                                           : "fail";
    fputs("<tr><td>", file);
    html_text(file, feedback_title(&arena, options, check));
    const char *counted = feedback_counted(&arena, options, check);
    if (*counted != '\0') {
        fputs("<br/><small>", file);
        said(file, options, "counted:");
        fputc(' ', file);
        html_text(file, counted);
        fputs("</small>", file);
    }
    fprintf(file, "</td><td class=\"%s\">", kind);
    concealed ? said(file, options, "hidden")
              : html_text(file, report_verdict(options, check->verdict));
    fputs("</td>", file);
    points_cells(file, options, check->earned, check->points);
    fputs("</tr>\n", file);
    arena_free(&arena);
}

void html_path(FILE *file, const char *text) {
    for (const unsigned char *c = (const unsigned char *)text; *c != '\0'; c++) {
        bool plain = (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') ||
                     (*c >= '0' && *c <= '9') || strchr("-_.~", *c) != NULL;
        plain ? (void)fputc(*c, file) : (void)fprintf(file, "%%%02X", *c);
    }
}

/* Where the check is replayed step by step. The page is made by whoever wants it: a class has
 * hundreds. */
static void replay(FILE *file, const struct result *result, const struct report_replay *replay,
                   const struct exercise_result *exercise, const struct check_result *check) {
    struct arena arena = {0};
    if (replay == NULL || !report_can_replay(check->verdict)) {
        return;
    }
    const char *name =
        arena_printf(&arena, "%s-%s-%s.html", replay->key, exercise->name, check->name);
    fprintf(file, "<p class=\"faint\"><a href=\"%s%s/", replay->back, replay->folder);
    html_path(file, name);
    fputs("\">Step by step</a>, once it is made: <code>", file);
    html_text(file,
              arena_printf(
                  &arena, "lockstep show %s %s %s --check %s --seed %" PRIu64 "%s --out %s",
                  result->lab, exercise->name, report_shell_word(&arena, replay->files),
                  check->name, result->seed, replay->options,
                  report_shell_word(&arena, arena_printf(&arena, "%s/%s", replay->folder, name))));
    fputs("</code></p>\n", file);
    arena_free(&arena);
}

static void check_findings(FILE *file, const struct result *result,
                           const struct report_options *options,
                           const struct exercise_result *exercise,
                           const struct check_result *check) {
    struct arena arena = {0};
    if (report_conceals(options, check) || check->verdict == VERDICT_PASS ||
        check->verdict == VERDICT_SKIPPED || check->verdict == VERDICT_NOT_BEGUN) {
        return;
    }
    fputs("<p><b>", file);
    html_text(file, feedback_title(&arena, options, check));
    fprintf(file, "</b> <span class=\"fail\">%s</span>. ", report_verdict(options, check->verdict));
    said(file, options, verdict_explanation(check->verdict));
    fputs("</p>\n", file);
    int shown = 0;
    const char *told = NULL;
    for (const struct finding *finding = check->findings;
         finding != NULL && shown < FEEDBACK_FINDINGS; finding = finding->next) {
        if (!feedback_consequence(check, finding)) {
            finding_block(file, options, finding, told);
            told = finding->advice;
            shown++;
        }
    }
    replay(file, result, options->replay, exercise, check);
    arena_free(&arena);
}

static void exercise_section(FILE *file, const struct result *result,
                             const struct report_options *options,
                             const struct exercise_result *exercise) {
    fputs("<h2>", file);
    html_text(file, exercise->name);
    if (exercise->title != NULL) {
        said(file, options, ": ");
        said(file, options, exercise->title);
    }
    fputs(" <small>", file);
    points_pair(file, options, exercise->earned, exercise->points);
    fputs("</small></h2>\n<table>\n", file);
    for (const struct check_result *check = exercise->checks; check != NULL; check = check->next) {
        if (report_has_row(check)) {
            check_row(file, options, check);
        }
    }
    fputs("</table>\n", file);
    for (const struct check_result *check = exercise->checks; check != NULL; check = check->next) {
        check_findings(file, result, options, exercise, check);
    }
}

/* What the class's rules did to the score, a line each. */
static void rules(FILE *file, const struct report_options *options, const struct result *result) {
    struct arena arena = {0};
    const char *text = feedback_rules(&arena, options, result);
    for (; *text != '\0'; text += strcspn(text, "\n"), text += *text == '\n') {
        html_between(file, "<p class=\"rule\">",
                     arena_printf(&arena, "%.*s", (int)strcspn(text, "\n"), text), "</p>\n");
    }
    arena_free(&arena);
}

void report_html(FILE *file, const struct result *result, const struct report_options *options) {
    struct arena arena = {0};
    html_begin(file, options->language,
               language_say(options->language, &arena,
                            result->title != NULL ? result->title : result->lab),
               "");
    fputs("<p>", file);
    html_text(file, result->lab);
    if (result->submission != NULL) {
        fputs(", ", file);
        said(file, options, "submission");
        html_between(file, " <b>", result->submission, "</b>");
    }
    fputs(", ", file);
    said(file, options, "seed");
    fprintf(file, " %" PRIu64 "</p>\n<p><b>", result->seed);
    html_text(file, feedback_summary(&arena, options, result));
    fputs("</b></p>\n", file);
    labelled(file, options, "Note:", language_say(options->language, &arena, options->note));
    rules(file, options, result);
    for (const struct exercise_result *exercise = result->exercises; exercise != NULL;
         exercise = exercise->next) {
        exercise_section(file, result, options, exercise);
    }
    if (result->warnings != NULL && *result->warnings != '\0') {
        fputs("<h2>", file);
        said(file, options, "The compiler warns");
        fputs("</h2>\n<p>", file);
        said(file, options, "They cost no points, but they are often right.");
        html_between(file, "</p>\n<pre>", result->warnings, "</pre>\n");
    }
    fputs("<p class=\"faint\">", file);
    for (const struct result_fact *fact = result->toolchain; fact != NULL; fact = fact->next) {
        html_text(file, fact->key);
        fputc(' ', file);
        html_text(file, fact->value);
        fputs(fact->next != NULL ? ", " : "", file);
    }
    fputs("</p>\n", file);
    html_end(file);
    arena_free(&arena);
}
