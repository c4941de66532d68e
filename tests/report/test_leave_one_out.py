import gnomon as gn


def test_a_measure_that_one_row_cannot_bear_leaves_out_the_table_of_splits(tmp_path):
    task = gn.datasets.make_noisy_polynomial(30, random_state=0)
    design = gn.Design(task, [gn.Ridge(), gn.KNeighborsRegressor()], gn.leave_one_out(), measures="r2")
    page = gn.run(design).report(tmp_path / "report.html").read_text()
    assert "Scores of each split" not in page
    assert "KNeighborsRegressor" in page
