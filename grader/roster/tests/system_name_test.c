/* Whose folder it is that Sakai, ILIAS or OpenOLAT made. */
#include "../submissions/collect.h"
#include "../roster.h"

#include "handed_in.h"

/* Sakai, ILIAS and OpenOLAT put the user's name behind the person's, and turn what is not ASCII. */
static void a_roster_knows_the_folders_of_other_systems(void **state) {
    (void)state;
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
    struct error error;
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_roster_knows_the_folders_of_other_systems),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
