/* The score, and what the checks say of it in a few words. */
#include "text.h"

const char *text_points(struct text_writer *writer, int64_t earned, int64_t points) {
    char left[POINTS_TEXT_BYTES], right[POINTS_TEXT_BYTES];
    const struct language *language = writer->options->language;
    return arena_printf(&writer->arena, "%s / %s",
                        language_number(language, &writer->arena, report_points(earned, left)),
                        language_number(language, &writer->arena, report_points(points, right)));
}

struct text_counts text_count(struct text_writer *writer) {
    struct text_counts tally = {0};
    EACH_CHECK (writer->result, exercise, check) {
        enum standing standing = standing_of(writer, check);
        tally.of[standing] += report_has_row(check);
        if (standing == STANDS_UNAVAILABLE) {
            const bool refused = check->findings != NULL && check->findings->file != NULL;
            tally.refused += refused;
            *(refused ? &tally.refused_points : &tally.unjudged) += check->points - check->earned;
        }
        if (standing == STANDS_HIDDEN && check->withheld) {
            tally.withheld += check->points;
        } else if (standing == STANDS_HIDDEN) {
            tally.hidden_points += check->points;
            tally.hidden_earned += check->earned;
        }
    }
    return tally;
}

/* What the public checks say, in a few words. */
static const char *outcome(struct text_writer *writer, const int *of) {
    const bool some = of[STANDS_HIDDEN] > 0;
    int judged = of[STANDS_PASSED] + of[STANDS_FAILED];
    if (judged == 0) {
        return text_say(writer, "Nothing was judged.");
    }
    if (of[STANDS_FAILED] > 0) {
        const char *format =
            some ? judged == 1 ? "%d of %d public check failed." : "%d of %d public checks failed."
            : judged == 1 ? "%d of %d check failed."
                          : "%d of %d checks failed.";
        return text_print(writer, format, of[STANDS_FAILED], judged);
    }
    if (of[STANDS_UNAVAILABLE] + of[STANDS_REVIEW] + of[STANDS_SKIPPED] > 0) {
        return text_say(writer, some ? "No public check that could be judged here failed."
                                     : "No check that could be judged here failed.");
    }
    if (of[STANDS_NOT_BEGUN] > 0) {
        return text_say(writer,
                        some ? "All public checks of the exercises that you have begun passed."
                             : "All checks of the exercises that you have begun passed.");
    }
    return text_say(writer, some ? "All public checks passed." : "All checks passed.");
}

static const char *join(struct text_writer *writer, const char *words, const char *sentence) {
    return arena_printf(&writer->arena, "%s %s", words, sentence);
}

/* In words, after the score. Hidden checks are counted apart: whoever passes the public ones has
 * not passed all. */
const char *text_summary(struct text_writer *writer, const struct text_counts *tally) {
    const int *of = tally->of;
    char text[POINTS_TEXT_BYTES];
    const char *words = outcome(writer, of);
    if (of[STANDS_SKIPPED] > 0) {
        words = join(writer, words, text_print(writer, "%d skipped.", of[STANDS_SKIPPED]));
    }
    if (tally->refused > 0) {
        words = join(writer, words,
                     text_print(writer,
                                "%d COULD NOT BE JUDGED (%s points): the program uses what "
                                "the grader cannot run.",
                                tally->refused, report_points(tally->refused_points, text)));
    }
    if (of[STANDS_UNAVAILABLE] > tally->refused) {
        words = join(writer, words,
                     text_print(writer,
                                "%d COULD NOT BE JUDGED on this machine (%s points): "
                                "`lockstep doctor` says what is missing.",
                                of[STANDS_UNAVAILABLE] - tally->refused,
                                report_points(tally->unjudged, text)));
    }
    if (of[STANDS_REVIEW] > 0) {
        words = join(writer, words,
                     text_print(writer,
                                "%d TO BE REVIEWED: a person must look before the score stands.",
                                of[STANDS_REVIEW]));
    }
    if (tally->hidden_points > 0) {
        words = join(writer, words,
                     text_print(writer, "Hidden checks: %s points.",
                                text_points(writer, tally->hidden_earned, tally->hidden_points)));
    }
    if (tally->withheld > 0) {
        words = join(writer, words,
                     text_print(writer, "Hidden checks, judged by your teacher: %s points.",
                                report_points(tally->withheld, text)));
    }
    return words;
}

const char *text_score(struct text_writer *writer) {
    struct text_counts counts = text_count(writer);
    const char *points = text_points(writer, writer->result->earned, writer->result->points);
    return join(writer, text_print(writer, "Score %s.", points), text_summary(writer, &counts));
}
