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
    for (const struct exercise_result *exercise = writer->result->exercises; exercise != NULL;
         exercise = exercise->next) {
        for (const struct check_result *check = exercise->checks; check != NULL;
             check = check->next) {
            enum standing standing = standing_of(writer, check);
            tally.of[standing]++;
            if (standing == STANDS_UNAVAILABLE) {
                const bool refused = check->findings != NULL && check->findings->file != NULL;
                tally.refused += refused;
                *(refused ? &tally.refused_points : &tally.unjudged) +=
                    check->points - check->earned;
            }
            if (standing == STANDS_HIDDEN && check->withheld) {
                tally.withheld += check->points;
            } else if (standing == STANDS_HIDDEN) {
                tally.hidden_points += check->points;
                tally.hidden_earned += check->earned;
            }
        }
    }
    return tally;
}

static const char *plural(int count) {
    return count == 1 ? "" : "s";
}

/* What the public checks say, in a few words. */
static const char *outcome(struct text_writer *writer, const int *of) {
    const char *kind = of[STANDS_HIDDEN] > 0 ? "public " : "";
    int judged = of[STANDS_PASSED] + of[STANDS_FAILED];
    if (judged == 0) {
        return "Nothing was judged.";
    }
    if (of[STANDS_FAILED] > 0) {
        return arena_printf(&writer->arena, "%d of %d %scheck%s failed.", of[STANDS_FAILED], judged,
                            kind, plural(judged));
    }
    if (of[STANDS_UNAVAILABLE] + of[STANDS_REVIEW] + of[STANDS_SKIPPED] > 0) {
        return arena_printf(&writer->arena, "No %scheck that could be judged here failed.", kind);
    }
    return of[STANDS_NOT_BEGUN] > 0
               ? arena_printf(&writer->arena,
                              "All %schecks of the exercises that you have begun passed.", kind)
               : arena_printf(&writer->arena, "All %schecks passed.", kind);
}

/* In words, after the score. Hidden checks are counted apart: whoever passes the public ones has
 * not passed all. */
const char *text_summary(struct text_writer *writer, const struct text_counts *tally) {
    struct arena *arena = &writer->arena;
    const int *of = tally->of;
    char text[POINTS_TEXT_BYTES];
    const char *words = outcome(writer, of);
    if (of[STANDS_SKIPPED] > 0) {
        words = arena_printf(arena, "%s %d skipped.", words, of[STANDS_SKIPPED]);
    }
    if (tally->refused > 0) {
        words = arena_printf(arena,
                             "%s %d COULD NOT BE JUDGED (%s points): the program uses what the "
                             "grader cannot run.",
                             words, tally->refused, report_points(tally->refused_points, text));
    }
    if (of[STANDS_UNAVAILABLE] > tally->refused) {
        words = arena_printf(
            arena,
            "%s %d COULD NOT BE JUDGED on this machine (%s points): `lockstep doctor` says "
            "what is missing.",
            words, of[STANDS_UNAVAILABLE] - tally->refused, report_points(tally->unjudged, text));
    }
    if (of[STANDS_REVIEW] > 0) {
        words =
            arena_printf(arena, "%s %d TO BE REVIEWED: a person must look before the score stands.",
                         words, of[STANDS_REVIEW]);
    }
    if (tally->hidden_points > 0) {
        words = arena_printf(arena, "%s Hidden checks: %s points.", words,
                             text_points(writer, tally->hidden_earned, tally->hidden_points));
    }
    if (tally->withheld > 0) {
        words = arena_printf(arena, "%s Hidden checks, judged by your teacher: %s points.", words,
                             report_points(tally->withheld, text));
    }
    return words;
}

const char *text_score(struct text_writer *writer) {
    struct text_counts counts = text_count(writer);
    return text_say(
        writer, arena_printf(&writer->arena, "Score %s. %s",
                             text_points(writer, writer->result->earned, writer->result->points),
                             text_summary(writer, &counts)));
}
