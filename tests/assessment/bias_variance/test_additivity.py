"""Laws of every decomposition, on random predictions."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gnomon.assessment.bias_variance import (
    bias_variance_of_brier,
    bias_variance_of_log_loss,
    bias_variance_of_squared_error,
    bias_variance_of_zero_one,
)
from gnomon.errors import DataError, DesignError

KINDS = ("squared", "brier", "log", "domingos", "kohavi-wolpert")
every = pytest.mark.parametrize("kind", KINDS)
seeds = st.integers(0, 2**32 - 1)
sizes = st.tuples(st.integers(2, 9), st.integers(1, 12), st.integers(2, 5))


def drawn(kind, random, size, known):
    """Predictions (models first) and truth of this kind."""
    n_models, n_cases, n_classes = size
    if kind == "squared":
        return 50 + random.normal(size=(n_models, n_cases)), 50 + random.normal(size=n_cases)
    truth = (
        random.dirichlet(np.ones(n_classes), n_cases) if known else random.integers(n_classes, size=n_cases)
    )
    if kind in ("domingos", "kohavi-wolpert"):
        return random.integers(n_classes, size=(n_models, n_cases)), truth
    probability = random.dirichlet(np.full(n_classes, 0.3), (n_models, n_cases))
    probability[random.random((n_models, n_cases)) < 0.1] = np.eye(n_classes)[0]
    return probability, truth


def decomposed(kind, predicted, truth, present=None, known=False, **options):
    if kind in ("domingos", "kohavi-wolpert"):
        return bias_variance_of_zero_one(predicted, truth, method=kind, present=present, **options)
    if present is not None:
        predicted = predicted.copy()
        predicted[~present] = np.nan
    if kind == "squared":
        return bias_variance_of_squared_error(predicted, truth, noise=0.3 if known else None, **options)
    return {"brier": bias_variance_of_brier, "log": bias_variance_of_log_loss}[kind](
        predicted, truth, **options
    )


@every
@given(seed=seeds, size=sizes, known=st.booleans())
@settings(max_examples=40)
def test_the_parts_add_up_in_every_case_and_in_all(kind, seed, size, known):
    random = np.random.default_rng(seed)
    present = random.random(size[:2]) < 0.6
    present[:2] = True
    weight = random.random(size[1]) + 0.01
    result = decomposed(kind, *drawn(kind, random, size, known), present, known, weight=weight)
    cases = result.cases
    assert np.allclose(cases.noise + cases.bias + cases.variance, cases.loss, rtol=1e-12, atol=1e-12)
    assert result.noise + result.bias + result.variance == pytest.approx(result.loss, rel=1e-12, abs=1e-12)
    assert cases.times.tolist() == present.sum(axis=0).tolist()
    if result.corrected_variance is not None:
        total = result.noise + result.corrected_bias + result.corrected_variance
        assert total == pytest.approx(result.loss, rel=1e-12, abs=1e-12)
        assert (cases.corrected_variance >= cases.variance - 1e-12).all()
    if not known:
        assert result.noise == 0
    assert result.noise_known == known


@every
@given(seed=seeds, size=sizes)
@settings(max_examples=20)
def test_models_that_agree_have_no_variance(kind, seed, size):
    predicted, truth = drawn(kind, np.random.default_rng(seed), size, known=True)
    predicted[:] = predicted[0]
    result = decomposed(kind, predicted, truth, known=True)
    assert np.allclose(result.cases.variance, 0, atol=1e-15)
    assert result.instability == pytest.approx(0, abs=1e-13)
    assert all(error == pytest.approx(0, abs=1e-7) for error in result.errors.values())


@every
@given(seed=seeds, size=sizes, known=st.booleans())
@settings(max_examples=20)
def test_weights_are_repetitions(kind, seed, size, known):
    random = np.random.default_rng(seed)
    predicted, truth = drawn(kind, random, size, known)
    times = random.integers(0, 4, size=size[1])
    times[0] = 1
    again = np.repeat(np.arange(size[1]), times)
    weighted = decomposed(kind, predicted, truth, known=known, weight=times)
    repeated = decomposed(kind, predicted[:, again], truth[again], known=known)
    for part in ("noise", "bias", "variance", "loss", "instability"):
        assert getattr(weighted, part) == pytest.approx(getattr(repeated, part), rel=1e-12, abs=1e-14)
    assert list(weighted.errors.values()) == pytest.approx(list(repeated.errors.values()), abs=1e-12)


@every
@given(seed=seeds, size=sizes, known=st.booleans())
@settings(max_examples=20)
def test_the_order_of_models_and_the_names_of_classes_do_not_matter(kind, seed, size, known):
    random = np.random.default_rng(seed)
    predicted, truth = drawn(kind, random, size, known)
    first = decomposed(kind, predicted, truth, known=known)
    order = random.permutation(size[2])
    if kind in ("domingos", "kohavi-wolpert"):
        renamed = order[predicted]
    else:
        renamed = predicted if kind == "squared" else predicted[:, :, np.argsort(order)]
    if kind == "squared":
        of_truth = truth
    else:
        of_truth = truth[:, np.argsort(order)] if known else order[truth]
    second = decomposed(kind, renamed[random.permutation(size[0])], of_truth, known=known)
    for part in ("noise", "bias", "variance", "loss"):
        ours, theirs = getattr(first.cases, part), getattr(second.cases, part)
        assert np.allclose(ours, theirs, rtol=1e-10, atol=1e-12)


@every
@given(seed=seeds, size=sizes)
@settings(max_examples=15)
def test_a_case_seen_by_one_model_is_left_out(kind, seed, size):
    random = np.random.default_rng(seed)
    predicted, truth = drawn(kind, random, (size[0], size[1] + 1, size[2]), known=False)
    present = np.ones((size[0], size[1] + 1), dtype=bool)
    present[1:, -1] = False
    result = decomposed(kind, predicted, truth, present)
    without = decomposed(kind, predicted[:, :-1], truth[:-1])
    assert result.cases.row.tolist() == list(range(size[1]))
    assert result.loss == pytest.approx(without.loss)
    assert result.bias == pytest.approx(without.bias)


@pytest.mark.parametrize("kind", ["squared", "brier", "log", "kohavi-wolpert"])
def test_the_correction_makes_up_for_few_training_sets(kind):
    random = np.random.default_rng(0)
    # Each case is a draw of 5 models of its own; 2,000 models show what infinitely many would.
    many, truth = drawn(kind, random, (2000, 1, 3), known=True)
    limit = decomposed(kind, many, truth, known=True)
    few, _ = drawn(kind, random, (5, 4000, 3), known=True)
    result = decomposed(kind, few, np.repeat(truth, 4000, axis=0), known=True)
    shortfall = limit.variance - result.variance
    # The jackknife is exact for squared forms, and takes most of the shortfall away for logarithms.
    left = 0.05 if kind != "log" else 0.5
    assert (
        abs(limit.variance - result.corrected_variance) < left * abs(shortfall) + 4 * limit.errors["variance"]
    )
    assert abs(limit.bias - result.corrected_bias) < left * abs(shortfall) + 4 * limit.errors["bias"]
    assert shortfall > 0.1 * limit.variance


@every
def test_standard_errors_are_the_spread_over_new_training_sets(kind):
    random = np.random.default_rng(1)
    n_cases = 40
    center, truth = drawn(kind, random, (1, n_cases, 3), known=True)
    result = []
    for _ in range(60):
        # Models differ by a shift that all their cases share, and by noise of each case.
        fresh, _ = drawn(kind, random, (25, n_cases, 3), known=True)
        if kind in ("domingos", "kohavi-wolpert"):
            fresh = np.where(random.random((25, n_cases)) < random.uniform(0, 0.4, (25, 1)), center, fresh)
        else:
            mix = random.uniform(0.3, 1, (25, 1) + (1,) * (fresh.ndim - 2))
            fresh = mix * center + (1 - mix) * fresh
        result.append(decomposed(kind, fresh, truth, known=True))
    for part in ("bias", "variance", "loss"):
        spread = np.std([getattr(each, part) for each in result], ddof=1)
        claimed = np.mean([each.errors[part] for each in result])
        # 60 repeats know their spread to within 9 %.
        assert 0.7 < claimed / spread < 1.35, part


@every
def test_what_cannot_be_decomposed_is_refused(kind):
    predicted, truth = drawn(kind, np.random.default_rng(0), (3, 4, 2), known=False)
    with pytest.raises(DesignError, match="between models"):
        decomposed(kind, predicted[:1], truth)
    with pytest.raises(DesignError, match="none of 0 cases"):
        decomposed(kind, predicted[:, :0], truth[:0])
    with pytest.raises(DesignError, match="none of 4 cases"):
        decomposed(kind, predicted, truth, present=np.eye(3, 4) > 0)
    with pytest.raises(DataError, match="weight 0"):
        decomposed(kind, predicted, truth, weight=np.zeros(4))
    with pytest.raises(DataError, match="case 2 has weight -1"):
        decomposed(kind, predicted, truth, weight=[1, 1, -1, 1])
    with pytest.raises(DataError, match="one for each of the 4 cases"):
        decomposed(kind, predicted, truth, weight=[1, 1])
    with pytest.raises(DataError):
        decomposed(kind, predicted, truth[:2])


@every
def test_frames_show_every_case_and_every_part(kind):
    predicted, truth = drawn(kind, np.random.default_rng(0), (5, 4, 3), known=True)
    result = decomposed(kind, predicted, truth, known=True, weight=[1, 2, 1, 1], row=[10, 11, 12, 13])
    frame = result.frame()
    assert frame.row.tolist() == [10, 11, 12, 13]
    assert np.allclose(frame.noise + frame.bias + frame.variance, frame.loss)
    assert np.average(frame.loss, weights=frame.weight) == pytest.approx(result.loss)
    summary = result.summary()
    assert summary.value[:3].sum() == pytest.approx(summary.value["loss"])
    assert summary.corrected.isna().all() == (kind == "domingos")
    assert f"loss {result.loss:.4f} = noise" in str(result)
    assert "known truth" in result.why
