/* Asynchronous copies to shared memory: the functions, and nvcuda::experimental's class. */
#ifndef LOCKSTEP_CUDA_PIPELINE_H
#define LOCKSTEP_CUDA_PIPELINE_H

#include "cuda_pipeline_primitives.h"

namespace nvcuda {
namespace experimental {

class pipeline {
  public:
    LOCKSTEP_MEMBER size_t commit() {
        lockstep_commit_async();
        return stages++;
    }
    LOCKSTEP_MEMBER void commit_and_wait() {
        commit();
        lockstep_wait_async();
    }
    LOCKSTEP_MEMBER void wait(size_t stage) { lockstep_wait_async_but((unsigned int)(stages - stage - 1)); }
    template <unsigned int Left> LOCKSTEP_MEMBER void wait_prior() { lockstep_wait_async_but<Left>(); }

  private:
    size_t stages = 0;
};

template <typename T> LOCKSTEP_DEVICE void memcpy_async(T &to, const T &from, pipeline &) {
    lockstep_copy_async(&to, &from, sizeof(T), 0, 1);
}

} /* namespace experimental */
} /* namespace nvcuda */

#endif
