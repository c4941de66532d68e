import numpy as np

from gnomon.assessment.measures import find_measure
from gnomon.assessment.measures.label_measure import label_measure
from gnomon.registry import measures


def test_a_formula_of_tables_becomes_a_measure_of_labels(monkeypatch):
    monkeypatch.setattr(measures, "_entries", dict(measures._entries))

    @label_measure("Share of the upper right corner", range=(0, 1), better="lower")
    def corner(table, *, power=1.0):
        """Weight in the first row and last column."""
        return (table[..., 0, -1] / table.sum(axis=(-2, -1))) ** power

    assert corner(["a", "b"], ["b", "b"]) == 0.5
    assert corner(["a", "b"], ["b", "b"], np.array([3.0, 1.0])) == 0.75
    assert corner.__doc__ == "Weight in the first row and last column."
    result = find_measure("corner(power=2)")
    assert result(["a", "b"], ["b", "b"]) == 0.25
    assert result.of_table(np.stack([np.eye(2), np.ones((2, 2))])).tolist() == [0.0, 0.0625]
    assert result.better == "lower"
