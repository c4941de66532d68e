"""Stop rules and the curve."""

import pytest

from gnomon.features.select.curve import SelectionCurve, Step
from gnomon.features.select.stop_rules import StopRule


def forward(*scores, error=0.05):
    return [Step("add", (i,), tuple(range(i + 1)), score, error) for i, score in enumerate(scores)]


def backward(*scores):
    d = len(scores)
    return [
        Step("drop" if i else "start", (), tuple(range(d - i)), score, 0.05) for i, score in enumerate(scores)
    ]


@pytest.mark.parametrize(
    ("rule", "steps", "size"),
    [
        (StopRule(), forward(0.5, 0.7, 0.7), 2),
        (StopRule(patience=2), forward(0.5, 0.7, 0.7, 0.9), 4),
        (StopRule(rule="best"), forward(0.5, 0.9, 0.7, 0.9), 2),
        (StopRule(rule="one standard error"), forward(0.5, 0.86, 0.9, 0.85), 2),
        (StopRule(size=3), forward(0.5, 0.9, 0.7), 3),
        (StopRule(enough=0.85), forward(0.5, 0.7, 0.9), 3),
        (StopRule(), backward(0.8, 0.8, 0.9, 0.85), 2),
        (StopRule(tol=0.06), backward(0.8, 0.8, 0.9, 0.85), 1),
        (StopRule(rule="best"), backward(0.9, 0.9, 0.8, 0.7), 3),
    ],
)
def test_the_rule_keeps_the_size(rule, steps, size):
    assert len(rule.selected(steps).subset) == size


def test_no_gain_stops_after_its_patience():
    steps = forward(0.5, 0.7, 0.7, 0.7)
    assert not StopRule().is_reached(steps[:2])
    assert StopRule().is_reached(steps[:3])
    assert not StopRule(patience=2).is_reached(steps[:3])
    assert StopRule(patience=2).is_reached(steps)


def test_gains_below_rounding_are_none():
    assert len(StopRule().selected(forward(0.5, 0.5 + 1e-15)).subset) == 1


def test_the_other_rules_go_all_the_way():
    assert not StopRule(rule="best").is_reached(forward(0.9, 0.1, 0.1, 0.1))
    assert not StopRule().is_reached([])


def test_the_best_of_each_size_is_in_the_curve_by_size():
    steps = (*forward(0.5, 0.7), Step("drop", (0,), (1,), 0.6, 0.1))
    found = SelectionCurve(steps, ("a", "b")).by_size()
    assert found["score"].tolist() == [0.6, 0.7]
    assert found["columns"].tolist() == [("b",), ("a", "b")]
