/* The tables of a class's rules: each effect, the rubric to be filled in, each attempt. */
#include "../tables/output.h"

void book_rules(FILE *file, const struct book *book) {
    fputs(book->ruled ? "student,name,kind,exercise,points,text,by\n" : "", file);
    for (size_t i = 0; i < book->count; i++) {
        const struct row *row = &book->rows[i];
        const struct result_rule *rule = row->result != NULL ? row->result->rules : NULL;
        for (; rule != NULL; rule = rule->next) {
            sheet_write_text(file, row->student->key, true);
            sheet_write_text(file, row->name, false);
            sheet_write_plain(file, rule->kind, false);
            sheet_write_text(file, rule->exercise != NULL ? rule->exercise : "", false);
            book_points(file, rule->points, false);
            sheet_write_text(file, rule->text, false);
            sheet_write_text(file, rule->by, false);
            fputc('\n', file);
        }
    }
}

/* A column a criterion, with what it is worth behind its name: the same table is read again. */
void book_rubric(FILE *file, const struct book *book) {
    if (book->run->policy.rubric == NULL) {
        return;
    }
    fputs("student,name", file);
    for (const struct policy_criterion *c = book->run->policy.rubric; c != NULL; c = c->next) {
        sheet_write_text(file, c->name, false);
    }
    fputs(",comment,by,second\n", file);
    for (size_t i = 0; i < book->count; i++) {
        const struct row *row = &book->rows[i];
        const struct mark *any = NULL;
        if (row->result == NULL) {
            continue;
        }
        sheet_write_text(file, row->student->key, true);
        sheet_write_text(file, row->name, false);
        for (const struct policy_criterion *c = book->run->policy.rubric; c != NULL; c = c->next) {
            const struct mark *mark = rules_find_mark(&book->rules, row->student->key, c->name);
            mark != NULL ? book_points(file, mark->points, false) : (void)fputc(',', file);
            any = mark != NULL ? mark : any;
        }
        sheet_write_text(file, any != NULL ? any->comment : "", false);
        sheet_write_text(file, any != NULL ? any->initials : "", false);
        sheet_write_text(file, any != NULL ? any->second : "", false);
        fputc('\n', file);
    }
}

void book_requests(FILE *file, const struct book *book) {
    fputs(book->requests != NULL ? "student,name,exercise,request,asked,answer,by\n" : "", file);
    for (const struct request *r = book->requests; r != NULL; r = r->next) {
        sheet_write_text(file, r->student, true);
        sheet_write_text(file, book_name(book, r->student), false);
        sheet_write_text(file, *r->exercise != '\0' ? r->exercise : "total", false);
        sheet_write_text(file, r->text, false);
        sheet_write_text(file, r->asked, false);
        sheet_write_text(file, r->answer, false);
        sheet_write_text(file, r->initials, false);
        fputc('\n', file);
    }
}

void book_attempts(FILE *file, const struct book *book) {
    struct arena arena = {0};
    if (book->run->policy.attempt == ATTEMPT_LAST) {
        return;
    }
    fputs("student,attempt,of,what,handed in,before the rules,earned,counts\n", file);
    for (size_t i = 0; i < book->count; i++) {
        const struct row *row = &book->rows[i];
        for (size_t a = 0; a < row->attempt_count; a++) {
            const struct book_attempt *attempt = &row->attempts[a];
            sheet_write_text(file, row->student->key, true);
            fprintf(file, ",%zu,%zu", a + 1, row->attempt_count);
            sheet_write_text(file, attempt->job->entry != NULL ? attempt->job->entry : "", false);
            sheet_write_plain(
                file, attempt->handed_in != 0 ? policy_time_text(&arena, attempt->handed_in) : "",
                false);
            if (attempt->result != NULL) {
                book_points(file, attempt->before, false);
                book_points(file, attempt->result->earned, false);
            } else {
                fputs(",,", file);
            }
            fputs(attempt->job == row->job ? ",yes\n" : ",no\n", file);
        }
    }
    arena_free(&arena);
}
