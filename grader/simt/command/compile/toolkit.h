/* toolkit.h - what of NVIDIA's toolkit `lockstep cc` takes where it is there: Thrust and CUB. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct toolkit_wishes {
    bool libraries; /* includes of Thrust or CUB */
    bool compiler;  /* directives that ask for __NVCC__ */
};

/* What sources say, and the headers that they name and that lie beside them. */
struct toolkit_wishes toolkit_wishes(const char *const *sources, size_t count);

/* The folder of a toolkit's thrust/ and cub/ (from version 13 on they have one of their own):
 * $CUDA_HOME's, $CUDA_PATH's, or /usr/local/cuda's. For the caller to free; NULL: there is none. */
char *toolkit_libraries(void);
