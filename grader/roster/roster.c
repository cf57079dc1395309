#include "roster.h"

#include "../utf8.h"
#include "submissions/entry_names.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* As Moodle and registrars write them, in English, French and German; of Sakai `display id`.
 * (find_worksheet() knows a worksheet of Moodle's in other languages.) */
static const struct {
    enum roster_column column;
    const char *headings; /* with '|' between them */
} headings[] = {
    {ROSTER_IDENTIFIER, "identifier|identifiant"},
    {ROSTER_ID, "id number|idnumber|id|student id|student_id|sid|numéro d'identification|numéro "
                "d’identification|matrikelnummer|id-nummer"},
    {ROSTER_USERNAME, "username|user name|login|sis login id|display id|nom d'utilisateur|nom "
                      "d’utilisateur|anmeldename|benutzername"},
    {ROSTER_EMAIL, "email address|email|e-mail|adresse de courriel|e-mail-adresse"},
    {ROSTER_FIRST, "first name|firstname|given name|prénom|vorname"},
    {ROSTER_LAST, "surname|last name|lastname|family name|nom de famille|nom|nachname"},
    {ROSTER_NAME, "full name|fullname|name|student|nom complet|vollständiger name"},
    {ROSTER_GRADE, "grade|note|bewertung"},
    {ROSTER_FEEDBACK, "feedback comments|feedback par commentaires|feedback als kommentar"},
    {ROSTER_MOST, "maximum grade|note maximale|bestwertung"},
    {ROSTER_SUBMITTED, "last modified (submission)"},
    {ROSTER_LANGUAGE, "language|langue"},
};

/* Do the column's cells say "Teilnehmer/in12345", one word before a number in each? */
static bool numbers_participants(const struct sheet *table, size_t column) {
    const char *first = sheet_cell(table, 1, column);
    const size_t word = strcspn(first, "0123456789");
    bool same = word > 1;
    for (size_t row = 1; same && row < table->rows; row++) {
        const char *cell = sheet_cell(table, row, column), *number = cell + word;
        same = strncmp(cell, first, word) == 0 && *number != '\0' &&
               number[strspn(number, "0123456789")] == '\0';
    }
    return same;
}

/* Is it a column of grades, which stands before a column with one largest grade for all? */
static bool holds_grades(const struct sheet *table, size_t column) {
    const double most = roster_number(sheet_cell(table, 1, column + 1));
    bool good = most > 0;
    for (size_t row = 1; good && row < table->rows; row++) {
        const char *cell = sheet_cell(table, row, column);
        const double grade = *cell != '\0' ? roster_number(cell) : 0;
        good = grade >= 0 && grade <= most &&
               roster_number(sheet_cell(table, row, column + 1)) == most;
    }
    return good;
}

/* Does each cell have an address? */
static bool holds_addresses(const struct sheet *table, size_t column) {
    bool good = table->rows > 1;
    for (size_t row = 1; good && row < table->rows; row++) {
        const char *at = strchr(sheet_cell(table, row, column), '@');
        good = at != NULL && strchr(at, '.') != NULL;
    }
    return good;
}

/* Is each cell empty, or feedback of an earlier class? */
static bool holds_feedback(const struct sheet *table, size_t column) {
    bool good = true;
    for (size_t row = 1; good && row < table->rows; row++) {
        const char *cell = sheet_cell(table, row, column);
        good = *cell == '\0' || strstr(cell, "Score ") != NULL;
    }
    return good;
}

static void set_column(struct roster *roster, enum roster_column column, size_t place) {
    if (roster->column[column] == roster->table.columns) {
        roster->column[column] = place;
    }
}

/* Moodle's worksheet has its columns in one order in all languages: the participant, the name,
 * addresses and the like, the grade, the largest grade, times, and at the end the feedback. A table
 * of a registrar's has no participants and no largest grade. A German Moodle calls its
 * participants' column as it calls an ID number's. */
static void find_worksheet(struct roster *roster) {
    const struct sheet *table = &roster->table;
    const size_t none = table->columns;
    size_t id = 0, grade;
    while (id < none && !numbers_participants(table, id)) {
        id++;
    }
    for (grade = id + 1; grade + 1 < none && !holds_grades(table, grade); grade++) {
    }
    if (roster->column[ROSTER_IDENTIFIER] < none || table->rows < 2 || grade + 1 >= none) {
        return;
    }
    roster->column[ROSTER_IDENTIFIER] = id;
    if (roster->column[ROSTER_ID] == id) {
        roster->column[ROSTER_ID] = none;
    }
    set_column(roster, ROSTER_GRADE, grade);
    set_column(roster, ROSTER_MOST, grade + 1);
    if (holds_feedback(table, none - 1) && none - 1 > grade + 1) {
        set_column(roster, ROSTER_FEEDBACK, none - 1);
    }
    for (size_t c = id + 1; c < grade; c++) {
        if (holds_addresses(table, c)) {
            set_column(roster, ROSTER_EMAIL, c);
            set_column(roster, ROSTER_NAME, id + 1);
        }
    }
}

/* Is each cell a time, or the line that stands for none? */
static bool holds_times(const struct sheet *table, size_t column) {
    int64_t time;
    bool good = true;
    for (size_t row = 1; good && row < table->rows; row++) {
        const char *cell = sheet_cell(table, row, column);
        good = strcmp(cell, "-") == 0 || roster_time(cell, &time);
    }
    return good;
}

/* Moodle's worksheet has two columns of times: of what was handed in, then of the grade. */
static void find_submitted(struct roster *roster) {
    const struct sheet *table = &roster->table;
    const size_t none = table->columns;
    size_t first = none;
    if (roster->column[ROSTER_IDENTIFIER] == none || table->rows < 2) {
        return;
    }
    for (size_t c = roster->column[ROSTER_MOST] + 1; c < none; c++) {
        if (holds_times(table, c) && first < none) {
            set_column(roster, ROSTER_SUBMITTED, first);
            return;
        }
        first = first == none && holds_times(table, c) ? c : first;
    }
}

/* Sakai's table has its columns in one order in all languages, and a title before them. */
static void find_sakai(struct roster *roster) {
    static const enum roster_column places[] = {ROSTER_USERNAME, ROSTER_ID, ROSTER_LAST,
                                                ROSTER_FIRST, ROSTER_GRADE};
    const size_t count = sizeof places / sizeof *places;
    for (size_t c = 0; c < count && roster->table.titled && roster->table.columns >= count; c++) {
        for (size_t other = 0; other < ROSTER_COLUMNS; other++) {
            if (roster->column[other] == c) {
                roster->column[other] = roster->table.columns;
            }
        }
        roster->column[places[c]] = c;
    }
}

static void find_columns(struct roster *roster) {
    for (size_t c = 0; c < ROSTER_COLUMNS; c++) {
        roster->column[c] = roster->table.columns;
    }
    for (size_t i = 0; i < sizeof headings / sizeof *headings; i++) {
        const char *word = headings[i].headings;
        for (size_t length; *word != '\0'; word += length + (word[length] == '|')) {
            length = strcspn(word, "|");
            for (size_t c = 0; c < roster->table.columns; c++) {
                const char *cell = sheet_cell(&roster->table, 0, c);
                if (strlen(cell) == length && strncasecmp(cell, word, length) == 0) {
                    set_column(roster, headings[i].column, c);
                }
            }
        }
    }
    find_worksheet(roster);
    find_submitted(roster);
    find_sakai(roster);
}

bool roster_check(const char *path, struct error *error) {
    struct roster roster;
    const bool good = roster_read(&roster, path, error);
    if (good) {
        roster_free(&roster);
    }
    return good;
}

void roster_free(struct roster *roster) {
    sheet_free(&roster->table);
}

const char *roster_cell(const struct roster *roster, size_t row, enum roster_column column) {
    return row > 0 ? sheet_cell(&roster->table, row, roster->column[column]) : "";
}

double roster_number(const char *cell) {
    char text[32], *comma, *end;
    if (snprintf(text, sizeof text, "%s", cell) >= (int)sizeof text) {
        return NAN;
    }
    if ((comma = strchr(text, ',')) != NULL) {
        *comma = '.';
    }
    const double number = strtod(text, &end);
    return end != text && *end == '\0' ? number : NAN;
}

const char *roster_name(const struct roster *roster, size_t row, struct arena *arena) {
    const char *first = roster_cell(roster, row, ROSTER_FIRST);
    const char *last = roster_cell(roster, row, ROSTER_LAST);
    const char *name = roster_cell(roster, row, ROSTER_NAME);
    return *first == '\0' && *last == '\0'
               ? name
               : arena_printf(arena, "%s%s%s", first, *first != '\0' && *last != '\0' ? " " : "",
                              last);
}

bool roster_is_person(const struct roster *roster, size_t row) {
    const char *name = roster_cell(roster, row, ROSTER_NAME);
    const char *first = roster_cell(roster, row, ROSTER_FIRST);
    const char *last = roster_cell(roster, row, ROSTER_LAST);
    bool empty = true;
    for (int c = ROSTER_IDENTIFIER; c <= ROSTER_NAME; c++) {
        const char *text = roster_cell(roster, row, (enum roster_column)c);
        empty = empty && text[strspn(text, " ")] == '\0';
    }
    name = *last != '\0' ? last : name; /* Canvas may have a column for each, too */
    return !empty && strcmp(name + strspn(name, " "), "Points Possible") != 0 &&
           strcmp(name, "Student, Test") != 0 &&
           (strcmp(last, "Student") != 0 || strcmp(first, "Test") != 0);
}

static bool is_called(const char *text, const char *name) {
    return *text != '\0' && utf8_same_name(text, name);
}

/* Does the row say that number, as Moodle writes it: "Participant 12345", whatever the language?
 * Canvas's stands alone, as an ID. */
static bool has_number(const struct roster *roster, size_t row, const struct student *student) {
    const char *text = roster_cell(roster, row, ROSTER_IDENTIFIER);
    const char *digits = text + strcspn(text, "0123456789");
    return (*student->id != '\0' && strcmp(digits, student->id) == 0) ||
           (*student->number != '\0' &&
            strcmp(roster_cell(roster, row, ROSTER_ID), student->number) == 0);
}

/* "Dupont Jean" or "Dupont, Jean": some systems show the family name first. */
static bool is_called_backwards(const struct roster *roster, size_t row, const char *name,
                                struct arena *arena) {
    const char *first = roster_cell(roster, row, ROSTER_FIRST);
    const char *last = roster_cell(roster, row, ROSTER_LAST);
    return *first != '\0' && *last != '\0' &&
           (is_called(arena_printf(arena, "%s %s", last, first), name) ||
            is_called(arena_printf(arena, "%s, %s", last, first), name));
}

static bool has_name(const struct roster *roster, size_t row, const char *name) {
    struct arena arena = {0};
    const char *email = roster_cell(roster, row, ROSTER_EMAIL);
    const char *local = arena_printf(&arena, "%.*s", (int)strcspn(email, "@"), email);
    bool found = is_called(roster_cell(roster, row, ROSTER_ID), name) ||
                 is_called(roster_cell(roster, row, ROSTER_USERNAME), name) ||
                 is_called(email, name) || is_called(local, name) ||
                 is_called(roster_name(roster, row, &arena), name) ||
                 is_called_backwards(roster, row, name, &arena);
    arena_free(&arena);
    return found;
}

/* The parts of the row's name; "Able, Ada" stands in one column in Sakai's and Canvas's tables. */
static void name_parts(const struct roster *roster, size_t row, struct arena *arena,
                       const char **first, const char **last) {
    const char *name = roster_cell(roster, row, ROSTER_NAME), *comma = strchr(name, ',');
    *first = roster_cell(roster, row, ROSTER_FIRST);
    *last = roster_cell(roster, row, ROSTER_LAST);
    if (**first == '\0' && **last == '\0' && comma != NULL) {
        *first = comma + 1 + strspn(comma + 1, " ");
        *last = arena_printf(arena, "%.*s", (int)(comma - name), name);
    }
}

/* Is that the folder that Sakai, ILIAS or OpenOLAT made for the row's user? */
static bool has_users_folder(const struct roster *roster, size_t row, const char *name) {
    struct arena arena = {0};
    const char *first, *last, *email = roster_cell(roster, row, ROSTER_EMAIL);
    name_parts(roster, row, &arena, &first, &last);
    const char *const users[] = {roster_cell(roster, row, ROSTER_USERNAME),
                                 roster_cell(roster, row, ROSTER_ID), email,
                                 arena_printf(&arena, "%.*s", (int)strcspn(email, "@"), email)};
    bool found = false;
    for (size_t i = 0; i < sizeof users / sizeof *users; i++) {
        found = found || system_name_has_user(name, users[i], first, last);
    }
    arena_free(&arena);
    return found;
}

/* The same where the roster does not know the user's name. */
static bool has_named_folder(const struct roster *roster, size_t row, const char *name) {
    struct arena arena = {0};
    const char *first, *last;
    name_parts(roster, row, &arena, &first, &last);
    const bool found = *roster_cell(roster, row, ROSTER_USERNAME) == '\0' &&
                       system_name_has_name(name, first, last);
    arena_free(&arena);
    return found;
}

/* The rows that a submission may be called after, at most two: by the surest sign that any has. */
static size_t rows_called(const struct roster *roster, const char *name, size_t rows[2]) {
    static bool (*const signs[])(const struct roster *, size_t,
                                 const char *) = {has_name, has_users_folder, has_named_folder};
    size_t count = 0;
    for (size_t i = 0; count == 0 && i < sizeof signs / sizeof *signs; i++) {
        for (size_t row = 1; row < roster->table.rows && count < 2; row++) {
            if (signs[i](roster, row, name)) {
                rows[count++] = row;
            }
        }
    }
    return count;
}

bool roster_language(const struct roster *roster, size_t row, bool *french) {
    static const char *const begins[] = {"en", "an", "fr"}; /* English, anglais, fr_FR, French */
    const char *cell = roster_cell(roster, row, ROSTER_LANGUAGE);
    for (size_t i = 0; i < sizeof begins / sizeof *begins; i++) {
        if (strncasecmp(cell, begins[i], 2) == 0) {
            *french = begins[i][0] == 'f';
            return true;
        }
    }
    return false;
}

size_t roster_find(const struct roster *roster, const struct student *student) {
    size_t rows[2];
    for (size_t row = 1; row < roster->table.rows; row++) {
        if (has_number(roster, row, student)) {
            return row;
        }
    }
    for (size_t row = 1; student->email != NULL && row < roster->table.rows; row++) {
        if (is_called(roster_cell(roster, row, ROSTER_EMAIL), student->email)) {
            return row;
        }
    }
    /* Of two that are called so, only a number could tell. */
    return rows_called(roster, student->name, rows) == 1 ? rows[0] : 0;
}

bool roster_doubts(const struct roster *roster, const struct student *student, size_t rows[2]) {
    return roster_find(roster, student) == 0 && rows_called(roster, student->name, rows) == 2;
}

/* The earlier row with the same in that column, or 0. */
static size_t earlier_row(const struct roster *roster, size_t row, enum roster_column column) {
    const char *text = roster_cell(roster, row, column);
    const bool is_empty = *text == '\0' || strcmp(text, "-") == 0;
    for (size_t other = 1; other < row && !is_empty; other++) {
        if (strcasecmp(roster_cell(roster, other, column), text) == 0) {
            return other;
        }
    }
    return 0;
}

/* One row for each student: of two with the same in such a column nobody could tell which is
 * meant. */
static bool refuse_twins(const struct roster *roster, const char *path, struct error *error) {
    static const enum roster_column own[] = {ROSTER_IDENTIFIER, ROSTER_EMAIL, ROSTER_USERNAME,
                                             ROSTER_ID};
    const struct sheet *table = &roster->table;
    for (size_t row = 1; row < table->rows; row++) {
        for (size_t i = 0; i < sizeof own / sizeof *own; i++) {
            const size_t other = earlier_row(roster, row, own[i]);
            if (other != 0) {
                struct arena arena = {0};
                error_set(error,
                          "%s:%zu: %s '%s' stands in line %zu already; leave one row for each "
                          "student",
                          path, table->lines[row], sheet_cell(table, 0, roster->column[own[i]]),
                          utf8_line(&arena, roster_cell(roster, row, own[i])), table->lines[other]);
                arena_free(&arena);
                return false;
            }
        }
    }
    return true;
}

static bool tells_who(const struct roster *roster, const char *path, struct error *error) {
    for (int c = ROSTER_IDENTIFIER; c <= ROSTER_NAME; c++) {
        if (roster->column[c] < roster->table.columns) {
            return true;
        }
    }
    return error_set(error,
                     "%s: no column says whose row it is; its header needs one of Identifier, ID "
                     "number, Username, Email address, or a name",
                     path);
}

bool roster_read(struct roster *roster, const char *path, struct error *error) {
    *roster = (struct roster){0};
    if (path == NULL) {
        return true;
    }
    if (!sheet_read(&roster->table, path, false, error)) {
        return false;
    }
    find_columns(roster);
    const bool good = tells_who(roster, path, error) && refuse_twins(roster, path, error);
    if (!good) {
        roster_free(roster);
    }
    return good;
}
