# The OpenCL platform: a library that the ICD loader opens in the student's process, never instrumented.
ICD_SOURCES := $(wildcard grader/simt/opencl/icd/*.c grader/simt/opencl/icd/enqueue/*.c \
    grader/simt/client/*.c) \
    grader/clang.c grader/command_line.c grader/simt/hash.c grader/simt/wire/wire.c grader/error.c \
    $(addprefix grader/simt/opencl/,program_cache.c called_kernels.c opencl_compile.c kernel_description.c \
    options.c) \
    $(addprefix grader/simt/record/annotate/,notes.c metadata.c unset_reads.c kept_accesses.c \
    element_bounds.c ir_lines.c)
ICD_OBJECTS := $(ICD_SOURCES:%.c=$(BUILD)/icd/%.o)
$(BUILD)/icd/%.o: %.c | $(TOOLS)
	@mkdir -p $(@D)
	$(CC) $(COMMON) $(DOORS_OPTIMISED) -fPIC -fvisibility=hidden -MMD -MP -c $< -o $@
$(BUILD)/liblockstep_opencl.so: $(ICD_OBJECTS)
	$(CC) -shared -Wl,-Bsymbolic -Wl,-z,defs $^ -lm -ldl -lpthread -o $@
# A folder for OCL_ICD_VENDORS; the other platforms' files may be put beside this one.
$(BUILD)/opencl/vendors/lockstep.icd: $(BUILD)/liblockstep_opencl.so
	@mkdir -p $(@D)
	echo $(abspath $<) >$@
$(BUILD)/lockstep: | $(if $(call writes,cl),$(BUILD)/opencl/vendors/lockstep.icd)
-include $(ICD_OBJECTS:.o=.d)
