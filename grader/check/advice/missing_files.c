/* A file or a name that the compiler does not find: which one was meant? */
#include "../../message_text.h"
#include "advice.h"

#include "../../compile/source/source.h"
#include "../../compile/files.h"

#include <string.h>

enum { LARGEST = 256 * 1024 };

/* How gcc and clang say that they do not know a file or a name. */
static const struct {
    const char *says;
    bool of_file; /* the name is a file's */
} missing[] = {
    {" file not found", true},
    {": No such file or directory", true},
    {"undeclared", false},
    {"unknown type name", false},
    {"implicit declaration", false},
    {"no member named", false},
    {" is used, but it is not defined anywhere", false},
};

/* What the message quotes first, as gcc or clang quote, or else what stands before `says`; NULL
 * where there is no such. */
static const char *name_in(struct arena *arena, const char *message, const char *says) {
    static const char *const quotes[][2] = {{"\u2018", "\u2019"}, {"'", "'"}, {"`", "'"}};
    const char *begin = message, *end = says;
    for (size_t i = 0; begin == message && i < sizeof quotes / sizeof *quotes; i++) {
        const char *quote = strstr(message, quotes[i][0]);
        if (quote != NULL) {
            begin = quote + strlen(quotes[i][0]);
            end = strstr(begin, quotes[i][1]);
        }
    }
    return end != NULL && end > begin ? arena_printf(arena, "%.*s", (int)(end - begin), begin)
                                      : NULL;
}

/* Does that word stand in the code of the file? */
static bool holds_word(struct arena *arena, const char *path, const char *word) {
    const char *source = file_read(arena, path, LARGEST);
    const char *code = source != NULL ? code_of(arena, source, false) : "";
    const size_t length = strlen(word);
    for (const char *at = code; (at = strstr(at, word)) != NULL; at += length) {
        if ((at == code || !code_is_word(at[-1])) && !code_is_word(at[length])) {
            return true;
        }
    }
    return false;
}

static const char *file_of(const struct grade_options *options, const struct finding *finding) {
    return finding->file != NULL ? finding->file : options->lab->files[0].name;
}

static const char *advice_on_file(struct arena *arena, const struct grade_options *options,
                                  const struct finding *finding, const char *name) {
    const char *path = arena_printf(arena, "%s/%s", options->submission, name);
    return strstr(name, "..") != NULL || file_read(arena, path, LARGEST) == NULL
               ? NULL
               : message_print(arena, "%s is not handed in: put what it holds into %s.", name,
                               file_of(options, finding));
}

static const char *advice_on_name(struct arena *arena, const struct grade_options *options,
                                  const struct finding *finding, const char *name) {
    const char *header = options->lab->header;
    if (header == NULL ||
        !holds_word(arena, arena_printf(arena, "%s/%s", options->submission, header), name) ||
        holds_word(arena, arena_printf(arena, "%s/%s", options->lab->directory, header), name)) {
        return NULL;
    }
    return message_print(arena,
                         "%s stands in your copy of %s, which is not handed in: put it into %s.",
                         name, header, file_of(options, finding));
}

static const char *advice_on(struct arena *arena, const struct grade_options *options,
                             const struct finding *finding) {
    for (size_t i = 0; i < sizeof missing / sizeof *missing; i++) {
        const char *says = strstr(finding->message, missing[i].says);
        const char *name = says != NULL ? name_in(arena, finding->message, says) : NULL;
        if (name != NULL) {
            return missing[i].of_file ? advice_on_file(arena, options, finding, name)
                                      : advice_on_name(arena, options, finding, name);
        }
    }
    return NULL;
}

void missing_files_advise(const struct grade_options *options, struct result *result) {
    for (struct exercise_result *exercise = result->exercises; exercise != NULL;
         exercise = exercise->next) {
        for (struct check_result *check = exercise->checks; check != NULL; check = check->next) {
            struct finding *finding = check->findings;
            const bool refused = check->verdict == VERDICT_BUILD_ERROR && finding != NULL &&
                                 finding->message != NULL && options->refused == NULL;
            const char *advice = refused ? advice_on(&result->arena, options, finding) : NULL;
            if (advice != NULL) {
                finding->advice = advice;
            }
        }
    }
}
