#include "../lab.h"
#include "../random.h"
#include "../secret.h"
#include "../../tests/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char directory[] = "/tmp/lab-test-XXXXXX";

static const char *const good = "title: Demo\n"
                                "files:\n"
                                "  - {name: a.c, max_bytes: 1000}\n"
                                "floor: 0.5\n"
                                "exercises:\n"
                                "  - name: one\n"
                                "    title: First\n"
                                "    function: f\n"
                                "    hints: [\"a\", \"b\"]\n"
                                "    checks:\n"
                                "      - name: correct\n"
                                "        title: right\n"
                                "        kind: output\n"
                                "        points: 7.25\n"
                                "        cases: [{n: 2^4, data: skewed}]\n"
                                "      - name: structure\n"
                                "        title: really\n"
                                "        kind: structure\n"
                                "        points: 1\n"
                                "        after: correct\n"
                                "        cases: [{n: 1}]\n"
                                "        require:\n"
                                "          - {fact: atomics, at_least: n, why: because}\n";

static bool load_text(const char *text, struct lab *lab, struct error *error) {
    char path[128];
    snprintf(path, sizeof path, "%s/lab.yaml", directory);
    FILE *file = fopen(path, "we");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
    bool loaded = lab_load(lab, directory, error);
    unlink(path);
    return loaded;
}

static void reads_all_that_is_there(void **state) {
    struct lab lab;
    struct error error;
    assert_true(load_text(good, &lab, &error));
    assert_string_equal(lab.title, "Demo");
    assert_int_equal(lab.points, 825);
    assert_int_equal(lab.floor, 50);
    assert_int_equal(lab.files[0].max_bytes, 1000);
    const struct lab_exercise *one = lab_find_exercise(&lab, "one");
    assert_non_null(one);
    assert_null(lab_find_exercise(&lab, "two"));
    assert_string_equal(one->device, "cpu");
    assert_string_equal(one->hints->next->text, "b");
    const struct oracle_case *source = one->checks->cases;
    uint64_t n;
    assert_true(oracle_number(source, "n", 0, &n));
    assert_int_equal(n, 16);
    assert_false(oracle_number(source, "data", 0, &n));
    assert_true(oracle_number(source, "m", 256, &n));
    assert_int_equal(n, 256);
    assert_string_equal(source->text, "n = 2^4, data = skewed");
    assert_string_equal(one->checks->next->require->at_least, "n");
    lab_free(&lab);
}

/* The good text with one piece replaced. */
static char *changed(const char *from, const char *to) {
    static char text[4096];
    const char *place = strstr(good, from);
    assert_non_null(place);
    snprintf(text, sizeof text, "%.*s%s%s", (int)(place - good), good, to, place + strlen(from));
    return text;
}

static void mistakes_are_told_with_line_and_key(void **state) {
    static const struct {
        const char *from, *to, *line, *words;
    } cases[] = {
        {"title: Demo", "titel: Demo", ":1:", "unknown key 'titel'"},
        {"title: Demo\n", "", ":1:", "'title' is missing"},
        {"title: Demo", "title: Demo\ntitle: Two", ":2:", "'title' is there twice"},
        {"floor: 0.5", "floor: lots", ":4:", "'floor' must be a number"},
        {"floor: 0.5", "floor: 0.555", ":4:", "'floor' must be a number"},
        {"max_bytes: 1000", "max_bytes: -1", ":3:", "'max_bytes' must be a whole number"},
        {"name: a.c", "name: ../a.c", ":3:", "../a.c"},
        {"name: a.c", "beside: b.cl, name: a.c", ":3:", "beside: name a .cu or .cl file"},
        {"name: a.c", "beside: a.c, name: a.c", ":3:", "beside: name a .cu or .cl file"},
        {"name: a.c", "opencl_c: \"4.0\", name: a.c", ":3:", "opencl_c: 1.2 or 3.0"},
        {"function: f\n", "function: f\n    kernels: b.cl\n",
         ":6:", "kernels: name a .cu or .cl file"},
        {"name: a.c", "name: a.cu", ":6:", "say `device: simt`"},
        {"name: a.c", "name: 'a b.c'", ":3:", "a b.c"},
        {"kind: output", "kind: guess", ":11:", "unknown kind 'guess'"},
        {"after: correct", "after: later", ":16:", "no check 'later'"},
        {"name: structure", "name: correct", ":16:", "two checks named 'correct'"},
        {"fact: atomics", "fact: magic", ":23:", "unknown fact 'magic'"},
        {"at_least: n, ", "", ":23:", "neither 'at_least' nor 'at_most'"},
        {"cases: [{n: 1}]", "cases: []", ":21:", "no cases"},
        {"cases: [{n: 1}]", "cases: [{n: 1, n: 2}]", ":21:", "'n' is there twice"},
        {"cases: [{n: 1}]", "cases: 3", ":21:", "'cases' must be a list"},
        {"exercises:\n", "exercises: [\n", "", "not YAML"},
        {"floor: 0.5", "floor: 0.5\nsizes: [{name: k, from: 1}]", ":5:", "no case has this key"},
        {"floor: 0.5", "floor: 0.5\nsizes: [{name: n}]", ":5:", "'from' is missing"},
        {"floor: 0.5", "floor: 0.5\nsizes: [{name: n, from: x}]", ":5:", "'from' must be"},
        {"cases: [{n: 1}]", "cases: [{n: 1, exact: no}]", ":21:", "'exact' can only be true"},
        {"cases: [{n: 1}]", "cases: [{n: 1, least: few}]",
         ":21:", "'least' must be a whole number"},
        {"cases: [{n: 1}]", "cases: [{n: 1, most: 0}]", ":21:", "'most' must be a whole number"},
        {"cases: [{n: 1}]", "cases: [{n: 1, most: 9}]", ":21:", "no size of this case is"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct lab lab;
        struct error error = {0};
        assert_false(load_text(changed(cases[i].from, cases[i].to), &lab, &error));
        if (strstr(error.message, cases[i].line) == NULL ||
            strstr(error.message, cases[i].words) == NULL) {
            fail_msg("case %zu: expected '%s' and '%s' in: %s", i, cases[i].line, cases[i].words,
                     error.message);
        }
    }
}

static void a_missing_or_empty_file_is_named(void **state) {
    struct lab lab;
    struct error error;
    assert_false(lab_load(&lab, "/nowhere/lab", &error));
    assert_non_null(strstr(error.message, "/nowhere/lab/lab.yaml"));
    assert_false(load_text("", &lab, &error));
    assert_non_null(strstr(error.message, "empty"));
}

/* The first numbers of the generator for seed 0, as its authors' reference code prints them. */
static void random_numbers_are_splitmix64(void **state) {
    struct random_stream stream = {0};
    assert_true(random_next(&stream) == UINT64_C(0xe220a8397b1dcdaf));
    assert_true(random_next(&stream) == UINT64_C(0x6e789e6aa1b965f4));
    for (int i = 0; i < 1000; i++) {
        assert_in_range(random_below(&stream, 7), 0, 6);
    }
    assert_true(random_mix(1, "a") != random_mix(1, "b") &&
                random_mix(1, "a") != random_mix(2, "a"));
}

static int make_directory(void **state) {
    return mkdtemp(directory) != NULL ? 0 : -1;
}

static int remove_directory(void **state) {
    return rmdir(directory);
}

static bool read_secret(const char *text, struct secret *secret, struct error *error) {
    char path[128];
    snprintf(path, sizeof path, "%s/secret", directory);
    FILE *file = fopen(path, "we");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
    bool good = secret_read(secret, path, error);
    unlink(path);
    return good;
}

/* The designers' own vectors: key 00 01 … 0f, message 00 01 … */
static void secret_seeds_are_siphash(void **state) {
    const struct secret secret = {true,
                                  {UINT64_C(0x0706050403020100), UINT64_C(0x0f0e0d0c0b0a0908)}};
    const uint64_t start = UINT64_C(0x0706050403020100);
    assert_true(secret_seed(&secret, start, "") == UINT64_C(0x93f5f5799a932462));
    assert_true(secret_seed(&secret, start, "\x08\x09\x0a\x0b\x0c\x0d\x0e") ==
                UINT64_C(0xa129ca6149be45e5));
    assert_true(secret_seed(&secret, start, "\x08\x09\x0a\x0b\x0c\x0d\x0e\x0f") ==
                UINT64_C(0x3f2acc7f57c29bdb));
    const struct secret none = {0};
    assert_true(secret_seed(NULL, 1, "a") == random_mix(1, "a"));
    assert_true(secret_seed(&none, 1, "a") == random_mix(1, "a"));
}

static void a_secret_is_32_digits(void **state) {
    struct secret secret;
    struct error error;
    assert_true(read_secret("00112233445566778899aAbBcCdDeEfF\n", &secret, &error));
    assert_true(secret.given && secret.key[0] == UINT64_C(0x0011223344556677) &&
                secret.key[1] == UINT64_C(0x8899aabbccddeeff));
    static const char *const wrong[] = {"",
                                        "\n",
                                        "00112233",
                                        "00112233445566778899aabbccddeefg\n",
                                        "00112233445566778899aabbccddeeff0\n",
                                        "00112233445566778899aabbccddeeff \n"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_false(read_secret(wrong[i], &secret, &error));
        assert_non_null(strstr(error.message, "/secret: a secret is a line of 32 hexadecimal"));
        assert_false(secret.given);
    }
    assert_false(secret_read(&secret, directory, &error));
    assert_false(secret_read(&secret, "/nowhere/secret", &error));
    assert_non_null(strstr(error.message, "/nowhere/secret: No such file"));
}

static void a_made_secret_is_its_owners(void **state) {
    struct secret made, other, back;
    struct error error;
    struct stat status;
    char path[128];
    snprintf(path, sizeof path, "%s/made", directory);
    assert_true(secret_make(&made, &error) && secret_make(&other, &error));
    assert_true(secret_seed(&made, 1, "a") != secret_seed(&other, 1, "a"));
    assert_true(secret_write(&other, path, &error) && secret_write(&made, path, &error));
    assert_int_equal(stat(path, &status), 0);
    assert_int_equal(status.st_mode & 0777, 0600);
    assert_true(secret_read(&back, path, &error));
    assert_memory_equal(back.key, made.key, sizeof made.key);
    unlink(path);
    assert_false(secret_write(&made, "/nowhere/secret", &error));
}

/* What a message quotes last may end with a line's end: an empty line would follow it. */
static void a_message_ends_with_a_word(void **state) {
    struct error error;
    assert_false(error_set(&error, "bubblewrap: %s", "/dev/shm is missing inside\n"));
    assert_string_equal(error.message, "bubblewrap: /dev/shm is missing inside");
    assert_false(error_set(&error, "%s", " \n"));
    assert_string_equal(error.message, "");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_message_ends_with_a_word),
        cmocka_unit_test(reads_all_that_is_there),
        cmocka_unit_test(mistakes_are_told_with_line_and_key),
        cmocka_unit_test(a_missing_or_empty_file_is_named),
        cmocka_unit_test(random_numbers_are_splitmix64),
        cmocka_unit_test(secret_seeds_are_siphash),
        cmocka_unit_test(a_secret_is_32_digits),
        cmocka_unit_test(a_made_secret_is_its_owners),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("lab.yaml", tests, make_directory, remove_directory);
}
