import numpy as np
import pytest

from gnomon.data.table import Table
from gnomon.experiments.checks.ratio_curves import curves_of


def loans(n_rows=300, seed=0):
    random = np.random.default_rng(seed)
    loan, term = random.integers(40, 400, n_rows) * 25.0, random.choice([36.0, 60.0], n_rows)
    rate = np.round(random.uniform(5, 25, n_rows), 2)
    monthly = rate / 1200
    installment = np.round(loan * monthly / (1 - (1 + monthly) ** -term), 2)
    income = np.round(np.exp(random.normal(11, 0.5, n_rows)))
    return {"loan": loan, "installment": installment, "income": income, "term": term}, rate


def of(total, columns):
    numbers = {name: np.asarray(each, dtype=float) for name, each in columns.items()}
    return curves_of(total, numbers, Table.of(columns), np.arange(len(total)))


def test_a_rate_is_a_function_of_the_installment_per_amount_for_loans_of_one_term():
    columns, rate = loans()
    (curve,) = of(rate, columns)
    assert (set(curve.names), curve.computed, curve.level) == (
        {"loan", "installment"},
        ("installment",),
        "term",
    )


@pytest.mark.parametrize("lacking", ["loan", "installment", "term"])
def test_without_one_of_the_columns_there_is_no_curve(lacking):
    columns, rate = loans()
    del columns[lacking]
    assert of(rate, columns) == []


@pytest.mark.parametrize("seed", range(3))
def test_a_target_at_random_has_no_curve(seed):
    columns, rate = loans(seed=seed)
    assert of(np.random.default_rng(seed).permutation(rate), columns) == []


def test_a_good_measurement_is_no_curve():
    random = np.random.default_rng(0)
    girth, height = random.uniform(20, 60, 300), random.uniform(15, 30, 300)
    volume = girth**2 * height * np.exp(0.1 * random.normal(size=300))
    assert of(volume, {"girth": girth, "height": height}) == []


def test_a_function_of_one_column_is_no_ratio():
    columns, rate = loans()
    assert of(rate, {"log": np.log(rate), "income": columns["income"]}) == []


def test_few_rows_and_missing_values_are_no_evidence():
    columns, rate = loans(50)
    assert of(rate, columns) == []
    columns, rate = loans()
    columns["installment"][::2] = np.nan
    assert of(rate, columns) == []
