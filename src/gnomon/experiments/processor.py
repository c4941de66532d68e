"""What the last digits of a result depend on besides the software: vector instructions and BLAS.

Sums are rounded differently by wider vectors, and by the kernels that a BLAS chooses for a processor. The
vector level is that of the native kernels: "v4" (AVX-512) and "v3" (AVX2) are x86-64-v4 and -v3, "plain" is
the baseline of the architecture.
"""

import os
import platform
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

import numpy as np
from threadpoolctl import threadpool_info

from gnomon import native

LEVELS = ("plain", "v3", "v4")
LEVEL, BLAS = "vector level", "BLAS"

# Environment variables that restrict OpenBLAS and MKL to the kernels of a level; of x86-64 processors.
_BLAS_OF = {
    "plain": {"OPENBLAS_CORETYPE": "Prescott", "MKL_CBWR": "COMPATIBLE"},
    "v3": {"OPENBLAS_CORETYPE": "Haswell", "MKL_CBWR": "AVX2"},
    "v4": {"OPENBLAS_CORETYPE": "SkylakeX", "MKL_CBWR": "AVX512"},
}
# Features that NumPy may use at a level, by the beginning of their names; at "v4" all.
_FEATURES_OF = {"plain": ("SSE", "POPCNT", "X86_V2"), "v3": ("SSE", "POPCNT", "X86_V2", "X86_V3", "AVX")}


def processor() -> dict[str, str]:
    """The vector level and the BLAS of this process.

    >>> sorted(processor())
    ['BLAS', 'vector level']
    """
    return {LEVEL: native.level, BLAS: _blas()}


def lowest(levels: Iterable[str]) -> str:
    """The lowest of vector levels, of which there is at least one.

    >>> lowest(["v4", "v3", "v4"])
    'v3'
    """
    return LEVELS[min(map(LEVELS.index, levels))]


def environment_of(level: str) -> dict[str, str]:
    """Environment variables of a process that computes at a vector level, which this machine must have.

    >>> environment_of("v3")["GNOMON_LEVEL"]
    'v3'
    """
    environment = {"GNOMON_LEVEL": level}
    if platform.machine().lower() not in ("x86_64", "amd64"):
        return environment
    above = [name for name in _numpy_features() if not _is_allowed(name, level)]
    # In addition to those that are switched off already.
    disabled = [*os.environ.get("NPY_DISABLE_CPU_FEATURES", "").replace(",", " ").split(), *above]
    return environment | _BLAS_OF[level] | {"NPY_DISABLE_CPU_FEATURES": " ".join(disabled)}


def merged(made_with: Iterable[dict[str, str]]) -> list[dict[str, str]]:
    """Versions of units, combined where they agree: more than one entry only if some differ.

    >>> merged([{"python": "3.11"}, {"python": "3.11", "lightgbm": "4.5"}, {"python": "3.12"}])
    [{'python': '3.11', 'lightgbm': '4.5'}, {'python': '3.12'}]
    """
    entries: list[dict[str, str]] = []
    for versions in made_with:
        for entry in entries:
            if all(entry.get(name, version) == version for name, version in versions.items()):
                entry |= versions
                break
        else:
            entries.append(dict(versions))
    return entries


def difference(made_with: Sequence[dict[str, str]]) -> str:
    """A sentence on what differs between the units of a run; empty if nothing does.

    >>> difference([{"vector level": "v3", "numpy": "2.3"}, {"vector level": "v4", "numpy": "2.3"}])
    'The units were computed with different vector level (v3, v4), so they may differ in the last digits.'
    """
    values = {name: list(dict.fromkeys(_values(made_with, name))) for each in made_with for name in each}
    differ = [f"{name} ({', '.join(each)})" for name, each in values.items() if len(each) > 1]
    if not differ:
        return ""
    what = " and ".join(differ)
    return f"The units were computed with different {what}, so they may differ in the last digits."


def _values(made_with: Sequence[dict[str, str]], name: str) -> list[str]:
    return [each[name] for each in made_with if name in each]


@cache
def _blas() -> str:
    """Every BLAS in use, with its version and the processor whose kernels it has chosen."""
    import scipy.linalg  # noqa: F401  its BLAS may be another than NumPy's

    libraries = (_described(pool) for pool in threadpool_info() if pool["user_api"] == "blas")
    return ", ".join(sorted(set(libraries))) or "unknown"


def _described(pool: dict[str, Any]) -> str:
    kernels = pool.get("architecture")
    return f"{pool['internal_api']} {pool['version']}" + (f" ({kernels})" if kernels else "")


@cache
def _numpy_features() -> tuple[str, ...]:
    """The features beyond its baseline that NumPy uses on this machine."""
    info: Any = np.show_config(mode="dicts")
    return tuple(info.get("SIMD Extensions", {}).get("found", ()))


def _is_allowed(feature: str, level: str) -> bool:
    return level not in _FEATURES_OF or (
        feature.startswith(_FEATURES_OF[level]) and not feature.startswith("AVX512")
    )
