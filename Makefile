# Lily. Only Go, make and git are needed to build and run; the tests also want
# Chromium, Firefox and Node, which `make deps` installs where it may.

.DEFAULT_GOAL := build
.DELETE_ON_ERROR:
.PHONY: help build run release twice module test together quick lint lint-native lint-wasm test-native test-race test-wasm test-e2e test-kill test-skills hostile stands-fit size bench bench-peers bench-page agents fuzz fuzz-changed pictures vendor vscode deps fmt clean

help: ## list what can be made
	@sed -n 's/^\([a-z0-9-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 14

# The variable that says the module is also the one that says where programs are. So where it came
# from the command line, make gets back the one of its own environment, which a shell may not have.
ifeq ($(origin PATH),command line)
MODULE := $(PATH)
override PATH := $(shell PATH=/usr/bin:/bin; { tr '\0' '\n' </proc/$$PPID/environ || ps eww -o command= -p $$PPID | tr ' ' '\n'; } 2>/dev/null | sed -n 's/^PATH=//p')
export PATH
endif

GO       ?= go
# What is released holds no path of this machine. Tests are built in the same way, so that what both need is built once.
export GOFLAGS := $(strip $(filter-out -trimpath,$(GOFLAGS)) -trimpath)
BROTLI   ?= 11
# What opening the page does not fetch can be pressed less, where it is not released.
LATER    ?= $(BROTLI)
FUZZTIME ?= 2m
SINCE    ?= main
TOTAL    ?= 5m
BENCH    ?=
ARGS     ?=

ROOT        := $(shell $(GO) env GOROOT)
TOOLS       := $(CURDIR)/bin/tools
STATICCHECK := honnef.co/go/tools/cmd/staticcheck@v0.8.2
GOFUMPT     := mvdan.cc/gofumpt@v0.12.0

# What each thing is made of. Embedded files count, tests and their data do not.
sources   = $(shell find $(1) -type f ! -name '*_test.go' ! -path '*/testdata/*' ! -path 'static/dist/*' ! -path 'static/pictures/*' 2>/dev/null)
PAGE     := $(filter-out web/bench web/complete web/cores web/disk web/fuzz web/install web/lint web/lsp web/module web/pack web/parts web/peers web/proxy web/recorder web/native web/release web/sites web/server web/slim web/source web/vsix,$(patsubst %/,%,$(wildcard web/*/)))
IN_WASM  := Makefile go.mod go.sum $(call sources,web/parts core $(PAGE) wasm skills persona)
IN_PAGE  := $(call sources,static web/pack web/slim) web/server/assets.go
IN_LILY  := $(wildcard *.go) $(call sources,core web skills persona static)
# The packages whose files are for the page alone; all others are linted as they are built natively.
WASM_PKG := ./wasm/...
# Tests are vetted by lint, with all else; their binaries need no debugger's tables.
GO_TEST  := $(GO) test -vet=off -ldflags='-s -w'
NATIVE   := $$($(GO) list ./... | grep -v /playwright-free-e2e)
# What starts a goroutine, or is asked by more than one.
RACY     ?= . ./core ./core/agents ./core/agents/all ./core/tree ./core/loader ./core/model ./core/store ./core/persist ./web/cores ./web/disk ./web/door ./web/editor ./web/folder ./web/lint ./web/live ./web/loop ./web/lsp ./web/native ./web/peers ./web/proxy ./web/server ./web/state ./web/terminal/... ./web/ui
# These start none: they read sources and documents, or go one step after another for long.
STILL    := ^Test(ABiggerWindowShowsNoLess|TheOrderOfAListingChangesNothing|Architecture|Banned.*|Codes.*|Corpus.*|Docs|Layers|Limits|ManualIsWhole|ManualListsWhatThereIs|NoHomes|PackageDocs|Picture|Races|Reach|Rooms|StandInsFit|Targets|CheckAgreesWithSnapshot|HelpShowsWhatCanBeTyped|Injection|LinksByEveryReader|ManySkillsAreFound|ModelReaches|NothingIsSlow|OwnerOnlyByEveryName|PathsHold|PinnedMany|ProgramWritesTooMuch|ReloadIsLoad|Runs|ScriptsReplay|ScriptsTwice|Settle|Streams|Bounds|SplitterBounds|Walks|DiskWalks|ShellHostile|TornJournal|ModuleElsewhere|OddTargets|FormatsAreWhole|LSPThousandEdits|CheckFormats|FixOf.*|TrustHolds|Golden|ReadmeExamples|CorpusCheck|OddFilesInside|Action|LinksMany|HelpTopics|Killed|Screens|ProgramsOnALargeProject|SessionsTwice|VSCode|Terminal|TheSpecificationsExamplesRun)$$

# What holds the readers of foreign texts to a cost in proportion to them.
COST     := CostsNoMoreThan|CostNoMoreThan|QuadraticIsFound

# Go's runtime takes at most 8 KiB of arguments and environment in wasm: give it little.
ON_WASM := GOOS=js GOARCH=wasm
IN_NODE := -exec "env -i 'PATH=$$PATH' 'HOME=$$HOME' 'CI=$$CI' $(ROOT)/lib/wasm/go_js_wasm_exec"

# LEAN=0 builds the engine as any Go program is built: bigger than a first load may be, and of any version of Go.
LEAN ?= 1

# The download is what a first visit waits for: without inlining, HTTP/2, the
# newer collector and an allocator for each size it is a tenth smaller. The
# runtime keeps its inlining: it collects on the one thread that the page has.
# go-app's server would bring net/http and TLS along, and its encryption AES: packages
# below wasm stand in for them, and for html's table of entities, which nothing here reads.
# The runtime collects garbage in parts, and keeps neither traces nor metrics (web/parts).
# The link keeps a toolchain in the module cache, where nothing may be overlaid, out of it.
LEAN_ENV := $(ON_WASM) GOEXPERIMENT=nogreenteagc,nosizespecializedmalloc
LEAN_GO  := -tags=nethttpomithttp2 -gcflags=all=-l -gcflags=runtime/...= -gcflags=internal/runtime/...=

# Packages of Go's, and what stands in for each: one file with the package's name. They fit the packages that import
# them in this version of Go, and are checked against another one by a person.
STANDINS_FOR := go1.26
STANDINS     := net/http:wasm/http $(foreach p,aes cipher md5 rand sha1,crypto/$(p):wasm/crypto/$(p)) html:wasm/html

build: bin/lily ## build everything into bin/lily (BROTLI=5 is quicker; LEAN=0 without stand-ins for Go's packages)

GO_VERSION := $(shell $(GO) env GOVERSION)
STOOD_IN   := $(foreach s,$(STANDINS),$(firstword $(subst :, ,$(s))))
ifeq ($(LEAN),0)
BUILT := $(GO_VERSION), with all of Go's own library
else
BUILT := $(GO_VERSION), with stand-ins of Lily's for $(STOOD_IN)
endif

# An engine that was built in the other way is built again.
bin/lean-$(LEAN):
	@mkdir -p bin && rm -f bin/lean-* && touch $@

ifeq ($(LEAN),0)
stands-fit:

bin/lily.wasm: $(IN_WASM) bin/lean-0
	$(ON_WASM) $(GO) build -buildvcs=false -trimpath -ldflags='-s -w' -o $@ ./wasm
	@echo "LEAN=0: the engine has all of Go's library. It works, and the first load is over what make size allows."
else
stands-fit: ## whether the stand-ins fit this version of Go
	@case '$(GO_VERSION)' in $(STANDINS_FOR)|$(STANDINS_FOR).*|$(STANDINS_FOR)[!0-9]*) ;; \
	*) echo "The stand-ins for $(STOOD_IN) were made for $(STANDINS_FOR), and this is $(GO_VERSION). Build with $(STANDINS_FOR)," \
		"look through wasm/http, wasm/crypto and web/parts and raise STANDINS_FOR, or run make build LEAN=0, which needs none." >&2; exit 1 ;; esac

bin/lily.wasm: $(IN_WASM) bin/lean-$(LEAN) | stands-fit
	@mkdir -p bin && ln -sfn $(ROOT) bin/go
	@for s in $(STANDINS); do own=$${s#*:}; own=$$own/$${own##*/}.go; \
		for f in bin/go/src/$${s%:*}/*.go; do case $$f in *_test.go) ;; *) echo "\"$$f\":\"\""; esac; done; \
		echo "\"bin/go/src/$${s%:*}/stand_in.go\":\"$$own\""; done >bin/overlay
	@rm -rf bin/parts && $(GO) run ./web/parts -root bin/go -to bin/parts
	@cd bin/parts && find * -type f | while read -r f; do echo "\"bin/go/src/$${f%.txt}\":\"bin/parts/$$f\""; done >>../overlay
	@paste -sd, bin/overlay | sed 's/.*/{"Replace":{&}}/' >bin/overlay.json
	GOROOT=$(CURDIR)/bin/go GOTOOLCHAIN=local $(LEAN_ENV) bin/go/bin/go build -overlay bin/overlay.json -buildvcs=false -trimpath $(LEAN_GO) -ldflags='-s -w' -o $@ ./wasm
endif

# The second engine comes when it is first asked, so that it is built for speed: as any Go program is, by either way.
bin/second.wasm: $(IN_WASM)
	$(ON_WASM) $(GO) build -buildvcs=false -trimpath -ldflags='-s -w' -o $@ ./wasm/second

PACK = $(GO) run ./web/pack -wasm bin/lily.wasm -second bin/second.wasm -exec $(ROOT)/lib/wasm/wasm_exec.js -notice NOTICE -build "$(BUILT)" -brotli $(BROTLI) -later $(LATER)

static/dist/manifest.json: bin/lily.wasm bin/second.wasm $(IN_PAGE) NOTICE
	$(PACK)

bin/lily: static/dist/manifest.json $(IN_LILY) NOTICE
	$(PACK) # what was pressed for tests
	$(GO) build -trimpath -ldflags='-s -w' -o $@ .

PLATFORMS := linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64 windows/arm64

release: static/dist/manifest.json ## build bin/release: an archive for each platform, with an SBOM and SHA256SUMS
	rm -rf bin/platforms bin/release
	$(PACK) # what was pressed for tests
	for p in $(PLATFORMS); do case $$p in windows/*) exe=.exe ;; *) exe= ;; esac; \
		CGO_ENABLED=0 GOOS=$${p%/*} GOARCH=$${p#*/} $(GO) build -buildvcs=auto -trimpath -ldflags='-s -w' -o bin/platforms/$$p/lily$$exe . || exit 1; done
	$(GO) run ./web/release -from bin/platforms -engine bin/lily.wasm -build "$(BUILT)" -to bin/release
	@cat bin/release/SHA256SUMS

twice: ## make the release of HEAD in two clones, the second without a cache, and compare the bytes
	dir=$$(mktemp -d) && git clone -q . $$dir/one && git clone -q $$dir/one $$dir/two && $(MAKE) -C $$dir/one release && \
		GOCACHE=$$dir/cache $(MAKE) -C $$dir/two release && cmp $$dir/*/bin/release/SHA256SUMS && rm -rf $$dir

module: ## rename the module everywhere (PATH=example.com/x/lily)
	$(GO) run ./web/module $(MODULE)

run: build ## build, and serve the page (ARGS='--open --addr 127.0.0.1:30777')
	bin/lily serve $(ARGS)

test: ## run everything, as CI does: what needs no browser at once, then the page, whose tests want an answer in time
	@$(MAKE) --no-print-directory LATER=5 --jobs=3 $(if $(filter output-sync,$(.FEATURES)),--output-sync=target) together
	@$(MAKE) --no-print-directory LATER=5 test-e2e

# What tests and reads the code ends soon: the time of its collector is worth more than the memory that it would free.
lint-native lint-wasm test-native test-race test-wasm: export GOGC ?= 400
lint-native lint-wasm test-native test-race test-wasm: export GOMEMLIMIT ?= 2GiB

# What embeds the page waits until it is built, and the rest runs meanwhile.
together: test-wasm lint test-race test-native size
ifeq ($(MAKECMDGOALS),together)
lint-native test-race test-native: | static/dist/manifest.json
endif

quick: $(TOOLS)/gofumpt ## what can be told within a minute, from the second time on, and what it leaves out
	@test -z "$$($(TOOLS)/gofumpt -l . | tee /dev/stderr)"
	$(ON_WASM) $(GO) build -o /dev/null ./wasm
	$(GO) test -short $(NATIVE)
	@echo "quick: left out: the long walks (-short), the race detector, Node, the page in its browsers, its size, and lint but for"
	@echo "quick: the format and what go test vets. make test runs all of it."

lint: lint-wasm lint-native ## gofmt, gofumpt, vet, staticcheck and go fix, for both targets

lint-native: $(TOOLS)/staticcheck $(TOOLS)/gofumpt
	@test -z "$$(gofmt -l . | tee /dev/stderr)" && test -z "$$($(TOOLS)/gofumpt -l . | tee /dev/stderr)"
	$(GO) vet ./...
	$(TOOLS)/staticcheck ./...
	$(GO) fix -diff ./...

lint-wasm: $(TOOLS)/staticcheck
	$(ON_WASM) $(GO) vet $(WASM_PKG)
	$(ON_WASM) $(TOOLS)/staticcheck $(WASM_PKG)
	$(ON_WASM) $(GO) fix -diff $(WASM_PKG)

$(TOOLS)/staticcheck: Makefile
	GOBIN=$(TOOLS) $(GO) install $(STATICCHECK) && touch $@

$(TOOLS)/gofumpt: Makefile
	GOBIN=$(TOOLS) $(GO) install $(GOFUMPT) && touch $@

test-native: deps ## Go tests on this machine
	$(GO_TEST) $(NATIVE)

test-race: ## the packages with goroutines, under the race detector (needs a C compiler)
	@if [ "$$($(GO) env CGO_ENABLED)" = 1 ]; then set -x; $(GO_TEST) -race -short -skip '$(STILL)' $(RACY); \
	else echo "test-race: skipped: no C compiler was found; install gcc or clang."; test -z "$$CI"; fi

# The long walks go the same way on both targets. What a text costs need not.
test-wasm: deps ## the engine's tests as WebAssembly under Node
	@if command -v node >/dev/null; then set -x; $(ON_WASM) $(GO_TEST) $(IN_NODE) -short ./core/... ./wasm/... && \
		$(ON_WASM) $(GO_TEST) $(IN_NODE) -run '$(COST)' ./core ./wasm/costtest ./core/diff ./web/live ./web/markdown ./web/words; \
	else echo "test-wasm: skipped: no node was found."; test -z "$$CI"; fi

test-e2e: static/dist/manifest.json deps ## the page in Chromium, and in Firefox
	$(GO_TEST) -count=1 -timeout 30m ./playwright-free-e2e

test-kill: static/dist/manifest.json deps ## 200 acts in Chromium, of sessions on the disk and of their store, each ended at a random moment of it
	$(GO) test -v -count=1 -timeout 30m -run 'TestKilled|TestSessionsKilled' ./web/kept . -killed=200
	$(GO) test -v -count=1 -timeout 30m -run TestKilledAnywhere ./playwright-free-e2e -killed=200

test-skills: static/dist/manifest.json deps ## all skills of the tests in Chromium, each by a person's line and by a model's call
	$(GO_TEST) -v -count=1 -timeout 30m -run '^TestFortySkillsInThePage$$' ./playwright-free-e2e -every-skill

hostile: static/dist/manifest.json deps ## the whole collection of attacks (core/hostile), in the page too
	$(GO_TEST) -count=1 ./core/hostile
	$(GO_TEST) -count=1 -run '^TestHostile$$' ./web/proxy
	$(GO_TEST) -count=1 -timeout 30m -run '$(COST)' ./core ./core/advice ./web/markdown ./web/words -every
	$(GO_TEST) -count=1 -timeout 20m -run '^TestHostile' ./playwright-free-e2e -hostile

pictures: static/dist/manifest.json deps ## README's pictures, taken anew of the page with its example
	$(GO_TEST) -count=1 -run '^TestThePictures$$' ./playwright-free-e2e -pictures

size: static/dist/manifest.json ## what the first load costs, in brotli; fails over 1.75 MiB
	$(GO) run ./web/pack -size

# Each round measures all of it once, so that what else the machine does meets all alike, and the best of each counts.
ROUNDS ?= 3
WASM_BENCH = $(LEAN_ENV) $(GO) test $(LEAN_GO) $(IN_NODE) -run '^$$' -benchmem
bench: ## the targets of speed and memory as a table, native and as WebAssembly built as the page is (BENCH=regexp: all benchmarks of that name, once)
ifeq ($(BENCH),)
	@mkdir -p bin && rm -f bin/bench.txt
	@for round in $$(seq $(ROUNDS)); do set -x; $(call measured) || exit 1; done >>bin/bench.txt
	$(GO) run ./web/bench -of bench bin/bench.txt
else
	$(GO) test -run '^$$' -bench '$(BENCH)' -benchmem -cpu 1 . ./core/...
	$(GO) test -run '^$$' -bench '$(BENCH)' ./web/worktree
	$(LEAN_ENV) $(GO) test $(LEAN_GO) $(IN_NODE) -run '^$$' -bench '$(BENCH)' -benchmem ./core/...
endif

define measured
$(GO) test -run '^$$' -bench '^Benchmark(Bytes|Disk)$$' -benchtime 0.5s -benchmem -cpu 1 . && \
$(GO) test -run '^$$' -bench '^Benchmark(Bytes|Disk)$$/^1000$$' -benchtime 0.5s -benchmem . && \
$(GO) test -run '^$$' -bench '^Benchmark(Turn|Step)$$' -benchtime 0.5s -benchmem -cpu 1 ./core ./web/state && \
$(GO) test -run '^$$' -bench '^Benchmark(Kept|Replay)$$' -benchtime 1x -benchmem -cpu 1 ./core && \
$(WASM_BENCH) -bench '^Benchmark(Snapshot|Reload|EditAndReload)$$' -benchtime 0.5s ./core/loader
endef

# CRUSH names a checkout of crush, which no registry has.
PEERS := crush,pi,codex,gemini
bench-peers: ## the same beside other agents' own loaders, as far as they can be had (CRUSH=checkout; needs Node, npm and ../shared/peers)
	@if [ ! -d ../shared/peers ]; then echo "bench-peers: skipped: there is no ../shared/peers, whose scripts time the loaders of other agents."; else \
		mkdir -p bin && rm -f bin/bench-peers.txt && for round in $$(seq $(ROUNDS)); do set -x; { \
		$(GO) test -run '^$$' -bench '^BenchmarkDisk$$/^1000$$' -benchtime 0.5s . && \
		$(WASM_BENCH) -bench '^BenchmarkSnapshot$$/^1000$$' -benchtime 0.5s ./core/loader && \
		{ CRUSH='$(CRUSH)' $(GO) run ./web/peers -time -only '$(or $(ONLY),$(PEERS))' || true; }; } >>bin/bench-peers.txt || exit 1; done; \
		$(GO) run ./web/bench -of bench-peers bin/bench-peers.txt; fi

bench-page: static/dist/manifest.json deps ## the page's targets as a table: documents with 10,000 skills, a start, an import, a stream, 500 turns, and what Firefox tells
	@mkdir -p bin && rm -f bin/bench-page.txt
	$(GO) test -v -count=1 -timeout 20m -parallel 1 -run "TestAStreamShowsAsItArrives|TestTheStoreIsMeasured|TestFiveHundredTurnsAreMeasured|TestFirefoxIsMeasured|TestProgramsAreMeasured|TestManySkills(AreKept|Move|InOthersEyes|InEachDocument|AreFewRows)$$" \
		./playwright-free-e2e -measure >bin/bench-page.txt || { cat bin/bench-page.txt; exit 1; }
	@cat bin/bench-page.txt
	$(GO) run ./web/bench -of bench-page bin/bench-page.txt

fuzz: ## every fuzz target for FUZZTIME (2m)
	@grep -rhoE --include='*_test.go' -H '^func Fuzz[A-Za-z0-9_]*' core web | sed 's/:func /:/' | while IFS=: read -r file name; do \
		(set -x; $(GO) test -run '^$$' -fuzz "^$$name\$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 100x "./$$(dirname "$$file")") </dev/null || exit 1; done

fuzz-changed: ## fuzz what has changed since a commit, for FUZZTIME each and TOTAL in all (SINCE=main FUZZTIME=10s TOTAL=5m)
	@$(GO) run ./web/fuzz -since $(SINCE) -each $(if $(filter command line environment,$(origin FUZZTIME)),$(FUZZTIME),10s) -total $(TOTAL)

# Each is run in folders of its own, without a network. CRUSH, SKILLS_REF and STRICTYAML name checkouts of what no registry has.
agents: ## run other agents over the cases and the corpus, and write their golden files (ONLY=codex,pi MISSING=1)
	CRUSH='$(CRUSH)' SKILLS_REF='$(SKILLS_REF)' STRICTYAML='$(STRICTYAML)' $(GO) run ./web/peers -only '$(ONLY)' $(if $(MISSING),-missing)

vscode: ## build bin/lily.vsix, the extension of VS Code (needs Node and npm)
	rm -rf bin/vscode && mkdir -p bin/vscode
	cp static/vscode/package.json static/vscode/package-lock.json static/vscode/extension.js LICENSE bin/vscode
	cd bin/vscode && npm ci --ignore-scripts --no-audit --no-fund
	$(GO) run ./web/vsix -from bin/vscode -to bin/lily.vsix

VENDOR := static/vendor

vendor: vendor-just-bash vendor-codemirror vendor-formats vendor-python vendor-isomorphic-git vendor-node vendor-sucrase ## build what is in static/vendor again from the packages that its lock files pin (needs Node and npm)

# Python comes in the package of just-bash, so that one lock file pins both.
LOCK_OF_python := just-bash

vendor-%:
	rm -rf bin/vendor/$* && mkdir -p bin/vendor/$*
	cp $(addprefix $(VENDOR)/$(or $(LOCK_OF_$*),$*)/,package.json package-lock.json) $(VENDOR)/$*/*.mjs $(wildcard $(VENDOR)/$*/*.py $(VENDOR)/$*/*.lock.json $(VENDOR)/$*/*.txt) bin/vendor/$*
	cd bin/vendor/$* && npm ci --ignore-scripts --no-audit --no-fund && node build.mjs $(CURDIR)/$(VENDOR)/$* $(CURDIR)/wasm/which/programs.txt

deps: ## install Chromium, Firefox, Node and bubblewrap for the tests, or say what to install
	@.ci/deps

fmt: $(TOOLS)/gofumpt ## format the Go files
	$(TOOLS)/gofumpt -w .

clean: ## remove what was built
	rm -rf bin
	find static/dist -type f ! -name .gitkeep -delete
