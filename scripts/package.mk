# What packagers type.
PREFIX ?= /usr/local
MANUAL_PAGE := $(BUILD)/share/man/man1/lockstep.1
COMPLETION := $(BUILD)/share/bash-completion/completions/lockstep

$(MANUAL_PAGE): $(BUILD)/lockstep scripts/package/manual.sh
	@mkdir -p $(@D)
	@scripts/package/manual.sh page $< >$@.part && mv $@.part $@
$(COMPLETION): $(BUILD)/lockstep scripts/package/manual.sh
	@mkdir -p $(@D)
	@scripts/package/manual.sh completion $< >$@.part && mv $@.part $@

install: $(BUILD)/lockstep $(MANUAL_PAGE) $(COMPLETION) ## PREFIX=/usr/local DESTDIR=  install for all users
	@PREFIX='$(PREFIX)' DESTDIR='$(DESTDIR)' scripts/package/install.sh

install-teacher: $(BUILD)/lockstep $(MANUAL_PAGE) $(COMPLETION) ## install solutions and hidden checks, too
	@PREFIX='$(PREFIX)' DESTDIR='$(DESTDIR)' scripts/package/install.sh --teacher

uninstall: ## PREFIX=/usr/local  remove what `make install` put there
	@PREFIX='$(PREFIX)' DESTDIR='$(DESTDIR)' scripts/package/install.sh --remove

# The grader of students' archives: no classes, no workbooks, and no library that is not everywhere, so that
# it needs nothing but a C library, a compiler and a jail.
STUDENT := $(BUILD)/student
STUDENT_LIBRARIES := -Wl,-Bstatic -ljansson -lyaml -lseccomp -lcsv -lunistring -Wl,-Bdynamic -lhwloc \
    -lpthread -ldl -lm
$(STUDENT)/%.o: %.c $(BUILD)/%.o
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -DLOCKSTEP_STUDENT -c $< -o $@
$(STUDENT)/lockstep: $(STUDENT)/grader/cli/main.o $(STUDENT)/grader/cli/speedup.o $(BUILD)/lockstep
	$(CC) -rdynamic -s -static-libgcc $(filter %.o,$^) -Wl,--start-group $(BUILD)/liblockstep.a \
		$(LOCKSTEP_ARCHIVES) \
	    -Wl,--end-group -Wl,--as-needed $(STUDENT_LIBRARIES) -o $@

dist: ## pack the last commit; each time it makes the same bytes
	@scripts/package/dist.sh

.PHONY: install install-teacher uninstall dist
