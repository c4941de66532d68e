"""Gives every parameter of every class that a file may name a path or a function, and fits what is made.

A process of its own: an audit hook reports every file of a folder that is opened, listed or made.
"""

import contextlib
import inspect
import io
import json
import os
import signal
import sys
import warnings
from pathlib import Path

import numpy as np

from gnomon.errors import GnomonError
from gnomon.experiments.allowed_classes import ALLOWED_CLASSES
from gnomon.experiments.estimators import estimator_named
from gnomon.experiments.expression import evaluate
from gnomon.registry import learners, transformers
from gnomon.sharing.foreign import LIBRARIES

SECONDS = 5
FILES = ("open", "os.chdir", "os.listdir", "os.mkdir", "os.remove", "os.rename", "os.scandir", "import")
CALLS = ("os.exec", "os.posix_spawn", "os.system", "pickle", "socket", "subprocess")


def classes():
    """The expression of each class, and the names of its parameters."""
    for entries in (learners, transformers):
        for name, entry in entries.items():
            yield name, signature_of(entry.thing)
    for module, names in ALLOWED_CLASSES.items():
        for name in names:
            yield f"{module}.{name}", signature_of(estimator_named(f"{module}.{name}"))
    for library in LIBRARIES:
        for name in library.classes:
            with contextlib.suppress(GnomonError):
                kind = estimator_named(f"{library.package}.{name}")
                more = ["callbacks", "input_model", "machines", "train_dir", "snapshot_file"]
                yield f"{library.package}.{name}", [*kind().get_params(), *more]


def signature_of(kind):
    return [
        name
        for name, each in inspect.signature(kind).parameters.items()
        if each.kind not in (inspect.Parameter.VAR_KEYWORD, inspect.Parameter.VAR_POSITIONAL)
    ]


def values(path):
    """Values that name a path or a function, in every plain form."""
    plain = (path, [path], {path: path}, [("a", path)], path.encode())
    return [*map(repr, plain), "os.system", "open", "sklearn.utils.Bunch"]


def fit(learner):
    """Fit and use an estimator on some rows, whatever comes of it."""
    X = np.abs(np.random.default_rng(0).normal(size=(30, 3)))
    y = np.arange(30) % 2
    signal.alarm(SECONDS)
    with contextlib.suppress(Exception):
        learner.fit(X, y)
        getattr(learner, "predict" if hasattr(learner, "predict") else "transform")(X)
    signal.alarm(0)


def give_up(*_):
    raise TimeoutError


def main(folder):
    touched, tally = [], {"classes": 0, "refused": 0, "accepted": 0, "text accepted by": set()}

    def watch(event, arguments):
        """Report every use of the folder, and every call of a program, a pickle or the network."""
        place = os.fsdecode(arguments[0]) if event in FILES and isinstance(arguments[0], str | bytes) else ""
        # joblib counts the processors once.
        if folder in place or (event.startswith(CALLS) and "lscpu" not in str(arguments)):
            touched.append(event)

    sys.addaudithook(watch)
    Path(folder, "output.pkl").read_bytes()
    assert touched == ["open"], "the hook does not see what is opened"
    touched.clear()
    signal.signal(signal.SIGALRM, give_up)
    for text, names in classes():
        tally["classes"] += 1
        ours = text.count(".") == 0
        for name in names:
            for value in values(folder):
                try:
                    learner = evaluate(f"{text}({name}={value})")
                except GnomonError:
                    tally["refused"] += 1
                    continue
                tally["accepted"] += 1
                if value == repr(folder) and not ours:
                    tally["text accepted by"].add(name)
                fit(learner)
    return {**tally, "touched": touched, "text accepted by": sorted(tally["text accepted by"])}


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    np.seterr(all="ignore")
    place = Path(sys.argv[1], "poison")
    place.mkdir()
    (place / "output.pkl").write_bytes(b"cos\nsystem\n(S'true'\ntR.")
    with contextlib.redirect_stdout(io.StringIO()):
        found = main(str(place))
    print(json.dumps(found))
