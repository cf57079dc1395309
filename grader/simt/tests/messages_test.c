/* test: once */
/* The catalogue of messages: whole in every column, and the one place where its sentences stand. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <ctype.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../observers/reports/messages.h"

enum { MOST_NAMES = 16, NAME_BYTES = 32, TEXT_BYTES = 512 };

static const char *const ids[MESSAGE_COUNT] = {
#define WORD(name, cuda, opencl, openmp)
#define MESSAGE(id, cuda, opencl, openmp) "MESSAGE_" #id,
#define KIND(id, verdict, ...)            "FINDING_" #id, /* the code names the kind, finding.c its title */
#include "../observers/reports/messages.def"
};

/* What only programs with OpenMP hear has no other columns. */
static const bool only_openmp[MESSAGE_COUNT] = {
#define WORD(name, cuda, opencl, openmp)
#define MESSAGE(id, cuda, opencl, openmp)
#define OPENMP(id, text) [MESSAGE_##id] = true,
#include "../observers/reports/messages.def"
};

static bool has_column(int dialect, int message) {
    return dialect == SIMT_OPENMP || !only_openmp[message];
}

static const char *const words[] = {
#define WORD(name, cuda, opencl, openmp) name,
#define MESSAGE(id, cuda, opencl, openmp)
#include "../observers/reports/messages.def"
};

enum { WORD_COUNT = sizeof words / sizeof *words };

/* ---- what a pattern is made of --------------------------------------------------------------- */

struct parts {
    char names[MOST_NAMES][NAME_BYTES]; /* of values and words, each once, words in small letters */
    int name_count;
    bool balanced;
};

static bool is_word(const char *name) {
    return message_word(SIMT_CUDA, name, strlen(name)) != NULL;
}

static void add_name(struct parts *parts, const char *name, size_t length) {
    char own[NAME_BYTES];
    assert_true(length > 0 && length < sizeof own && parts->name_count < MOST_NAMES);
    snprintf(own, sizeof own, "%.*s", (int)length, name);
    char first = own[0];
    own[0] = (char)tolower((unsigned char)first);
    if (!is_word(own)) {
        own[0] = first;
    }
    for (int i = 0; i < parts->name_count; i++) {
        if (strcmp(parts->names[i], own) == 0) {
            return;
        }
    }
    memcpy(parts->names[parts->name_count++], own, sizeof own);
}

static struct parts parts_of(const char *pattern) {
    struct parts parts = {.balanced = true};
    int depth = 0;
    for (const char *at = pattern; *at != '\0'; at++) {
        depth += (*at == '{') - (*at == '}');
        parts.balanced = parts.balanced && depth >= 0 && depth <= 2;
        if (*at == '{') {
            add_name(&parts, at + 1, strcspn(at + 1, "{|}"));
        }
    }
    parts.balanced = parts.balanced && depth == 0;
    return parts;
}

static bool has_name(const struct parts *parts, const char *name) {
    for (int i = 0; i < parts->name_count; i++) {
        if (strcmp(parts->names[i], name) == 0) {
            return true;
        }
    }
    return false;
}

/* The message with "7" for all of its values. */
static void fill(char *text, size_t size, enum simt_dialect dialect, enum message message) {
    struct parts parts = parts_of(message_pattern(dialect, message));
    struct message_value values[MOST_NAMES + 1] = {0};
    int count = 0;
    for (int i = 0; i < parts.name_count; i++) {
        if (!is_word(parts.names[i])) {
            values[count++] = message_number(parts.names[i], 7);
        }
    }
    assert_true(message_write(text, size, dialect, message, values) < size);
}

/* ---- the table ------------------------------------------------------------------------------- */

static void every_column_has_text(void **state) {
    (void)state;
    for (int dialect = 0; dialect < SIMT_DIALECT_COUNT; dialect++) {
        for (int i = 0; i < MESSAGE_COUNT; i++) {
            char text[TEXT_BYTES];
            if (!has_column(dialect, i)) {
                continue;
            }
            fill(text, sizeof text, (enum simt_dialect)dialect, (enum message)i);
            if (text[0] == '\0' || strpbrk(text, "{|}") != NULL || strlen(text) > 200) {
                fail_msg("%s, column %d: \"%s\"", ids[i], dialect, text);
            }
        }
        for (int i = 0; i < WORD_COUNT; i++) {
            const char *word = message_word((enum simt_dialect)dialect, words[i], strlen(words[i]));
            assert_true(word != NULL && *word != '\0');
        }
    }
}

/* The code gives the same values whatever the column; words may differ. */
static void columns_take_the_same_values(void **state) {
    (void)state;
    for (int i = 0; i < MESSAGE_COUNT; i++) {
        struct parts cuda = parts_of(message_pattern(SIMT_CUDA, (enum message)i));
        for (int dialect = 0; dialect < SIMT_DIALECT_COUNT; dialect++) {
            struct parts own =
                parts_of(message_pattern((enum simt_dialect)dialect, (enum message)i));
            bool same = own.balanced;
            for (int n = 0; n < own.name_count; n++) {
                same = same && (is_word(own.names[n]) || has_name(&cuda, own.names[n]));
            }
            for (int n = 0; n < cuda.name_count; n++) {
                same = same && (is_word(cuda.names[n]) || has_name(&own, cuda.names[n]));
            }
            if (!same) {
                fail_msg("%s, column %d takes other values than CUDA's", ids[i], dialect);
            }
        }
    }
}

static void every_word_is_used(void **state) {
    (void)state;
    bool used[WORD_COUNT] = {false};
    for (int i = 0; i < MESSAGE_COUNT; i++) {
        for (int dialect = 0; dialect < SIMT_DIALECT_COUNT; dialect++) {
            struct parts own =
                parts_of(message_pattern((enum simt_dialect)dialect, (enum message)i));
            for (int w = 0; w < WORD_COUNT; w++) {
                used[w] = used[w] || has_name(&own, words[w]);
            }
        }
    }
    for (int w = 0; w < WORD_COUNT; w++) {
        if (!used[w]) {
            fail_msg("no message uses the word {%s}", words[w]);
        }
    }
}

/* What the program's side says of its calls, and of launches in all; C with OpenMP has none. */
static bool is_of_calls(const char *id) {
    return strcmp(id, "MESSAGE_MODELLED_TIME") == 0 || strncmp(id, "MESSAGE_WHY_", 12) == 0 ||
           strncmp(id, "MESSAGE_RESULT_", 15) == 0 ||
           strncmp(id, "MESSAGE_LAUNCH_FAILED", 21) == 0 || strncmp(id, "MESSAGE_CALL_", 13) == 0 ||
           strncmp(id, "MESSAGE_OBJECT_", 15) == 0 ||
           strncmp(id, "MESSAGE_WROTE_SOURCE", 20) == 0 ||
           strncmp(id, "MESSAGE_READ_TARGET", 19) == 0;
}

/* A column speaks no other language's words. */
static void columns_keep_their_words(void **state) {
    (void)state;
    static const struct {
        enum simt_dialect dialect;
        const char *word;
    } foreign[] = {
        {SIMT_CUDA, "work-"},     {SIMT_CUDA, "CLK_"},      {SIMT_CUDA, "#pragma"},
        {SIMT_OPENCL, "cuda"},    {SIMT_OPENCL, "thread"},  {SIMT_OPENCL, "Thread"},
        {SIMT_OPENCL, "block"},   {SIMT_OPENCL, "__"},      {SIMT_OPENCL, "<<<"},
        {SIMT_OPENCL, "#pragma"}, {SIMT_OPENCL, "shared "}, {SIMT_OPENMP, "cuda"},
        {SIMT_OPENMP, "work-"},   {SIMT_OPENMP, "CLK_"},    {SIMT_OPENMP, "clC"},
        {SIMT_OPENMP, "__"},      {SIMT_OPENMP, "<<<"},     {SIMT_OPENMP, "block"},
        {SIMT_OPENMP, "kernel"},  {SIMT_OPENMP, "Kernel"},
    };
    for (size_t f = 0; f < sizeof foreign / sizeof *foreign; f++) {
        for (int i = 0; i < MESSAGE_COUNT; i++) {
            char text[TEXT_BYTES];
            if (!has_column((int)foreign[f].dialect, i)) {
                continue;
            }
            fill(text, sizeof text, foreign[f].dialect, (enum message)i);
            if (foreign[f].dialect == SIMT_OPENMP && is_of_calls(ids[i])) {
                continue;
            }
            if (strstr(text, foreign[f].word) != NULL) {
                fail_msg("%s, column %d says \"%s\": %s", ids[i], foreign[f].dialect,
                         foreign[f].word, text);
            }
        }
    }
}

/* ---- writing --------------------------------------------------------------------------------- */

static void values_and_words_are_put_in(void **state) {
    (void)state;
    char text[TEXT_BYTES];
    const struct message_value *one =
        MESSAGE_VALUES(message_number("block count", 1), message_number("thread count", 256));
    message_write(text, sizeof text, SIMT_CUDA, MESSAGE_A_LAUNCH, one);
    assert_string_equal(text, "a launch of 1 block of 256 threads");
    message_write(text, sizeof text, SIMT_OPENCL, MESSAGE_A_LAUNCH, one);
    assert_string_equal(text, "a launch of 1 work-group of 256 work-items");
    message_write(text, sizeof text, SIMT_OPENMP, MESSAGE_RACE_IN_BLOCK_ADVICE, NULL);
    assert_string_equal(text, "Put #pragma omp barrier between the two accesses.");
    message_write(text, sizeof text, SIMT_OPENCL, MESSAGE_BARRIERS_DIFFER, NULL);
    assert_string_equal(text, "Work-items of one work-group wait at two different barriers.");
    message_write(text, sizeof text, SIMT_OPENCL, MESSAGE_PRINTED_TOO_MUCH_ADVICE, NULL);
    assert_string_equal(text, "Print less: one work-item, a few values.");
}

/* A student's name is put in as it is, whatever it holds. */
static void values_are_no_patterns(void **state) {
    (void)state;
    char text[TEXT_BYTES];
    message_write(text, sizeof text, SIMT_OPENCL, MESSAGE_GLOBAL_ARRAY,
                  MESSAGE_VALUES(message_string("name", "{thread}%s|")));
    assert_string_equal(text, "global array {thread}%s|");
}

static void long_messages_are_cut(void **state) {
    (void)state;
    char text[9] = "????????";
    assert_int_equal(message_write(text, 5, SIMT_CUDA, MESSAGE_NO_ARRAY, NULL), 8);
    assert_string_equal(text, "no a");
    assert_int_equal(text[5], '?');
    assert_int_equal(message_write(NULL, 0, SIMT_CUDA, MESSAGE_NO_ARRAY, NULL), 8);
}

/* ---- the sources ----------------------------------------------------------------------------- */

static struct {
    char *text;     /* of all sources, a file after the other */
    char *literals; /* what stands in their string literals, each ended by \1 */
    size_t *ends;   /* of each file in `text` */
    size_t length, literal_length, file_count;
    int strays; /* sentences that should be in the catalogue */
} sources;

static void append(char **text, size_t *length, const char *more, size_t size) {
    *text = realloc(*text, *length + size + 1);
    assert_non_null(*text);
    memcpy(*text + *length, more, size);
    *length += size;
    (*text)[*length] = '\0';
}

static const char *skip_comment(const char *at) {
    const char *end = at[1] == '*' ? strstr(at, "*/") : at[1] == '/' ? strchr(at, '\n') : NULL;
    return end == NULL ? at + 1 : end + (at[1] == '*' ? 2 : 0);
}

/* Appends the literal that begins at `at`; a line's end in it is a space. Returns what follows. */
static const char *take_literal(const char *at) {
    char quote = *at++;
    for (; *at != quote && *at != '\0'; at++) {
        char letter = *at == '\\' ? *++at == 'n' ? ' ' : *at : *at;
        if (quote == '"') {
            append(&sources.literals, &sources.literal_length, &letter, 1);
        }
    }
    return at + (*at == quote);
}

/* Literals with nothing but space between are one. */
static void take_literals(const char *at) {
    bool open = false;
    while (*at != '\0') {
        if (*at == '/') {
            at = skip_comment(at);
        } else if (*at == '"') {
            at = take_literal(at);
            open = true;
        } else {
            if (open && !isspace((unsigned char)*at)) {
                append(&sources.literals, &sources.literal_length, "\1", 1);
                open = false;
            }
            at = *at == '\'' ? take_literal(at) : at + 1;
        }
    }
}

/* Three words or more, of two letters or more; a format for columns has fewer. */
static bool is_sentence(const char *text) {
    int words_found = 0;
    while (*text != '\0') {
        size_t letters = 0;
        while (isalpha((unsigned char)text[letters])) {
            letters++;
        }
        words_found += letters >= 2 && (text[letters] == ' ' || text[letters] == '\0');
        text += letters > 0 ? letters : 1;
    }
    return words_found >= 3;
}

/* The observers of OpenMP say nothing that is not in the catalogue: no literal in a file of theirs
 * is a sentence. (What facts mean is said where they are listed, in a header.) */
static void find_sentence(const char *path, const char *text) {
    size_t start = sources.literal_length;
    take_literals(text);
    for (char *at = sources.literals + start, *end; *at != '\0'; at = end) {
        end = strchrnul(at, '\1');
        bool more = *end != '\0';
        *end = '\0';
        if (is_sentence(at)) {
            fprintf(stderr, "%s says \"%s\": put it into messages.def\n", path, at);
            sources.strays++;
        }
        *end = more ? '\1' : '\0';
        end += more;
    }
}

static int take_file(const char *path, const struct stat *status, int kind, struct FTW *position) {
    const char *dot = strrchr(path, '.');
    (void)position;
    if (kind != FTW_F || dot == NULL || (strcmp(dot, ".c") != 0 && strcmp(dot, ".h") != 0) ||
        strstr(path, "/tests/") != NULL) {
        return 0;
    }
    FILE *file = fopen(path, "r");
    char *text = malloc((size_t)status->st_size + 1);
    assert_true(file != NULL && text != NULL);
    text[fread(text, 1, (size_t)status->st_size, file)] = '\0';
    fclose(file);
    append(&sources.text, &sources.length, text, strlen(text));
    if (strstr(path, "/observers/openmp/") != NULL && strcmp(dot, ".c") == 0) {
        find_sentence(path, text);
    } else {
        take_literals(text);
    }
    append(&sources.literals, &sources.literal_length, "\1", 1);
    free(text);
    sources.ends = realloc(sources.ends, (sources.file_count + 1) * sizeof *sources.ends);
    sources.ends[sources.file_count++] = sources.length;
    return 0;
}

static int read_sources(void **state) {
    (void)state;
    return nftw("grader", take_file, 16, FTW_PHYS);
}

static int free_sources(void **state) {
    (void)state;
    free(sources.text);
    free(sources.literals);
    free(sources.ends);
    return 0;
}

/* Is it long enough that nobody says it by chance? Three words, and no mere kind of finding. */
static bool is_phrase(const char *text) {
    int spaces = 0;
    for (const char *at = text; *at != '\0'; at++) {
        spaces += *at == ' ' && at != text && at[1] != '\0';
    }
    return spaces >= 2 && strlen(text) >= 16;
}

static void sentences_stand_in_the_catalogue_alone(void **state) {
    (void)state;
    assert_int_equal(sources.strays, 0);
    assert_non_null(strstr(sources.literals, "out of memory for the simulated GPU"));
    for (int i = 0; i < MESSAGE_COUNT; i++) {
        for (int dialect = 0; dialect < SIMT_DIALECT_COUNT; dialect++) {
            const char *at = message_pattern((enum simt_dialect)dialect, (enum message)i);
            while (*at != '\0') {
                char phrase[TEXT_BYTES];
                size_t length = strcspn(at, "{|}");
                snprintf(phrase, sizeof phrase, "%.*s", (int)length, at);
                for (char *end = phrase; *end != '\0'; end++) {
                    *end = *end == '\n' ? ' ' : *end;
                }
                if (is_phrase(phrase) && strstr(sources.literals, phrase) != NULL) {
                    fail_msg("%s: \"%s\" also stands elsewhere under grader/", ids[i], phrase);
                }
                at += length + (at[length] != '\0');
            }
        }
    }
}

/* The id's first mention in a file, as a whole word; NULL if there is none. */
static const char *mention(const char *text, const char *id) {
    size_t length = strlen(id);
    for (const char *at = strstr(text, id); at != NULL; at = strstr(at + 1, id)) {
        if (!isalnum((unsigned char)at[length]) && at[length] != '_') {
            return at;
        }
    }
    return NULL;
}

/* A value that a text asks for and no place in the code gives would be printed with its braces. */
static void every_message_is_used_and_gets_its_values(void **state) {
    (void)state;
    for (int i = 0; i < MESSAGE_COUNT; i++) {
        struct parts parts = parts_of(message_pattern(SIMT_CUDA, (enum message)i));
        size_t begin = 0, mentions = 0;
        for (size_t f = 0; f < sources.file_count; begin = sources.ends[f++]) {
            char *end = sources.text + sources.ends[f], kept = *end;
            *end = '\0';
            const char *file = sources.text + begin;
            bool here = mention(file, ids[i]) != NULL;
            mentions += here;
            for (int n = 0; here && n < parts.name_count; n++) {
                char quoted[NAME_BYTES + 3];
                snprintf(quoted, sizeof quoted, "\"%s\"", parts.names[n]);
                if (!is_word(parts.names[n]) && strstr(file, quoted) == NULL &&
                    strncmp(ids[i], "MESSAGE_WHY_", 12) != 0) {
                    fail_msg("%s takes {%s}: nothing gives it", ids[i], parts.names[n]);
                }
            }
            *end = kept;
        }
        if (mentions == 0) {
            fail_msg("%s is not used", ids[i]);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_column_has_text),
        cmocka_unit_test(columns_take_the_same_values),
        cmocka_unit_test(every_word_is_used),
        cmocka_unit_test(columns_keep_their_words),
        cmocka_unit_test(values_and_words_are_put_in),
        cmocka_unit_test(values_are_no_patterns),
        cmocka_unit_test(long_messages_are_cut),
        cmocka_unit_test(sentences_stand_in_the_catalogue_alone),
        cmocka_unit_test(every_message_is_used_and_gets_its_values),
    };
    return cmocka_run_group_tests(tests, read_sources, free_sources);
}
