"""Expressions from files of others: no estimator or parameter in them reads, writes or calls anything."""

import contextlib
import json
import os
import subprocess
import sys

import joblib
import numpy as np
import pytest
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import Ridge
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import gnomon as gn
from gnomon.errors import DesignError, GnomonError, NameUnknown, ParameterError
from gnomon.experiments.allowed_parameters import check_allowed
from gnomon.experiments.expression import evaluate
from gnomon.experiments.rebuild import learner_from
from gnomon.experiments.record import LearnerRecord
from gnomon.experiments.verify import verify_claim
from gnomon.experiments.work_limits import WorkLimits, check_limits, n_splits, relative_size
from tests.experiments.test_claim import changed, claim_of, verdicts

# Text that scikit-learn compares with data, or reads as a number, and never opens.
DATA = {"constant", "fill_value", "missing_values", "outlier_label", "pos_label", "separator", "threshold"}


class Poison:
    """What a pickle may do when it is loaded: here it makes a folder."""

    def __init__(self, marker):
        self.marker = marker

    def __reduce__(self):
        return os.mkdir, (str(self.marker),)


def poisoned(folder, marker):
    """A joblib cache whose every stored result does something when it is loaded."""
    learner = make_pipeline(StandardScaler(), Ridge(), memory=str(folder))
    task = gn.load("diabetes")
    learner.fit(np.asarray(task.X), task.y)
    for path in folder.rglob("output.pkl"):
        joblib.dump(Poison(marker), path)
    return folder


def test_a_claim_with_a_poisoned_cache_runs_nothing(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    marker, task = tmp_path / "marker", gn.load("diabetes")
    cache = poisoned(tmp_path / "cache", marker)
    design = gn.Design(task, make_pipeline(StandardScaler(), Ridge()), gn.k_fold(3), prepare=False)

    def poison(claim):
        for learner in claim["design"]["learners"]:
            learner["code"] = learner["code"][:-1] + f", memory={str(cache)!r})"

    path = changed(claim_of(tmp_path, design), poison)
    with pytest.raises(DesignError, match=r"Pipeline\(memory='.*: a file may not set this"):
        verify_claim(path, task)
    assert not marker.exists()
    # The poison works where the user asks for that cache.
    with contextlib.suppress(TypeError):
        make_pipeline(StandardScaler(), Ridge(), memory=str(cache)).fit(np.asarray(task.X), task.y)
    assert marker.exists()


def test_a_claim_whose_digest_is_wrong_is_not_used_at_all(tmp_path, monkeypatch):
    design = gn.Design(gn.load("iris"), gn.GaussianNB(), gn.k_fold(3))
    path = claim_of(tmp_path, design)
    claim = json.loads(path.read_text())
    claim["design"]["learners"][0]["code"] = "SVC()"
    claim["data"]["iris"]["source"] = {"file": "/dev/zero"}
    path.write_text(json.dumps(claim))
    monkeypatch.setattr("gnomon.experiments.verify._task", lambda *_: pytest.fail("data were read"))
    monkeypatch.setattr("gnomon.experiments.rebuild.evaluate", lambda *_: pytest.fail("it was evaluated"))
    found = verify_claim(path)
    assert verdicts(found) == {"claim file": "differs"}
    assert "--allow-changed" in str(found)
    assert not found.is_confirmed


@pytest.mark.parametrize(
    "text",
    [
        "make_pipeline(GaussianNB(), memory='cache')",
        "sklearn.pipeline.Pipeline([('a', GaussianNB())], memory='cache')",
        "sklearn.cluster.FeatureAgglomeration(memory='cache')",
        "sklearn.cluster.AgglomerativeClustering(memory='cache')",
        "BaggingClassifier(sklearn.pipeline.Pipeline([('a', GaussianNB())], memory='cache'))",
        "sklearn.feature_extraction.text.CountVectorizer(input='filename')",
        "sklearn.feature_extraction.text.CountVectorizer(token_pattern='(a+)+$')",
        "sklearn.model_selection.GridSearchCV(make_pipeline(SVC()), {'memory': ['cache']})",
        "sklearn.model_selection.RandomizedSearchCV(make_pipeline(SVC()), [{'memory': ['cache']}])",
        "sklearn.model_selection.GridSearchCV(SVC(), {'C': [1]}, pre_dispatch='9**9**9')",
        "sklearn.ensemble.RandomForestClassifier(n_jobs=1000000)",
        "sklearn.preprocessing.FunctionTransformer()",
        "lightgbm.LGBMClassifier(input_model='model.txt')",
        "lightgbm.LGBMClassifier(num_machines=2)",
        "lightgbm.LGBMClassifier(local_listen_port=80)",
        "xgboost.XGBClassifier(callbacks=['a'])",
    ],
)
def test_values_that_read_files_or_call_functions_are_refused(text):
    with pytest.raises((ParameterError, NameUnknown), match=r"may not set|may name|has no estimator"):
        evaluate(text)


def test_a_grid_of_a_record_or_a_design_may_set_no_cache_either(tmp_path):
    code = "GridSearch(make_pipeline(GaussianNB()), {'memory': ['cache']})"
    with pytest.raises(DesignError, match=r"Pipeline\(memory='cache'\)"):
        learner_from(LearnerRecord("a", code, {}))
    design = tmp_path / "design.toml"
    design.write_text(
        'plan = "k_fold(3)"\ninner = "k_fold(2)"\n[tasks.iris]\nset = "iris"\n[learners]\n'
        'a = {learner = "make_pipeline(GaussianNB())", grid = {memory = ["cache"]}}\n'
    )
    with pytest.raises(GnomonError, match=r"Pipeline\(memory='cache'\)"):
        gn.Design.read(design)


@pytest.mark.parametrize(
    "text", ["-" * 100_000 + "1", "(" * 300 + ")" * 300, "SVC(" * 5000 + ")" * 5000, "[" * 90 + "]" * 89]
)
def test_expressions_nested_too_deeply_are_refused(text):
    with pytest.raises(ParameterError, match="not a valid expression"):
        evaluate(text)


@pytest.mark.parametrize(
    "name", ["open", "os.system", "numpy.load", "joblib.load", "builtins.eval", "sklearn.datasets.load_files"]
)
def test_functions_are_no_values(name):
    for text in (f"SVC(kernel={name})", f"make_pipeline({name})", f"{name}('a')"):
        with pytest.raises((ParameterError, NameUnknown)):
            evaluate(text)


def test_functions_in_estimators_are_refused():
    for learner in (
        gn.SVC(kernel=max),
        Ridge(alpha=np.load),
        make_pipeline(Ridge(), memory=joblib.Memory(None)),
    ):
        with pytest.raises(ParameterError, match="may not set"):
            check_allowed(learner)


def test_usual_values_are_allowed():
    for text in (
        "sklearn.linear_model.LogisticRegression(penalty='l1', class_weight={'setosa': 2.0}, solver='saga')",
        "sklearn.model_selection.GridSearchCV(SVC(), {'C': [1, 10], 'kernel': ['linear']}, scoring='f1')",
        "sklearn.impute.SimpleImputer(strategy='constant', fill_value='none')",
        "sklearn.compose.ColumnTransformer([('a', sklearn.preprocessing.OneHotEncoder(), ['town'])])",
        "xgboost.XGBClassifier(objective='binary:logistic', n_estimators=3, n_jobs=2)",
        "lightgbm.LGBMClassifier(num_leaves=7, verbose=-1, objective='multiclass')",
    ):
        evaluate(text)


def test_no_parameter_of_any_allowed_class_takes_a_path_or_a_function(tmp_path):
    """In a process of its own, in which every file that is opened is reported."""
    command = [sys.executable, "-m", "tests.experiments.untrusted_expressions", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=900, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    found = json.loads(done.stdout)
    assert found["touched"] == []
    assert set(found["text accepted by"]) <= DATA
    assert found["classes"] > 200
    assert found["refused"] > 5000


@pytest.mark.parametrize(
    ("plan", "learner", "limit"),
    [
        ("bootstrap(1000000000)", "GaussianNB()", "max_work"),
        ("repeated(k_fold(5), times=100000000)", "GaussianNB()", "max_work"),
        ("blocked(1000000000)", "GaussianNB()", "max_work"),
        ("k_fold(5)", "sklearn.ensemble.RandomForestClassifier(1000000000)", "max_work"),
        ("k_fold(5)", "sklearn.neural_network.MLPClassifier([100000, 100000])", "max_work"),
        ("k_fold(5)", "make_pipeline(sklearn.preprocessing.PolynomialFeatures(200), SVC())", "max_memory"),
        ("k_fold(5)", "sklearn.kernel_approximation.RBFSampler(n_components=90000000)", "max_memory"),
        ("hold_out(0.5)", "sklearn.preprocessing.KBinsDiscretizer(n_bins=50000000)", "max_memory"),
    ],
)
def test_a_claim_that_asks_for_too_much_is_refused_before_it_is_split(plan, learner, limit):
    tasks, path = [gn.load("iris")], {"a": [evaluate(learner)]}
    with pytest.raises(DesignError, match=f"raise {limit}"):
        check_limits(WorkLimits(), tasks, path, evaluate(plan))
    check_limits(WorkLimits(np.inf, np.inf), tasks, path, evaluate(plan))


def test_the_limits_of_verify_can_be_raised(tmp_path):
    design = gn.Design(gn.load("iris"), gn.GaussianNB(), gn.k_fold(3))
    path = claim_of(tmp_path, design)
    with pytest.raises(DesignError, match="raise max_work="):
        verify_claim(path, max_work=100)
    with pytest.raises(DesignError, match="raise max_memory="):
        verify_claim(path, max_memory=1e-9)
    assert verify_claim(path, max_work=1e4).is_confirmed


def test_splits_and_sizes_are_counted():
    assert n_splits(gn.repeated(gn.k_fold(5), times=3), 100) == 15
    assert n_splits(gn.leave_one_out(), 100) == 100
    assert n_splits(gn.nested(gn.k_fold(3), gn.k_fold(2)), 100) == 9
    assert relative_size(evaluate("sklearn.ensemble.RandomForestClassifier(300, max_depth=3)")) == 9
    assert relative_size(evaluate("sklearn.model_selection.GridSearchCV(SVC(), {'C': [1, 2]}, cv=4)")) == 9


@pytest.mark.parametrize("n_jobs", [-1, None, 1, 256])
def test_a_file_may_ask_for_256_jobs(n_jobs):
    check_allowed(RandomForestClassifier(n_jobs=n_jobs))


@pytest.mark.parametrize("n_jobs", [257, 10**9])
def test_a_file_may_not_ask_for_more_jobs(n_jobs):
    with pytest.raises(ParameterError, match=f"n_jobs={n_jobs}\\): a file may not set this"):
        check_allowed(RandomForestClassifier(n_jobs=n_jobs))
