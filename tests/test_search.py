"""Search by the terms of the field: every term of `index_terms` leads to what a textbook means by it."""

import pytest

import gnomon as gn
from gnomon import search, term_index
from tests.index_terms import pairs

PUBLIC = {match.name for match in search._index()}


def test_there_are_at_least_three_hundred_terms_each_once():
    terms = [term.casefold() for term, _ in pairs()]
    assert len(terms) == len(set(terms)) >= 300


@pytest.mark.parametrize(("term", "name"), pairs())
def test_a_term_leads_to_what_a_textbook_means_by_it(term, name):
    assert name in [match.name for match in gn.find(term, max_results=3)]


def test_every_term_of_the_tables_leads_to_something_public():
    for term, names in term_index.by_term().items():
        assert names, term
        assert set(names) <= PUBLIC, term


@pytest.mark.parametrize(
    ("same", "term"),
    [
        ("cross-validation", "Cross Validation"),
        ("back-propagation", "backpropagation"),
        ("nearest neighbors", "nearest neighbours"),
        ("regularization", "Regularisation"),
        ("support vector machine", "support vector machines"),
        ("hold-out", "holdout"),
        ("standardization", "standardize"),
    ],
)
def test_spelling_and_endings_make_no_difference(same, term):
    assert gn.find(term)[0] == gn.find(same)[0]


@pytest.mark.parametrize(
    ("misspelled", "name"),
    [
        ("StandardScalar", "gn.Normalize"),
        ("lojistic regresion", "gn.LogisticRegression"),
        ("baesian netwrok", "gn.networks.BayesianNetwork"),
        ("confussion matrix", "gn.metrics.ConfusionMatrix"),
    ],
)
def test_a_misspelled_term_leads_to_the_closest(misspelled, name):
    assert gn.find(misspelled)[0].name == name


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("how do I compare two classifiers?", "gn.compare"),
        ("AUC confidence interval", "gn.stats.delong_interval"),
        ("multiclass AUC", "gn.metrics.auc_hand_till"),
        ("decision tree for regression", "gn.DecisionTreeRegressor"),
        ("hard margin classifier", "gn.svm.widest_margin_hyperplane"),
    ],
)
def test_a_term_of_no_index_leads_to_what_shares_its_words(question, name):
    assert name in [match.name for match in gn.find(question, max_results=3)]


@pytest.mark.parametrize("nonsense", ["qwertyuiop", "", "purple elephants", "?!"])
def test_nonsense_finds_nothing_and_says_where_to_look(nonsense):
    matches = gn.find(nonsense)
    assert len(matches) == 0
    assert not matches
    assert repr(nonsense) in repr(matches)
    assert "help(gn)" in repr(matches)


def test_matches_print_as_a_table_of_names_and_what_they_are():
    matches = gn.find("bag of words", max_results=2)
    assert repr(matches).splitlines()[0].startswith("gn.TextFeatures")
    assert len(repr(matches).splitlines()) == len(matches) == 2
    assert matches[0].get() is gn.TextFeatures
    assert [match.name for match in matches[:1]] == ["gn.TextFeatures"]
    assert matches._repr_html_().count("<tr>") == 3
    assert "&lt;" in search.Matches("a<b", [search.Match("gn.x", "a < b")])._repr_html_()


def test_no_match_is_a_sentence_in_a_notebook_too():
    assert "no public name matches" in gn.find("qwertyuiop")._repr_html_()
