/*
 * What an earlier build of a student's own folder made, and need not be made again: the objects of
 * files, what they define, and programs. Each lies in a folder under a mark for the bytes of
 * everything that it was made of. Only what compilers said nothing of is kept, so that whoever
 * finds it there finds nothing else that a build would have told.
 */
#ifndef LOCKSTEP_PIECES_H
#define LOCKSTEP_PIECES_H

#include "../lab/lab.h"
#include "flavour.h"
#include "kit.h"
#include "stage.h"

/* Of one flavour of one build. */
struct pieces {
    const char *folder;       /* where they are kept, or NULL: nowhere */
    const char *mark;         /* of all that a program hangs on and no student wrote */
    bool file[LAB_MAX_FILES]; /* its object and what it defines are in the box */
    bool program;             /* so is the program that is linked of them */
};

/* Is there nothing left to build? */
bool pieces_are_all(const struct pieces *pieces, const struct lab *lab, enum flavour flavour);

/* Brings what is kept into box->output. The kit's own objects are up to date. */
void pieces_bring(struct pieces *pieces, const struct kit *kit, const struct lab *lab,
                  const struct box *box, enum flavour flavour);

/* Keeps what a build that went well made of a file, in place of what it made before: `name` is what
 * its object is called in box->output. What cannot be written is not kept. */
void pieces_keep_file(const struct pieces *pieces, const struct kit *kit, const struct lab *lab,
                      const struct box *box, enum flavour flavour, size_t file, const char *name);

/* Keeps the program. */
void pieces_keep_program(const struct pieces *pieces, const struct kit *kit, const struct lab *lab,
                         const struct box *box, enum flavour flavour);

#endif
