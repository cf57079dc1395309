/* vectors.h - functions of vectors from those of their elements. */
#pragma once

#define VECTORS_1(NAME, RESULT, TYPE)                                                                                  \
    BUILTIN RESULT##2 NAME(TYPE##2 x) { return (RESULT##2)(NAME(x.lo), NAME(x.hi)); }                                  \
    BUILTIN RESULT##3 NAME(TYPE##3 x) { return (RESULT##3)(NAME(x.x), NAME(x.y), NAME(x.z)); }                         \
    BUILTIN RESULT##4 NAME(TYPE##4 x) { return (RESULT##4)(NAME(x.lo), NAME(x.hi)); }                                  \
    BUILTIN RESULT##8 NAME(TYPE##8 x) { return (RESULT##8)(NAME(x.lo), NAME(x.hi)); }                                  \
    BUILTIN RESULT##16 NAME(TYPE##16 x) { return (RESULT##16)(NAME(x.lo), NAME(x.hi)); }
#define VECTORS_2(NAME, TYPE, OTHER)                                                                                   \
    BUILTIN TYPE##2 NAME(TYPE##2 x, OTHER##2 y) { return (TYPE##2)(NAME(x.lo, y.lo), NAME(x.hi, y.hi)); }              \
    BUILTIN TYPE##3 NAME(TYPE##3 x, OTHER##3 y) { return (TYPE##3)(NAME(x.x, y.x), NAME(x.y, y.y), NAME(x.z, y.z)); }  \
    BUILTIN TYPE##4 NAME(TYPE##4 x, OTHER##4 y) { return (TYPE##4)(NAME(x.lo, y.lo), NAME(x.hi, y.hi)); }              \
    BUILTIN TYPE##8 NAME(TYPE##8 x, OTHER##8 y) { return (TYPE##8)(NAME(x.lo, y.lo), NAME(x.hi, y.hi)); }              \
    BUILTIN TYPE##16 NAME(TYPE##16 x, OTHER##16 y) { return (TYPE##16)(NAME(x.lo, y.lo), NAME(x.hi, y.hi)); }
