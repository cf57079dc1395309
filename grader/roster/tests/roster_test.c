/* Names of submissions, tables that people open, and the roster. */
#include "../submissions/collect.h"
#include "../submissions/entry_names.h"
#include "../roster.h"

#include "handed_in.h"

#include <uchar.h>

static struct submissions all;
static struct error error;

/* An accent may be a character of its own; case and accents do not part a class. */
static void names_that_look_alike_are_one(void **state) {
    put("alike/Zo\xc3\xab/histogram.c", "1", 1);
    put("alike/Zoe\xcc\x88/histogram.c", "2", 2);
    put("alike/\xc3\x89mile/histogram.c", "1", 1);
    put("alike/adam/histogram.c", "1", 1);
    put("alike/Fanny/histogram.c", "1", 1);
    scan(&all, "alike");
    static const char *const order[] = {"adam", "\xc3\x89mile", "Fanny", "Zo\xc3\xab"};
    const struct student *student = all.students;
    for (size_t i = 0; i < sizeof order / sizeof *order; i++, student = student->next) {
        assert_non_null(student);
        assert_string_equal(student->key, order[i]);
    }
    assert_null(student);
    assert_non_null(find(&all, "Zo\xc3\xab")->attempts->next);
    submissions_free(&all);
}

static void names_are_understood(void **state) {
    put("in/Ada Lovelace_12345_assignsubmission_file_/histogram.c", "1", 1);
    put("in/Zoë O'Neil_77_assignsubmission_file_histogram.c", "1", 1);
    put("in/Zoë O'Neil_77_assignsubmission_onlinetext_/text.html", "1", 1);
    put("in/Tess Text_78_assignsubmission_onlinetext_/onlinetext.html", "1", 1);
    put("in/bob_attempt1/histogram.c", "1", 1);
    put("in/bob_attempt2/histogram.c", "2", 1);
    put("in/carl (2).zip", "2", 1);
    put("in/carl.zip", "2", 1);
    put("in/rev2/histogram.c", "a name that only looks like an attempt", 1);
    put("in/=cmd|x/histogram.c", "1", 1);
    put("in/notes.txt", "1", 1);
    put("in/.dora/histogram.c", "1", 1);
    put("in/.DS_Store", "1", 1);
    put("in/u\xe2\x80\xae"
        "rip\xe2\x80\x8b/histogram.c",
        "1", 1);
    char path[256];
    scan(&all, "in");
    assert_int_equal(all.count, 8);
    const struct student *ada = find(&all, "Ada Lovelace_12345");
    assert_non_null(find(&all, "Tess Text_78")); /* refused by name, not lost */
    assert_null(find(&all, "Zoë O'Neil_77")->attempts->next);
    assert_null(strstr(all.notes, "Tess"));
    assert_non_null(ada);
    assert_string_equal(ada->id, "12345");
    assert_string_equal(ada->name, "Ada Lovelace");
    assert_string_equal(ada->folder, "Ada Lovelace_12345_assignsubmission_file_");
    assert_non_null(find(&all, "Zoë O'Neil_77"));
    assert_int_equal(find(&all, "Zoë O'Neil_77")->attempts->kind, ATTEMPT_FILE);
    assert_non_null(find(&all, "bob")->attempts->next);
    assert_non_null(find(&all, "carl")->attempts->next);
    assert_non_null(find(&all, "rev2"));
    assert_non_null(find(&all, "_-cmd-x"));
    assert_non_null(find(&all, "u\xef\xbf\xbdrip\xef\xbf\xbd")); /* nothing turns, nothing hides */
    assert_non_null(strstr(all.notes, "left out: .dora: its name starts with '.'"));
    assert_null(strstr(all.notes, ".DS_Store"));
    assert_non_null(strstr(all.notes, "notes.txt: neither a folder nor an archive"));
    submissions_free(&all);
    snprintf(path, sizeof path, "%s/in/rev2", folder);
    assert_false(submissions_scan(&all, &lab, path, "/nowhere", &error));
    assert_non_null(strstr(error.message, "holds histogram.c itself"));
}

/* Files and folders as learning systems name them, and what looks so without being so. */
static void learning_systems_are_understood(void **state) {
    static const struct {
        const char *entry;
        bool archive;
        const char *student, *number, *file;
        long attempt;
    } rows[] = {
        {"lovelaceada_12345_678901_lab.c", false, "lovelaceada", "12345", "lab.c", 0},
        {"lovelaceada_LATE_12345_678901_lab_2_3_x.c", false, "lovelaceada", "12345", "lab_2_3_x.c",
         0},
        {"lovelaceada_12345_678901_lab-2.c", false, "lovelaceada", "12345", "lab.c", 0},
        {"lovelaceada_12345_678901_my lab-12.tar", true, "lovelaceada", "12345", "my lab.tar", 0},
        {"anon_x7Yz2_678901_lab.c", false, "anon_x7Yz2", "", "lab.c", 0},
        {"team_5", false, "team_5", "", NULL, 0},
        {"team_5_6", false, "team_5_6", "", NULL, 0},
        {"ada l_1_2_x", false, "ada l_1_2_x", "", NULL, 0},
        {"Lab 1_ada7_attempt_2026-11-20-23-59-01_lab.c", false, "ada7", "", "lab.c",
         20261120235901},
        {"Lab_1_ada7_attempt_2026-11-20-23-59-01_a_b.zip", true, "ada7", "", "a_b.zip",
         20261120235901},
        {"ada_attempt_2026", false, "ada", "", NULL, 2026},
        {"ada_attempt_20261120", false, "ada_attempt_20261120", "", NULL, 0},
        {"lovelaceada_12345_678901_-2.c", false, "lovelaceada", "12345", "-2.c", 0},
        {"Lab 1__attempt_2026-11-20-23-59-01_lab.c", false,
         "Lab 1__attempt_2026-11-20-23-59-01_lab.c", "", NULL, 0},
        {"12-345 - Ada Able - Nov 20, 2026 1159 PM", false, "Ada Able", "12", "", 202611202359},
        {"12-345 - Ada - Able - Nov 2, 2026 1205 AM - a - lab.c", false, "Ada - Able", "12",
         "a - lab.c", 202611020005},
        {"12-345 - Ada Able", false, "12-345 - Ada Able", "", NULL, 0},
        {"Ada_7_assignsubmission_file_lab_1_2_x.c", false, "Ada", "", "lab_1_2_x.c", 0},
        {"A_b_7_x_attempt_2026-11-20-23-59-01_lab.c", false, "7_x", "", "lab.c", 20261120235901},
    };
    const struct entry_hints hints = {.canvas = true, .title = "A_b"};
    struct arena arena = {0};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct entry_name read =
            entry_name_read(&arena, rows[i].entry, rows[i].archive, true, &hints);
        assert_string_equal(read.student, rows[i].student);
        assert_string_equal(read.number, rows[i].number);
        assert_int_equal(read.attempt, rows[i].attempt);
        assert_true((read.file == NULL) == (rows[i].file == NULL));
        if (read.file != NULL) {
            assert_string_equal(read.file, rows[i].file);
        }
    }
    assert_true(
        entry_name_read(&arena, "Lab_ada_attempt_2026-11-20-23-59-01.txt", false, true, &hints)
            .is_note);
    arena_free(&arena);
}

/* Loose files of one person belong together, and whoever handed in no file of the lab is there. */
static void files_of_a_learning_system_are_sorted(void **state) {
    put("canvas/able_12_100_histogram-1.c", "1", 1);
    put("canvas/able_12_101_report.pdf", "1", 1);
    put("canvas/brown_LATE_13_102_histo.c", "1", 1);
    put("canvas/Lab_carol_attempt_2026-11-20-23-59-01_histogram.c", "old", 1);
    put("canvas/Lab_carol_attempt_2026-11-20-23-59-01.txt", "1", 1);
    put("canvas/Lab_carol_attempt_2026-11-21-23-59-01_histogram.c", "new", 1);
    struct arena arena = {0};
    struct collected collected;
    const char *target = arena_printf(&arena, "%s/canvas-target", folder);
    scan(&all, "canvas");
    assert_string_equal(all.notes, "");
    assert_int_equal(all.count, 3);
    assert_non_null(find(&all, "able_12"));
    assert_true(collect(&lab, find(&all, "able_12"), NULL, target, &arena, &collected, &error));
    assert_null(collected.refused);
    assert_true(collect(&lab, find(&all, "brown_13"), NULL, target, &arena, &collected, &error));
    assert_string_equal(collected.refused,
                        "histogram.c is nowhere in the submission; it holds histo.c");
    assert_true(collect(&lab, find(&all, "carol"), NULL, target, &arena, &collected, &error));
    assert_non_null(strstr(collected.notes, "there 2 times"));
    submissions_free(&all);
    /* The same number for two files: those names are no numbers of Canvas's. */
    put("teams/lab_1_2026_ada.zip", "1", 1);
    put("teams/lab_1_2026_bob.zip", "1", 1);
    scan(&all, "teams");
    assert_non_null(find(&all, "lab_1_2026_ada"));
    assert_int_equal(all.count, 2);
    submissions_free(&all);
    arena_free(&arena);
}

/* User names with underscores, which the title's end alone tells: by Blackboard's own text about a
 * submission, or else by what all names have in common. */
static void users_of_blackboard_are_told_apart(void **state) {
    put("bb1/My_Lab_a_smith_attempt_2026-11-20-23-59-01_histogram.c", "1", 1);
    put("bb1/My_Lab_b_smith_attempt_2026-11-20-23-59-02_histogram.c", "2", 1);
    scan(&all, "bb1");
    assert_int_equal(all.count, 2);
    assert_non_null(find(&all, "a_smith"));
    assert_non_null(find(&all, "b_smith"));
    submissions_free(&all);
    put("bb2/My_Lab_s_1_attempt_2026-11-20-23-59-01_histogram.c", "1", 1);
    put("bb2/My_Lab_s_1_attempt_2026-11-20-23-59-01.txt", "Name: Ada (the 1st) Able (s_1)\r\n", 1);
    put("bb2/My_Lab_s_2_attempt_2026-11-20-23-59-02_histogram.c", "2", 1);
    scan(&all, "bb2");
    assert_int_equal(all.count, 2);
    assert_non_null(find(&all, "s_1"));
    assert_non_null(find(&all, "s_2"));
    assert_true(find(&all, "s_1")->attempts->handed_in > 1700000000);
    submissions_free(&all);
}

/* ILIAS packs a folder for each team, and in it one for each of the team who handed in. */
static void teams_of_ilias_are_understood(void **state) {
    struct arena arena = {0};
    struct collected collected;
    put("ilias/Team 17/Able_Ada_ada1_1234/histogram.c", "1", 1);
    put("ilias/Team 17/Brown_Bob_bob_77/Late Submission - histogram.c", "2", 2);
    put("ilias/Team 17/.DS_Store", "", 1);
    put("ilias/Team 9/Cole_Cy_cy_78/histogram.c", "3", 1);
    put("ilias/Dale_Di_di_79/histogram.c", "4", 1);
    put("ilias/grades.csv", "", 1);
    scan(&all, "ilias");
    assert_int_equal(all.count, 3);
    const struct student *ada = find(&all, "Able_Ada_ada1_1234");
    assert_non_null(ada);
    assert_non_null(all.partners);
    assert_string_equal(all.partners->student->key, "Brown_Bob_bob_77");
    assert_ptr_equal(all.partners->with, ada);
    assert_null(all.partners->next);
    assert_non_null(find(&all, "Cole_Cy_cy_78"));
    assert_non_null(find(&all, "Dale_Di_di_79"));
    assert_string_equal(all.notes,
                        "left out: grades.csv: Sakai's list of the class; give it as --roster\n");
    assert_null(all.left_out);
    assert_true(collect(&lab, ada, NULL, arena_printf(&arena, "%s/team", folder), &arena,
                        &collected, &error));
    assert_int_equal(collected.changed, 2);
    submissions_free(&all);
    put("ilias/eve/histogram.c", "5", 1); /* ILIAS makes no such folder: so none of them */
    scan(&all, "ilias");
    assert_non_null(find(&all, "Team 17"));
    assert_null(all.partners);
    submissions_free(&all);
    arena_free(&arena);
}

static void no_cell_is_a_formula(void **state) {
    static const struct {
        const char *text, *cell;
    } cells[] = {
        {"plain", "plain"},
        {"=1+2", "\"'=1+2\""},
        {"+49 1", "\"'+49 1\""},
        {"-", "-"},
        {"-x", "\"'-x\""},
        {"@SUM(A1)", "\"'@SUM(A1)\""},
        {" \t=1", "\"' \t=1\""},
        {"a \"b\", c\nd", "\"a \"\"b\"\", c\nd\""},
        {"red\033[31m\rx", "red[31mx"},
        {"\xff", "\xef\xbf\xbd"},
    };
    for (size_t i = 0; i < sizeof cells / sizeof *cells; i++) {
        char *bytes = NULL;
        size_t size;
        FILE *memory = open_memstream(&bytes, &size);
        sheet_write_text(memory, cells[i].text, true);
        fclose(memory);
        assert_string_equal(bytes, cells[i].cell);
        free(bytes);
    }
}

/* As Excel's "Unicode Text" has it, and Blackboard's export, in both orders of bytes. */
static const char *put_utf16(const char *name, const char16_t *text, size_t units, bool big) {
    const char *path = put(name, "", 1);
    FILE *file = fopen(path, "we");
    assert_non_null(file);
    for (size_t i = 0; i < units; i++) {
        fputc(big ? text[i] >> 8 : text[i] & 0xff, file);
        fputc(big ? text[i] & 0xff : text[i] >> 8, file);
    }
    fclose(file);
    return path;
}

static void a_roster_may_be_utf16(void **state) {
    static const char16_t text[] =
        u"\ufeffLast Name\tFirst Name\tUsername\tLab [Total Pts: 8 Score] |77\r\n"
        u"Noël\tZoë\tzn1\t\r\n\"Łoś, 😀\"\tMałgorzata\tml2\t5,5\r\n";
    struct roster roster;
    for (int big = 0; big < 2; big++) {
        assert_true(roster_read(
            &roster, put_utf16("unicode.txt", text, sizeof text / 2 - 1, big != 0), &error));
        assert_int_equal(roster.table.rows, 3);
        assert_int_equal(roster.table.columns, 4);
        assert_string_equal(sheet_cell(&roster.table, 0, 0), "Last Name");
        assert_string_equal(sheet_cell(&roster.table, 2, 0), "Łoś, 😀");
        const struct student student = {.name = "Zoë Noël", .id = "", .number = ""};
        assert_int_equal(roster_find(&roster, &student), 1);
        roster_free(&roster);
    }
    static const struct {
        char16_t text[8];
        size_t units;
    } damaged[] = {{u"\ufeffID\n\xd83d\n", 6}, {u"\ufeffI\0D\n", 5}};
    for (size_t i = 0; i < sizeof damaged / sizeof *damaged; i++) {
        const char *path = put_utf16("cut.txt", damaged[i].text, damaged[i].units, false);
        assert_false(roster_read(&roster, path, &error));
        assert_non_null(strstr(error.message, "cut.txt is damaged UTF-16: save the table as CSV"));
    }
    const char *path = put_utf16("unmarked.txt", text + 1, sizeof text / 2 - 2, false);
    assert_false(roster_read(&roster, path, &error));
    assert_non_null(strstr(error.message, "unmarked.txt is not a text: save the table as CSV"));
    assert_false(
        roster_read(&roster, put("old.xls", "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", 1), &error));
    assert_non_null(strstr(error.message, "old.xls is a spreadsheet document: save it as CSV"));
}

/* Sakai's grades.csv, in English, in another language, and as a spreadsheet saves it again. */
static void a_title_before_the_header_is_passed_over(void **state) {
    static const char *const tables[] = {
        "\"Lab 1, sums\",\"SCORE_GRADE_TYPE\"\n\"\"\n"
        "\"Display ID\",\"ID\",\"Last Name\",\"First Name\",\"grade\",\"Submission date\"\n"
        "\"ada1\",\"u-1\",\"Able\",\"Ada\",\"\",\"2026-11-20\"\n",
        "Devoir,Note\r\n\r\nIdentifiant,ID,Nom,Name,Note,Date\r\nada1,u-1,Able,Ada,,\r\n",
        "Lab 1;SCORE_GRADE_TYPE;;;;\n;;;;;\nDisplay ID;ID;Last Name;First Name;grade;Date\n"
        "ada1;u-1;Able;Ada;;\n"};
    const struct student student = {.name = "Able, Ada(ada1)", .id = "", .number = ""};
    struct roster roster;
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        assert_true(roster_read(&roster, put("grades.csv", tables[i], 1), &error));
        assert_int_equal(roster.table.rows, 2);
        assert_int_equal(roster.table.lines[1], 4);
        assert_string_equal(roster_cell(&roster, 1, ROSTER_USERNAME), "ada1");
        assert_string_equal(roster_cell(&roster, 1, ROSTER_ID), "u-1");
        assert_string_equal(roster_cell(&roster, 1, ROSTER_FIRST), "Ada");
        assert_int_equal(roster_find(&roster, &student), 1);
        roster_free(&roster);
    }
    assert_false(roster_read(&roster, put("gap.csv", "Name,Login\n\"\"\nAda,ada\n", 1), &error));
    assert_non_null(strstr(error.message, "gap.csv:2: 1 cells, but the first line has 2"));
}

static void a_roster_knows_its_students(void **state) {
    struct roster roster;
    const char *path = put("roster.csv",
                           "\xef\xbb\xbfIdentifier;Full name;Email address;Grade\n"
                           "Participant 12345;Ada Lovelace;ada@x.org;-\n"
                           "Participant 9;\"Bob; B.\";bob@x.org;-\n"
                           "Participant 10;Same Name;s1@x.org;-\n"
                           "Participant 11;Same Name;s2@x.org;-\n",
                           1);
    assert_true(roster_read(&roster, path, &error));
    assert_int_equal(roster.table.rows, 5);
    struct student student = {.name = "Another Name", .id = "12345", .number = ""};
    assert_int_equal(roster_find(&roster, &student), 1);
    student = (struct student){.name = "BOB", .id = "", .number = ""};
    assert_int_equal(roster_find(&roster, &student), 2);
    student = (struct student){.name = "Same Name", .id = "", .number = ""};
    assert_int_equal(roster_find(&roster, &student), 0);
    roster_free(&roster);
    /* Moodle may show the family name first, and Canvas puts a comma behind it. */
    path = put("parts.csv", "First name,Last name\nJean,Dupont\nMarie,Curie\nCurie,Marie\n", 1);
    assert_true(roster_read(&roster, path, &error));
    student = (struct student){.name = "DUPONT Jean", .id = "", .number = ""};
    assert_int_equal(roster_find(&roster, &student), 1);
    student = (struct student){.name = "Dupont, Jean", .id = "", .number = ""};
    assert_int_equal(roster_find(&roster, &student), 1);
    student = (struct student){.name = "Marie Curie", .id = "", .number = ""};
    assert_int_equal(roster_find(&roster, &student), 0);
    roster_free(&roster);
    /* Word processors turn apostrophes and hyphens; people type a blank too many. */
    path = put("typed.csv",
               "First name,Surname\nJean,D\xe2\x80\x99"
               "Arc\nMarie  Anne,L\xc3\xa9ger\n"
               "Ann,Day\xe2\x80\x90Lewis\nZoe,Roy\n",
               1);
    assert_true(roster_read(&roster, path, &error));
    static const struct {
        const char *name;
        size_t row;
    } typed[] = {{"Jean  D'Arc", 1},
                 {" jean d`arc ", 1},
                 {"MARIE ANNE L\xc3\x89GER", 2},
                 {"Marie\xc2\xa0"
                  "Anne Le\xcc\x81ger",
                  2},
                 {"Ann Day-Lewis", 3},
                 {"Zo\xc3\xab Roy", 0},
                 {"Jean DArc", 0},
                 {"MarieAnne L\xc3\xa9ger", 0}};
    for (size_t i = 0; i < sizeof typed / sizeof *typed; i++) {
        student = (struct student){.name = typed[i].name, .id = "", .number = ""};
        assert_int_equal(roster_find(&roster, &student), typed[i].row);
    }
    roster_free(&roster);
    path = put("twins.csv",
               "Full name,Email address,ID number\nAda,a@x.org,1\nBob,,\nAda L.,A@x.org,2\nCy,,2\n",
               1);
    assert_false(roster_read(&roster, path, &error));
    assert_non_null(strstr(error.message, "twins.csv:4: Email address 'A@x.org' stands in line 2"));
    path = put("latin.csv", "Full name,ID number\nAda,1\nZo\xeb,2\n", 1);
    assert_false(roster_read(&roster, path, &error));
    assert_non_null(strstr(error.message,
                           "latin.csv:3: not UTF-8; save it as \"CSV UTF-8\", or convert it: "
                           "iconv -f WINDOWS-1252"));
    path = put("canvas.csv",
               "Student,ID,SIS Login ID,Section,Lab (77)\n    Points Possible,,,,8\n\"Able, "
               "Ada\",12,ada,A,\n,,,,Manual Posting\n\"Student, Test\",13,,A,\n",
               1);
    assert_true(roster_read(&roster, path, &error));
    student = (struct student){.name = "ableada", .id = "", .number = "12"};
    assert_int_equal(roster_find(&roster, &student), 2);
    assert_false(roster_is_person(&roster, 1));
    assert_true(roster_is_person(&roster, 2));
    assert_false(roster_is_person(&roster, 3));
    assert_false(roster_is_person(&roster, 4));
    roster_free(&roster);
    path = put("numbered.csv", "# ,Full name\r\n\r\n1,\"Ada\r\nLovelace\"\r\n", 1);
    assert_true(roster_read(&roster, path, &error)); /* no comment: a heading for numbers */
    assert_int_equal(roster.table.rows, 2);
    assert_string_equal(sheet_cell(&roster.table, 1, 0), "1");
    roster_free(&roster);
    path = put("bad.csv", "Name,Email\nx,y,z\n", 1);
    assert_false(roster_read(&roster, path, &error));
    assert_non_null(strstr(error.message, "bad.csv:2: 3 cells"));
    path = put("bad.csv", "Colour,Shape\nx,y\n", 1);
    assert_false(roster_read(&roster, path, &error));
    assert_non_null(strstr(error.message, "no column says whose row it is"));
    path = put("bad.csv", "Name\n\"never closed\n", 1);
    assert_false(roster_read(&roster, path, &error));
    assert_non_null(strstr(error.message, "bad.csv:2: "));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_understood),
        cmocka_unit_test(learning_systems_are_understood),
        cmocka_unit_test(files_of_a_learning_system_are_sorted),
        cmocka_unit_test(users_of_blackboard_are_told_apart),
        cmocka_unit_test(teams_of_ilias_are_understood),
        cmocka_unit_test(no_cell_is_a_formula),
        cmocka_unit_test(a_roster_may_be_utf16),
        cmocka_unit_test(a_title_before_the_header_is_passed_over),
        cmocka_unit_test(a_roster_knows_its_students),
        cmocka_unit_test(names_that_look_alike_are_one),
    };
    return cmocka_run_group_tests_name("roster", tests, set_up, tear_down);
}
