"""Predictions larger than one value of SQLite, with chunks of 100 bytes instead of 64 MB."""

import pytest

import gnomon as gn
from gnomon.errors import StoreError
from gnomon.experiments import chunks
from gnomon.experiments.compact import compact_store, unused_entries
from gnomon.experiments.integrity import check_store, repair_store
from gnomon.experiments.store import Store
from gnomon.experiments.vault import open_vault, seal_vault
from gnomon.experiments.vault_log import vault_log


@pytest.fixture(autouse=True)
def small(monkeypatch):
    monkeypatch.setattr(chunks, "SIZE", 100)


@pytest.fixture
def design():
    moons = gn.datasets.make_moons(60, random_state=0)
    return gn.Design(moons, gn.GaussianNB(), gn.repeated(gn.k_fold(3), times=2))


def changed(path, statement):
    with Store(path) as store, store.writing() as connection:
        connection.execute(statement)


@pytest.mark.parametrize("size", [0, 1, 99, 100, 101, 200, 1234])
def test_predictions_of_any_size_come_back(tmp_path, size):
    content = bytes(n % 251 for n in range(size))
    with Store(tmp_path / "a.gnomon") as store:
        store.put("k", content, seconds=0.5, versions={})
        store.put("k", bytes(5000), seconds=0.5, versions={})
        ((n_chunks, longest),) = store.ask("SELECT COUNT(*), MAX(LENGTH(content)) FROM chunk")
    assert n_chunks == max(0, -(-size // 100) - 1)
    assert (longest or 0) <= 100
    with Store(tmp_path / "a.gnomon", read_only=True) as store:
        assert store.predictions("k") == content


def test_a_run_in_chunks_gives_what_one_in_memory_gives(tmp_path, design, monkeypatch):
    path = tmp_path / "a.gnomon"
    in_chunks = gn.run(design, path).leaderboard()
    monkeypatch.setattr(chunks, "SIZE", 2**26)
    whole = gn.run(design).leaderboard()
    assert in_chunks.drop(columns="seconds").equals(whole.drop(columns="seconds"))
    assert check_store(path).is_sound
    steps = []
    gn.run(design, path, progress=steps.append)
    assert (steps[0].resumed, steps[-1].total) == (2, 2)


@pytest.mark.parametrize(
    "damage",
    ["UPDATE chunk SET content = zeroblob(100) WHERE number = 1", "DELETE FROM chunk WHERE number = 2"],
)
def test_a_chunk_that_changed_or_is_lost_is_damage_and_is_mended_away(tmp_path, design, damage):
    path = tmp_path / "a.gnomon"
    results = gn.run(design, path)
    first = results.record.units[0].key
    changed(path, f"{damage} AND key = '{first}'")
    with Store(path, read_only=True) as store, pytest.raises(StoreError, match="does not match"):
        store.predictions(first)
    repair_store(path)
    assert check_store(path).n_sound == 1
    gn.run(design, path)
    assert check_store(path).n_sound == 2


def test_the_chunks_of_units_that_no_design_uses_are_counted_and_deleted(tmp_path):
    path = tmp_path / "a.gnomon"
    with Store(path) as store:
        store.put("k", bytes(1050), seconds=0.5, versions={})
    assert unused_entries(path).n_bytes == 1050
    compact_store(path)
    with Store(path, read_only=True) as store:
        assert store.ask("SELECT COUNT(*) FROM chunk") == [(0,)]


def test_a_look_at_sealed_rows_is_in_chunks_too_and_survives_a_repair(tmp_path):
    path, task = tmp_path / "a.gnomon", gn.datasets.make_moons(60, random_state=0)
    seal_vault(task, 0.5, path)
    look = open_vault(task, gn.GaussianNB(), path)
    with Store(path) as store:
        assert store.ask("SELECT MAX(LENGTH(predictions)) FROM look") == [(100,)]
        store.put("k", b"damaged", seconds=0.0, versions={})
    repair_store(path)
    (stored,) = vault_log(path).looks
    assert stored.predictions.to_bytes() == look.predictions.to_bytes()
