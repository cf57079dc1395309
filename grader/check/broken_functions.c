#include "broken_functions.h"

#include "../compile/source/source.h"
#include "../compile/files.h"
#include "../compile/source/function_text.h"
#include "../compile/opencl_build.h"
#include "../compile/script.h"
#include "grade.h"

#include <string.h>

/* Each round takes an error away; who has more of them loses the rest with them. */
enum { MOST_ROUNDS = 10 };

/* A student's file: as it came, and as it is built now. */
struct source {
    const char *name, *original;
    char *text;
    bool read, gone; /* gone: nothing of it is left */
    struct function_text *functions;
};

/* A function, or (NULL) a whole file, that was taken out. */
struct set_aside {
    enum flavour flavour; /* whose compiler refused it */
    const char *function; /* or NULL */
    const struct source *source;
    struct finding *finding;
    struct set_aside *next;
};

/* What is done in order to take out what does not compile. */
struct taking_out {
    struct grading *grading;
    builder_again *again;
    struct source sources[LAB_MAX_FILES];
    struct set_aside *all;
    const bool *wanted;
    struct built before[FLAVOUR_COUNT]; /* anything was taken out */
    unsigned texts;                     /* how often the files have changed */
    unsigned built_of[FLAVOUR_COUNT];   /* after how many changes */
};

static void read_sources(struct taking_out *work) {
    const struct lab *lab = work->grading->lab;
    for (size_t i = 0; i < lab->file_count; i++) {
        struct source *source = &work->sources[i];
        source->name = lab->files[i].name;
        source->text = file_read(
            work->grading->arena,
            arena_printf(work->grading->arena, "%s/%s", work->grading->box->source, source->name),
            lab->files[i].max_bytes);
        if (source->text != NULL) {
            source->original = arena_strdup(work->grading->arena, source->text);
            source->read =
                functions_find(work->grading->arena, source->original, &source->functions);
        }
    }
}

static void note(struct taking_out *work, enum flavour flavour, const char *function,
                 const struct source *source, struct finding *finding) {
    struct set_aside *made = arena_alloc(work->grading->arena, sizeof *made);
    *made = (struct set_aside){flavour, function, source, finding, work->all};
    work->all = made;
}

static const struct set_aside *find(const struct set_aside *all, const char *function,
                                    const struct source *source) {
    for (; all != NULL; all = all->next) {
        if (all->source == source &&
            (function == NULL ? all->function == NULL
                              : all->function != NULL && strcmp(all->function, function) == 0)) {
            return all;
        }
    }
    return NULL;
}

/* Host functions run with kernels of the kit's own where the lab asks for the kernel in an exercise
 * of its own: they need the student's only for what no exercise asks for. */
static bool is_given(const struct taking_out *work, const struct source *user,
                     const struct source *source, const char *function) {
    bool given = false;
    for (const struct lab_exercise *exercise = work->grading->lab->exercises;
         exercise != NULL && user != source && lab_file_is(source->name, ".cl");
         exercise = exercise->next) {
        given = given || strcmp(exercise->function, function) == 0;
    }
    return given;
}

/* Does the text from `begin` to `end` of `user` need something that was taken out? */
static const struct set_aside *find_needed(const struct taking_out *work, const struct source *user,
                                           size_t begin, size_t end) {
    for (const struct set_aside *gone = work->all; gone != NULL; gone = gone->next) {
        if (gone->function != NULL && !is_given(work, user, gone->source, gone->function) &&
            functions_mention(user->original, begin, end, gone->function)) {
            return gone;
        }
    }
    return NULL;
}

static void take_out(struct taking_out *work, enum flavour flavour, struct source *source,
                     const struct function_text *function, struct finding *finding) {
    note(work, flavour, function->name, source, finding);
    functions_blank(source->text, function->begin, function->end);
}

/* Those that use what is gone go, too, and those that use them. */
static void take_users_out(struct taking_out *work, enum flavour flavour) {
    for (bool more = true; more;) {
        more = false;
        for (size_t i = 0; i < work->grading->lab->file_count; i++) {
            struct source *source = &work->sources[i];
            const struct function_text *function = source->functions;
            for (; function != NULL; function = source->read ? function->next : NULL) {
                const struct set_aside *gone =
                    find(work->all, function->name, source) == NULL
                        ? find_needed(work, source, function->begin, function->end)
                        : NULL;
                if (gone != NULL) {
                    take_out(work, flavour, source, function, gone->finding);
                    more = true;
                }
            }
        }
    }
}

static void take_file_out(struct taking_out *work, enum flavour flavour, struct source *source,
                          struct finding *finding) {
    note(work, flavour, NULL, source, finding);
    const struct function_text *function = source->functions;
    for (; function != NULL; function = source->read ? function->next : NULL) {
        if (find(work->all, function->name, source) == NULL) {
            note(work, flavour, function->name, source, finding);
        }
    }
    memset(source->text, '\0', strlen(source->text));
    source->gone = true;
}

/* The function of the student's that the error lies in goes, or the whole file. False where it lies
 * in no file that is left. */
static bool take_error_out(struct taking_out *work, enum flavour flavour, struct finding *finding) {
    struct source *source = NULL;
    for (size_t i = 0; i < work->grading->lab->file_count && finding->file != NULL; i++) {
        const bool same = strcmp(work->sources[i].name, finding->file) == 0;
        source = same ? &work->sources[i] : source;
    }
    if (source == NULL || source->text == NULL || source->gone) {
        return false;
    }
    bool found = false;
    const struct function_text *function = source->functions;
    for (; function != NULL; function = source->read ? function->next : NULL) {
        if (function->line <= finding->line && finding->line <= function->last_line &&
            find(work->all, function->name, source) == NULL) {
            take_out(work, flavour, source, function, finding);
            found = true;
        }
    }
    if (!found) {
        take_file_out(work, flavour, source, finding);
    }
    take_users_out(work, flavour);
    return true;
}

/* Whether something is left that an exercise asks for. */
static bool is_worth_building(const struct taking_out *work) {
    bool left = false;
    for (size_t i = 0; i < work->grading->lab->file_count; i++) {
        const struct source *source = &work->sources[i];
        left = left || (source->text != NULL && !source->gone);
    }
    return left;
}

static bool write_sources(struct taking_out *work) {
    struct grading *grading = work->grading;
    bool good = true;
    work->texts++;
    for (size_t i = 0; good && i < grading->lab->file_count; i++) {
        const struct source *source = &work->sources[i];
        if (source->text != NULL) {
            good = file_write(
                arena_printf(grading->arena, "%s/%s", grading->box->source, source->name),
                source->text, grading->error);
        }
    }
    return good && opencl_bring_kernels(grading->lab, grading->box, grading->error);
}

static bool is_refused(const struct built *built) {
    return !built->ok && built->finding != NULL &&
           (built->finding->verdict == VERDICT_BUILD_ERROR ||
            built->finding->verdict == VERDICT_REVIEW);
}

/* Nothing could be told apart: each flavour says what it said first. */
static void give_up(const struct taking_out *work) {
    struct grading *grading = work->grading;
    for (int i = 0; i < FLAVOUR_COUNT; i++) {
        if (work->wanted[i] && work->before[i].finding != NULL) {
            grading->built[i].ok = false;
            grading->built[i].finding = work->before[i].finding;
        }
    }
    grading->set_aside = NULL;
}

/* Builds the flavour of the files as they are now. Those behind it that did not build either will
 * be asked for next, most often of the same files: where there are cores, they are built beside. */
static bool build_left(struct taking_out *work, enum flavour flavour) {
    struct grading *grading = work->grading;
    const struct built *native = &grading->built[FLAVOUR_NATIVE];
    const bool fits =
        flavour != FLAVOUR_NATIVE && native->ok && work->built_of[FLAVOUR_NATIVE] == work->texts;
    bool which[FLAVOUR_COUNT] = {false};
    which[flavour] = true;
    for (int i = (int)flavour; i < FLAVOUR_COUNT; i++) {
        const bool next = work->wanted[i] && !work->before[i].ok;
        which[i] = which[i] || (next && !grading->options->shares_cores);
        work->built_of[i] = which[i] ? work->texts : work->built_of[i];
    }
    return work->again(grading, which, fits ? native : NULL);
}

/* Takes out what the flavour's compiler refuses until it takes the rest. False where nothing can be
 * told apart, or the grader failed. */
static bool make_build(struct taking_out *work, enum flavour flavour) {
    const struct built *built = &work->grading->built[flavour];
    /* What it said before may have been of what is gone now. */
    if (work->built_of[flavour] != work->texts && !build_left(work, flavour)) {
        return false;
    }
    for (int round = 0; is_refused(built); round++) {
        if (round == MOST_ROUNDS || !take_error_out(work, flavour, built->finding) ||
            !is_worth_building(work) || !write_sources(work) || !build_left(work, flavour)) {
            return false;
        }
    }
    return true;
}

/* What was taken out of the flavour's files before it was built is not in it either. */
static void note_for(struct taking_out *work, enum flavour flavour) {
    for (const struct set_aside *gone = work->all; gone != NULL; gone = gone->next) {
        const struct lab_file *file = &work->grading->lab->files[gone->source - work->sources];
        if (gone->flavour != flavour && script_role(flavour_row(flavour), file) != ROLE_NONE) {
            note(work, flavour, gone->function, gone->source, gone->finding);
        }
    }
}

/* The machine is built anew though it was built: what no linker finds, it does not miss before it
 * runs, and then nothing of the program runs. */
bool set_aside_errors(struct grading *grading, const bool *wanted, builder_again *again) {
    bool refused = false;
    for (int i = 0; i < FLAVOUR_COUNT; i++) {
        refused = refused || (wanted[i] && is_refused(&grading->built[i]));
    }
    if (!refused) {
        return true;
    }
    struct taking_out *work = arena_alloc(grading->arena, sizeof *work);
    work->grading = grading;
    work->again = again;
    work->wanted = wanted;
    memcpy(work->before, grading->built, sizeof work->before);
    read_sources(work);
    for (int i = 0; i < FLAVOUR_COUNT; i++) {
        const bool anew = i == FLAVOUR_MACHINE && work->all != NULL;
        if (!wanted[i] || (work->before[i].ok && !anew)) {
            continue;
        }
        if (!make_build(work, (enum flavour)i)) {
            give_up(work);
            return grading->error->message[0] == '\0';
        }
        note_for(work, (enum flavour)i);
    }
    grading->set_aside = work->all;
    return true;
}

const struct finding *set_aside_finding(const struct grading *grading, enum flavour flavour,
                                        const struct lab_exercise *exercise) {
    const struct set_aside *file = NULL;
    for (const struct set_aside *gone = grading->set_aside; gone != NULL; gone = gone->next) {
        if (gone->flavour != flavour) {
            continue;
        }
        if (gone->function != NULL && strcmp(gone->function, exercise->function) == 0) {
            return gone->finding;
        }
        file = gone->function == NULL ? gone : file;
    }
    /* Of bitcode nobody lists what it defines: it is what native objects do. */
    const struct built *built =
        &grading->built[flavour == FLAVOUR_MACHINE ? FLAVOUR_NATIVE : flavour];
    const bool there =
        diagnostics_is_defined(built->defined, exercise->function) ||
        (built->kernels != NULL && diagnostics_is_defined(built->kernels, exercise->function));
    return file != NULL && !there && built->kernels != NULL ? file->finding : NULL;
}

const struct finding *set_aside_file(const struct grading *grading, enum flavour flavour) {
    const struct finding *finding = NULL;
    for (const struct set_aside *gone = grading->set_aside; gone != NULL; gone = gone->next) {
        finding = gone->flavour == flavour && gone->function == NULL ? gone->finding : finding;
    }
    return finding;
}
