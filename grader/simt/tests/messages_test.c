/* test: once */
/* The catalogue of messages: whole in every column. */

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "../observers/reports/messages.h"
#include "../../tests/unit.h"

enum { MOST_NAMES = 16, NAME_BYTES = 32, TEXT_BYTES = 512 };

static const char *const ids[MESSAGE_COUNT] = {
#define WORD(name, cuda, opencl, openmp)
#define MESSAGE(id, cuda, opencl, openmp) "MESSAGE_" #id,
#define KIND(id, verdict, ...)            "FINDING_" #id, /* the code names the kind, finding.c its title */
#include "../observers/reports/messages.def"
};

/* What no program with OpenMP hears, 'g', and what only these hear, 'o', has no other columns. */
static const char only[MESSAGE_COUNT] = {
#define WORD(name, cuda, opencl, openmp)
#define MESSAGE(id, cuda, opencl, openmp)
#define GPU(id, cuda, opencl) [MESSAGE_##id] = 'g',
#define OPENMP(id, text)      [MESSAGE_##id] = 'o',
#include "../observers/reports/messages.def"
};

static bool has_column(int dialect, int message) {
    return only[message] != (dialect == SIMT_OPENMP ? 'g' : 'o');
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

/* A column speaks no other language's words. */
static void columns_keep_their_words(void **state) {
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
            if (strstr(text, foreign[f].word) != NULL) {
                fail_msg("%s, column %d says \"%s\": %s", ids[i], foreign[f].dialect,
                         foreign[f].word, text);
            }
        }
    }
}

/* ---- writing --------------------------------------------------------------------------------- */

static void values_and_words_are_put_in(void **state) {
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
    char text[TEXT_BYTES];
    message_write(text, sizeof text, SIMT_OPENCL, MESSAGE_GLOBAL_ARRAY,
                  MESSAGE_VALUES(message_string("name", "{thread}%s|")));
    assert_string_equal(text, "global array {thread}%s|");
}

static void long_messages_are_cut(void **state) {
    char text[9] = "????????";
    assert_int_equal(message_write(text, 5, SIMT_CUDA, MESSAGE_NO_ARRAY, NULL), 8);
    assert_string_equal(text, "no a");
    assert_int_equal(text[5], '?');
    assert_int_equal(message_write(NULL, 0, SIMT_CUDA, MESSAGE_NO_ARRAY, NULL), 8);
}

/* For sentences_test.sh: the words, and each message's patterns. */
static int list(void) {
    for (int i = 0; i < WORD_COUNT; i++) {
        printf("word %s\n", words[i]);
    }
    for (int i = 0; i < MESSAGE_COUNT; i++) {
        for (int dialect = 0; dialect < SIMT_DIALECT_COUNT; dialect++) {
            const char *pattern = message_pattern((enum simt_dialect)dialect, (enum message)i);
            printf("%s ", ids[i]);
            for (const char *at = pattern; *at != '\0'; at++) {
                putchar(*at == '\n' ? ' ' : *at);
            }
            putchar('\n');
        }
    }
    return 0;
}

int main(int argc, char **argv) {
    if (argc > 1 && strcmp(argv[1], "list") == 0) {
        return list();
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_column_has_text),
        cmocka_unit_test(columns_take_the_same_values),
        cmocka_unit_test(every_word_is_used),
        cmocka_unit_test(columns_keep_their_words),
        cmocka_unit_test(values_and_words_are_put_in),
        cmocka_unit_test(values_are_no_patterns),
        cmocka_unit_test(long_messages_are_cut),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
