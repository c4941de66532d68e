"""The shortest code is where the total is least."""

import gnomon as gn


def test_the_least_total_is_the_best():
    task = gn.datasets.make_noisy_polynomial(
        60, coefficients=(1.0, -2.0, 0.5, 0.4), noise=6.0, random_state=1
    )
    found = gn.selection.mdl_polynomial_degree(task.encoded, task.y, 7)
    table = gn.plotting.CodeLengthsDisplay.from_codes(found, name="degree").frame()
    assert table.loc[table["total"].idxmin(), "name"] == found.best
    assert (table["model"] + table["data"]).round(6).equals(table["total"].round(6))


def test_drawing_leaves_the_table_as_it_is():
    display = gn.plotting.CodeLengthsDisplay.example()
    before = display.frame()
    display.svg()
    assert display.frame().equals(before)
