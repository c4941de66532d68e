# make demo     install and run the main job on bundled data
# make test     install and run every test
# make check    format, lint, types, import layers
# make bench    speed and quality against peers, as ratios
# make sanitize kernel tests under the address and undefined-behaviour sanitizers

PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip install --quiet --quiet --disable-pip-version-check
SOURCES := pyproject.toml native/CMakeLists.txt $(wildcard native/*.cpp native/*.hpp native/*/*.cpp native/*/*.hpp)

.PHONY: demo test check bench sanitize clean

demo: .venv/installed
	$(BIN)/gnomon compare breast-cancer --folds 10 --repeats 3 --out results/demo

test: .venv/developing
	$(BIN)/python -m pytest

check: .venv/developing
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: .venv/developing
	$(BIN)/python -m benchmarks

sanitize: .venv/developing
	GNOMON_SANITIZE=1 $(BIN)/python -m pip install --quiet --no-build-isolation --no-deps \
		--config-settings=build-dir=build/sanitize --target build/sanitized .
	LD_PRELOAD="$$($(CXX) -print-file-name=libasan.so) $$($(CXX) -print-file-name=libubsan.so)" \
		ASAN_OPTIONS=detect_leaks=0 PYTHONPATH=build/sanitized $(BIN)/python -m pytest tests/native -p no:cacheprovider

clean:
	rm -rf .venv build dist results .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis

# The build tools live in the environment, so that a changed kernel is rebuilt in seconds.
.venv/tools:
	$(PYTHON) -m venv .venv
	$(PIP) "scikit-build-core>=0.11" "nanobind>=2.4" "cmake>=3.26" ninja
	touch $@

.venv/installed: .venv/tools $(SOURCES)
	PATH="$(CURDIR)/$(BIN):$$PATH" $(PIP) --no-build-isolation --editable .
	touch $@

.venv/developing: .venv/installed
	PATH="$(CURDIR)/$(BIN):$$PATH" $(PIP) --no-build-isolation --editable ".[dev]"
	touch $@
