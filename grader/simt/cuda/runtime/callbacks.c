/* Functions of the program's that a stream calls: after all before it, on the thread that asks. */
#include "graphs.h"

cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void *data,
                                  unsigned int flags) {
    if (callback == NULL || flags != 0) {
        client_why(callback == NULL ? MESSAGE_WHY_NULL : MESSAGE_WHY_FLAGS, "function", 0, 0, 0);
        return client_result(cudaErrorInvalidValue);
    }
    cudaError_t error = cudaStreamSynchronize(stream);
    if (error != cudaErrorInvalidResourceHandle) {
        callback(stream, error, data);
    }
    return client_result(error);
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void *data) {
    if (function == NULL) {
        client_why(MESSAGE_WHY_NULL, "function", 0, 0, 0);
        return client_result(cudaErrorInvalidValue);
    }
    if (graph_captures(stream)) {
        struct graph_step step = {.kind = GRAPH_HOST, .function = function, .data = data};
        return client_result(graph_capture(stream, &step));
    }
    cudaError_t error = cudaStreamSynchronize(stream);
    if (error == cudaSuccess) {
        function(data);
    }
    return client_result(error);
}
