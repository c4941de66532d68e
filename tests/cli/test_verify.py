import json

import pytest

from gnomon.cli.main import code_of


@pytest.fixture
def table(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    rows = [f"{n % 7},{n * n % 11},{'yes' if n % 7 > 3 else 'no'}" for n in range(90)]
    (tmp_path / "ills.csv").write_text("a,b,ill\n" + "\n".join(rows) + "\n")
    learners = ["--learners", "GaussianNB, Baseline", "--folds", "3", "--repeats", "2", "--quiet"]
    assert code_of(["compare", "ills.csv", "--target", "ill", "--drop", "b", *learners, "--out", "out"]) == 0
    return tmp_path


CLAIM = ["claim", "out/results.gnomon", "claim.json"]
DATA = ["--data", "ills.csv", "--target", "ill", "--drop", "b"]


def test_a_claim_with_its_data_named_is_confirmed_by_itself(table, capfd):
    assert code_of([*CLAIM, *DATA]) == 0
    capfd.readouterr()
    assert code_of(["verify", "claim.json"]) == 0
    out, err = capfd.readouterr()
    assert err == ""
    assert "ills, GaussianNB, splits 0 to 2  bit-equal" in out
    assert out.splitlines()[-1].startswith("confirmed: 9 bit-equal")


def test_a_claim_without_is_confirmed_with_the_data_given(table, capfd):
    assert code_of(CLAIM) == 0
    assert json.loads((table / "claim.json").read_text())["data"]["ills"]["source"] is None
    capfd.readouterr()
    assert code_of(["verify", "claim.json"]) == 2
    assert "--data" in capfd.readouterr().err
    assert code_of(["verify", "claim.json", *DATA]) == 0
    assert code_of(["verify", "claim.json", "--data", "ills.csv", "--target", "ill"]) == 1
    assert "data of ills  differs" in capfd.readouterr().out


def test_data_that_changed_are_found_out(table, capfd):
    assert code_of([*CLAIM, *DATA]) == 0
    path = table / "ills.csv"
    path.write_text(path.read_text().replace("3,9,no", "3,9,yes", 1))
    assert code_of(["verify", "claim.json"]) == 1
    assert "NOT confirmed" in capfd.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([*CLAIM, "--data", "ills.csv", "--target", "ill"], "has no results for ills.csv as read here"),
        (["claim", "none.gnomon"], "none.gnomon"),
        (["verify", "none.json"], "none.json"),
        (["verify", "ills.csv"], "not a claim file"),
    ],
)
def test_what_is_wrong_is_one_line_with_code_2(table, capfd, arguments, said):
    capfd.readouterr()
    assert code_of(arguments) == 2
    out, err = capfd.readouterr()
    assert out == ""
    assert said in err
    assert err.count("\n") == 1


def test_a_changed_claim_is_recomputed_only_on_demand(table, capfd):
    assert code_of([*CLAIM, *DATA]) == 0
    path = table / "claim.json"
    path.write_text(path.read_text().replace('"random_state": 0', '"random_state": 1', 1))
    capfd.readouterr()
    assert code_of(["verify", "claim.json"]) == 1
    assert "splits 0 to 2" not in capfd.readouterr().out
    assert code_of(["verify", "claim.json", "--allow-changed"]) == 1
    assert "splits 0 to 2" in capfd.readouterr().out


def test_a_claim_beyond_the_limits_is_one_line_with_code_2(table, capfd):
    assert code_of([*CLAIM, *DATA]) == 0
    capfd.readouterr()
    assert code_of(["verify", "claim.json", "--max-work", "10"]) == 2
    out, err = capfd.readouterr()
    assert out == ""
    assert "--max-work" in err
