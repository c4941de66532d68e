import numpy as np
from sklearn.feature_selection import SelectKBest

import gnomon as gn
from gnomon.experiments.checks.checking import check_methodology

RANDOM = np.random.default_rng(6)
NOISE = gn.Task(RANDOM.normal(size=(80, 400)), RANDOM.integers(2, size=80), name="noise")


def kept(columns):
    return gn.Task(NOISE.table.select(columns), NOISE.y, name="kept")


def test_columns_of_noise_chosen_on_all_rows_are_found_with_its_bias_measured():
    best = SelectKBest(k=10).fit(NOISE.encoded, NOISE.y).get_support()
    task = kept([name for name, is_kept in zip(NOISE.table.names, best) if is_kept])
    report = check_methodology(task, before=NOISE, only=["GN009"], learner=gn.GaussianNB())
    (finding,) = report.findings
    assert "10 of 400 features were selected" in finding.message
    # There is nothing to learn: the careful score is a guess, the careless one looks like a discovery.
    assert finding.cost.careless.lower > 0.5
    assert finding.cost.careful.value < 0.6
    assert finding.cost.lower > 0


def test_columns_chosen_without_the_target_are_silent():
    assert check_methodology(
        kept([f"x{place}" for place in range(10)]), before=NOISE, only=["GN009"]
    ).is_clean


def test_a_task_that_is_no_part_of_the_other_is_silent():
    assert check_methodology(NOISE, before=NOISE, only=["GN009"]).is_clean
