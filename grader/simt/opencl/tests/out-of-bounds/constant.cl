/* A constant table that is too short. */
__kernel void weigh(__constant float *weights, __global float *out) {
    out[get_global_id(0)] = weights[get_local_id(0)];
}
