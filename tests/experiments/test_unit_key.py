"""Keys of units, and results files whose units have those of the first format."""

from dataclasses import asdict, replace

import numpy as np
import pytest
from sklearn.ensemble import RandomForestClassifier

import gnomon as gn
from gnomon.assessment.resample import describe as name_and_setting
from gnomon.assessment.resample import resample_each
from gnomon.experiments.identity import describe, digest
from gnomon.experiments.integrity import check_store
from gnomon.experiments.record import Record, record_of
from gnomon.experiments.store import Store


def design(times=2, **options):
    learners = [gn.GaussianNB(), RandomForestClassifier(n_estimators=3)]
    plan = gn.repeated(gn.k_fold(3), times=times)
    return gn.Design(gn.datasets.make_moons(60, random_state=0), learners, plan, **options)


def first_key(design, unit):
    """As the first format made it."""
    splits, learner = design.splits[unit.task], design.learners[unit.learner]
    return digest(
        {
            "format": 1,
            "task": design.tasks[unit.task].fingerprint,
            "splits": splits.fingerprint,
            "design": {**asdict(splits.design), "random_state": None},
            "numbers": splits.number[unit.start : unit.stop].tolist(),
            "learner": describe(learner),
            "random_state": design.random_state if unit.learner.startswith("RandomForest") else None,
        }
    )


@pytest.fixture
def old(tmp_path):
    """A results file whose units have keys, seeds, numbers and a design record as they were made then."""
    path, asked = tmp_path / "old.gnomon", design()
    record = record_of(asked)
    units = [replace(unit, key=first_key(asked, unit)) for unit in record.units]
    with Store(path) as store:
        for unit in units:
            seeded, given = asked.learners_of(unit)
            splits = asked.splits[unit.task][unit.start : unit.stop]
            (found,) = resample_each(asked.tasks[unit.task], [seeded], splits)
            named = replace(found, learner=unit.learner, setting=name_and_setting(given)[1])
            store.put(unit.key, named.to_bytes(), seconds=0.5, versions={})
        plain = replace(record, units=units).plain()
        for task in plain["tasks"]:
            del task["splits"]["numbers"]
        store.put_design(digest(plain), plain)
    return path, Record.of(plain)


def test_the_first_format_can_still_be_worked_out():
    asked = design()
    for unit in asked.units():
        place = (unit.task, unit.learner, unit.start, unit.stop)
        assert asked._keys.first_key(*place) == first_key(asked, unit) != unit.key


def test_results_of_the_first_format_are_read_as_they_were(old):
    path, record = old
    results = gn.Results.read(path)
    assert results.record == record
    found = results.predictions(learner="GaussianNB")
    whole = gn.resample(
        gn.datasets.make_moons(60, random_state=0), gn.GaussianNB(), gn.repeated(gn.k_fold(3), times=2)
    )
    assert np.array_equal(found.split, whole.split)
    assert np.array_equal(found.probability, whole.probability)
    assert len(results.leaderboard()) == 2


def test_the_same_run_on_a_file_of_the_first_format_works_nothing_and_loses_nothing(old):
    path, record = old
    before, steps = gn.Results.read(path), []
    results = gn.run(design(), path, progress=steps.append)
    assert [(step.done, step.total) for step in steps] == [(4, 4)]
    assert [unit.key for unit in results.record.units] == [unit.key for unit in record.units]
    for learner in results.learners:
        mine, theirs = (each.predictions(learner=learner) for each in (results, before))
        assert mine.to_bytes() == theirs.to_bytes()


def test_a_run_of_the_first_format_that_was_stopped_goes_on_and_is_of_both_formats(old):
    path, record = old
    with Store(path) as store, store.writing() as connection:
        connection.execute("DELETE FROM unit WHERE key = ?", (record.units[-1].key,))
    steps = []
    results = gn.run(design(), path, progress=steps.append)
    assert (steps[0].resumed, steps[-1].done, steps[-1].failed) == (3, 4, 0)
    assert results.record.units[-1] == design().units()[-1]
    assert len(results.predictions(learner=results.learners[1]).row) == 120


def test_a_design_that_grows_leaves_the_units_of_the_first_format_where_they_are(old):
    path, record = old
    with Store(path, read_only=True) as store:
        before = {unit.key: store.predictions(unit.key) for unit in record.units}
    steps = []
    gn.run(design(times=3), path, progress=steps.append)
    assert (steps[0].resumed, steps[-1].done) == (0, 6)
    with Store(path, read_only=True) as store:
        assert {key: store.predictions(key) for key in before} == before
    assert check_store(path).n_sound == 10


@pytest.mark.parametrize("inner", [None, gn.k_fold(2)], ids=["plain", "nested"])
def test_keys_of_different_contents_differ(inner):
    designs = [
        design(inner=inner),
        design(inner=inner, random_state=1),
        gn.Design(
            gn.datasets.make_moons(60, random_state=1),
            gn.GaussianNB(),
            gn.repeated(gn.k_fold(3), 2),
            inner=inner,
        ),
        gn.Design(gn.datasets.make_moons(60, random_state=0), gn.GaussianNB(), gn.k_fold(4), inner=inner),
        gn.Design(
            gn.datasets.make_moons(60, random_state=0),
            gn.GaussianNB(),
            gn.k_fold(3, random_state=1),
            inner=inner,
        ),
        gn.Design(gn.datasets.make_moons(60, random_state=0), gn.GaussianNB(), gn.bootstrap(3))
        if inner is None
        else gn.Design(
            gn.datasets.make_moons(60, random_state=0), gn.GaussianNB(), gn.k_fold(3), inner=gn.k_fold(3)
        ),
    ]
    keys = [unit.key for each in designs for unit in each.units()]
    # Only the learner without a seed of its own does not care for the seed of the design.
    shared = sum(unit.learner == "GaussianNB" for unit in designs[1].units())
    assert len(set(keys)) == len(keys) - shared
