"""The laws of narrowing, merging and forgetting, for what `transform` gives."""

import numpy as np
import pytest
from sklearn.base import clone

import gnomon as gn
from gnomon.sharing.prepared import Parts, Rows

LEARNERS = [
    gn.PCA(3),
    gn.PCA(2, standardize=True, whiten=True),
    gn.TruncatedSVD(3),
    gn.KernelPCA(3, kernel="rbf", gamma=1e-5),
]


def sample(n_columns=5):
    random = np.random.default_rng(0)
    return random.normal(size=(60, n_columns)) * np.arange(1, n_columns + 1) + 20


@pytest.mark.parametrize("learner", LEARNERS, ids=str)
@pytest.mark.parametrize("n_columns", [5, 70])
def test_some_rows_of_a_preparation_fit_what_those_rows_alone_fit(learner, n_columns):
    X = sample(n_columns)
    random = np.random.default_rng(1)
    for index in (np.arange(10, 60), random.permutation(60)[:40], random.integers(60, size=60)):
        part = np.isin(np.arange(60), index).astype(np.int64)
        checked = clone(learner).check_rows(X)
        template = clone(learner)
        whole = (
            Parts(template.prepare, Rows(*checked), part)
            if learner.summarizes
            else template.prepare(*checked)
        )
        shared = clone(learner).fit(X).fit_prepared(whole.rows(index))
        alone = clone(learner).fit(X[index])
        np.testing.assert_allclose(shared.transform(X), alone.transform(X), atol=1e-7)


@pytest.mark.parametrize("learner", LEARNERS[:3], ids=str)
@pytest.mark.parametrize("n_columns", [5, 70])
def test_parts_merge_and_rows_are_forgotten(learner, n_columns):
    X = sample(n_columns)
    whole = clone(learner).fit(X).transform(X)
    merged = clone(learner).partial_fit(X[:35]).partial_fit(X[35:])
    np.testing.assert_allclose(merged.transform(X), whole, atol=1e-7)
    left = clone(learner).fit(X).forget(X[35:])
    np.testing.assert_allclose(left.transform(X), clone(learner).fit(X[:35]).transform(X), atol=1e-6)
