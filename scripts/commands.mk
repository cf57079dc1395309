# What people type: each target is a line in `make help` (the text after ##) and a script beside this file.

# The grader, built without the noise of compiling; a word first when that will take a while.
define build_grader
@scripts/setup.sh grade
@if $(MAKE) -n $(BUILD)/lockstep 2>/dev/null | grep -q -- ' -c '; then echo "Building the grader…" >&2; fi
@$(MAKE) -s --no-print-directory -j$$(nproc) $(BUILD)/lockstep
endef

# The tests, as far as they compile: one that does not is listed all the same, and counts as failed.
define build_tests
@scripts/setup.sh grade test watch
@$(MAKE) -s --no-print-directory tests-list
@$(MAKE) -s --no-print-directory -j$$(nproc) $(BUILD)/lockstep || { echo "0 passed, 1 failed" && false; }
@$(MAKE) -s -k --no-print-directory -j$$(nproc) tests-built || true
endef

# The second flavour of the grader: its own mistakes with memory and arithmetic end a test.
SANITIZERS := -fsanitize=address,undefined -fno-sanitize-recover=undefined
SANITIZED := BUILD=build/asan EXTRA_CFLAGS="$(SANITIZERS) -fno-omit-frame-pointer" EXTRA_LDFLAGS="$(SANITIZERS)"
define build_sanitized_tests
@scripts/setup.sh grade test watch
@$(MAKE) -s --no-print-directory $(SANITIZED) tests-list
@$(MAKE) -s --no-print-directory -j$$(nproc) $(SANITIZED) build/asan/lockstep || { echo "0 passed, 1 failed" && false; }
@$(MAKE) -s -k --no-print-directory -j$$(nproc) $(SANITIZED) tests-built || true
endef

export BUILD LAB SUBMISSION EXERCISE DEVICE SEED FORMAT OUT TIMINGS RUNS

help: ## this list
	@scripts/help.sh scripts/commands.mk $(filter-out scripts/commands.mk,$(MAKEFILE_LIST))

grade: ## grade your work, or else the reference solution
	$(build_grader)
	@scripts/grade.sh

start: ## LAB=  copy a skeleton to work/<lab>, for you to write in
	@scripts/start.sh

watch: ## LAB=  grade again whenever a file is saved
	@scripts/setup.sh watch
	$(build_grader)
	@scripts/watch.sh

hint: ## LAB= EXERCISE=  the next hint, one at a time
	$(build_grader)
	@scripts/hint.sh

# LANG is also the locale's variable: only what stands on make's command line chooses a language.
handouts: ## LAB= LANG=fr EDITION=instructor  the handouts as PDF
	@LC_ALL=C.UTF-8 scripts/setup.sh handouts
	$(build_grader)
	@HANDOUT_LANGUAGE=$(if $(filter command,$(firstword $(origin LANG))),$(LANG)) EDITION=$(EDITION) scripts/handouts.sh

bench: ## LAB=  measure how fast the reference solution is
	@scripts/bench.sh

check: ## does every known-wrong program get its verdict?
	$(build_grader)
	@scripts/check.sh

test: ## all tests, then again with the sanitizers
	$(build_tests)
	$(build_sanitized_tests)
	@scripts/run-tests.sh build/tests.list build/asan/tests.list $(MORE_TESTS)

quick-test: ## the tests without the sanitizers
	$(build_tests)
	@scripts/run-tests.sh build/tests.list

asan-test: ## the tests with the sanitizers only
	$(build_sanitized_tests)
	@scripts/run-tests.sh build/asan/tests.list

test-fresh: ## grade and test in a bare Debian 12, from a clone
	@scripts/setup.sh fresh
	@scripts/test-fresh.sh

generate: ## make skeletons/ and solutions/ from labs/ anew
	@scripts/setup.sh test
	@scripts/generate.sh

lint: ## formatting, clang-tidy, cppcheck, shellcheck
	@scripts/setup.sh grade test lint
	@scripts/lint.sh

clean: ## remove what was built (not work/)
	rm -rf build

TESTS_ONCE += $(wildcard grader/tests/run_tests_test.sh grader/tests/setup_test.sh grader/tests/generated_test.sh)
TESTS += $(wildcard grader/*/tests/*_test.sh grader/tests/*_test.sh)

tests-built: $(BUILD)/lockstep $(filter $(BUILD)/%,$(TESTS) $(TESTS_ALONE) $(TESTS_ONCE))

# What scripts/run-tests.sh runs, and how.
tests-list:
	@mkdir -p $(BUILD)
	@{ printf 'parallel %s\n' $(filter-out $(TESTS_ALONE) $(TESTS_ONCE),$(TESTS)); \
	   printf 'alone %s\n' $(filter-out $(if $(filter build,$(BUILD)),,$(TESTS_ONCE)),$(TESTS_ALONE)); \
	   $(if $(filter build,$(BUILD)),printf 'parallel %s\n' $(filter-out $(TESTS_ALONE),$(TESTS_ONCE));) \
	 } | grep ' .' >$(BUILD)/tests.list

.PHONY: help grade start watch hint handouts bench check test quick-test asan-test test-fresh generate lint clean tests-built tests-list
