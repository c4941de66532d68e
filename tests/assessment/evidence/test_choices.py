import numpy as np

from gnomon.assessment.evidence.choices import ChosenIntervals
from gnomon.assessment.evidence.cross_validations import Resampling
from gnomon.assessment.evidence.worlds import TwoNormals


def test_the_best_of_equal_settings_is_corrected_upwards():
    study = ChosenIntervals(TwoNormals((0.5,) * 8), 100, Resampling("k-fold", 5), 50)
    random = np.random.default_rng(0)
    middles = {method: [] for method in study.methods}
    for _ in range(10):
        for method, (lower, upper, _) in study.trial(random).items():
            middles[method].append((lower + upper) / 2)
    naive, bbc, tibshirani = (np.mean(middles[method]) for method in study.methods)
    assert naive < bbc
    assert naive < tibshirani
