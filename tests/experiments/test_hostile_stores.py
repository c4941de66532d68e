"""Stores whose digests are right and whose contents are not: made by hand, not by accident."""

import json
import sqlite3
from contextlib import closing
from hashlib import blake2b

import pytest

import gnomon as gn
from gnomon.errors import DataError, GnomonError, StoreError
from gnomon.experiments.compact import compact_store
from gnomon.experiments.identity import digest
from gnomon.experiments.integrity import check_store, repair_store
from gnomon.experiments.migration import checksum
from gnomon.experiments.results import Results
from gnomon.experiments.sealed import vaults_of
from gnomon.experiments.store import Store
from gnomon.experiments.vault import open_vault, seal_vault
from gnomon.experiments.vault_log import vault_log


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "a.gnomon"
    task = gn.datasets.make_moons(60, random_state=0)
    working = seal_vault(task, 0.2, path, budget=3)
    open_vault(task, gn.GaussianNB(), path)
    gn.run(gn.Design(working, gn.GaussianNB(), gn.k_fold(3)), path)
    return path


def changed(path, statement, *values):
    with Store(path) as store, store.writing() as connection:
        connection.execute(statement, values)
    return path


@pytest.mark.parametrize(
    ("place", "value", "says"),
    [
        (("units", 0, "stop"), "x", r"design\.units\[0\]\.stop is 'x'"),
        (("units", 0, "odd"), 1, r"design\.units\[0\]\.'odd'"),
        (("tasks", 0, "splits"), [], r"design\.tasks\[0\]\.splits is a list of 0"),
    ],
)
def test_a_design_of_another_form_is_named(path, place, value, says):
    with Store(path, read_only=True) as store:
        (record,) = store.designs()
    inside = record
    for name in place[:-1]:
        inside = inside[name]
    inside[place[-1]] = value
    changed(path, "UPDATE design SET key = ?, record = ?", digest(record), json.dumps(record))
    with pytest.raises(DataError, match=says):
        Results.read(path)
    assert check_store(path).is_sound is (place[0] != "units")


@pytest.mark.parametrize("text", ["[" * 100_000, "3", "null", "{"])
def test_a_record_that_is_no_design_is_damage(path, text):
    changed(path, "UPDATE design SET record = ?", text)
    with pytest.raises(GnomonError):
        Results.read(path)
    assert not check_store(path).is_sound
    repair_store(path)
    assert check_store(path).is_sound


@pytest.mark.parametrize("versions", ["[" * 100_000, "3", "{", '{"numpy": 3}'])
def test_versions_that_are_no_mapping_are_refused(path, versions):
    with Store(path, read_only=True) as store:
        (key,) = store.keys()
        found = store.predictions(key), store.seconds(key)
    changed(path, "UPDATE unit SET versions = ?, checksum = ?", versions, checksum(key, *found, versions))
    with Store(path, read_only=True) as store, pytest.raises(StoreError, match="does not match"):
        store.versions(key)


@pytest.mark.parametrize(
    ("column", "value"), [("predictions", 3), ("predictions", "text"), ("seconds", "x"), ("versions", b"{}")]
)
def test_a_unit_of_other_types_is_refused_and_mended_away_whatever_its_checksum(path, column, value):
    changed(path, f"UPDATE unit SET {column} = ?, checksum = ''", value)
    with Store(path, read_only=True) as store, pytest.raises(DataError, match="a value of the wrong type"):
        store.predictions(next(iter(store.keys())))
    assert not check_store(path).is_sound
    repair_store(path)
    assert check_store(path).is_sound


@pytest.mark.parametrize(
    ("column", "value"), [("looks", "x"), ("budget", b"3"), ("sealed", b"x"), ("sealed", 3), ("at", b"x")]
)
def test_a_seal_of_other_types_is_refused(path, column, value):
    changed(path, f"UPDATE vault SET {column} = ?", value)
    with (
        Store(path, read_only=True) as store,
        pytest.raises(StoreError, match=r"sealed rows .* are damaged"),
    ):
        vaults_of(store)


@pytest.mark.parametrize(("column", "value"), [("learner", b"x"), ("predictions", b"x"), ("predictions", 3)])
def test_a_look_of_other_types_is_refused(path, column, value):
    changed(path, f"UPDATE look SET {column} = ?", value)
    with pytest.raises(StoreError, match="a look at the sealed rows"):
        vault_log(path)


_ENDLESS = "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c)"


@pytest.mark.parametrize(
    ("statements", "kind"),
    [
        (
            "ALTER TABLE design RENAME TO other; CREATE VIEW design AS "
            f"{_ENDLESS} SELECT * FROM other WHERE (SELECT max(n) FROM c) > 0",
            "table 'other'",
        ),
        ("CREATE TRIGGER t BEFORE INSERT ON unit BEGIN DELETE FROM unit; END", "trigger 't'"),
        ("ALTER TABLE unit ADD COLUMN more AS (zeroblob(900000000))", "table 'unit'"),
        ("CREATE INDEX i ON design (length(zeroblob(900000000)))", "index 'i'"),
    ],
)
def test_what_sqlite_would_execute_is_refused(path, statements, kind):
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(statements)
    for opened in (Store, Results.read, check_store, repair_store):
        with pytest.raises(StoreError, match=f"contains the {kind}, which Gnomon does not create"):
            opened(path)


def test_a_row_numbered_up_to_the_end_of_integers_is_found_at_once(path):
    changed(path, "UPDATE unit SET rowid = ?", 2**63 - 1)
    changed(path, "UPDATE design SET rowid = ?", 2**40)
    assert check_store(path).n_sound == 1


@pytest.mark.parametrize(
    "report",
    [
        {"findings": [], "made": [{}], "left_out": {}, "sample": ""},
        {"findings": [{"code": "GN001"}], "made": [], "left_out": {}, "sample": ""},
        {"findings": [], "made": [], "left_out": [], "sample": ""},
        [],
    ],
)
def test_findings_of_another_form_are_refused(path, report):
    text = json.dumps(report)
    results = Results.read(path)
    row = (results.record.key, text, blake2b(text.encode(), digest_size=16).hexdigest(), "")
    changed(path, "INSERT INTO finding VALUES (?, ?, ?, ?)", *row)
    with pytest.raises(StoreError, match="its findings are damaged"):
        str(results.findings)


def test_dismissals_of_other_types_are_refused(path):
    changed(path, "INSERT INTO dismissal VALUES ('GN001', ?, 'known', '')", b"x")
    with pytest.raises(StoreError, match=r"its dismissals are damaged \(place is b'x'"):
        Results.read(path).dismissals()


@pytest.mark.parametrize("asked", ["x", 2**63 - 1, -1])
def test_a_design_is_stored_as_the_latest_whatever_the_order_of_the_others(path, asked):
    changed(path, "UPDATE design SET asked = ?", asked)
    design = gn.Design(gn.load("iris"), gn.GaussianNB(), gn.k_fold(3))
    assert gn.run(design, path).leaderboard()["task"].tolist() == ["iris"]


@pytest.mark.parametrize("record", [2.5, [], {"units": [3]}])
def test_a_record_without_units_is_not_compacted(path, record):
    changed(path, "UPDATE design SET key = ?, record = ?", digest(record), json.dumps(record))
    with pytest.raises(GnomonError):
        compact_store(path)


def with_record(path, change):
    """Change the stored design, and the digest that is its key."""
    with closing(sqlite3.connect(path)) as connection:
        record = json.loads(connection.execute("SELECT record FROM design").fetchone()[0])
    change(record)
    changed(path, "UPDATE design SET key = ?, record = ?", digest(record), json.dumps(record))


@pytest.mark.parametrize("part", ["tasks", "learners", "units", "measures"])
def test_a_record_without_a_part_is_refused(path, part):
    with_record(path, lambda record: record[part].clear())
    with pytest.raises(GnomonError, match=f"design.{part} is empty"):
        Results.read(path)


@pytest.mark.parametrize("numbers", [[], [[0]], [[-3, 1]], [[2, 2]], [[0, 10**12]]])
def test_split_numbers_that_are_no_ranges_are_refused(path, numbers):
    with_record(path, lambda record: record["tasks"][0]["splits"].update(numbers=numbers))
    with pytest.raises(GnomonError, match="are not ranges of split numbers"):
        Results.read(path)


def test_a_finding_of_an_unknown_severity_is_refused(path):
    results = Results.read(path)
    named = ("code", "title", "severity", "where", "found", "why", "way_out", "dismissed")
    finding = {**dict.fromkeys(named, "x"), "cost": None}
    text = json.dumps({"findings": [finding], "made": [], "left_out": {}, "sample": ""})
    row = (results.record.key, text, blake2b(text.encode(), digest_size=16).hexdigest(), "")
    changed(path, "INSERT INTO finding VALUES (?, ?, ?, ?)", *row)
    with pytest.raises(StoreError, match="the severity 'x' is unknown"):
        str(results.findings)


def test_predictions_that_are_null_are_refused(path):
    with closing(sqlite3.connect(path)) as connection:
        # The schema forbids it; a damaged page does not ask.
        (sql,) = connection.execute("SELECT sql FROM sqlite_master WHERE name = 'unit'").fetchone()
        connection.execute("PRAGMA writable_schema = ON")
        for text in (sql.replace("NOT NULL", ""), sql):
            connection.execute("UPDATE sqlite_master SET sql = ? WHERE name = 'unit'", (text,))
            connection.commit()
            connection.execute(f"PRAGMA schema_version = {len(text) + 1000}")
            if text != sql:
                connection.execute("UPDATE unit SET predictions = NULL, checksum = NULL")
                connection.commit()
    with Store(path, read_only=True) as store, pytest.raises(StoreError, match="does not match"):
        store.predictions(next(iter(store.keys())))
    with pytest.raises(GnomonError):
        Results.read(path).leaderboard()
    assert compact_store(path).units == ()


def test_a_unit_whose_key_is_no_text_is_not_compacted(path):
    changed(
        path, "INSERT INTO unit SELECT x'00', predictions, seconds, finished, versions, checksum FROM unit"
    )
    with pytest.raises(StoreError, match=r"a unit in .* is damaged"):
        compact_store(path)
