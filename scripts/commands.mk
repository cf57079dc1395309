# What people type: each target is a line in `make help` (the text after ##) and a script beside this file.

# The grader, built without the noise of compiling; a word first when that will take a while.
define build_grader
@mkdir -p $(BUILD) 2>/dev/null && [ -w $(BUILD) ] || { \
    echo "lockstep: cannot write in $(BUILD)/; make … BUILD=/some/folder builds elsewhere" >&2; exit 2; }
@+scripts/built.sh
endef

# A build elsewhere, say beside a tree that is read-only, does not lie in the kit.
ifneq ($(filter /%,$(BUILD)),)
export LOCKSTEP_ROOT := $(CURDIR)
endif
# They would be passed over in silence.
$(foreach name,all again lab submission exercise device seed format out,$(if $(filter command,$(origin \
    $(name))),\
    $(error lockstep: $(name)=$($(name)) is not known; names are written in capital letters)))
export ALL AGAIN BUILD LAB SUBMISSION EXERCISE CHECK AGAINST DEVICE SEED FORMAT OUT TIMINGS RUNS OWN
# An OUT that the environment has anyway is not meant for a report or a page.
grade watch show profile: OUT := $(if $(filter command,$(firstword $(origin OUT))),$(OUT))

help: ## show this list
	@scripts/help.sh scripts/commands.mk $(filter-out scripts/commands.mk,$(MAKEFILE_LIST))

# Status 1 says that points are missing: for scripts. On a terminal the report has said so, and make need not
# call it an error.
grade: ## grade your work, or else the reference solution
	$(build_grader)
	@scripts/grade.sh || { status=$$?; { [ $$status -eq 1 ] && [ -t 1 ]; } || exit $$status; }

# For those who call build/lockstep themselves.
grade-ready:
	$(build_grader)

start: ## [LAB=]  copy a skeleton to work/<lab>, for you to write in
	@scripts/start.sh

watch: ## grade again whenever a file is saved
	$(build_grader)
	@scripts/watch.sh

hint: ## [EXERCISE=]  show the next hint; AGAIN=1 those you have seen
	$(build_grader)
	@scripts/look.sh hint

profile: ## say what each source line costs, as text and as a page
	$(build_grader)
	@scripts/look.sh profile

show: ## [EXERCISE=]  make a page that replays a check, step by step
	$(build_grader)
	@scripts/look.sh show

speedup: ## LAB=  measure your work: fills a sheet, draws figures
	@scripts/setup.sh plots || : # without figures, the sheet is filled
	$(build_grader)
	@scripts/speedup.sh

setup: ## install what grading needs (apt-get)
	@if [ -e built.tar.gz ]; then scripts/built.sh; else scripts/setup.sh grade; fi && \
		echo "All that grading needs is here."

clean: ## remove what was built (not work/)
	rm -rf build

.PHONY: profile show speedup setup help grade grade-ready start watch hint clean
