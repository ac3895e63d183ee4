# Waymark: what a newcomer and CI run. `make help` lists it.

SWIFT ?= swift
# Package traits to build with: TRAITS=Network for legs from servers. To change them builds all modules anew.
TRAITS ?=
# One configuration for everything, so that the demo, the tests and CI share one build.
CONFIGURATION := -c release
BUILD := $(CONFIGURATION) $(addprefix --traits ,$(TRAITS))
DEMO_CSV := data/nearby.csv
DEMO_ROUTE := data/route.geojson
# The picture in the README; a test makes it again and compares.
DEMO_MAP := Documentation/Routes/route.svg

# What the benchmarks beside other libraries need and leave behind; points to ask about: make bench-peers SIZES=10000,100000
PEERS := .build/bench-peers
# How long each fuzzer runs, and which: make fuzz FUZZ_SECONDS=5 FUZZERS="json gpx"
FUZZ_SECONDS ?= 60
FUZZERS ?=
# The tests of what works on several threads.
THREADED := WaymarkThreadsTests|LiveIndexConcurrencyTests|IndexPartsTests|WaymarkIndexTests.BatchTests|ProjectionPoolTests|AreaConcurrencyTests
THREADED := $(THREADED)|OutputFileTests|RouteAssemblerTests|AssemblerConcurrencyTests|CombinedLegsTests|LookupJobsTests|RowTextTests
THREADED := $(THREADED)|LookupBatchTests|SparseBatchTests|RowWorkTests|TripBatchTests|SystemConcurrencyTests
SIZES ?= 10000,100000,1000000
GROWTH_SIZES ?= 1000,10000,100000,1000000,10000000
BENCHMARKS := $(CONFIGURATION) --package-path Benchmarks --scratch-path .build-benchmarks

# Where `make install` puts the program, its manual and its completions; DESTDIR goes before it, for packagers.
PREFIX ?= /usr/local
DESTDIR ?=
# What is installed can do all there is, and on Linux carries Swift's runtime, so that no toolchain is needed to run it.
STAGE := .build-install
INSTALLED = $(CONFIGURATION) --traits Network --scratch-path $(STAGE) $(if $(filter Linux,$(shell uname)),-Xswiftc -static-stdlib)
DIST = $(STAGE)/dist

.PHONY: help setup build demo installed install uninstall dist dist-check test tsan leaks soak fuzz scaling-setup scaling bench \
	peer-questions bench-peers bench-growth bench-quick bench-search evaluate-search gate gate-update \
	lint apple format clean

help: ## Show what there is
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: ## Install what is missing: libproj, libgeos, pkg-config, a C compiler
	@sh .ci/setup

build: setup ## Build the library and the command
	$(SWIFT) build $(BUILD) --product waymark

demo: build ## Attractions within 10 km of each stop of a trip, and the trip as GeoJSON and as a map, on the data in data/
	@bin=$$($(SWIFT) build $(BUILD) --show-bin-path)/waymark && \
	"$$bin" nearby data/stops.csv --attractions data/attractions.csv --radius 10km --format table && \
	"$$bin" nearby data/stops.csv --attractions data/attractions.csv --radius 10km --output $(DEMO_CSV) --quiet && \
	"$$bin" route data/stops.csv --format geojson --output $(DEMO_ROUTE) --quiet && \
	"$$bin" route data/stops.csv --format svg --attractions data/attractions.csv --radius 25km --output $(DEMO_MAP) --quiet && \
	echo "The same rows as CSV: $(DEMO_CSV). The trip: $(DEMO_ROUTE), and as a map: $(DEMO_MAP)"

installed: setup
	$(SWIFT) build $(INSTALLED) --product waymark
	$(SWIFT) package $(INSTALLED) --allow-writing-to-package-directory generate-manual --multi-page

install: installed ## Install the program with everything, its manual and its completions: PREFIX=/usr/local DESTDIR=
	@sh .ci/install-files $(STAGE) "$$($(SWIFT) build $(INSTALLED) --show-bin-path)" "$(DESTDIR)$(PREFIX)"

uninstall: ## Remove what `make install` put there
	rm -f "$(DESTDIR)$(PREFIX)"/bin/waymark "$(DESTDIR)$(PREFIX)"/share/man/man1/waymark.1 \
		"$(DESTDIR)$(PREFIX)"/share/man/man1/waymark.*.1 "$(DESTDIR)$(PREFIX)"/share/bash-completion/completions/waymark \
		"$(DESTDIR)$(PREFIX)"/share/zsh/site-functions/_waymark "$(DESTDIR)$(PREFIX)"/share/fish/vendor_completions.d/waymark.fish

dist: installed ## Pack the same as a tar for machines without Swift, which need libproj and libgeos
	@sh .ci/dist $(STAGE) "$$($(SWIFT) build $(INSTALLED) --show-bin-path)" $(DIST)

dist-check: dist ## Run what is in the tar in a bare Debian made for it; as root
	@sh .ci/dist-check "$$(ls -t $(DIST)/*.tar.gz | head -1)"

test: setup ## Build and run every test; those of servers with TRAITS=Network
	$(SWIFT) build $(BUILD) --build-tests
	$(SWIFT) test $(BUILD) --skip-build --disable-xctest

tsan: setup ## Run whatever works on several threads under ThreadSanitizer: locks, work in parts, index, batches, outputs, legs, areas
	WAYMARK_THREADS=1 $(SWIFT) test $(CONFIGURATION) --sanitize=thread -Xswiftc -DWAYMARK_THREAD_SANITIZER --scratch-path .build-tsan \
		--disable-xctest --filter "$(THREADED)"

leaks: setup ## Look for memory that GEOS and PROJ leave behind
	$(SWIFT) build $(BUILD) --build-tests
	@sh .ci/leaks $$($(SWIFT) build $(BUILD) --show-bin-path)/WaymarkPackageTests.xctest

soak: setup ## A million index queries, ten million points, every bit of an index file, 10 million polylines, 100 000 schedules of legs, every published order, 500 killed runs
	$(SWIFT) build $(BUILD) --build-tests
	WAYMARK_SOAK_QUERIES=1000000 $(SWIFT) test $(BUILD) --skip-build --disable-xctest --filter "WaymarkIndexTests|AttractionFileTests"
	WAYMARK_SOAK_POLYLINES=10000000 $(SWIFT) test $(BUILD) --skip-build --disable-xctest --filter WaymarkPolylinesTests
	WAYMARK_SOAK_SCHEDULES=100000 $(SWIFT) test $(BUILD) --skip-build --disable-xctest --filter "AssemblyScheduleTests|AssemblerConcurrencyTests"
	WAYMARK_SOAK_ORDERS=1 $(SWIFT) test $(BUILD) --skip-build --disable-xctest --filter PublishedOptima
	WAYMARK_SOAK_KILLS=500 $(SWIFT) test $(BUILD) --skip-build --disable-xctest --filter KilledTests

fuzz: setup ## Give every reader of foreign bytes inputs that break it, FUZZ_SECONDS (60) each, under AddressSanitizer
	@program=$$(SWIFT="$(SWIFT)" sh .ci/fuzz-build) && python3 .ci/fuzz "$$program" --seconds $(FUZZ_SECONDS) $(FUZZERS)

scaling-setup: ## Install what the recipes of Documentation/Scaling.md run on
	@sh .ci/scaling-setup

scaling: setup scaling-setup ## Run the recipes of Documentation/Scaling.md on a million stops
	$(SWIFT) build $(BUILD) --build-tests
	WAYMARK_SCALING_STOPS=1000000 $(SWIFT) test $(BUILD) --skip-build --disable-xctest --filter ScalingTests

bench: setup ## Measure every part beside the obvious way and GEOS's tree: 5 minutes, and as long to build
	$(SWIFT) package --package-path Benchmarks --scratch-path .build-benchmarks benchmark --target WaymarkBenchmarks --grouping metric --no-progress

peer-questions: setup
	$(SWIFT) build $(BENCHMARKS) --product PeerQuestions

bench-peers: build peer-questions ## Time the same questions to other libraries and to DuckDB and chdb, and compare the answers
	@sh Benchmarks/Peers/setup all $(PEERS)
	@python3 Benchmarks/Peers/bench_peers.py --folder $(PEERS) --sizes $(SIZES) \
		--peer-questions $$($(SWIFT) build $(BENCHMARKS) --show-bin-path)/PeerQuestions \
		--waymark $$($(SWIFT) build $(BUILD) --show-bin-path)/waymark

bench-growth: peer-questions ## Time the same questions to 1 k to 10 M points, and draw it
	@sh Benchmarks/Peers/setup cpp $(PEERS)
	@python3 Benchmarks/Peers/bench_growth.py --folder $(PEERS) --sizes $(GROWTH_SIZES) \
		--peer-questions $$($(SWIFT) build $(BENCHMARKS) --show-bin-path)/PeerQuestions \
		--output Documentation/Performance/growth.svg

bench-quick: peer-questions ## Both in small, with the C++ libraries alone: do they still run, and agree?
	@sh Benchmarks/Peers/setup cpp $(PEERS)
	@program=$$($(SWIFT) build $(BENCHMARKS) --show-bin-path)/PeerQuestions && \
	python3 Benchmarks/Peers/bench_peers.py --folder $(PEERS) --quick --peer-questions $$program && \
	python3 Benchmarks/Peers/bench_growth.py --folder $(PEERS) --sizes 1000,10000 --peer-questions $$program \
		--output $(PEERS)/growth.svg

# What make evaluate-search types: the names of these files, and of the shared ones where they are.
SEARCH_FILES ?= data/attractions.csv $(wildcard $(foreach name,2024-04-dups.cp949.csv 2021-09-blanks.cp949.csv \
	2022-02-noheader.cp949.csv 2019-10.portal.json,$(or $(WAYMARK_SHARED_DATA),../shared/data)/attractions/attractions-$(name)))

evaluate-search: build ## Type every name of SEARCH_FILES key by key, and print how soon each is found: a minute
	@"$(WAYMARK)" evaluate-search $(SEARCH_FILES)

bench-search: build ## The same names typed into SQLite's FTS5 (trigram and prefix) and a LIKE over jamo, with hit rate beside time
	@python3 Benchmarks/Peers/bench_search.py --waymark "$(WAYMARK)" $(SEARCH_FILES)

HOT_PATHS = $$($(SWIFT) build $(BENCHMARKS) --show-bin-path)/HotPaths
WAYMARK = $$($(SWIFT) build $(BUILD) --show-bin-path)/waymark

gate: build ## Count the instructions of the hot paths, and fail where one takes more than before: a minute
	$(SWIFT) build $(BENCHMARKS) --product HotPaths
	@python3 .ci/gate --hot-paths "$(HOT_PATHS)" --waymark "$(WAYMARK)"

gate-update: build ## Take the counts of today for those to compare with
	$(SWIFT) build $(BENCHMARKS) --product HotPaths
	@python3 .ci/gate --hot-paths "$(HOT_PATHS)" --waymark "$(WAYMARK)" --update

lint: apple ## Check the floors, the format of the sources, that all is there on macOS 15, that readers have fuzzers and promises tests
	@python3 .ci/readers
	@python3 .ci/floors
	$(SWIFT) format lint --strict --configuration .swift-format --recursive Package.swift Sources Tests Benchmarks

apple: ## Type-check the sources for macOS, by the availability in the toolchain's own interface files
	@python3 .ci/apple --swift $(SWIFT)

format: ## Format the sources in place
	$(SWIFT) format --in-place --configuration .swift-format --recursive Package.swift Sources Tests Benchmarks

clean: ## Remove what was built
	rm -rf .build .build-install .build-tsan .build-benchmarks .build-apple .build-fuzz $(DEMO_CSV) $(DEMO_ROUTE)
