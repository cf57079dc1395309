# What teachers and maintainers type; students get a kit without it.

# The tests, as far as they compile: one that does not is listed all the same, and counts as failed.
define build_tests
@$(MAKE) -s --no-print-directory tests-list BESIDE_SANITIZED=$(BESIDE_SANITIZED)
@$(MAKE) -s --no-print-directory -j$$(nproc) $(BUILD)/lockstep || { echo "0 passed, 1 failed" && false; }
@$(MAKE) -s -k --no-print-directory -j$$(nproc) tests-built || true
endef

# The second flavour of the grader: its own mistakes with memory and arithmetic end a test. It is compiled once for any
# processor, with little optimisation: compiling the sanitizers' code is what takes the time.
SANITIZERS := -fsanitize=address,undefined -fno-sanitize-recover=undefined
SANITIZED = BUILD=build/asan SIMT_V3= SIMT_OPTIMISED=-O1 SIMT_PORTABLE=-O0 EXTRA_CFLAGS="$(SANITIZERS) -fno-omit-frame-pointer -O1 -g1" EXTRA_LDFLAGS="$(SANITIZERS) $(QUICK_LINKER)"
# Some fifty programs are linked with the whole grader and its symbols: binutils' other linker takes two thirds of the time.
QUICK_LINKER = $(if $(shell command -v ld.gold),-fuse-ld=gold)
# What students' programs get of the kit is never instrumented: it comes from the first flavour, as do the tests' programs,
# what runs inside of a jail, and the tests' own code, whose mistakes are not the grader's (but where a test asks for sanitizers).
NEVER_SANITIZED := llvm cuda cudart icd opencl liblockstep_cudart.a liblockstep_opencl.so record/annotate grader/simt/openmp/translate \
    $(addprefix openmp/,translate error.o notes.o metadata.o library library.bc) lockstep_inner
TEST_SOURCES = $(patsubst build/%,%.c,$(filter build/grader/%_test,$(filter-out $(TESTS_ONCE),$(TESTS))))
TEST_OBJECTS = $(patsubst %.c,build/%.o,$(shell grep -L __SANITIZE_ADDRESS__ $(TEST_SOURCES))) build/grader/jail/tests/attack_program
define build_sanitized_tests
@$(MAKE) -s --no-print-directory $(SANITIZED) tests-list
@$(MAKE) -s --no-print-directory -j$$(nproc) $(BUILD)/lockstep || { echo "0 passed, 1 failed" && false; }
@$(MAKE) -s -k --no-print-directory -j$$(nproc) $(TEST_OBJECTS) || true
@mkdir -p build/asan && cd build && cp -pRu --parents $(NEVER_SANITIZED) asan/ && \
    ls $(TEST_OBJECTS:build/%=%) 2>/dev/null | xargs -r cp -pu --parents -t asan
@$(MAKE) -s --no-print-directory -j$$(nproc) $(SANITIZED) build/asan/lockstep || { echo "0 passed, 1 failed" && false; }
@$(MAKE) -s -k --no-print-directory -j$$(nproc) $(SANITIZED) tests-built || true
endef

# LANG is also the locale's variable: only what stands on make's command line chooses a language.
handouts: ## LAB= LANG=fr EDITION=instructor  make the handouts (PDF)
	@LC_ALL=C.UTF-8 scripts/setup.sh handouts
	$(build_grader)
	@HANDOUT_LANGUAGE=$(if $(filter command,$(firstword $(origin LANG))),$(LANG)) EDITION=$(EDITION) scripts/handouts.sh

template: ## make the empty speedup sheet of the labs, in build/
	$(build_grader)
	@$(BUILD)/lockstep sheet template >$(BUILD)/speedup_template.csv && echo $(BUILD)/speedup_template.csv

student-kit: ## LAB= ALSO=  pack what students get, without the solutions
	$(build_grader)
	@scripts/student-kit.sh

gradescope autolab github vpl: ## LAB=  what Gradescope asks for; also autolab, github, vpl
	$(build_grader)
	@scripts/adapter.sh $@

bench: ## LAB=  measure how fast the reference solution is
	@scripts/setup.sh grade
	@scripts/bench.sh

check: ## LAB= WATCH=1  prove that each wrong program gets its verdict
	$(build_grader)
	@scripts/check.sh

check-secrets: SECRETS ?= 200
check-secrets: ## LAB= SECRETS=200  prove it under as many secrets
	$(build_grader)
	@SECRETS=$(SECRETS) scripts/check.sh

test: BESIDE_SANITIZED := yes
test: ## run all tests, with sanitizers where they work
	@scripts/setup.sh grade test
	$(build_tests)
	$(build_sanitized_tests)
	@scripts/run-tests.sh build/tests.list build/asan/tests.list $(MORE_TESTS)

quick-test: ## run the tests without sanitizers
	@scripts/setup.sh grade test
	$(build_tests)
	@scripts/run-tests.sh build/tests.list

asan-test: ## run only the tests with sanitizers
	@scripts/setup.sh grade test
	$(build_sanitized_tests)
	@scripts/run-tests.sh build/asan/tests.list

test-fresh: ## grade and test in a bare Debian 12, from a clone
	@scripts/setup.sh fresh
	@scripts/test-fresh.sh

release: ## pack it for Debian 12 and Ubuntu 24.04, in build/release
	@scripts/setup.sh fresh
	$(build_grader)
	@scripts/release.sh

generate: ## make skeletons/ and solutions/ again from labs/
	@scripts/setup.sh test
	$(build_grader)
	@scripts/generate.sh

lint: ## check format, words and includes; clang-tidy, shellcheck …
	@scripts/setup.sh grade test lint
	$(build_grader)
	@scripts/lint.sh

# Tested once, since the sanitizers would see nothing new. What runs programs, compilers, make or the kit's files …
TESTS_ONCE += $(addprefix grader/,tests/measuring_test.sh tests/package_test.sh tests/version_test.sh tests/run_tests_test.sh \
    tests/setup_test.sh tests/generated_test.sh tests/architecture_test.sh tests/kernels_test.sh simt/tests/newer_headers_test.sh \
    speedup/tests/speedup_test.sh adapters/tests/student_kit_test.sh adapters/tests/adapters_test.sh)
# … and what repeats a path of the grader that is taken in both flavours: grading by each program of tests/hostile that says
# `flavours: all`, a class by class_test.sh, the machine by the triples, their orders by command/tests.
TESTS_ONCE += $(addprefix grader/,check/tests/opencl_device_test.sh simt/tests/hardware_test.sh simt/tests/schedules_test.sh \
    roster/tests/slurm_test.sh roster/tests/page_test.sh roster/tests/secret_test.sh \
    tests/places_test.sh tests/front_door_test.sh tests/editor_test.sh check/tests/untouched_test.sh \
    check/tests/set_aside_test.sh check/tests/sound_test.sh check/tests/advice_test.sh cli/tests/doctor_test.sh \
    cli/tests/new_test.sh language/tests/untranslated_test.sh adapters/tests/jupyter_test.sh \
    simt/opencl/icd/tests/icd_test.sh)
TESTS += $(wildcard grader/*/tests/*_test.sh grader/tests/*_test.sh)

# Tested with the sanitizers only, where those are there: the grader's own code, on files, archives, journals and reports.
# `make quick-test` runs them without.
TESTS_SANITIZED := $(addprefix grader/,roster/tests/class_test.sh roster/tests/term_test.sh roster/tests/full_disk_test.sh \
    roster/tests/tables_test.sh check/tests/kept_test.sh check/tests/failed_call_test.sh report/tests/hidden_test.sh \
    report/tests/wellformed_test.sh tests/bad_lab_test.sh tests/extra_lab_test.sh tests/interrupt_test.sh \
    cli/tests/hint_test.sh simt/command/tests/front_door_test.sh)
# A jail's inner program is the same one in both flavours; attacks run in the first.
TESTS_SANITIZED += $(BUILD)/grader/jail/tests/behaviour_test

# Those that take longest (the columns of scripts/run-tests.sh tell), the longest first.
TESTS_LONG := grader/simt/tests/nvcc_triples.sh grader/tests/hostile_test.sh $(BUILD)/labs/stencil_test $(BUILD)/labs/minmax-cuda_test \
    grader/simt/tests/triples_test.sh $(BUILD)/labs/histogram-omp_test $(BUILD)/labs/sum-opencl_test $(BUILD)/labs/reduction-ladder_test \
    $(BUILD)/labs/histogram-cuda_test grader/handout/tests/handouts_test.sh grader/roster/tests/slurm_test.sh grader/simt/tests/hardware_test.sh \
    grader/simt/tests/schedules_test.sh

# What scripts/run-tests.sh runs, and how. What is to be tested once is tested in the first flavour.
FIRST_FLAVOUR := $(filter build,$(BUILD))
TESTS_HERE = $(if $(FIRST_FLAVOUR),$(filter-out $(if $(BESIDE_SANITIZED),$(TESTS_SANITIZED)),$(TESTS) $(TESTS_ONCE)),$(filter-out $(TESTS_ONCE),$(TESTS)))
TESTS_ALONE_HERE := $(filter-out $(if $(FIRST_FLAVOUR),,$(TESTS_ONCE)),$(TESTS_ALONE))
tests-built: $(BUILD)/lockstep $(filter $(BUILD)/%,$(TESTS_HERE) $(TESTS_ALONE_HERE))

tests-list:
	@mkdir -p $(BUILD)
	@{ printf 'first %s\n' $(foreach test,$(TESTS_LONG),$(filter $(test),$(TESTS_HERE))); \
	   printf 'parallel %s\n' $(filter-out $(TESTS_ALONE) $(TESTS_LONG),$(TESTS_HERE)); \
	   printf 'alone %s\n' $(filter-out $(if $(filter build,$(BUILD)),,$(TESTS_ONCE)),$(TESTS_ALONE)); \
	 } | grep ' .' | awk '!seen[$$0]++' >$(BUILD)/tests.list

.PHONY: template handouts student-kit gradescope autolab github vpl bench check check-secrets test quick-test asan-test test-fresh release generate lint tests-built tests-list
