# `make help` lists the targets.

PREFIX ?= /usr
SYSCONFDIR ?= /etc
DESTDIR ?=
# The folder from which install takes the programs.
PROGRAMS ?= .build/release
SWIFT ?= swift

# The Swift libraries are linked statically, the C libraries of this machine dynamically.
RELEASE = --configuration release --static-swift-stdlib

# Running all tests at once would make some exceed their time limits.
TESTS_AT_ONCE ?= 16
# How all tests are run, but for which ones, and how many at once.
RUN_TESTS = $(SWIFT) test --disable-xctest --skip-build --event-stream-output-path .build/tests.jsonl \
    --event-stream-version 0
OR_LIST_FAILED = || { scripts/failed-tests .build/tests.jsonl; exit 1; }
BUILD_TESTS = $(SWIFT) build --build-tests --explicit-target-dependency-import-check error

# libFuzzer with the address sanitizer. Passed to SwiftPM as two sanitizers, they would find nothing.
FUZZERS ?= FuzzCall FuzzEngine FuzzManifest FuzzRecording FuzzRegion FuzzSentence FuzzSplitter FuzzStream
FUZZ_SECONDS ?= 30
# The number of inputs for each fuzzer, instead of a time.
FUZZ_RUNS ?=
FUZZ_UNTIL = $(if $(FUZZ_RUNS),-runs=$(FUZZ_RUNS),-max_total_time=$(FUZZ_SECONDS))
FUZZ = --configuration release --scratch-path .build/fuzz --sanitize=fuzzer \
    -Xswiftc -sanitize=fuzzer,address -Xswiftc -use-ld=lld

bindir = $(DESTDIR)$(PREFIX)/bin
unitdir = $(DESTDIR)$(PREFIX)/lib/systemd/system
userunitdir = $(DESTDIR)$(PREFIX)/lib/systemd/user
sysusersdir = $(DESTDIR)$(PREFIX)/lib/sysusers.d
buspolicydir = $(DESTDIR)$(PREFIX)/share/dbus-1/system.d
docdir = $(DESTDIR)$(PREFIX)/share/doc/waymark
appsdir = $(DESTDIR)$(PREFIX)/share/waymark/apps
confdir = $(DESTDIR)$(SYSCONFDIR)/waymark

# Services of the person's own systemd: installed, not enabled.
USER_UNITS = waymark-board.service waymark-session.service

.DEFAULT_GOAL = release
.PHONY: help demo board release test test-desktop bench fuzz sanitize quality interfaces api lint install uninstall clean

help:  ## Show this list
	@sed -n 's/^\([a-z-]*\):.*  ## \(.*\)/  make \1\t\2/p' Makefile | expand -t 20

demo:  ## Build, and demonstrate the service with a bundled recording
	@scripts/prepare build
	$(SWIFT) build
	@scripts/demo

board:  ## Build, and show widgets of a recorded drive in a browser, until Ctrl-C
	@scripts/prepare build
	$(SWIFT) build
	@scripts/board

release:  ## Build the programs for installation
	@scripts/prepare build
	$(SWIFT) build $(RELEASE)

test:  ## Install what the tests need, and run all tests
	@scripts/prepare test
	$(BUILD_TESTS)
	$(RUN_TESTS) --skip '^DesktopTests\.' --experimental-maximum-parallelization-width $(TESTS_AT_ONCE) $(OR_LIST_FAILED)

test-desktop:  ## Install real bars, browsers and programs of the desktop, and run the tests with them
	@scripts/prepare test desktop
	$(BUILD_TESTS)
	$(RUN_TESTS) --filter '^DesktopTests\.' --experimental-maximum-parallelization-width 4 $(OR_LIST_FAILED)

bench: release  ## Measure the speed, compared with gpsdecode if it is installed
	rm -rf .build/bench
	mkdir -p .build/bench/replay
	.build/release/Benchmarks .build/bench
	scripts/bench-server .build/release

fuzz:  ## Fuzz everything that parses foreign input, for FUZZ_SECONDS or FUZZ_RUNS each
	@scripts/prepare build
	@for target in $(FUZZERS); do \
	    FUZZING=1 $(SWIFT) build --product $$target $(FUZZ) || exit; \
	    mkdir -p .build/fuzz/corpus/$$target; \
	    echo "$$target: $(if $(FUZZ_RUNS),$(FUZZ_RUNS) runs,$(FUZZ_SECONDS) seconds)"; \
	    SWIFT_BACKTRACE=enable=no .build/fuzz/release/$$target $(FUZZ_UNTIL) -max_len=512 \
	        -len_control=0 -timeout=10 -verbosity=0 -print_funcs=0 -print_final_stats=1 -artifact_prefix=.build/fuzz/$$target- \
	        .build/fuzz/corpus/$$target Tests/Fuzzing/Corpus/$$target || exit; \
	done

sanitize:  ## Run the library's tests with the address, leak and thread sanitizers, and 10,000 connections
	@scripts/prepare test
	@for sanitizer in address thread; do \
	    $(SWIFT) build --build-tests --sanitize=$$sanitizer --scratch-path .build/$$sanitizer || exit; \
	    CHURN_ROUNDS=1500 $(SWIFT) test --disable-xctest --skip-build --sanitize=$$sanitizer --scratch-path .build/$$sanitizer \
	        --filter '^(WaymarkTests|VarlinkSocketTests|EndToEndTests\.ClientChurnTests)' || exit; \
	done

quality:  ## Print how well regions are told, over recordings beside the checkout
	@scripts/prepare build
	$(SWIFT) run -c release RegionQuality ../shared/logs

interfaces:  ## Generate the Swift types of the interfaces from their texts
	$(SWIFT) run InterfaceGenerator Sources/WaymarkInterfaces/Descriptions Sources/WaymarkInterfaces/Generated

api:  ## List the public Swift API in docs/api, and build its documentation
	$(SWIFT) build
	@scripts/api
	@scripts/api --docs

lint:  ## Check the source format and the units, and print the units' exposure score
	@scripts/prepare lint
	$(SWIFT) format lint --strict --parallel --recursive Package.swift Samples Sources Tests
	@scripts/check-units

install: release  ## Install to PREFIX=/usr, below DESTDIR= if it is set
	install -s -D -m 0755 -t $(bindir) $(PROGRAMS)/waymarkd $(PROGRAMS)/waymarkctl $(PROGRAMS)/waymark-session \
	    $(PROGRAMS)/waymark-board $(PROGRAMS)/waymark-geoclue
	install -d $(unitdir) $(userunitdir) $(confdir)/waymarkd.conf.d $(appsdir)
	sed 's,^ExecStart=/usr/bin/,ExecStart=$(PREFIX)/bin/,' systemd/waymarkd.service > $(unitdir)/waymarkd.service
	chmod 0644 $(unitdir)/waymarkd.service
	sed 's,^ExecStart=/usr/bin/,ExecStart=$(PREFIX)/bin/,' systemd/waymark-session-system.service \
	    > $(unitdir)/waymark-session-system.service
	chmod 0644 $(unitdir)/waymark-session-system.service
	for unit in $(USER_UNITS); do \
	    sed 's,^ExecStart=/usr/bin/,ExecStart=$(PREFIX)/bin/,' systemd/user/$$unit > $(userunitdir)/$$unit || exit; \
	    chmod 0644 $(userunitdir)/$$unit || exit; \
	done
	install -m 0644 -t $(appsdir) Sources/Board/Page/org.waymark.board.app
	install -m 0644 systemd/waymarkd.socket $(unitdir)/waymarkd.socket
	sed 's,^ExecStart=/usr/bin/,ExecStart=$(PREFIX)/bin/,' systemd/waymark-geoclue.service \
	    > $(unitdir)/waymark-geoclue.service
	chmod 0644 $(unitdir)/waymark-geoclue.service
	install -D -m 0644 systemd/waymark-geoclue.conf $(buspolicydir)/waymark-geoclue.conf
	install -D -m 0644 systemd/waymark.sysusers $(sysusersdir)/waymark.conf
	install -D -m 0644 -t $(docdir) systemd/waymarkd-serial.conf docs/*.md Samples/apps/*.app
	install -D -m 0644 -t $(docdir)/images docs/images/*
	[ -e $(confdir)/waymarkd.conf ] || install -m 0644 systemd/waymarkd.conf $(confdir)/waymarkd.conf
ifeq ($(DESTDIR),)
	systemd-sysusers
	if [ -d /run/systemd/system ]; then systemctl daemon-reload; fi
	@echo 'Installed. Start it with: systemctl enable --now waymarkd.socket waymarkd.service'
	@echo 'To be asked, and to have apps started, run as your user: systemctl --user enable --now waymark-session.service'
endif

uninstall:  ## Remove the installed files, except the configuration, the user and the state
ifeq ($(DESTDIR),)
	if [ -d /run/systemd/system ]; then \
	    systemctl disable --now waymark-session-system.service waymarkd.socket waymarkd.service waymark-geoclue.service || true; \
	fi
endif
	rm -f $(bindir)/waymarkd $(bindir)/waymarkctl $(bindir)/waymark-session $(bindir)/waymark-board $(bindir)/waymark-geoclue
	rm -f $(unitdir)/waymark-geoclue.service $(buspolicydir)/waymark-geoclue.conf $(unitdir)/waymark-session-system.service
	rm -f $(addprefix $(userunitdir)/,$(USER_UNITS)) $(appsdir)/org.waymark.board.app
	rm -f $(unitdir)/waymarkd.service $(unitdir)/waymarkd.socket $(sysusersdir)/waymark.conf
	rm -rf $(docdir)
	-rmdir --ignore-fail-on-non-empty $(appsdir) $(DESTDIR)$(PREFIX)/share/waymark
ifeq ($(DESTDIR),)
	if [ -d /run/systemd/system ]; then systemctl daemon-reload; fi
endif

clean:  ## Remove all build products
	rm -rf .build dist
