/* The folders that Sakai, ILIAS and OpenOLAT make of a person: "Able, Ada(ada1)",
 * "Able_Ada_ada1_1234" and "Able_Ada_ada1". Only a roster tells where a name ends in them, as names
 * and user names may hold blanks and underscores, too. */
#ifndef LOCKSTEP_SYSTEM_NAME_H
#define LOCKSTEP_SYSTEM_NAME_H

#include <stdbool.h>

/* Does one of those systems name the folder of that user so? `first` and `last` are "" where they
 * are not known; an OpenOLAT's folder is then nobody's, as it may as well be a group's of the
 * teacher's own, "ada_bob". */
bool system_name_has_user(const char *folder, const char *user, const char *first,
                          const char *last);

/* The same by the name alone, where the user name is not known. */
bool system_name_has_name(const char *folder, const char *first, const char *last);

/* May ILIAS have made the folder: does a number end it, after three parts? */
bool system_name_is_ilias(const char *folder);

#endif
