# The targets for newcomers and CI; `make help` lists them.

SWIFT ?= swift
# One configuration for the tests and CI, so that they share a build. The demo alone compiles without optimization, in half the time.
CONFIGURATION = -c release
# Debug information takes a tenth of a build. So does the index, but SwiftPM finds tests by it: only builds without tests do without.
LIGHT = -debug-info-format none
BUILD = $(CONFIGURATION) $(LIGHT)
demo: CONFIGURATION = --disable-index-store
DEMO_CSV := data/nearby.csv
DEMO_ROUTE := data/route.geojson
# The picture in the README; a test draws it again and compares.
DEMO_MAP := Documentation/Routes/route.svg
# What else to see, as a map
DEMO_SEEN := data/recommended.svg
# A day in Gyeongju, as a map
DEMO_PLAN := data/plan.svg
DEMO_DAY := Documentation/Towns/day.svg
# The places of a town of OpenStreetMap, with the attractions of data/
DEMO_TOWN := .build/town.waymark
MAKE_TOWN = town data/busan-seomyeon.osm.pbf --attractions data/attractions.csv --output $(DEMO_TOWN)

# The folder of the benchmarks of other libraries; numbers of points: make bench-peers SIZES=10000,100000
PEERS := .build/bench-peers
# The time of each fuzzer, and which to run: make fuzz FUZZ_SECONDS=5 FUZZERS="json gpx"
FUZZ_SECONDS ?= 60
FUZZERS ?=
# More options for their build: FUZZ_BUILD="-Xswiftc -Onone" compiles in a third of the time, and runs slower.
FUZZ_BUILD ?=
SIZES ?= 10000,100000,1000000
# Benchmarks of `make bench`, by a pattern of their whole name, and numbers of points: make bench BENCH="GPX.*" BENCH_SIZES=10000
BENCH ?=
BENCH_SIZES ?= $(SIZES)
BENCH_FORMAT ?= --grouping metric
# The folder of the published instances of `make bench-orders`
ORDERS ?= ../shared/data
# Seconds a plan of `make bench-plans`, and which of op, top, toptw1, toptw2, oplib and courses
SECONDS ?= 1
FAMILIES ?=
GROWTH_SIZES ?= 1000,10000,100000,1000000,10000000
GROWTH_CHART ?= Documentation/Performance/growth.svg
BENCHMARKS = $(CONFIGURATION) $(LIGHT) --disable-index-store --package-path Benchmarks --scratch-path .build-benchmarks

# The installation prefix of the program, its manual and completions; DESTDIR is prepended, for packagers.
PREFIX ?= /usr/local
DESTDIR ?=
# 1 for a program with the service in it, which takes twice as long to build
SERVICE ?=
# On Linux the installed program includes Swift's runtime, so that it needs no toolchain.
STAGE := .build-install$(if $(SERVICE),-service)
INSTALLED = $(CONFIGURATION) $(LIGHT) --disable-index-store --scratch-path $(STAGE) $(if $(filter Linux,$(shell uname)),-Xswiftc -static-stdlib)
DIST = $(STAGE)/dist

# The service is fetched and compiled for those who ask for it. Where it was once, it stays in the package: a build without it would
# remove what was fetched, and the next one with it compile all of that again.
serve: export WAYMARK_SERVICE = 1
installed install dist: export WAYMARK_SERVICE = $(SERVICE)
tests test service-clients service-hostile service-roads route-roads page page-shots bench-page bench-service leaks soak scaling evaluate-themes evaluate-same-place: export WAYMARK_SERVICE = test
build weights-tool demo power-cuts docs hot-paths gate gate-update walks pictures bench-plans: export WAYMARK_SERVICE = $(if $(wildcard .build/checkouts/hummingbird),test)
apple lint tsan: export WAYMARK_SERVICE =

.PHONY: help setup build demo serve installed install uninstall dist dist-check tests test service-clients service-hostile service-roads route-roads page page-shots bench-page pictures compare-routers bench-roads tsan leaks power-cuts soak fuzz scaling-setup scaling bench \
	peer-questions bench-plans bench-orders bench-service bench-store bench-peers bench-growth bench-quick bench-search search-times search-evaluation evaluate-search evaluate evaluate-plans weights weights-tool known-places evaluate-themes evaluate-same-place evaluate-ways \
	hot-paths gate gate-update docs lint backdrop cp949 apple format figures where-waymark where-peer-questions walks nightly clean

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: ## Install missing dependencies: libproj, libgeos, libsqlite3, libcurl, zlib, a C compiler
	@sh .ci/setup

build: setup ## Build the library and the command
	$(SWIFT) build $(BUILD) --product waymark

demo: build ## List the attractions within 10 km of each stop in data/, write the trip as GeoJSON and as a map, recommend what else to see, also from a town of OpenStreetMap, plan a day in Gyeongju, and draw one on the streets of the town
	@bin=$$($(SWIFT) build $(BUILD) --show-bin-path)/waymark && \
	"$$bin" nearby data/stops.csv --attractions data/attractions.csv --radius 10km --format table && \
	"$$bin" nearby data/stops.csv --attractions data/attractions.csv --radius 10km --output $(DEMO_CSV) --quiet && \
	"$$bin" route data/stops.csv --format geojson --output $(DEMO_ROUTE) --quiet && \
	"$$bin" route data/stops.csv --format svg --attractions data/attractions.csv --radius 25km --language en --output $(DEMO_MAP) --quiet && \
	"$$bin" recommend data/stops.csv --attractions data/attractions.csv --limit 3 --explain --format table && \
	"$$bin" recommend data/stops.csv --attractions data/attractions.csv --limit 3 --format svg --output $(DEMO_SEEN) --quiet && \
	"$$bin" $(MAKE_TOWN) && \
	printf 'name\n서면역\n' | "$$bin" recommend - --find-stops --attractions $(DEMO_TOWN) --limit 6 --explain --format table && \
	"$$bin" plan --attractions data/attractions.csv --start "경주 첨성대" --hours 9 --must 불국사 --break 12:00-14:00/60m && \
	"$$bin" plan --attractions data/attractions.csv --start "경주 첨성대" --hours 9 --must 불국사 --break 12:00-14:00/60m --format svg --output $(DEMO_PLAN) --quiet && \
	"$$bin" plan --attractions $(DEMO_TOWN) --start 서면역 --hours 7 --mode foot --language ko --format svg --output $(DEMO_DAY) --quiet && \
	echo "The same rows as CSV: $(DEMO_CSV). The trip: $(DEMO_ROUTE), and as a map: $(DEMO_MAP). What else to see: $(DEMO_SEEN). A day in Gyeongju: $(DEMO_PLAN), and around Seomyeon, on its streets: $(DEMO_DAY)"

# Address and further options: make serve LISTEN=0.0.0.0:8080 SERVE="--boundaries provinces.geojson"
LISTEN ?= 127.0.0.1:8080
SERVE ?=
serve: CONFIGURATION = --disable-index-store

serve: setup ## Answer questions about data/, with the places of a town of OpenStreetMap, over HTTP at LISTEN, 127.0.0.1:8080 by default, with a map page, until Ctrl-C
	@# Without Leaflet all is served but the map, and the page says so.
	@[ -e /usr/share/javascript/leaflet/leaflet.js ] || ! command -v apt-get >/dev/null || \
		apt-get install --yes -qq --no-install-recommends libjs-leaflet >&2 || echo "serve: Leaflet is not installed" >&2
	$(SWIFT) build $(BUILD) --product waymark
	@bin=$$($(SWIFT) build $(BUILD) --show-bin-path)/waymark && "$$bin" $(MAKE_TOWN) && \
	exec "$$bin" serve --attractions $(DEMO_TOWN) --listen $(LISTEN) $(SERVE)

installed: setup
	$(SWIFT) build $(INSTALLED) --product waymark

install: installed ## Install the program, its manual and completions: PREFIX=/usr/local DESTDIR=; with SERVICE=1 `waymark serve` is in it
	@sh .ci/install-files "$$($(SWIFT) build $(INSTALLED) --show-bin-path)" "$(DESTDIR)$(PREFIX)"

uninstall: ## Remove the files of `make install`
	rm -f "$(DESTDIR)$(PREFIX)"/bin/waymark "$(DESTDIR)$(PREFIX)"/share/man/man1/waymark.1 \
		"$(DESTDIR)$(PREFIX)"/share/man/man1/waymark.*.1 "$(DESTDIR)$(PREFIX)"/share/bash-completion/completions/waymark \
		"$(DESTDIR)$(PREFIX)"/share/zsh/site-functions/_waymark "$(DESTDIR)$(PREFIX)"/share/fish/vendor_completions.d/waymark.fish

dist: installed ## Pack the program as a tar for machines without Swift: SERVICE=1 with the service
	@sh .ci/dist "$$($(SWIFT) build $(INSTALLED) --show-bin-path)" $(DIST)

dist-check: dist ## Test the tar in a new bare Debian; as root
	@sh .ci/dist-check "$$(ls -t $(DIST)/*.tar.gz | head -1)"

tests: setup
	$(SWIFT) build $(BUILD) --build-tests

test: tests ## Build and run every test
	$(SWIFT) test $(BUILD) --skip-build --disable-xctest

# About how many requests schemathesis makes beside; none by default
REQUESTS ?= 0

service-clients: tests ## Ask the service by clients of others, from PyPI: routingpy, mapbox-vector-tile, and with REQUESTS=20000 schemathesis
	@python3 .ci/service-clients --program "$$($(SWIFT) build $(BUILD) --show-bin-path)/waymark" --requests $(REQUESTS)

# How often data are swapped and the server is ended under load
SWAPS ?= 20
STOPS ?= 5

service-hostile: tests ## Treat the service badly: idle, half-closed, slow and endless clients, SWAPS and STOPS under load
	@python3 .ci/service-hostile --program "$$($(SWIFT) build $(BUILD) --show-bin-path)/waymark" --swaps $(SWAPS) --stops $(STOPS)

# The folder of the pictures of make page-shots
SHOTS ?= .build/page-shots

page: tests ## Use the map page in chromium: every point by its elements, no other host, axe-core's rules; takes two minutes
	@python3 .ci/page --program "$$($(SWIFT) build $(BUILD) --show-bin-path)/waymark"

page-shots: tests ## Take seven pictures of the map page into SHOTS
	@python3 .ci/page --program "$$($(SWIFT) build $(BUILD) --show-bin-path)/waymark" --shots-only --shots $(SHOTS)

bench-page: tests ## Measure the map page in chromium: first picture, keystrokes, frames a second, size
	@python3 .ci/page --program "$$($(SWIFT) build $(BUILD) --show-bin-path)/waymark" --measure

service-roads: tests ## Compare the service with OSRM and Valhalla themselves, from PyPI, over the roads of the shared extract
	@python3 .ci/service-roads --program "$$($(SWIFT) build $(BUILD) --show-bin-path)/waymark"

route-roads: tests ## Compare waymark route and order with OSRM and Valhalla themselves, and stand servers in their place that fail
	@python3 .ci/route-roads --program "$$($(SWIFT) build $(BUILD) --show-bin-path)/waymark"

tsan: setup ## Run the tests of every module that has threads under ThreadSanitizer
	WAYMARK_THREADS=1 $(SWIFT) test $(BUILD) --sanitize=thread -Xswiftc -Onone -Xswiftc -DWAYMARK_THREAD_SANITIZER --scratch-path .build-tsan \
		--disable-xctest

leaks: tests ## Look for memory leaks around GEOS and PROJ
	@sh .ci/leaks $$($(SWIFT) build $(BUILD) --show-bin-path)/WaymarkPackageTests.xctest

# How many disks make power-cuts looks at
STATES ?= 500

power-cuts: build ## Cut the power at any moment of storing, restoring, backing up and collecting, and look at STATES disks
	@python3 .ci/power-cuts --program "$(WAYMARK)" --states $(STATES)
	@! python3 .ci/power-cuts --program "$(WAYMARK)" --states 50 --forget-syncs >/dev/null 2>&1 || { echo "power-cuts: nothing fails without syncs"; exit 1; }

soak: tests ## A million index queries, ten million points, every bit of an index file, 10 million polylines, 100 000 schedules of legs, every published order, 500 killed runs, every cut of parts, every bit of a backup, 5 million requests
	WAYMARK_SOAK_QUERIES=1000000 $(SWIFT) test $(BUILD) --skip-build --disable-xctest --filter "WaymarkIndexTests|AttractionFileTests"
	WAYMARK_SOAK_POLYLINES=10000000 $(SWIFT) test $(BUILD) --skip-build --disable-xctest --filter WaymarkPolylinesTests
	WAYMARK_SOAK_SCHEDULES=100000 $(SWIFT) test $(BUILD) --skip-build --disable-xctest --filter "AssemblyScheduleTests|AssemblerConcurrencyTests"
	WAYMARK_SOAK_ORDERS=1 $(SWIFT) test $(BUILD) --skip-build --disable-xctest --filter PublishedOptima
	WAYMARK_SOAK_KILLS=500 $(SWIFT) test $(BUILD) --skip-build --disable-xctest --filter "KilledTests|KilledStoreTests"
	WAYMARK_SOAK_BACKUPS=1 $(SWIFT) test $(BUILD) --skip-build --disable-xctest --filter "ArchiveTests|BackupTests"
	WAYMARK_SOAK_STORES=1 $(SWIFT) test $(BUILD) --skip-build --disable-xctest --filter "ChangeFeedTests|StoreModelTests|RankTests"
	WAYMARK_SOAK_PROCESSES=20 $(SWIFT) test $(BUILD) --skip-build --disable-xctest --filter DeterminismTests
	WAYMARK_SOAK_REQUESTS=500000 $(SWIFT) test $(BUILD) --skip-build --disable-xctest --filter MutationTests
	WAYMARK_SOAK_SHARDS=1 $(SWIFT) test $(BUILD) --skip-build --disable-xctest --filter "ShardTests|ShardMergeTests"

fuzz: setup ## Fuzz every reader of untrusted bytes under AddressSanitizer, FUZZ_SECONDS (60) each
	@program=$$(SWIFT="$(SWIFT)" sh .ci/fuzz-build $(FUZZ_BUILD)) && python3 .ci/fuzz "$$program" --seconds $(FUZZ_SECONDS) $(FUZZERS)

scaling-setup: ## Install what the recipes of Documentation/Scaling.md need
	@sh .ci/scaling-setup

scaling: tests scaling-setup ## Run the recipes of Documentation/Scaling.md on a million stops
	WAYMARK_SCALING_STOPS=1000000 $(SWIFT) test $(BUILD) --skip-build --disable-xctest --filter ScalingTests

bench: setup ## Measure every part next to the naive way, GEOS and PROJ: BENCH="GPX.*" BENCH_SIZES=10000 for some
	WAYMARK_BENCHMARK_SIZES=$(BENCH_SIZES) $(SWIFT) package --package-path Benchmarks --scratch-path .build-benchmarks \
		benchmark --target WaymarkBenchmarks $(BENCH_FORMAT) --no-progress $(if $(BENCH),--filter "$(BENCH)")

bench-plans: build ## Plan the published instances and courses in ORDERS for SECONDS each, check every plan, and compare: FAMILIES="op courses"
	WAYMARK_PLAN_GAPS=1 $(SWIFT) build $(BUILD) --product PlanGaps
	@python3 Benchmarks/Plans/published_plans.py --plan-gaps "$$($(SWIFT) build $(BUILD) --show-bin-path)/PlanGaps" \
		--waymark "$(WAYMARK)" --seconds $(SECONDS) $(ORDERS) $(FAMILIES)

evaluate-ways: ## Compare guessed ways with the roads of OSRM over the extracts in ../shared/osm: needs the wheel osrm-bindings
	@python3 Benchmarks/Plans/guessed_ways.py

bench-orders: build ## Order the published instances in ORDERS, and compare with the published lengths; takes two minutes
	WAYMARK_PLAN_GAPS=1 $(SWIFT) build $(BUILD) --product OrderGaps
	@python3 Benchmarks/Orders/published_orders.py --order-gaps "$$($(SWIFT) build $(BUILD) --show-bin-path)/OrderGaps" $(ORDERS)

peer-questions: setup
	$(SWIFT) build $(BENCHMARKS) --product PeerQuestions

bench-peers: build peer-questions ## Time the same queries in other libraries, DuckDB and chdb, and compare the answers
	@sh Benchmarks/Peers/setup all $(PEERS)
	@python3 Benchmarks/Peers/bench_peers.py --folder $(PEERS) --sizes $(SIZES) \
		--peer-questions $$($(SWIFT) build $(BENCHMARKS) --show-bin-path)/PeerQuestions \
		--waymark $$($(SWIFT) build $(BUILD) --show-bin-path)/waymark

bench-growth: peer-questions ## Time the same queries on 1 k to 10 M points, and draw the chart
	@sh Benchmarks/Peers/setup cpp $(PEERS)
	@python3 Benchmarks/Peers/bench_growth.py --folder $(PEERS) --sizes $(GROWTH_SIZES) \
		--peer-questions $$($(SWIFT) build $(BENCHMARKS) --show-bin-path)/PeerQuestions \
		--output $(GROWTH_CHART)

bench-quick: peer-questions ## Run small versions of both, only with the C++ libraries, to check that they run and agree
	@sh Benchmarks/Peers/setup cpp $(PEERS)
	@program=$$($(SWIFT) build $(BENCHMARKS) --show-bin-path)/PeerQuestions && \
	python3 Benchmarks/Peers/bench_peers.py --folder $(PEERS) --quick --peer-questions $$program && \
	python3 Benchmarks/Peers/bench_growth.py --folder $(PEERS) --sizes 1000,10000 --peer-questions $$program \
		--output $(PEERS)/growth.svg

# The names that make evaluate-search types: those of these files, and of the shared ones if present.
SEARCH_FILES ?= data/attractions.csv $(wildcard $(foreach name,2024-04-dups.cp949.csv 2021-09-blanks.cp949.csv \
	2022-02-noheader.cp949.csv 2019-10.portal.json,$(or $(WAYMARK_SHARED_DATA),../shared/data)/attractions/attractions-$(name)))

SEARCH_EVALUATION = $$($(SWIFT) build $(BENCHMARKS) --show-bin-path)/SearchEvaluation

search-evaluation: setup
	$(SWIFT) build $(BENCHMARKS) --product SearchEvaluation

evaluate-search: search-evaluation ## Type every name of SEARCH_FILES key by key, and print how soon each is found; takes a minute
	@"$(SEARCH_EVALUATION)" $(SEARCH_FILES)
	@"$(SEARCH_EVALUATION)" --queries data/queries.csv data/attractions.csv
	@"$(SEARCH_EVALUATION)" --queries data/strangers.csv data/attractions.csv
	@if [ -f "$(lastword $(UNION))" ]; then "$(SEARCH_EVALUATION)" --queries data/strangers.csv $(UNION) && \
		"$(SEARCH_EVALUATION)" --absent $(lastword $(UNION)) data/attractions.csv; \
		else echo "$(lastword $(UNION)) is absent: strangers' queries on it, and absent names, are left out"; fi

# Courses and cities of the shared files, tested where they are.
SHARED = $(or $(WAYMARK_SHARED_DATA),../shared/data)
SHARED_OSM = $(SHARED)/../osm
# The towns of data/panel-towns.csv
TOWNS = andorra monaco busan-seomyeon
# Themes are those that the lexicon reads: the product knows no others.
COURSE_COLUMNS = --course-column '\#2' --name-column '\#5' --longitude-column '\#6' --latitude-column '\#7' --order-column '\#8'
# The sample and the national data of 2024: places as they are published
EDITIONS = $(foreach name,2021-09-blanks 2024-04-dups,$(SHARED)/attractions/attractions-$(name).cp949.csv)
UNION = data/attractions.csv $(lastword $(EDITIONS))
CITIES = Osak Edin Toro

# Tests and fits the weights of recommendations
WAYMARK_WEIGHTS = $$($(SWIFT) build $(BUILD) --show-bin-path)/waymark-weights

weights-tool: setup
	$(SWIFT) build $(BUILD) --product waymark-weights

evaluate: weights-tool build ## Test recommendations on the panels and courses in data/, and on the shared data, courses, towns and cities where they are
	@for panel in data/panel.csv data/panel-more.csv; do \
		for places in data/attractions.csv $(if $(wildcard $(SHARED)/attractions),"$(UNION)" $(EDITIONS)); do \
			echo && echo "$$panel among $$places" && \
			"$(WAYMARK_WEIGHTS)" panel $$panel $$(for file in $$places; do echo --attractions $$file; done) || exit; done; done
	@if [ -d "$(SHARED_OSM)" ]; then \
		bin=$$($(SWIFT) build $(BUILD) --show-bin-path)/waymark && \
		for town in $(TOWNS); do "$$bin" town "$(SHARED_OSM)/$$town.osm.pbf" --output .build/$$town.waymark --quiet || exit; done && \
		echo && echo "data/panel-towns.csv among the places of $(TOWNS)" && \
		"$(WAYMARK_WEIGHTS)" panel data/panel-towns.csv $(TOWNS:%=--attractions .build/%.waymark); fi
	"$(WAYMARK_WEIGHTS)" evaluate data/courses.csv
	@for courses in $(wildcard $(SHARED)/courses/*.csv); do for task in left-out along around; do \
		echo && echo "$$courses, $$task" && \
		"$(WAYMARK_WEIGHTS)" evaluate $$courses $(COURSE_COLUMNS) --task $$task --ablation || exit; done; done
	@if [ -d "$(SHARED)/flickr" ]; then echo && echo "cities: places between the ends of trips" && \
		"$(WAYMARK_WEIGHTS)" evaluate --task between --ablation $(CITY_FILES); fi

# What plans of days are tested on: walks in the cities by their visitors, courses, and panels among the sample
CITY_PLANS = $(foreach city,$(CITIES),$(SHARED)/flickr/traj-$(city).csv.gz) $(foreach city,$(CITIES),--attractions $(SHARED)/flickr/names-$(city).csv)

evaluate-plans: weights-tool ## Test plans of days beside plain ways, by what travellers saw, courses visit and the panels name; takes some minutes
	@if [ -d "$(SHARED)/flickr" ]; then echo "walks in cities" && "$(WAYMARK_WEIGHTS)" plans cities $(CITY_PLANS) && echo; fi
	@for courses in $(wildcard $(SHARED)/courses/*.csv); do echo "$$courses" && \
		"$(WAYMARK_WEIGHTS)" plans courses $$courses $(COURSE_COLUMNS) --region-column '#4' && echo || exit; done
	@echo "panels" && "$(WAYMARK_WEIGHTS)" plans panel data/panel.csv data/panel-more.csv --attractions data/attractions.csv

evaluate-themes: tests ## Test the themes of names on hand-made labels: needs the shared files
	@WAYMARK_FIGURES=1 $(SWIFT) test $(BUILD) --skip-build --disable-xctest --filter ThemeLabelTests/figures | grep -E '^\||^$$|^Indoors|✘'

evaluate-same-place: tests ## Test which names mean one place on hand-made labels: needs the shared files
	@WAYMARK_FIGURES=1 $(SWIFT) test $(BUILD) --skip-build --disable-xctest --filter SamePlaceLabelTests/figures | grep -E '^\||✘'

# The weights that ship, of the shared courses, among places as they are published, and of the shared cities.
WEIGHTS = Sources/Recommend/WaymarkRecommendations/Score/Weights
CITY_FILES = $(foreach city,$(CITIES),$(SHARED)/flickr/traj-$(city).csv.gz) $(foreach city,$(CITIES),--attractions $(SHARED)/flickr/poi-$(city).csv.gz)

weights: weights-tool ## Fit the weights that ship anew, on the shared courses and cities: half a minute
	@folder=$$(mktemp -d) && trap 'rm -r "$$folder"' EXIT && \
	"$(WAYMARK_WEIGHTS)" fit $(SHARED)/courses/kma-courses-even.csv $(COURSE_COLUMNS) $(addprefix --among ,$(UNION)) -q -o "$$folder/standard.json" && \
	"$(WAYMARK_WEIGHTS)" fit $(CITY_FILES) --task between -q -o "$$folder/visited.json" && \
	cp "$$folder/standard.json" "$$folder/visited.json" $(WEIGHTS)

# Where the named places are: the earlier file says
PLACES = data/attractions.csv $(foreach name,2024-04-dups.cp949.csv 2022-02-noheader.cp949.csv 2021-09-blanks.cp949.csv 2019-10.portal.json,$(SHARED)/attractions/attractions-$(name))

known-places: weights-tool ## Count anew how many courses and lists name a place, on the shared courses
	"$(WAYMARK_WEIGHTS)" known Benchmarks/KnownPlaces/named.tsv --courses $(SHARED)/courses/kma-courses-even.csv \
		$(COURSE_COLUMNS) $(addprefix --attractions ,$(PLACES)) \
		--output Sources/Recommend/WaymarkRecommendations/Worth/known-places.tsv

bench-search: build search-evaluation ## Type the same names into SQLite, tantivy and Whoosh, and compare hit rate and time; takes minutes
	@sh Benchmarks/Peers/setup search $(PEERS)
	@python=$(PEERS)/venv/bin/python && { [ -x $$python ] || python=python3; } && \
	$$python Benchmarks/Peers/bench_search.py --waymark "$(WAYMARK)" --evaluation "$(SEARCH_EVALUATION)" $(SEARCH_FILES)

# The names that make search-times types: the shared tables that have names, unpacked.
SEARCH_TIMES ?= 100000 1000000
SHARED_DATA = $(or $(WAYMARK_SHARED_DATA),../shared/data)

search-times: setup ## Time keystrokes among SEARCH_TIMES names of the shared tables: some minutes
	$(SWIFT) build $(BENCHMARKS) --product SearchTimes
	@folder=$$(mktemp -d) && trap 'rm -r "$$folder"' EXIT && \
	for table in parks-2022.cp949-crlf wifi-2016.cp949 seoul-bus-stops.utf8; do \
		gzip -dc $(SHARED_DATA)/poi-kr/$$table.csv.gz > "$$folder/$$table.csv" || exit 1; done && \
	for count in $(SEARCH_TIMES); do $$($(SWIFT) build $(BENCHMARKS) --show-bin-path)/SearchTimes $$count \
		$(SHARED_DATA)/attractions/attractions-2024-04-dups.cp949.csv \
		$(SHARED_DATA)/attractions/attractions-2021-09-blanks.cp949.csv \
		"공원명=$$folder/parks-2022.cp949-crlf.csv" "설치장소명=$$folder/wifi-2016.cp949.csv" \
		"정류소명=$$folder/seoul-bus-stops.utf8.csv"; done

bench-store: setup ## Time a store of 1 000 trips, 30 000 stops and 120 000 attachments beside plain SQL, and imports of a Timeline; takes a minute
	$(SWIFT) build $(CONFIGURATION) --package-path Benchmarks/Stores --scratch-path .build-stores
	@folder=$$(mktemp -d) && trap 'rm -r "$$folder"' EXIT && for part in make measure timeline; do \
		.build-stores/release/StoreTimes "$$folder/store" $$part || exit 1; done

bench-service: tests ## Measure the service with wrk: rates beside /healthz, waits, memory, tables, the start; takes two minutes
	@command -v wrk >/dev/null || apt-get install --yes wrk >/dev/null
	@python3 Benchmarks/Service/bench_service.py --waymark "$(WAYMARK)" \
		--program "$$($(SWIFT) build $(BUILD) --show-bin-path)/waymark"

WAYMARK = $$($(SWIFT) build $(BUILD) --show-bin-path)/waymark
HOT_PATHS = $$($(SWIFT) build $(BUILD) --show-bin-path)/HotPaths

# In the build of the demo and the tests, so that no module is compiled again.
hot-paths: build
	WAYMARK_HOT_PATHS=1 $(SWIFT) build $(BUILD) --product HotPaths

gate: hot-paths ## Count the instructions of the hot paths, and fail if one takes more than before; takes a minute
	@python3 .ci/gate --hot-paths "$(HOT_PATHS)" --waymark "$(WAYMARK)"

gate-update: hot-paths ## Store the current counts as the reference
	@python3 .ci/gate --hot-paths "$(HOT_PATHS)" --waymark "$(WAYMARK)" --update

docs: build ## Build the API documentation of all modules, with the pages of Documentation, in .build/docs; needs python3
	$(SWIFT) build $(BUILD) --target Waymark
	@python3 .ci/docs --swift "$(SWIFT)" --build "$$($(SWIFT) build $(BUILD) --show-bin-path)" --output .build/docs

# The folder of the pictures of make pictures
PICTURES ?= .build/pictures

# The folder of the graphs and wheels of OSRM and Valhalla, and more options: make compare-routers COMPARE="--extracts monaco --worst 10 --maps maps"
ROUTERS := .build/compare-routers
COMPARE ?=

compare-routers: build ## Compare routes with those of OSRM and Valhalla, from PyPI, on the shared extracts; takes five minutes
	@sh Benchmarks/Peers/setup routers $(ROUTERS)
	@$(ROUTERS)/venv/bin/python Benchmarks/Peers/compare_routers.py --program "$(WAYMARK)" --folder $(ROUTERS) $(COMPARE)

bench-roads: build ## Time ways over the shared extracts beside a bidirectional search and OSRM, and hold them to Dijkstra's search; takes nine minutes
	@WAYMARK_PLAN_GAPS=1 $(SWIFT) build $(BUILD) --product RoadTimes >&2
	@sh Benchmarks/Peers/setup routers $(ROUTERS)
	@python3 Benchmarks/Peers/bench_roads.py --road-times "$$($(SWIFT) build $(BUILD) --show-bin-path)/RoadTimes" \
		--osrm $(ROUTERS)/venv/bin/python $(ROUTERS) $(ROADS)

pictures: build ## Draw maps of many kinds into PICTURES, as SVG and PNG, to be looked at; 100 000 stops must take at most 5 MB
	@python3 .ci/pictures --program "$$($(SWIFT) build $(BUILD) --show-bin-path)/waymark" "$(PICTURES)"

backdrop: ## Pack the land and borders under drawings anew from the shared files
	@python3 .ci/backdrop $(SHARED)

cp949: ## Write the characters of CP949 anew
	@python3 .ci/cp949

lint: apple ## Check floors, source format, the packed land, the characters of CP949, API availability, fuzzers of readers, tests of promises and of threads, how CI's run ends
	@python3 .ci/readers
	@python3 .ci/floors
	@python3 .ci/run-check
	@SWIFT="$(SWIFT)" python3 .ci/threads
	@python3 Benchmarks/figures.py --check
	@python3 Benchmarks/Plans/published_plans.py --self-check
	@python3 .ci/backdrop $(SHARED) --check
	@python3 .ci/cp949 --check
	$(SWIFT) format lint --strict --configuration .swift-format --recursive Package.swift Sources Tests Benchmarks

apple: ## Type-check the sources for macOS, by the availability in the toolchain's own interface files
	@python3 .ci/apple --swift $(SWIFT)

format: ## Format the sources in place
	$(SWIFT) format --in-place --configuration .swift-format --recursive Package.swift Sources Tests Benchmarks

# Which of them: make figures FIGURES="runs start", and WRITE=--write to write them into the pages
FIGURES ?=
WRITE ?=

figures: ## Make the figures of README and Documentation anew, and say which differ by more than a third: FIGURES="runs start"
	@python3 Benchmarks/figures.py $(WRITE) $(FIGURES)

walks: ## List the functions that a coordinate and a stop pass from their first cell to the output; needs gdb
	@$(SWIFT) build --product waymark
	@python3 .ci/walks

where-waymark:
	@echo "$(WAYMARK)"

where-peer-questions:
	@echo "$$($(SWIFT) build $(BENCHMARKS) --show-bin-path)/PeerQuestions"

# Which of them: make nightly NIGHTLY="fuzz bench-store"
NIGHTLY ?=

nightly: ## Run all that takes too long for .ci/run: long fuzzing, soak, Spark and Kubernetes, peers, every benchmark; some hours
	@bash .ci/nightly $(NIGHTLY)

clean: ## Remove build products
	rm -rf .build .build-install .build-tsan .build-benchmarks .build-apple .build-fuzz .build-stores $(DEMO_CSV) $(DEMO_ROUTE) $(DEMO_SEEN) $(DEMO_PLAN)
