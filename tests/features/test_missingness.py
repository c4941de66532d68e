"""Is a value missing for a reason? Tests against SciPy and statsmodels."""

import numpy as np
import pandas as pd
import pytest
from scipy.stats import fisher_exact, mannwhitneyu
from statsmodels.stats.multitest import multipletests

from gnomon.errors import DataError, ParameterError
from gnomon.features.missingness import missingness

NAN = np.nan


def test_tests_and_their_joint_level_are_those_of_scipy_and_holm():
    random = np.random.default_rng(0)
    y = np.array(["ill", "well"])[random.integers(0, 2, 120)]
    X = random.normal(size=(120, 4))
    X[(y == "ill") & (random.random(120) < 0.5), 0] = NAN
    X[random.random(120) < 0.2, 1] = NAN
    X[random.random(120) < 0.1, 2] = NAN
    found = missingness(X, y)
    table = found.frame()
    for j in range(3):
        lost = np.isnan(X[:, j])
        counts = [
            [np.sum(lost & (y == c)) for c in ("ill", "well")],
            [np.sum(~lost & (y == c)) for c in ("ill", "well")],
        ]
        assert table["p"][j] == pytest.approx(fisher_exact(counts).pvalue)
    assert table["p"][3] == 1
    assert table["test"][3] == "none"
    np.testing.assert_allclose(table["adjusted_p"][:3], multipletests(table["p"][:3], method="holm")[1])
    assert found.informative == ("x0",)
    assert "x0: " in str(found)
    assert "depends on the target" in str(found)


def test_a_numeric_target_is_compared_by_ranks():
    random = np.random.default_rng(1)
    y = random.normal(size=60)
    X = np.column_stack([np.where(y > 0.8, NAN, y), np.ones(60)])
    table = missingness(X, y).frame()
    lost = np.isnan(X[:, 0])
    assert table["p"][0] == pytest.approx(mannwhitneyu(y[lost], y[~lost]).pvalue)
    assert table["target where missing"][0] == pytest.approx(y[lost].mean())


def test_a_frame_of_any_kinds_can_be_asked_with_or_without_target():
    frame = pd.DataFrame({"age": [1.0, None], "town": [None, "Ulm"], "all": [None, None]})
    assert missingness(frame).frame()["missing"].tolist() == [1, 1, 2]
    assert missingness(frame, ["a", "a"]).frame()["test"].tolist() == ["none"] * 3
    assert str(missingness([[1.0]], [0])) == "no value is missing"
    assert missingness([[NAN], [1.0], [2.0]], [0, 1, 2]).frame()["test"][0] == "chi² test"


def test_bad_questions_are_refused():
    with pytest.raises(DataError, match="dimension"):
        missingness([1.0, 2.0])
    with pytest.raises(DataError, match="row 1"):
        missingness([[1.0], [2.0]], ["a", None])
    with pytest.raises(ParameterError, match="level"):
        missingness([[1.0]], level=1.0)
