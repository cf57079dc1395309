/* Who handed something in, and which attempt it is, as its name says: plain names, and those that
 * Moodle, Canvas, Blackboard and Brightspace write. */
#ifndef LOCKSTEP_ENTRY_NAME_H
#define LOCKSTEP_ENTRY_NAME_H

#include "../../arena.h"

#include <stdbool.h>
#include <stdint.h>

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

#endif
