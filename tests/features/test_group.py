"""Merging of levels: the rare ones, and those of like classes."""

import numpy as np
import pandas as pd
import pytest

from gnomon import GroupLevels
from gnomon.data.column import column_of
from gnomon.errors import DataError, GnomonWarning
from gnomon.features.group import merged


def towns(**counts):
    return pd.DataFrame({"town": [name for name, count in counts.items() for _ in range(count)]})


@pytest.mark.parametrize(
    ("min_share", "names"),
    [(0.1, ("a", "b", "c")), (0.11, ("a", "b", "other")), (0.3, ("a", "b", "other")), (0.31, ("a", "other"))],
)
def test_levels_below_the_share_are_rare(min_share, names):
    found = GroupLevels(min_share=min_share).fit(towns(a=6, b=3, c=1)).groups_[0]
    assert found.names == names
    assert found.other == (-1 if len(names) == 3 and "other" not in names else len(names) - 1)


def test_five_percent_is_rare_by_default_and_weights_count():
    assert GroupLevels().fit(towns(a=95, b=5)).groups_[0].names == ("a", "b")
    assert GroupLevels().fit(towns(a=96, b=4)).groups_[0].names == ("a", "other")
    X, weight = towns(a=2, b=2, c=2), [9.0, 9, 9, 9, 0.5, 0.5]
    assert GroupLevels().fit(X, sample_weight=weight).groups_[0].names == ("a", "b", "other")


def test_a_level_called_other_stays_apart():
    X = towns(other=50, b=49, c=1)
    model = GroupLevels().fit(X)
    assert model.groups_[0].names == ("b", "other", "other levels")
    assert model.transform(towns(c=1, other=1, b=1))["town"].tolist() == ["other levels", "other", "b"]


def test_unseen_levels_join_the_others_or_become_missing():
    model = GroupLevels().fit(towns(a=96, b=4))
    with pytest.warns(GnomonWarning, match="'other'"):
        assert model.transform(towns(new=1, b=1))["town"].tolist() == ["other", "other"]
    model = GroupLevels("chi2").fit(towns(a=4, b=4), [0, 1] * 4)
    with pytest.warns(GnomonWarning, match="a missing value"):
        assert model.transform(towns(new=1, b=1))["town"].isna().tolist() == [True, False]


@pytest.mark.parametrize(
    ("stop", "max_groups", "groups"),
    [
        (0.0, 9, [[0, 2], [1], [3]]),  # chi2 of 0 alone
        (1.0, 9, [[0, 2], [1], [3]]),
        (2.96, 9, [[0, 2], [1], [3]]),
        (2.97, 9, [[0, 2, 3], [1]]),
        (9.70, 9, [[0, 2, 3], [1]]),
        (9.71, 9, [[0, 1, 2, 3]]),
        (0.0, 3, [[0, 2], [1], [3]]),
        (0.0, 2, [[0, 2, 3], [1]]),
        (0.0, 1, [[0, 1, 2, 3]]),
    ],
)
def test_pairs_of_levels_are_merged_while_chi2_is_small_or_groups_are_many(stop, max_groups, groups):
    # Rows 0 and 2 have a chi2 of 0; together, with row 3, of 2.967; these three, with row 1, of 9.707.
    counts = np.array([[4.0, 4.0], [8.0, 0.0], [2.0, 2.0], [1.0, 7.0]])
    assert merged(counts, stop, max_groups) == groups


def test_groups_are_named_after_their_levels():
    X, y = towns(a=8, b=8, c=8), [1, 0] * 4 + [0, 1] * 4 + [1] * 8
    found = GroupLevels("chi2").fit(X, y).groups_[0]
    assert (found.levels, found.group, found.names, found.other) == (
        ("a", "b", "c"),
        (0, 0, 1),
        ("a|b", "c"),
        -1,
    )
    assert GroupLevels("chi2", max_groups=1).fit(X, y).groups_[0].names == ("a|b|c",)


def test_too_many_levels_and_a_missing_target_are_refused(monkeypatch):
    with pytest.raises(DataError, match=r"GroupLevels\(by='chi2'\) requires y"):
        GroupLevels("chi2").learn(column_of("t", ["a", "b"]), None, None)
    monkeypatch.setattr("gnomon.features.group.MAX_LEVELS", 2)
    assert GroupLevels("chi2").fit(towns(a=4, b=4), [0, 1] * 4)
    with pytest.raises(DataError, match="column 'town' has 3 levels, more than the 2 that can be compared"):
        GroupLevels("chi2").fit(towns(a=4, b=4, c=1), [0, 1] * 4 + [1])
