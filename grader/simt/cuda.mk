# The CUDA front door: `lockstep cc` and `lockstep simt`, the device process, and what programs
# compile against and link with (the kit: headers, libdevice, the libcudart stand-in).
DOOR_SOURCES := $(wildcard grader/simt/wire/*.c grader/simt/device/*.c grader/simt/device/stream_races/*.c \
    grader/simt/command/*.c grader/simt/command/*/*.c grader/simt/debug/*.c \
    grader/simt/opencl/*.c) $(addprefix grader/simt/,hash.c $(addprefix record/annotate/, \
    notes.c metadata.c unset_reads.c kept_accesses.c element_bounds.c ir_lines.c)) \
    $(addprefix grader/,command_line.c arena.c folder.c build_cache.c clang.c)
DOOR_OBJECTS := $(DOOR_SOURCES:%.c=$(BUILD)/%.o)
LOCKSTEP_ARCHIVES += $(BUILD)/libsimt_door.a

$(BUILD)/libsimt_door.a: $(DOOR_OBJECTS)
	@rm -f $@
	ar rcs $@ $^

# Linked into students' programs: never instrumented, whatever flavour is being built.
CUDART_SOURCES := $(wildcard grader/simt/cuda/runtime/*.c grader/simt/cuda/runtime/libraries/*.c \
    grader/simt/client/*.c grader/simt/random/*.c) grader/simt/wire/wire.c grader/folder.c grader/error.c
CUDART_OBJECTS := $(CUDART_SOURCES:%.c=$(BUILD)/cudart/%.o)
$(BUILD)/cudart/%.o: %.c | $(TOOLS)
	@mkdir -p $(@D)
	$(CC) $(COMMON) $(DOORS_OPTIMISED) -fPIC -MMD -MP -c $< -o $@

PASSED := read write pread pwrite writev fread fwrite
# A program may have functions of its own by any name but these, and by PASSED, which are weak
# (system_call_buffers.c). Each is linked with it while somebody waits: notes for debuggers would take longer
# to link than all the rest.
$(BUILD)/liblockstep_cudart.a: $(CUDART_OBJECTS) grader/simt/cuda.mk
	$(call one_object,$@,cuda* cu[A-Z]* curand[A-Z]* cublas[A-Z]* cufft[A-Z]* cusparse[A-Z]* \
		nvrtc[A-Z]* __cuda* lockstep_* $(PASSED),\
	    $(foreach name,$(PASSED),--defsym=$(name)=lockstep_passed_$(name)))
	objcopy $(PASSED:%=--weaken-symbol=%) $@
	strip --strip-debug $@

CUDA_HEADERS := $(wildcard grader/simt/cuda/include/*.h grader/simt/cuda/include/*/*.h* \
    grader/simt/cuda/include/cuda/std/*) \
    $(addprefix grader/simt/cuda/include/,complex $(addprefix cuda/,atomic barrier cmath latch pipeline \
    semaphore))
CUDA_HEADERS_WRITTEN := $(addprefix $(BUILD)/cuda/include/,$(shell sed -n 's/^\([^\# ]*\) .*/\1/p' \
    grader/simt/cuda/headers.table))
CUDA_HEADERS_BUILT := $(CUDA_HEADERS:grader/simt/cuda/include/%=$(BUILD)/cuda/include/%) \
    $(CUDA_HEADERS_WRITTEN)
$(BUILD)/cuda/include/%: grader/simt/cuda/include/%
	@mkdir -p $(@D)
	cp $< $@
$(CUDA_HEADERS_WRITTEN): $(addprefix grader/simt/cuda/headers.,awk table)
	@mkdir -p $(@D)
	awk -v name=$(@:$(BUILD)/cuda/include/%=%) -f $^ >$@

$(BUILD)/cuda/libdevice.bc: $(wildcard grader/simt/cuda/libdevice/*) $(BUILD)/llvm
	@mkdir -p $(@D)
	$(CLANG)++ -x cuda --cuda-path=/nonexistent -nocudainc -nocudalib -Wno-unknown-cuda-version \
	    -Xclang -target-sdk-version=10.2 -Xclang -target-feature -Xclang +ptx72 --cuda-device-only \
	    --cuda-gpu-arch=sm_80 -O2 -fno-unroll-loops -emit-llvm -c -Wall -Wextra -Werror \
	    grader/simt/cuda/libdevice/libdevice.cu -o $@

PROFILES := $(wildcard grader/simt/model/profiles/*.profile grader/simt/model/profiles/*.cpu)
PROFILES_BUILT := $(PROFILES:grader/simt/model/profiles/%=$(BUILD)/profiles/%)
$(BUILD)/profiles/%: grader/simt/model/profiles/%
	@mkdir -p $(@D)
	cp $< $@

CUDA_KIT := $(PROFILES_BUILT) $(CUDA_HEADERS_BUILT) $(BUILD)/cuda/libdevice.bc $(BUILD)/liblockstep_cudart.a
.PHONY: cuda-kit
cuda-kit: $(CUDA_KIT)
$(BUILD)/lockstep: | $(PROFILES_BUILT) $(if $(call writes,cu),$(CUDA_KIT))

-include $(DOOR_OBJECTS:.o=.d) $(CUDART_OBJECTS:.o=.d)

# The fuzz targets' corpora, run through once in every flavour.
$(BUILD)/grader/simt/fuzz/fuzz_%.o: grader/simt/fuzz/fuzz_%.c | $(TOOLS)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(if $(filter %/fuzz,$(BUILD)),,-DLLVMFuzzerTestOneInput=fuzz_$*) -MMD -MP -c $< -o $@
$(BUILD)/grader/simt/fuzz/tests/replay_test: $(addprefix $(BUILD)/grader/simt/fuzz/,fuzz_wire.o fuzz_ptx.o)
