import contextlib
import io
import random
import zipfile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gnomon.errors import DataError
from gnomon.models.archive import MAX_COMPRESSION_RATIO, pack, unpack


def zipped(*entries, compression=zipfile.ZIP_DEFLATED):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", compression) as archive:
        for name, content in entries:
            archive.writestr(name, content)
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
    monkeypatch.setattr("gnomon.models.archive.MAX_ENTRIES", 2)
    with pytest.raises(DataError, match="3 entries"):
        unpack(zipped(*((f"{k}.npy", b"1") for k in range(3))))


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
