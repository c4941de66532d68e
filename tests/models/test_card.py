import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import gnomon as gn
from gnomon.assessment.intervals import Estimate
from gnomon.data.table import Header
from gnomon.errors import DataError
from gnomon.models import Card, load_model, save_model
from gnomon.models.card import WIDTH
from gnomon.models.card_file import read_card, write_card

IRIS = gn.load("iris")
HOSTILE = "<script>alert(1)</script>|\x1b[2J\u202eevil\n# no"


def card(**more):
    facts = {"learner": "Ridge()", "task": "shop", "kind": "regression", "n_rows": 20, "fingerprint": "ab12"}
    return Card(**{**facts, "columns": (Header("price", "quantitative"),), **more})


def test_the_card_of_a_stored_model_tells_task_data_and_estimates(tmp_path):
    model = gn.RandomForestClassifier(5, random_state=7).fit(IRIS.X, IRIS.y)
    estimate = gn.resample(IRIS, gn.GaussianNB(), gn.k_fold(5)).estimate("accuracy")
    path = save_model(
        model,
        tmp_path / "iris.skops",
        task=IRIS,
        estimates={"accuracy": estimate},
        notes=["made for a test"],
        preparation="nothing had to be done",
        target="species",
        stored="2026-11-15",
    )
    found = load_model(path).card
    assert (found.task, found.kind, found.n_rows, found.target) == ("iris", "classification", 150, "species")
    assert found.fingerprint == IRIS.fingerprint
    assert found.columns == IRIS.table.headers
    assert found.classes == ("setosa", "versicolor", "virginica")
    assert found.seeds == {"random_state": 7}
    assert str(found.estimates["accuracy"]) == str(estimate)
    assert found.estimates["accuracy"].why == estimate.why
    assert found.preparation[0]["done"] == "nothing had to be done"
    assert set(found.versions) == {"gnomon", "numpy", "scikit-learn", "skops", "python"}
    text = str(found)
    for word in ("RandomForestClassifier", "iris", "species", "accuracy", "made for a test", "2026-11-15"):
        assert word in text
    assert {"task", "columns", "estimates", "versions", "notes", "file"} <= set(found.frame()["part"])
    assert "## Estimates" in found.markdown()


@given(
    st.text(max_size=30), st.lists(st.one_of(st.text(max_size=5), st.integers(), st.booleans()), max_size=4)
)
def test_a_card_comes_back_as_it_was(name, levels):
    distinct = tuple(dict.fromkeys(levels))
    given_card = card(
        task=name, columns=(Header(name, "categorical", distinct),), notes=(name,), classes=distinct
    )
    found = read_card(write_card(given_card))
    assert found == given_card
    assert [type(level) for level in found.columns[0].levels] == [type(level) for level in distinct]


def test_numbers_of_numpy_and_infinities_are_preserved():
    estimate = Estimate(np.float64(0.5), -np.inf, np.inf, 0.95, "t", "why")
    found = read_card(write_card(card(estimates={"auc": estimate}, positive=np.int64(3))))
    assert (found.estimates["auc"].lower, found.positive) == (-np.inf, 3)


def test_hostile_words_are_inert_in_the_terminal_and_in_markdown():
    hostile = card(
        task=HOSTILE, learner=HOSTILE, columns=(Header(HOSTILE, "quantitative"),), notes=(HOSTILE,)
    )
    assert "\x1b" not in str(hostile)
    assert "\u202e" not in str(hostile)
    page = hostile.markdown()
    assert "\x1b" not in page
    assert not any(line.startswith("# no") for line in page.splitlines())
    rows = [line for line in page.splitlines() if line.startswith("|") and "script" in line]
    assert all("<script" not in row and row.replace("\\|", "").count("|") == 3 for row in rows)


def test_names_of_ten_thousand_letters_are_cut_short():
    long = card(columns=(Header("x" * 10_000, "categorical", ("y" * 10_000,)),))
    assert len(str(long)) < 500


def test_whole_bounds_of_an_estimate_do_not_look_like_damage(tmp_path):
    whole = Estimate(1, 0, 1, 0.95, "exact", "why")
    model = gn.GaussianNB().fit(IRIS.X, IRIS.y)
    path = save_model(model, tmp_path / "m.skops", task=IRIS, estimates={"accuracy": whole})
    assert load_model(path).card.estimates["accuracy"].upper == 1.0


def test_what_no_card_can_hold_is_refused():
    with pytest.raises(DataError, match="cannot be stored on a model card"):
        write_card(card(positive=object()))


def test_surrogates_are_allowed_in_notes_and_refused_in_names():
    odd = card(task="t\ud800", learner="L\udfff()", notes=("n\ud800",))
    assert read_card(write_card(odd)) == odd
    str(odd).encode()
    for wrong in (card(columns=(Header("a\ud800", "quantitative"),)), card(classes=("no", "\ud800"))):
        with pytest.raises(DataError, match="surrogate character"):
            write_card(wrong)
    with pytest.raises(DataError, match="surrogate character"):
        read_card(write_card(card()).replace(b'"price"', b'"\\ud800"'))


def test_a_card_nested_too_deep_is_refused():
    with pytest.raises(DataError, match="corrupt"):
        read_card(b'{"format": ' + b"[" * 100_000)


def test_long_lines_are_wrapped_between_words_and_not_at_hyphens():
    words = [f"of-two-or-more-parts-{number:02d}" for number in range(20)]
    text = str(card(notes=(" ".join(words),)))
    lines = [line for line in text.splitlines() if "parts" in line]
    assert len(lines) > 3
    assert " ".join(line.strip() for line in lines).split()[-20:] == words
    assert all(line.startswith(" " * 10) for line in lines[1:])
    assert max(map(len, lines)) <= WIDTH
