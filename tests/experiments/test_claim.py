import json

import numpy as np
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.ensemble import RandomForestClassifier
from sklearn.model_selection import KFold

import gnomon as gn
from gnomon.assessment.packing import unpack
from gnomon.errors import DataError, DesignError, StoreError
from gnomon.experiments.claim import digest_of, read_claim, write_claim
from gnomon.experiments.run import run_known
from gnomon.experiments.store import Store
from gnomon.experiments.verify import verify_claim


class Majority(ClassifierMixin, BaseEstimator):
    """A learner that no other machine knows."""

    def fit(self, X, y):
        self.classes_ = np.unique(y)
        return self

    def predict(self, X):
        return np.full(len(X), self.classes_[0])


class Broken(Majority):
    """The same on a machine where it does not work."""

    def fit(self, X, y):
        raise RuntimeError("no such library")


@pytest.fixture
def moons():
    return gn.datasets.make_moons(80, random_state=0)


def claim_of(tmp_path, design, **more):
    return gn.run(design).claim(tmp_path / "claim.json", **more)


def changed(path, change):
    """The claim with something in it changed, and a digest that fits: a claim that was made wrongly."""
    from gnomon.experiments.identity import digest

    claim = json.loads(path.read_text())
    change(claim)
    del claim["digest"]
    claim["digest"] = digest(claim)
    path.write_text(json.dumps(claim))
    return path


def verdicts(found):
    return dict(zip(found.frame()["what"], found.frame()["verdict"]))


@pytest.mark.parametrize(
    "more",
    [
        {"plan": gn.repeated(gn.k_fold(4), times=2), "measures": ["accuracy", "log_loss"]},
        {"plan": gn.k_fold(3), "inner": gn.k_fold(3)},
        {"plan": KFold(3, shuffle=True, random_state=1)},
    ],
)
def test_what_is_claimed_is_found_again_bit_for_bit(tmp_path, moons, more):
    learners = [gn.GaussianNB(), RandomForestClassifier(n_estimators=5)]
    found = verify_claim(claim_of(tmp_path, gn.Design(moons, learners, **more)), moons)
    assert found.is_confirmed
    assert set(found.frame()["verdict"]) == {"bit-equal"}
    assert "confirmed: " in str(found)


def test_two_workers_find_the_same(tmp_path, moons):
    path = claim_of(tmp_path, gn.Design(moons, gn.GaussianNB(), gn.repeated(gn.k_fold(3), times=2)))
    assert verify_claim(path, moons, workers=2).is_confirmed


def test_bundled_sets_and_files_are_found_by_themselves(tmp_path):
    design = gn.Design([gn.load("iris"), gn.load("wine")], gn.GaussianNB(), gn.k_fold(3))
    assert verify_claim(claim_of(tmp_path, design)).is_confirmed
    (tmp_path / "ills.csv").write_text("a,ill\n" + "".join(f"{n % 7},{'ny'[n % 7 > 3]}\n" for n in range(60)))
    task = gn.Task.read(tmp_path / "ills.csv", "ill", positive="n")
    sources = {"ills": {"file": "ills.csv", "target": "ill", "positive": "n"}}
    design = gn.Design(task, gn.GaussianNB(), gn.k_fold(3), measures="precision")
    assert verify_claim(claim_of(tmp_path, design, sources=sources)).is_confirmed


def test_a_claim_is_plain_and_complete(tmp_path, moons):
    design = gn.Design(moons, gn.GaussianNB(), gn.k_fold(3), measures=["accuracy", "auc"], random_state=5)
    claim = read_claim(claim_of(tmp_path, design))
    assert claim["design"]["random_state"] == 5
    assert claim["design"]["plan"] == "gn.k_fold(3, random_state=0)"
    assert claim["data"]["moons"]["fingerprint"] == moons.fingerprint
    made_with = {"gnomon", "numpy", "python", "scikit-learn", "scipy", "vector level", "BLAS"}
    assert set(claim["made with"][0]) == made_with
    (unit,) = claim["units"]
    predictions = gn.resample(moons, gn.GaussianNB(), gn.k_fold(3))
    assert unit["scores"]["auc"] == predictions.score("auc")
    assert [line["measure"] for line in claim["leaderboard"]] == ["accuracy", "auc"]


def test_data_that_differ_are_said_and_nothing_is_worked_out(tmp_path, moons):
    path = claim_of(tmp_path, gn.Design(moons, gn.GaussianNB(), gn.k_fold(3)))
    found = verify_claim(path, gn.datasets.make_moons(81, random_state=0))
    assert not found.is_confirmed
    assert verdicts(found) == {"claim file": "bit-equal", "data of moons": "differs"}
    assert "81 rows here, 80 claimed" in str(found)


def test_a_claim_changed_by_hand_is_found_out(tmp_path, moons):
    path = claim_of(tmp_path, gn.Design(moons, gn.GaussianNB(), gn.k_fold(3)))
    path.write_text(path.read_text().replace('"verdict": "best"', '"verdict": "bests"'))
    assert verdicts(verify_claim(path, moons)) == {"claim file": "differs"}
    found = verdicts(verify_claim(path, moons, allow_changed=True))
    assert found["claim file"] == "differs"
    assert found["moons, GaussianNB, accuracy"] == "differs"


def test_a_score_that_is_too_good_is_named_with_both_values(tmp_path, moons):
    def flatter(claim):
        claim["leaderboard"][0]["value"] += 0.01
        claim["units"][0]["digest"] = "0"
        claim["units"][0]["scores"]["accuracy"] += 0.01

    path = changed(claim_of(tmp_path, gn.Design(moons, gn.GaussianNB(), gn.k_fold(3))), flatter)
    found = verify_claim(path, moons)
    assert verdicts(found)["moons, GaussianNB, accuracy"] == "differs"
    assert verdicts(found)["moons, GaussianNB, splits 0 to 2"] == "differs"
    assert str(found).count("claimed, ") == 2


def test_other_bits_with_the_same_values_agree_to_twelve_digits(tmp_path, moons):
    def nudge(claim):
        claim["made with"][0]["numpy"] = "1.0"
        for unit in claim["units"]:
            unit["digest"] = "0"
            unit["scores"]["accuracy"] *= 1 + 1e-13
            unit["sums"]["probability"][0] += 1e-12
        claim["leaderboard"][0]["value"] *= 1 + 1e-13

    path = changed(claim_of(tmp_path, gn.Design(moons, gn.GaussianNB(), gn.k_fold(3))), nudge)
    found = verify_claim(path, moons)
    assert found.is_confirmed
    assert verdicts(found)["moons, GaussianNB, splits 0 to 2"] == "agrees to 1e-12"
    assert verdicts(found)["moons, GaussianNB, accuracy"] == "agrees to 1e-12"
    assert "numpy 1.0" in str(found)


def test_other_predictions_with_the_same_score_differ(tmp_path, moons):
    def swap(claim):
        claim["units"][0]["digest"] = "0"
        claim["units"][0]["sums"]["predicted"][0] += 0.5

    path = changed(claim_of(tmp_path, gn.Design(moons, gn.GaussianNB(), gn.k_fold(3))), swap)
    assert verdicts(verify_claim(path, moons))["moons, GaussianNB, splits 0 to 2"] == "differs"


def test_learners_of_ones_own_are_given_by_name(tmp_path, moons):
    path = claim_of(tmp_path, gn.Design(moons, {"mine": Majority()}, gn.k_fold(3)))
    with pytest.raises(DesignError, match=r"learners=\{'mine'"):
        verify_claim(path, moons)
    assert verify_claim(path, moons, learners={"mine": Majority()}).is_confirmed


def test_a_learner_that_fails_here_is_not_recomputed_and_says_why(tmp_path, moons):
    learners = {"mine": Majority(), "bayes": gn.GaussianNB()}
    path = claim_of(tmp_path, gn.Design(moons, learners, gn.k_fold(3)))
    found = verify_claim(path, moons, learners={"mine": Broken()})
    assert not found.is_confirmed
    assert verdicts(found)["moons, mine, splits 0 to 2"] == "not recomputed"
    assert verdicts(found)["moons, mine, accuracy"] == "not recomputed"
    assert verdicts(found)["moons, bayes, accuracy"] == "bit-equal"
    assert "no such library" in str(found)


def test_a_claim_of_which_nothing_can_be_worked_here_says_why(tmp_path, moons):
    path = claim_of(tmp_path, gn.Design(moons, {"mine": Majority()}, gn.k_fold(3)))
    found = verify_claim(path, moons, learners={"mine": Broken()})
    assert verdicts(found)["units"] == "not recomputed"
    assert "no such library" in str(found)


def test_a_measure_that_the_splits_cannot_tell_is_left_out(tmp_path, moons):
    design = gn.Design(moons, gn.GaussianNB(), gn.leave_one_out(), measures=["accuracy", "auc"])
    path = claim_of(tmp_path, design)
    assert [line["measure"] for line in read_claim(path)["leaderboard"]] == ["accuracy"]
    assert verify_claim(path, moons).is_confirmed


def test_a_claim_says_where_its_data_are_or_asks(tmp_path, moons):
    path = claim_of(tmp_path, gn.Design(moons, gn.GaussianNB(), gn.k_fold(3)))
    with pytest.raises(DataError, match="pass them by data="):
        verify_claim(path)


@pytest.mark.parametrize("text", ["", "{", "[]", "3", "{}", '{"gnomon claim": 99}', '{"gnomon claim": 1}'])
def test_what_is_no_claim_is_refused(tmp_path, text):
    path = tmp_path / "claim.json"
    path.write_text(text)
    with pytest.raises(DataError, match=r"claim\.json"):
        verify_claim(path)


def test_places_that_cannot_be_read_or_written_are_named(tmp_path, moons):
    with pytest.raises(StoreError, match="no-such"):
        verify_claim(tmp_path / "no-such.json")
    results = gn.run(gn.Design(moons, gn.GaussianNB(), gn.k_fold(3)))
    with pytest.raises(StoreError, match="no-folder"):
        write_claim(results, tmp_path / "no-folder" / "claim.json")


def test_results_that_lack_a_unit_make_no_claim(tmp_path, moons):
    store = tmp_path / "a.gnomon"
    results = gn.run(gn.Design(moons, gn.GaussianNB(), gn.k_fold(3)), store)
    with Store(store) as kept, kept.writing() as connection:
        connection.execute("DELETE FROM unit")
    with pytest.raises(DesignError, match="a claim requires all"):
        write_claim(results, tmp_path / "claim.json")


def test_a_digest_sees_every_bit_of_the_arrays(moons):
    arrays, _ = unpack(gn.resample(moons, gn.GaussianNB(), gn.k_fold(3)).to_bytes())
    before = digest_of(arrays)
    assert digest_of(dict(reversed(arrays.items()))) == before
    arrays["probability"] = arrays["probability"].copy()
    arrays["probability"][7, 0] = np.nextafter(arrays["probability"][7, 0], 2)
    assert digest_of(arrays) != before


def test_a_claim_of_a_run_that_grew_is_that_of_one_made_at_once(tmp_path, moons):
    learners = [gn.GaussianNB(), RandomForestClassifier(n_estimators=3)]
    three, five = (gn.Design(moons, learners, gn.repeated(gn.k_fold(3), times=times)) for times in (3, 5))
    gn.run(three, tmp_path / "a.gnomon")
    grown = read_claim(write_claim(gn.run(five, tmp_path / "a.gnomon"), tmp_path / "grown.json"))
    at_once = read_claim(write_claim(gn.run(five), tmp_path / "once.json"))
    assert grown["units"] == at_once["units"]
    assert grown["leaderboard"] == at_once["leaderboard"]


def test_a_claim_made_under_keys_of_the_first_format_is_confirmed_by_the_seeds_of_then(tmp_path, moons):
    learner = RandomForestClassifier(n_estimators=3)
    design = gn.Design(moons, learner, gn.repeated(gn.k_fold(3), times=2))
    first = {
        design._keys.first_key(unit.task, unit.learner, unit.start, unit.stop) for unit in design.units()
    }
    old = run_known(design, first, None, 1)
    assert {unit.key for unit in old.record.units} == first
    path = write_claim(old, tmp_path / "claim.json")
    assert verify_claim(path, moons).is_confirmed
    assert not np.array_equal(old.predictions().probability, gn.run(design).predictions().probability)


def test_a_claim_cannot_widen_its_own_rounding(tmp_path, moons):
    def widen(claim):
        claim["units"][0]["digest"] = "0"
        claim["units"][0]["sums"] = {name: [0.0, 1e300] for name in claim["units"][0]["sums"]}

    path = changed(claim_of(tmp_path, gn.Design(moons, gn.GaussianNB(), gn.k_fold(3))), widen)
    assert verdicts(verify_claim(path, moons))["moons, GaussianNB, splits 0 to 2"] == "differs"


def test_the_summary_says_to_how_many_digits_numbers_agree(tmp_path, moons):
    def nudge(claim):
        claim["leaderboard"][0]["value"] *= 1 + 3e-11

    found = verify_claim(
        changed(claim_of(tmp_path, gn.Design(moons, gn.GaussianNB(), gn.k_fold(3))), nudge), moons
    )
    assert "1 agree to 1e-10" in str(found)
    assert verdicts(found)["moons, GaussianNB, accuracy"] == "agrees to 1e-10"


@pytest.mark.parametrize("named", ["{outside}", "../outside.csv", "link.csv"])
def test_a_claim_reads_no_file_of_another_folder(tmp_path, moons, monkeypatch, named):
    outside, folder = tmp_path / "outside.csv", tmp_path / "claims"
    folder.mkdir()
    outside.write_text("a,y\n" + "1,0\n2,1\n" * 20)
    (folder / "link.csv").symlink_to(outside)
    source = {"file": named.format(outside=outside), "target": "y"}
    claim = gn.run(gn.Design(moons, gn.GaussianNB(), gn.k_fold(3))).claim(
        folder / "claim.json", sources={"moons": source}
    )
    monkeypatch.chdir(folder)
    with pytest.raises(DataError, match="is in another folder than the claim"):
        verify_claim(claim)


def test_the_name_of_a_file_of_a_claim_may_be_too_long(tmp_path, moons):
    design = gn.Design(moons, gn.GaussianNB(), gn.k_fold(3))
    claim = claim_of(tmp_path, design, sources={"moons": {"file": "a" * 5000, "target": "y"}})
    with pytest.raises(DataError, match="does not exist"):
        verify_claim(claim)


def test_data_are_a_bundled_set_only_where_they_are_those_of_the_set(tmp_path):
    iris = gn.load("iris")
    few = gn.Task(iris.table.rows(np.arange(0, 150, 2)), iris.y[::2], name="iris")
    folds = gn.Task({"a": np.arange(30.0)}, [0, 1] * 15, name="folds-logistic-stump")
    for task, source in ((iris, {"set": "iris"}), (few, None), (folds, None)):
        claim = json.loads(claim_of(tmp_path, gn.Design(task, gn.GaussianNB(), gn.k_fold(3))).read_text())
        assert claim["data"][task.name]["source"] == source
