import pytest

from gnomon.models.trusted import is_trusted_function, is_trusted_loss, is_trusted_number, is_trusted_object


@pytest.mark.parametrize(
    ("module", "name"),
    [
        ("gnomon.learners.trees.tree", "Tree"),
        ("gnomon.sharing.moments", "Moments"),
        ("gnomon.assessment.calibration.calibrated", "CalibratedClassifier"),
        ("sklearn.pipeline", "Pipeline"),
        ("sklearn.compose._column_transformer", "ColumnTransformer"),
    ],
)
def test_our_values_and_estimators_are_trusted(module, name):
    assert is_trusted_object(module, name)


@pytest.mark.parametrize(
    ("module", "name"),
    [
        ("os", "system"),
        ("builtins", "eval"),
        ("subprocess", "Popen"),
        ("gnomon.experiments.store", "Store"),
        ("gnomon.cli.main", "main"),
        ("gnomon.learners.trees.tree", "native"),
        ("gnomon.learners.trees.tree", "dataclass"),
        ("gnomon.learners.trees.tree", "Any"),
        ("gnomon.learners.trees", "Tree"),
        ("gnomon.learners.nothing.there", "Tree"),
        ("gnomon.learners.trees.tree.__main__", "Tree"),
        ("gnomon.learners..os", "system"),
        ("gnomon.assessment.evidence.__main__", "main"),
        ("gnomon_evil.learners.x", "Tree"),
        ("sklearn.svm._classes", "SVC"),
        ("sklearn.utils._joblib", "Parallel"),
        ("sklearn.externals", "os"),
        ("numpy", "load"),
        ("", ""),
    ],
)
def test_nothing_else_is(module, name):
    assert not is_trusted_object(module, name)


def test_numbers_functions_and_losses_are_distinguished_from_others():
    assert is_trusted_number("numpy", "ndarray")
    assert not is_trusted_number("numpy", "object_")
    assert not is_trusted_number("numpy", "fromfile")
    assert is_trusted_function("numpy", "exp")
    assert not is_trusted_function("numpy", "save")
    assert not is_trusted_function("scipy", "exp")
    assert is_trusted_loss("sklearn._loss._loss", "CyHalfBinomialLoss")
    assert not is_trusted_loss("sklearn._loss._loss", "nothing")
    assert not is_trusted_loss("sklearn._loss._loss", "__class__")
    assert not is_trusted_loss("sklearn.linear_model._sgd_fast", "__class__")
