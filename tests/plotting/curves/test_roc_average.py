"""Averaged ROC curves are those of the library, with their bars."""

import pytest

import gnomon as gn
from gnomon.errors import DataError, ParameterError


@pytest.fixture(scope="module")
def held_out():
    return gn.resample(gn.load("heart"), gn.GaussianNB(), gn.k_fold(5))


@pytest.mark.parametrize("along", ["fpr", "threshold"])
def test_the_frame_is_that_of_the_average(held_out, along):
    table = gn.plotting.RocAverageDisplay.from_predictions(held_out, along=along).frame()
    assert table.equals(gn.curves.average_roc_curve(held_out, along=along).frame())
    assert ("fpr_lower" in table and table["fpr_lower"].notna().all()) == (along == "threshold")


def test_curves_of_separate_samples_are_averaged_too(held_out):
    from gnomon.assessment.curves.average import vertical_average
    from gnomon.assessment.curves.held_out import roc_curve_each

    curves = roc_curve_each(held_out)
    display = gn.plotting.RocAverageDisplay.from_curves(curves)
    assert display.average.auc == vertical_average(curves).auc
    with pytest.raises(ParameterError, match="along='sideways'"):
        gn.plotting.RocAverageDisplay.from_curves(curves, along="sideways")


def test_an_experiment_gives_the_same_average(held_out):
    results = gn.run(gn.Design(gn.load("heart"), gn.GaussianNB(), gn.k_fold(5)))
    assert (
        gn.plotting.RocAverageDisplay.from_experiment(results).average.auc
        == gn.curves.average_roc_curve(held_out).auc
    )


def test_four_ways_are_four_panels_with_one_merged_curve(held_out):
    panels = gn.plotting.RocAverageDisplay.four_ways(held_out)
    assert [len(getattr(part, "curves", ())) for part in panels.displays] == [5, 1, 5, 5]
    assert panels.displays[1].curves["merged"].auc == pytest.approx(gn.curves.roc_curve_of(held_out).auc)


def test_what_is_no_average_is_refused(held_out):
    with pytest.raises(DataError, match="averaged curve"):
        gn.plotting.RocAverageDisplay(gn.curves.roc_curve_of(held_out))
