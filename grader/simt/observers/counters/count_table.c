/* The counters' names and definitions. Those with a hardware name equal Nsight Compute's counter of
 * that name on sm_90: tests/hardware holds them to the values read on an H200. */
#include "count.h"

const struct counter_info counter_table[COUNTER_COUNT] = {
    [COUNT_GLOBAL_LOAD_REQUESTS] = {"global_load_requests",
                                    "l1tex__t_requests_pipe_lsu_mem_global_op_ld",
                                    "warp instructions that load, with a lane active", true},
    [COUNT_GLOBAL_LOAD_SECTORS] = {"global_load_sectors",
                                   "l1tex__t_sectors_pipe_lsu_mem_global_op_ld",
                                   "distinct 32-byte sectors, summed over requests", true},
    [COUNT_GLOBAL_STORE_REQUESTS] = {"global_store_requests",
                                     "l1tex__t_requests_pipe_lsu_mem_global_op_st",
                                     "warp instructions that store, with a lane active", true},
    [COUNT_GLOBAL_STORE_SECTORS] = {"global_store_sectors",
                                    "l1tex__t_sectors_pipe_lsu_mem_global_op_st",
                                    "distinct 32-byte sectors, summed over requests", true},
    [COUNT_GLOBAL_REDUCTION_REQUESTS] = {"global_reduction_requests",
                                         "l1tex__t_requests_pipe_lsu_mem_global_op_red",
                                         "atomics whose result is not used", true},
    [COUNT_GLOBAL_REDUCTION_SECTORS] =
        {"global_reduction_sectors", "l1tex__t_sectors_pipe_lsu_mem_global_op_red",
         "per request: sectors, once for each pass that its lanes need there", true},
    [COUNT_GLOBAL_ATOMIC_REQUESTS] = {"global_atomic_requests",
                                      "l1tex__t_requests_pipe_lsu_mem_global_op_atom",
                                      "atomics whose result is used", true},
    [COUNT_GLOBAL_ATOMIC_SECTORS] =
        {"global_atomic_sectors", "l1tex__t_sectors_pipe_lsu_mem_global_op_atom",
         "per request: sectors, once for each pass that its lanes need there", true},
    [COUNT_GLOBAL_SERIALISED] = {"global_atomics_serialised", NULL,
                                 "lanes beyond the first on an address of one atomic", true},
    [COUNT_SHARED_LOAD_REQUESTS] = {"shared_load_requests", "smsp__sass_inst_executed_op_shared_ld",
                                    "warp instructions that load, with a lane active", true},
    [COUNT_SHARED_LOAD_WAVEFRONTS] = {"shared_load_wavefronts",
                                      "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld",
                                      "passes over the banks: the most distinct words in one bank",
                                      true},
    [COUNT_SHARED_LOAD_CONFLICTS] = {"shared_load_conflicts",
                                     "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld",
                                     "wavefronts beyond those of a conflict-free access", true},
    [COUNT_SHARED_STORE_REQUESTS] = {"shared_store_requests",
                                     "smsp__sass_inst_executed_op_shared_st",
                                     "warp instructions that store, with a lane active", true},
    [COUNT_SHARED_STORE_WAVEFRONTS] = {"shared_store_wavefronts",
                                       "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st",
                                       "passes over the banks: the most distinct words in one bank",
                                       true},
    [COUNT_SHARED_STORE_CONFLICTS] = {"shared_store_conflicts",
                                      "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st",
                                      "wavefronts beyond those of a conflict-free access", true},
    [COUNT_SHARED_ATOMIC_REQUESTS] = {"shared_atomic_requests",
                                      "smsp__sass_inst_executed_op_shared_atom",
                                      "warp instructions with an atomic", true},
    [COUNT_SHARED_ATOMIC_WAVEFRONTS] =
        {"shared_atomic_wavefronts", "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom",
         "passes: the most lanes in one bank (adding 1: the most distinct words)", true},
    [COUNT_SHARED_SERIALISED] = {"shared_atomics_serialised", NULL,
                                 "lanes beyond the first on an address of one atomic", true},
    [COUNT_LOCAL_REQUESTS] = {"local_requests", NULL, "accesses to arrays of the thread's own",
                              false},
    [COUNT_CONSTANT_REQUESTS] = {"constant_requests", NULL, "accesses to constant memory", false},
    [COUNT_BARRIERS] = {"barriers", NULL, "times that a warp reached a barrier", true},
    [COUNT_BRANCHES] = {"branches", NULL, "conditional branches executed by a warp", true},
    [COUNT_DIVERGENT_BRANCHES] = {"divergent_branches", NULL, "branches that only some lanes took",
                                  true},
    [COUNT_BLOCKS] = {"blocks", NULL, "stretches of code between branches, per warp", true},
    [COUNT_BLOCK_LANES] = {"block_lanes", NULL, "lanes active in those stretches", true},
    [COUNT_WARP_INSTRUCTIONS] = {"warp_instructions", NULL, "instructions of PTX, per warp", false},
    [COUNT_THREAD_INSTRUCTIONS] = {"thread_instructions", NULL,
                                   "instructions of PTX, per active lane", false},
};

double counter_efficiency(const uint64_t values[COUNTER_COUNT]) {
    return values[COUNT_BLOCKS]
               ? (double)values[COUNT_BLOCK_LANES] / (32.0 * (double)values[COUNT_BLOCKS])
               : 1.0;
}
