import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import KFold
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import gnomon as gn
from gnomon.errors import DataError, DesignError, GnomonError, NameUnknown, ParameterError
from gnomon.experiments.design import Design
from gnomon.experiments.expression import evaluate
from gnomon.experiments.grid import SearchRange
from gnomon.experiments.halving import SuccessiveHalving
from gnomon.experiments.hyperparameter_grids import GridSearch
from gnomon.experiments.toml_text import toml_text


def nested():
    learners = {
        "plain": gn.GaussianNB(),
        "declared": gn.SVC(kernel="poly", degree=2),
        "listed": (gn.KNeighborsClassifier(weights="distance"), {"n_neighbors": (9, 3)}),
        "with None": (gn.DecisionTreeClassifier(), {"max_depth": [1, None]}),
        "as it is": (gn.KNeighborsClassifier(7), None),
        "drawn": GridSearch(gn.LogisticRegression(), {"C": SearchRange(0.01, 100, log=True)}, 4),
        "pipeline": make_pipeline(StandardScaler(), gn.SVC(C=3)),
        "outside": (LogisticRegression(max_iter=500), {"C": np.array([0.1, 1.0])}),
        "settings": (gn.SVC(), [{"C": 1}, {"C": 2, "kernel": "linear"}]),
    }
    return Design(
        [gn.load("iris"), gn.load("wine")],
        learners,
        gn.repeated(gn.k_fold(5), times=2, random_state=3),
        inner=gn.k_fold(3, random_state=7),
        measures=["accuracy", "log_loss"],
        rule="one standard error",
        halving=SuccessiveHalving(2, 30),
        random_state=5,
        notes=['a "note" with a \\ and ümläut'],
    )


def test_a_design_written_and_read_has_the_same_units(tmp_path):
    design = nested()
    again = Design.read(design.write(tmp_path / "a.toml"))
    assert again.units() == design.units()
    assert again.measures == design.measures
    assert again.notes == design.notes
    assert again.halving == design.halving


def test_a_plain_design_is_written_without_grids(tmp_path):
    design = Design(gn.load("iris"), [gn.KNeighborsClassifier(3)], gn.leave_one_out())
    path = design.write(tmp_path / "a.toml")
    assert "inner" not in path.read_text()
    assert Design.read(path).units() == design.units()


def test_data_are_read_from_the_file_beside_the_design(tmp_path):
    rows = "\n".join(f"{place},{place % 7},{'yes' if place % 3 else 'no'}" for place in range(30))
    (tmp_path / "shop.csv").write_text(f"a,b,sold\n{rows}\n")
    task = gn.Task.read(tmp_path / "shop.csv", "sold", positive="no")
    design = Design(task, [gn.GaussianNB()], gn.k_fold(3))
    source = {"shop": {"file": "shop.csv", "target": "sold", "positive": "no"}}
    path = design.write(tmp_path / "shop.toml", tasks=source)
    assert Design.read(path).units() == design.units()
    (tmp_path / "shop.csv").write_text(f"a,b,sold\n{rows}\n31,1,yes\n")
    with pytest.raises(DataError, match="not those that the design was written for"):
        Design.read(path)


def test_what_a_file_cannot_say_is_refused_with_the_way_out(tmp_path):
    own = gn.Task(np.arange(20.0)[:, None], [0, 1] * 10, name="own")
    with pytest.raises(DesignError, match="must contain its source"):
        Design(own, [gn.GaussianNB()], gn.k_fold(3)).write(tmp_path / "a.toml")
    with pytest.raises(DesignError, match="is not a plan of Gnomon's"):
        Design(gn.load("iris"), [gn.GaussianNB()], KFold(3)).write(tmp_path / "a.toml")
    odd = make_pipeline(StandardScaler(), gn.GaussianNB())
    odd.steps[1] = ("bayes", odd.steps[1][1])
    with pytest.raises(DesignError, match="define this design in Python"):
        Design(gn.load("iris"), {"odd": odd}, gn.k_fold(3)).write(tmp_path / "a.toml")


HEAD = 'plan = "k_fold(5)"\n'
TASK = '[tasks.iris]\nset = "iris"\n'
LEARNER = '[learners]\nBayes = "GaussianNB()"\n'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("plan = ", "is not a valid TOML file"),
        (TASK + LEARNER, "'plan' is missing"),
        (HEAD + LEARNER, "'tasks' is missing"),
        (HEAD + "folds = 3\n" + TASK + LEARNER, "unknown key 'folds'; the keys are plan"),
        ('plan = "k_folds(5)"\n' + TASK + LEARNER, "k_folds"),
        ('plan = "k_fold(1)"\n' + TASK + LEARNER, "at least 2"),
        ("plan = 5\n" + TASK + LEARNER, "write it as a string"),
        (HEAD + '[tasks.x]\nset = "irises"\n' + LEARNER, "did you mean 'iris'"),
        (HEAD + '[tasks.x]\nname = "iris"\n' + LEARNER, "needs either set"),
        (HEAD + '[tasks.x]\nset = "films"\n' + LEARNER, "without a target"),
        (HEAD + TASK + "[learners]\na = \"__import__('os').system('true')\"\n", "is not a valid expression"),
        (HEAD + TASK + "[learners]\na = \"os.system('true')\"\n", "only, not in os"),
        (HEAD + TASK + "[learners]\na = 3\n", "learner 'a' is 3"),
        (
            HEAD + TASK + '[learners]\na = {learner = "SVC()", grids = {}}\n',
            "unknown key 'grids'; the keys are learner",
        ),
        (
            HEAD + TASK + '[learners]\na = "sklearn.svm.SVM()"\n',
            "sklearn.svm has no estimator SVM; did you mean",
        ),
        (HEAD + TASK + '[learners]\na = "sklearn.utils.check_array([1])"\n', "has no estimator"),
        (HEAD + TASK + '[learners]\na = "SVC(c=1)"\n', "unexpected keyword argument 'c'"),
        (HEAD + "halving = 3\n" + TASK + LEARNER, "write halving ="),
        (HEAD + 'inner = "k_fold(5)"\nrule = "worst"\n' + TASK + LEARNER, "rule='worst'"),
    ],
)
def test_files_that_are_no_design_are_refused_by_name_and_reason(tmp_path, text, message):
    path = tmp_path / "bad.toml"
    path.write_text(text)
    with pytest.raises(GnomonError, match=message) as caught:
        Design.read(path)
    assert "bad.toml" in str(caught.value)


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("plan = k", "at line 1, column 8"),
        ('\n# a plan\nplan = "k_folds(5)"\n' + TASK + LEARNER, "line 3, plan: "),
        (HEAD + 'inner = "k_fold(x)"\n' + TASK + LEARNER, "line 2, inner: "),
        (HEAD + "folds = 3\n" + TASK + LEARNER, "line 2, folds: "),
        (HEAD + 'measures = ["accuracy", 3]\n' + TASK + LEARNER, "line 2, measures: "),
        (HEAD + 'measures = ["acuracy"]\n' + TASK + LEARNER, "line 2, measures: "),
        (HEAD + 'measures = "r2"\n' + TASK + LEARNER, "line 2, measures: "),
        (HEAD + "notes = 3\n" + TASK + LEARNER, "line 2, notes: "),
        (HEAD + 'random_state = "seven"\n' + TASK + LEARNER, "line 2, random_state: "),
        (HEAD + 'rule = "worst"\n' + TASK + LEARNER, "line 2, rule: "),
        (HEAD + "halving = {factor = 1}\n" + TASK + LEARNER, "line 2, halving: "),
        (HEAD + LEARNER + '[tasks."my set"]\nset = "irises"\n', "line 4, tasks.my set: "),
        (HEAD + LEARNER + '[tasks.x]\nfile = "nowhere.csv"\ntarget = "y"\n', "line 4, tasks.x: "),
        (HEAD + LEARNER + '[tasks.x]\nset = "iris"\ncolor = 3\n', "line 4, tasks.x: "),
        (HEAD + "tasks = 3\n" + LEARNER, "line 2, tasks: "),
        (HEAD + TASK + LEARNER + 'other = "SVC(c=1)"\n', "line 6, learners.other: "),
        (
            HEAD + TASK + '[learners.SVC]\nlearner = "SVC()"\ngrid = {C = {lo = 1}}\n',
            "line 4, learners.SVC: ",
        ),
        (HEAD + TASK + '[learners]\nSVC = {learner = "SVC()", grid = {c = [1]}}\n', "line 5, learners.SVC: "),
        (HEAD + TASK + '[learners]\nline = "LinearRegression()"\n', "line 5, learners.line: "),
        (
            HEAD + TASK + LEARNER + 'two = {learner = "SVC()", grid = {C = [1, 2]}}\n',
            "line 6, learners.two: ",
        ),
    ],
)
def test_errors_name_the_line_and_the_key(tmp_path, text, where):
    path = tmp_path / "bad.toml"
    path.write_text(text)
    with pytest.raises(GnomonError) as caught:
        Design.read(path)
    assert where in str(caught.value)


@pytest.mark.parametrize("key", ["plan", "inner", "measures", "rule", "halving", "random_state", "notes"])
@pytest.mark.parametrize("value", ["3", "-1.5", "true", "[]", "[[1]]", "{a = 1}", '""', '"x"', "1979-05-27"])
def test_odd_values_are_refused_by_name_or_taken_but_never_crash(tmp_path, key, value):
    path = tmp_path / "odd.toml"
    rest = "" if key == "plan" else HEAD
    path.write_text(f"{rest}{key} = {value}\n{TASK}{LEARNER}")
    said = key
    try:
        Design.read(path)
    except GnomonError as error:
        said = str(error)
    assert key in said


def test_a_design_file_is_all_that_a_run_needs(tmp_path):
    (tmp_path / "data").mkdir()
    rows = "\n".join(f"{place},{place % 7},{'yes' if place % 3 else 'no'}" for place in range(30))
    (tmp_path / "data" / "shop.csv").write_text(f"a,b,sold\n{rows}\n")
    path = tmp_path / "shop.toml"
    here = '[tasks.shop]\nfile = "data/shop.csv"\ntarget = "sold"\n'
    far = f'[tasks.again]\nfile = "{tmp_path / "data" / "shop.csv"}"\ntarget = "sold"\npositive = "no"\n'
    path.write_text('plan = "k_fold(3)"\nmeasures = "auc"\n' + here + far + LEARNER)
    results = gn.run(Design.read(path), tmp_path / "shop.gnomon")
    assert results.tasks == ["shop", "again"]
    assert gn.Results.read(tmp_path / "shop.gnomon").leaderboard().equals(results.leaderboard())


def test_a_setting_that_comes_alone_is_the_learner_of_a_plain_design():
    design = Design(gn.load("diabetes"), [(gn.Ridge(), {"alpha": [5.0]})], gn.k_fold(3))
    assert [learner.alpha for learner in design.learners.values()] == [5.0]


def test_a_file_that_is_not_there_is_named(tmp_path):
    with pytest.raises(DataError, match=r"nowhere\.toml cannot be read"):
        Design.read(tmp_path / "nowhere.toml")


@pytest.mark.parametrize("text", ["open('secrets')", "eval('1')"])
def test_no_name_but_the_registered_ones_is_called(text):
    with pytest.raises(NameUnknown):
        evaluate(text)


@pytest.mark.parametrize("text", ["1 + 1", "[x for x in (1,)]", "SVC(**{})", "lambda: 1", "SVC().fit", "f''"])
def test_nothing_but_calls_and_plain_values_is_read(text):
    with pytest.raises((ParameterError, NameUnknown)):
        evaluate(text)


def test_text_that_toml_cannot_hold_is_refused():
    with pytest.raises(DesignError, match="not a plain value"):
        toml_text({"a": [None]})


@pytest.mark.parametrize("value", ["1" * 5000, "[" * 5000 + "]" * 5000])
def test_numbers_too_long_and_lists_too_deep_are_no_toml(tmp_path, value):
    path = tmp_path / "a.toml"
    path.write_text(f"random_state = {value}\n")
    with pytest.raises(DataError, match=r"a\.toml is not a valid TOML file"):
        Design.read(path)


@pytest.mark.parametrize(
    ("task", "learner", "says"),
    [
        ("set = 3", '"GaussianNB()"', "set is 3, where a string is expected"),
        (
            'file = "a.csv"\nkinds = ["a"]',
            '"GaussianNB()"',
            "kinds is a list of 1, where a mapping is expected",
        ),
        (
            'set = "iris"',
            f'{{learner = "SVC()", n_settings = 0x{"1" * 9000}}}',
            "has 35,997 bits; use at most 256",
        ),
        ('set = "iris"', f'"SVC(C=0x{"1" * 9000})"', "is not a valid expression"),
        ('set = "iris"', '{learner = "SVC()", grid = [1]}', "lists 1, which is no setting"),
    ],
)
def test_values_of_other_types_are_named(tmp_path, task, learner, says):
    path = tmp_path / "a.toml"
    path.write_text(f'plan = "k_fold(5)"\n[tasks.a]\n{task}\n[learners]\nb = {learner}\n')
    with pytest.raises(GnomonError, match=says):
        Design.read(path)
