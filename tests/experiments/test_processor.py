"""Processors of different vector levels in one run: recorded, reported, or avoided."""

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression

import gnomon as gn
from gnomon import native
from gnomon.errors import ParameterError
from gnomon.experiments.backends.processes import Processes
from gnomon.experiments.processor import LEVEL, difference, environment_of, lowest, merged, processor
from gnomon.experiments.run import run
from gnomon.experiments.store import Store
from gnomon.experiments.workers import open_workers

wide = pytest.mark.skipif(native.level == "plain", reason="this processor has one vector level only")


def design(times):
    generator = np.random.default_rng(5)
    X = generator.normal(size=(90, 23))
    task = gn.Task(X, np.where(X @ generator.normal(size=23) > 0, "yes", "no"), name="sums")
    return gn.Design(task, [gn.GaussianNB(), LogisticRegression()], gn.repeated(gn.k_fold(3), times=times))


def stored(path):
    with Store(path, read_only=True) as store:
        finished = store.keys()
        return {key: (store.predictions(key), store.versions(key)[LEVEL]) for key in finished}


@pytest.fixture
def plain(tmp_path):
    """A results file of one repeat, computed without vector instructions."""
    path = tmp_path / "a.gnomon"
    run(design(1), path, workers=Processes(1, level="plain"))
    return path


@wide
def test_units_of_two_levels_are_recorded_and_reported(plain, tmp_path):
    results = run(design(2), plain)
    assert [each[LEVEL] for each in results.versions()] == ["plain", native.level]
    assert f"vector level (plain, {native.level})" in results.version_note
    assert results.version_note in results._repr_html_()
    assert results.version_note in results.report(tmp_path / "a.html").read_text()
    first, second = (each["BLAS"] for each in results.versions())
    assert first != second or "openblas" not in first


@wide
@pytest.mark.parametrize("workers", [1, 2])
def test_a_deterministic_run_computes_at_the_level_of_what_is_stored(plain, tmp_path, workers):
    results = run(design(3), plain, workers, deterministic=True)
    assert {level for _, level in stored(plain).values()} == {"plain"}
    assert results.version_note == ""
    run(design(3), tmp_path / "b.gnomon", workers=Processes(1, level="plain"))
    assert stored(plain) == stored(tmp_path / "b.gnomon")


def test_a_deterministic_run_of_a_new_file_computes_at_the_level_of_this_machine():
    results = run(design(1), workers=2, deterministic=True)
    assert [each[LEVEL] for each in results.versions()] == [native.level]


@pytest.mark.parametrize("level", ["plain", "v3", "v4"])
def test_a_process_has_the_level_of_its_environment_and_no_wider_one(level):
    level = lowest([level, native.level])
    with open_workers(1, max_level=level) as workers:
        assert workers.submit(processor).result()[LEVEL] == level
        features = workers.submit(numpy_features).result()
    assert not [each for each in features if level != "v4" and ("512" in each or each == "X86_V4")]
    assert not [each for each in features if level == "plain" and each in ("X86_V3", "AVX2")]


def numpy_features():
    return np.show_config(mode="dicts")["SIMD Extensions"].get("found", [])


def test_features_that_are_switched_off_stay_off(monkeypatch):
    monkeypatch.setattr("platform.machine", lambda: "x86_64")
    monkeypatch.setenv("NPY_DISABLE_CPU_FEATURES", "AVX512_SPR")
    assert "AVX512_SPR" in environment_of("v4")["NPY_DISABLE_CPU_FEATURES"].split()


def test_another_architecture_has_no_names_of_x86_kernels(monkeypatch):
    monkeypatch.setattr("platform.machine", lambda: "aarch64")
    assert environment_of("plain") == {"GNOMON_LEVEL": "plain"}


def test_own_workers_cannot_be_deterministic():
    with open_workers(2) as own, pytest.raises(ParameterError, match="deterministic"):
        run(design(1), workers=own, deterministic=True)


def test_libraries_that_only_some_units_need_are_no_difference():
    made_with = [{"numpy": "2"}, {"numpy": "2", "lightgbm": "4"}, {"numpy": "2", "xgboost": "3"}]
    assert merged(made_with) == [{"numpy": "2", "lightgbm": "4", "xgboost": "3"}]
    assert difference(merged(made_with)) == ""
