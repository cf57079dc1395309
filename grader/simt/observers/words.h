/* words.h - findings in OpenCL's words, for kernels that were written in OpenCL C. */
#ifndef LOCKSTEP_SIMT_WORDS_H
#define LOCKSTEP_SIMT_WORDS_H

#include "finding.h"

/* Puts OpenCL's words in the place of CUDA's: work-item for thread, barrier() for __syncthreads().
 */
void words_opencl(struct simt_finding *finding);

#endif
