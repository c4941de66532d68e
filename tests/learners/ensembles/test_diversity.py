import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import cohen_kappa_score, matthews_corrcoef

from gnomon.errors import DataError
from gnomon.learners.ensembles.diversity import ensemble_diversity


@settings(max_examples=30)
@given(st.integers(0, 9999), st.integers(2, 5))
def test_pairs_are_measured_as_their_definitions_say(seed, n_members):
    random = np.random.default_rng(seed)
    truth, predicted = random.integers(3, size=40), random.integers(3, size=(n_members, 40))
    result = ensemble_diversity(predicted, truth)
    for row in result.frame().itertuples():
        a, b = predicted[row.first] == truth, predicted[row.second] == truth
        assert row.disagreement == pytest.approx(np.mean(a != b))
        assert row.double_fault == pytest.approx(np.mean(~a & ~b))
        if a.std() and b.std():
            assert row.correlation == pytest.approx(matthews_corrcoef(a, b))
            assert row.kappa == pytest.approx(cohen_kappa_score(a, b))
    # Kuncheva & Whitaker: the variance is (L - 1) / 2L of the mean disagreement.
    expected = (n_members - 1) / (2 * n_members) * result.disagreement.mean()
    assert result.variance == pytest.approx(expected)


def test_members_alike_have_no_diversity_and_opposites_have_all():
    alike = ensemble_diversity([[0, 1, 1], [0, 1, 1]], [0, 1, 0])
    assert (alike.disagreement[0], alike.q[0], alike.entropy) == (0, 1, 0)
    apart = ensemble_diversity([[0, 0], [1, 1]], [0, 1])
    assert (apart.disagreement[0], apart.q[0], apart.entropy) == (1, -1, 1)


def test_an_ensemble_of_different_mistakes_is_better_than_its_best_member():
    result = ensemble_diversity([[0, 1, 1, 1], [0, 0, 0, 1], [1, 0, 1, 1]], [0, 0, 1, 1])
    assert result.vote_accuracy == 1 > result.member_accuracy.max()


def test_text_labels_one_member_and_bad_shapes():
    one = ensemble_diversity([["a", "b"]], ["a", "a"])
    assert one.member_accuracy.tolist() == [0.5]
    assert one.frame().empty
    assert "mean pairwise disagreement none" in str(one)
    with pytest.raises(DataError, match=r"\(members, rows\)"):
        ensemble_diversity([0, 1], [0, 1])
