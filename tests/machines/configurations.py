"""The processors that answers must not depend on: settings of the environment that stand for them.

They are read when libraries are loaded, so each needs a process of its own.
"""

import os

from numpy._core._multiarray_umath import __cpu_dispatch__ as dispatched
from numpy._core._multiarray_umath import __cpu_features__ as features

# NumPy has other names for its features in each version: what it can leave out, by the oldest that has it.
AVX512 = " ".join(name for name in dispatched if "512" in name or name == "X86_V4")
AVX2 = " ".join(name for name in dispatched if name not in ("SSE41", "SSE42", "POPCNT"))

KNOWN = {
    "haswell": {"OPENBLAS_CORETYPE": "Haswell", "NPY_DISABLE_CPU_FEATURES": AVX512, "GNOMON_LEVEL": "v3"},
    "prescott": {"OPENBLAS_CORETYPE": "Prescott", "NPY_DISABLE_CPU_FEATURES": AVX2, "GNOMON_LEVEL": "plain"},
    "zen": {"OPENBLAS_CORETYPE": "Zen", "NPY_DISABLE_CPU_FEATURES": AVX512, "GNOMON_LEVEL": "v3"},
    "skylakex": {"OPENBLAS_CORETYPE": "SkylakeX", "GNOMON_LEVEL": "v4"},
    "skylakex, v3": {"OPENBLAS_CORETYPE": "SkylakeX", "GNOMON_LEVEL": "v3"},
    "1 thread": {"OPENBLAS_NUM_THREADS": "1", "LOKY_MAX_CPU_COUNT": "1"},
    "2 threads": {"OPENBLAS_NUM_THREADS": "2", "LOKY_MAX_CPU_COUNT": "2"},
    "8 threads": {"OPENBLAS_NUM_THREADS": "8", "LOKY_MAX_CPU_COUNT": "8"},
}
# A library told of wider vectors than this processor has would crash.
CONFIGURATIONS = {
    name: settings
    for name, settings in KNOWN.items()
    if ("skylakex" not in name or features.get("AVX512F"))
    and (settings.get("OPENBLAS_CORETYPE") not in ("Haswell", "Zen") or features.get("AVX2"))
}

# Those that every change is tried under.
COMMON = tuple(name for name in ("haswell", "prescott") if name in CONFIGURATIONS)


def environment(name):
    """This process's environment, as on that machine."""
    return {**os.environ, **CONFIGURATIONS[name]}
