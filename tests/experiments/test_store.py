import os
import sqlite3
import subprocess
import sys
import threading
from contextlib import closing
from pathlib import Path

import pytest

from gnomon.errors import StoreError
from gnomon.experiments.compact import compact_store
from gnomon.experiments.identity import digest
from gnomon.experiments.integrity import check_store, repair_store
from gnomon.experiments.store import Finished, Store


def put(store, key, predictions=b"p"):
    store.put(key, predictions, seconds=1.5, versions={"gnomon": "1"})


def test_what_is_put_is_found_after_reopening(tmp_path):
    with Store(tmp_path / "a.gnomon") as store:
        put(store, "k", b"\x00\xff")
    with Store(tmp_path / "a.gnomon", read_only=True) as store:
        assert store.keys() == {"k"}
        assert store.predictions("k") == b"\x00\xff"
        assert store.seconds("k") == 1.5
        assert store.versions("k") == {"gnomon": "1"}


def test_a_unit_that_is_there_stays_as_it_is(tmp_path):
    with Store(tmp_path / "a.gnomon") as store:
        put(store, "k", b"first")
        put(store, "k", b"second")
        assert store.predictions("k") == b"first"


def test_the_design_asked_for_last_comes_last():
    with Store() as store:
        for name in ("a", "b", "a"):
            store.put_design(digest({"name": name}), {"name": name})
        assert store.designs() == [{"name": "b"}, {"name": "a"}]


def test_several_units_are_stored_together_or_not_at_all(tmp_path):
    with Store(tmp_path / "a.gnomon") as store:
        wrong = Finished("l", "no bytes", 0.0, {"not": object()})
        with pytest.raises(TypeError):
            store.put_all([Finished("k", b"p", 0.0, {}), wrong])
        assert store.keys() == set()
        store.put_all([Finished("k", b"p", 0.5, {}), Finished("l", b"q", 0.25, {"gnomon": "1"})])
        assert store.predictions("l") == b"q"
        assert (store.seconds("k"), store.versions("l")) == (0.5, {"gnomon": "1"})


def test_a_failure_is_remembered_until_the_unit_is_finished(tmp_path):
    with Store(tmp_path / "a.gnomon") as store:
        store.put_failure("k", "too long")
        store.put_failure("k", "too large")
        store.put_failure("l", "too long")
    with Store(tmp_path / "a.gnomon") as store:
        assert store.failures() == {"k": "too large", "l": "too long"}
        assert "k" not in store
        put(store, "k")
        assert store.failures() == {"l": "too long"}


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE unit SET predictions = x'00'",
        "UPDATE unit SET key = 'l'",
        "UPDATE unit SET versions = '{'",
        "UPDATE unit SET versions = CAST(x'ff' AS TEXT)",
        "UPDATE design SET record = '{}'",
        "UPDATE design SET record = '{'",
    ],
)
def test_what_is_not_what_was_put_there_is_never_handed_out(tmp_path, change):
    path = tmp_path / "a.gnomon"
    with Store(path) as store:
        put(store, "k")
        store.put_design(digest({"name": "a"}), {"name": "a"})
        with store.writing() as connection:
            connection.execute(change)

    def look(store):
        (key,) = store.keys()
        return store.designs(), store.predictions(key), store.versions(key)

    with Store(path, read_only=True) as store, pytest.raises(StoreError, match="--mend"):
        look(store)


def test_a_closed_store_is_one_file(tmp_path):
    with Store(tmp_path / "a.gnomon") as store:
        put(store, "k")
    assert os.listdir(tmp_path) == ["a.gnomon"]


def test_a_store_can_be_read_while_another_process_writes(tmp_path):
    path = tmp_path / "a.gnomon"
    with Store(path) as writer:
        put(writer, "k")
        with Store(path, read_only=True) as reader:
            put(writer, "l")
            assert reader.keys() == {"k", "l"}


def test_a_read_only_store_cannot_be_written(tmp_path):
    Store(tmp_path / "a.gnomon").close()
    with Store(tmp_path / "a.gnomon", read_only=True) as store, pytest.raises(StoreError, match="readonly"):
        put(store, "k")


def test_a_unit_that_is_not_there_is_named():
    with Store() as store, pytest.raises(StoreError, match="k0"):
        store.predictions("k0")


@pytest.mark.parametrize("contents", [b"name,age\n" * 200, b"\x89PNG" + bytes(5000)])
def test_another_kind_of_file_is_refused_and_left_as_it_is(tmp_path, contents):
    path = tmp_path / "table.csv"
    path.write_bytes(contents)
    with pytest.raises(StoreError, match=r"table\.csv is not a Gnomon results file"):
        Store(path)
    assert path.read_bytes() == contents


HALF_MADE = "PRAGMA journal_mode = WAL"


@pytest.mark.parametrize("statement", ["", HALF_MADE])
def test_a_file_in_which_nothing_was_stored_yet_is_a_new_store(tmp_path, statement):
    path = tmp_path / "a.gnomon"
    path.touch()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(statement)
    before = path.read_bytes()
    with Store(path, read_only=True) as store:
        assert (store.keys(), store.designs(), store.failures(), "k" in store) == (set(), [], {}, False)
    assert path.read_bytes() == before
    with Store(path) as store:
        put(store, "k")
    with Store(path, read_only=True) as store:
        assert store.keys() == {"k"}


def test_a_transaction_of_a_killed_process_is_rolled_back_before_reading(tmp_path):
    path = tmp_path / "a.gnomon"
    with Store(path) as store:
        put(store, "k")
    subprocess.run([sys.executable, "-c", _TORN, str(path)], check=True)
    assert Path(f"{path}-journal").stat().st_size
    with Store(path, read_only=True) as store:
        assert store.keys() == {"k"}
        assert store.predictions("k") == b"p"


def test_a_pipe_is_refused(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    for read_only in (True, False):
        with pytest.raises(StoreError, match="not a regular file"):
            Store(tmp_path / "pipe", read_only=read_only)


def test_the_database_of_another_program_is_refused(tmp_path):
    path = tmp_path / "other.db"
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE unit (x)")
    connection.close()
    with pytest.raises(StoreError, match="not a Gnomon results file"):
        Store(path)


def test_a_newer_format_is_refused(tmp_path):
    path = tmp_path / "a.gnomon"
    Store(path).close()
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    with pytest.raises(StoreError, match="newer Gnomon"):
        Store(path)


def test_reading_a_file_that_is_not_there_does_not_make_it(tmp_path):
    with pytest.raises(StoreError, match="no results file"):
        Store(tmp_path / "a.gnomon", read_only=True)
    assert not os.listdir(tmp_path)


def test_a_folder_and_a_place_that_is_not_there_are_refused(tmp_path):
    for path in (tmp_path, tmp_path / "no" / "a.gnomon"):
        with pytest.raises(StoreError, match="cannot be a results file"):
            Store(path)


def test_a_locked_store_is_waited_for(tmp_path):
    path = tmp_path / "a.gnomon"
    Store(path).close()
    holder = subprocess.Popen([sys.executable, "-c", _HOLD.format(path=str(path))], stdout=subprocess.PIPE)
    with holder:
        assert holder.stdout is not None
        holder.stdout.readline()
        with Store(path) as store:
            put(store, "k")
            assert "k" in store


def test_two_processes_that_make_and_fill_one_store_lose_nothing(tmp_path):
    path = tmp_path / "a.gnomon"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    writers = [
        subprocess.Popen([sys.executable, "-c", _FILL.format(path=str(path), name=name)], env=environment)
        for name in ("a", "b", "c")
    ]
    assert [writer.wait(timeout=60) for writer in writers] == [0, 0, 0]
    with Store(path, read_only=True) as store:
        assert store.keys() == {f"{name}{n}" for name in "abc" for n in range(30)} | {"both"}


@pytest.mark.parametrize("question", ["SELECT 1 FROM sqlite_master LIMIT 1", "PRAGMA application_id"])
def test_a_store_made_by_another_while_this_one_looks_is_taken(tmp_path, monkeypatch, question):
    path = tmp_path / "a.gnomon"
    ask = Store.ask
    others = []

    def ask_while_another_makes_it(store, asked, *values):
        answer = ask(store, asked, *values)
        if asked == question and not others:
            others.append("made")
            Store(path).close()
        return answer

    monkeypatch.setattr(Store, "ask", ask_while_another_makes_it)
    with Store(path) as store:
        put(store, "k")
        assert others
        assert "k" in store


# A commit cut short: the journal is there, and pages of the transaction are in the file already.
_TORN = """
import os, sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("PRAGMA cache_size = 1")
connection.execute("BEGIN IMMEDIATE")
connection.execute("UPDATE unit SET predictions = zeroblob(100000)")
connection.execute("CREATE TABLE late (x)")
os._exit(0)
"""

_HOLD = """
import sqlite3, time
connection = sqlite3.connect({path!r}, isolation_level=None)
connection.execute("BEGIN EXCLUSIVE")
print("held", flush=True)
time.sleep(0.7)
connection.execute("ROLLBACK")
"""

_FILL = """
from gnomon.experiments.store import Store
with Store({path!r}) as store:
    for n in range(30):
        store.put("{name}%d" % n, bytes(2000), seconds=0.0, versions=dict())
    store.put("both", b"p", seconds=0.0, versions=dict())
"""


def test_a_store_may_be_let_go_of_by_another_thread(recwarn):
    kept = [Store()]
    thread = threading.Thread(target=kept.clear)
    thread.start()
    thread.join()
    assert not recwarn.list


def test_a_document_that_was_changed_is_not_handed_out_and_named_as_damage(tmp_path):
    path = tmp_path / "a.gnomon"
    with Store(path) as store:
        store.put_document("d1", "insights", {"rows": 3})
        store.put_document("d1", "other", [1])
        with store.writing() as connection:
            connection.execute("UPDATE document SET content = '{\"rows\": 4}' WHERE name = 'insights'")
        assert store.document("d1", "insights") is None
        assert store.document("d1", "other") == [1]
    assert [each.where for each in check_store(path).damaged] == ["document 'insights'"]
    repair_store(path)
    with Store(path, read_only=True) as store:
        assert store.document("d1", "other") == [1]


def test_documents_of_designs_that_are_dropped_go_with_them(tmp_path):
    path = tmp_path / "a.gnomon"
    record = {"units": []}
    with Store(path) as store:
        store.put_design(digest(record), record)
        store.put_document(digest(record), "insights", 1)
        store.put_document("gone", "insights", 2)
    compact_store(path)
    with Store(path, read_only=True) as store:
        assert (store.document(digest(record), "insights"), store.document("gone", "insights")) == (1, None)
