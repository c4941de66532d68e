"""Identity of a learner as text: a readable name, and a complete description for hashing.

Two learners have the same description exactly when their classes and all their parameters are the same.
"""

import hashlib
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from types import BuiltinFunctionType, CodeType, FunctionType
from typing import Any

import numpy as np

from gnomon.errors import DesignError
from gnomon.features.automatic.default_preparation import without_preparation
from gnomon.seeds import Seed, child
from gnomon.sharing.foreign import unfitted_copy, unwrapped
from gnomon.sharing.parameters import changed_parameters


def readable(learner: Any) -> str:
    """The class and the non-default parameters of a learner; the steps of a pipeline joined by `+`.

    The automatic preparation is omitted.

    >>> from sklearn.linear_model import Ridge
    >>> readable(Ridge()), readable(Ridge(alpha=10))
    ('Ridge', 'Ridge(alpha=10)')
    """
    learner = without_preparation(learner)
    steps = _steps(learner)
    if steps:
        return " + ".join(readable(step) for step in steps)
    text = code(learner)
    return text[:-2] if text.endswith("()") else text


def code(learner: Any) -> str:
    """The Python expression that constructs this learner.

    >>> from sklearn.linear_model import Ridge
    >>> code(Ridge(alpha=10))
    'Ridge(alpha=10)'
    """
    steps = _steps(learner)
    if steps:
        return f"make_pipeline({', '.join(code(step) for step in steps)})"
    if callable(learner) and hasattr(learner, "__qualname__"):
        return f"{learner.__module__}.{learner.__qualname__}"
    if not _is_estimator(learner):
        return repr(learner)
    learner = unwrapped(learner)
    changed = [f"{name}={code(value)}" for name, value in changed_parameters(learner).items()]
    return f"{type(learner).__name__}({', '.join(changed)})"


def names_of(learners: Sequence[Any]) -> tuple[str, ...]:
    """A unique name for each of several learners, with the package where names are ambiguous.

    >>> import gnomon as gn
    >>> from sklearn.svm import SVC
    >>> names_of([gn.SVC(), SVC(), gn.Ridge(), gn.Ridge()])
    ('SVC', 'sklearn.SVC', 'Ridge #1', 'Ridge #2')
    """
    names = [readable(learner) for learner in learners]
    package = [type(learner).__module__.partition(".")[0] for learner in learners]
    shared = {name for name in names if len({package[k] for k, each in enumerate(names) if each == name}) > 1}
    qualified = [
        f"{package[k]}.{name}" if name in shared and package[k] != "gnomon" else name
        for k, name in enumerate(names)
    ]
    return unique(qualified)


def unique(names: Sequence[str]) -> tuple[str, ...]:
    """The names, with a number after each one that occurs more than once.

    >>> unique(["Ridge", "Lasso", "Ridge"])
    ('Ridge #1', 'Lasso', 'Ridge #2')
    """
    total, seen = Counter(names), Counter[str]()
    numbered = []
    for name in names:
        seen[name] += 1
        numbered.append(f"{name} #{seen[name]}" if total[name] > 1 else name)
    return tuple(numbered)


def describe(value: Any) -> Any:
    """A complete description of a learner, or of a parameter value, as plain JSON values.

    >>> from sklearn.naive_bayes import GaussianNB
    >>> describe(GaussianNB())["class"]
    'sklearn.naive_bayes.GaussianNB'
    """
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, np.generic):
        return describe(value.item())
    if isinstance(value, np.ndarray):
        return _describe_array(value)
    if isinstance(value, Mapping):
        return {"mapping": [[describe(key), describe(entry)] for key, entry in value.items()]}
    if isinstance(value, list | tuple):
        return [describe(entry) for entry in value]
    if isinstance(value, set | frozenset):
        return {"set": sorted((describe(entry) for entry in value), key=json.dumps)}
    if isinstance(value, bytes):
        return {"bytes": value.hex()}
    if _is_estimator(value):
        value = unwrapped(value)
        return {"class": _path(type(value)), "parameters": _each(value.get_params(deep=False))}
    if isinstance(value, FunctionType):
        # The bytecode is included, as an edited function has the same name.
        return {"name": _path(value), "code": _code_of(value)}
    if isinstance(value, type | BuiltinFunctionType | np.ufunc):
        return {"name": _path(value)}
    return _describe_by_parts(value)


def digest(value: Any) -> str:
    """A hash of plain JSON values, in 32 hexadecimal digits.

    >>> digest({"a": 1, "b": 2}) == digest({"b": 2, "a": 1})
    True
    """
    text = json.dumps(value, sort_keys=True, ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def open_seeds(learner: Any) -> list[str]:
    """The `random_state` parameters, of the learner and its nested estimators, that are None.

    >>> from sklearn.tree import DecisionTreeClassifier
    >>> open_seeds(DecisionTreeClassifier()), open_seeds(DecisionTreeClassifier(random_state=3))
    (['random_state'], [])
    """
    return [
        name
        for name, value in learner.get_params(deep=True).items()
        if value is None and name.rpartition("__")[2] == "random_state"
    ]


def seeded(learner: Any, random_state: Seed, key: str) -> Any:
    """A copy of the learner with its unset seeds derived from the run's seed and the unit's key.

    >>> from sklearn.tree import DecisionTreeClassifier
    >>> first, second = (seeded(DecisionTreeClassifier(), 0, digest("a unit")) for _ in range(2))
    >>> first.random_state == second.random_state
    True
    """
    copy = unfitted_copy(learner)
    names = open_seeds(copy)
    if names:
        words = np.frombuffer(bytes.fromhex(key), dtype=">u4")
        number = int(child(random_state, *(int(word) for word in words)).generate_state(1)[0])
        # scikit-learn accepts seeds below 2**32, but some libraries that it calls only below 2**31.
        copy.set_params(**dict.fromkeys(names, number >> 1))
    return copy


def _steps(learner: Any) -> list[Any]:
    """The steps of a pipeline; empty for other learners."""
    steps = getattr(learner, "steps", None)
    if not _is_estimator(learner) or not isinstance(steps, list):
        return []
    return [step for _, step in steps]


def _is_estimator(value: Any) -> bool:
    return hasattr(value, "get_params") and not isinstance(value, type)


def _describe_array(array: Any) -> Any:
    if array.dtype.hasobject:
        return {"shape": list(array.shape), "values": describe(array.ravel().tolist())}
    contents = hashlib.sha256(np.ascontiguousarray(array).tobytes()).hexdigest()
    return {"shape": list(array.shape), "dtype": array.dtype.str, "sha256": contents}


def _describe_by_parts(value: Any) -> Any:
    """Any other object, by its pickle representation."""
    try:
        if isinstance(value, np.random.Generator | np.random.RandomState):
            raise TypeError("it changes with every draw")
        parts = value.__reduce_ex__(2)
    except TypeError as error:
        raise DesignError(
            f"a parameter is {value!r}, which cannot be hashed to look up stored results ({error}); "
            "use a plain value (for a random_state: an integer)"
        ) from None
    return {"class": _path(type(value)), "parts": describe(parts)}


def _code_of(function: FunctionType) -> str:
    compiled = function.__code__
    constants = [each for each in compiled.co_consts if not isinstance(each, CodeType)]
    text = repr((compiled.co_code, compiled.co_names, constants, function.__defaults__))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _each(values: Mapping[str, Any]) -> dict[str, Any]:
    return {name: describe(value) for name, value in values.items()}


def _path(thing: Any) -> str:
    path = f"{getattr(thing, '__module__', 'numpy')}.{getattr(thing, '__qualname__', thing.__name__)}"
    if "<" in path:
        raise DesignError(
            f"a parameter is {path}, an anonymous or local object that cannot be hashed to look up stored "
            "results; define it by `def` at the top level of a module"
        )
    return path
