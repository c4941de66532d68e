import numpy as np

from gnomon.learners.rules.conjunction import Condition, Conjunction


def test_a_missing_value_meets_no_claim_about_values():
    X = np.array([[np.nan]])
    assert not any(Condition(0, claim, 1.0).covers(X)[0] for claim in ("at most", "above", "is", "known"))
    assert Condition(0, "missing").covers(X)[0]


def test_no_condition_covers_everything():
    assert Conjunction().covers(np.zeros((3, 1))).all()
    assert Conjunction().words([]) == "anything"


def test_conditions_read_as_words():
    levels = np.array(["blue", "red"])
    assert Condition(0, "is", 1.0).words(["color"], levels) == "color is red"
    assert Condition(0, "is", 1.0).words(["color"]) == "color is 1"
    assert Condition(0, "missing").words(["color"]) == "color is missing"
    assert (Conjunction() & Condition(0, "at most", 2.5)).words(["size"]) == "size <= 2.5"
