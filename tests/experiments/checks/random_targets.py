"""Tables of all types of columns with a random target: every finding about it is a false positive."""

import warnings

import numpy as np

import gnomon as gn
from gnomon.errors import DataWarning

KINDS = ("two classes", "rare class", "three classes", "numbers", "counts")


def table(n_rows, random):
    """Row, group identifiers, measurements, zero-inflated counts, text, missing values, dates, constant."""
    who = np.sort(random.integers(max(n_rows // 4, 2), size=n_rows))
    size = random.normal(size=n_rows)
    gaps = np.where(random.random(n_rows) < 0.2, np.nan, random.normal(size=n_rows))
    day = np.datetime64("2024-01-01") + np.sort(random.integers(400, size=n_rows))
    return {
        "number": np.arange(1, n_rows + 1),
        "account_id": random.permutation(10 * n_rows)[:n_rows],
        "patient": who,
        "sex": random.integers(2, size=who.max() + 1)[who],
        "age": random.integers(18, 90, size=n_rows),
        "size": size,
        "size twice": size + 0.1 * random.normal(size=n_rows),
        "pay": np.exp(10 + random.normal(size=n_rows)).round(),
        "visits": np.where(random.random(n_rows) < 0.7, 0, random.poisson(5, size=n_rows)),
        "town": random.choice([f"town {n}" for n in range(12)], size=n_rows),
        "grade": random.choice(list("abc"), size=n_rows),
        "gaps": gaps,
        "year": np.sort(random.integers(1990, 2020, size=n_rows)),
        "term": random.choice([36, 60], size=n_rows),
        "when": day.astype(str),
        "site": ["Ulm"] * n_rows,
    }


def target(n_rows, kind, random):
    """Random classes, at least two rows each, or numbers."""
    if kind == "numbers":
        return random.normal(size=n_rows)
    if kind == "counts":
        return random.poisson(30.0, size=n_rows).astype(float)
    share = {"two classes": [0.5, 0.5], "rare class": [0.8, 0.2], "three classes": [0.4, 0.3, 0.3]}[kind]
    sample = random.choice(len(share), size=n_rows, p=share)
    return random.permutation(np.concatenate([np.repeat(np.arange(len(share)), 2), sample])[:n_rows])


def task(n_rows, kind, random):
    """A task with a random target."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DataWarning)
        is_class = kind.endswith(("class", "classes"))
        kind_of_task = "classification" if is_class else "regression"
        return gn.Task(
            table(n_rows, random), target(n_rows, kind, random), kind=kind_of_task, name="random target"
        )
