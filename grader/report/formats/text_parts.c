/* What the parts of the text report share. */
#include "text.h"
#include "../../utf8.h"
#include "../wrap.h"

static const char *const colors[STYLE_COUNT] = {"\033[32m", "\033[1;31m", "\033[1;33m", "\033[2m",
                                                "\033[1m"};

enum standing standing_of(const struct text_writer *writer, const struct check_result *check) {
    if (report_conceals(writer->options, check)) {
        return STANDS_HIDDEN;
    }
    return check->verdict == VERDICT_PASS          ? STANDS_PASSED
           : check->verdict == VERDICT_SKIPPED     ? STANDS_SKIPPED
           : check->verdict == VERDICT_NOT_BEGUN   ? STANDS_NOT_BEGUN
           : check->verdict == VERDICT_UNAVAILABLE ? STANDS_UNAVAILABLE
           : check->verdict == VERDICT_REVIEW      ? STANDS_REVIEW
                                                   : STANDS_FAILED;
}

void style_begin(struct text_writer *writer, enum style style) {
    fputs(writer->options->color ? colors[style] : "", writer->file);
}

void style_end(struct text_writer *writer) {
    fputs(writer->options->color ? "\033[0m" : "", writer->file);
}

const char *text_clean(struct text_writer *writer, const char *text) {
    return text == NULL ? "" : utf8_clean(&writer->arena, text);
}

const char *text_say(struct text_writer *writer, const char *text) {
    return text_clean(writer, language_say(writer->options->language, &writer->arena, text));
}

void text_labelled(struct text_writer *writer, const char *label, const char *text, int lines) {
    if (text == NULL || *text == '\0') {
        return;
    }
    style_begin(writer, STYLE_FAINT);
    fputs("  ", writer->file);
    wrap_field(writer->file, text_say(writer, label), LABEL_COLUMNS - 2);
    style_end(writer);
    wrap_text(writer->file, text, LABEL_COLUMNS, LABEL_COLUMNS, writer->width, lines);
}
