"""Files that are random, cut short, altered or built to harm: an answer, or one line and exit code 2."""

import gzip
import random
import unicodedata

import numpy as np
import pandas as pd
import pyarrow
import pytest
from pyarrow import parquet

from gnomon.cli.main import code_of

FORMULA = "=cmd|' /C calc'!A0"
NAMES = ["<script>alert(1)</script>", FORMULA, "x" * 10_000, "red\x1b[31m\x07", "\u202egnp", "y"]
TABLE = "a,b,c,y\n" + "".join(f"{n % 7}.5,{n},{'red' if n % 3 else 'blue x'},{n % 2}\n" for n in range(30))
ARFF = "@relation t\n@attribute a numeric\n@attribute c {red,'blue x'}\n@data\n" + "1.5,red\n?,'blue x'\n" * 5
DESIGN = 'plan = "k_fold(2)"\n[tasks.iris]\nset = "iris"\n[learners]\nbayes = "GaussianNB()"\n'


@pytest.fixture(scope="module")
def sound(tmp_path_factory):
    """A folder with one sound file of each kind."""
    folder = tmp_path_factory.mktemp("sound")
    (folder / "t.csv").write_text(TABLE)
    (folder / "t.tsv").write_text(TABLE.replace(",", "\t"))
    (folder / "t.arff").write_text(ARFF)
    (folder / "t.csv.gz").write_bytes(gzip.compress(TABLE.encode()))
    (folder / "t.toml").write_text(DESIGN)
    pd.read_csv(folder / "t.csv").to_parquet(folder / "t.parquet")
    data = [str(folder / "t.csv"), "--target", "y"]
    assert (
        code_of(["fit", *data, "--learner", "GaussianNB", "--folds", "0", "--out", f"{folder}/t.skops"]) == 0
    )
    short = ["--learners", "GaussianNB,Baseline", "--folds", "2", "--repeats", "1", "--quiet"]
    assert code_of(["compare", *data, *short, "--out", f"{folder}/r"]) == 0
    (folder / "r" / "results.gnomon").rename(folder / "t.gnomon")
    assert code_of(["claim", f"{folder}/t.gnomon", f"{folder}/t.json", "--data", *data]) == 0
    assert code_of(["run", f"{folder}/t.toml", "--quiet", "--out", f"{folder}/r2"]) == 0
    return folder


COMMANDS = {
    "csv": [
        ["data", "show", "F"],
        ["data", "convert", "F"],
        ["check", "F", "--target", "y"],
        ["predict", "M", "F"],
    ],
    "tsv": [["data", "show", "F", "--json"], ["explain", "M", "F"]],
    "csv.gz": [["data", "show", "F"], ["predict", "M", "F"]],
    "arff": [["data", "show", "F"], ["data", "convert", "F"]],
    "parquet": [["data", "show", "F"], ["data", "convert", "F"]],
    "skops": [["predict", "F", "T"], ["explain", "F", "T"]],
    "gnomon": [
        ["report", "F", "o.md"],
        ["store", "check", "F"],
        ["store", "compact", "F", "--yes"],
        ["check", "F"],
    ],
    "json": [["verify", "F", "--data", "T", "--target", "y"]],
    "toml": [["run", "F", "--quiet", "--out", "o"]],
}


@pytest.mark.parametrize("kind", COMMANDS)
def test_damaged_files_end_in_an_answer_or_one_line(kind, sound, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    content = (sound / f"t.{kind}").read_bytes()
    names = {"F": f"f.{kind}", "M": str(sound / "t.skops"), "T": str(sound / "t.csv")}
    for seed in range(24):
        draw = random.Random(seed)
        (tmp_path / f"f.{kind}").write_bytes(damaged(content, draw))
        command = draw.choice(COMMANDS[kind])
        check_tame(capsys, [names.get(word, word) for word in command])


@pytest.mark.parametrize("kind", COMMANDS)
def test_random_bytes_are_refused_in_one_line(kind, sound, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    names = {"F": f"f.{kind}", "M": str(sound / "t.skops"), "T": str(sound / "t.csv")}
    for seed, command in enumerate(COMMANDS[kind] * 2):
        content = b"" if seed == 0 else random.Random(seed).randbytes(3000)
        (tmp_path / f"f.{kind}").write_bytes(content)
        check_tame(capsys, [names.get(word, word) for word in command])


def test_a_parquet_file_that_would_become_gigabytes_is_refused_unread(tmp_path, capsys):
    codes = pyarrow.array(np.zeros(10_000, dtype=np.int32))
    text = pyarrow.DictionaryArray.from_arrays(codes, pyarrow.array(["x" * 1_000_000]))
    parquet.write_table(pyarrow.table({"a": text}), tmp_path / "text.parquet", store_schema=False)
    zeros = pyarrow.table({f"c{place}": np.zeros(1 << 21) for place in range(40)})
    parquet.write_table(zeros, tmp_path / "zeros.parquet", compression="zstd")
    for name in ("text.parquet", "zeros.parquet"):
        assert "zip bomb" in refusal(capsys, ["data", "show", str(tmp_path / name)])


def test_a_packed_text_that_would_become_gigabytes_is_refused(tmp_path, capsys):
    with gzip.open(tmp_path / "bomb.csv.gz", "wb", 6) as file:
        for _ in range(600):
            file.write(b"1,2\n" * (1 << 18))
    assert "zip bomb" in refusal(capsys, ["data", "show", str(tmp_path / "bomb.csv.gz")])


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("a,b\n1," + "x" * 20_000_000 + "\n", "line 2 is longer than 16 MB"),
        ("1,2," * 5_000_000, "line 1 is longer than 16 MB"),
        (",".join(map(str, range(200_000))) + "\n1\n", "200,000 fields"),
    ],
)
def test_lines_and_headers_beyond_all_measure_are_refused(content, says, tmp_path, capsys):
    (tmp_path / "wide.csv").write_text(content)
    assert says in refusal(capsys, ["data", "show", str(tmp_path / "wide.csv")])


def test_a_header_longer_than_a_block_is_read_whole(tmp_path, capsys):
    names = [f"{place}{'n' * 40_000}" for place in range(40)]
    (tmp_path / "long.csv").write_text(",".join("c" + name for name in names) + "\n" + "1," * 39 + "1\n")
    assert code_of(["data", "show", str(tmp_path / "long.csv"), "--json"]) == 0
    assert "c" + names[-1] in capsys.readouterr().out


@pytest.mark.parametrize("ending", ["csv", "arff"])
def test_bytes_of_no_encoding_are_refused(ending, tmp_path, capsys):
    (tmp_path / f"t.{ending}").write_bytes(b"a,b\n\x81\xfe,1\n")
    assert "neither UTF-8 nor" in refusal(capsys, ["data", "show", str(tmp_path / f"t.{ending}")])


def test_hostile_names_are_inert_from_the_table_to_the_card(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    values = np.random.default_rng(0).normal(size=(24, len(NAMES) - 1))
    frame = pd.DataFrame(values, columns=NAMES[:-1])
    frame["y"] = np.where(values[:, 0] > 0, FORMULA, "no\x1b[2J")
    frame.to_parquet("t.parquet")
    data = ["t.parquet", "--target", "y"]
    for command in (
        ["data", "show", *data],
        ["fit", *data, "--learner", "GaussianNB", "--folds", "2", "--out", "m.skops"],
        ["explain", "m.skops", "t.parquet"],
        ["check", *data],
    ):
        assert check_tame(capsys, command) in (0, 1)


def test_formulas_are_escaped_with_a_note_and_numbers_stay_numbers(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    frame = pd.DataFrame({"gain": [-1.5, 2.0], "sign": ["-1", "+1"], "name": ["=1+1", "@x"]})
    frame.to_parquet("t.parquet")
    assert code_of(["data", "convert", "t.parquet", "--out", "t.csv"]) == 0
    assert "'=1+1' and the like are written with an apostrophe in front" in capsys.readouterr().err
    assert (tmp_path / "t.csv").read_text() == "gain,sign,name\n-1.5,-1,'=1+1\n2.0,+1,'@x\n"
    assert code_of(["data", "convert", "t.parquet", "--out", "t.csv", "--no-escape-formulas"]) == 0
    assert "formulas by a spreadsheet" in capsys.readouterr().err
    assert (tmp_path / "t.csv").read_text() == "gain,sign,name\n-1.5,-1,=1+1\n2.0,+1,@x\n"
    assert code_of(["data", "convert", "t.parquet", "--drop", "name"]) == 0
    assert "spreadsheet" not in capsys.readouterr().err


def refusal(capsys, command):
    assert code_of(command) == 2
    return capsys.readouterr().err


def check_tame(capsys, command):
    """Run a command: an exit code that means something, no trace, no control characters."""
    code = code_of(command)
    out, err = capsys.readouterr()
    assert code in (0, 1, 2)
    assert all(line.startswith("gnomon: ") for line in err.splitlines())
    assert code != 2 or err
    text = err if command[:2] == ["data", "convert"] or command[0] == "predict" else out + err
    assert not {letter for letter in text if unicodedata.category(letter) in ("Cc", "Cf")} - {"\n"}
    return code


def damaged(content, draw):
    """The content with a few bytes changed, put in, taken out, or cut off."""
    found = bytearray(content)
    for _ in range(draw.choice([1, 1, 3, 10])):
        place = draw.randrange(len(found) + 1)
        match draw.randrange(4):
            case 0:
                found[place : place + 1] = draw.randbytes(1)
            case 1:
                del found[place : place + draw.choice([1, 20, 200])]
            case 2:
                found[place:place] = draw.choice([*NAMES, '"', "\n", "nan", "1e999", "{", "\0"]).encode()
            case 3:
                found = found[: max(place, 1)]
    return bytes(found)
