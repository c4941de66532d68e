"""The trusted classes of model files: Gnomon's plain values, listed scikit-learn classes, NumPy's numbers.

Names in a file are only compared with lists and installed classes; a class is not trusted by a prefix of its
name.
"""

import importlib
import inspect
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from gnomon.models.foreign_classes import CLASSES

FOLDERS = ("assessment", "features", "learners", "probability", "sharing")

# Parts of estimators: plain state, read by NumPy alone.
_PARTS = frozenset(
    {
        "sklearn._loss.link.HalfLogitLink",
        "sklearn._loss.link.IdentityLink",
        "sklearn._loss.link.Interval",
        "sklearn._loss.link.LogLink",
        "sklearn._loss.link.LogitLink",
        "sklearn._loss.link.MultinomialLogit",
        "sklearn._loss.loss.AbsoluteError",
        "sklearn._loss.loss.ExponentialLoss",
        "sklearn._loss.loss.HalfBinomialLoss",
        "sklearn._loss.loss.HalfGammaLoss",
        "sklearn._loss.loss.HalfMultinomialLoss",
        "sklearn._loss.loss.HalfPoissonLoss",
        "sklearn._loss.loss.HalfSquaredError",
        "sklearn._loss.loss.HalfTweedieLoss",
        "sklearn._loss.loss.HalfTweedieLossIdentity",
        "sklearn._loss.loss.HuberLoss",
        "sklearn._loss.loss.PinballLoss",
        "sklearn.calibration._CalibratedClassifier",
        "sklearn.calibration._SigmoidCalibration",
        "sklearn.compose._column_transformer.make_column_selector",
        "sklearn.neural_network._stochastic_optimizers.AdamOptimizer",
        "sklearn.neural_network._stochastic_optimizers.SGDOptimizer",
    }
)
_LOSSES = ("sklearn._loss._loss", "sklearn.linear_model._sgd_fast")


def is_trusted_object(module: str, name: str) -> bool:
    """Whether objects of this class may be created from a file.

    >>> is_trusted_object("gnomon.learners.linear.ridge", "Ridge"), is_trusted_object("os", "system")
    (True, False)
    """
    if module.startswith("gnomon."):
        return _is_gnomon_value(module, name)
    whole = f"{module}.{name}"
    return whole in _PARTS or whole in CLASSES


def is_trusted_number(module: str, name: str) -> bool:
    """Whether this is NumPy's array class or one of its scalar types.

    >>> is_trusted_number("numpy", "float64"), is_trusted_number("numpy", "load")
    (True, False)
    """
    return f"{module}.{name}" in _numbers()


def is_trusted_function(module: str, name: str) -> bool:
    """Whether this is a NumPy ufunc (`numpy.log1p`).

    >>> is_trusted_function("numpy", "log1p"), is_trusted_function("numpy", "load")
    (True, False)
    """
    return module == "numpy" and isinstance(getattr(np, name, None), np.ufunc)


def is_trusted_loss(module: str, name: str) -> bool:
    """Whether this is a loss class of scikit-learn's linear models and gradient boosting.

    >>> is_trusted_loss("sklearn.linear_model._sgd_fast", "Hinge"), is_trusted_loss("os", "system")
    (True, False)
    """
    return module in _LOSSES and _defined(module, name) is not None


@cache
def _is_gnomon_value(module: str, name: str) -> bool:
    """Whether a class is defined in this module of Gnomon, and is a plain value.

    Creating one sets its attributes and runs no code of the file: a __setstate__ only renames or checks them.
    """
    return module in _gnomon_modules() and _defined(module, name) is not None


@cache
def _gnomon_modules() -> frozenset[str]:
    """The modules of the trusted folders, by the installed files."""
    root = Path(__file__).parents[2]
    files = [path for folder in FOLDERS for path in (root / "gnomon" / folder).rglob("*.py")]
    names = (".".join(path.relative_to(root).with_suffix("").parts) for path in files)
    return frozenset(name.removesuffix(".__init__") for name in names if not name.endswith(".__main__"))


def _defined(module: str, name: str) -> Any:
    """The class that a listed module defines under this name, None if there is none.

    What the module imports does not count, nor what it inherits, as its own `__class__`.
    """
    value = vars(importlib.import_module(module)).get(name)
    is_own = inspect.isclass(value) and value.__module__ == module and value.__name__ == name
    return value if is_own else None


@cache
def _numbers() -> frozenset[str]:
    scalars = {each for each in np.sctypeDict.values() if issubclass(each, np.generic)} - {
        np.object_,
        np.void,
    }
    return frozenset({"numpy.ndarray", *(f"numpy.{each.__name__}" for each in scalars)})
