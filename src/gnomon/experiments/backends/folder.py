"""Large values in memory-mapped files of a folder, shared by all processes."""

from functools import lru_cache
from pathlib import Path
from typing import Any

import joblib

# In a child process: the folder of the shared values.
_location: dict[str, Path] = {}


class InFolder:
    """A value in the folder of the current process.

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
        """The value; its arrays are memory-mapped, so that all processes share one copy."""
        return _load(_location["folder"] / self.name)


def use_folder(folder: Path) -> None:
    """Set the folder of the shared values in this process.

    >>> use_folder(Path("values"))
    """
    _location["folder"] = folder


@lru_cache(maxsize=2)
def _load(path: Path) -> Any:
    return joblib.load(path, mmap_mode="r")
