import warnings

import numpy as np
import pandas as pd
import pytest

import gnomon as gn
from gnomon.data.number_formats import formatted_numbers
from gnomon.data.read import read_table
from gnomon.errors import DataWarning


def parsed(words):
    numbers = pd.to_numeric(pd.Series(words, dtype=object), errors="coerce").to_numpy(dtype=float)
    result = formatted_numbers(words, numbers, np.isnan(numbers))
    return None if result is None else (result.format, result.numbers.tolist())


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["48,0", "-1,26", "7"], ("decimal commas", [48.0, -1.26, 7.0])),
        (["1.234,5", "0,25"], ("decimal commas", [1234.5, 0.25])),
        (["1,200", "12,345,678"], ("thousands separators", [1200.0, 12345678.0])),
        (["1,200.50", "3.5"], ("thousands separators", [1200.5, 3.5])),
        (["$1,200", "-$950.50", "$3"], ("thousands separators", [1200.0, -950.5, 3.0])),
        (["12 %", "7.5%", "0"], ("currency or percent signs", [12.0, 7.5, 0.0])),
        (["1\u202f200", "15"], ("thousands separators", [1200.0, 15.0])),
        # A decimal point beside decimal commas, two currencies, dates, versions and lists are not one format.
        (["1,5", "2.5"], None),
        (["$5", "€5"], None),
        (["1/2/2024", "3/4/2024"], None),
        (["1.2.3", "4.5.6"], None),
        (["1,2,3", "4,5"], None),
        (["red", "blue"], None),
    ],
)
def test_a_common_format_of_numbers_is_recognized(words, expected):
    assert parsed(words) == expected


def test_quoted_decimal_commas_in_a_comma_separated_file_are_numbers(tmp_path):
    lines = "".join(f'"{n},{n % 7}","x{n}",{n}\n' for n in range(40))
    (tmp_path / "a.csv").write_text("rate,name,y\n" + lines)
    with pytest.warns(DataWarning, match="numbers with decimal commas are read as numbers: 'rate'"):
        table = read_table(tmp_path / "a.csv")
    assert table.column("rate").kind == "quantitative"
    assert table.column("rate").values[8] == pytest.approx(8.1)
    frame = pd.read_csv(tmp_path / "a.csv")
    with pytest.warns(DataWarning, match="decimal commas"):
        assert np.array_equal(gn.Table.of(frame).column("rate").values, table.column("rate").values)


def test_a_column_declared_categorical_stays_text(tmp_path):
    (tmp_path / "a.csv").write_text("rate,y\n" + "".join(f'"{n % 3},5",{n}\n' for n in range(9)))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        table = read_table(tmp_path / "a.csv", kinds={"rate": "categorical"})
    assert table.column("rate").levels == ("0,5", "1,5", "2,5")


def test_a_few_other_values_beside_formatted_numbers_become_missing(tmp_path):
    rows = [f'"${n},000"' for n in range(1, 40)] + ["unknown", "."]
    (tmp_path / "a.csv").write_text("income,y\n" + "".join(f"{each},{n}\n" for n, each in enumerate(rows)))
    with pytest.warns(DataWarning) as caught:
        values = read_table(tmp_path / "a.csv").column("income").values
    assert values[0] == 1000.0
    assert np.isnan(values[-2:]).all()
    assert any("'unknown'" in str(each.message) for each in caught)
