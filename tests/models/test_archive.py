import contextlib
import io
import random
import zipfile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gnomon.errors import DataError
from gnomon.models import archive
from gnomon.models.archive import MAX_COMPRESSION_RATIO, pack, unpack


def zipped(*entries, compression=zipfile.ZIP_DEFLATED):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", compression) as file:
        for name, content in entries:
            file.writestr(name, content)
    return stream.getvalue()


@given(st.dictionaries(st.sampled_from(["a.json", "1.npy", "2.npz"]), st.binary(max_size=400)))
def test_what_is_packed_is_unpacked(entries):
    assert unpack(pack(entries)) == entries


def test_zeros_are_stored_so_that_they_do_not_look_like_a_bomb():
    entries = {"1.npy": bytes(2**20)}
    assert unpack(pack(entries)) == entries


def test_an_entry_that_unpacks_to_more_than_it_says_is_refused_unread():
    content = bytearray(zipped(("1.npy", bytes(2**20)), compression=zipfile.ZIP_DEFLATED))
    for mark, place in ((b"PK\3\4", 22), (b"PK\1\2", 24)):
        start = content.index(mark) + place
        content[start : start + 4] = (100).to_bytes(4, "little")
    with pytest.raises(DataError, match="not of its declared length"):
        unpack(bytes(content))


def test_a_nested_archive_counts_toward_the_ratio_of_the_file(monkeypatch):
    monkeypatch.setattr("gnomon.models.archive.HARMLESS", 2**20)
    inner = zipped(*((f"{k}.npy", bytes(2**18)) for k in range(99)), compression=zipfile.ZIP_DEFLATED)
    outer = zipped(("1.npz", inner), compression=zipfile.ZIP_DEFLATED)
    assert len(inner) < MAX_COMPRESSION_RATIO * len(outer) < 99 * 2**18
    with pytest.raises(DataError, match=r"'1.npz' would expand"):
        unpack(outer)


@pytest.mark.parametrize(("place", "change"), [(317, 128), (318, 1)])
def test_an_entry_hidden_by_a_long_comment_is_detected(place, change):
    content = bytearray(pack({"a.json": b'{"a": 1}' * 40, "1.npy": bytes(range(200))}))
    content[place] ^= change
    with pytest.raises(DataError, match="incomplete"):
        unpack(bytes(content))


def test_text_is_packed_smaller():
    words = " ".join(random.Random(0).choices(["gnomon", "dial", "shadow"], k=20_000)).encode()
    assert len(pack({"schema.json": words})) < len(words) / 2


def test_a_zip_bomb_is_refused_without_being_unpacked():
    bomb = zipped(("1.npy", bytes(50 * 2**20)))
    assert len(bomb) * MAX_COMPRESSION_RATIO < 50 * 2**20
    with pytest.raises(DataError, match="zip bomb"):
        unpack(bomb)


@pytest.mark.parametrize(
    "name", ["../evil.npy", "/etc/passwd", "a/b.npy", "x.py", "x.pkl", "C:\\x.npy", "é.npy"]
)
def test_an_entry_that_could_lead_elsewhere_is_refused(name):
    with pytest.raises(DataError, match="an entry with the invalid name"):
        unpack(zipped((name, b"1")))


def test_two_entries_of_one_name_are_refused():
    with pytest.warns(UserWarning, match="Duplicate"):
        twice = zipped(("a.json", b"1"), ("a.json", b"2"))
    with pytest.raises(DataError, match="two entries"):
        unpack(twice)


def test_another_way_of_packing_is_refused():
    with pytest.raises(DataError, match="unsupported compression"):
        unpack(zipped(("a.json", b"1" * 999), compression=zipfile.ZIP_LZMA))


def test_too_many_entries_are_refused(monkeypatch):
    assert archive.MAX_ENTRIES == 100_000
    monkeypatch.setattr(archive, "MAX_ENTRIES", 2)
    assert len(unpack(zipped(*((f"{k}.npy", b"1") for k in range(2))))) == 2
    with pytest.raises(DataError, match="3 entries; a model file has at most 2"):
        unpack(zipped(*((f"{k}.npy", b"1") for k in range(3))))


def test_an_entry_may_expand_by_the_largest_ratio_and_no_more():
    def declared(size):
        """An entry of 8 bytes in the file that says how many it holds."""
        info = zipfile.ZipInfo("1.npy")
        info.compress_type, info.compress_size, info.file_size = zipfile.ZIP_DEFLATED, 8, size
        return [info]

    assert MAX_COMPRESSION_RATIO == 200
    archive._check_entries(declared(1600))
    with pytest.raises(DataError, match="would expand from 8 to 1601 bytes, more than 200 times"):
        archive._check_entries(declared(1601))


@pytest.mark.parametrize(("length", "is_valid"), [(64, True), (65, False)])
def test_a_name_has_64_characters_before_its_suffix(length, is_valid):
    content = zipped(("a" * length + ".npy", b"1"))
    if is_valid:
        assert unpack(content) == {"a" * length + ".npy": b"1"}
    else:
        with pytest.raises(DataError, match="invalid name"):
            unpack(content)


def test_a_nested_archive_may_be_harmless_or_within_the_ratio(monkeypatch):
    inner = zipped(*((f"{k}.npy", bytes(2**18)) for k in range(99)))
    outer = zipped(("1.npz", inner))
    assert unpack(outer) == {"1.npz": inner}
    assert archive.HARMLESS == 2**29
    monkeypatch.setattr(archive, "HARMLESS", 99 * 2**18)
    assert unpack(outer) == {"1.npz": inner}
    monkeypatch.setattr(archive, "HARMLESS", 99 * 2**18 - 1)
    with pytest.raises(DataError, match="zip bomb"):
        unpack(outer)
    monkeypatch.setattr(archive, "MAX_COMPRESSION_RATIO", 1 + 99 * 2**18 // len(outer))
    assert unpack(outer) == {"1.npz": inner}


def test_files_are_the_same_at_any_time_and_name_their_way_of_packing():
    content = pack({"a.json": b'{"a": 1}' * 40, "1.npy": bytes(range(200))})
    with zipfile.ZipFile(io.BytesIO(content)) as file:
        infos = file.infolist()
    assert [info.date_time for info in infos] == [(1980, 1, 1, 0, 0, 0)] * 2
    assert [info.compress_type for info in infos] == [zipfile.ZIP_DEFLATED, zipfile.ZIP_STORED]


@given(st.binary(max_size=300))
def test_random_bytes_are_refused(content):
    with pytest.raises(DataError):
        unpack(content)


@settings(max_examples=60)
@given(st.data())
def test_a_flipped_byte_gives_the_contents_or_one_clear_error(data):
    entries = {"a.json": b'{"a": 1}' * 40, "1.npy": bytes(range(200))}
    content = bytearray(pack(entries))
    place = data.draw(st.integers(0, len(content) - 1))
    content[place] ^= data.draw(st.integers(1, 255))
    with contextlib.suppress(DataError):
        assert unpack(bytes(content)).keys() == entries.keys()
