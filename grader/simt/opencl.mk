# The OpenCL front door: its built-ins, ours in one bitcode file and libclc's for the rest.
OPENCL_TARGET := -target nvptx64-nvidia-nvcl -Xclang -target-cpu -Xclang sm_80 -Xclang -target-feature -Xclang +ptx72
OPENCL_BUILTINS := $(wildcard grader/simt/opencl/builtins/*.cl)
LIBCLC := /usr/lib/clc/nvptx64--nvidiacl.bc

$(BUILD)/opencl/builtins/%.bc: grader/simt/opencl/builtins/%.cl grader/simt/opencl/builtins/builtins.h \
    $(wildcard grader/simt/opencl/include/*.h) | setup
	@mkdir -p $(@D)
	clang -x cl -cl-std=CL1.2 $(OPENCL_TARGET) -Igrader/simt/opencl/include \
	    -Xclang -cl-ext=+cl_khr_int64_base_atomics,+cl_khr_int64_extended_atomics \
	    -O2 -fno-unroll-loops -Wall -Wextra -Wno-unused-parameter -Werror \
	    -emit-llvm -c $< -o $@
$(BUILD)/opencl/builtins.bc: $(OPENCL_BUILTINS:grader/simt/opencl/%.cl=$(BUILD)/opencl/%.bc)
	llvm-link $^ -o $@
# Debian's libclc, for all that ours do not replace.
$(BUILD)/opencl/libclc.bc: $(LIBCLC)
	@mkdir -p $(@D)
	cp $< $@

$(BUILD)/opencl/include/%: grader/simt/opencl/include/%
	@mkdir -p $(@D)
	cp $< $@

OPENCL_KIT := $(BUILD)/opencl/builtins.bc $(BUILD)/opencl/libclc.bc $(BUILD)/opencl/include/lockstep_opencl.h \
    $(BUILD)/cuda/libdevice.bc
.PHONY: opencl-kit
opencl-kit: $(OPENCL_KIT)
$(BUILD)/lockstep: | $(OPENCL_KIT)

# The program that runs the triples of opencl/tests.
OPENCL_SIM := $(BUILD)/grader/simt/opencl/tests/sim
$(OPENCL_SIM): $(OPENCL_SIM).o $(BUILD)/libsimt_door.a $(BUILD)/libsimt.a $(BUILD)/grader/error.o | $(OPENCL_KIT)
	$(CC) $(CFLAGS) $(LDFLAGS) $^ -ljansson -lm -lpthread -o $@
-include $(OPENCL_SIM).d
