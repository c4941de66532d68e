"""Parquet files whose footers lie: the pages are looked at, and nothing is read that takes gigabytes."""

import subprocess
import sys

import pyarrow
import pytest

from gnomon.data.read import read_table
from gnomon.errors import DataError
from tests.data.files import crafted_parquet as craft

BIG = 1 << 30
NOTHING_BUT_ZEROS = craft.varint(BIG) + craft.varint(1) + craft.varint(BIG) + b"\0\0\0"
ONE_MB = pyarrow.compress(b"\0" * (1 << 20), "zstd", asbytes=True)
ONE_WORD = pyarrow.compress((1 << 20).to_bytes(4, "little") + b"x" * (1 << 20), "zstd", asbytes=True)

HOSTILE = {
    "run": craft.whole_file(craft.run_of_codes(BIG), 3, dictionary=craft.page(2, 1, bytes(8))),
    "groups": craft.whole_file(
        craft.run_of_codes(1 << 20), 3, dictionary=craft.page(2, 1, bytes(8)), groups=100
    ),
    "second header": craft.whole_file(
        craft.page(3, BIG, b"\0" + craft.varint(BIG << 1), craft.CODES, before={5: {1: 1, 2: 0, 3: 3, 4: 3}}),
        3,
        dictionary=craft.page(2, 1, bytes(8)),
    ),
    "page": craft.whole_file(craft.page(0, 3, ONE_MB * 1000, n_bytes=1000 << 20), 3, codec=craft.ZSTD),
    "dictionary": craft.whole_file(
        craft.run_of_codes(3),
        3,
        type=craft.BYTE_ARRAY,
        codec=craft.ZSTD,
        dictionary=craft.page(2, 1000, ONE_WORD * 1000, n_bytes=1000 * (4 + (1 << 20))),
    ),
    "wide": craft.whole_file(
        craft.run_of_codes(60_000),
        60_000,
        type=craft.FIXED,
        length=20_000,
        dictionary=craft.page(2, 1, bytes(20_000)),
    ),
    "lengths": craft.whole_file(
        craft.page(0, 3, NOTHING_BUT_ZEROS, craft.DELTA_LENGTHS), 3, type=craft.BYTE_ARRAY
    ),
    "prefixes": craft.whole_file(
        craft.page(0, 3, NOTHING_BUT_ZEROS * 2, craft.DELTA_ENCODED), 3, type=craft.BYTE_ARRAY
    ),
    # Two entries where a column without gaps has one.
    "histogram": craft.whole_file(
        craft.page(0, 3, bytes(24)), 3, more={16: {3: [craft.Long(1), craft.Long(2)]}}
    ),
    "footer": craft.whole_file(b"", 3, schema=[{4: "schema", 5: 1}] * 900_000),
}

READ_ALL = """
import resource, sys
from pathlib import Path
resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))
from gnomon.data.read import read_table
from gnomon.errors import DataError
for path in sorted(Path(sys.argv[1]).glob("*.parquet")):
    try:
        read_table(path)
    except DataError as error:
        print(error)
# Not ru_maxrss, which counts the process that started this one.
print(next(int(line.split()[1]) for line in open("/proc/self/status") if line.startswith("VmHWM")) >> 10)
"""


@pytest.fixture(scope="module")
def answers(tmp_path_factory):
    """What a process of two gigabytes says of each file, and the most memory it took."""
    folder = tmp_path_factory.mktemp("hostile")
    for name, content in HOSTILE.items():
        (folder / f"{name}.parquet").write_bytes(content)
    done = subprocess.run([sys.executable, "-c", READ_ALL, str(folder)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    *lines, most = done.stdout.splitlines()
    return dict(line.split(".parquet: ", 1) for line in lines), int(most)


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("run", "zip bomb"),
        ("groups", "zip bomb"),
        ("second header", "zip bomb"),
        ("page", "zip bomb"),
        ("dictionary", "zip bomb"),
        ("wide", "fixed_size_binary"),
        ("lengths", "encoded as DELTA_LENGTH_BYTE_ARRAY"),
        ("prefixes", "encoded as DELTA_BYTE_ARRAY"),
        ("histogram", "histogram size mismatch"),
        ("footer", "Exceeded size limit"),
    ],
)
def test_a_file_whose_headers_understate_its_size_is_refused(name, says, answers):
    assert says in answers[0][name]


def test_refusing_takes_little_memory(answers):
    assert len(answers[0]) == len(HOSTILE)
    assert answers[1] < 700


def test_pages_written_by_hand_are_read(tmp_path):
    word = craft.page(craft.DICTIONARY, 1, b"\3\0\0\0red")
    (tmp_path / "t.parquet").write_bytes(
        craft.whole_file(craft.run_of_codes(5), 5, type=craft.BYTE_ARRAY, dictionary=word)
    )
    assert read_table(tmp_path / "t.parquet").column("a").labels.tolist() == ["red"] * 5
    zeros = craft.page(craft.DATA_2, 5, pyarrow.compress(bytes(40), "zstd", asbytes=True), n_bytes=40)
    (tmp_path / "t.parquet").write_bytes(craft.whole_file(zeros, 5, codec=craft.ZSTD))
    assert read_table(tmp_path / "t.parquet").column("a").values.tolist() == [0.0] * 5


@pytest.mark.parametrize(
    ("header", "says"),
    [
        (craft.thrift({1: 0, 2: -1, 3: 0, 5: {1: 3, 2: 0}}), "-1 for a size"),
        (craft.thrift({1: 0, 2: 24}), "None for a size"),
        (craft.thrift({1: 0, 2: 24, 3: 24, 5: 7}), "None for a size"),
        (b"\x15" + b"\xff" * 20, "unterminated varint"),
        (b"\x1d\0", "type 13"),
        (b"\x1c" * 200, "nested too deep"),
    ],
)
def test_a_corrupt_page_header_is_refused(header, says, tmp_path):
    (tmp_path / "t.parquet").write_bytes(craft.whole_file(header, 3))
    with pytest.raises(DataError, match=says):
        read_table(tmp_path / "t.parquet")
