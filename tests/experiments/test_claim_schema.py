import json
import re

import pytest
from sklearn.model_selection import KFold

import gnomon as gn
from gnomon.errors import DataError
from gnomon.experiments.claim import read_claim, write_claim
from gnomon.experiments.verify import verify_claim


@pytest.fixture(scope="module")
def sound_claim(tmp_path_factory):
    path = tmp_path_factory.mktemp("claim") / "claim.json"
    task = gn.datasets.make_moons(40, random_state=0)
    write_claim(gn.run(gn.Design(task, gn.GaussianNB(), KFold(2))), path)
    return json.loads(path.read_text())


def places_in(value, path=()):
    """The path of every part of a value of JSON."""
    yield path
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, each in inner:
        yield from places_in(each, (*path, name))


def with_part(claim, path, change):
    """A copy in which one part is changed."""
    found = json.loads(json.dumps(claim))
    inside = found
    for name in path[:-1]:
        inside = inside[name]
    change(inside, path[-1])
    return found


def test_every_part_of_another_kind_is_named(tmp_path, sound_claim):
    path = tmp_path / "claim.json"
    for place in places_in(sound_claim):
        if not place:
            continue
        odd = with_part(sound_claim, place, lambda part, name: part.__setitem__(name, {"odd": {}}))
        path.write_text(json.dumps(odd))
        named = next(name for name in reversed(place) if isinstance(name, str))
        with pytest.raises(DataError, match=re.escape(named)):
            read_claim(path)


def test_every_part_that_is_missing_is_named(tmp_path, sound_claim):
    path = tmp_path / "claim.json"
    said = {}
    for place in places_in(sound_claim):
        if place and isinstance(place[-1], str):
            path.write_text(json.dumps(with_part(sound_claim, place, lambda part, name: part.pop(name))))
            try:
                read_claim(path)
            except DataError as error:
                said[place] = str(error)
    assert len(said) > 60
    assert all(place[-1] in text for place, text in said.items())


@pytest.mark.parametrize(
    ("place", "value", "says"),
    [
        (("units", 0, "digest"), 3, r"units\[0\]\.digest is 3, where a string is expected"),
        (("units", 0, "scores"), [], r"units\[0\]\.scores is a list of 0, where a mapping is expected"),
        (("units", 0, "sums", "predicted"), [1.0], r"units\[0\]\.sums must have two numbers"),
        (("units", 0, "scores", "accuracy"), float("inf"), "Infinity is not a valid number"),
        (("design", "random_state"), True, r"design\.random_state is True, where an integer is expected"),
        (("design", "units", 0, "task"), "x", r"design\.units\[0\]\.task is 'x', which is not defined"),
        (("design", "learners"), [], r"design\.learners is empty"),
        (("data",), {}, r"data\['moons'\] is missing"),
        (("held out", "moons"), [[0, 10**20]], "has row numbers out of range"),
        (("odd",), 1, "unknown key 'odd'"),
    ],
)
def test_what_is_wrong_in_a_claim_is_named_with_its_place(tmp_path, sound_claim, place, value, says):
    path = tmp_path / "claim.json"
    path.write_text(
        json.dumps(with_part(sound_claim, place, lambda part, name: part.__setitem__(name, value)))
    )
    with pytest.raises(DataError, match=says):
        read_claim(path)


def test_a_claim_nested_too_deep_is_refused(tmp_path):
    path = tmp_path / "claim.json"
    path.write_text('{"gnomon claim": 1, "design": ' + "[" * 100_000)
    with pytest.raises(DataError, match="nested too deeply"):
        read_claim(path)


@pytest.mark.parametrize("file", ["/dev/zero", "no\0such", "no-such.csv", "."])
def test_a_claim_reads_files_alone(tmp_path, sound_claim, file):
    path = tmp_path / "claim.json"
    source = {"file": file, "target": "y"}
    path.write_text(
        json.dumps(with_part(sound_claim, ("data", "moons", "source"), lambda p, n: p.__setitem__(n, source)))
    )
    with pytest.raises(DataError, match="does not exist"):
        verify_claim(path, allow_changed=True)
