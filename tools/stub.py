"""Write `src/gnomon/__init__.pyi`, which tells type checkers and editors every public name and its home.

    make stub

The names are those that `gnomon` finds at run time, and `tests/test_stub.py` compares the two.
"""

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

import gnomon
from gnomon import registry

STUB = Path(gnomon.__file__).with_suffix(".pyi")
_HEAD = """\
# Written by `make stub` from the names that gnomon finds at run time; a change here would be lost.

__version__: str
__all__: list[str]

"""


def public_names() -> dict[str, str]:
    """Every public name, and the module it is imported from."""
    registered = (registry.learners, registry.transformers, registry.displays)
    return {
        **gnomon._HOME,
        **{name: each[name].thing.__module__ for each in registered for name in each},
        **dict.fromkeys(gnomon._FOLDERS, "gnomon"),
    }


def stub() -> str:
    """The text of the stub: names imported under their own name are public to a type checker."""
    return _HEAD + "".join(_imports(public_names()))


def _imports(names: dict[str, str]) -> Iterator[str]:
    ordered = sorted(names, key=lambda name: (names[name], name))
    for module, group in groupby(ordered, key=names.__getitem__):
        yield f"from {module} import (\n"
        yield from (f"    {name} as {name},\n" for name in group)
        yield ")\n"


if __name__ == "__main__":
    STUB.write_text(stub(), encoding="utf-8")
