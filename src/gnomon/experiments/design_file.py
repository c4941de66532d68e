"""A design as a TOML file: what to run, as plain data that can be read, kept and compared.

::

    plan = "repeated(k_fold(10), times=3)"
    inner = "k_fold(5)"
    measures = ["auc", "accuracy"]
    random_state = 0

    [tasks.heart]
    file = "heart.csv"              # beside this file; or set = "heart" for a bundled one
    target = "disease"              # and further options of Task.read

    [learners]
    GaussianNB = "GaussianNB()"
    SVC = {learner = "SVC()", grid = {C = [1, 10], gamma = {low = 0.01, high = 1, log = true}}}
"""

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from gnomon.data.sets import load
from gnomon.data.task import Task
from gnomon.errors import DataError, DesignError, GnomonError, NameUnknown
from gnomon.experiments.choice import GridSearch
from gnomon.experiments.design import Design
from gnomon.experiments.expression import evaluate
from gnomon.experiments.grid import SearchRange
from gnomon.experiments.halving import SuccessiveHalving
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
    "prepare",
    "tasks",
    "learners",
)
_LEARNER_KEYS = ("learner", "grid", "n_settings")


def read_design(path: str | Path) -> Design:
    """The design that a TOML file describes, checked; files of data are looked for beside it.

    >>> import tempfile
    >>> text = 'plan = "k_fold(5)"\\n[tasks.iris]\\nset = "iris"\\n[learners]\\nBayes = "GaussianNB()"\\n'
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = Path(folder, "iris.toml").write_text(text)
    ...     list(read_design(Path(folder, "iris.toml")).learners)
    ['Bayes']
    """
    path = Path(path)
    try:
        text = path.read_text(encoding="utf-8")
        said = tomllib.loads(text)
    except OSError as error:
        raise DataError(
            f"the design {path} cannot be read: {error.strerror}; give the path of a file"
        ) from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise DataError(f"{path.name} is no TOML file: {error}") from error
    try:
        return _design(said, path.parent)
    except _Misread as wrong:
        line = line_of(text, wrong.where) if wrong.where else None
        key = ".".join(wrong.where)
        where = ", ".join([path.name, *([f"line {line}"] if line else []), *([key] if key else [])])
        raise type(wrong.error)(f"{where}: {wrong.error}") from wrong.error


class _Misread(Exception):
    """An error, and the key in the file that it is about: nothing where that is not known."""

    def __init__(self, where: tuple[str, ...], error: GnomonError) -> None:
        super().__init__(str(error))
        self.where, self.error = where, error


@contextmanager
def _reading(*where: str) -> Iterator[None]:
    """Say which key an error is about."""
    try:
        yield
    except GnomonError as error:
        raise _Misread(where, error) from error
    except (TypeError, ValueError) as error:
        raise _Misread(where, DesignError(str(error))) from error


def _design(said: dict[str, Any], folder: Path) -> Design:
    _refuse_gaps(said)
    given: dict[str, Any] = {key: said[key] for key in ("rule", "random_state", "prepare") if key in said}
    for key, read in _READERS.items():
        if key in said:
            with _reading(key):
                given[key] = read(key, said[key])
    tasks, learners = [], {}
    for name, source in said["tasks"].items():
        with _reading("tasks", name):
            tasks.append(_task(name, source, folder))
    for name, each in said["learners"].items():
        with _reading("learners", name):
            learners[name] = _choice(name, each)
    try:
        return Design(tasks, learners, given.pop("plan"), **given)
    except GnomonError as error:
        raise _Misread(_key_named(str(error), said), error) from error


def _refuse_gaps(said: dict[str, Any]) -> None:
    """Refuse keys that are unknown, missing, or no tables where they should be."""
    for name in said:
        with _reading(name):
            _refuse_others("the file", [name], _KEYS)
    for name in ("plan", "tasks", "learners"):
        with _reading():
            if name not in said:
                raise DesignError(f"there is no {name!r}; a design needs plan, [tasks.<name>] and [learners]")
    for name in ("tasks", "learners"):
        with _reading(name):
            if not isinstance(said[name], dict):
                raise DesignError(f"{name} is {said[name]!r}; write a table, [{name}]")


def _key_named(message: str, said: dict[str, Any]) -> tuple[str, ...]:
    """The key that an error of the whole design is about, by what it names."""
    for section, word in (("learners", "learner"), ("tasks", "task")):
        for name in said[section]:
            if f"{word} {name!r}" in message:
                return section, name
    words = set(re.findall(r"\w+", message))
    return next(((key,) for key in _KEYS if key in said and {key, key.removesuffix("s")} & words), ())


def _task(name: str, source: Any, folder: Path) -> Task:
    if not isinstance(source, dict) or ("set" in source) == ("file" in source):
        raise DesignError(f'[tasks.{name}] needs either set = "iris" or file = "data.csv"')
    options = dict(source)
    fingerprint = options.pop("fingerprint", None)
    if "set" in options:
        found = load(options.pop("set"))
        _refuse_others(f"[tasks.{name}] of a bundled set", options, ())
    else:
        found = Task.read(folder / options.pop("file"), options.pop("target", None), name=name, **options)
    if not isinstance(found, Task):
        raise DesignError(f"[tasks.{name}] is a table with nothing to predict; name another set")
    if fingerprint is not None and fingerprint != found.fingerprint:
        raise DataError(
            f"the data of task {name!r} are not those that the design was written for (fingerprint "
            f"{found.fingerprint}, not {fingerprint}); take that line out to run it on these"
        )
    return found


def _choice(name: str, said: Any) -> Any:
    if isinstance(said, str):
        return _evaluated(f"learner {name!r}", said)
    if not isinstance(said, dict) or "learner" not in said:
        raise DesignError(
            f'learner {name!r} is {said!r}; write "SVC()", or {{learner = "SVC()", grid = {{...}}}}'
        )
    _refuse_others(f"learner {name!r}", said, _LEARNER_KEYS)
    learner = _evaluated(f"learner {name!r}", said["learner"])
    grid = said.get("grid", "default")
    if isinstance(grid, str) and grid != "default":
        grid = _evaluated(f"the grid of {name!r}", grid)
    if isinstance(grid, dict):
        grid = {key: _values(key, values) for key, values in grid.items()}
    choice = GridSearch(learner, grid, said.get("n_settings"))
    choice.path()  # refuses what is no grid of this learner's
    return choice


def _values(parameter: str, said: Any) -> Any:
    """The values of a parameter: a list of them, or a range."""
    if not isinstance(said, dict):
        return said
    _refuse_others(f"the range of {parameter!r}", said, ("low", "high", "log", "whole"))
    return SearchRange(**said)


def _texts(what: str, said: Any) -> list[str]:
    texts = [said] if isinstance(said, str) else said
    if not isinstance(texts, list) or not all(isinstance(each, str) for each in texts):
        raise DesignError(f'{what} is {said!r}; write a list of texts, {what} = ["...", "..."]')
    return texts


def _halving(what: str, said: Any) -> SuccessiveHalving:
    if not isinstance(said, dict):
        raise DesignError(f"halving is {said!r}; write halving = {{factor = 3, least_rows = 50}}")
    _refuse_others("halving", said, ("factor", "least_rows"))
    return SuccessiveHalving(**said)


def _evaluated(what: str, text: Any) -> Any:
    if not isinstance(text, str):
        raise DesignError(f'{what} is {text!r}; write it as text, such as "k_fold(5)" or "SVC(C=10)"')
    return evaluate(text)


def _refuse_others(where: str, said: Iterable[str], known: tuple[str, ...]) -> None:
    for name in said:
        if name not in known:
            raise NameUnknown(f"{where} says {name!r}, which is none of {', '.join(known) or 'its options'}")


_READERS: dict[str, Callable[[str, Any], Any]] = {
    "plan": _evaluated,
    "inner": _evaluated,
    "halving": _halving,
    "measures": _texts,
    "notes": _texts,
}
