import pytest

import gnomon as gn
from gnomon.errors import StoreError
from gnomon.experiments.compact import compact_store, unused_entries
from gnomon.experiments.integrity import check_store
from gnomon.experiments.store import Store


def design(*learners):
    return gn.Design(
        gn.datasets.make_moons(300, random_state=0), list(learners), gn.repeated(gn.k_fold(3), times=5)
    )


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "a.gnomon"
    gn.run(design(gn.GaussianNB(), gn.DecisionStump()), path)
    gn.run(design(gn.GaussianNB()), path)
    return path


def test_units_that_a_design_asks_for_all_stay(path):
    before = gn.Results.read(path).leaderboard()
    assert compact_store(path).units == ()
    assert gn.Results.read(path).leaderboard().equals(before)
    assert check_store(path).n_sound == 10


def test_what_is_reported_is_what_is_dropped_and_the_file_gets_smaller(path):
    size, told = path.stat().st_size, unused_entries(path, latest=True)
    assert (len(told.designs), len(told.units)) == (1, 5)
    assert path.stat().st_size == size
    assert compact_store(path, latest=True) == told
    assert path.stat().st_size < size - told.n_bytes / 2
    found = check_store(path)
    assert (found.is_sound, found.n_sound, found.waiting) == (True, 5, ())
    assert gn.Results.read(path).learners == ["GaussianNB"]


def test_units_without_a_design_are_dropped(tmp_path):
    path = tmp_path / "a.gnomon"
    with Store(path) as store:
        store.put("orphan", b"p" * 100, seconds=0.0, versions={})
        store.put_failure("other", "it failed")
    assert str(unused_entries(path)) == "1 unit that no design uses, 100 bytes"
    compact_store(path)
    with Store(path, read_only=True) as store:
        assert store.keys() == set()
        assert store.failures() == {"other": "it failed"}


def test_what_is_dropped_is_worked_again_when_asked_for(path):
    compact_store(path, latest=True)
    steps = []
    gn.run(design(gn.GaussianNB(), gn.DecisionStump()), path, progress=steps.append)
    assert (steps[0].resumed, steps[-1].done) == (5, 10)


def test_a_file_that_is_not_there_is_not_made(tmp_path):
    for call in (unused_entries, compact_store):
        with pytest.raises(StoreError, match="no results file"):
            call(tmp_path / "a.gnomon")
    assert not list(tmp_path.iterdir())
