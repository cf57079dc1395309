/* Paragraphs and fields in so many columns. */
#include "../wrap.h"
#include "../../tests/unit.h"

#include <stdlib.h>

static char *text;
static size_t size;
static FILE *file;

static void begin(void) {
    free(text);
    file = open_memstream(&text, &size);
    assert_non_null(file);
}

static const char *written(void) {
    assert_int_equal(fclose(file), 0);
    return text;
}

static const char *paragraph(const char *of, int column, int indent, int width, int lines) {
    begin();
    wrap_text(file, of, column, indent, width, lines);
    return written();
}

/* The last column stays free: some terminals begin a new line there. */
static void paragraphs_break_between_words(void **state) {
    assert_string_equal(paragraph("one two three", 0, 2, 9, 9), "one two\n  three\n");
    assert_string_equal(paragraph("one two three", 4, 2, 9, 9), "one\n  two\n  three\n");
    assert_string_equal(paragraph("one two three", 0, 0, 9, 1), "one two…\n");
    assert_string_equal(paragraph("one two2 three", 0, 0, 9, 1), "one two2\n");
    assert_string_equal(paragraph("one\ntwo \n", 0, 1, 80, 9), "one\n two\n");
    assert_string_equal(paragraph("abcdefghij", 0, 1, 5, 9), "abcd\n efg\n hij\n");
}

/* What a compiler quotes keeps its indentation, but not over the edge of a narrow terminal. */
static void indentation_is_kept_up_to_half_a_line(void **state) {
    assert_string_equal(paragraph("x:\n    y", 0, 1, 20, 9), "x:\n     y\n");
    assert_string_equal(paragraph("x:\n                    y", 0, 1, 10, 9), "x:\n      y\n");
}

static void fields_have_their_width(void **state) {
    begin();
    assert_int_equal(wrap_line(file, "a\tb", 3), 3);
    assert_string_equal(written(), "a b");
    begin();
    assert_int_equal(wrap_line(file, "abcd", 3), 3);
    assert_string_equal(written(), "ab…");
    begin();
    assert_int_equal(wrap_line(file, "ab\nc", 8), 3);
    assert_string_equal(written(), "ab…");
    begin();
    wrap_field(file, "é", 3);
    assert_string_equal(written(), "é  ");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(paragraphs_break_between_words),
        cmocka_unit_test(indentation_is_kept_up_to_half_a_line),
        cmocka_unit_test(fields_have_their_width),
    };
    int failed = cmocka_run_group_tests_name("wrap", tests, NULL, NULL);
    free(text);
    return failed;
}
