# make demo     install and run the main job on bundled data
# make test     install and run every test
# make test-all run every test, with more seeds and more examples
# make test-machines  run what floating sums may sway as on other processors and numbers of threads;
#               MACHINES names some (haswell prescott …), or --short the quickest look
# make check    format, lint, types, import layers, vocabulary, security
# make lock     write the locked versions of the development environment anew; UPGRADE=--upgrade takes the newest
# make audit    look the locked versions up in the public list of vulnerabilities (needs the network)
# make bench    speed and quality against peers, as ratios
# make evidence simulate coverage and type-I error of every interval and test, and store them
# make faults   kill runs and workers at 20 random moments each, 150 runs while they create their file, and start
#               ten commands at once; compare with an undisturbed run; alter model files of every class
# make fuzz     alter files of every kind by coverage-guided fuzzing and use them: no crash, no other error than
#               Gnomon's, nothing outside the folder; FUZZ="--cases 10000 --seed 0" and kinds of files
# make mutants  put 300 single faults into copies of the source, and see that the tests find at least 95 % of them;
#               MUTANTS names others: --seed 1 --number 100 --folder learners/trees
# make stub     write down the public names for type checkers and editors
# make screenshots  draw the pictures of the README (the report needs a Chromium)
# make sanitize kernel tests and altered model files under the address and undefined-behavior sanitizers

# Tests and checks run with the locked versions of requirements/, whose files are compared with their hashes. Where
# one cannot be had, make says so and installs what pyproject.toml allows; LOCKED=only fails then, LOCKED=no does not
# look at the lock.

PYTHON ?= python3
LOCKED ?= yes
BIN := .venv/bin
PIP := $(BIN)/python -m pip install --verbose --progress-bar off --disable-pip-version-check
RUN := PATH="$(CURDIR)/$(BIN):$$PATH" sh tools/step.sh
STEP := @$(RUN)
SOURCES := pyproject.toml native/CMakeLists.txt $(wildcard native/*.cpp native/*.hpp native/*/*.cpp native/*/*.hpp)

.PHONY: demo test test-all test-machines check bench evidence faults fuzz mutants stub screenshots sanitize lock audit clean

demo: .venv/installed
	$(BIN)/gnomon compare breast-cancer --folds 10 --repeats 3 --out results/demo

test: .venv/developing
	$(BIN)/python -m pytest --numprocesses logical --maxprocesses 8 --dist worksteal

test-all: .venv/developing
	GNOMON_TESTS=all $(BIN)/python -m pytest --numprocesses logical --maxprocesses 8 --dist worksteal

test-machines: .venv/developing
	$(BIN)/python -m tests.machines $(MACHINES)

check: .venv/developing
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python tools/vocabulary.py
	$(BIN)/python tools/security.py

bench: .venv/benchmarking
	$(BIN)/python -m benchmarks --size full

evidence: .venv/developing
	$(BIN)/python -m gnomon.assessment.evidence

faults: .venv/developing
	$(BIN)/python -m benchmarks.faults --kills 20

fuzz: .venv/fuzzing
	$(BIN)/python -m benchmarks.fuzz $(FUZZ)

mutants: .venv/developing
	$(BIN)/python -m tools.mutants $(MUTANTS)

stub: .venv/installed
	$(BIN)/python tools/stub.py

screenshots: .venv/installed
	$(BIN)/python docs/screenshots.py

# Without `site`, the editable install is out of the way of the sanitized one. Freed memory is held back.
SANITIZED = ASAN_OPTIONS=detect_leaks=0:quarantine_size_mb=64:allocator_may_return_null=1 \
	LD_PRELOAD="$$($(CXX) -print-file-name=libasan.so) $$($(CXX) -print-file-name=libubsan.so)" \
	PYTHONPATH="build/sanitized:$$($(BIN)/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')" \
	$(BIN)/python -S

sanitize: .venv/developing
	$(STEP) "compiling the kernels with sanitizers" env GNOMON_SANITIZE=1 $(PIP) --no-build-isolation --no-deps --upgrade \
		--config-settings=build-dir=build/sanitize --target build/sanitized .
	for level in plain v3 v4; do \
		GNOMON_LEVEL=$$level $(SANITIZED) -m pytest tests/native --ignore tests/native/test_level.py || exit 1; \
	done
	$(SANITIZED) -m benchmarks.fuzz.search model --cases 5000 --folder build/fuzz/sanitized

lock: .venv/developing
	$(STEP) "installing uv" $(PIP) "uv>=0.5"
	$(BIN)/python tools/lock.py $(UPGRADE)

# In an environment of its own, as it is no part of development; --strict, as a package that is not found would pass.
audit:
	@$(PYTHON) -m venv build/audit
	$(STEP) "installing pip-audit" build/audit/bin/python -m pip install --progress-bar off "pip-audit>=2.7"
	build/audit/bin/pip-audit --strict --require-hashes --disable-pip --requirement requirements/development.lock

clean:
	rm -rf .venv build dist results .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis

# The build tools live in the environment, so that a changed kernel is rebuilt in seconds.
locked = $(if $(filter no,$(LOCKED)),,$(RUN) "installing the locked $(1)" $(PIP) --no-build-isolation \
	--require-hashes --requirement requirements/$(2).lock $(if $(filter only,$(LOCKED)),; exit $$?;,||))

.venv/tools: requirements/build.in requirements/build.lock
	@echo "making a virtual environment in .venv"
	@$(PYTHON) -m venv .venv
	@$(call locked,build tools,build) $(RUN) "installing the build tools" $(PIP) --requirement requirements/build.in
	@touch $@

.venv/installed: .venv/tools $(SOURCES)
	$(STEP) "installing what gnomon needs, and compiling its kernels" $(PIP) --no-build-isolation --editable .
	@touch $@

.venv/benchmarking: .venv/developing
	$(STEP) "installing the peers to be measured against" $(PIP) --no-build-isolation --editable ".[bench]"
	@touch $@

.venv/fuzzing: .venv/developing
	$(STEP) "installing the fuzzer" $(PIP) "atheris>=3"
	@touch $@

.venv/developing: .venv/tools $(SOURCES) requirements/development.lock
	@$(call locked,tools and oracles of the tests,development) \
		$(RUN) "installing the tools and oracles of the tests" $(PIP) --no-build-isolation --editable ".[dev]"
	$(STEP) "installing gnomon, and compiling its kernels" $(PIP) --no-build-isolation --no-deps --editable .
	@touch .venv/installed $@
