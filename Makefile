# `make help` lists what there is to do.

PREFIX ?= /usr
SYSCONFDIR ?= /etc
DESTDIR ?=
# Where install finds the programs.
PROGRAMS ?= .build/release
SWIFT ?= swift

# Built against the C libraries of this machine; the Swift libraries go into the programs.
RELEASE = --configuration release --static-swift-stdlib

# All tests at once would wait for each other until their time is up.
TESTS_AT_ONCE ?= 16

# libFuzzer with the address sanitizer: given to SwiftPM as two sanitizers, they would find nothing.
FUZZERS ?= FuzzCall FuzzEngine FuzzGPX FuzzGzip FuzzManifest FuzzRecording FuzzReportLog FuzzSentence \
    FuzzSplitter FuzzStampedLog FuzzStream
FUZZ_SECONDS ?= 30
# How many inputs each gets, instead of how much time.
FUZZ_RUNS ?=
FUZZ_UNTIL = $(if $(FUZZ_RUNS),-runs=$(FUZZ_RUNS),-max_total_time=$(FUZZ_SECONDS))
FUZZ = --configuration release --scratch-path .build/fuzz --sanitize=fuzzer \
    -Xswiftc -sanitize=fuzzer,address -Xswiftc -use-ld=lld

bindir = $(DESTDIR)$(PREFIX)/bin
unitdir = $(DESTDIR)$(PREFIX)/lib/systemd/system
userunitdir = $(DESTDIR)$(PREFIX)/lib/systemd/user
sysusersdir = $(DESTDIR)$(PREFIX)/lib/sysusers.d
docdir = $(DESTDIR)$(PREFIX)/share/doc/waymark
appsdir = $(DESTDIR)$(PREFIX)/share/waymark/apps
confdir = $(DESTDIR)$(SYSCONFDIR)/waymark

.DEFAULT_GOAL = release
.PHONY: help demo release test bench fuzz interfaces lint install uninstall clean

help:  ## Show this list
	@sed -n 's/^\([a-z]*\):.*  ## \(.*\)/  make \1\t\2/p' Makefile | expand -t 20

demo:  ## Build, and show the main job on a bundled recording
	@scripts/prepare build
	$(SWIFT) build
	@scripts/demo

release:  ## Build waymarkd, waymarkctl and waymark-notify-agent for use
	@scripts/prepare build
	$(SWIFT) build $(RELEASE)

test:  ## Run all tests, after installing what they need
	@scripts/prepare test
	$(SWIFT) build --build-tests --explicit-target-dependency-import-check error
	$(SWIFT) test --disable-xctest --skip-build --experimental-maximum-parallelization-width $(TESTS_AT_ONCE) \
	    --event-stream-output-path .build/tests.jsonl --event-stream-version 0 || { scripts/failed-tests .build/tests.jsonl; exit 1; }

bench: release  ## Print how fast things go, beside gpsdecode where it is installed
	rm -rf .build/bench
	mkdir -p .build/bench/replay
	.build/release/Benchmarks .build/bench

fuzz:  ## Feed everything that reads foreign bytes with nonsense, FUZZ_SECONDS or FUZZ_RUNS each
	@scripts/prepare build
	@for target in $(FUZZERS); do \
	    FUZZING=1 $(SWIFT) build --product $$target $(FUZZ) || exit; \
	    mkdir -p .build/fuzz/corpus/$$target; \
	    echo "$$target: $(if $(FUZZ_RUNS),$(FUZZ_RUNS) runs,$(FUZZ_SECONDS) seconds)"; \
	    SWIFT_BACKTRACE=enable=no .build/fuzz/release/$$target $(FUZZ_UNTIL) -max_len=512 \
	        -len_control=0 -timeout=10 -verbosity=0 -print_funcs=0 -print_final_stats=1 -artifact_prefix=.build/fuzz/$$target- \
	        .build/fuzz/corpus/$$target Tests/Fuzzing/Corpus/$$target || exit; \
	done

interfaces:  ## Write the Swift types of the interfaces anew, after a change of their texts
	$(SWIFT) run InterfaceGenerator Sources/WaymarkInterfaces/Descriptions Sources/WaymarkInterfaces/Generated

lint:  ## Check the format of the sources and the units, and print the exposure score
	@scripts/prepare lint
	$(SWIFT) format lint --strict --parallel --recursive Package.swift Samples Sources Tests
	@scripts/check-units

install: release  ## Install into PREFIX=/usr (below DESTDIR=, where given)
	install -s -D -m 0755 -t $(bindir) $(PROGRAMS)/waymarkd $(PROGRAMS)/waymarkctl $(PROGRAMS)/waymark-notify-agent
	install -d $(unitdir) $(userunitdir) $(confdir)/waymarkd.conf.d $(appsdir)
	sed 's,^ExecStart=/usr/bin/,ExecStart=$(PREFIX)/bin/,' systemd/waymarkd.service > $(unitdir)/waymarkd.service
	chmod 0644 $(unitdir)/waymarkd.service
	sed 's,^ExecStart=/usr/bin/,ExecStart=$(PREFIX)/bin/,' systemd/user/waymark-notify-agent.service \
	    > $(userunitdir)/waymark-notify-agent.service
	chmod 0644 $(userunitdir)/waymark-notify-agent.service
	install -m 0644 systemd/waymarkd.socket $(unitdir)/waymarkd.socket
	install -D -m 0644 systemd/waymark.sysusers $(sysusersdir)/waymark.conf
	install -D -m 0644 -t $(docdir) systemd/waymarkd-serial.conf docs/*.md Samples/apps/*.app
	[ -e $(confdir)/waymarkd.conf ] || install -m 0644 systemd/waymarkd.conf $(confdir)/waymarkd.conf
ifeq ($(DESTDIR),)
	systemd-sysusers
	if [ -d /run/systemd/system ]; then systemctl daemon-reload; fi
	@echo 'Installed. Start it with: systemctl enable --now waymarkd.socket waymarkd.service'
	@echo 'To be asked on the desktop, as yourself: systemctl --user enable --now waymark-notify-agent.service'
endif

uninstall:  ## Remove what install made, except the configuration, the user and the state
ifeq ($(DESTDIR),)
	if [ -d /run/systemd/system ]; then systemctl disable --now waymarkd.socket waymarkd.service || true; fi
endif
	rm -f $(bindir)/waymarkd $(bindir)/waymarkctl $(bindir)/waymark-notify-agent
	rm -f $(userunitdir)/waymark-notify-agent.service
	rm -f $(unitdir)/waymarkd.service $(unitdir)/waymarkd.socket $(sysusersdir)/waymark.conf
	rm -rf $(docdir)
	-rmdir --ignore-fail-on-non-empty $(appsdir) $(DESTDIR)$(PREFIX)/share/waymark
ifeq ($(DESTDIR),)
	if [ -d /run/systemd/system ]; then systemctl daemon-reload; fi
endif

clean:  ## Remove everything that was built
	rm -rf .build dist
