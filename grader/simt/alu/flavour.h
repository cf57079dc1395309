/* flavour.h - names in the files that are compiled once per instruction set (simt.mk). */
#pragma once

#include "../machine.h"

#ifndef ISA
#define ISA portable
#endif
#define FLAVOUR_2(name, isa) name##_##isa
#define FLAVOUR_1(name, isa) FLAVOUR_2(name, isa)
#define FLAVOUR(name)        FLAVOUR_1(name, ISA)

/* OpenMP's threads are warps with one lane: a copy of all of this works on lane 0 alone. */
#ifdef SINGLE_LANE
enum { RUN_LANES = 1 };
#else
enum { RUN_LANES = LANES };
#endif
