import numpy as np
import pytest

import gnomon as gn
from gnomon.assessment.packing import pack, unpack
from gnomon.errors import DataError
from gnomon.experiments.selected_settings import Chosen


@pytest.fixture(scope="module")
def unit():
    design = gn.Design(gn.load("iris"), gn.KNeighborsClassifier(), gn.k_fold(3), inner=gn.k_fold(2))
    results = gn.run(design)
    ((_, data),) = results._stored("iris", "KNeighborsClassifier")
    return unpack(data)


def test_choices_as_they_were_written_are_read(unit):
    arrays, facts = unit
    assert Chosen.from_bytes(pack(arrays, facts)).place.shape == (3,)


@pytest.mark.parametrize(
    "name",
    [
        "chosen.split", "chosen.place", "chosen.scores", "chosen.reached",
        *(f"{part}.{name}" for part in ("inner", "training") for name in (
            "row", "split", "truth", "predicted", "sizes", "n_splits", "train_sizes", "given",
        )),
    ],
)  # fmt: skip
@pytest.mark.parametrize(
    "change",
    [lambda array: array[:-1], lambda array: array[None], lambda array: np.array(["odd"] * len(array))],
    ids=["short", "deep", "words"],
)
def test_an_array_that_does_not_fit_is_named(unit, name, change):
    arrays, facts = unit
    with pytest.raises(DataError, match="not valid selections"):
        Chosen.from_bytes(pack({**arrays, name: change(arrays[name])}, facts))


@pytest.mark.parametrize("name", ["chosen.place", "inner.sizes", "training.predicted"])
def test_an_array_that_is_missing_is_named(unit, name):
    arrays, facts = unit
    rest = {each: array for each, array in arrays.items() if each != name}
    with pytest.raises(DataError, match=f"the array {name} is missing"):
        Chosen.from_bytes(pack(rest, facts))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("chosen.place", [0, 1, 99]),
        ("chosen.place", [-1, 0, 0]),
        ("inner.sizes", [100, 101, 99]),
        ("inner.n_splits", [1, 2, 3]),
    ],
)
def test_numbers_that_do_not_fit_are_refused(unit, name, value):
    arrays, facts = unit
    with pytest.raises(DataError, match="is inconsistent"):
        Chosen.from_bytes(pack({**arrays, name: np.array(value)}, facts))


@pytest.mark.parametrize("said", [3, {}, {"settings": [1], "measure": "accuracy", "rule": "best"}])
def test_facts_of_another_form_are_refused(unit, said):
    arrays, facts = unit
    with pytest.raises(DataError, match="not valid selections"):
        Chosen.from_bytes(pack(arrays, {**facts, "chosen": said}))
