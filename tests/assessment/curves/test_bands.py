import numpy as np
import pytest
from scipy import stats

from gnomon.assessment.curves.bands import binormal_band, fixed_width_band, kolmogorov_smirnov_band
from gnomon.assessment.curves.roc import roc_curve
from gnomon.errors import ParameterError

grid = np.arange(101) / 100


def normal_curve(generator, n_positive, n_negative, distance=1.0):
    positive = np.arange(n_positive + n_negative) < n_positive
    return roc_curve(positive, generator.normal(size=len(positive)) + distance * positive)


def coverage(make, runs, n_positive, n_negative, seed=0):
    """Share of samples whose band holds the whole true curve of normals one deviation apart."""
    generator = np.random.default_rng(seed)
    truth = stats.norm.cdf(1 + stats.norm.ppf(grid))
    return np.mean([make(normal_curve(generator, n_positive, n_negative)).holds(truth) for _ in range(runs)])


def test_the_fixed_width_band_holds_the_true_curve_at_its_level():
    assert 0.9 <= coverage(lambda curve: fixed_width_band(curve, times=150), 200, 50, 50) <= 0.995


def test_the_binormal_band_holds_a_binormal_curve_at_its_level():
    assert 0.9 <= coverage(binormal_band, 300, 80, 80) <= 0.98


def test_the_kolmogorov_smirnov_band_holds_the_true_curve_at_least_at_its_level():
    assert coverage(lambda curve: kolmogorov_smirnov_band(curve, 0.8), 200, 40, 60) >= 0.8


def test_where_the_classes_are_not_normal_the_bootstrap_holds_and_the_model_does_not():
    generator = np.random.default_rng(7)
    positive = np.arange(200) < 100
    cut = stats.norm.isf(grid)
    truth = (stats.norm.sf(cut - 2.5) + stats.norm.sf(cut + 1)) / 2
    held = np.zeros(2)
    for _ in range(100):
        place = np.where(positive, np.where(generator.random(200) < 0.5, 2.5, -1.0), 0.0)
        curve = roc_curve(positive, generator.normal(size=200) + place)
        held += [fixed_width_band(curve, times=100).holds(truth), binormal_band(curve).holds(truth)]
    assert held[0] >= 90
    assert held[1] <= 70


def test_a_band_for_the_whole_curve_is_wider_than_bars_for_each_point():
    generator = np.random.default_rng(1)
    curve = normal_curve(generator, 100, 100)
    drawn = []
    for fp, tp in curve.rows.resampled(300):
        drawn.append(np.interp(grid, np.append(0, fp / fp[-1]), np.append(0, tp / tp[-1])))
    low, high = np.quantile(drawn, [0.025, 0.975], axis=0)
    assert fixed_width_band(curve, times=300).width > np.trapezoid(high - low, grid)


@pytest.mark.parametrize(
    "make", [kolmogorov_smirnov_band, lambda *a, **k: fixed_width_band(*a, times=100, **k), binormal_band]
)
def test_bands_hold_their_own_curve_grow_with_the_level_and_shrink_with_the_rows(make):
    few, many = (normal_curve(np.random.default_rng(2), n, n) for n in (60, 2000))
    band = make(few, 0.95)
    assert band.holds(band.tpr)
    assert (band.lower >= 0).all()
    assert (band.upper <= 1).all()
    assert (np.diff(band.lower) >= -1e-12).all()
    assert (np.diff(band.upper) >= -1e-12).all()
    assert make(few, 0.8).width < band.width
    assert make(many, 0.95).width < band.width / 3
    assert band.frame().columns.tolist() == ["fpr", "tpr", "lower", "upper"]
    assert len(make(few, 0.95, samples=10).fpr) == 11
    assert band.covers


def test_the_kolmogorov_smirnov_band_is_the_union_of_rectangles_around_the_points():
    curve = normal_curve(np.random.default_rng(3), 30, 50)
    band = kolmogorov_smirnov_band(curve, 0.9)
    across, up = (stats.kstwo.ppf(np.sqrt(0.9), n) for n in (50, 30))
    for place in (0, 13, 50, 97, 100):
        near = np.abs(curve.fpr - grid[place]) <= across + 1e-9
        assert near.any()
        assert band.upper[place] == pytest.approx(min(curve.tpr[near].max() + up, 1))
        assert band.lower[place] == pytest.approx(max(curve.tpr[near].min() - up, 0))


def test_the_bootstrap_band_repeats_with_its_seed():
    curve = normal_curve(np.random.default_rng(4), 30, 30)
    bands = [fixed_width_band(curve, times=50, random_state=seed) for seed in (1, 1, 2)]
    assert np.array_equal(bands[0].lower, bands[1].lower)
    assert not np.array_equal(bands[0].lower, bands[2].lower)


def test_bands_are_of_the_whole_curve_whatever_was_left_out_for_drawing():
    curve = normal_curve(np.random.default_rng(8), 40, 40)
    for make in (kolmogorov_smirnov_band, lambda each: fixed_width_band(each, times=50)):
        assert np.array_equal(make(curve).lower, make(curve.thinned()).lower)


def test_groups_widen_the_bands():
    generator = np.random.default_rng(5)
    positive = np.arange(60) % 2 == 0
    score = generator.normal(size=60) + positive
    copies = np.repeat(np.arange(60), 5)
    plain, grouped = (
        roc_curve(positive[copies], score[copies]),
        roc_curve(positive[copies], score[copies], group=copies),
    )
    assert kolmogorov_smirnov_band(grouped).width > 1.5 * kolmogorov_smirnov_band(plain).width
    assert fixed_width_band(grouped, times=100).width > 1.5 * fixed_width_band(plain, times=100).width
    assert binormal_band(grouped).width > 1.5 * binormal_band(plain).width


def test_classes_that_do_not_meet_still_leave_doubt():
    perfect = roc_curve(np.arange(40) < 20, -np.arange(40.0))
    band = fixed_width_band(perfect, times=50)
    assert band.lower[1] < 0.85
    assert band.width > 0.05


def test_constant_scores_have_bands_around_the_diagonal():
    curve = roc_curve([1, 0] * 20, [0.5] * 40)
    for band in (kolmogorov_smirnov_band(curve), fixed_width_band(curve, times=50)):
        assert band.holds(grid)
        assert (band.lower < grid)[1:].all()
        assert (band.upper > grid)[:-1].all()


def test_odd_parameters_are_refused():
    curve = normal_curve(np.random.default_rng(6), 20, 20)
    for make in (kolmogorov_smirnov_band, fixed_width_band, binormal_band):
        with pytest.raises(ParameterError, match="level="):
            make(curve, 95)
        with pytest.raises(ParameterError, match="samples=0"):
            make(curve, samples=0)


def test_one_row_a_class_has_a_band_that_says_nothing():
    band = kolmogorov_smirnov_band(roc_curve([1, 0], [2, 1]))
    assert band.lower.max() < 0.05
    assert band.upper.min() > 0.95
