"""What a learner is, as text: a readable name for people, and a full description for keys.

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
from gnomon.sharing.foreign import as_given, copy_of
from gnomon.sharing.parameters import changed_parameters


def readable(learner: Any) -> str:
    """The class and the parameters that differ from their defaults; the steps of a pipeline joined by `+`.

    The automatic preparation goes without saying.

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
    """The Python expression that makes this learner.

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
    learner = as_given(learner)
    changed = [f"{name}={code(value)}" for name, value in changed_parameters(learner).items()]
    return f"{type(learner).__name__}({', '.join(changed)})"


def names_of(learners: Sequence[Any]) -> tuple[str, ...]:
    """A name for each of several learners; those of other packages say so where ours are called the same.

    >>> import gnomon as gn
    >>> from sklearn.svm import SVC
    >>> names_of([gn.SVC(), SVC(), gn.Ridge(), gn.Ridge()])
    ('SVC', 'sklearn.SVC', 'Ridge #1', 'Ridge #2')
    """
    names = [readable(learner) for learner in learners]
    package = [type(learner).__module__.partition(".")[0] for learner in learners]
    shared = {name for name in names if len({package[k] for k, each in enumerate(names) if each == name}) > 1}
    told = [
        f"{package[k]}.{name}" if name in shared and package[k] != "gnomon" else name
        for k, name in enumerate(names)
    ]
    return unique(told)


def unique(names: Sequence[str]) -> tuple[str, ...]:
    """The names, with a number after each one that occurs more than once.

    >>> unique(["Ridge", "Lasso", "Ridge"])
    ('Ridge #1', 'Lasso', 'Ridge #2')
    """
    total, seen = Counter(names), Counter[str]()
    made = []
    for name in names:
        seen[name] += 1
        made.append(f"{name} #{seen[name]}" if total[name] > 1 else name)
    return tuple(made)


def describe(value: Any) -> Any:
    """A learner, or the value of a parameter, as plain JSON values that hold all there is to know.

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
        value = as_given(value)
        return {"class": _path(type(value)), "parameters": _each(value.get_params(deep=False))}
    if isinstance(value, FunctionType):
        # An edited function is another function, though its name stays.
        return {"name": _path(value), "code": _code_of(value)}
    if isinstance(value, type | BuiltinFunctionType | np.ufunc):
        return {"name": _path(value)}
    return _describe_by_parts(value)


def digest(value: Any) -> str:
    """A fingerprint of plain JSON values, in 32 hexadecimal digits.

    >>> digest({"a": 1, "b": 2}) == digest({"b": 2, "a": 1})
    True
    """
    text = json.dumps(value, sort_keys=True, ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def open_seeds(learner: Any) -> list[str]:
    """The parameters, of the learner and of what it holds, that ask for a seed and have none.

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
    """A copy of the learner whose open seeds are set, by the run's seed and the unit's key alone.

    >>> from sklearn.tree import DecisionTreeClassifier
    >>> first, second = (seeded(DecisionTreeClassifier(), 0, digest("a unit")) for _ in range(2))
    >>> first.random_state == second.random_state
    True
    """
    copy = copy_of(learner)
    names = open_seeds(copy)
    if names:
        words = np.frombuffer(bytes.fromhex(key), dtype=">u4")
        number = int(child(random_state, *(int(word) for word in words)).generate_state(1)[0])
        # scikit-learn takes seeds below 2**32, some of what it calls only below 2**31.
        copy.set_params(**dict.fromkeys(names, number >> 1))
    return copy


def _steps(learner: Any) -> list[Any]:
    """The steps of a pipeline; nothing for other learners."""
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
    """Any other thing by what copying it would take."""
    try:
        if isinstance(value, np.random.Generator | np.random.RandomState):
            raise TypeError("it changes with every draw")
        parts = value.__reduce_ex__(2)
    except TypeError as error:
        raise DesignError(
            f"a parameter holds {value!r}, which stored results cannot be found by ({error}); "
            "give a plain value (for a random_state: an integer)"
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
            f"a parameter holds {path}, a nameless or local thing that stored results cannot be found by; "
            "define it by `def` at the top of a module"
        )
    return path
