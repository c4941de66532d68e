import numpy as np
import pytest

from gnomon.assessment.measures import auc, find_measure, measure
from gnomon.assessment.measures.replicates import replicates
from gnomon.errors import DataError, DesignError, ParameterError
from gnomon.registry import measures

generator = np.random.default_rng(0)
N = 120
TRUTH = generator.integers(0, 3, N)
LABELS = np.where(generator.random(N) < 0.7, TRUTH, generator.integers(0, 3, N))
PROBABILITY = generator.dirichlet(np.ones(3), N) * 0.8 + 0.2 * np.eye(3)[TRUTH]
NUMBERS = generator.normal(size=N) + 3
GUESSES = NUMBERS + generator.normal(size=N)
WEIGHT = generator.random(N)
GROUP = np.arange(N) // 4

asked = [name for name in measures if find_measure(name).kind != "clustering"]


def inputs(name):
    result = find_measure(name)
    if result.needs == "number":
        is_positive = "deviance" in name or "log_error" in name
        return (np.exp(NUMBERS / 4), np.exp(GUESSES / 4)) if is_positive else (NUMBERS, GUESSES)
    if result.of_positive:
        given = LABELS == 1 if result.needs == "label" else PROBABILITY[:, 1]
        return TRUTH == 1, given
    given = {"label": LABELS, "probability": PROBABILITY, "score": PROBABILITY}[result.needs]
    return (
        TRUTH > 0
    ) + 0 if name == "expected_cost" else TRUTH, LABELS > 0 if name == "expected_cost" else given


def by_hand(name, weight, group, times, seed):
    """The plain bootstrap: rows (or groups) drawn, copied out and measured."""
    truth, given = inputs(name)
    measure = find_measure(name).function
    draw = np.random.default_rng(seed)
    units = np.arange(N) if group is None else group
    n_units = units.max() + 1
    members = [np.flatnonzero(units == unit) for unit in range(n_units)]
    result = []
    for _ in range(times):
        rows = np.concatenate([members[unit] for unit in draw.integers(n_units, size=n_units)])
        result.append(measure(truth[rows], given[rows], None if weight is None else weight[rows]))
    return np.array(result)


@pytest.mark.parametrize("name", asked)
@pytest.mark.parametrize(("weight", "group"), [(None, None), (WEIGHT, None), (None, GROUP), (WEIGHT, GROUP)])
def test_replicates_spread_as_a_plain_bootstrap_does(name, weight, group):
    result = replicates(name, *inputs(name), weight=weight, group=group, times=300, random_state=1)
    plain = by_hand(name, weight, group, 120, 2)
    assert result.shape == (300,)
    assert not np.isnan(result).any()
    # Both are samples of one distribution: mean and deviation agree within what so few samples allow.
    error = plain.std() * np.sqrt(1 / 300 + 1 / 120)
    assert abs(result.mean() - plain.mean()) < 4.5 * error + 1e-12
    assert result.std() == pytest.approx(plain.std(), rel=0.4)


@pytest.mark.parametrize("name", ["accuracy", "f1_macro", "auc", "brier", "r2", "auc_hand_till"])
def test_the_same_seed_gives_the_same_numbers_for_any_threads(name):
    for weight, group in ((None, None), (WEIGHT, GROUP)):
        options = {"weight": weight, "group": group, "times": 50, "random_state": 3}
        one = replicates(name, *inputs(name), threads=1, **options)
        assert np.array_equal(one, replicates(name, *inputs(name), threads=2, **options))
        other = replicates(name, *inputs(name), **{**options, "random_state": 4})
        assert not np.array_equal(one, other)


def test_more_replicates_begin_with_the_same_ones():
    few = replicates("auc", *inputs("auc"), times=10)
    assert np.array_equal(few, replicates("auc", *inputs("auc"), times=30)[:10])


def test_one_group_a_row_is_no_group():
    alone = replicates("mean_squared_error", NUMBERS, GUESSES, times=40)
    grouped = replicates("mean_squared_error", NUMBERS, GUESSES, group=np.arange(N), times=40)
    assert np.allclose(alone, grouped)
    assert np.allclose(
        replicates("auc", *inputs("auc"), times=20),
        replicates("auc", *inputs("auc"), group=np.arange(N), times=20),
    )


def test_parameters_reach_the_replicates():
    result = replicates("pinball(0.9)", NUMBERS, GUESSES, times=400)
    assert result.mean() == pytest.approx(find_measure("pinball(0.9)")(NUMBERS, GUESSES), rel=0.05)
    costly = find_measure("expected_cost", costs=[[0, 1], [5, 0]])
    assert replicates(costly, [0, 0, 1, 1], [0, 1, 1, 1], times=200).max() <= 1
    areas, ginis = (replicates(name, *inputs(name), times=20) for name in ("auc", "gini"))
    assert np.allclose(2 * areas - 1, ginis)


def test_a_replicate_without_one_of_the_classes_is_nan_not_an_error():
    truth, score = np.array([1, 0, 0, 0]), np.array([0.9, 0.1, 0.2, 0.3])
    for name in ("auc", "average_precision"):
        result = replicates(name, truth, score, times=400)
        assert 0.2 < np.isnan(result).mean() < 0.45
        assert np.nanmin(result) == 1.0
    weightless = np.array([1.0, 1.0, 0.0, 0.0])
    assert np.isnan(replicates("f1", truth, truth, weight=weightless, times=400)).any()
    assert np.isnan(replicates("accuracy", truth, truth, weight=weightless, times=400)).any()


def test_what_is_undefined_on_all_rows_is_an_error_at_once():
    with pytest.raises(DataError, match="no row is positive"):
        replicates("auc", [0, 0], [0.1, 0.2])
    with pytest.raises(DataError, match="NaN"):
        replicates("average_precision", [0, 1], [0.1, np.nan])
    with pytest.raises(DataError, match="undefined"):
        replicates("r2", [1.0, 1.0], [1.0, 2.0])
    with pytest.raises(DataError, match="0 rows"):
        replicates("accuracy", [], [])
    with pytest.raises(DataError, match="add up to 0"):
        replicates("accuracy", [0, 1], [0, 1], weight=np.zeros(2))


def test_bad_arguments_are_refused():
    for times in (0, -1, 2.5, True):
        with pytest.raises(ParameterError, match="times"):
            replicates("accuracy", [0, 1], [0, 1], times=times)
    with pytest.raises(DataError, match="group has 1"):
        replicates("accuracy", [0, 1], [0, 1], group=[0])
    with pytest.raises(DesignError, match="cannot be bootstrapped"):
        replicates("adjusted_rand", [0, 1], [0, 1])
    with pytest.raises(DataError, match="as many of each"):
        replicates("accuracy", [0, 1], [0])


def test_a_measure_of_ones_own_that_knows_no_weights_still_varies(monkeypatch):
    monkeypatch.setattr(measures, "_entries", dict(measures._entries))

    @measure(better="lower", range=(0, 9), needs="number", kind="regression", title="Median error")
    def median_error(truth, predicted, weight=None):
        return float(np.median(np.abs(truth - predicted)))

    assert replicates("median_error", NUMBERS, GUESSES, times=50).std() > 0


def test_a_thousand_classes_do_not_explode():
    truth = np.arange(3000) % 1000
    predicted = np.where(np.arange(3000) % 3 == 0, truth, 0)
    result = replicates("accuracy", truth, predicted, times=20)
    assert result.mean() == pytest.approx(1 / 3, abs=0.05)
    assert np.isfinite(replicates("f1_macro", truth, predicted, times=5)).all()
    assert np.isfinite(replicates("f1_macro", truth, predicted, weight=np.ones(3000), times=5)).all()


def test_one_row_can_only_be_drawn():
    assert replicates("accuracy", [1], [1], times=5).tolist() == [1.0] * 5
    assert replicates("mean_absolute_error", [1.0], [3.0], times=5).tolist() == [2.0] * 5


def test_the_spread_of_auc_is_delongs():
    from gnomon.assessment.intervals import auc_error, auc_parts

    positive = generator.random(800) < 0.4
    score = generator.normal(size=800) + positive
    result = replicates("auc", positive, score, times=4000)
    assert result.std() == pytest.approx(auc_error(*auc_parts(positive, score, None)), rel=0.06)
    assert result.mean() == pytest.approx(auc(positive, score), abs=0.002)
