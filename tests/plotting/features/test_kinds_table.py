"""The tables are those of the library."""

import gnomon as gn


def test_there_is_a_row_for_each_kind():
    assert gn.plotting.KindsTableDisplay.of_kinds().frame()["kind"].tolist() == list(
        gn.preprocessing.feature_kinds().index
    )


def test_every_transformation_stands_at_its_place():
    wide = gn.plotting.KindsTableDisplay.of_transformations().table
    table = gn.preprocessing.feature_transformations()
    for row in table.to_dict("records"):
        assert wide.loc[row["to"], row["from"]] == row[table.columns[2]]
