import gnomon as gn
from gnomon.report.page import section
from gnomon.report.ties import MAX_LEARNERS, ties


def results_of(learners, plan=None):
    return gn.run(gn.Design(gn.load("iris"), learners, plan or gn.k_fold(5)))


def test_letters_agree_with_all_pairs():
    results = results_of([gn.Baseline(), gn.DecisionStump(), gn.GaussianNB(), gn.KNeighborsClassifier()])
    part = section(results, "iris")
    found = gn.compare_all([results.predictions("iris", learner) for learner in part.ranked], "accuracy")
    for first, second, p in zip(found.first, found.second, found.p):
        share = set(part.ties.letters[first]) & set(part.ties.letters[second])
        assert bool(share) == (p > 0.05)
    assert [line.group for line in part.lines] == list(part.ties.letters)


def test_each_group_of_several_has_a_sentence():
    results = results_of([gn.Baseline(), gn.GaussianNB(), gn.KNeighborsClassifier()])
    told = ties(results, "iris", "accuracy").sentences
    assert len(told) == 1
    assert "GaussianNB and KNeighborsClassifier do not differ significantly" in told[0]


def test_one_learner_and_too_many_have_no_groups():
    assert ties(results_of([gn.GaussianNB()]), "iris", "accuracy").letters == ()
    learners = {f"{number}": gn.GaussianNB() for number in range(MAX_LEARNERS + 1)}
    results = results_of(learners, gn.k_fold(2))
    assert ties(results, "iris", "accuracy").letters == ()
