"""Alters every array of some models' files, one at a time, and asks what comes out; a process of its own.

Prints what happened how often; an ending by a signal means that a kernel trusted its arrays.
"""

import collections
import sys
import warnings

import numpy as np

from gnomon.errors import GnomonError
from gnomon.models.load import model_of
from tests.models.altering import arrays_of, file_of, with_array
from tests.models.registered import fitted


def changes(array):
    """The array with other values, other lengths, another shape and another type."""
    yield np.zeros((0, *array.shape[1:]), array.dtype) if array.ndim else array.reshape(1)
    yield array.ravel()[: array.size // 2]
    if array.dtype.kind in "iu":
        for value in (np.iinfo(array.dtype).max, np.iinfo(array.dtype).min, 7777 % np.iinfo(array.dtype).max):
            yield np.full_like(array, value)
        last = array.copy()
        last.ravel()[-1:] = np.iinfo(array.dtype).max
        yield last
    if array.dtype.kind == "f":
        yield np.full_like(array, np.nan)
        yield np.full_like(array, 1e300)
        yield array.astype(np.int64, casting="unsafe")
    if array.dtype.kind in "US":
        yield np.arange(array.size).reshape(array.shape)


def outcome(content, task):
    """What asking an altered model comes to."""
    try:
        saved = model_of(content)
        for method in ("predict", "predict_proba", "transform"):
            if hasattr(saved.model, method):
                getattr(saved, method)(task)
    except GnomonError:
        return "refused"
    return "answered"


def main(names):
    warnings.simplefilter("ignore")
    tally = collections.Counter()
    for name in names:
        model, task = fitted(name)
        content = file_of(model, task)
        for entry, array in arrays_of(content).items():
            for changed in changes(array):
                sys.stderr.write(f"{name} {entry} {array.dtype} {array.shape}\n")
                tally[outcome(with_array(content, entry, lambda _, changed=changed: changed), task)] += 1
    print(dict(tally))


if __name__ == "__main__":
    np.seterr(all="ignore")
    main(sys.argv[1:])
