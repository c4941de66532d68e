"""Four kinds of task."""

import gnomon as gn


def test_the_same_seed_gives_the_same_four_pictures():
    one, other = gn.plotting.TaskKindsDisplay.of(), gn.plotting.TaskKindsDisplay.of()
    assert one.frame().equals(other.frame())
    assert one.frame()["panel"].unique().tolist() == one.titles
    assert not one.frame().equals(gn.plotting.TaskKindsDisplay.of(random_state=1).frame())
