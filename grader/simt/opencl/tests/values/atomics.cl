/* Atomics on 32 and 64 bits, in global and local memory: old values and results. */
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable
__kernel void atomics(__global int *data, __global long *wide, __global int *out) {
    __local uint part[2];
    if (get_local_id(0) == 0) {
        part[0] = 0;
        part[1] = 100;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    int i = (int)get_global_id(0);
    atomic_add(&data[0], i);
    atomic_sub(&data[1], i);
    atomic_min(&data[2], -i);
    atomic_max(&data[3], i);
    atomic_and(&data[4], ~(1 << i));
    atomic_or(&data[5], 1 << i);
    atomic_xor(&data[6], 3 << i);
    atomic_inc(&data[7]);
    atom_dec(&data[8]);
    atomic_cmpxchg(&data[9], i, i + 1);
    atom_add(&wide[0], 1L << 40);
    atom_min(&wide[1], -(long)i << 33);
    atom_max(&wide[2], (long)i << 33);
    atom_xor(&wide[3], 1L << (32 + i));
    atom_cmpxchg(&wide[4], (long)i, (long)i + 1);
    atomic_inc(&part[0]);
    atom_min(&part[1], (uint)i);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) == 0) {
        out[0] = (int)part[0];
        out[1] = (int)part[1];
        out[2] = atomic_xchg(&data[10], 77);
        out[3] = as_int(atomic_xchg((__global float *)&data[11], 1.0f));
        out[4] = (int)atom_inc(&wide[5]);
    }
}

/* sim
atomics
8 1 1
8 1 1
<size=48 int fill=0 dump>
<size=48 long fill=0 dump>
<size=20 int fill=0 dump>
prints
data[0] = 28 -28 -7 7 0 255 257 8 -8 8 77 1065353216
wide[0] = 8796093022208 -60129542144 60129542144 1095216660480 8 1
out[0] = 8 0 0 0 0
verdict pass */
