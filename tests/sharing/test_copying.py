import numpy as np
import pytest
from sklearn.base import BaseEstimator, clone

import gnomon as gn
from gnomon.registry import learners, transformers
from gnomon.sharing.copying import parameter_names, unfitted
from gnomon.sharing.learner import Learner


def ours():
    entries = [*learners.values(), *transformers.values()]
    return [
        each.thing for each in entries if isinstance(each.thing, type) and issubclass(each.thing, Learner)
    ]


def test_names_are_those_that_scikit_learn_reads_off_the_signature():
    for kind in ours():
        assert parameter_names(kind) == BaseEstimator._get_param_names.__func__(kind)


def test_copies_have_the_parameters_and_nothing_learned():
    fitted = gn.DecisionTreeClassifier(max_depth=3).fit([[0.0], [1.0]], ["a", "b"])
    copy = clone(fitted)
    assert copy.get_params() == fitted.get_params()
    assert vars(copy).keys() == set(parameter_names(gn.DecisionTreeClassifier))


def test_what_could_change_is_copied_and_what_cannot_is_not():
    priors, inner = np.array([0.5, 0.5]), gn.DecisionTreeClassifier()
    bayes, bagged = gn.GaussianNB(priors=priors), gn.BaggingClassifier(inner)
    assert unfitted(bayes).priors is not priors
    assert np.array_equal(unfitted(bayes).priors, priors)
    assert unfitted(bagged).estimator is not inner


def test_a_generator_is_copied_in_its_state():
    forest = gn.RandomForestClassifier(random_state=np.random.default_rng(3))
    copy = clone(forest)
    assert copy.random_state is not forest.random_state
    assert copy.random_state.integers(1000) == forest.random_state.integers(1000)


def test_what_was_set_besides_parameters_goes_with_the_copy():
    pca = gn.PCA().set_output(transform="pandas")
    named = clone(pca).fit_transform([[0.0, 1.0], [1.0, 3.0], [2.0, 0.0]])
    assert named.columns[0].startswith("pca")


@pytest.mark.parametrize("wrong", [{"alpha": -1.0}, {"alpha": "much"}])
def test_a_path_is_still_checked_setting_by_setting(wrong):
    path = [gn.Ridge(), gn.Ridge(**wrong)]
    with pytest.raises(ValueError, match="alpha must be"):
        gn.resample_each(gn.load("diabetes"), path, gn.k_fold(3))
