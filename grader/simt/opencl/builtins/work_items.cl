/* Where a work-item is. Offsets and dimensions come in environment registers (simt.h). */
#include "builtins.h"

#define ENVIRONMENT(NUMBER)                                                                                            \
    ({                                                                                                                 \
        uint value;                                                                                                    \
        __asm__("mov.u32 %0, %%envreg" #NUMBER ";" : "=r"(value));                                                     \
        value;                                                                                                         \
    })

/* NAME(dimension) of x, y, z; `other` for dimensions that there are not. */
#define THREE(TYPE, NAME, X, Y, Z, OTHER)                                                                              \
    BUILTIN TYPE NAME(uint dimension) {                                                                                \
        return dimension == 0 ? (X) : dimension == 1 ? (Y) : dimension == 2 ? (Z) : (OTHER);                           \
    }

#define OFFSET(LOW, HIGH) ((size_t)ENVIRONMENT(HIGH) << 32 | ENVIRONMENT(LOW))

#define GROUP(AXIS)  ((size_t)(uint)__nvvm_read_ptx_sreg_ctaid_##AXIS())
#define GROUPS(AXIS) ((size_t)(uint)__nvvm_read_ptx_sreg_nctaid_##AXIS())
#define ITEM(AXIS)   ((size_t)(uint)__nvvm_read_ptx_sreg_tid_##AXIS())
#define ITEMS(AXIS)  ((size_t)(uint)__nvvm_read_ptx_sreg_ntid_##AXIS())

BUILTIN uint get_work_dim(void) { return ENVIRONMENT(19); }

THREE(size_t, get_local_id, ITEM(x), ITEM(y), ITEM(z), 0)
THREE(size_t, get_local_size, ITEMS(x), ITEMS(y), ITEMS(z), 1)
THREE(size_t, get_group_id, GROUP(x), GROUP(y), GROUP(z), 0)
THREE(size_t, get_num_groups, GROUPS(x), GROUPS(y), GROUPS(z), 1)
THREE(size_t, get_global_offset, OFFSET(3, 16), OFFSET(4, 17), OFFSET(5, 18), 0)
THREE(size_t, get_global_size, GROUPS(x) * ITEMS(x), GROUPS(y) * ITEMS(y), GROUPS(z) * ITEMS(z), 1)
THREE(size_t, get_global_id, GROUP(x) * ITEMS(x) + ITEM(x) + OFFSET(3, 16),
      GROUP(y) * ITEMS(y) + ITEM(y) + OFFSET(4, 17), GROUP(z) * ITEMS(z) + ITEM(z) + OFFSET(5, 18), 0)
