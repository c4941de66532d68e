"""The public names: few at the top level, each other one in a module of its own, all documented and found."""

import inspect
import pydoc
import subprocess
import sys

import numpy as np
import pytest

import gnomon as gn
from gnomon import registry, search
from gnomon.cli.main import code_of

LEARNERS = {*registry.learners, *registry.transformers}
WRAPPERS = {"CalibratedClassifier", "ThresholdedClassifier", "Nystroem", "RBFSampler", "SubgroupFeatures"}
INDEX = {match.name: match for match in search._index()}


def test_at_most_seventy_names_stand_beside_learners_and_transformers():
    assert len(set(gn.__all__) - LEARNERS - WRAPPERS - set(gn._MODULES)) <= 70


def test_dir_shows_what_is_public_and_nothing_else():
    assert dir(gn) == sorted(gn.__all__)
    assert {"Task", "SVC", "stats", "find"} <= set(dir(gn))
    assert not {"Any", "importlib", "sys", "registry"} & set(dir(gn))
    for name in gn._MODULES:
        owner = getattr(gn, name)
        assert sorted(dir(owner)) == sorted(owner.__all__), name


def test_help_begins_with_one_screen_that_points_on():
    text = pydoc.plain(pydoc.render_doc(gn))
    # pydoc itself appends a line per file of the package.
    page, _, rest = text.partition("PACKAGE CONTENTS")
    assert len(page.splitlines()) <= 40
    assert all(name in page for name in gn._MODULES)
    assert "CLASSES" not in rest
    assert "FUNCTIONS" not in rest


def test_everything_is_there_after_an_import_of_all():
    code = "from gnomon import *; print(SVC, stats.wilson_interval, k_fold, find)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("module", [name for name in gn._MODULES if name not in ("errors", "plotting")])
def test_a_module_begins_with_its_contents(module):
    owner = getattr(gn, module)
    assert owner.__all__ == sorted(owner.__all__, key=lambda name: (not name[0].isupper(), name)) or sorted(
        owner.__all__
    )
    for name in owner.__all__:
        assert f"`{name}`" in owner.__doc__, name


def test_no_two_public_things_share_a_name():
    # Of a joint table in `probability`, of two clusterings in `metrics`; each refuses what the other takes.
    names = sorted(set(INDEX) - {"gn.metrics.mutual_information"})
    last = [name.rpartition(".")[2] for name in names]
    assert sorted(set(last)) == sorted(last)
    with pytest.raises(gn.errors.DataError, match="needs rows and columns"):
        gn.probability.mutual_information([0, 0, 1, 1])
    with pytest.raises(TypeError, match="labels_pred"):
        gn.metrics.mutual_information([[2, 0], [0, 2]])


@pytest.mark.parametrize("name", INDEX)
def test_every_public_thing_is_in_the_list_of_its_module(name):
    owner, _, last = name.removeprefix("gn.").rpartition(".")
    module = getattr(gn, owner) if owner else gn
    assert last in module.__all__
    assert last in dir(module)
    assert getattr(module, last) is INDEX[name].get()


def callables():
    for name, match in INDEX.items():
        thing = match.get()
        if not inspect.ismodule(thing):
            yield name, thing
        if inspect.isclass(thing):
            own = inspect.getmembers(thing, inspect.isroutine)
            yield from ((f"{name}.{part}", method) for part, method in own if not part.startswith("_"))


def test_random_state_is_0_by_default_everywhere():
    defaults = {}
    for name, thing in callables():
        try:
            parameters = inspect.signature(thing).parameters
        except (TypeError, ValueError):
            continue
        if "random_state" in parameters:
            defaults[name] = parameters["random_state"].default
    assert len(defaults) > 100
    assert {name: value for name, value in defaults.items() if value != 0} == {}


@pytest.mark.parametrize("name", INDEX)
def test_every_public_thing_begins_with_a_sentence_and_has_an_example(name):
    thing = INDEX[name].get()
    text = inspect.getdoc(thing) or ""
    assert len(text.partition("\n\n")[0].rstrip(":")) > 10, name
    if not inspect.ismodule(thing) and not name.startswith("gn.errors."):
        assert ">>>" in text, name


@pytest.mark.parametrize("name", INDEX)
def test_search_by_its_own_name_finds_everything_public(name):
    assert name in [match.name for match in gn.find(name.rpartition(".")[2], max_results=3)]


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("gn.accuracy", "gn.metrics.accuracy"),
        ("gn.Rigde", "gn.Ridge"),
        ("gn.roc", "gn.curves.roc_curve"),
        ("gn.gini", "gn.metrics.gini"),
        ("gn.entropy", "gn.probability.entropy"),
        ("gn.sensitivity", "gn.metrics.recall"),
        ("gn.train_test_split", "gn.hold_out"),
        ("gn.StandardScaler", "gn.Normalize"),
        ("gn.metrics.sensitivity", "gn.metrics.recall"),
        ("gn.metrics.rmse", "gn.metrics.root_mean_squared_error"),
        ("gn.stats.entropy", "gn.probability.entropy"),
        ("gn.linear.Ridge", "gn.Ridge"),
        ("gn.svm.SVM", "gn.SVC"),
        ("gn.plotting.ConfusionDisplay", "gn.plotting.ConfusionMatrixDisplay"),
    ],
)
def test_near_misses_are_answered(wrong, right):
    with pytest.raises(AttributeError, match=f"did you mean '{right}'"):
        eval(wrong)


@pytest.mark.parametrize("module", gn._MODULES)
def test_a_name_like_no_other_is_an_attribute_error_without_a_guess(module):
    with pytest.raises(AttributeError, match=f"module 'gnomon.{module}' has no attribute 'qqqqq'$"):
        getattr(getattr(gn, module), "qqqqq")  # noqa: B009
    assert not hasattr(getattr(gn, module), "__wrapped__")


def test_usual_names_of_measures_work_everywhere(capsys):
    task, plan = gn.load("breast-cancer"), gn.k_fold(3)
    first, second = (gn.resample(task, each, plan) for each in (gn.GaussianNB(), gn.Baseline()))
    assert first.estimate("sensitivity") == first.estimate("recall")
    assert gn.compare(first, second, "acc").difference == gn.compare(first, second, "accuracy").difference
    path = [gn.KNeighborsClassifier(k) for k in (1, 5)]
    assert gn.grid_search(task, path, plan, "roc_auc").best == gn.grid_search(task, path, plan, "auc").best
    assert code_of(["compare", "iris", "--learners", "Baseline", "--folds", "3", "--measure", "acc"]) == 0
    assert "accuracy" in capsys.readouterr().out


def test_inference_is_alike_for_linear_and_logistic_models():
    X, y = [[1.0], [2.0], [3.0], [4.0], [5.0], [6.0]], [0, 1, 0, 1, 0, 1]
    linear = gn.LinearRegression().fit(X, y).inference()
    logistic = gn.LogisticRegression(C=float("inf")).fit(X, y).inference()
    for fit in (linear, logistic):
        assert list(fit.frame().index) == ["constant", "0"]
        assert list(fit.frame().columns)[:2] == ["coefficient", "standard error"]
        assert fit.aic == pytest.approx(-2 * fit.log_likelihood + 2 * fit.n_parameters)
        assert fit.bic == pytest.approx(-2 * fit.log_likelihood + fit.n_parameters * np.log(6))
