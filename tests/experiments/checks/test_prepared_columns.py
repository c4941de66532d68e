import numpy as np
import pytest
from sklearn.decomposition import PCA
from sklearn.preprocessing import MinMaxScaler, StandardScaler

import gnomon as gn
from gnomon.experiments.checks.checking import check_methodology
from tests.experiments.checks import synthetic

MIXED = synthetic.features() @ np.random.default_rng(1).normal(size=(5, 5)) + 3


def findings_of(X):
    return check_methodology(gn.Task(X, np.arange(240) % 2), only=["GN007"]).findings


@pytest.mark.parametrize(
    ("transformer", "severity"),
    [
        (StandardScaler(), "note"),
        (MinMaxScaler(), "note"),
        (PCA(), "warning"),
        (PCA(3, whiten=True), "warning"),
    ],
    ids=str,
)
def test_columns_scaled_or_projected_on_all_rows_are_found(transformer, severity):
    (finding,) = findings_of(transformer.fit_transform(MIXED))
    assert finding.severity == severity


def test_columns_of_unit_length_and_of_the_other_divisor_are_found():
    centered = MIXED - MIXED.mean(axis=0)
    for spread in (np.linalg.norm(centered, axis=0), centered.std(axis=0, ddof=1)):
        assert findings_of(centered / spread)


def test_raw_columns_and_columns_scaled_on_other_rows_are_silent():
    assert findings_of(MIXED) == ()
    assert findings_of(StandardScaler().fit(MIXED[:150]).transform(MIXED)) == ()


def test_whole_numbers_are_passed_over():
    assert findings_of(np.random.default_rng(0).integers(2, size=(240, 5)).astype(float)) == ()
