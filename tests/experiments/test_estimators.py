import sys

import pytest
from sklearn.ensemble import HistGradientBoostingClassifier, RandomForestClassifier
from sklearn.svm import SVC

import gnomon as gn
from gnomon.errors import NameUnknown, ParameterError
from gnomon.experiments import estimators
from gnomon.experiments.estimators import allow_package, estimator_named, full_names, public_module
from gnomon.experiments.expression import evaluate
from gnomon.experiments.rebuild import design_from
from gnomon.experiments.record import record_of


def test_estimators_of_scikit_learn_have_their_public_names():
    assert estimator_named("sklearn.svm.SVC") is SVC
    assert public_module(SVC) == "sklearn.svm"
    assert public_module(HistGradientBoostingClassifier) == "sklearn.ensemble"
    assert evaluate("sklearn.ensemble.RandomForestClassifier(n_estimators=3)").n_estimators == 3


@pytest.mark.parametrize(
    "path", ["os.system", "subprocess.Popen", "a.b", "numpy.load", "gnomon_evil.Learner", "joblib.load"]
)
def test_no_other_package_is_imported_by_a_name(path):
    before = set(sys.modules)
    with pytest.raises(ParameterError, match="only, not in"):
        evaluate(path)
    assert set(sys.modules) - before <= {path.partition(".")[0]} & before


@pytest.mark.parametrize(
    "path",
    [
        "sklearn.conftest.SVC",
        "sklearn.tests.test_base.MyEstimator",
        "sklearn.svm._classes.SVC",
        "sklearn.utils.Bunch",
        "sklearn.datasets.load_files",
        "sklearn.os",
    ],
)
def test_private_modules_and_tests_of_scikit_learn_are_not_imported(path):
    module = path.rpartition(".")[0]
    was_there = module in sys.modules
    with pytest.raises(NameUnknown, match="scikit-learn has no estimator"):
        estimator_named(path)
    assert (module in sys.modules) == was_there


def test_functions_and_other_classes_of_a_module_are_no_estimators():
    with pytest.raises(NameUnknown, match="has no estimator check_cv"):
        estimator_named("sklearn.model_selection.check_cv")


def test_a_misspelled_name_gets_a_hint():
    with pytest.raises(NameUnknown, match=r"did you mean 'sklearn\.ensemble\.RandomForestClassifier'"):
        estimator_named("sklearn.ensemble.RandomForestClasifier")
    with pytest.raises(NameUnknown, match=r"did you mean 'sklearn\.svm\.SVC'"):
        estimator_named("sklearn.svc.SVC")
    with pytest.raises(NameUnknown, match=r"did you mean 'lightgbm\.LGBMClassifier'"):
        estimator_named("lightgbm.LGBMClasifier")
    assert full_names("XGBClassifier") == ["xgboost.XGBClassifier"]


def test_a_library_that_is_not_installed_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "catboost", None)
    with pytest.raises(NameUnknown, match="pip install catboost"):
        estimator_named("catboost.CatBoostClassifier")


def test_a_package_of_the_users_choice_is_looked_up_once_allowed(tmp_path, monkeypatch):
    (tmp_path / "our_models.py").write_text(
        "from sklearn.linear_model import Ridge\nclass Slope(Ridge):\n    pass\ndef run():\n    pass\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(estimators, "_allowed", set())
    with pytest.raises(ParameterError, match=r"allow_package\('our_models'\)"):
        evaluate("our_models.Slope(alpha=3)")
    assert "our_models" not in sys.modules
    allow_package("our_models")
    assert evaluate("our_models.Slope(alpha=3)").alpha == 3
    with pytest.raises(NameUnknown, match="no estimator run"):
        evaluate("our_models.run()")


def test_a_design_of_others_learners_is_made_again_from_its_record():
    xgboost = pytest.importorskip("xgboost")
    iris = gn.load("iris")
    learners = [RandomForestClassifier(5), xgboost.XGBClassifier(n_estimators=4)]
    design = gn.Design(iris, learners, gn.k_fold(3))
    record = record_of(design)
    assert record.learners[1].modules == {"XGBClassifier": "xgboost"}
    assert design_from(record, {"iris": iris}).units() == design.units()
