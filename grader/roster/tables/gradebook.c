/* The tables of our own: the grade book, what was measured, similar submissions. */
#include "../../report/feedback.h"
#include "../../report/report.h"
#include "output.h"
#include "../submissions/similarity.h"

void book_points(FILE *file, int64_t hundredths, bool first) {
    char text[POINTS_TEXT_BYTES];
    sheet_write_plain(file, report_points(hundredths, text), first);
}

/* Does it say more than what was seen before it, which is a pass or no judgement? A skipped check
 * says nothing that another has not said. */
static bool is_graver(enum verdict verdict, enum verdict before) {
    return verdict != VERDICT_PASS && (verdict < VERDICT_SKIPPED || before <= VERDICT_SKIPPED);
}

/* What is wrong with the exercise: the first verdict that is neither a pass nor a consequence;
 * "pass" when all are; "" when not graded. */
static const char *exercise_verdict(const struct exercise_result *exercise) {
    enum verdict verdict = VERDICT_PASS;
    const struct check_result *check = exercise != NULL ? exercise->checks : NULL;
    for (; check != NULL; check = check->next) {
        if (verdict == VERDICT_PASS || verdict >= VERDICT_SKIPPED) {
            verdict = is_graver(check->verdict, verdict) ? check->verdict : verdict;
        }
    }
    return exercise != NULL ? verdict_name(verdict) : "";
}

void book_grades(FILE *file, const struct book *book) {
    const struct report_options english = {.audience = AUDIENCE_INSTRUCTOR};
    struct arena arena = {0};
    static const char *const fixed[] = {"student", "name",   "id",     "email",
                                        "status",  "points", "earned", "percent"};
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++) {
        sheet_write_plain(file, fixed[i], i == 0);
    }
    for (const struct lab_exercise *e = book->run->lab.exercises; e != NULL; e = e->next) {
        sheet_write_text(file, e->name, false);
        sheet_write_text(file, arena_printf(&arena, "%s verdict", e->name), false);
    }
    fputs(book->ruled ? ",seed,notes,before the rules,rules\n" : ",seed,notes\n", file);
    for (size_t i = 0; i < book->count; i++) {
        const struct row *row = &book->rows[i];
        const struct result *result = row->result;
        sheet_write_text(file, row->student != NULL ? row->student->key : "", true);
        sheet_write_text(file, row->name, false);
        sheet_write_text(file, row->id, false);
        sheet_write_text(file, row->email, false);
        sheet_write_text(file, row->status, false);
        book_points(file, row->result != NULL ? row->result->points : book->points, false);
        if (result != NULL) {
            book_points(file, result->earned, false);
            book_points(file,
                        result->points > 0 ? rules_part(result->earned, 100 * 100, result->points)
                                           : 0,
                        false);
        } else {
            fputs(",,", file);
        }
        for (const struct lab_exercise *e = book->run->lab.exercises; e != NULL; e = e->next) {
            const struct exercise_result *exercise = result_find_exercise(row->result, e->name);
            exercise != NULL ? book_points(file, exercise->earned, false) : (void)fputc(',', file);
            sheet_write_plain(file, book_counted(row) != NULL ? exercise_verdict(exercise) : "",
                              false);
        }
        sheet_write_plain(
            file,
            result != NULL ? arena_printf(&arena, "%llu", (unsigned long long)result->seed) : "",
            false);
        sheet_write_text(file,
                         row->job == NULL                      ? ""
                         : row->job->collected.refused != NULL ? row->job->collected.refused
                                                               : row->job->collected.notes,
                         false);
        if (book->ruled) {
            result != NULL ? book_points(file, row->before, false) : (void)fputc(',', file);
            sheet_write_text(file, result != NULL ? feedback_rules(&arena, &english, result) : "",
                             false);
        }
        fputc('\n', file);
    }
    arena_free(&arena);
}

void book_measured(FILE *file, const struct book *book) {
    fputs("student,step,seconds\n", file);
    for (size_t i = 0; i < book->count; i++) {
        const struct row *row = &book->rows[i];
        struct arena arena = {0};
        const struct result *result = book_whole(book, row, &arena);
        const struct timing *timing = result != NULL ? result->timings : NULL;
        for (; timing != NULL; timing = timing->next) {
            sheet_write_text(file, row->student->key, true);
            sheet_write_text(file, timing->name, false);
            fprintf(file, ",%.3f\n", timing->seconds);
        }
        arena_free(&arena);
    }
}

void book_similar(FILE *file, const struct book *book) {
    struct arena arena = {0};
    struct similar similar = similar_find(&arena, book);
    fputs("one,other,percent,shared fingerprints,of\n", file);
    for (size_t i = 0; i < similar.count; i++) {
        const struct similar_pair *pair = &similar.pairs[i];
        sheet_write_text(file, book->rows[pair->a].student->key, true);
        sheet_write_text(file, book->rows[pair->b].student->key, false);
        fprintf(file, ",%u,%zu,%zu\n", pair->percent, pair->shared, pair->smaller);
    }
    for (size_t i = 0; i < similar.earlier_count; i++) {
        const struct similar_earlier *other = &similar.earlier[i];
        sheet_write_text(file, book->rows[other->row].student->key, true);
        sheet_write_text(file, arena_printf(&arena, "earlier/%s", other->name), false);
        fprintf(file, ",%u,%zu,%zu\n", other->percent, other->shared, other->smaller);
    }
    arena_free(&arena);
}
