/* flavour.h - names in the files that are compiled once per instruction set of the host (simt.mk).
 */
#ifndef LOCKSTEP_SIMT_FLAVOUR_H
#define LOCKSTEP_SIMT_FLAVOUR_H

#ifndef ISA
#define ISA portable
#endif
#define FLAVOUR_2(name, isa) name##_##isa
#define FLAVOUR_1(name, isa) FLAVOUR_2(name, isa)
#define FLAVOUR(name)        FLAVOUR_1(name, ISA)

#endif
