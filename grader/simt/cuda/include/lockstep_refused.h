/* lockstep_refused.h - what CUDA's runtime has and this one has not: said where it is used. */
#ifndef LOCKSTEP_REFUSED_H
#define LOCKSTEP_REFUSED_H

#define LOCKSTEP_REFUSED                                                                                               \
    __attribute__((unavailable("Lockstep's GPU belongs to one process: use threads, which share "                      \
                               "its pointers and events")))
typedef struct cudaIpcMemHandle_st {
    char reserved[64];
} cudaIpcMemHandle_t LOCKSTEP_REFUSED;
typedef struct cudaIpcEventHandle_st {
    char reserved[64];
} cudaIpcEventHandle_t LOCKSTEP_REFUSED;
LOCKSTEP_REFUSED cudaError_t cudaIpcCloseMemHandle(void *pointer);
#undef LOCKSTEP_REFUSED

#define LOCKSTEP_REFUSED                                                                                               \
    __attribute__((unavailable("Lockstep's graphs have no conditional nodes: let the host decide "                     \
                               "between two launches of graphs")))
typedef unsigned long long cudaGraphConditionalHandle LOCKSTEP_REFUSED;
#undef LOCKSTEP_REFUSED

#endif
