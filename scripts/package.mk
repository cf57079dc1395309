# What packagers type.
PREFIX ?= /usr/local
MANUAL_PAGE := $(BUILD)/share/man/man1/lockstep.1
COMPLETION := $(BUILD)/share/bash-completion/completions/lockstep

$(MANUAL_PAGE): $(BUILD)/lockstep scripts/manual.sh
	@mkdir -p $(@D)
	@scripts/manual.sh page $< >$@.part && mv $@.part $@
$(COMPLETION): $(BUILD)/lockstep scripts/manual.sh
	@mkdir -p $(@D)
	@scripts/manual.sh completion $< >$@.part && mv $@.part $@

install: $(BUILD)/lockstep $(MANUAL_PAGE) $(COMPLETION) ## PREFIX=/usr/local DESTDIR=  for all users of a machine
	@PREFIX='$(PREFIX)' DESTDIR='$(DESTDIR)' scripts/install.sh

uninstall: ## PREFIX=/usr/local  remove what install put there
	@PREFIX='$(PREFIX)' DESTDIR='$(DESTDIR)' scripts/install.sh --remove

dist: ## the last commit as an archive, the same bytes each time
	@scripts/dist.sh

.PHONY: install uninstall dist
