"""Write the stubs that tell type checkers and editors every public name found on first use, and its home.

    make stub

`gnomon` and `gnomon.plotting` load their names lazily, so that a type checker cannot see them; the names are
those found at run time, and `tests/test_stub.py` compares the two.
"""

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

import gnomon
from gnomon import plotting, registry

_HEAD = """\
# Written by `make stub` from the names that gnomon finds at run time; a change here would be lost.

__all__: list[str]

"""


def public_names() -> dict[str, str]:
    """Every name of the top level, and the module it is imported from."""
    registered = (registry.learners, registry.transformers)
    return {
        **gnomon._HOME,
        **{name: each[name].thing.__module__ for each in registered for name in each},
        **dict.fromkeys(gnomon._MODULES, "gnomon"),
    }


def figure_names() -> dict[str, str]:
    """Every name of `gnomon.plotting`, and the module it is imported from."""
    displays = {name: each.thing.__module__ for name, each in registry.displays.items()}
    return {**plotting._HOME, **displays}


def stubs() -> dict[Path, str]:
    """The text of each stub: names imported under their own name are public to a type checker."""
    top = Path(gnomon.__file__).with_suffix(".pyi")
    figures = Path(plotting.__file__).with_suffix(".pyi")
    return {
        top: _HEAD + "__version__: str\n\n" + "".join(_imports(public_names())),
        figures: _HEAD + "".join(_imports(figure_names())),
    }


def _imports(names: dict[str, str]) -> Iterator[str]:
    ordered = sorted(names, key=lambda name: (names[name], name))
    for module, group in groupby(ordered, key=names.__getitem__):
        yield f"from {module} import (\n"
        yield from (f"    {name} as {name},\n" for name in group)
        yield ")\n"


if __name__ == "__main__":
    for path, text in stubs().items():
        path.write_text(text, encoding="utf-8")
