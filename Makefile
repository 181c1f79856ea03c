# `make help` lists the targets.

PREFIX ?= /usr
SYSCONFDIR ?= /etc
DESTDIR ?=
# The folders from which install takes the programs and the manual pages.
PROGRAMS ?= .build/release
PAGES ?= .build/manual
# Those packages that install and uninstall concern, of the table in scripts/installed-files. If it is empty, uninstall
# concerns all, and install all but the one that widens the service's sandbox.
PACKAGES ?=
USUAL_PACKAGES = $(filter-out waymark-serial,$(sort $(shell sed -n 's/^\([a-z][a-z-]*\) .*/\1/p' scripts/installed-files)))
SWIFT ?= swift
INSTALL ?= install
INSTALL_PROGRAM ?= $(INSTALL) -s -m 0755
INSTALL_DATA ?= $(INSTALL) -m 0644

# The same sources make the same programs in every folder. Without these, the debug information would name the folder
# and files of the module cache. The compiler would store a hash of its intermediate code, which is another one each
# time and only spares it work in the next build. The build id would be a hash that includes the debug information,
# which is not installed.
REPRODUCIBLE = -Xswiftc -file-prefix-map -Xswiftc $(CURDIR)=. -Xcc -ffile-prefix-map=$(CURDIR)=. \
    -Xswiftc -Xfrontend -Xswiftc -no-clang-module-breadcrumbs \
    -Xswiftc -Xfrontend -Xswiftc -disable-incremental-llvm-codegen \
    -Xlinker --build-id=none

# As Debian builds its programs: checks in C code, and addresses of functions that cannot be written once it runs.
HARDENED = -Xcc -fstack-protector-strong -Xcc -D_FORTIFY_SOURCE=2 -Xlinker -znow --disable-local-rpath

# Each program has the Swift libraries in it, most of its size. Functions that it does not use are left out, and names
# that nobody imports; the addresses that depend on where it is loaded are listed in a short form. Without all
# that, programs are a sixth larger. Equal functions stay, because libdispatch asks whether one is its own.
SMALL = -Xswiftc -use-ld=lld -Xswiftc -Xfrontend -Xswiftc -function-sections \
    -Xlinker --no-export-dynamic -Xlinker -zpack-relative-relocs

# The Swift libraries are linked statically, the C libraries of this machine dynamically.
RELEASE = --configuration release --static-swift-stdlib $(REPRODUCIBLE) $(HARDENED) $(SMALL)
# Only the programs that are installed: the samples, the modules with Apple's names and what measures take as long again
# as a fourth of them. SwiftPM builds one product at a time, or all.
INSTALLED_PROGRAMS = $(shell awk '/^[a-z]/ && $$2 == "program" { for (i = 4; i <= NF; i++) print $$i }' scripts/installed-files)
BUILD_RELEASE = $(foreach program,$(INSTALLED_PROGRAMS),$(SWIFT) build $(RELEASE) --product $(program) &&) true

# An index and full debug information would take half of the time of a build. The lines are there for back traces.
DEBUG = --disable-index-store -Xswiftc -gline-tables-only
# For packages whose programs need not be fast.
DEBUG_PACKAGES = $(DEBUG) --static-swift-stdlib -Xswiftc -use-ld=lld -Xlinker -znow

# Most tests wait for other programs. Running all at once would need more instances of inotify than a user may have.
TESTS_AT_ONCE ?= 24
# How all tests are run, but for which ones, and how many at once.
RUN_TESTS = .build/debug/waymarkPackageTests.xctest --testing-library swift-testing \
    --event-stream-output-path .build/tests.jsonl --event-stream-version 0
# What measures how good decisions are, over hours and weeks: minutes of processor, and the same result each time.
QUALITY = ^WaymarkEngineTests\.(ScoringTests|ScoringPowerTests|SimulatedScoringTests|ReducedObserverTests|BudgetWeeksTests|ReceiverChoiceSimulationTests|TrustQualityTests)|^VisitQualityTests\.
# What starts brokers.
WITH_BROKERS = BrokerTests/
OR_LIST_FAILED = || { scripts/failed-tests .build/tests.jsonl; exit 1; }
BUILD_TESTS = $(SWIFT) build $(DEBUG) --build-tests --explicit-target-dependency-import-check error

# libFuzzer with the address sanitizer. Passed to SwiftPM as two sanitizers, they would find nothing.
FUZZERS ?= FuzzCall FuzzEngine FuzzFeed FuzzManifest FuzzModem FuzzPhone FuzzRecord FuzzRecording FuzzRegion FuzzRelay FuzzScenario FuzzSentence FuzzStream
FUZZ_SECONDS ?= 30
# The number of inputs for each fuzzer, instead of a time.
FUZZ_RUNS ?=
FUZZ_UNTIL = $(if $(FUZZ_RUNS),-runs=$(FUZZ_RUNS),-max_total_time=$(FUZZ_SECONDS))
FUZZ = --configuration release --scratch-path .build/fuzz --sanitize=fuzzer \
    -Xswiftc -sanitize=fuzzer,address -Xswiftc -use-ld=lld

# The seeds of fuzz-daemon, with 10,000 calls each: a minute.
FUZZ_SEEDS ?= 3 5 8

bindir ?= $(PREFIX)/bin
datadir ?= $(PREFIX)/share
mandir ?= $(datadir)/man
docdir ?= $(datadir)/doc/waymark
swiftdir ?= $(datadir)/swift/waymark
# Debian's Python looks below /usr/local in a folder that has its version.
pythondir ?= $(PREFIX)/lib/$(or $(if $(filter /usr,$(PREFIX)),python3),$(notdir $(lastword $(wildcard $(PREFIX)/lib/python3.*))),python3)/dist-packages
unitdir ?= $(PREFIX)/lib/systemd/system
userunitdir ?= $(PREFIX)/lib/systemd/user
sysusersdir ?= $(PREFIX)/lib/sysusers.d
udevrulesdir ?= $(PREFIX)/lib/udev/rules.d
# The system's bus reads no other folder of policies below /usr/local.
buspolicydir ?= $(if $(filter /usr,$(PREFIX)),$(datadir),$(SYSCONFDIR))/dbus-1/system.d
# Nor does polkit.
polkitdir ?= $(if $(filter /usr,$(PREFIX)),$(datadir),$(SYSCONFDIR))/polkit-1/rules.d
bashdir ?= $(datadir)/bash-completion/completions
zshdir ?= $(datadir)/zsh/site-functions
fishdir ?= $(datadir)/fish/vendor_completions.d
confdir ?= $(SYSCONFDIR)/waymark
# What scripts/install is told.
INSTALL_SETTINGS = $(foreach name,DESTDIR PROGRAMS PAGES INSTALL INSTALL_PROGRAM INSTALL_DATA bindir datadir mandir \
    docdir swiftdir pythondir unitdir userunitdir sysusersdir udevrulesdir buspolicydir polkitdir bashdir zshdir fishdir confdir,$(name)='$($(name))')

.DEFAULT_GOAL = release
.PHONY: help demo board screenshots release test build-tests check-trixie test-desktop test-system test-fleet fleet kept bench fuzz fuzz-daemon sanitize test-quality quality test-world world interfaces api lint install uninstall dist deb clean

help:  ## Show this list
	@sed -n 's/^\([a-z-]*\):.*  ## \(.*\)/  make \1\t\2/p' Makefile | expand -t 20

# Only the programs that it runs. SwiftPM builds one product at a time, or all.
DEMO = $(foreach program,waymarkctl waymarkd waymark-sample-provider,$(SWIFT) build $(DEBUG) --product $(program) &&) true

demo:  ## Build, and demonstrate the service with a bundled recording
	@scripts/prepare build
	$(DEMO)
	@scripts/demo

board:  ## Build, and show widgets of a recorded drive in a browser, until Ctrl-C
	@scripts/prepare board
	$(DEMO)
	$(SWIFT) build $(DEBUG) --product waymark-board
	@scripts/board

screenshots:  ## Draw the pictures of docs/images in Chromium, of real services, boards and reports
	@scripts/prepare screenshots
	$(DEMO)
	$(SWIFT) build $(DEBUG) --product waymark-board
	$(SWIFT) build $(DEBUG) --product waymark-lab
	scripts/screenshots

release:  ## Build the programs and their manual pages for installation
	@scripts/prepare release
	@$(BUILD_RELEASE)
	scripts/manual $(PROGRAMS) $(PAGES)

test:  ## Install what the tests need, and run all but the four below
	@scripts/prepare test
	$(BUILD_TESTS)
	$(RUN_TESTS) --skip '^DesktopTests\.|$(WITH_BROKERS)|$(QUALITY)' --experimental-maximum-parallelization-width $(TESTS_AT_ONCE) $(OR_LIST_FAILED)

build-tests:  ## Build all tests, without running any
	@scripts/prepare build
	$(BUILD_TESTS)

test-desktop:  ## Install real bars, browsers and programs of the desktop, and run the tests with them
	@scripts/prepare test desktop
	$(BUILD_TESTS)
	$(RUN_TESTS) --filter '^DesktopTests\.' --experimental-maximum-parallelization-width 4 $(OR_LIST_FAILED)

# It needs what scripts/prepare system installs. A release build would take a quarter of an hour.
check-trixie:  ## In a clean tree of Debian 13, as root: the demo, the packages, and the service installed from them
	scripts/in-debian trixie make demo deb PROGRAMS=.build/debug $(foreach name,DEBUG RELEASE,$(name)='$(DEBUG_PACKAGES)')
	scripts/check-package .build/trixie/dist/deb trixie

# What it needs beside systemd takes 120 MB: scripts/prepare system installs it.
test-system:  ## Build, and test the installed service under a real systemd in a container; needs root, or says "skipped"
	$(SWIFT) build $(DEBUG)
	@scripts/test-system .build/debug

# It needs what scripts/prepare fleet installs.
test-fleet:  ## Build, and test what waymark-relay sends with a real mosquitto, nats cluster and PostGIS, or say "skipped"
	$(BUILD_TESTS)
	scripts/check-fleet .build/debug
	$(RUN_TESTS) --filter '$(WITH_BROKERS)' $(OR_LIST_FAILED)

# Simulated in the debug build, a thousand machines would take ten minutes.
fleet:  ## Run 1,000 simulated machines, a cluster of brokers and a database here, and kill some of them
	@scripts/prepare fleet
	$(SWIFT) build $(RELEASE) --product waymark-lab
	scripts/fleet .build/release --picture .build/fleet.svg

kept:  ## Keep what the tests compare with, after a change that is meant to alter it
	@scripts/prepare test
	$(BUILD_TESTS)
	KEEP=1 $(RUN_TESTS) --filter 'SampleScenarioTests/hold'

bench: release  ## Measure the speed, compared with gpsdecode, gpsd, GeoClue and mosquitto where they are installed
	$(SWIFT) build $(RELEASE) --product Benchmarks
	scripts/bench .build/release

fuzz:  ## Fuzz everything that parses foreign input, and the daemon, for FUZZ_SECONDS or FUZZ_RUNS each
	@scripts/prepare build
	FUZZING=1 $(SWIFT) build --product Fuzz $(FUZZ)
	@for fuzzer in $(FUZZERS); do \
	    mkdir -p .build/fuzz/corpus/$$fuzzer; \
	    echo "$$fuzzer: $(if $(FUZZ_RUNS),$(FUZZ_RUNS) runs,$(FUZZ_SECONDS) seconds)"; \
	    FUZZER=$$fuzzer SWIFT_BACKTRACE=enable=no .build/fuzz/release/Fuzz $(FUZZ_UNTIL) -max_len=512 \
	        -len_control=0 -timeout=10 -verbosity=0 -print_funcs=0 -print_final_stats=1 -artifact_prefix=.build/fuzz/$$fuzzer- \
	        .build/fuzz/corpus/$$fuzzer Tests/Fuzzing/Corpus/$$fuzzer || exit; \
	done
	$(SWIFT) build $(DEBUG) --product waymarkd
	scripts/fuzz-daemon .build/debug --seconds $(FUZZ_SECONDS)

fuzz-daemon:  ## Call every method of the daemon with odd values, the same ones each time
	$(SWIFT) build $(DEBUG) --product waymarkd
	scripts/fuzz-daemon .build/debug --seeds $(FUZZ_SEEDS)

sanitize:  ## Run the library's tests with the address, leak and thread sanitizers, and 10,000 connections
	@scripts/prepare test
	@for sanitizer in address thread; do \
	    $(SWIFT) build $(DEBUG) --build-tests --sanitize=$$sanitizer --scratch-path .build/$$sanitizer || exit; \
	    CHURN_ROUNDS=1500 LSAN_OPTIONS=suppressions=$(CURDIR)/Tests/leaks.supp:print_suppressions=0 \
	        .build/$$sanitizer/debug/waymarkPackageTests.xctest --testing-library swift-testing \
	        --filter '^(WaymarkTests|VarlinkTests|EndToEndTests\.ClientChurnTests)' || exit; \
	done

test-quality:  ## Run the tests that measure how well changes, visits and budgets do, over recordings beside the checkout
	@scripts/prepare test
	$(BUILD_TESTS)
	$(RUN_TESTS) --filter '$(QUALITY)' $(OR_LIST_FAILED)

quality:  ## Print all that test-quality measures, and how well regions are told
	@scripts/prepare test
	$(BUILD_TESTS)
	WHOLE_TABLES=1 $(RUN_TESTS) --filter '$(QUALITY)'
	$(SWIFT) run -c release Benchmarks --region-quality $$(find ../shared/logs \( -name '.?*' -o -name gpsd \) -prune \
	        -o -type f ! -name '*.md' ! -name '*.tsv' ! -name '*.gga' -print)

test-world:  ## Run the service in a simulated world where everything goes wrong, the same each time
	$(SWIFT) build $(DEBUG) --product waymark-lab
	.build/debug/waymark-lab world --seed 1 --hours 8

world:  ## The same for HOURS (default 1000) in worlds that nobody has seen, on all processors
	$(SWIFT) build $(RELEASE) --product waymark-lab
	scripts/world .build/release/waymark-lab --hours $(or $(HOURS),1000)

interfaces:  ## Generate the Swift types of the interfaces from their texts
	$(SWIFT) run $(DEBUG) InterfaceGenerator Sources/WaymarkInterfaces/Descriptions Sources/WaymarkInterfaces/Generated

api:  ## List the public Swift API in docs/api, and build its documentation
	$(SWIFT) build $(DEBUG)
	@scripts/api
	@scripts/api --docs

lint:  ## Check the source format and the units, and print the units' exposure score
	@scripts/prepare lint
	$(SWIFT) format lint --strict --parallel --recursive Package.swift Samples Sources Tests
	@scripts/check-units

install:  ## Install what 'make release' built to PREFIX=/usr, below DESTDIR= if it is set
	@$(INSTALL_SETTINGS) scripts/install install $(or $(PACKAGES),$(USUAL_PACKAGES))
ifeq ($(DESTDIR),)
	systemd-sysusers
	@scripts/after-install
endif

dist:  ## Make the source archive in dist/
	@scripts/dist

# Whoever uploads them to Debian closes a bug there, and wants packages with debug information, too.
deb:  ## Make Debian packages in dist/deb, and check them with lintian
	@scripts/prepare deb
	dpkg-checkbuilddeps
	rm -rf dist/deb
	mkdir -p dist/deb
	dh_clean
	DEB_BUILD_OPTIONS=noautodbgsym debian/rules binary PACKAGE_FOLDER=$(CURDIR)/dist/deb
	lintian --allow-root --info --fail-on error,warning --suppress-tags initial-upload-closes-no-bugs dist/deb/*.deb

uninstall:  ## Remove the installed files, except the configuration, the user and the state
ifeq ($(DESTDIR),)
	if [ -d /run/systemd/system ]; then \
	    systemctl disable --now waymark-metrics.timer waymark-session-system.service waymarkd.socket waymarkd.service waymark-geoclue.service \
	        waymark-beacons.service waymark-modem.service waymark-phone.service waymark-relay.service waymark-anchor.service || true; \
	fi
endif
	@$(INSTALL_SETTINGS) scripts/install uninstall $(PACKAGES)
ifeq ($(DESTDIR),)
	if [ -d /run/systemd/system ]; then systemctl daemon-reload; fi
endif

clean:  ## Remove all build products
	rm -rf .build dist
