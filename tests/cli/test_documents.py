"""The JSON documents: their keys are a promise."""

import json
import re
from contextlib import redirect_stdout
from io import StringIO

import pytest

import gnomon as gn
from gnomon.cli.main import code_of

KEYS = {
    "data show iris": {"data", "rows", "n_columns", "columns", "classes"},
    "data show iris --profile":
        {"data", "rows", "n_columns", "missing", "duplicates", "bytes", "target", "columns", "pairs"},
    "data sets": {"sets"},
    "list measures": {"measures"},
    "list": {"learners", "transformers", "measures", "sets", "checks", "figures", "lessons"},
    "lesson": {"lessons"},
    "lesson three-points": {"lesson", "title", "topic", "source", "text", "steps", "results", "figure"},
    "check iris --no-cost": {"findings", "made", "left_out", "sample"},
    "check --explain GN001": {"code", "page"},
    "compare iris --learners GaussianNB,Baseline --folds 3 --repeats 1":
        {"tasks", "notes", "findings", "random_state", "results", "report"},
    "run design.toml": {"tasks", "notes", "findings", "random_state", "results", "report"},
    "plan iris --learners GaussianNB,Baseline --folds 3 --difference 0.01":
        {"power", "difference", "is_enough", "cost"},
    "tune iris --learner KNeighborsClassifier --grid n_neighbors=9,1 --folds 3 --inner 2":
        {"setting", "measure", "nested", "ledger", "settings", "model"},
    "fit iris --learner GaussianNB --folds 3 --out m.skops":
        {"learner", "task", "rows", "estimates", "notes", "model", "onnx"},
    "predict m.skops iris": {"model", "rows", "predictions"},
    "explain m.skops iris": {"row", "kind", "explanation", "text"},
    "curve confusion iris --learner GaussianNB --folds 3": {"curve", "learner", "says", "points", "figure"},
    "select iris --k 2 --permutations 0 --resamples 5": {"filter", "chosen", "ranking", "stability"},
    "cluster iris --k 3": {"method", "k", "why", "criteria", "sizes", "labels", "out"},
    "report results/iris/results.gnomon": {"report"},
    "claim results/iris/results.gnomon": {"claim"},
    "verify claim.json": {"is_confirmed", "says"},
    "store check results/iris/results.gnomon": {"is_sound", "is_mended", "says"},
    "store compact results/iris/results.gnomon": {"dropped", "bytes_before", "bytes"},
    "store export results/iris/results.gnomon": {"files"},
    "vault seal iris --store v.gnomon": {"store", "vault", "rows"},
    "vault open iris --store v.gnomon --learner GaussianNB": {"look", "measure", "estimate"},
    "vault show v.gnomon": {"vaults", "says"},
}  # fmt: skip


# The commands whose files others read.
WRITERS = [
    next(each for each in KEYS if each.startswith(first))
    for first in ("compare", "fit", "claim", "vault seal", "vault open")
]


@pytest.fixture(scope="module")
def documents(tmp_path_factory):
    """What the writers print, and the folder of their files; several processes may share the tests."""
    folder, printed = tmp_path_factory.mktemp("documents"), {}
    with pytest.MonkeyPatch.context() as patched:
        patched.chdir(folder)
        for command in WRITERS:
            with redirect_stdout(StringIO()) as out:
                assert code_of([*command.split(), "--json"]) == 0
            printed[command] = out.getvalue()
    return folder, printed


@pytest.mark.parametrize("command", KEYS)
def test_a_command_prints_one_document_with_these_keys(command, documents, monkeypatch, capfd):
    folder, printed = documents
    if command in printed:
        assert set(json.loads(printed[command])) == KEYS[command]
        return
    monkeypatch.chdir(folder)
    if command.startswith("run"):
        design = gn.Design(gn.load("iris"), [gn.GaussianNB(), gn.Baseline()], gn.k_fold(3))
        design.write("design.toml")
    assert code_of([*command.split(), "--json"]) == 0
    document = json.loads(capfd.readouterr().out)
    assert set(document) == KEYS[command]


def test_what_is_undefined_is_null_and_hidden_characters_are_escaped(tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "odd.csv").write_text("a\u202eb,c\n1,x\n2,y\n", encoding="utf-8")
    assert code_of(["data", "show", "odd.csv", "--json"]) == 0
    out = capfd.readouterr().out
    assert "\u202e" not in out
    assert json.loads(out)["columns"][0]["name"] == "a\u202eb"
    assert "NaN" not in out


def test_lists_of_figures_name_their_subject_and_no_code_of_a_document(capsys):
    assert code_of(["list", "figures"]) == 0
    out = capsys.readouterr().out
    assert "curves" in out
    assert not re.search(r"\b[1-6]-[A-Z]+-?\d+\b", out)
