# What teachers and maintainers type; students get a kit without it.

# The tests (those that T names), as far as they compile: one that does not is listed all the same, and counts
# as failed.
define build_tests
@$(MAKE) -s --no-print-directory tests-list BESIDE=$(if $(T),,$(BESIDE))
@$(MAKE) -s --no-print-directory -j$$(nproc) $(BUILD)/lockstep || { echo "0 passed, 1 failed" && false; }
@$(MAKE) -s -k --no-print-directory -j$$(nproc) tests-built || true
endef

# The second flavour of the grader: its own mistakes with memory and arithmetic end a test. It is compiled
# once for any processor, with little optimisation: compiling the sanitizers' code is what takes the time.
SANITIZERS := -fsanitize=address,undefined -fno-sanitize-recover=undefined
SANITIZED = BUILD=build/asan SIMT_V3= SIMT_OPTIMISED=-O1 SIMT_PORTABLE=-O0 EXTRA_CFLAGS="$(SANITIZERS) \
    -fno-omit-frame-pointer -O1 -g1" EXTRA_LDFLAGS="$(SANITIZERS) $(QUICK_LINKER)"
# Some fifty programs are linked with the whole grader and its symbols: binutils' other linker takes two
# thirds of the time.
QUICK_LINKER = $(if $(shell command -v ld.gold),-fuse-ld=gold)
# What students' programs get of the kit is never instrumented: it comes from the first flavour, as do the
# tests' programs, what runs inside of a jail, and the tests' own code, whose mistakes are not the grader's
# (but where a test asks for sanitizers).
NEVER_SANITIZED := llvm cuda cudart icd opencl liblockstep_cudart.a liblockstep_opencl.so record/annotate \
    plain $(addprefix openmp/,translate library library.bc) lockstep_inner
define build_sanitized_tests
@$(MAKE) -s --no-print-directory $(SANITIZED) tests-list
@$(MAKE) -s --no-print-directory -j$$(nproc) $(BUILD)/lockstep || { echo "0 passed, 1 failed" && false; }
@$(MAKE) -s -k --no-print-directory -j$$(nproc) objects-shared || true
@cd build && cp -pRu --parents $(NEVER_SANITIZED) asan/
@$(MAKE) -s --no-print-directory -j$$(nproc) $(SANITIZED) build/asan/lockstep || \
    { echo "0 passed, 1 failed" && false; }
@$(MAKE) -s -k --no-print-directory -j$$(nproc) $(SANITIZED) tests-built || true
endef
SHARED = $(addsuffix .o,$(shell T='$(T)' scripts/list-tests.sh build/asan | \
    sed -n 's|.* build/asan/\(grader/.*\)|\1|p'))
SHARED_OBJECTS = build/grader/jail/tests/attack_program $(patsubst %.c,build/%.o,\
    $(if $(SHARED),$(shell grep -L __SANITIZE_ADDRESS__ $(SHARED:.o=.c))))
objects-shared: $(SHARED_OBJECTS)
	@mkdir -p build/asan && cd build && cp -pu --parents -t asan $(^:build/%=%)

# LANG is also the locale's variable: only what stands on make's command line chooses a language.
handouts: ## LAB= LANG=fr EDITION=instructor  make the handouts (PDF)
	@LC_ALL=C.UTF-8 scripts/setup.sh handouts
	$(build_grader)
	@HANDOUT_LANGUAGE=$(if $(filter command,$(firstword $(origin LANG))),$(LANG)) EDITION=$(EDITION) \
		scripts/handouts.sh

site: ## [LAB=]  make pages that show the kit, in build/site
	@scripts/setup.sh grade handouts
	@scripts/setup.sh browser || true # what is missing then, the script says
	$(build_grader)
	@scripts/package/site.py $(BUILD)/site

results: ## [PART=] [SECRETS=]  measure RESULTS.md anew
	$(build_grader)
	@scripts/package/results.py $(PART)

template: ## make the empty speedup sheet of the labs, in build/
	$(build_grader)
	@$(BUILD)/lockstep sheet template >$(BUILD)/speedup_template.csv && echo $(BUILD)/speedup_template.csv

student-kit: ## LAB= ALSO=  pack what students get, without the solutions
	$(build_grader)
	@scripts/package/student-kit.sh

wheel: ## [LAB=]  pack it for notebooks (pip, %load_ext lockstep)
	@scripts/setup.sh wheel
	$(build_grader)
	@scripts/package/wheel.sh

gradescope autolab github prairielearn vpl: ## LAB=  for Gradescope; also autolab, github, prairielearn, vpl
	$(build_grader)
	@scripts/package/adapter.sh $@

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

test: BESIDE := beside
test: ## T='race/*'  run all tests, or what matches
	@scripts/setup.sh grade test
	$(build_tests)
	$(if $(T),,$(build_sanitized_tests))
	@scripts/run-tests.sh build/tests.list $(if $(T),,build/asan/tests.list $(MORE_TESTS))

quick-test: ## run the tests without sanitizers
	@scripts/setup.sh grade test
	$(build_tests)
	@scripts/run-tests.sh build/tests.list

asan-test: ## T=  run only the tests with sanitizers
	@scripts/setup.sh grade test
	$(build_sanitized_tests)
	@scripts/run-tests.sh build/asan/tests.list

test-fresh: ## grade and test in a bare Debian 12, from a clone
	@scripts/setup.sh fresh
	@scripts/package/test-fresh.sh

release: ## pack it for Debian 12 and Ubuntu 24.04, in build/release
	@scripts/setup.sh fresh
	$(build_grader)
	@scripts/package/release.sh

generate: ## make skeletons/ and solutions/ again from labs/
	@scripts/setup.sh test
	$(build_grader)
	@scripts/generate.sh

lint: ## check format, words and includes; clang-tidy, shellcheck …
	@scripts/setup.sh grade test lint
	$(build_grader)
	@scripts/lint.sh

# What there is to test: scripts/list-tests.sh finds it. It is asked only where the answer is needed.
TESTS := $(if $(filter tests-built,$(MAKECMDGOALS)),$(shell T='$(T)' scripts/list-tests.sh $(BUILD)))
# Tests that pack the students' grader run side by side: it is built before they do.
tests-built: $(BUILD)/lockstep $(filter $(BUILD)/%,$(TESTS)) $(if $(findstring \
    grader/adapters/,$(TESTS)),$(BUILD)/student/lockstep)
tests-list:
	@mkdir -p $(BUILD) && T='$(T)' scripts/list-tests.sh $(BUILD) $(BESIDE) >$(BUILD)/tests.list
-include $(shell find $(BUILD)/grader -path '*/tests/*.d' 2>/dev/null)

.PHONY: template handouts results site student-kit wheel gradescope autolab github prairielearn vpl \
    bench check check-secrets test quick-test asan-test test-fresh release generate lint tests-built \
    tests-list objects-shared
