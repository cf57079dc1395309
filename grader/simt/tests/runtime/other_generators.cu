// cuRAND's MRG32k3a and Sobol's sequences, in kernels and by the host. Words, and the bits of uniform numbers, are those of cuRAND 10.4 (CUDA 13).
#include <curand.h>
#include <curand_kernel.h>
#include <stdio.h>

template <class State, class Word> struct drawn {
    State state;
    Word word, ahead;
    float uniform, normal;
    double uniform_double, normal_double;
};

template <class State, class Word> __device__ void draw(drawn<State, Word> *own) {
    own->word = curand(&own->state);
    skipahead((Word)1000003, &own->state);
    own->ahead = curand(&own->state);
    own->uniform = curand_uniform(&own->state);
    own->uniform_double = curand_uniform_double(&own->state);
    own->normal = curand_normal(&own->state);
    own->normal_double = curand_normal_double(&own->state);
}

__global__ void draw_mrg(drawn<curandStateMRG32k3a, unsigned long long> *all) {
    curand_init(0xdeadbeefcafeull, threadIdx.x * 35000ull, 5 + threadIdx.x, &all[threadIdx.x].state);
    skipahead_sequence(3, &all[threadIdx.x].state);
    draw(&all[threadIdx.x]);
}
__global__ void draw_sobol32(curandDirectionVectors32_t *directions, drawn<curandStateSobol32, unsigned> *all) {
    curand_init(directions[threadIdx.x * 40], 7 + threadIdx.x, &all[threadIdx.x].state);
    draw(&all[threadIdx.x]);
}
__global__ void draw_sobol64(curandDirectionVectors64_t *directions, drawn<curandStateSobol64, unsigned long long> *all) {
    curand_init(directions[threadIdx.x * 40], 7 + threadIdx.x, &all[threadIdx.x].state);
    draw(&all[threadIdx.x]);
}

template <class State, class Word> void print(const char *name, const drawn<State, Word> *all) {
    cudaDeviceSynchronize();
    for (int i = 0; i < 3; i++)
        printf("%s %llx %llx %a %a %.4f %.9f\n", name, (unsigned long long)all[i].word, (unsigned long long)all[i].ahead, all[i].uniform,
               all[i].uniform_double, all[i].normal, all[i].normal_double);
}

static void draw_on_host(curandRngType_t type, const char *name) {
    enum { COUNT = 82200, DIMENSIONS = 100 };
    static unsigned words[COUNT];
    static double doubles[COUNT], normals[COUNT];
    curandGenerator_t generator;
    curandCreateGeneratorHost(&generator, type);
    if (type == CURAND_RNG_QUASI_SOBOL32)
        curandSetQuasiRandomGeneratorDimensions(generator, DIMENSIONS);
    else
        curandSetPseudoRandomGeneratorSeed(generator, 1234);
    curandSetGeneratorOffset(generator, 5);
    curandGenerate(generator, words, COUNT);
    curandSetGeneratorOffset(generator, 5);
    curandGenerateUniformDouble(generator, doubles, COUNT);
    curandGenerateNormalDouble(generator, normals, COUNT, 0, 1);
    for (int i : {0, 1, 822, 81914, 81915, COUNT - 1})
        printf("%s %d: %08x %a %.9f\n", name, i, words[i], doubles[i], normals[i]);
    curandDestroyGenerator(generator);
}

int main() {
    drawn<curandStateMRG32k3a, unsigned long long> *mrg;
    drawn<curandStateSobol32, unsigned> *sobol32;
    drawn<curandStateSobol64, unsigned long long> *sobol64;
    curandDirectionVectors32_t *directions32, *on_device32;
    curandDirectionVectors64_t *directions64, *on_device64;
    cudaMallocManaged(&mrg, 3 * sizeof *mrg);
    cudaMallocManaged(&sobol32, 3 * sizeof *sobol32);
    cudaMallocManaged(&sobol64, 3 * sizeof *sobol64);
    cudaMalloc(&on_device32, 128 * sizeof *on_device32);
    cudaMalloc(&on_device64, 128 * sizeof *on_device64);
    curandGetDirectionVectors32(&directions32, CURAND_DIRECTION_VECTORS_32_JOEKUO6);
    curandGetDirectionVectors64(&directions64, CURAND_DIRECTION_VECTORS_64_JOEKUO6);
    cudaMemcpy(on_device32, directions32, 128 * sizeof *on_device32, cudaMemcpyHostToDevice);
    cudaMemcpy(on_device64, directions64, 128 * sizeof *on_device64, cudaMemcpyHostToDevice);
    draw_mrg<<<1, 3>>>(mrg);
    print("mrg", mrg);
    draw_sobol32<<<1, 3>>>(on_device32, sobol32);
    print("sobol32", sobol32);
    draw_sobol64<<<1, 3>>>(on_device64, sobol64);
    print("sobol64", sobol64);
    draw_on_host(CURAND_RNG_PSEUDO_MRG32K3A, "host mrg");
    draw_on_host(CURAND_RNG_QUASI_SOBOL32, "host sobol32");
    curandGenerator_t none;
    printf("%d\n", curandCreateGenerator(&none, CURAND_RNG_PSEUDO_MT19937));
    cudaFree(mrg);
    cudaFree(sobol32);
    cudaFree(sobol64);
    cudaFree(on_device32);
    cudaFree(on_device64);
    return 0;
}
