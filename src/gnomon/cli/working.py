"""Where and under which limits a run works, as typed."""

import re
from typing import Any

from gnomon.errors import ParameterError

_POWERS = ("", "K", "M", "G", "T")


def working_options(
    workers: int, dask: str | None, unit_seconds: float | None, unit_memory: str | None
) -> dict[str, Any]:
    """The options of `run` that say where to work and how much a unit may take.

    >>> working_options(2, None, None, "2GB")
    {'workers': 2, 'unit_seconds': None, 'unit_memory': 2000000000}
    >>> working_options(1, "local", 60, None)["workers"]
    'dask'
    """
    if dask is not None and workers != 1:
        raise ParameterError(
            f"--workers {workers} and --dask {dask} both say where to work; give one of them"
        )
    where = workers if dask is None else "dask" if dask == "local" else dask
    memory = None if unit_memory is None else bytes_of(unit_memory)
    return {"workers": where, "unit_seconds": unit_seconds, "unit_memory": memory}


def bytes_of(text: str) -> int:
    """A size of memory in bytes.

    >>> bytes_of("1.5GB"), bytes_of("512 MiB"), bytes_of("1000")
    (1500000000, 536870912, 1000)
    """
    found = re.fullmatch(r"([0-9]*\.?[0-9]+) *([KMGT]?)(I?)B?", text.strip().upper())
    if found is None:
        raise ParameterError(f"--unit-memory {text}: give a size such as 500MB or 2GB")
    number, power, is_binary = found.groups()
    return round(float(number) * (1024 if is_binary else 1000) ** _POWERS.index(power))
