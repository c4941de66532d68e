"""The curve of a ranking is the one that was computed."""

import gnomon as gn


def test_means_over_folds_are_drawn():
    heart = gn.load("heart")
    curve = gn.selection.feature_count_curve(gn.GaussianNB(), heart.encoded, heart.y, cv=3)
    table = gn.plotting.TopCurveDisplay.from_curve(curve).frame()
    assert table["ranked"].tolist() == curve.ranked.mean(axis=0).tolist()
    again = gn.plotting.TopCurveDisplay.from_estimator(gn.GaussianNB(), heart.encoded, heart.y, cv=3)
    assert again.frame().equals(table)
    assert table.loc[table["ranked"].idxmax(), "n_features"] == curve.best()
