import numpy as np
import pytest

import gnomon as gn
from gnomon.experiments import compact_predictions
from gnomon.experiments.compact_predictions import CompactPredictions

PATH = [gn.KNeighborsClassifier(k) for k in (1, 5)]


@pytest.fixture(scope="module")
def results():
    return gn.resample_each(gn.load("iris"), PATH, gn.k_fold(5))


def test_what_is_stored_gives_the_predictions_back_bit_for_bit(results):
    parts = [dict(enumerate(results)), dict(enumerate(results[::-1]))]
    found = CompactPredictions.of(parts, 2, with_scores=True)
    again = CompactPredictions.of_arrays("inner.", found.arrays("inner."))
    for part, setting, expected in ((0, 0, results[0]), (0, 1, results[1]), (1, 0, results[1])):
        back = again.predictions(part, setting, results[0])
        for name in ("split", "row", "truth", "predicted", "probability", "train_sizes"):
            assert np.array_equal(getattr(back, name), getattr(expected, name))
            assert getattr(back, name).dtype == getattr(expected, name).dtype


def test_labels_of_a_few_classes_take_a_byte(results):
    assert CompactPredictions.of([dict(enumerate(results))], 2, with_scores=False).predicted.nbytes == 300


def test_a_setting_that_is_not_in_a_part_leaves_zeros(results):
    found = CompactPredictions.of([{1: results[1]}], 2, with_scores=False)
    assert not found.predicted[0].any()
    assert np.array_equal(found.predicted[1], results[1].predicted)


def test_probabilities_beyond_the_limit_are_left_out(results, monkeypatch):
    monkeypatch.setattr(compact_predictions, "MAX_BYTES", 7000)
    assert CompactPredictions.of([dict(enumerate(results))], 2, with_scores=True).probability is None
    monkeypatch.setattr(compact_predictions, "MAX_BYTES", 7200)
    assert CompactPredictions.of([dict(enumerate(results))], 2, with_scores=True).probability.nbytes == 7200


def test_of_many_rows_every_split_keeps_its_share(monkeypatch):
    monkeypatch.setattr(compact_predictions, "MAX_ROWS", 60)
    monkeypatch.setattr(compact_predictions, "MIN_ROWS_PER_SPLIT", 10)
    found = gn.resample(gn.load("iris"), gn.GaussianNB(), gn.k_fold(5))
    some = compact_predictions.subsampled({3: found})[3]
    assert np.bincount(some.split).tolist() == [12] * 5
    places = {(split, row): place for place, (split, row) in enumerate(zip(found.split, found.row))}
    at = [places[key] for key in zip(some.split, some.row)]
    assert np.array_equal(some.probability, found.probability[at])
    assert np.array_equal(some.truth, found.truth[at])
    assert len(some.per_split("accuracy")) == 5


def test_splits_of_few_rows_keep_them_all(monkeypatch):
    monkeypatch.setattr(compact_predictions, "MAX_ROWS", 60)
    found = gn.resample(gn.load("iris"), gn.GaussianNB(), gn.leave_one_out())
    assert compact_predictions.subsampled({0: found})[0] is found
