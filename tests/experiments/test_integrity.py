import os
import random
import sqlite3

import pytest

import gnomon as gn
from gnomon.errors import StoreError
from gnomon.experiments.integrity import check_store, repair_store
from gnomon.experiments.store import Store
from gnomon.experiments.vault import open_vault, seal_vault
from gnomon.experiments.vault_log import vault_log


def design():
    learners = [gn.GaussianNB(), gn.DecisionStump()]
    return gn.Design(gn.datasets.make_moons(90, random_state=0), learners, gn.repeated(gn.k_fold(3), times=6))


def units_of(path):
    with Store(path, read_only=True) as store:
        finished = store.keys()
        return {key: store.predictions(key) for key in finished}


def values_or_refusal(path):
    try:
        return gn.run(design(), path).leaderboard()["value"].tolist()
    except StoreError as error:
        return str(error)


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    path = tmp_path_factory.mktemp("whole") / "a.gnomon"
    gn.run(design(), path)
    return path.read_bytes(), units_of(path)


def mended_and_finished(path, units):
    """Mend the file, run the design again: the units are those of a file that was never damaged."""
    found = repair_store(path)
    assert check_store(path).is_sound
    kept = units_of(path)
    assert kept.items() <= units.items()
    assert len(kept) == found.n_sound
    steps = []
    gn.run(design(), path, progress=steps.append)
    assert steps[0].resumed == found.n_sound
    assert units_of(path) == units
    return found


def test_a_sound_file_is_left_as_it_is_by_check_and_mend(tmp_path, whole):
    path = tmp_path / "a.gnomon"
    path.write_bytes(whole[0])
    for look in (check_store, repair_store):
        found = look(path)
        assert (found.is_sound, found.n_sound, found.waiting) == (True, 12, ())
    assert str(found) == f"{path} is sound: 12 units with matching checksums"
    assert found.frame().empty
    assert os.listdir(tmp_path) == ["a.gnomon"]
    assert path.read_bytes() == whole[0]


@pytest.mark.parametrize("seed", range(12))
def test_flipped_bytes_give_no_wrong_number_and_cost_only_the_units_they_hit(tmp_path, whole, seed):
    contents, units = whole
    place = random.Random(seed).randrange(4096, len(contents) - 300)
    path, copy = tmp_path / "a.gnomon", tmp_path / "b.gnomon"
    noise = random.Random(seed).randbytes(300)
    for each in (path, copy):
        each.write_bytes(contents[:place] + noise + contents[place + 300 :])
    found = values_or_refusal(copy)
    assert "--mend" in found or found == gn.run(design()).leaderboard()["value"].tolist()
    found = mended_and_finished(path, units)
    assert found.n_sound >= len(units) - 3


@pytest.mark.parametrize("share", [0.02, 0.6, 0.8, 0.98])
def test_a_file_that_breaks_off_keeps_what_is_before_the_break(tmp_path, whole, share):
    contents, units = whole
    path, copy, empty = (tmp_path / f"{name}.gnomon" for name in ("a", "b", "empty"))
    Store(empty).close()
    # What the tables take before there is a unit is not lost.
    start = empty.stat().st_size
    for each in (path, copy):
        each.write_bytes(contents[: start + int(share * (len(contents) - start))])
    with pytest.raises(StoreError, match="--mend"):
        gn.run(design(), copy).leaderboard()
    found = mended_and_finished(path, units)
    assert "bytes are missing" in str(found)
    assert found.n_sound < len(units)
    # SQLite puts the first page of rows behind the long values of its eight rows, at 0.71 of this file.
    assert share < 0.75 or found.n_sound > 0


def test_one_flipped_bit_in_a_unit_is_found_and_named(tmp_path, whole):
    contents, units = whole
    path = tmp_path / "a.gnomon"
    path.write_bytes(contents)
    key, predictions = min(units.items())
    wrong = bytes([*predictions[:-200], predictions[-200] ^ 1, *predictions[-199:]])
    connection = sqlite3.connect(path)
    connection.execute("UPDATE unit SET predictions = ? WHERE key = ?", (wrong, key))
    connection.commit()
    connection.close()
    found = check_store(path)
    assert [each.where for each in found.damaged] == [f"unit {key}"]
    assert found.n_sound == 11
    (lost,) = found.waiting
    assert lost.split(" on ")[0] in ("GaussianNB", "DecisionStump")
    assert lost in str(found)
    assert found.frame()["where"].tolist() == [f"unit {key}"]
    mended_and_finished(path, units)


def test_a_changed_design_is_found_and_dropped(tmp_path, whole):
    path = tmp_path / "a.gnomon"
    path.write_bytes(whole[0])
    connection = sqlite3.connect(path)
    connection.execute("UPDATE design SET record = REPLACE(record, 'k-fold', 'k-fald')")
    connection.commit()
    connection.close()
    found = repair_store(path)
    assert [each.problem for each in found.damaged] == ["its checksum does not match"]
    with Store(path, read_only=True) as store:
        assert store.designs() == []
        assert len(store.keys()) == 12


def test_the_damaged_file_is_stored_and_never_overwritten(tmp_path, whole):
    path = tmp_path / "a.gnomon"
    path.write_bytes(whole[0][:-5000])
    repair_store(path)
    assert (tmp_path / "a.gnomon.damaged").read_bytes() == whole[0][:-5000]
    path.write_bytes(whole[0][:-5000])
    with pytest.raises(StoreError, match=r"a\.gnomon\.damaged"):
        repair_store(path)


@pytest.mark.parametrize("contents", [b"name,age\n" * 900, b"SQLite format 3\0" + bytes(5000)])
def test_a_file_of_another_kind_is_refused(tmp_path, contents):
    path = tmp_path / "a.csv"
    path.write_bytes(contents)
    with pytest.raises(StoreError, match=r"a\.csv"):
        check_store(path)
    assert path.read_bytes() == contents


def test_an_empty_file_is_a_sound_store_without_units(tmp_path):
    path = tmp_path / "a.gnomon"
    path.touch()
    assert check_store(path).is_sound
    assert repair_store(path).n_sound == 0
    assert path.read_bytes() == b""


@pytest.mark.parametrize("noise", [b"NUBL", b"\xff\xfe\xff\xff"])
def test_a_file_whose_list_of_tables_is_lost_is_reported_to_be_so(tmp_path, whole, noise):
    path = tmp_path / "a.gnomon"
    path.write_bytes(whole[0].replace(b"NULL", noise))
    for look in (check_store, repair_store):
        with pytest.raises(StoreError, match="move it away"):
            look(path)
    with pytest.raises(StoreError, match="damaged"):
        Store(path)


@pytest.mark.parametrize("size", [90, 1000])
def test_a_file_that_is_all_but_gone_is_reported_to_be_so(tmp_path, whole, size):
    path = tmp_path / "a.gnomon"
    path.write_bytes(whole[0][:size])
    with pytest.raises(StoreError, match=r"a\.gnomon"):
        repair_store(path)


def test_a_header_that_asks_for_too_many_pages_is_not_believed(tmp_path, whole):
    path = tmp_path / "a.gnomon"
    path.write_bytes(whole[0][:28] + b"\xff\xff\xff\xf0" + whole[0][32:])
    found = mended_and_finished(path, whole[1])
    assert found.n_sound == 12


def test_a_seal_that_is_lost_is_named(tmp_path, whole):
    path = tmp_path / "a.gnomon"
    path.write_bytes(whole[0])
    moons = gn.datasets.make_moons(50, random_state=1)
    seal_vault(moons, 0.2, path)
    connection = sqlite3.connect(path)
    connection.execute("UPDATE vault SET sealed = zeroblob(LENGTH(sealed))")
    connection.commit()
    connection.close()
    assert [each.where for each in repair_store(path).damaged] == [f"vault of task {moons.fingerprint}"]
    assert vault_log(path).vaults == ()


def test_sealed_rows_and_looks_survive_mending(tmp_path, whole):
    path, moons = tmp_path / "a.gnomon", gn.datasets.make_moons(50, random_state=1)
    path.write_bytes(whole[0])
    seal_vault(moons, 0.2, path, budget=3)
    look = open_vault(moons, gn.GaussianNB(), path)
    connection = sqlite3.connect(path)
    connection.execute("UPDATE unit SET predictions = x'00' WHERE key = (SELECT MIN(key) FROM unit)")
    connection.commit()
    connection.close()
    assert not repair_store(path).is_sound
    log = vault_log(path)
    assert [vault.looks for vault in log.vaults] == [1]
    assert log.looks[0].estimate() == look.estimate()
