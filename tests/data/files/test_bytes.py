"""Bytes of text files: encodings, first lines, and what is no text."""

import codecs
import gzip
import re
import warnings

import pytest

from gnomon.data.files import bytes as files
from gnomon.data.files.bytes import blocks, check_regular, first_lines, text_encoding
from gnomon.errors import DataError, DataWarning


@pytest.fixture
def written(tmp_path):
    def write(content, name="t.csv"):
        (tmp_path / name).write_bytes(gzip.compress(content) if name.endswith(".gz") else content)
        return tmp_path / name

    return write


@pytest.mark.parametrize(
    ("n_controls", "length", "is_text"),
    [(0, 99, True), (1, 99, False), (1, 100, True), (2, 199, False), (2, 200, True), (3, 299, False)],
)
def test_a_control_character_in_a_hundred_bytes_is_still_text(written, n_controls, length, is_text):
    path = written(b"a" * (length - n_controls) + b"\x01" * n_controls)
    if is_text:
        assert text_encoding(path, None) == "utf-8"
    else:
        with pytest.raises(DataError, match=f"not a text file: byte {length - n_controls} is 0x01"):
            text_encoding(path, None)


def test_zero_bytes_are_no_text_and_controls_of_text_do_not_count(written):
    with pytest.raises(DataError, match="not a text file: byte 200 is 0x00"):
        text_encoding(written(b"a" * 200 + b"\0"), None)
    assert text_encoding(written(b"a\t\r\n\x0c\x1a\x1b"), None) == "utf-8"
    for nothing in (b"", b" \n\t "):
        with pytest.raises(DataError, match="the file is empty"):
            text_encoding(written(nothing), None)


@pytest.mark.parametrize(
    ("mark", "name"),
    [
        (codecs.BOM_UTF8, "utf-8-sig"),
        (codecs.BOM_UTF16_LE, "utf-16"),
        (codecs.BOM_UTF16_BE, "utf-16"),
        (codecs.BOM_UTF32_LE, "utf-32"),
        (codecs.BOM_UTF32_BE, "utf-32"),
    ],
)
def test_a_byte_order_mark_tells_the_encoding(written, mark, name):
    order = "-le" if mark in (codecs.BOM_UTF16_LE, codecs.BOM_UTF32_LE) else "-be"
    text = "é,ü\n".encode("utf-8" if name == "utf-8-sig" else name + order)
    assert text_encoding(written(mark + text), None) == name
    assert text_encoding(written(text), "latin-1") == "latin-1"


@pytest.mark.parametrize(
    ("content", "line", "byte"),
    [(b"a\nb\n\xe9\n", 3, "e9"), (b"\xfc", 1, "fc"), (b"a\n" * 5 + b"\xc3", 6, "c3")],
)
@pytest.mark.parametrize("block", [2, 1 << 20])
def test_text_that_is_not_utf_8_is_read_as_windows_1252_and_the_line_named(
    written, monkeypatch, content, line, byte, block
):
    monkeypatch.setattr(files, "BLOCK", block)
    path = written(content)
    with pytest.warns(DataWarning, match=f"t.csv: line {line} is not UTF-8 text \\(byte 0x{byte}\\)"):
        assert text_encoding(path, None) == "cp1252"
    with pytest.raises(DataError, match=f"line {line} is not utf-8 text \\(byte 0x{byte}\\)"):
        text_encoding(path, "utf-8")


def test_what_no_encoding_reads_is_refused(written):
    with pytest.raises(DataError, match=r"line 2 is neither UTF-8 nor Windows-1252 text \(byte 0x81\)"):
        text_encoding(written(b"a\n\x81\n"), None)
    with pytest.raises(DataError, match="there is no encoding called 'utf-9'"):
        text_encoding(written(b"a\n"), "utf-9")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert text_encoding(written("a\né\n".encode()), None) == "utf-8"


def test_a_line_has_a_greatest_length(written, monkeypatch):
    monkeypatch.setattr(files, "BLOCK", 4)
    monkeypatch.setattr(files, "MAX_LINE", 8)
    assert text_encoding(written(b"a\n" + b"b" * 8), None) == "utf-8"
    with pytest.raises(DataError, match="line 2 is longer than 0 MB"):
        text_encoding(written(b"a\nb" + b"c" * 12), None)


@pytest.mark.parametrize(
    ("content", "head", "is_whole"),
    [
        (b"a\nbc", b"a\nbc", True),
        (b"a\nbcd", b"a\nbc", False),
        (b"abcdef\ngh", b"abcdef\ng", False),
        (b"abcdef\n", b"abcdef\n", True),
        (b"abcdefghijklm", b"abcdefghijkl", False),  # no line ends within the greatest length
        (b"abc\rd", b"abc\r", False),
    ],
)
@pytest.mark.parametrize("name", ["t.csv", "t.csv.gz"])
def test_the_first_block_has_the_first_line_whole(written, monkeypatch, content, head, is_whole, name):
    monkeypatch.setattr(files, "BLOCK", 4)
    monkeypatch.setattr(files, "MAX_LINE", 8)
    assert first_lines(written(content, name)) == (head, is_whole)


def test_blocks_are_all_bytes_of_a_file_or_an_archive(written, monkeypatch):
    monkeypatch.setattr(files, "BLOCK", 4)
    for name in ("t.csv", "t.csv.gz"):
        assert list(blocks(written(b"abcdefghij", name))) == [b"abcd", b"efgh", b"ij"]
    path = written(b"abcdefghij", "t.csv.gz")
    path.write_bytes(path.read_bytes()[:-9])
    with pytest.raises(DataError, match=r"it cannot be read: .*; the file is corrupt or truncated"):
        list(blocks(path))


def test_a_device_is_refused_and_files_folders_and_nothing_are_not(tmp_path):
    for path in (tmp_path, tmp_path / "none"):
        check_regular(path)
    with pytest.raises(OSError, match=re.escape("[Errno 22] it is a pipe or a device")):
        check_regular(type(tmp_path)("/dev/null"))
