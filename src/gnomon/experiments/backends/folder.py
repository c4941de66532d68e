"""Large values in files of one folder, mapped into the memory of every process that asks for them."""

from functools import lru_cache
from pathlib import Path
from typing import Any

import joblib

# Of the process that serves: where the values lie that it may be asked for.
_place: dict[str, Path] = {}


class InFolder:
    """A value that lies in the folder of the process that asks for it.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     use_folder(Path(folder))
    ...     _ = joblib.dump([1, 2, 3], Path(folder) / "numbers")
    ...     InFolder("numbers").get()
    [1, 2, 3]
    """

    def __init__(self, name: str) -> None:
        self.name = name

    def get(self) -> Any:
        """The value; its arrays are the file's own bytes, so there is one copy however many ask."""
        return _load(_place["folder"] / self.name)


def use_folder(folder: Path) -> None:
    """Say where the values of this process lie.

    >>> use_folder(Path("values"))
    """
    _place["folder"] = folder


@lru_cache(maxsize=2)
def _load(path: Path) -> Any:
    return joblib.load(path, mmap_mode="r")
