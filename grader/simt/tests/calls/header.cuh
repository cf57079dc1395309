// What is counted here is not counted in the file that includes it.
static __device__ int twice(const int *data, int i)
{
    return 2 * data[i];
}
