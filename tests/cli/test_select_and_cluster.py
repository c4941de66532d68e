import json

import pandas as pd
import pytest

from gnomon.cli.clustering import _majority, _why
from gnomon.cli.main import code_of


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_columns_are_ranked_chosen_and_the_choice_is_judged(capsys):
    assert code_of(["select", "iris", "--k", "2", "--permutations", "49", "--resamples", "10"]) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert "selected: petal length, petal width" in out
    assert "stability 1.00" in out
    assert "inside each fold" in out


def test_all_columns_chosen_leave_nothing_to_judge(capsys):
    assert code_of(["select", "iris", "--k", "4", "--permutations", "0", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["stability"] is None
    assert len(document["chosen"]) == 4


@pytest.mark.parametrize("method", ["kmeans", "hierarchical", "single", "mixture"])
def test_clusters_are_written_for_every_row(method, capsys):
    assert code_of(["cluster", "iris", "--method", method, "--k", "3", "--out", "labels.csv"]) == 0
    table = pd.read_csv("labels.csv")
    assert table["row"].tolist() == list(range(150))
    assert table["cluster"].nunique() == 3
    assert "3 clusters, as requested" in capsys.readouterr().out


def test_labels_are_the_output_where_no_file_is_named(capfd):
    assert code_of(["cluster", "rectangle", "--k", "2", "--no-scale"]) == 0
    out, err = capfd.readouterr()
    assert out.splitlines()[0] == "row,cluster"
    assert len(out.splitlines()) == 5
    assert "2 clusters" in err


def test_the_number_of_clusters_is_chosen_with_reasons(capsys):
    assert code_of(["cluster", "four-corners", "--no-scale", "--max-k", "5", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["k"] == 4
    assert "the number of clusters is uncertain" in document["why"]
    assert len(document["labels"]) == 12


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["select", "iris", "--k", "9"], "--k 9"),
        (["select", "iris", "--by", "luck"], "luck"),
        (["cluster", "iris", "--method", "luck"], "--method"),
        (["cluster", "iris", "--k", "0"], "--k 0"),
        (["cluster", "iris", "--max-k", "1"], "--max-k 1"),
        (["cluster", "iris", "--k", "2", "--out", "no/such.csv"], "cannot be written"),
    ],
)
def test_wrong_requests_are_one_line(arguments, said, capfd, folder):
    assert code_of(arguments) == 2
    out, err = capfd.readouterr()
    assert said in err
    assert err.count("\n") == 1
    assert out == ""


def test_clusters_fill_missing_values_and_leave_row_numbers_out_and_say_so(capfd, folder):
    near = [f"{row},{row % 2},{'' if row == 3 else row % 2 * 9},{row % 2 * 5}" for row in range(1, 21)]
    (folder / "gaps.csv").write_text("\n".join(["id,a,b,c", *near]) + "\n")
    assert code_of(["cluster", "gaps.csv", "--k", "2"]) == 0
    said = capfd.readouterr()
    assert "Left out: id" in said.err
    assert "Missing values (1)" in said.err
    labels = [line.split(",")[1] for line in said.out.split()[1:]]
    assert len(set(labels[0::2])) == len(set(labels[1::2])) == 1
    assert labels[0] != labels[1]


@pytest.mark.parametrize(
    ("preferred", "said", "unsaid"),
    [
        ({"a": 2, "b": 3}, "1 of 2 criteria prefer it, and as many 3", "most"),
        ({"a": 2, "b": 2, "c": 3, "d": 3, "e": 4}, "and as many 3: it is the smallest", "most"),
        ({"a": 2, "b": 2, "c": 3, "d": 4, "e": 5}, "no majority", "most criteria"),
        ({"a": 3, "b": 3, "c": 2}, "most criteria prefer it, 2 of 3", "tie"),
        ({"a": 3, "b": 3}, "all 2 criteria", "most"),
    ],
)
def test_a_majority_is_claimed_only_where_there_is_one(preferred, said, unsaid):
    told = _why(_majority(preferred), preferred)
    assert said in told
    assert unsaid not in told
