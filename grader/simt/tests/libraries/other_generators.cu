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
}

/* simt --quiet
mrg 547d4caa 353b5fad 0x1.d5f24ep-2 0x1.310325e70392p-1 -0.2113 -1.191012921
mrg 3e309944 2dc15941 0x1.94eb3p-1 0x1.10cbfe5eb68abp-3 1.4285 0.973958633
mrg c8bc77d9 ecefc925 0x1.27d51ap-1 0x1.560afd333ef8cp-1 1.7181 -1.112071717
sobol32 20000000 76c71000 0x1.5b1c4p-2 0x1.ad8e2002p-1 0.2249 -1.347094170
sobol32 90000000 596ab000 0x1.b2d56p-1 0x1.96ab001p-4 0.2515 -0.657175084
sobol32 b0000000 c55f5000 0x1.0abeap-1 0x1.57d4004p-6 -0.9260 0.459982484
sobol64 2000000000000000 76c7100000000000 0x1.5b1c4p-2 0x1.ad8e2p-1 0.2249 -1.347094171
sobol64 9000000000000000 596ab00000000000 0x1.b2d56p-1 0x1.96ab000000004p-4 0.2515 -0.657175085
sobol64 b000000000000000 c55f500000000000 0x1.0abeap-1 0x1.57d400000001p-6 -0.9260 0.459982484
host mrg 0: 4df33f46 0x1.37ccfd1a8e5abp-2 0.924806529
host mrg 1: ed30be53 0x1.da617ca74996dp-1 -1.490142936
host mrg 822: e3837dfa 0x1.c706fbf57cb3cp-1 0.563540590
host mrg 81914: 375a254d 0x1.bad12a6984c3bp-3 0.193292032
host mrg 81915: 9650c684 0x1.2ca18d096fe43p-1 -0.294173587
host mrg 82199: a4ac8716 0x1.49590e2ce1b4ap-1 -2.241534509
host sobol32 0: e0000000 0x1.c0000002p-1 -0.264991999
host sobol32 1: a0000000 0x1.40000002p-1 -0.611277891
host sobol32 822: e0000000 0x1.c0000002p-1 0.194603804
host sobol32 81914: 73400000 0x1.cd000004p-2 -0.624610750
host sobol32 81915: 33400000 0x1.9a000008p-3 1.232470346
host sobol32 82199: 86c00000 0x1.0d800002p-1 0.612753922
103
--
note: failed call
  curandCreateGenerator at other_generators.cu:88 returned
  cudaErrorNotSupported: Lockstep has the generators XORWOW, MRG32K3A,
  PHILOX4_32_10, SOBOL32 and SOBOL64: take one of them. Nothing was done.
  Look at what each call returns, and call cudaGetLastError() after each
  launch.

status 0 */
