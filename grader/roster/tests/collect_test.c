/* Which files of a submission are graded. */
#include "../submissions/collect.h"
#include "../submissions/gradescope_import.h"
#include "../roster.h"

#include "handed_in.h"

#include <sys/socket.h>
#include <sys/un.h>

static struct arena arena; /* all tests' */
static struct collected collected;
static struct submissions all;
static struct error error;

static int end(void **state) {
    arena_free(&arena);
    return tear_down(state);
}

/* What was collected for the one student below `in`, as the file's content. */
static const char *collected_text(const char *in, const char *skeleton) {
    static char text[256];
    const char *target = arena_printf(&arena, "%s/target", folder);
    scan(&all, in);
    assert_int_equal(all.count, 1);
    assert_true(collect(&lab, all.students, skeleton, target, &arena, &collected, &error));
    FILE *file = fopen(arena_printf(&arena, "%s/histogram.c", target), "re");
    text[0] = '\0';
    if (file != NULL) {
        text[fread(text, 1, sizeof text - 1, file)] = '\0';
        fclose(file);
    }
    submissions_free(&all);
    return text;
}

static void takes(const char *in, const char *skeleton, const char *text, const char *notes) {
    assert_string_equal(collected_text(in, skeleton), text);
    assert_string_equal(collected.notes, notes);
}

static void the_latest_attempt_is_taken_and_that_is_said(void **state) {
    put("c1/ada/old/histogram.c", "old", 100);
    put("c1/ada/new/histogram.c", "new", 200);
    put("c1/ada/.git/histogram.c", "hidden", 300);
    assert_string_equal(collected_text("c1", NULL), "new");
    assert_non_null(strstr(collected.notes, "there 2 times"));
    assert_non_null(strstr(collected.notes, "ada/new"));
    assert_int_equal(collected.changed, 200);
    const struct collected first = collected;
    put("c2/ada-attempt-2/histogram.c", "second", 100);
    put("c2/ada-attempt-1/histogram.c", "first, saved later", 200);
    assert_string_equal(collected_text("c2", NULL), "second");
    assert_string_not_equal(first.digest, collected.digest);
}

/* Browsers name a second download so, and editors a text; the file with the lab's own name goes
 * before it. */
static void a_second_download_is_the_file(void **state) {
    static const char *const names[] = {"histogram (1).c", "histogram(12).c", "Histogram (2).C",
                                        "Histogram.C.txt"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *in = arena_printf(&arena, "again%zu", i);
        put(arena_printf(&arena, "%s/ada/%s", in, names[i]), "mine", 100);
        assert_string_equal(collected_text(in, NULL), "mine");
        assert_string_equal(collected.notes,
                            arena_printf(&arena, "%s was taken as histogram.c.", names[i]));
        put(arena_printf(&arena, "%s/ada/histogram.c", in), "own", 50);
        assert_string_equal(collected_text(in, NULL), "own");
    }
    put("again9/ada/histogram (x).c", "other", 100);
    put("again9/ada/histogram ().c", "other", 100);
    put("again9/ada/histogram.txt", "other", 100);
    put("again9/ada/histogram-v (1).c", "other", 100);
    assert_string_equal(collected_text("again9", NULL), "");
}

/* A later attempt that lacks one of the lab's files is not taken, and nobody calls the other one
 * the latest. */
static void a_later_attempt_with_fewer_files_is_told(void **state) {
    static const struct lab two = {.files = {{"sum.c", 64}, {"sum.cl", 64}}, .file_count = 2};
    put("c4/Lab_ada_attempt_2026-11-20-23-59-01_sum.c", "1", 1);
    put("c4/Lab_ada_attempt_2026-11-20-23-59-01_sum.cl", "1", 1);
    put("c4/Lab_ada_attempt_2026-11-21-23-59-01_sum.cl", "2", 2);
    assert_true(
        submissions_scan(&all, &two, arena_printf(&arena, "%s/c4", folder), "/nowhere", &error));
    assert_true(collect(&two, all.students, NULL, arena_printf(&arena, "%s/target", folder), &arena,
                        &collected, &error));
    assert_string_equal(collected.notes, "The lab's files are there 2 times; later ones lack a "
                                         "file, so these were taken: single files.");
    submissions_free(&all);
}

/* Windows and macOS do not tell the cases apart; the lab's own name goes first where both are. */
static void other_letter_case_is_taken_and_said(void **state) {
    put("case1/ada/HISTOGRAM.C", "capitals", 1);
    takes("case1", NULL, "capitals", "HISTOGRAM.C was taken as histogram.c.");
    put("case1/ada/histogram.c", "its own", 1);
    put("case1/ada/histogram.C", "another's", 1);
    takes("case1", NULL, "its own", "");
    put("case2/Lab_ada_attempt_2026-11-20-23-59-01_Histogram.c", "a loose file", 1);
    takes("case2", NULL, "a loose file", "Histogram.c was taken as histogram.c.");
}

static void refuses(const char *in, const char *why) {
    assert_string_equal(collected_text(in, NULL), "");
    assert_string_equal(collected.refused, why);
}

static void links_and_nothing_are_refused(void **state) {
    char link[512];
    put("outside/histogram.c", "somebody else's", 1);
    const char *outside = arena_printf(&arena, "%s/outside", folder);
    assert_int_equal(unlink(put("c3/eve/readme", "x", 1)), 0);
    refuses("c3", "the submission is empty");
    put("c3/eve/readme", "x", 1);
    refuses("c3", "histogram.c is nowhere in the submission; it holds readme");
    snprintf(link, sizeof link, "%s/c3/eve/histogram.c", folder);
    assert_int_equal(symlink(arena_printf(&arena, "%s/histogram.c", outside), link), 0);
    assert_string_equal(collected_text("c3", NULL), "");
    assert_non_null(strstr(collected.refused, "histogram.c: it is a link"));
    assert_int_equal(unlink(link), 0);
    const int server = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    snprintf(address.sun_path, sizeof address.sun_path, "%s/c3/eve/histogram.c", folder);
    assert_int_equal(bind(server, (struct sockaddr *)&address, sizeof address), 0);
    close(server);
    refuses("c3", "histogram.c: it is not a plain file");
    assert_int_equal(unlink(link), 0);
    snprintf(link, sizeof link, "%s/c3/eve/sub", folder);
    assert_int_equal(symlink(outside, link), 0);
    refuses("c3", "histogram.c is nowhere in the submission; it holds readme");
}

/* Who hands in the whole kit hands in the skeleton, too, perhaps with a later time. */
static void work_is_taken_before_the_skeleton(void **state) {
    put("skeleton/histogram.c", "given", 1);
    const char *skeleton = arena_printf(&arena, "%s/skeleton", folder);
    put("c5/ada/skeletons/histogram.c", "given", 200);
    put("c5/ada/work/histogram.c", "mine", 100);
    takes("c5", skeleton, "mine",
          "The lab's files are there 2 times; later ones are as they were handed "
          "out, so these were taken: ada/work.");
    put("c6/ada/a/histogram.c", "mine", 100);
    put("c6/ada/b/histogram.c", "given", 100); /* an archive without times */
    assert_string_equal(collected_text("c6", skeleton), "mine");
    put("c7/ada-attempt-1/histogram.c", "mine", 100);
    put("c7/ada-attempt-2/histogram.c", "given", 100); /* the student's own decision */
    assert_string_equal(collected_text("c7", skeleton), "given");
    put("c8/ada/a/histogram.c", "given", 100);
    put("c8/ada/b/histogram.c", "give", 50); /* shorter by a byte: no skeleton */
    assert_string_equal(collected_text("c8", skeleton), "give");
}

/* Somebody should look where other work is beside what was taken, or could not be read. */
static void doubts_are_told(void **state) {
    const char *skeleton = arena_printf(&arena, "%s/skeleton", folder);
    put("skeleton/histogram.c", "given", 1);
    static const struct {
        const char *in, *file, *content, *other, *other_content, *doubt;
    } rows[] = {
        {"d1", "ada/a/histogram.c", "mine", "ada/b/histogram.c", "else", "several copies"},
        {"d2", "ada/a/histogram.c", "mine", "ada/b/histogram.c", "mine", NULL},
        {"d3", "ada/a/histogram.c", "mine", "ada/b/histogram.c", "given", NULL},
        {"d4", "ada-attempt-1/histogram.c", "mine", "ada-attempt-2/histogram.c", "else", NULL},
        {"d5", "ada/a/histogram.c", "mine", "ada/b.zip", "no archive", "left out"},
        {"d6", "ada/a/histogram.c", "mine", "ada/report.txt", "else", NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        put(arena_printf(&arena, "%s/%s", rows[i].in, rows[i].file), rows[i].content, 100);
        put(arena_printf(&arena, "%s/%s", rows[i].in, rows[i].other), rows[i].other_content, 100);
        collected_text(rows[i].in, skeleton);
        assert_null(collected.refused);
        if (rows[i].doubt == NULL) {
            assert_null(collected.doubt);
        } else {
            assert_non_null(collected.doubt);
            assert_string_equal(collected.doubt, rows[i].doubt);
        }
    }
}

/* What a learning system puts beside the work is the teacher's, however late it is; ILIAS says in
 * the name that a file came late. */
static void work_in_a_systems_folder_is_taken(void **state) {
    put("sakai/Able, Ada(ada1)/Submission attachment(s)/histogram.c", "her own", 1);
    put("sakai/Able, Ada(ada1)/Feedback Attachment(s)/histogram.c", "corrected", 2);
    put("sakai/Able, Ada(ada1)/timestamp.txt", "20261120235901000", 1);
    takes("sakai", NULL, "her own", "");
    put("olat/Able_Ada_ada1/1_task/histogram.c", "the task", 3);
    put("olat/Able_Ada_ada1/2_submissions/histogram.c", "her own", 1);
    put("olat/Able_Ada_ada1/3_corrections/histogram.c", "corrected", 2);
    takes("olat", NULL, "her own", "");
    put("olat/Able_Ada_ada1/4_revisions_1/histogram.c", "her second", 3);
    assert_string_equal(collected_text("olat", NULL), "her second");
    put("plain/ada/1_task/histogram.c", "her own folder", 1);
    assert_string_equal(collected_text("plain", NULL), "her own folder");
    put("ilias/Able_Ada_ada1_1234/Late Submission - histogram.c", "late", 1);
    takes("ilias", NULL, "late", "Late Submission - histogram.c was taken as histogram.c.");
    put("late/ada/Copy - histogram.c", "no such folder", 1);
    assert_string_equal(collected_text("late", NULL), "");
}

/* The text about a file that is too large names its true size. */
static void a_size_is_kept(void **state) {
    enum { GIB = 1 << 30 };
    struct stat status;
    const off_t size = (off_t)6 * GIB;
    assert_int_equal(truncate(put("huge/ada/histogram.c", "x", 1), size), 0);
    collected_text("huge", NULL);
    assert_int_equal(stat(arena_printf(&arena, "%s/target/histogram.c", folder), &status), 0);
    assert_int_equal(status.st_size, size);
}

/* Sakai, ILIAS and OpenOLAT put the user's name behind the person's, and turn what is not ASCII. */
static void a_roster_knows_the_folders_of_other_systems(void **state) {
    static const struct {
        const char *folder;
        size_t row, unnamed, nameless; /* with all columns; without user names; without names */
    } rows[] = {
        {"Able, Ada(ada1)", 1, 1, 1},
        {"M\xc3\xbcller, Zo\xc3\xa9 A.(zm_1)", 2, 2, 2},
        {"Able_Ada_ada1_1234", 1, 1, 1},
        {"Mueller_Zoe A._zm_1_77", 2, 2, 2},
        {"Muller_Zoe_A__zm_1_77", 2, 2, 2},
        {"M__ller_Zo___A._zm_1_77", 2, 2, 2},
        {"Mueller_Zoe_A__zm_1", 2, 2, 0},
        {"Able_Ada_ada1", 1, 1, 0},
        {"Able, Ada(ada2)", 0, 1, 0}, /* somebody else of that name */
        {"Able_Ada_ada2_9", 0, 1, 0},
        {"bob_ada1", 0, 0, 0}, /* two who worked together */
        {"bob_ada1_2", 0, 0, 0},
        {"Twin_T_t3_5", 0, 0, 0},
    };
    static const char *const tables[] = {
        "Username,Surname,First name\nada1,Able,Ada\nzm_1,M\xc3\xbcller,Zo\xc3\xa9 A.\nt1,Twin,T\n"
        "t2,Twin,T\n",
        "Name\n\"Able, Ada\"\n\"M\xc3\xbcller, Zo\xc3\xa9 A.\"\n\"Twin, T\"\n\"Twin, T\"\n",
        "Login\nada1\nzm_1\nt1\nt2\n"};
    struct roster roster;
    for (size_t t = 0; t < 3; t++) {
        assert_true(roster_read(&roster, put("systems.csv", tables[t], 1), &error));
        for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
            const size_t row = t == 0 ? rows[i].row : t == 1 ? rows[i].unnamed : rows[i].nameless;
            const struct student student = {.name = rows[i].folder, .id = "", .number = ""};
            size_t doubts[2];
            assert_int_equal(roster_find(&roster, &student), row);
            assert_true(roster_doubts(&roster, &student, doubts) == (t == 1 && i == 12));
        }
        roster_free(&roster);
    }
}

static const char metadata[] = "---\n"
                               "submission_11:\n"
                               "  :submitters:\n"
                               "  - :name: Ada Able\n"
                               "    :sid: '0711'\n"
                               "    :email: ada@x.org\n"
                               "  - :name: Bob\n"
                               "    :sid: \n"
                               "    :email: bob@x.org\n"
                               "  :created_at: 2026-11-20 22:59:01.861687000 Z\n"
                               "  :score: 2.0\n"
                               "  :results:\n"
                               "    tests:\n"
                               "    - output: |-\n"
                               "        :submitters: nobody\n"
                               "  :history:\n"
                               "  - :submitters:\n"
                               "    - :name: Somebody Else\n"
                               "    :created_at: long ago\n"
                               "submission_12:\n"
                               "  :submitters: []\n"
                               "submission_13:\n"
                               "  :submitters:\n"
                               "  - :sid: 333\n";

static void a_whole_export_of_gradescope_is_read(void **state) {
    put("gs/export/submission_metadata.yml", metadata, 1);
    put("gs/export/submission_11/histogram.c", "1", 1);
    put("gs/export/submission_12/histogram.c", "2", 1);
    put("gs/export/submission_14/histogram.c", "4", 1);
    scan(&all, "gs/export");
    assert_int_equal(all.count, 3);
    const struct student *ada = find(&all, "Ada Able_0711");
    assert_non_null(ada);
    assert_string_equal(ada->email, "ada@x.org");
    assert_string_equal(ada->name, "Ada Able");
    assert_non_null(all.partners);
    assert_string_equal(all.partners->student->key, "Bob_bob@x.org");
    assert_ptr_equal(all.partners->with, ada);
    assert_null(all.partners->next);
    assert_non_null(find(&all, "submission_12"));
    assert_non_null(find(&all, "submission_14"));
    assert_string_equal(all.notes, "left out: submission_13: submission_metadata.yml names it, but "
                                   "it is not there\n");
    assert_true(collect(&lab, ada, NULL, arena_printf(&arena, "%s/gs-target", folder), &arena,
                        &collected, &error));
    assert_int_equal(collected.changed, 1795215541);
    submissions_free(&all);
    assert_false(
        submissions_scan(&all, &lab, arena_printf(&arena, "%s/gs", folder), "/nowhere", &error));
    assert_non_null(strstr(error.message, "gs/export' is a whole export of Gradescope: give that"));
}

static void a_bad_export_of_gradescope_is_told(void **state) {
    static const struct {
        const char *text, *message;
    } rows[] = {
        {"", ":1: no submission is in it"},
        {"# none\n", ":1: no submission is in it"},
        {"- a\n", ":1: the file must be a mapping of folders, as Gradescope exports it"},
        {"submission_1: 5\n", ":1: a submission must be a mapping with :submitters"},
        {"submission_1:\n  :submitters: ada\n", ":2: key ':submitters' must be a list"},
        {"submission_1:\n  :submitters:\n  - ada\n",
         ":3: a submitter must be a mapping with :name, :sid and :email"},
        {"submission_1:\n  :created_at: today\n",
         ":2: key ':created_at' must be a time such as 2026-11-20 23:59:00 Z"},
        {"submission_1:\n  [a]: 1\n", ":2: a key must be a text"},
        {"submission_1: {:submitters: [\n", ": not YAML: "},
    };
    struct gradescope_submission *first;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *path = put("bad.yml", rows[i].text, 1);
        assert_false(gradescope_read(&arena, path, &first, &error));
        if (strstr(error.message, rows[i].message) == NULL) {
            fail_msg("%s, not %s", error.message, rows[i].message);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_latest_attempt_is_taken_and_that_is_said),
        cmocka_unit_test(a_second_download_is_the_file),
        cmocka_unit_test(a_later_attempt_with_fewer_files_is_told),
        cmocka_unit_test(work_is_taken_before_the_skeleton),
        cmocka_unit_test(doubts_are_told),
        cmocka_unit_test(work_in_a_systems_folder_is_taken),
        cmocka_unit_test(a_roster_knows_the_folders_of_other_systems),
        cmocka_unit_test(a_whole_export_of_gradescope_is_read),
        cmocka_unit_test(a_bad_export_of_gradescope_is_told),
        cmocka_unit_test(a_size_is_kept),
        cmocka_unit_test(other_letter_case_is_taken_and_said),
        cmocka_unit_test(links_and_nothing_are_refused),
    };
    return cmocka_run_group_tests_name("collect", tests, set_up, end);
}
