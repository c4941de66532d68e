"""Reading a design from a TOML file.

::

    plan = "repeated(k_fold(10), times=3)"
    inner = "k_fold(5)"
    measures = ["auc", "accuracy"]
    random_state = 0

    [tasks.heart]
    file = "heart.csv"              # relative to this file; or set = "heart" for a bundled one
    target = "disease"              # and further options of Task.read

    [learners]
    GaussianNB = "GaussianNB()"
    SVC = {learner = "SVC()", grid = {C = [1, 10], gamma = {low = 0.01, high = 1, log = true}}}
"""

import tomllib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from gnomon.assessment.json_schema import check_form
from gnomon.data.files.bytes import check_regular
from gnomon.data.sets import load
from gnomon.data.task import Task
from gnomon.errors import DataError, DesignError, GnomonError, NameUnknown
from gnomon.experiments.allowed_parameters import check_allowed
from gnomon.experiments.claim_schema import SOURCE
from gnomon.experiments.design import Design
from gnomon.experiments.expression import MAX_BITS, evaluate
from gnomon.experiments.grid import SearchRange
from gnomon.experiments.halving import SuccessiveHalving
from gnomon.experiments.hyperparameter_grids import GridSearch
from gnomon.experiments.toml_lines import line_of

_KEYS = (
    "plan",
    "inner",
    "measures",
    "rule",
    "halving",
    "margin",
    "random_state",
    "notes",
    "skipped",
    "prepare",
    "tasks",
    "learners",
)
_LEARNER_KEYS = ("learner", "grid", "n_settings")


def read_design(path: str | Path) -> Design:
    """The design described by a TOML file, validated; data files are relative to it.

    >>> import tempfile
    >>> text = 'plan = "k_fold(5)"\\n[tasks.iris]\\nset = "iris"\\n[learners]\\nBayes = "GaussianNB()"\\n'
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = Path(folder, "iris.toml").write_text(text)
    ...     list(read_design(Path(folder, "iris.toml")).learners)
    ['Bayes']
    """
    path = Path(path)
    try:
        check_regular(path)
        text = path.read_text(encoding="utf-8")
        values = tomllib.loads(text)
    except OSError as error:
        raise DataError(
            f"the design {path} cannot be read: {error.strerror}; pass the path of a file"
        ) from error
    except ValueError as error:  # no TOML, no UTF-8, or a number of too many digits
        raise DataError(f"{path.name} is not a valid TOML file: {error}") from error
    except RecursionError:
        raise DataError(f"{path.name} is not a valid TOML file: it is nested too deeply") from None
    try:
        return _design(values, path.parent)
    except _InvalidKey as invalid:
        line = line_of(text, invalid.where) if invalid.where else None
        key = ".".join(invalid.where)
        where = ", ".join([path.name, *([f"line {line}"] if line else []), *([key] if key else [])])
        raise invalid.error.within(where) from invalid.error


class _InvalidKey(Exception):
    """An error, and the key in the file that it is about; empty if that is unknown."""

    def __init__(self, where: tuple[str, ...], error: GnomonError) -> None:
        super().__init__(str(error))
        self.where, self.error = where, error


@contextmanager
def _reading(*where: str) -> Iterator[None]:
    """Add the key of the file to an error."""
    try:
        yield
    except GnomonError as error:
        raise _InvalidKey(where, error) from error
    except (TypeError, ValueError) as error:
        raise _InvalidKey(where, DesignError(str(error))) from error


def _design(values: dict[str, Any], folder: Path) -> Design:
    for name, value in values.items():
        with _reading(name):
            _refuse_long_numbers(value)
    _refuse_gaps(values)
    options: dict[str, Any] = {
        key: values[key] for key in ("rule", "random_state", "prepare") if key in values
    }
    for key, read in _READERS.items():
        if key in values:
            with _reading(key):
                options[key] = read(key, values[key])
    tasks, learners = [], {}
    for name, source in values["tasks"].items():
        with _reading("tasks", name):
            tasks.append(_task(name, source, folder))
    for name, each in values["learners"].items():
        with _reading("learners", name):
            learners[name] = _choice(name, each)
    try:
        return Design(tasks, learners, options.pop("plan"), **options)
    except GnomonError as error:
        raise _InvalidKey(_key_of(error, values), error) from error


def _refuse_long_numbers(value: Any) -> None:
    """Raise for integers that cannot be written in an error message."""
    if isinstance(value, int) and value.bit_length() > MAX_BITS:
        raise DesignError(f"a number has {value.bit_length():,} bits; use at most {MAX_BITS}")
    if isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            _refuse_long_numbers(each)


def _refuse_gaps(values: dict[str, Any]) -> None:
    """Raise for keys that are unknown, missing, or not tables where they should be."""
    for name in values:
        with _reading(name):
            _refuse_others("the file", [name], _KEYS)
    for name in ("plan", "tasks", "learners"):
        with _reading():
            if name not in values:
                raise DesignError(
                    f"{name!r} is missing; a design requires plan, [tasks.<name>] and [learners]"
                )
    for name in ("tasks", "learners"):
        with _reading(name):
            if not isinstance(values[name], dict):
                raise DesignError(f"{name} is {values[name]!r}; write a table, [{name}]")


def _key_of(error: GnomonError, values: dict[str, Any]) -> tuple[str, ...]:
    """The key that an error of the whole design is about."""
    for section, name in (("learners", error.learner), ("tasks", error.task)):
        if name in values[section]:
            return section, str(name)
    return (error.parameter,) if error.parameter in values else ()


def _task(name: str, source: Any, folder: Path) -> Task:
    if not isinstance(source, dict) or ("set" in source) == ("file" in source):
        raise DesignError(f'[tasks.{name}] needs either set = "iris" or file = "data.csv"')
    options = dict(source)
    check_form({key: value for key, value in options.items() if f"{key}?" in SOURCE}, SOURCE)
    fingerprint = options.pop("fingerprint", None)
    if "set" in options:
        task = load(options.pop("set"))
        _refuse_others(f"[tasks.{name}] of a bundled set", options, ())
    else:
        task = Task.read(folder / options.pop("file"), options.pop("target", None), name=name, **options)
    if not isinstance(task, Task):
        raise DesignError(f"[tasks.{name}] is a table without a target; use another data set")
    if fingerprint is not None and fingerprint != task.fingerprint:
        raise DataError(
            f"the data of task {name!r} are not those that the design was written for (fingerprint "
            f"{task.fingerprint}, not {fingerprint}); delete that line to run it on these data"
        )
    return task


def _choice(name: str, value: Any) -> Any:
    if isinstance(value, str):
        return _evaluated(f"learner {name!r}", value)
    if not isinstance(value, dict) or "learner" not in value:
        raise DesignError(
            f'learner {name!r} is {value!r}; write "SVC()", or {{learner = "SVC()", grid = {{...}}}}'
        )
    _refuse_others(f"learner {name!r}", value, _LEARNER_KEYS)
    learner = _evaluated(f"learner {name!r}", value["learner"])
    grid = value.get("grid", "default")
    if isinstance(grid, str) and grid != "default":
        grid = _evaluated(f"the grid of {name!r}", grid)
    if isinstance(grid, dict):
        grid = {key: _values(key, values) for key, values in grid.items()}
    choice = GridSearch(learner, grid, value.get("n_settings"))
    check_allowed(choice.path())  # the path raises for an invalid grid
    return choice


def _values(parameter: str, value: Any) -> Any:
    """The values of a parameter: a list, or a range."""
    if not isinstance(value, dict):
        return value
    _refuse_others(f"the range of {parameter!r}", value, ("low", "high", "log", "whole"))
    return SearchRange(**value)


def _texts(what: str, value: Any) -> list[str]:
    texts = [value] if isinstance(value, str) else value
    if not isinstance(texts, list) or not all(isinstance(each, str) for each in texts):
        raise DesignError(f'{what} is {value!r}; write a list of strings, {what} = ["...", "..."]')
    return texts


def _halving(what: str, value: Any) -> SuccessiveHalving:
    if not isinstance(value, dict):
        raise DesignError(f"halving is {value!r}; write halving = {{factor = 3, min_rows = 50}}")
    _refuse_others("halving", value, ("factor", "min_rows"))
    return SuccessiveHalving(**value)


def _evaluated(what: str, text: Any) -> Any:
    if not isinstance(text, str):
        raise DesignError(f'{what} is {text!r}; write it as a string, such as "k_fold(5)" or "SVC(C=10)"')
    return evaluate(text)


def _refuse_others(where: str, value: Iterable[str], known: tuple[str, ...]) -> None:
    for name in value:
        if name not in known:
            raise NameUnknown(
                f"{where} has the unknown key {name!r}; the keys are {', '.join(known) or 'none'}"
            )


_READERS: dict[str, Callable[[str, Any], Any]] = {
    "plan": _evaluated,
    "inner": _evaluated,
    "halving": _halving,
    "measures": _texts,
    "notes": _texts,
    "skipped": _texts,
}
