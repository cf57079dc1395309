// Right ways to share memory between the host and work that runs, each close to a mistake: no
// finding.
#include <cstdio>
#include <cstring>

static const int N = 3001; // no boundary of a page

__global__ void make(int *data, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        data[i] = i;
    }
}

__global__ void copy(const int *from, int *to, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        to[i] = from[i];
    }
}

// Progress that the host looks at: by an atomic for the system, or by any atomic and such a fence.
__global__ void progress(int *done, int *started) {
    atomicAdd_system(done, 1);
    atomicAdd(started, 1);
    __threadfence_system();
}

__global__ void progress_system(int *done) {
    atomicAdd_system(done, 1);
}

__global__ void count(int *bins) {
    atomicAdd(&bins[threadIdx.x % 8], 1);
}

static int *pinned, *managed, *data;
static cudaStream_t stream, other;
static cudaEvent_t done;
static int sum;

// Each way to wait.
static void waits() {
    cudaMemcpyAsync(pinned, data, N * sizeof *data, cudaMemcpyDeviceToHost, stream);
    cudaStreamSynchronize(stream);
    sum += pinned[1];
    cudaMemcpyAsync(pinned, data, N * sizeof *data, cudaMemcpyDeviceToHost, stream);
    cudaEventRecord(done, stream);
    while (cudaEventQuery(done) == cudaErrorNotReady) {
    }
    sum += pinned[1];
    cudaMemcpyAsync(pinned, data, N * sizeof *data, cudaMemcpyDeviceToHost, stream);
    cudaEventRecord(done, stream);
    cudaStreamWaitEvent(other, done, 0);
    cudaStreamSynchronize(other);
    sum += pinned[1];
    make<<<12, 256>>>(managed, N);
    cudaMemcpy(pinned, data, sizeof *data, cudaMemcpyDeviceToHost);
    sum += managed[1];
}

// The host may read what a copy only reads.
static void reads_source() {
    pinned[5] = 5;
    cudaMemcpyAsync(data, pinned, N * sizeof *data, cudaMemcpyHostToDevice, stream);
    sum += pinned[5];
    copy<<<12, 256, 0, stream>>>(managed, data, N);
    sum += managed[5];
}

// Nor need it wait for what concerns other bytes, of the same page or even of the same call.
static void other_half() {
    const int half = N / 2;
    cudaMemcpyAsync(pinned, data, half * sizeof *data, cudaMemcpyDeviceToHost, stream);
    pinned[half] = 7;
    sum += pinned[half];
    make<<<12, 256, 0, stream>>>(managed, half);
    managed[half] = 8;
    memset(managed + half, 0, (N - half) * sizeof *managed);
    sum += managed[half];
}

// The system reads from a file, and writes to one, beside what a kernel uses.
static void files() {
    const int half = N / 2;
    FILE *file = tmpfile();
    memset(managed, 0, N * sizeof *managed);
    fwrite(managed, sizeof *managed, N, file);
    rewind(file);
    make<<<12, 256, 0, stream>>>(managed, half);
    size_t got = fread(managed + half, sizeof *managed, N - half, file);
    size_t put = fwrite(managed + half, sizeof *managed, N - half, file);
    sum += got == (size_t)(N - half) && put == got;
    fclose(file);
}

// Who looks at memory by which a kernel speaks to the host may wait for it so.
static void looks() {
    memset(managed, 0, N * sizeof *managed);
    progress<<<2, 32, 0, stream>>>(&managed[0], &managed[1]);
    sum += managed[0] + managed[1] >= 0;
    cudaDeviceSynchronize();
    progress_system<<<2, 32, 0, stream>>>(&managed[0]);
    sum += managed[0] >= 0;
}

// Beside the counters of a kernel lies memory of the host's.
static void beside_counts() {
    memset(managed, 0, N * sizeof *managed);
    count<<<2, 32, 0, stream>>>(managed);
    sum += managed[100];
}

static void on_host(void *) {
    sum += pinned[1];
}

// The function comes behind the copy.
static void callback() {
    cudaMemcpyAsync(pinned, data, N * sizeof *data, cudaMemcpyDeviceToHost, stream);
    cudaLaunchHostFunc(stream, on_host, nullptr);
}

// Registered memory has neighbours.
static void registered() {
    int *own = new int[N];
    memset(own, 0, N * sizeof *own);
    cudaHostRegister(own, N * sizeof *own, cudaHostRegisterDefault);
    cudaMemcpyAsync(own, data, N * sizeof *own, cudaMemcpyDeviceToHost, stream);
    int *neighbour = new int[10]();
    sum += neighbour[3];
    delete[] neighbour;
    cudaStreamSynchronize(stream);
    sum += own[1];
    cudaHostUnregister(own);
    delete[] own;
}

int main() {
    cudaMallocHost(&pinned, N * sizeof *pinned);
    cudaMallocManaged(&managed, N * sizeof *managed);
    cudaMalloc(&data, N * sizeof *data);
    cudaMemset(data, 0, N * sizeof *data);
    memset(pinned, 0, N * sizeof *pinned);
    memset(managed, 0, N * sizeof *managed);
    cudaDeviceSynchronize();
    cudaStreamCreate(&stream);
    cudaStreamCreate(&other);
    cudaEventCreate(&done);
    void (*const ways[])() = {waits, reads_source, other_half, files,
                              looks, callback,     registered, beside_counts};
    for (auto way : ways) {
        way();
        cudaDeviceSynchronize();
        printf("%d\n", sum);
    }
    cudaStreamDestroy(stream);
    cudaStreamDestroy(other);
    cudaEventDestroy(done);
    cudaFreeHost(pinned);
    cudaFree(managed);
    cudaFree(data);
    return 0;
}

/* simt --quiet
1
11
18
19
21
22
23
23
--
status 0 */
