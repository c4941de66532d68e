import inspect
import json
import sqlite3
from contextlib import closing

import pytest

import gnomon as gn
from gnomon import native
from gnomon.cli.main import code_of
from gnomon.cli.options import Deterministic
from gnomon.cli.worker_options import bytes_of, working_options
from gnomon.errors import ParameterError
from gnomon.experiments.backends.processes import Processes


@pytest.mark.parametrize(
    ("text", "size"),
    [("1000", 1000), ("2GB", 2 * 10**9), ("1.5 gib", 3 * 2**29), (".5M", 500_000), ("1TiB", 2**40)],
)
def test_sizes_are_read_as_people_write_them(text, size):
    assert bytes_of(text) == size


@pytest.mark.parametrize("text", ["", "many", "2XB", "-1GB", "1 2"])
def test_what_is_no_size_is_refused(text):
    with pytest.raises(ParameterError, match="500MB"):
        bytes_of(text)


def test_an_address_is_handed_on_and_local_starts_a_cluster():
    assert working_options(None, "tcp://host:8786", None, None)["workers"] == "tcp://host:8786"
    assert working_options(None, "local", None, None)["workers"] == "dask"
    with pytest.raises(ParameterError, match="--workers 2 and --dask local"):
        working_options(2, "local", None, None)


def test_a_comparison_on_a_local_cluster_gives_the_numbers_of_this_process(tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    boards = []
    for place, more in {"here": [], "there": ["--dask", "local", "--unit-seconds", "60"]}.items():
        asked = ["compare", "iris", "--learners", "GaussianNB, Baseline", "--folds", "4", "--repeats", "1"]
        assert code_of([*asked, "--json", "--out", place, *more]) == 0
        board = json.loads(capfd.readouterr().out)["tasks"][0]["leaderboard"]
        boards.append([{**line, "seconds": 0} for line in board])
    assert boards[0] == boards[1]


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["--unit-seconds", "0"], "unit_seconds"),
        (["--unit-memory", "lots"], "--unit-memory lots"),
        (["--dask", "here"], "tcp://host:8786"),
    ],
)
def test_options_that_make_no_sense_are_refused_in_one_line(tmp_path, monkeypatch, capfd, more, said):
    monkeypatch.chdir(tmp_path)
    assert code_of(["compare", "iris", "--learners", "GaussianNB", *more]) == 2
    err = capfd.readouterr().err
    assert said in err
    assert err.count("\n") == 1


DESIGN = """plan = "repeated(k_fold(3), times=2)"
[tasks.iris]
set = "iris"
[learners]
GaussianNB = "GaussianNB()"
"""


@pytest.mark.skipif(native.level == "plain", reason="this processor has one vector level only")
@pytest.mark.parametrize("command", ["run", "compare"])
def test_deterministic_runs_in_python_and_on_the_command_line_store_the_same(tmp_path, command):
    for folder in ("python", "line"):
        # Units of one repeat, from a machine without vector instructions.
        (tmp_path / folder).mkdir()
        gn.run(design(times=1), tmp_path / folder / "results.gnomon", workers=Processes(1, level="plain"))
    (tmp_path / "d.toml").write_text(DESIGN)
    data = {
        "run": ["run", str(tmp_path / "d.toml")],
        "compare": ["compare", "iris", "--learners", "GaussianNB", "--folds", "3", "--repeats", "2"],
    }[command]
    options = ["--deterministic", "--quiet", "--no-refits", "--out", str(tmp_path / "line")]
    assert code_of([*data, *options]) == 0
    gn.run(design(times=2), tmp_path / "python" / "results.gnomon", deterministic=True)
    line, python = (units(tmp_path / folder / "results.gnomon") for folder in ("line", "python"))
    assert line == python
    assert {json.loads(versions)["vector level"] for _, _, versions in line} == {"plain"}


def design(times):
    return gn.Design(gn.load("iris"), gn.GaussianNB(), gn.repeated(gn.k_fold(3), times=times))


def units(path):
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute("SELECT key, predictions, versions FROM unit ORDER BY key").fetchall()


def test_deterministic_is_described_as_in_python():
    help = Deterministic.__metadata__[0].help
    assert "deterministic: " + help[0].lower() + help[1:] in " ".join(inspect.getdoc(gn.run).split())
