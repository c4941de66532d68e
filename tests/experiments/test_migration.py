import sqlite3

import numpy as np
import pytest

import gnomon as gn
from gnomon.errors import StoreError
from gnomon.experiments.integrity import check_store, repair_store
from gnomon.experiments.migration import APPLICATION, VERSION, checksum
from gnomon.experiments.store import Store
from gnomon.experiments.vault_log import vault_log


def design(**more):
    return gn.Design(
        gn.datasets.make_moons(60, random_state=0),
        gn.GaussianNB(),
        gn.repeated(gn.k_fold(3), times=2),
        **more,
    )


def first_version(path, results):
    """The results file as the first version of the format had it."""
    with results._opened() as store:
        units = [
            (unit.key, store.predictions(unit.key), 0.5, "2026-01-01", "{}") for unit in results.record.units
        ]
    connection = sqlite3.connect(path)
    connection.executescript(
        f"""
        CREATE TABLE unit (key TEXT PRIMARY KEY, predictions BLOB NOT NULL, seconds REAL NOT NULL,
                           finished TEXT NOT NULL, versions TEXT NOT NULL);
        CREATE TABLE design (key TEXT PRIMARY KEY, record TEXT NOT NULL, asked INTEGER NOT NULL);
        PRAGMA application_id = {APPLICATION};
        PRAGMA user_version = 1;
        """
    )
    connection.executemany("INSERT INTO unit VALUES (?, ?, ?, ?, ?)", units)
    connection.commit()
    connection.close()
    return {unit[0]: unit[1] for unit in units}


@pytest.fixture
def old(tmp_path):
    path = tmp_path / "old.gnomon"
    return path, first_version(path, gn.run(design()))


def version(path):
    connection = sqlite3.connect(path)
    found = connection.execute("PRAGMA user_version").fetchone()[0]
    connection.close()
    return found


def test_a_file_of_the_first_version_can_be_read_and_stays_as_it_is(old):
    path, units = old
    before = path.read_bytes()
    with Store(path, read_only=True) as store:
        assert store.keys() == set(units)
        assert {key: store.predictions(key) for key in units} == units
        assert store.failures() == {}
    assert vault_log(path).vaults == ()
    assert check_store(path).n_sound == 2
    assert path.read_bytes() == before


def test_opening_it_to_write_brings_it_to_this_version_with_every_unit(old):
    path, units = old
    with Store(path) as store:
        assert store.keys() == set(units)
        assert {key: store.predictions(key) for key in units} == units
        kept = store.ask("SELECT key, predictions, seconds, versions, checksum FROM unit")
        assert all(checksum(*row[:4]) == row[4] for row in kept)
    assert version(path) == VERSION
    assert check_store(path).is_sound


def test_a_run_on_an_older_file_works_nothing_again(old):
    path, _ = old
    steps = []
    results = gn.run(design(), path, progress=steps.append)
    assert [(step.done, step.total) for step in steps] == [(2, 2)]
    again = gn.run(design())
    assert np.array_equal(results.predictions().probability, again.predictions().probability)


def test_a_damaged_file_of_the_first_version_is_mended_into_this_one(old):
    path, units = old
    connection = sqlite3.connect(path)
    lost = min(units)
    connection.execute("UPDATE unit SET predictions = ? WHERE key = ?", (units[lost][:-40], lost))
    connection.commit()
    connection.close()
    assert [each.where for each in repair_store(path).damaged] == [f"unit {lost}"]
    assert version(path) == VERSION
    with Store(path, read_only=True) as store:
        assert store.keys() == set(units) - {lost}


def test_a_migration_that_fails_half_way_leaves_the_file_as_it_was(old, monkeypatch):
    path, units = old

    def fail(*unit):
        raise KeyboardInterrupt

    monkeypatch.setattr("gnomon.experiments.migration.checksum", fail)
    with pytest.raises(KeyboardInterrupt):
        Store(path)
    assert version(path) == 1
    with Store(path, read_only=True) as store:
        assert store.keys() == set(units)


def test_two_openings_at_once_migrate_once(old):
    path, units = old
    with Store(path) as first, Store(path) as second:
        assert first.version == second.version == VERSION
        assert second.keys() == set(units)


def test_a_unit_whose_bytes_changed_is_never_handed_out(tmp_path):
    path = tmp_path / "a.gnomon"
    results = gn.run(design(), path)
    connection = sqlite3.connect(path)
    connection.execute("UPDATE unit SET predictions = zeroblob(LENGTH(predictions))")
    connection.commit()
    connection.close()
    with pytest.raises(StoreError, match="--mend"):
        gn.Results.read(path).predictions()
    assert len(results.record.units) == len(check_store(path).damaged)


def test_a_file_of_the_third_version_has_no_findings_to_check(tmp_path):
    path = tmp_path / "third.gnomon"
    gn.run(design(), store=path)
    connection = sqlite3.connect(path)
    connection.executescript(
        "DROP TABLE finding; DROP TABLE dismissal; DROP TABLE chunk; PRAGMA user_version = 3;"
    )
    connection.close()
    found = check_store(path)
    assert (found.is_sound, found.n_sound) == (True, 2)
