"""Values in a notebook: nothing from data becomes mark-up, both themes can be read, and a `repr` is short."""

import re
from html.parser import HTMLParser

import numpy as np
import pandas as pd
import pytest
from sklearn.pipeline import make_pipeline
from sklearn.utils import estimator_html_repr

import gnomon as gn
from gnomon import notebook
from gnomon.registry import learners, transformers

HOSTILE = (
    "</td><script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "\"'><b>",
    "a\u202eb",
    "x" * 5000,
)
OURS = {"div", "table", "thead", "tbody", "tr", "th", "td"}


def hostile_task():
    random = np.random.default_rng(0)
    frame = pd.DataFrame({name: random.normal(size=60) for name in HOSTILE})
    frame["words"] = np.array(HOSTILE, dtype=object)[random.integers(0, 5, 60)]
    frame["ill"] = np.array(HOSTILE[:2], dtype=object)[random.integers(0, 2, 60)]
    return gn.Task.of(frame, "ill", name=HOSTILE[1])


class Spelled(gn.GaussianNB):
    """A learner whose name is mark-up."""


Spelled.__name__ = HOSTILE[0]


class Failing(gn.GaussianNB):
    """Never fits."""

    def fit_prepared(self, data, start=None):
        raise ValueError("<b>never</b>")


@pytest.fixture(scope="module")
def values():
    task = hostile_task()
    numbers = gn.Task(task.table.select(HOSTILE), task.y, name=task.name)
    plan = gn.k_fold(3)
    a, b = (gn.resample(numbers, learner, plan) for learner in (gn.DecisionStump(), Spelled()))
    grid = gn.hyperparameter_path(gn.KNeighborsClassifier(), "n_neighbors", [1, 5])
    results = gn.run(gn.Design(numbers, [gn.DecisionStump(), gn.GaussianNB()], plan))
    scores = pd.DataFrame(np.arange(12.0).reshape(6, 2) ** 2, columns=HOSTILE[:2])
    return {
        "task": task,
        "table": task.table,
        "splits": plan.split(task),
        "nested splits": gn.nested(plan, plan).split(task),
        "predictions": b,
        "estimate": b.estimate("accuracy"),
        "comparison": gn.compare(a, b, "accuracy"),
        "all comparisons": gn.compare_all([a, b], "accuracy"),
        "ranking": gn.stats.compare_over_data_sets(scores, "accuracy"),
        "selection": gn.grid_search(numbers, grid, plan, "accuracy"),
        "assessment of a selection": gn.assess_selection(numbers, grid, gn.nested(plan, plan), "accuracy"),
        "results": results,
    }


class Elements(HTMLParser):
    """The names of all elements and attributes of a page, and those left open."""

    def __init__(self, page):
        super().__init__()
        self.names, self.attributes, self.open = set(), set(), []
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.names.add(tag)
        self.attributes |= {name for name, _ in attrs}
        self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


NAMES = (
    "task",
    "table",
    "splits",
    "nested splits",
    "predictions",
    "estimate",
    "comparison",
    "all comparisons",
    "ranking",
    "selection",
    "assessment of a selection",
    "results",
)


@pytest.mark.parametrize("name", NAMES)
def test_no_element_or_attribute_comes_from_data(values, name):
    page = values[name]._repr_html_()
    elements = Elements(page)
    assert elements.names <= OURS
    assert elements.attributes <= {"class", "style"}
    assert elements.open == []
    assert "\u202e" not in page
    assert len(page) < 40_000


@pytest.mark.parametrize("name", NAMES)
def test_a_page_has_the_colors_of_the_notebook(values, name):
    styles = " ".join(re.findall(r'style="([^"]*)"', values[name]._repr_html_()))
    assert "color:" not in styles
    assert "background" not in styles


@pytest.mark.parametrize("name", NAMES)
def test_a_repr_is_a_few_short_lines(values, name):
    lines = repr(values[name]).split("\n")
    assert len(lines) <= 13
    assert len(repr(values[name])) < 2000


def test_a_notebook_tells_what_the_values_are(values):
    assert "60 rows and 6 features" in values["task"]._repr_html_()
    assert "and 55 more rows" in values["table"]._repr_html_()
    assert str(values["estimate"]).split(" (")[0] in values["estimate"]._repr_html_()
    assert values["comparison"].verdict in repr(values["comparison"])
    assert "DecisionStump" in values["results"]._repr_html_()
    assert values["results"]._repr_html_().count("best") == 1


def test_wide_and_long_values_stay_small():
    wide = gn.Task(np.zeros((2000, 3000)), np.arange(2000) % 700, kind="classification", name="wide")
    assert "2,988 more columns" in wide._repr_html_()
    assert "and 692 more classes" in wide._repr_html_()
    assert len(wide._repr_html_()) < 20_000
    assert len(gn.leave_one_out().split(wide)._repr_html_()) < 20_000
    assert len(repr(wide.table.column("x1"))) < 100


def test_results_without_a_leaderboard_say_why(tmp_path):
    design = gn.Design(gn.load("iris"), Failing(), gn.k_fold(2))
    with pytest.raises(gn.errors.DesignError):
        gn.run(design, store=tmp_path / "failed.gnomon")
    page = gn.Results.read(tmp_path / "failed.gnomon")._repr_html_()
    assert "no learner finished" in page
    assert "failed units: 1" in page
    assert "<b>" not in page


def test_missing_values_and_numbers_read_well():
    page = notebook.table(["a"], [[None], [float("nan")], [np.float32("nan")], [1 / 3], [10**9], [True]])
    assert re.findall(r">([^<]+)</td>", page) == ["–", "–", "–", "0.3333", "1000000000", "True"]


@pytest.mark.parametrize("entry", [*learners.values(), *transformers.values()], ids=lambda entry: entry.name)
def test_scikit_learn_draws_every_learner_and_its_repr_has_only_what_was_set(entry):
    learner = entry.facts.get("example", entry.thing)()
    assert type(learner).__name__ in estimator_html_repr(learner)
    assert "text/html" in learner._repr_mimebundle_()
    assert len(repr(learner)) < 200


def test_a_diagram_tells_fitted_from_not_fitted_in_a_pipeline():
    task = gn.load("iris")
    steps = make_pipeline(gn.Normalize(), gn.SVC(C=3.0))
    assert "Not fitted" in estimator_html_repr(steps)
    drawn = estimator_html_repr(steps.fit(task.X, task.y))
    assert "Not fitted" not in drawn
    assert "Normalize" in drawn
    assert "SVC" in drawn
    assert repr(steps[-1]) == "SVC(C=3.0)"
