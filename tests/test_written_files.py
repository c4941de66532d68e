"""Each file for the user is written aside and then renamed: a full disk leaves the earlier one, or none."""

import ast
import os
import re
import resource
import sqlite3
from contextlib import closing, contextmanager
from fractions import Fraction
from pathlib import Path

import pytest

import gnomon as gn
from gnomon.cli.main import code_of
from gnomon.errors import StoreError
from gnomon.experiments.claim import write_claim
from gnomon.experiments.design_writing import write_design
from gnomon.experiments.export import export_results
from gnomon.experiments.integrity import repair_store
from gnomon.learners.networks.bif import write_bif
from gnomon.models.onnx.export import export_onnx
from gnomon.report.html import write_report
from gnomon.report.latex import write_latex
from gnomon.report.markdown import write_markdown

SOURCE = Path(gn.__file__).parent
TASK = gn.load("iris")
FULL = "File too large|No space left"


@pytest.fixture(scope="module")
def results():
    return gn.run(gn.Design(TASK, gn.GaussianNB(), gn.k_fold(2)))


@pytest.fixture(scope="module")
def model():
    return gn.GaussianNB().fit(TASK.X, TASK.y)


@pytest.fixture(params=["write", "rename"])
def failure(request, monkeypatch):
    """A context in which no file can grow, or none be renamed."""
    if request.param == "write":
        return full_disk
    return lambda: no_renaming(monkeypatch)


@contextmanager
def full_disk():
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@contextmanager
def no_renaming(monkeypatch):
    def refuse(*_):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(os, "replace", refuse)
        yield


def check_kept(write, path, failure):
    for earlier in (None, "the earlier file"):
        if earlier is not None:
            path.write_text(earlier)
        with failure(), pytest.raises(StoreError, match=rf"{path.name} cannot be written: .*({FULL})"):
            write(path)
        assert [each.name for each in path.parent.iterdir()] == ([path.name] if earlier else [])
    assert path.read_text() == "the earlier file"


WRITERS = {
    "claim.json": write_claim,
    "report.html": write_report,
    "report.md": write_markdown,
    "report.tex": write_latex,
    "leaderboard.csv": lambda results, path: export_results(results, path.parent),
    "leaderboard.parquet": lambda results, path: export_results(results, path.parent, format="parquet"),
}


@pytest.mark.parametrize("name", WRITERS)
def test_results_that_cannot_be_written_leave_the_earlier_file(results, name, tmp_path, failure):
    check_kept(lambda path: WRITERS[name](results, path), tmp_path / name, failure)


def test_a_design_that_cannot_be_written_leaves_the_earlier_file(results, tmp_path, failure):
    check_kept(lambda path: write_design(results.design, path), tmp_path / "design.toml", failure)


@pytest.mark.parametrize("write", [gn.save_model, export_onnx])
def test_a_model_that_cannot_be_written_leaves_the_earlier_file(model, write, tmp_path, failure):
    suffix = ".onnx" if write is export_onnx else ".skops"
    check_kept(lambda path: write(model, path, task=TASK), tmp_path / f"model{suffix}", failure)


@pytest.mark.parametrize("suffix", ["png", "svg", "pdf"])
def test_a_figure_that_cannot_be_written_leaves_the_earlier_file(suffix, tmp_path, failure):
    display = gn.plotting.HistogramDisplay.example()
    check_kept(display.save, tmp_path / f"figure.{suffix}", failure)


def test_a_network_that_cannot_be_written_leaves_the_earlier_file(tmp_path, failure):
    network = gn.networks.BayesianNetwork("[A]", {"A": Fraction(1, 10)})
    check_kept(lambda path: write_bif(network, path), tmp_path / "one.bif", failure)


@pytest.mark.parametrize("suffix", ["csv", "tsv", "arff", "parquet"])
def test_a_table_that_cannot_be_written_leaves_the_earlier_file(suffix, tmp_path, failure, capsys):
    path = tmp_path / f"iris.{suffix}"
    for earlier in (None, "the earlier file"):
        if earlier is not None:
            path.write_text(earlier)
        with failure():
            assert code_of(["data", "convert", "iris", "--out", str(path)]) == 2
        assert re.search(rf"{path.name} cannot be written: .*({FULL})", capsys.readouterr().err)
        assert [each.name for each in tmp_path.iterdir()] == ([path.name] if earlier else [])
    assert path.read_text() == "the earlier file"


def test_predictions_that_cannot_be_written_leave_no_file(model, tmp_path, failure, capsys):
    path = tmp_path / "predictions.csv"
    saved = gn.save_model(model, tmp_path / "iris.skops", task=TASK)
    with failure():
        assert code_of(["predict", str(saved), "iris", "--out", str(path)]) == 2
    assert re.search(rf"{path.name} cannot be written: .*({FULL})", capsys.readouterr().err)
    assert [each.name for each in tmp_path.iterdir()] == ["iris.skops"]


def test_a_repair_that_fails_leaves_the_damaged_file_alone(tmp_path):
    path = tmp_path / "r.gnomon"
    gn.run(gn.Design(TASK, gn.GaussianNB(), gn.k_fold(2)), path)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE unit SET seconds = seconds + 1")
    content = path.read_bytes()
    with full_disk(), pytest.raises(StoreError, match=r"cannot be written"):
        repair_store(path)
    assert [each.name for each in tmp_path.iterdir()] == ["r.gnomon"]
    assert path.read_bytes() == content


# What is written directly: a copy in a temporary folder, or a message between processes.
_DIRECTLY = {
    "atomic_file.py",
    "cli/source.py",
    "data/files/carriage_returns.py",
    "experiments/backends/dask_worker.py",
}


def test_no_other_module_opens_a_file_for_writing():
    writers = {path for path, _ in calls_of_writing()}
    assert writers == _DIRECTLY


def calls_of_writing():
    for path in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and writes(node):
                yield path.relative_to(SOURCE).as_posix(), node.lineno


def writes(call):
    """Whether a call writes to a path of its own choice; one of `replacing` is named `aside`."""
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    owner = getattr(getattr(call.func, "value", None), "id", "")
    if name in ("write_text", "write_bytes"):
        return owner != ""
    modes = [each.value for each in ast.walk(call) if isinstance(each, ast.Constant)]
    opens = name == "open" and any(str(mode) in ("w", "wb", "x", "xb", "a", "ab", "wt") for mode in modes)
    return opens and owner != "aside"
