/* What the names of folders and archives say. */
#pragma once

#include "../../arena.h"

#include <stdbool.h>
#include <stdint.h>

/* Who handed something in, and which attempt it is, as its name says: plain names, and those that
 * Moodle, Canvas, Blackboard and Brightspace write. */

/* What all names of a folder together tell of each. */
struct entry_hints {
    bool canvas;       /* Canvas may have made the folder */
    const char *title; /* of Blackboard's assignment, with which its names begin; NULL: not known */
};

struct entry_name {
    const char *student; /* composed UTF-8 */
    const char *id;      /* Moodle's participant number, or "" */
    const char
        *number; /* the number that Canvas, Brightspace or Gradescope gives the person, or "" */
    const char *email;  /* as Gradescope says, or NULL */
    const char *serial; /* Canvas's number of the file, which no other has; NULL of all others */
    const char *file;   /* what the student called the file, "" of a folder; NULL where the name is
                         * the teacher's own */
    long attempt;       /* larger means later; 0 where nothing tells */
    int64_t handed_in;  /* seconds since 1970, as Blackboard or Brightspace says; or 0 */
    bool no_file;       /* of Moodle's, but no file that was handed in: a text, say */
    bool is_note;       /* a text that Blackboard writes about each submission */
};

/* Reads a name in the folder of submissions. `archive`: a file that ends as an archive does;
 * `file`: a plain file. */
struct entry_name entry_name_read(struct arena *arena, const char *entry, bool archive, bool file,
                                  const struct entry_hints *hints);

/* The length of what stands in a name of Blackboard's before "_attempt_", the title and the user's
 * name; 0 of all others. */
size_t entry_name_blackboard(const char *entry);

/* Does the name end as an archive that can be read (zip, tar, tar.gz, 7z, rar…)? Gives the length
 * of what stands before the ending, or 0. */
size_t archive_stem(const char *name);

/* The folders that Sakai, ILIAS and OpenOLAT make of a person: "Able, Ada(ada1)",
 * "Able_Ada_ada1_1234" and "Able_Ada_ada1". Only a roster tells where a name ends in them, as names
 * and user names may hold blanks and underscores, too. */

/* Does one of those systems name the folder of that user so? `first` and `last` are "" where they
 * are not known; an OpenOLAT's folder is then nobody's, as it may as well be a group's of the
 * teacher's own, "ada_bob". */
bool system_name_has_user(const char *folder, const char *user, const char *first,
                          const char *last);

/* The same by the name alone, where the user name is not known. */
bool system_name_has_name(const char *folder, const char *first, const char *last);

/* May ILIAS have made the folder: does a number end it, after three parts? */
bool system_name_is_ilias(const char *folder);
