"""The first map is the product of the others."""

import numpy as np
import pytest

import gnomon as gn


def test_the_table_is_the_product_of_its_factors():
    films = gn.load("films").to_pandas().to_numpy()
    table, left, weights, right = (part.table for part in gn.plotting.FactorsDisplay.example().displays)
    assert left @ weights @ right == pytest.approx(table)
    assert table == pytest.approx(films)


def test_factors_by_singular_values_give_the_table_back():
    rows = np.random.default_rng(0).normal(size=(5, 3))
    assert gn.plotting.FactorsDisplay.from_rows(rows).displays[0].table == pytest.approx(rows)
