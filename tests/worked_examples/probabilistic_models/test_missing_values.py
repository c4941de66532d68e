"""Missing values."""

import numpy as np
import pandas as pd
from sklearn.pipeline import make_pipeline

from gnomon import DecisionTreeClassifier, LogisticRegression
from gnomon.features.impute_kind import ImputeByKind
from gnomon.features.impute_neighbors import ImputeNeighbors
from gnomon.features.impute_normal import ImputeNormal
from gnomon.features.missingness import missingness


def medical(seed=0, n_rows=600):
    """Results of two tests; the second is only asked for where the doctor suspects the illness."""
    random = np.random.default_rng(seed)
    ill = random.random(n_rows) < 0.4
    first = random.normal(size=n_rows) + 0.3 * ill
    second = random.normal(size=n_rows)
    asked = random.random(n_rows) < np.where(ill, 0.9, 0.2)
    return pd.DataFrame({"first": first, "second": np.where(asked, second, np.nan)}), np.where(
        ill, "ill", "well"
    )


def test_a_designated_value_serves_a_tree_but_not_a_line():
    """Probabilistic Models notes, section 8 Feature transformations."""
    frame, ill = medical()
    designated = ImputeByKind(numbers="constant", number_value=-10.0)

    def score(learner, imputer):
        model = make_pipeline(imputer, learner).fit(frame[:300], ill[:300])
        return model.score(frame[300:], ill[300:])

    tree = DecisionTreeClassifier(max_depth=2, random_state=0)
    line = score(LogisticRegression(), ImputeByKind())
    assert score(tree, designated) > line + 0.15
    assert score(LogisticRegression(), ImputeByKind(add_indicator=True)) > line + 0.15


def test_a_missing_category_is_a_category_of_its_own():
    """Probabilistic Models notes, section 8 Feature transformations."""
    frame = pd.DataFrame({"town": ["Ulm", None, "Bonn"]})
    filled = ImputeByKind(categories="constant", category_value="missing").fit_transform(frame)
    assert filled["town"].tolist() == ["Ulm", "missing", "Bonn"]


def test_each_kind_has_its_own_center():
    """Probabilistic Models notes, section 8 Feature transformations."""
    frame = pd.DataFrame({"age": [2.0, 3.0, 3.0, 5.0, 7.0, 12.0, None], "town": [*"abbccb", None]})
    assert ImputeByKind().fit_transform(frame).iloc[-1].tolist() == [32 / 6, "b"]
    assert ImputeByKind(numbers="median").fit_transform(frame)["age"].iloc[-1] == 4


def test_that_a_result_is_missing_tells_of_the_illness():
    """Probabilistic Models notes, section 8 Feature transformations."""
    frame, ill = medical()
    found = missingness(frame, ill)
    assert found.informative == ("second",)
    table = found.frame().set_index("column")
    assert table.loc["second", "missing of well"] > 4 * table.loc["second", "missing of ill"]
    at_random = frame.mask(np.random.default_rng(1).random(frame.shape) < 0.2)[["first"]]
    assert missingness(at_random, ill).informative == ()


def test_expectation_maximization_never_lowers_the_likelihood_of_what_was_seen():
    """Probabilistic Models notes, section 6 Probabilistic models with hidden variables."""
    random = np.random.default_rng(2)
    X = random.multivariate_normal([0, 0], [[1, 0.9], [0.9, 1]], size=100)
    X[random.random(X.shape) < 0.3] = np.nan
    model = ImputeNormal().fit(X)
    assert model.converged_
    assert np.diff(model.frame()["log_likelihood"]).min() > -1e-12


def test_at_random_the_other_columns_tell_what_is_missing():
    """Probabilistic Models notes, section 8 Feature transformations."""
    random = np.random.default_rng(3)
    whole = random.multivariate_normal([0, 5], [[1, 0.9], [0.9, 1]], size=400)
    lost = whole.copy()
    lost[random.random(400) < 0.3, 1] = np.nan
    error = {
        type(model).__name__: np.mean((model.fit_transform(lost) - whole) ** 2)
        for model in (ImputeByKind(), ImputeNeighbors(n_neighbors=10), ImputeNormal())
    }
    assert error["ImputeNormal"] < error["ImputeNeighbors"] < 0.5 * error["ImputeByKind"]
