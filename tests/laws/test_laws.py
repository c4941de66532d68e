"""The laws and scikit-learn's checks, for every registered learner and transformer."""

import dataclasses
import os

import numpy as np
import pytest
import skops.io
from sklearn.base import clone
from sklearn.utils import get_tags
from sklearn.utils.estimator_checks import parametrize_with_checks

from gnomon.check import between
from gnomon.learners.baseline import BaselineRegressor
from gnomon.learners.bayes.gaussian import GaussianNB
from gnomon.registry import learners, transformers
from gnomon.sharing import laws

# Meta-estimators have no default estimator: their entry has an example.
LEARNERS = [
    entry.facts.get("example", entry.thing)() for entry in (*learners.values(), *transformers.values())
]

SEEDS = range(5) if os.environ.get("GNOMON_TESTS") == "all" else (0,)


# Some checks fit more columns than rows, or extrapolate, which causes warnings.
@pytest.mark.filterwarnings("ignore::gnomon.errors.GnomonWarning")
@parametrize_with_checks(LEARNERS)
def test_scikit_learn_accepts_it(estimator, check):
    check(estimator)


@pytest.mark.filterwarnings("ignore::gnomon.errors.GnomonWarning")
@pytest.mark.parametrize("law", laws.LAWS, ids=lambda law: law.__name__)
@pytest.mark.parametrize("learner", LEARNERS, ids=lambda learner: type(learner).__name__)
@pytest.mark.parametrize("random_state", SEEDS)
def test_it_satisfies_the_law(learner, law, random_state):
    law(learner, random_state)


@pytest.mark.filterwarnings("ignore::gnomon.errors.GnomonWarning")
@pytest.mark.parametrize("learner", LEARNERS, ids=lambda learner: type(learner).__name__)
def test_it_survives_a_model_file_that_executes_nothing(learner):
    X = np.random.default_rng(0).normal(size=(3000, 4))
    X = np.abs(X) if get_tags(learner).input_tags.positive_only else X
    model = clone(learner).fit(X, (X[:, 0] > 0).astype(int))
    expected = predictions(model, X[:50])
    file = skops.io.dumps(model)
    trusted = skops.io.get_untrusted_types(data=file)
    assert all(name.startswith("gnomon.") for name in trusted)
    assert np.array_equal(predictions(skops.io.loads(file, trusted=trusted), X[:50]), expected)


def predictions(model, X):
    for method in ("predict", "transform"):
        if hasattr(model, method):
            return getattr(model, method)(X)
    return model.labels_


class LeakyMean(BaselineRegressor):
    """Replaces every target by the mean of all rows: leaks the excluded ones."""

    def prepare(self, X, y=None, weight=None):
        return super().prepare(X, np.full_like(y, y.mean()), weight)


class GreedyBayes(GaussianNB):
    """Reads a parameter that is not in `shared_by`."""

    def prepare(self, X, y=None, weight=None):
        assert self.var_smoothing >= 0
        return super().prepare(X, y, weight)


class ForgetfulBayes(GaussianNB):
    """Biases every summary, so that sums are biased twice."""

    def prepare(self, X, y=None, weight=None):
        data = super().prepare(X, y, weight)
        return dataclasses.replace(data, mean=data.mean + 1 / data.weight[:, None])


class LastBatch(GaussianNB):
    """Shifts queries by a row of the last batch."""

    def prepare(self, X, y=None, weight=None):
        self.first_ = X[0]
        return super().prepare(X, y, weight)

    def predict(self, X):
        return super().predict(np.asarray(X) + self.first_ - self.theta_.mean(axis=0))


@pytest.mark.parametrize(
    ("culprit", "law"),
    [
        (LeakyMean(), laws.check_subsetting),
        (GreedyBayes(), laws.check_declared_parameters),
        (ForgetfulBayes(), laws.check_merging),
        (ForgetfulBayes(), laws.check_removal),
        (LastBatch(), laws.check_incremental_fits),
    ],
)
def test_a_learner_that_violates_a_law_is_caught(culprit, law):
    with pytest.raises(laws.LawBroken):
        law(culprit)


def test_a_warm_start_that_changes_the_result_is_caught():
    class Drifting(GaussianNB):
        """Shifts the means after a warm start."""

        def fit_prepared(self, data, start=None):
            super().fit_prepared(data)
            if start is not None:
                self.theta_ = self.theta_ + np.arange(len(self.classes_))[:, None]
            return self

    class DriftingOverGrid(Drifting):
        """As above, with a parameter to vary."""

        dial: float = between(0, 1, default=0.0, grid=(0.5,), help="unused")

    with pytest.raises(laws.LawBroken, match="warm starts"):
        laws.check_warm_starts(DriftingOverGrid())


def test_a_batch_that_changes_predictions_is_caught():
    class Swayed(GaussianNB):
        """Shifts batched predictions by one row."""

        @classmethod
        def predict_each(cls, models, X):
            return [np.roll(models[0].predict(X), 1) for _ in models]

    with pytest.raises(laws.LawBroken, match="predict_each"):
        laws.check_warm_starts(Swayed())


def test_a_broken_law_says_where_and_what_to_look_at():
    expected = (
        r"LeakyMean breaks the law of subsetting: predict of the model of prepare\(all rows\)\.rows\(80 rows "
        r"in order\) differs in 120 of 120 rows; in row 0 it is .*, not the .* of a model fitted on "
        r"these rows alone; look at `rows` of what `prepare` returns"
    )
    with pytest.raises(laws.LawBroken, match=expected):
        laws.check_subsetting(LeakyMean())


def test_a_class_without_rows_is_dropped_before_the_fit_and_known_to_partial_fit():
    X = np.random.default_rng(0).normal(size=(20, 2))
    model = GaussianNB().partial_fit(X[:10], list("ab") * 5, classes=list("abc"))
    assert model.classes_.tolist() == ["a", "b"]
    assert model.partial_fit(X[10:], list("bc") * 5).classes_.tolist() == ["a", "b", "c"]
