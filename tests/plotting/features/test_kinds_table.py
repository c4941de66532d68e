"""The tables are those of the library."""

import gnomon as gn


def test_there_is_a_row_for_each_kind():
    assert gn.KindsTableDisplay.of_kinds().frame()["kind"].tolist() == list(gn.kinds_frame().index)


def test_every_transformation_stands_at_its_place():
    wide = gn.KindsTableDisplay.of_transformations().table
    table = gn.transformations_frame()
    for row in table.to_dict("records"):
        assert wide.loc[row["to"], row["from"]] == row[table.columns[2]]
