"""The attributes that a public module shows and the error for one that it does not have (PEP 562)."""

import importlib
import importlib.util
import pkgutil
from collections.abc import Callable, Sequence
from typing import NoReturn


def public_attributes(
    module: str, names: Sequence[str]
) -> tuple[Callable[[str], NoReturn], Callable[[], list[str]]]:
    """The functions `__getattr__` and `__dir__` of a module: `names` are its `__all__`.

    >>> unknown, shown = public_attributes("gnomon.metrics", ["accuracy"])
    >>> shown()
    ['accuracy']
    >>> unknown("sensitivity")
    Traceback (most recent call last):
    AttributeError: module 'gnomon.metrics' has no attribute 'sensitivity'; did you mean 'gn.metrics.recall'?
    """

    def unknown(name: str) -> NoReturn:
        hint = "" if _is_of_python(module, name) else importlib.import_module("gnomon.search").hint(name)
        raise AttributeError(f"module {module!r} has no attribute {name!r}{hint}")

    return unknown, lambda: sorted(names)


def _is_of_python(module: str, name: str) -> bool:
    """Whether Python itself asks: for a special name, or for a submodule that it is about to import."""
    return name.startswith("_") or name in _submodules(module)


def _submodules(module: str) -> set[str]:
    spec = importlib.util.find_spec(module)
    folders = None if spec is None else spec.submodule_search_locations
    return {each.name for each in pkgutil.iter_modules(folders or [])}
