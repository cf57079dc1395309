/* A lab by its name: what every command that works on one begins with. */
#ifndef LOCKSTEP_OPEN_LAB_H
#define LOCKSTEP_OPEN_LAB_H

#include "../lab/lab.h"
#include "kit.h"

/* Finds the kit and loads its lab `name`; `labs` as for kit_open. Where it fails, both are empty,
 * and closing them is harmless. */
bool lab_open(struct kit *kit, struct lab *lab, const char *labs, const char *name,
              struct error *error);

/* Gives both back. */
void lab_close(struct kit *kit, struct lab *lab);

#endif
