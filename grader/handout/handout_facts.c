/* What a lab says of itself, as facts. */
#include "handout.h"

#include "../lab/variants.h"
#include "../report/report.h"
#include "../simt/observers/counters/count.h"
#include "quotes.h"
#include "functions.h"
#include "contract_rules.h"
#include "tex.h"
#include "../language/translations.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

struct writer {
    const struct handout *handout;
    struct arena arena;
    struct translations french;
    struct translations program; /* what reports say, in French */
    FILE *out;
};

/* The text in the handout's language; NULL stays NULL. */
static const char *say(struct writer *writer, const char *text) {
    return text == NULL || strcmp(writer->handout->language, "en") == 0
               ? text
               : translate(&writer->french, text);
}

/* The verdict's word, as reports in the handout's language spell it. */
static const char *verdict_word(struct writer *writer, enum verdict verdict) {
    const char *name = verdict_name(verdict);
    const char *said = translations_find_in(writer->program.known, "verdict", name);
    return said != NULL ? said : name;
}

static void begin(struct writer *writer, const char *subject, const char *property) {
    fprintf(writer->out, "\\lockstepfact{%s.%s}{", subject, property);
}

static void end(struct writer *writer) {
    fputs("}\n", writer->out);
}

static void plain_fact(struct writer *writer, const char *subject, const char *property,
                       const char *value) {
    begin(writer, subject, property);
    tex_plain(writer->out, value);
    end(writer);
}

static const char *points_text(struct writer *writer, int64_t points) {
    char *text = arena_alloc(&writer->arena, POINTS_TEXT_BYTES);
    report_points(points, text);
    char *dot = strchr(text, '.');
    if (dot != NULL && strcmp(writer->handout->language, "fr") == 0) {
        *dot = ',';
    }
    return text;
}

static void put_argument(struct writer *writer, void (*put)(FILE *, const char *),
                         const char *text) {
    fputc('{', writer->out);
    put(writer->out, text);
    fputc('}', writer->out);
}

/* What only reports say of a check: so it is among the texts that have no French yet. */
static void look_up(struct writer *writer, const struct lab_check *check) {
    say(writer, check->title);
    say(writer, check->advice);
    for (const struct requirement *bound = check->require; bound != NULL; bound = bound->next) {
        say(writer, bound->why);
        say(writer, bound->advice);
    }
}

/* \checkrow{name}{title}{kind}{points}; how much it allows stands in the contract. */
static void write_checks(struct writer *writer, const struct lab_exercise *exercise) {
    begin(writer, exercise->name, "checks");
    for (const struct lab_check *check = exercise->checks; check != NULL; check = check->next) {
        look_up(writer, check);
        if (check->hidden && check->points == 0) {
            continue; /* nothing that a reader could do about it */
        }
        fputs("\\checkrow", writer->out);
        put_argument(writer, tex_plain, check->name);
        put_argument(writer, tex_prose,
                     check->hidden || check->title == NULL ? "" : say(writer, check->title));
        put_argument(writer, tex_plain, check_kind_row(check->kind)->name);
        put_argument(writer, tex_plain, points_text(writer, check->points));
    }
    end(writer);
}

/* \hintitem{text} for each step of the ladder; the first one also by itself. */
static void write_hints(struct writer *writer, const struct lab_exercise *exercise) {
    begin(writer, exercise->name, "hint");
    if (exercise->hints != NULL) {
        tex_prose(writer->out, say(writer, exercise->hints->text));
    }
    end(writer);
    begin(writer, exercise->name, "hints");
    for (const struct lab_hint *hint = exercise->hints; hint != NULL; hint = hint->next) {
        fputs("\\hintitem", writer->out);
        put_argument(writer, tex_prose, say(writer, hint->text));
    }
    end(writer);
}

/* \mistakerow{name}{check}{verdict}{what somebody who writes it believes}. */
static void write_mistakes(struct writer *writer, const struct lab_exercise *exercise,
                           const struct variant *variants) {
    begin(writer, exercise->name, "mistakes");
    for (const struct variant *mutant = variants; mutant != NULL; mutant = mutant->next) {
        if (!variant_is_right(mutant) && mutant->why != NULL &&
            strcmp(mutant->exercise, exercise->name) == 0) {
            fputs("\\mistakerow", writer->out);
            put_argument(writer, tex_plain, mutant->name);
            put_argument(writer, tex_plain, mutant->check);
            put_argument(writer, tex_plain, verdict_word(writer, mutant->verdict));
            put_argument(writer, tex_prose, say(writer, mutant->why));
        }
    }
    end(writer);
}

/* The functions of one file, for \lockstepsource{kind}{file}{function}{line of its comment}{first
 * line}{line where the body begins}{last line}; added at the end of `all`. */
static bool write_functions(struct writer *writer, const char *kind, const char *folder,
                            const char *file, struct source_function **all, struct error *error) {
    const char *path = arena_printf(&writer->arena, "%s/%s", folder, file);
    struct source_function *functions;
    if (!source_functions(path, &writer->arena, &functions, error)) {
        return false;
    }
    for (const struct source_function *row = functions; row != NULL; row = row->next) {
        fprintf(writer->out, "\\lockstepsource{%s}{%s}{%s}{%zu}{%zu}{%zu}{%zu}\n", kind, file,
                row->name, row->comment, row->first, row->head, row->last);
    }
    while (*all != NULL) {
        all = &(*all)->next;
    }
    *all = functions;
    return true;
}

/* What the lab's files declare and define. */
struct sources {
    struct source_function *contract, *skeleton, *solution;
};

static bool write_sources(struct writer *writer, struct sources *sources, struct error *error) {
    const struct handout *handout = writer->handout;
    const struct lab *lab = handout->lab;
    if (lab->header == NULL) {
        return error_set(error, "%s/lab.yaml names no header: a handout quotes it", lab->directory);
    }
    if (!write_functions(writer, "contract", lab->directory, lab->header, &sources->contract,
                         error)) {
        return false;
    }
    const char *header = arena_printf(&writer->arena, "%s/%s", lab->directory, lab->header);
    const char *french =
        arena_printf(&writer->arena, "%s/fr/%s-contract.txt", handout->folder, handout->name);
    const bool speaks = strcmp(handout->language, "en") != 0 && access(french, F_OK) == 0;
    begin(writer, "lab", "rules");
    if (!rules_put(writer->out, speaks ? french : header)) {
        return error_set(error, "%s: %s", speaks ? french : header, strerror(errno));
    }
    end(writer);
    for (size_t i = 0; i < lab->file_count; i++) {
        const char *file = lab->files[i].name;
        if (!write_functions(writer, "skeleton", handout->skeleton, file, &sources->skeleton,
                             error) ||
            !write_functions(writer, "solution", handout->solution, file, &sources->solution,
                             error)) {
            return false;
        }
    }
    return true;
}

static const struct source_function *find_function(const struct source_function *row,
                                                   const char *name) {
    while (row != NULL && strcmp(row->name, name) != 0) {
        row = row->next;
    }
    return row;
}

/* What a student must know of the exercise's function: the header's comment on it, or the
 * skeleton's where the header cannot declare it (a kernel). `where` tells TeX which of them. */
static void write_contract(struct writer *writer, const struct lab_exercise *exercise,
                           const struct sources *sources) {
    const char *where = "contract";
    const struct source_function *row = find_function(sources->contract, exercise->function);
    if (row == NULL) {
        where = "skeleton";
        row = find_function(sources->skeleton, exercise->function);
    }
    plain_fact(writer, exercise->name, "where", row != NULL ? where : "");
    begin(writer, exercise->name, "contract");
    for (const char *from = row != NULL ? row->text : ""; *from != '\0';) {
        const size_t length = strcspn(from, "\n");
        const char *paragraph = arena_printf(&writer->arena, "%.*s", (int)length, from);
        tex_prose(writer->out, say(writer, paragraph));
        from += length + (from[length] == '\n');
        fputs(*from != '\0' ? "\\par " : "", writer->out);
    }
    end(writer);
}

static void write_exercise(struct writer *writer, const struct lab_exercise *exercise,
                           const struct variant *variants) {
    begin(writer, exercise->name, "title");
    tex_prose(writer->out, say(writer, exercise->title));
    end(writer);
    begin(writer, exercise->name, "function");
    tex_code(writer->out, exercise->function);
    end(writer);
    fprintf(writer->out, "\\lockstepfact{%s.symbol}{%s}\n", exercise->name, exercise->function);
    plain_fact(writer, exercise->name, "device", exercise->device);
    plain_fact(writer, exercise->name, "points", points_text(writer, exercise->points));
    write_checks(writer, exercise);
    write_hints(writer, exercise);
    write_mistakes(writer, exercise, variants);
}

/* \exerciserow{name} for each exercise, \checkkind{kind} for each kind of check in use, and the
 * lab's own properties. */
static void write_lab(struct writer *writer, const struct lab *lab) {
    bool used[CHECK_KIND_COUNT] = {false};
    begin(writer, "lab", "exercises");
    for (const struct lab_exercise *row = lab->exercises; row != NULL; row = row->next) {
        fprintf(writer->out, "\\exerciserow{%s}", row->name);
        for (const struct lab_check *check = row->checks; check != NULL; check = check->next) {
            used[check->kind] = true;
        }
    }
    end(writer);
    begin(writer, "lab", "kinds");
    for (size_t kind = 0; kind < CHECK_KIND_COUNT; kind++) {
        if (used[kind]) {
            fprintf(writer->out, "\\checkkind{%s}", check_kind_row((enum check_kind)kind)->name);
        }
    }
    end(writer);
    begin(writer, "lab", "files");
    for (size_t i = 0; i < lab->file_count; i++) {
        fputs(i == 0 ? "" : ", ", writer->out);
        tex_code(writer->out, lab->files[i].name);
    }
    end(writer);
    plain_fact(writer, "lab", "name", lab->name);
    plain_fact(writer, "lab", "title", say(writer, lab->title));
    plain_fact(writer, "lab", "header", lab->header != NULL ? lab->header : "");
    plain_fact(writer, "lab", "points", points_text(writer, lab->points));
}

static bool write_exercises(struct writer *writer, const struct lab *lab, struct error *error) {
    struct variant *variants = NULL;
    struct sources sources = {NULL, NULL, NULL};
    const char *folder = arena_printf(&writer->arena, "%s/variants", lab->directory);
    if ((access(folder, F_OK) == 0 && !variants_load(lab, &writer->arena, &variants, error)) ||
        !write_sources(writer, &sources, error)) {
        return false;
    }
    for (const struct lab_exercise *row = lab->exercises; row != NULL; row = row->next) {
        write_exercise(writer, row, variants);
        write_contract(writer, row, &sources);
    }
    return true;
}

/* \verdictrow{name}{its word in the handout's language}{what it means} for each verdict. */
static void write_verdicts(struct writer *writer) {
    begin(writer, "verdict", "all");
    for (size_t verdict = 0; verdict < VERDICT_COUNT; verdict++) {
        fputs("\\verdictrow", writer->out);
        put_argument(writer, tex_plain, verdict_name((enum verdict)verdict));
        put_argument(writer, tex_plain, verdict_word(writer, (enum verdict)verdict));
        put_argument(writer, tex_prose, say(writer, verdict_explanation((enum verdict)verdict)));
    }
    end(writer);
}

/* The simulated GPU's counters, and what each counts. */
static void write_counters(struct writer *writer) {
    for (size_t i = 0; i < COUNTER_COUNT; i++) {
        fprintf(writer->out, "\\lockstepfact{counter.%s}{", counter_table[i].name);
        tex_prose(writer->out, counter_table[i].meaning);
        end(writer);
    }
}

static bool load_french(struct writer *writer, const char *folder, const char *name,
                        struct error *error) {
    const char *path = arena_printf(&writer->arena, "%s/fr/%s.po", folder, name);
    return translations_load(&writer->french, path, error);
}

/* A lab's French, as far as it is written: without a file all texts are missing, and are listed. */
static bool load_lab_french(struct writer *writer, struct error *error) {
    const struct handout *handout = writer->handout;
    const char *path = arena_printf(&writer->arena, "%s/fr/%s.po", handout->folder, handout->name);
    return (access(path, F_OK) != 0 && errno == ENOENT) ||
           load_french(writer, handout->folder, handout->name, error);
}

static bool load_program(struct writer *writer, struct error *error) {
    const char *path =
        arena_printf(&writer->arena, "%s/../grader/language/fr.po", writer->handout->common);
    return translations_load(&writer->program, path, error);
}

static bool write_all(struct writer *writer, struct error *error) {
    const struct handout *handout = writer->handout;
    if (strcmp(handout->language, "fr") == 0 &&
        (!load_program(writer, error) || !load_french(writer, handout->common, "common", error) ||
         (handout->lab != NULL && !load_lab_french(writer, error)))) {
        return false;
    }
    if (handout->lab != NULL) {
        write_lab(writer, handout->lab);
        if (!write_exercises(writer, handout->lab, error)) {
            return false;
        }
    }
    write_verdicts(writer);
    write_counters(writer);
    return quotes_write(handout, writer->out, error);
}

bool handout_write(const struct handout *handout, FILE *out, FILE *untranslated,
                   struct error *error) {
    struct writer writer = {.handout = handout, .out = out};
    bool good = write_all(&writer, error);
    const size_t missing = good ? translations_missing(&writer.french, untranslated) : 0;
    if (missing > 0) {
        struct error told;
        error_set(&told, "%zu texts have no French yet: they belong in %s/fr/%s.po", missing,
                  handout->folder, handout->lab != NULL ? handout->name : "common");
        fprintf(untranslated, "# %s\n", told.message);
        good = !handout->strict || error_set(error, "%s", told.message);
    }
    translations_free(&writer.french);
    translations_free(&writer.program);
    arena_free(&writer.arena);
    return good;
}
