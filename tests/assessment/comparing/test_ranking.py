from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
import scikit_posthocs
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats
from sklearn.dummy import DummyClassifier
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

from gnomon.assessment.comparing.ranking import POST_HOC, compare_over_data_sets
from gnomon.assessment.resample import resample_each
from gnomon.assessment.significance.bayesian import bayesian_sign_test, bayesian_signed_rank_test
from gnomon.assessment.splits import k_fold
from gnomon.data.task import Task
from gnomon.errors import DataError, DesignError, NameUnknown, ParameterError

# Demšar (2006), table 6: areas of C4.5 and its variants on 14 data sets. Two areas of voting, printed alike,
# are ranked apart there, so one is a little higher here.
demsar = pd.DataFrame(
    {
        "C4.5": [
            0.763,
            0.599,
            0.954,
            0.628,
            0.882,
            0.936,
            0.661,
            0.583,
            0.775,
            1,
            0.940,
            0.619,
            0.972,
            0.957,
        ],
        "m": [0.768, 0.591, 0.971, 0.661, 0.888, 0.931, 0.668, 0.583, 0.838, 1, 0.962, 0.666, 0.981, 0.978],
        "cf": [0.771, 0.590, 0.968, 0.654, 0.886, 0.916, 0.609, 0.563, 0.866, 1, 0.965, 0.614, 0.9751, 0.946],
        "m+cf": [
            0.798,
            0.569,
            0.967,
            0.657,
            0.898,
            0.931,
            0.685,
            0.625,
            0.875,
            1,
            0.962,
            0.669,
            0.975,
            0.970,
        ],
    }
)


def test_the_worked_example_of_demsar_2006_comes_out():
    result = compare_over_data_sets(demsar, "auc", post_hoc="nemenyi")
    assert result.mean_ranks == pytest.approx([3.143, 2.000, 2.893, 1.964], abs=5e-4)
    # His chi-squared, 9.28, and F, 3.69, leave ties out of account; with them both are larger.
    plain = 12 * 14 / 20 * (np.sum(result.mean_ranks**2) - 4 * 25 / 4)
    assert plain == pytest.approx(9.28, abs=0.01)
    assert result.friedman.statistic > plain
    assert 13 * plain / (14 * 3 - plain) == pytest.approx(3.69, abs=0.01)
    assert result.overall.p < 0.05
    assert result.critical_difference == pytest.approx(1.25, abs=0.005)
    # C4.5 and m+cf are 1.18 apart, within the critical difference: one group of four.
    assert result.groups == [(3, 1, 2, 0)]
    against = compare_over_data_sets(demsar, "auc", post_hoc="bonferroni-dunn", control="C4.5", level=0.9)
    assert against.critical_difference == pytest.approx(1.04, abs=0.005)
    assert set(against.groups[0]) == {0, 2}
    stepped = (
        compare_over_data_sets(demsar, "auc", post_hoc="holm", control="C4.5").pairs().set_index("first")
    )
    assert stepped["p"]["m+cf"] == pytest.approx(3 * 0.016, abs=0.002)
    assert stepped["verdict"].to_dict() == {"m": "better", "cf": "undecided", "m+cf": "better"}


def table(n_sets=12, k=4, seed=0, gain=0.5):
    values = np.random.default_rng(seed).normal(size=(n_sets, k)) + gain * np.arange(k)
    return pd.DataFrame(values, columns=[f"learner {place}" for place in range(k)])


def test_omnibus_and_pairs_agree_with_scipy_and_scikit_posthocs():
    scores = table()
    result = compare_over_data_sets(scores, "accuracy")
    assert result.friedman.p == pytest.approx(stats.friedmanchisquare(*scores.to_numpy().T).pvalue)
    long = scores.melt(var_name="learner", value_name="score")
    expected = scikit_posthocs.posthoc_wilcoxon(long, val_col="score", group_col="learner", p_adjust="holm")
    assert result.p == pytest.approx(expected.to_numpy()[result.first, result.second])
    for post_hoc, p_adjust in (("holm", "holm"), ("hochberg", "simes-hochberg")):
        expected = scikit_posthocs.posthoc_siegel_friedman(scores.to_numpy(), p_adjust=p_adjust)
        mine = compare_over_data_sets(scores, "accuracy", post_hoc=post_hoc)
        assert mine.p == pytest.approx(expected.to_numpy()[mine.first, mine.second])


@pytest.mark.parametrize("post_hoc", [name for name in POST_HOC if name != "bonferroni-dunn"])
def test_the_order_of_learners_does_not_matter(post_hoc):
    scores = table(20, 5)
    there = compare_over_data_sets(scores, "accuracy", post_hoc=post_hoc)
    back = compare_over_data_sets(scores[scores.columns[[3, 0, 4, 1, 2]]], "accuracy", post_hoc=post_hoc)
    assert there.frame()["learner"].tolist() == back.frame()["learner"].tolist()
    assert there.frame()["group"].tolist() == back.frame()["group"].tolist()
    assert len(there.groups) > 1


@settings(max_examples=20)
@given(st.integers(0, 10**6))
def test_shaffer_finds_at_least_what_holm_does_and_holm_what_nemenyi_misses_at_most(seed):
    scores = table(10, 4, seed)
    p = {
        name: compare_over_data_sets(scores, "auc", post_hoc=name).p
        for name in ("shaffer", "holm", "hochberg")
    }
    assert (p["shaffer"] <= p["holm"] + 1e-12).all()
    assert (p["hochberg"] <= p["holm"] + 1e-12).all()


def test_the_direction_of_the_measure_is_respected():
    scores = table(gain=3.0)
    assert compare_over_data_sets(scores, "accuracy").frame()["learner"][0] == "learner 3"
    assert compare_over_data_sets(scores, "log_loss").frame()["learner"][0] == "learner 0"
    own = compare_over_data_sets(scores, "minutes", better="lower")
    assert own.frame()["learner"][0] == "learner 0"
    assert own.measure == "minutes"
    verdicts = own.pairs().set_index(["first", "second"])["verdict"]
    assert verdicts["learner 0", "learner 3"] == "better"


def test_tied_learners_share_ranks_and_groups():
    scores = table(20, 3, gain=2.0)
    scores["twin"] = scores["learner 2"]
    result = compare_over_data_sets(scores, "accuracy")
    frame = result.frame().set_index("learner")
    assert frame["mean rank"]["twin"] == frame["mean rank"]["learner 2"]
    assert frame["group"]["twin"] == frame["group"]["learner 2"]
    verdicts = result.pairs().set_index(["first", "second"])["verdict"]
    assert verdicts["learner 2", "twin"] == "undecided"


def test_groups_are_those_of_the_pairs():
    result = compare_over_data_sets(table(15, 6, gain=0.4), "accuracy", post_hoc="nemenyi")
    marks = result.frame().set_index("learner")["group"]
    for first, second, p in result.pairs()[["first", "second", "p"]].itertuples(index=False):
        assert bool(set(marks[first]) & set(marks[second])) == (p > 0.05)
    spans = result.bars()
    assert len(spans) == sum(len(each) > 1 for each in result.groups)
    assert (spans["to"] - spans["from"] <= result.critical_difference).all()


def test_two_learners_fall_back_on_the_exact_tests():
    scores = table(9, 2, gain=1.0)
    gap = scores.to_numpy()[:, 0] - scores.to_numpy()[:, 1]
    result = compare_over_data_sets(scores, "accuracy")
    assert result.overall.test == "sign test"
    assert result.overall.p == pytest.approx(stats.binomtest(int(np.sum(gap > 0)), 9).pvalue)
    assert result.p[0] == pytest.approx(stats.wilcoxon(gap).pvalue)


def test_learners_that_are_all_equal_are_one_group():
    scores = pd.DataFrame(np.full((6, 3), 0.5), columns=list("abc"))
    for post_hoc in ("wilcoxon", "nemenyi", "shaffer"):
        result = compare_over_data_sets(scores, "accuracy", post_hoc=post_hoc)
        assert result.overall.p == 1
        assert result.groups == [(0, 1, 2)]
        assert result.p == pytest.approx(np.ones(3))


def test_posteriors_look_at_the_direction():
    scores = table(15, 2, gain=0.3)
    gap = scores.to_numpy()[:, 0] - scores.to_numpy()[:, 1]
    names = list(scores.columns)
    high, low = compare_over_data_sets(scores, "accuracy"), compare_over_data_sets(scores, "log_loss")
    assert high.posterior(*names, rope=0.1) == bayesian_signed_rank_test(gap, 0.1)
    assert high.posterior(*names, rope=0.1, test="sign") == bayesian_sign_test(gap, 0.1)
    assert low.posterior(*names, rope=0.1) == bayesian_signed_rank_test(-gap, 0.1)
    with pytest.raises(ParameterError, match="'signed rank' or 'sign'"):
        high.posterior(*names, test="t")
    with pytest.raises(NameUnknown, match="'SVC' is not one of the ranked learners"):
        high.posterior("SVC", names[0])


def test_predictions_are_scored_and_ranked():
    random = np.random.default_rng(0)
    path = [GaussianNB(), DecisionTreeClassifier(max_depth=1), DummyClassifier()]
    result = []
    for place in range(6):
        X = random.normal(size=(60, 2))
        task = Task(X, X[:, 0] + 0.3 * random.normal(size=60) > 0, name=f"set {place}")
        result.append(resample_each(task, path, k_fold(3)))
    ranking = compare_over_data_sets(result, "auc")
    assert ranking.data_sets == tuple(f"set {place}" for place in range(6))
    assert ranking.frame()["learner"].tolist()[-1] == "DummyClassifier"
    assert ranking.scores[2, 0] == pytest.approx(result[2][0].score("auc"))
    assert "Ranking of 3 learners on 6 data sets in auc" in repr(ranking)
    assert all(a in repr(ranking) for a in ("GaussianNB", "Iman-Davenport"))


def test_wilcoxon_by_itself_is_not_swayed_by_other_learners_as_mean_ranks_are():
    scores = table(12, 2, gain=0.4)
    crowd = scores.copy()
    for place in range(6):
        crowd[f"between {place}"] = scores.mean(axis=1) + 1e-3 * place
    pair = list(scores.columns)
    raw = {}
    for name, each in (("alone", scores), ("crowd", crowd)):
        by_rank = (
            compare_over_data_sets(each, "accuracy", post_hoc="nemenyi")
            .pairs()
            .set_index(["first", "second"])
        )
        raw[name] = by_rank["p"][pair[0], pair[1]]
    assert raw["crowd"] < raw["alone"] / 2
    both = [compare_over_data_sets(each[pair], "accuracy").p[0] for each in (scores, crowd)]
    assert both[0] == both[1]


def test_what_cannot_be_ranked_is_refused():
    scores = table(4, 3)
    with pytest.raises(DesignError, match="compare_all"):
        compare_over_data_sets(scores.iloc[:1], "accuracy")
    with pytest.raises(DesignError, match="1 learners"):
        compare_over_data_sets(scores.iloc[:, :1], "accuracy")
    with pytest.raises(ParameterError, match="needs a control learner"):
        compare_over_data_sets(scores, "accuracy", post_hoc="bonferroni-dunn")
    with pytest.raises(ParameterError, match="tests all pairs"):
        compare_over_data_sets(scores, "accuracy", post_hoc="shaffer", control="learner 0")
    with pytest.raises(NameUnknown, match="not one of the learners"):
        compare_over_data_sets(scores, "accuracy", control="SVC")
    with pytest.raises(ParameterError, match="'nemenyi'"):
        compare_over_data_sets(scores, "accuracy", post_hoc="tukey")
    with pytest.raises(ParameterError, match="'higher' or 'lower'"):
        compare_over_data_sets(scores, "minutes", better="less")
    with pytest.raises(NameUnknown, match="minutes"):
        compare_over_data_sets(scores, "minutes")
    with pytest.raises(ParameterError, match="level"):
        compare_over_data_sets(scores, "accuracy", level=95)
    with pytest.raises(DataError, match="the score of 'learner 1' on '2' is missing"):
        compare_over_data_sets(
            scores.mask((scores.index == 2)[:, None] & (scores.columns == "learner 1")), "accuracy"
        )


def test_so_many_groups_that_letters_tell_nothing_leave_the_letters_out():
    # Couples that differ within, and are like all others: 2 to the power of 12 groups.
    result = compare_over_data_sets(table(3, 24, gain=0.0), "accuracy")
    couples = (result.first // 2 == result.second // 2).astype(float)
    crowded = replace(result, p=1 - couples)
    assert set(crowded.frame()["group"]) == {""}
    with pytest.raises(DesignError, match="too many"):
        _ = crowded.groups
