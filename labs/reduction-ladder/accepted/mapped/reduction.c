/* Results are mapped instead of read, and events say what waits for what. */
#include "reduction.h"

#include <stdbool.h>

struct job {
    const struct ladder *ladder;
    cl_kernel kernel;
    cl_uint arguments;
    cl_int error;
    cl_event last;
};

static struct job begin(const struct ladder *ladder, const char *name) {
    struct job job = {.ladder = ladder};
    job.kernel = clCreateKernel(ladder->program, name, &job.error);
    return job;
}

static void argument(struct job *job, size_t bytes, const void *value) {
    if (job->error == CL_SUCCESS) {
        job->error = clSetKernelArg(job->kernel, job->arguments++, bytes, value);
    }
}

static void start(struct job *job, size_t groups, size_t work_group) {
    const size_t size = groups * work_group;
    cl_event event;
    if (job->error != CL_SUCCESS) {
        return;
    }
    job->error =
        clEnqueueNDRangeKernel(job->ladder->queue, job->kernel, 1, NULL, &size, &work_group,
                               job->last != NULL, job->last ? &job->last : NULL, &event);
    if (job->error == CL_SUCCESS) {
        if (job->last != NULL) {
            clReleaseEvent(job->last);
        }
        job->last = event;
    }
    job->arguments = 0;
}

static void end(struct job *job) {
    if (job->last != NULL) {
        clReleaseEvent(job->last);
    }
    if (job->kernel != NULL) {
        clReleaseKernel(job->kernel);
    }
}

static cl_mem make(struct job *job, size_t count) {
    cl_mem made = NULL;
    if (job->error == CL_SUCCESS) {
        made = clCreateBuffer(job->ladder->context, CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR,
                              count * sizeof(cl_uint), NULL, &job->error);
    }
    return made;
}

/* Adds up `count` uints of a buffer. */
static void add_up(struct job *job, cl_mem buffer, size_t count, cl_uint *sum) {
    if (job->error != CL_SUCCESS) {
        return;
    }
    cl_uint *values = clEnqueueMapBuffer(job->ladder->queue, buffer, CL_TRUE, CL_MAP_READ, 0,
                                         count * sizeof *values, 1, &job->last, NULL, &job->error);
    if (job->error != CL_SUCCESS) {
        return;
    }
    cl_uint all = 0;
    for (size_t i = 0; i < count; i++) {
        all += values[i];
    }
    job->error = clEnqueueUnmapMemObject(job->ladder->queue, buffer, values, 0, NULL, NULL);
    clFinish(job->ladder->queue);
    *sum = all;
}

static void drop(cl_mem buffer) {
    if (buffer != NULL) {
        clReleaseMemObject(buffer);
    }
}

static size_t up(size_t n, size_t piece) {
    return n / piece + (n % piece != 0);
}

static void launch(struct job *job, cl_mem from, cl_uint n, size_t work_group, cl_uint times,
                   cl_mem to) {
    argument(job, sizeof from, &from);
    argument(job, sizeof n, &n);
    argument(job, sizeof times, &times);
    argument(job, sizeof to, &to);
    argument(job, work_group * sizeof(cl_uint), NULL);
    start(job, up(n, work_group * times), work_group);
}

cl_int reduce_relaunch(const struct ladder *ladder, cl_mem src, cl_uint n, size_t work_group,
                       cl_uint times, cl_uint *sum) {
    if (n == 0) {
        *sum = 0;
        return CL_SUCCESS;
    }
    struct job job = begin(ladder, "group_sums");
    const size_t most = up(n, work_group * times);
    cl_mem buffers[2] = {make(&job, most), make(&job, most)}, from = src;
    int turn = 0;
    for (bool first = true; job.error == CL_SUCCESS && (first || n > 1); first = false) {
        launch(&job, from, n, work_group, times, buffers[turn]);
        from = buffers[turn];
        turn = !turn;
        n = (cl_uint)up(n, work_group * times);
    }
    add_up(&job, from, 1, sum);
    end(&job);
    drop(buffers[0]);
    drop(buffers[1]);
    return job.error;
}

cl_int reduce_on_cpu(const struct ladder *ladder, cl_mem src, cl_uint n, size_t work_group,
                     cl_uint times, cl_uint *sum) {
    if (n == 0) {
        *sum = 0;
        return CL_SUCCESS;
    }
    struct job job = begin(ladder, "group_sums");
    cl_mem sums = make(&job, up(n, work_group * times));
    launch(&job, src, n, work_group, times, sums);
    add_up(&job, sums, up(n, work_group * times), sum);
    end(&job);
    drop(sums);
    return job.error;
}

static void zero(struct job *job, cl_mem total) {
    const cl_uchar nothing = 0;
    if (job->error == CL_SUCCESS) {
        job->error = clEnqueueFillBuffer(job->ladder->queue, total, &nothing, 1, 0, sizeof(cl_uint),
                                         0, NULL, &job->last);
    }
}

cl_int reduce_by_atomics(const struct ladder *ladder, cl_mem src, cl_uint n, size_t work_group,
                         cl_uint times, cl_uint *sum) {
    if (n == 0) {
        *sum = 0;
        return CL_SUCCESS;
    }
    struct job job = begin(ladder, "reduce_global_stride");
    cl_mem total = make(&job, 1);
    zero(&job, total);
    launch(&job, src, n, work_group, times, total);
    add_up(&job, total, 1, sum);
    end(&job);
    drop(total);
    return job.error;
}

cl_int reduce_pcl(const struct ladder *ladder, cl_mem src, cl_uint n, cl_uint *sum) {
    struct job job = begin(ladder, "everything");
    cl_mem total = make(&job, 1);
    zero(&job, total);
    argument(&job, sizeof src, &src);
    argument(&job, sizeof n, &n);
    argument(&job, sizeof total, &total);
    argument(&job, 256 * sizeof(cl_uint), NULL);
    start(&job, up(n / 16 + 1, 256), 256);
    add_up(&job, total, 1, sum);
    end(&job);
    drop(total);
    return job.error;
}
