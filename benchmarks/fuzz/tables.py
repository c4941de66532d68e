"""Data files: CSV, compressed CSV, ARFF and Parquet; each is read, profiled and checked."""

import gzip
import io
from collections.abc import Sequence
from pathlib import Path
from zlib import crc32

from benchmarks.fuzz.kind import Kind, Steps
from benchmarks.fuzz.mutations.columns import altered_columns
from benchmarks.fuzz.mutations.plain import altered_bytes
from benchmarks.fuzz.mutations.text import altered_gzip, altered_text
from gnomon.cli.profiling import column_lines
from gnomon.data.preview import table_block
from gnomon.data.read import read_table
from gnomon.data.task import Task
from gnomon.experiments.checks.checking import check_methodology
from gnomon.features.profiles.table import overall_facts, profile

_CHECKED = 10  # one file in so many is profiled with a target and checked, which takes long
_ARFF_WORDS = (
    "@relation", "@attribute", "@data", "@end", "numeric", "real", "integer", "string", "date",
    "relational", "{a,b}", "{'a b', \"c\"}", "%", "{0 1, 2 x}", "{1 1}", "'", "date 'yyyy-MM-dd'", "?",
    ", {3}", "\t",
)  # fmt: skip
_CSV_WORDS = (
    ",",
    ";",
    '"',
    '""',
    "\n",
    "\r",
    "a,b",
    "NaN",
    "1,000.5",
    "1.000,5",
    "2024-01-02",
    "yes",
    "£3",
    "5 kg",
    "-",
)


def steps(path: Path) -> Steps:
    """Describe a data file, read it in another way, and profile and check some against a target."""
    chosen = crc32(path.read_bytes())
    yield lambda: _described(path)
    options = ({}, {"header": False}, {"strict": True}, {"format": "csv"})
    yield lambda: read_table(path, **options[chosen % len(options)])
    if chosen % _CHECKED == 0:
        yield lambda: _profiled(path)
        yield lambda: str(check_methodology(_task(path)))


def _described(path: Path) -> None:
    table = read_table(path, lenient=True)
    table_block(table)
    whole = profile(table)
    overall_facts(whole)
    for column in whole.columns:
        column_lines(column)


def _profiled(path: Path) -> None:
    table = read_table(path)
    profile(table, table.names[-1])


def _task(path: Path) -> Task:
    return Task.read(path, target=read_table(path).names[-1])


def _csv() -> Sequence[bytes]:
    rows = [f"{i},{i * 7 % 5 / 2},{'xyz'[i % 3]},{'no' if i % 2 else 'yes'}" for i in range(24)]
    plain = "\n".join(["age,dose,site,ill", *rows]) + "\n"
    german = plain.replace(",", ";").replace(".", ",")
    quoted = plain.replace("x", '"a ""b"", c"')
    return [
        plain.encode(),
        german.encode("cp1252"),
        quoted.encode("utf-16"),
        plain.replace("\n", "\r\n").encode("utf-8-sig"),
        plain.replace(",", "\t").replace("yes", "").encode(),
        b"when,price,share,mixed\n2024-01-02,$5,50%,1\n2024-01-03,$6,60%,n/a\n2024-02-01,$7,70%,3 kg\n" * 3,
        b"1 2 3\n4 5 6\n7 8 9\n",
        b'a|b\n1|\xc3\xa9\n?|x\n"q|\nq"|2\n',
    ]


def _compressed() -> Sequence[bytes]:
    return [gzip.compress(content, mtime=0) for content in _csv()]


def _arff() -> Sequence[bytes]:
    columns = ("'a b' numeric", "c {x,y,'z z'}", "d string", "e date")
    head = "@relation iris\n" + "".join(f"@attribute {column}\n" for column in columns)
    dense = head + "@data\n" + "".join(f"{i},{'xy'[i % 2]},'w {i}',2024-01-0{i}\n" for i in range(1, 9))
    sparse = (
        "@relation s\n@attribute a real\n@attribute b {no,yes}\n@data\n{0 1.5, 1 yes}\n{1 yes}\n{0 ?}\n{}\n"
    )
    return [dense.encode(), sparse.encode(), dense.replace("\n", "\r\n% note\r\n").encode("cp1252")]


def _parquet() -> Sequence[bytes]:
    import pyarrow
    from pyarrow import parquet

    columns = {
        "a": [1, 2, None, 4] * 3,
        "b": [0.5, float("nan"), 2.0, -1e300] * 3,
        "c": ["x", "y", None, "zz"] * 3,
        "d": [True, False, None, True] * 3,
        "e": pyarrow.array([0, 86_400_000, None, 1] * 3, pyarrow.timestamp("ms")),
        "y": ["no", "yes"] * 6,
    }
    options = (
        {},
        {"compression": "none", "use_dictionary": False},
        {"compression": "gzip", "row_group_size": 5, "data_page_version": "2.0"},
        {"compression": "zstd", "store_schema": False, "write_statistics": False},
    )
    return [_written(parquet, pyarrow.table(columns), each) for each in options]


def _written(parquet: object, table: object, options: dict[str, object]) -> bytes:
    stream = io.BytesIO()
    parquet.write_table(table, stream, **options)
    return stream.getvalue()


KINDS = (
    Kind("csv", ".csv", _csv, (altered_bytes, altered_text(_CSV_WORDS), altered_text(_CSV_WORDS)), steps),
    Kind("csv.gz", ".csv.gz", _compressed, (altered_bytes, altered_gzip(_CSV_WORDS)), steps),
    Kind(
        "arff", ".arff", _arff, (altered_bytes, altered_text(_ARFF_WORDS), altered_text(_ARFF_WORDS)), steps
    ),
    Kind("parquet", ".parquet", _parquet, (altered_bytes, altered_columns, altered_columns), steps),
)
