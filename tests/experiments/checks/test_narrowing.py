import numpy as np
from sklearn.base import ClassifierMixin
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import gnomon as gn
from gnomon.experiments.checks.checking import check_methodology
from gnomon.sharing.prepared import Rows
from tests.experiments.checks import synthetic


class Binned(Rows):
    """Rows with the medians of all rows, which those left out have a say in."""

    def rows(self, index):
        narrow = Binned(self.X[index], self.y[index])
        narrow.edges = self.edges
        return narrow


class Leaky(ClassifierMixin, gn.Learner):
    """The last class where a column is above the median of all rows, which was found while preparing."""

    def prepare(self, X, y=None, weight=None):
        data = Binned(X, y)
        data.edges = np.median(X, axis=0)
        return data

    def fit_prepared(self, data, start=None):
        self.classes_ = data.y.classes[np.unique(data.y.codes)]
        self.edges_ = data.edges
        return self

    def predict(self, X):
        X = self.check_examples(X, reset=False)
        return self.classes_[np.where(X[:, 0] > self.edges_[0], -1, 0)]


def findings_of(learner):
    design = gn.Design(synthetic.task(), learner, gn.k_fold(5))
    return check_methodology(design=design, only=["GN008"]).findings


def test_a_learner_that_prepares_with_all_rows_breaks_the_law():
    (finding,) = findings_of(Leaky())
    assert finding.severity == "error"
    assert "breaks the law of subsetting" in finding.message


def test_the_law_is_checked_inside_pipelines():
    assert findings_of(make_pipeline(StandardScaler(), Leaky()))


def test_learners_of_gnomon_and_of_scikit_learn_are_silent():
    assert findings_of([gn.GaussianNB(), make_pipeline(StandardScaler(), gn.LogisticRegression())]) == ()
