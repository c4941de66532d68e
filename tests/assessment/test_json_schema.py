import pytest

from gnomon.assessment.json_schema import Named, check_form
from gnomon.errors import DataError

FORM = {
    "name": str,
    "count": int,
    "rows": [[int]],
    "by": Named((float, type(None))),
    "more?": ({"a": bool}, str),
}
SOUND = {"name": "x", "count": 3, "rows": [[1, 2], []], "by": {"k": None, "m": 0.5}}


@pytest.mark.parametrize("more", [{}, {"more": "text"}, {"more": {"a": True}}])
def test_what_has_the_form_is_let_pass(more):
    check_form({**SOUND, **more}, FORM)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"count": True}, "count is True, where an integer is expected"),
        ({"count": 3.0}, "count is 3.0, where an integer is expected"),
        ({"rows": [[1], [2, "x"]]}, r"rows\[1\]\[1\] is 'x', where an integer is expected"),
        ({"by": {"k": "x"}}, r"by\['k'\] is 'x', where a number or null is expected"),
        ({"by": []}, "by is a list of 0, where a mapping is expected"),
        ({"more": {"a": 1}}, "more.a is 1, where true or false is expected"),
        ({"more": {}}, "key more.a is missing"),
        ({"odd": 1}, "unknown key 'odd'"),
        ({"name": ["x" * 100]}, "name is a list of 1, where a string is expected"),
    ],
)
def test_what_is_wrong_is_named_with_its_place(change, says):
    with pytest.raises(DataError, match=says):
        check_form({**SOUND, **change}, FORM)


def test_what_is_long_is_cut_in_messages():
    with pytest.raises(DataError) as refusal:
        check_form({**SOUND, "count": "x" * 10_000}, FORM)
    assert len(str(refusal.value)) < 100
