/* Who handed something in, and which attempt it is, as its name says: plain names, and those that
 * Moodle, Canvas, Blackboard and Brightspace write. */
#ifndef LOCKSTEP_ENTRY_NAME_H
#define LOCKSTEP_ENTRY_NAME_H

#include "../arena.h"

#include <stdbool.h>

struct entry_name {
    const char *student; /* composed UTF-8 */
    const char *id;      /* Moodle's participant number, or "" */
    const char *number;  /* the number that Canvas or Brightspace gives the person, or "" */
    const char *serial;  /* Canvas's number of the file, which no other has; NULL of all others */
    const char *file;    /* what the student called the file, "" of a folder; NULL where the name is
                          * the teacher's own */
    long attempt;        /* larger means later; 0 where nothing tells */
    bool no_file;        /* of Moodle's, but no file that was handed in: a text, say */
    bool is_note;        /* a text that Blackboard writes about each submission */
};

/* Reads a name in the folder of submissions. `archive`: a file that ends as an archive does.
 * `canvas`: a file, in a folder that Canvas may have made. */
struct entry_name entry_name_read(struct arena *arena, const char *entry, bool archive,
                                  bool canvas);

/* Does the name end as an archive that can be read (zip, tar, tar.gz, 7z, rar…)? Gives the length
 * of what stands before the ending, or 0. */
size_t archive_stem(const char *name);

#endif
