# make demo     install and run the main job on bundled data
# make test     install and run every test
# make test-all run every test, with more seeds and more examples
# make test-machines  run what floating sums may sway as on other processors and numbers of threads;
#               MACHINES names some (haswell prescott …), or --short the quickest look
# make check    format, lint, types, import layers, vocabulary
# make bench    speed and quality against peers, as ratios
# make evidence simulate coverage and type-I error of every interval and test, and store them
# make faults   kill runs and workers at 20 random moments each, 150 runs while they create their file, and start
#               ten commands at once; compare with an undisturbed run; alter model files of every class
# make stub     write down the public names for type checkers and editors
# make screenshots  draw the pictures of the README (the report needs a Chromium)
# make sanitize kernel tests under the address and undefined-behavior sanitizers

PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip install --verbose --progress-bar off --disable-pip-version-check
STEP := @PATH="$(CURDIR)/$(BIN):$$PATH" sh tools/step.sh
SOURCES := pyproject.toml native/CMakeLists.txt $(wildcard native/*.cpp native/*.hpp native/*/*.cpp native/*/*.hpp)

.PHONY: demo test test-all test-machines check bench evidence faults stub screenshots sanitize clean

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

bench: .venv/benchmarking
	$(BIN)/python -m benchmarks --size full

evidence: .venv/developing
	$(BIN)/python -m gnomon.assessment.evidence

faults: .venv/developing
	$(BIN)/python -m benchmarks.faults --kills 20

stub: .venv/installed
	$(BIN)/python tools/stub.py

screenshots: .venv/installed
	$(BIN)/python docs/screenshots.py

# Without `site`, the editable install is out of the way of the sanitized one.
sanitize: .venv/developing
	$(STEP) "compiling the kernels with sanitizers" env GNOMON_SANITIZE=1 $(PIP) --no-build-isolation --no-deps --upgrade \
		--config-settings=build-dir=build/sanitize --target build/sanitized .
	for level in plain v3 v4; do \
		GNOMON_LEVEL=$$level ASAN_OPTIONS=detect_leaks=0 \
		LD_PRELOAD="$$($(CXX) -print-file-name=libasan.so) $$($(CXX) -print-file-name=libubsan.so)" \
		PYTHONPATH="build/sanitized:$$($(BIN)/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')" \
		$(BIN)/python -S -m pytest tests/native --ignore tests/native/test_level.py || exit 1; \
	done

clean:
	rm -rf .venv build dist results .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis

# The build tools live in the environment, so that a changed kernel is rebuilt in seconds; setuptools and
# wheel are for test oracles that come as source only.
.venv/tools:
	@echo "making a virtual environment in .venv"
	@$(PYTHON) -m venv .venv
	$(STEP) "installing the build tools" $(PIP) "scikit-build-core>=0.11" "nanobind>=2.4" "cmake>=3.26" ninja setuptools wheel
	@touch $@

.venv/installed: .venv/tools $(SOURCES)
	$(STEP) "installing what gnomon needs, and compiling its kernels" $(PIP) --no-build-isolation --editable .
	@touch $@

.venv/benchmarking: .venv/developing
	$(STEP) "installing the peers to be measured against" $(PIP) --no-build-isolation --editable ".[bench]"
	@touch $@

# All in one go: a second installation would build a second time.
.venv/developing: .venv/tools $(SOURCES)
	$(STEP) "installing gnomon, its tests' tools and oracles, and compiling its kernels" \
		$(PIP) --no-build-isolation --editable ".[dev]"
	@touch .venv/installed $@
