"""A table of numbers, and of probabilities."""

import pytest

import gnomon as gn


def test_probabilities_of_documents_by_class_are_the_model_s():
    mail = gn.load("mail-counts")
    model = gn.MultinomialNB().fit(mail.X, mail.y)
    table = gn.plotting.TableMapDisplay.from_probabilities(model, mail.X).frame()
    assert table["value"].to_numpy() == pytest.approx(model.predict_proba(mail.X).ravel())
    assert set(table["column"]) == {"+", "-"}


def test_a_table_with_signs_is_drawn_too():
    assert "from -1 to 2" in gn.plotting.TableMapDisplay([[-1.0, 2.0]]).alt()
    gn.plotting.TableMapDisplay([[-1.0, 2.0]]).svg()
