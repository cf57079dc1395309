/* The program's French: none of the machine's messages lacks it, in any of its columns, and values
 * come back in their places; plurals; sentence by sentence; what is not known stays. */

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "../../finding.h"
#include "../../message_text.h"
#include "../../simt/observers/reports/messages.h"
#include "../language.h"
#include "../../tests/unit.h"

enum { MOST_VALUES = 24, NAME_BYTES = 40, TEXT_BYTES = 1024 };

static struct language french;

static const char *const ids[MESSAGE_COUNT] = {
#define WORD(name, cuda, opencl, openmp)
#define MESSAGE(id, cuda, opencl, openmp) #id,
#include "../../simt/observers/reports/messages.def"
};

/* What no program with OpenMP hears, 'g', and what only these hear, 'o'. */
static const char only[MESSAGE_COUNT] = {
#define WORD(name, cuda, opencl, openmp)
#define MESSAGE(id, cuda, opencl, openmp)
#define GPU(id, cuda, opencl) [MESSAGE_##id] = 'g',
#define OPENMP(id, text)      [MESSAGE_##id] = 'o',
#include "../../simt/observers/reports/messages.def"
};

/* What only joins values, has no words. */
static bool has_words(const char *pattern) {
    int depth = 0;
    for (; *pattern != '\0'; pattern++) {
        depth += (*pattern == '{') - (*pattern == '}');
        if (depth == 0 && isalpha((unsigned char)*pattern)) {
            return true;
        }
    }
    return false;
}

/* The names of all values of a pattern, each that number. */
static void fill(const char *pattern, enum simt_dialect dialect, long long number,
                 char names[MOST_VALUES][NAME_BYTES], struct message_value values[MOST_VALUES]) {
    size_t count = 0;
    for (const char *at = pattern; (at = strchr(at, '{')) != NULL; at++) {
        const size_t length = strcspn(at + 1, "|}");
        const bool capital = isupper((unsigned char)at[1]) != 0; /* {Thread} is a word, too */
        if (!capital && message_word(dialect, at + 1, length) == NULL && count + 1 < MOST_VALUES) {
            snprintf(names[count], NAME_BYTES, "%.*s", (int)length, at + 1);
            values[count] = message_number(names[count], number);
            count++;
        }
    }
    values[count] = (struct message_value){NULL, NULL, 0};
}

static bool is_capital_word(const char *pattern) {
    return pattern[0] == '{' && isupper((unsigned char)pattern[1]);
}

static void no_message_lacks_french(void **state) {
    int lacking = 0;
    for (int message = 0; message < MESSAGE_COUNT; message++) {
        for (int dialect = 0; dialect < SIMT_DIALECT_COUNT; dialect++) {
            const char *pattern =
                message_pattern((enum simt_dialect)dialect, (enum message)message);
            if (only[message] == (dialect == SIMT_OPENMP ? 'g' : 'o') ||
                (!has_words(pattern) && !is_capital_word(pattern))) {
                continue;
            }
            for (long long number = 1; number < 3; number++) {
                char names[MOST_VALUES][NAME_BYTES], text[TEXT_BYTES];
                struct message_value values[MOST_VALUES];
                struct arena arena = {0};
                fill(pattern, (enum simt_dialect)dialect, number, names, values);
                message_write(text, sizeof text, (enum simt_dialect)dialect, (enum message)message,
                              values);
                const char *said = phrases_say(&french.phrases, NULL, &arena, text);
                if (said == NULL || strchr(said, '{') != NULL) {
                    print_error("%s, column %d: no French for \"%s\"%s%s\n", ids[message], dialect,
                                text, said != NULL ? ": " : "", said != NULL ? said : "");
                    lacking++;
                }
                arena_free(&arena);
            }
        }
    }
    assert_int_equal(lacking, 0);
}

/* Is a part of the pattern that is no value still there? */
static bool keeps_words(const char *pattern, const char *said) {
    while (*pattern != '\0') {
        char words[TEXT_BYTES];
        snprintf(words, sizeof words, "%.*s", (int)strcspn(pattern, "{"), pattern);
        if (strlen(words) > 4 && strstr(said, words) != NULL) {
            return true;
        }
        pattern += strcspn(pattern, "{");
        pattern += strcspn(pattern, "}") + (*pattern != '\0');
    }
    return false;
}

static void no_finding_lacks_french(void **state) {
    static const char *const patterns[] = {
#define FINDING(id, verdict, message, advice) message,
#include "../../findings.def"
    };
    int lacking = 0;
    for (int id = 0; id < FOUND_COUNT; id++) {
        char names[MOST_VALUES][NAME_BYTES];
        struct message_value values[MOST_VALUES];
        struct arena arena = {0};
        fill(patterns[id], SIMT_OPENMP, 9, names, values);
        const struct finding *finding = finding_make(&arena, (enum found)id, values);
        const char *said = language_say(&french, &arena, finding->message);
        if (strchr(said, '{') != NULL ||
            (has_words(patterns[id]) && strcmp(said, finding->message) == 0) ||
            keeps_words(patterns[id], said)) {
            print_error("%s: no French for \"%s\": %s\n", finding->id, finding->message, said);
            lacking++;
        }
        arena_free(&arena);
    }
    assert_int_equal(lacking, 0);
}

static void says(const char *english, const char *expected) {
    struct arena arena = {0};
    assert_string_equal(language_say(&french, &arena, english), expected);
    arena_free(&arena);
}

static void values_keep_their_places(void **state) {
    struct arena arena = {0};
    const char *place = message_print(&arena, "%s at line %u", "write", 12),
               *team =
                   message_print(&arena, "%s, holding %s", place, "the unnamed critical section");
    says(message_print(&arena, "%s of %s", "3", "8"), "3 sur 8");
    says(team, "écriture à la ligne 12, en tenant la section critique sans nom");
    says(message_print(&arena, "%s: %s", "the initial thread", team),
         "le thread initial : écriture à la ligne 12, en tenant la section critique sans nom");
    says(message_print(&arena, "%s: %d; at most %s allowed", "explicit tasks", 12, "10 (2*n)"),
         "tâches explicites : 12 ; maximum permis : 10 (2*n)");
    says("The threads are in different teams, which run in any order.",
         "Les threads sont dans différentes équipes, qui s'exécutent dans un ordre quelconque.");
    assert_string_equal(language_print(&french, &arena, "%d of %d checks failed.", 1, 5),
                        "1 contrôle sur 5 a échoué.");
    assert_string_equal(
        language_print(&french, &arena, "Next: %s, \"%s\" (%s).", "gm", "free of races", "race"),
        "Ensuite : gm, « sans course » (course).");
    arena_free(&arena);
}

static void what_is_not_known_stays(void **state) {
    says("read", "lecture");
    says("error: expected ';' before '}' token", "error: expected ';' before '}' token");
    says("n = 257, data = skewed", "n = 257, data = skewed");
    says("", "");
    assert_string_equal(language_say(NULL, NULL, "The pointer is null."), "The pointer is null.");
    struct arena arena = {0};
    const struct error error = {.message = "no file"};
    assert_string_equal(language_error(&french, &arena, &error), "no file");
    arena_free(&arena);
}

static int load(void **state) {
    struct error error;
    const bool good = language_load_french(&french, ".", NULL, NULL, &error);
    if (!good) {
        print_error("%s\n", error.message);
    }
    return good ? 0 : -1;
}

static int unload(void **state) {
    language_free(&french);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_message_lacks_french),
        cmocka_unit_test(no_finding_lacks_french),
        cmocka_unit_test(values_keep_their_places),
        cmocka_unit_test(what_is_not_known_stays),
    };
    return cmocka_run_group_tests(tests, load, unload);
}
