"""Boxes over the number of clusters are the starts of the choice."""

import pytest

import gnomon as gn


def test_it_draws_the_starts_that_the_choice_holds():
    task = gn.datasets.make_blobs(40, random_state=0)
    few = {"n_references": 2, "n_resamples": 2, "n_folds": 2}
    choice = gn.clustering.choose_clusters(task.encoded, range(1, 4), n_init=3, **few)
    display = gn.plotting.ClusterNumberDisplay.from_choice(choice)
    assert display.frame().equals(choice.start_frame())
    best = display.frame().groupby("n_clusters")["inertia"].min()
    assert best.to_numpy() == pytest.approx(choice.inertia)
