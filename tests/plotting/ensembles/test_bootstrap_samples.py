"""Bootstrap samples as counts."""

import pytest

import gnomon as gn
from gnomon.errors import DataError


@pytest.fixture(scope="module")
def moons():
    return gn.datasets.make_moons(80, noise=0.3, random_state=0)


def test_samples_of_bagging_have_as_many_rows_as_the_data(moons):
    model = gn.BaggingClassifier(n_estimators=3, random_state=0).fit(moons.X, moons.y)
    table = gn.plotting.BootstrapSamplesDisplay.from_estimator(model).frame()
    assert table.groupby("sample")["count"].sum().tolist() == [len(moons.y)] * 3
    assert table.equals(gn.plotting.BootstrapSamplesDisplay(model.counts_).frame())


def test_counts_below_0_are_refused():
    with pytest.raises(DataError, match="one count per row"):
        gn.plotting.BootstrapSamplesDisplay([[1, -1]])
