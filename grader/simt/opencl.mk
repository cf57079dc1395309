# The OpenCL front door: its built-ins, ours in one bitcode file and libclc's for the rest.
OPENCL_TARGET := -target nvptx64-nvidia-nvcl -Xclang -target-cpu -Xclang sm_80 -Xclang -target-feature \
    -Xclang +ptx72
OPENCL_BUILTINS := $(wildcard grader/simt/opencl/builtins/*.cl)
LIBCLC ?= $(shell LLVM='$(LLVM)' scripts/llvm.sh --libclc)

OPENCL_LANGUAGE := CL1.2
$(BUILD)/opencl/builtins/%.bc: grader/simt/opencl/builtins/%.cl $(wildcard grader/simt/opencl/builtins/*.h) \
    $(wildcard grader/simt/opencl/include/*.h) grader/simt/opencl/language.flags $(BUILD)/llvm
	@mkdir -p $(@D)
	$(CLANG) -x cl -cl-std=$(OPENCL_LANGUAGE) $(OPENCL_TARGET) -Igrader/simt/opencl/include \
	    @grader/simt/opencl/language.flags \
	    -O2 -fno-unroll-loops -Wall -Wextra -Wno-unused-parameter -Werror \
	    -emit-llvm -c $< -o $@
# What only later OpenCL C can say: images that are read and written, and pointers to any memory.
$(addprefix $(BUILD)/opencl/builtins/,images.bc atomics_c11.bc groups.bc ballots.bc): OPENCL_LANGUAGE := CL3.0
# libclc's lgamma_r by another name, for ours to call.
$(BUILD)/opencl/builtins/lgamma.bc: $(BUILD)/llvm
	@mkdir -p $(@D)
	$(LLVM_FOLDER)/bin/llvm-extract --recursive --func=_Z8lgamma_rfPi --func=_Z8lgamma_rdPi $(LIBCLC) \
		-o $@.whole
	$(LLVM_FOLDER)/bin/llvm-dis $@.whole -o - | sed 's/_Z8lgamma_r/__clc_lgamma_r/g' | \
		$(LLVM_FOLDER)/bin/llvm-as -o $@
	@rm -f $@.whole
$(BUILD)/opencl/builtins.bc: $(OPENCL_BUILTINS:grader/simt/opencl/%.cl=$(BUILD)/opencl/%.bc) \
    $(BUILD)/opencl/builtins/lgamma.bc
	$(LLVM_FOLDER)/bin/llvm-link --suppress-warnings $^ -o $@
# libclc, for all that ours do not replace.
$(BUILD)/opencl/libclc.bc: $(BUILD)/llvm
	@mkdir -p $(@D)
	cp $(LIBCLC) $@

$(BUILD)/opencl/language.flags: grader/simt/opencl/language.flags
	@mkdir -p $(@D)
	cp $< $@
$(BUILD)/opencl/include/%: grader/simt/opencl/include/%
	@mkdir -p $(@D)
	cp $< $@

OPENCL_KIT := $(BUILD)/opencl/builtins.bc $(BUILD)/opencl/libclc.bc \
    $(BUILD)/opencl/include/lockstep_opencl.h \
    $(BUILD)/opencl/language.flags $(BUILD)/cuda/libdevice.bc
.PHONY: opencl-kit
opencl-kit: $(OPENCL_KIT)
$(BUILD)/lockstep: | $(if $(call writes,cl),$(OPENCL_KIT))

# sim runs the triples of opencl/tests.
OPENCL_TESTS := $(BUILD)/grader/simt/opencl/tests
$(OPENCL_TESTS)/sim: %: %.o $(BUILD)/libsimt_door.a $(BUILD)/libsimt.a \
    $(addprefix $(BUILD)/grader/,error.o message_text.o arena.o)
	$(CC) $(CFLAGS) $(LDFLAGS) $^ -ljansson -lm -lpthread -o $@
$(addprefix $(OPENCL_TESTS)/,sim accuracy_test conversions_test): | $(OPENCL_KIT)
tests-built: $(OPENCL_TESTS)/sim
