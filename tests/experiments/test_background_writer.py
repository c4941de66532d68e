import sqlite3

import pytest

from gnomon.errors import StoreError
from gnomon.experiments.background_writer import BackgroundWriter, Failed
from gnomon.experiments.store import Finished, Store


def finished(key):
    return Finished(key, b"predictions", 0.5, {"gnomon": "1"})


@pytest.mark.parametrize("is_in_memory", [True, False])
def test_what_is_put_is_part_of_the_store_once_it_is_reported_to_be(tmp_path, is_in_memory):
    with Store(None if is_in_memory else tmp_path / "a.gnomon") as store:
        writer = BackgroundWriter(store)
        for number in range(200):
            writer.put(finished(f"k{number}"))
        writer.put(Failed("bad", "why"))
        found = []
        while len(found) < 201:
            new = writer.take_written()
            assert {unit.key for unit in new} <= store.keys() | {"bad"}
            found += new
        assert [unit.key for unit in found] == [*(f"k{number}" for number in range(200)), "bad"]
        assert store.failures() == {"bad": "why"}
        writer.close()


def test_units_that_wait_for_the_disk_share_a_transaction(tmp_path, monkeypatch):
    sizes = []
    put_all = Store.put_all
    monkeypatch.setattr(
        Store, "put_all", lambda self, units: (sizes.append(len(units)), put_all(self, units))
    )
    path = tmp_path / "a.gnomon"
    with Store(path) as store:
        writer = BackgroundWriter(store)
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        for number in range(100):
            writer.put(finished(f"k{number}"))
        other.execute("COMMIT")
        other.close()
        writer.flush()
        assert len(store.keys()) == 100
        writer.close()
    assert sum(sizes) == 100
    assert len(sizes) <= 3


def test_closing_writes_what_is_left(tmp_path):
    path = tmp_path / "a.gnomon"
    with Store(path) as store:
        writer = BackgroundWriter(store)
        for number in range(50):
            writer.put(finished(f"k{number}"))
        writer.close()
        assert len(store.keys()) == 50


def test_an_error_of_the_store_stops_whoever_puts_or_waits(tmp_path):
    path = tmp_path / "a.gnomon"
    with Store(path) as store:
        writer = BackgroundWriter(store)
        connection = sqlite3.connect(path)
        connection.execute("DROP TABLE unit")
        connection.commit()
        connection.close()
        writer.put(finished("k"))
        for step in (writer.flush, writer.take_written, lambda: writer.put(finished("l"))):
            with pytest.raises(StoreError, match="no such table"):
                step()
        writer.close()
