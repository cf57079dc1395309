/* Programs include it for cuFFT's plain functions. Transforms over several devices, callbacks and
 * other types of numbers are not there. */
#ifndef LOCKSTEP_CUFFT_XT_H
#define LOCKSTEP_CUFFT_XT_H

#include "cufft.h"
#include "library_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* As cufftMakePlanMany, the type told by input, output and execution: pairs of floats or doubles.
 */
cufftResult cufftXtMakePlanMany(cufftHandle plan, int rank, long long *n, long long *inembed, long long istride,
                                long long idist, cudaDataType input, long long *onembed, long long ostride,
                                long long odist, cudaDataType output, long long batch, size_t *bytes,
                                cudaDataType execution);
cufftResult cufftXtExec(cufftHandle plan, void *input, void *output, int direction);

#ifdef __cplusplus
}
#endif
#endif
