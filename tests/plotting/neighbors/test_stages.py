"""Distances, ranking, vote."""

import gnomon as gn


def test_all_distances_are_ranked_and_the_vote_of_the_nearest_is_the_prediction():
    task = gn.load("neighbors")
    model = gn.KNeighborsClassifier(3).fit(task.X, task.y)
    distances, ranked, votes = gn.plotting.NeighborStagesDisplay.from_estimator(
        model, task.X, task.y, [70, 160]
    ).displays
    assert len(distances.frame()) == len(ranked.frame()) == 10
    assert ranked.frame()["distance"].is_monotonic_increasing
    assert votes.frame()["vote"].tolist() == model.predict_proba([[70, 160]])[0].tolist()


def test_a_class_without_votes_is_shown_with_0():
    task = gn.load("neighbors")
    model = gn.KNeighborsClassifier(1).fit(task.X, task.y)
    votes = gn.plotting.NeighborStagesDisplay.from_estimator(model, task.X, task.y, [45, 170]).displays[2]
    assert votes.frame()["vote"].tolist() == [1.0, 0.0]
