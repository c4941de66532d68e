"""Arrays and facts as bytes: NumPy's zip of arrays with the facts in JSON, never pickle."""

import io
import json
import zipfile
from typing import Any

import numpy as np

from gnomon.arrays import Array
from gnomon.errors import DataError

FORMAT = 1


def pack(arrays: dict[str, Array], facts: dict[str, Any]) -> bytes:
    """Arrays of numbers, and facts that JSON can say, as bytes; equal values give equal bytes.

    >>> arrays, facts = unpack(pack({"row": np.array([1, 2])}, {"name": "iris"}))
    >>> arrays["row"], facts
    (array([1, 2]), {'name': 'iris'})
    """
    text = json.dumps({"format": FORMAT, **facts}, sort_keys=True).encode()
    whole = io.BytesIO()
    np.savez(whole, allow_pickle=False, facts=np.frombuffer(text, dtype=np.uint8), **arrays)
    return whole.getvalue()


def unpack(data: bytes) -> tuple[dict[str, Array], dict[str, Any]]:
    """What `pack` wrote."""
    try:
        with np.load(io.BytesIO(data), allow_pickle=False) as whole:
            arrays = {name: whole[name] for name in whole.files}
        facts = json.loads(arrays.pop("facts").tobytes())
    except (ValueError, KeyError, OSError, EOFError, zipfile.BadZipFile) as error:
        raise DataError(
            f"these {len(data)} bytes were not written by Predictions.to_bytes: {error}"
        ) from error
    found = facts.pop("format", None)
    if found != FORMAT:
        raise DataError(
            f"these bytes are of format {found}, and this version reads format {FORMAT}; run again"
        )
    return arrays, facts
