/* toolkit.h - what of NVIDIA's toolkit `lockstep cc` takes where it is there: Thrust and CUB. */
#ifndef LOCKSTEP_SIMT_TOOLKIT_H
#define LOCKSTEP_SIMT_TOOLKIT_H

#include <stddef.h>

/* The folder of a toolkit's thrust/ and cub/ (from version 13 on they have one of their own), if
 * one of the sources includes them: $CUDA_HOME's, $CUDA_PATH's, or /usr/local/cuda's. For the
 * caller to free; NULL: no source wants them, or they are not there. */
char *toolkit_libraries(const char *const *sources, size_t count);

#endif
