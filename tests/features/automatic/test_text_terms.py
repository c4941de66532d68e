import numpy as np
import pandas as pd
import pytest
import scipy.sparse
from sklearn.feature_extraction.text import TfidfVectorizer

import gnomon as gn
from gnomon.data.column import column_of
from gnomon.features.automatic.column_use import use_of
from gnomon.features.automatic.prepare_table import PrepareTable
from gnomon.features.automatic.text_terms import learn_terms, weights_of

WORDS = np.array(["room", "view", "staff", "rude", "clean", "dirty", "noise", "again", "never", "lovely"])


def texts(n=80, seed=0):
    random = np.random.default_rng(seed)
    return [" ".join(random.choice(WORDS, random.integers(3, 9))) for _ in range(n)]


def as_numbers(found):
    return found.toarray() if scipy.sparse.issparse(found) else found


def test_weights_are_those_of_scikit_learn_for_the_words_chosen():
    given = texts()
    terms, idf = learn_terms(tuple(given), np.arange(80.0), np.ones(80), 6)
    assert len(terms) == 6
    expected = TfidfVectorizer(vocabulary=terms).fit_transform(given).toarray()
    codes = np.arange(80)
    for held in (tuple(given), given):
        np.testing.assert_allclose(weights_of(held, codes, terms, idf).toarray(), expected, rtol=1e-12)


def test_words_of_all_rows_and_of_one_row_become_no_columns():
    given = ["the room once", "the view", "the room", "the view of it"]
    assert learn_terms(tuple(given), np.arange(4.0), np.ones(4), 10)[0] == ["room", "view"]


def test_a_text_that_stands_in_many_rows_counts_as_often():
    once = learn_terms(("a room", "a view"), np.array([0.0, 0.0, 0.0, 1.0, 1.0]), np.ones(5), 9)
    told = learn_terms(("a room", "a view"), np.array([0.0, 1.0]), np.array([3.0, 2.0]), 9)
    assert once[0] == told[0] == ["room", "view"]
    assert np.array_equal(once[1], told[1])


def test_some_rows_of_what_was_prepared_teach_what_these_rows_alone_teach():
    frame = pd.DataFrame({"remark": texts(), "x": np.arange(80.0)})
    step, rows = PrepareTable(texts=["remark"], scale=True), np.random.default_rng(1).permutation(80)[:50]
    seen = step.prepare(*step.check_rows(frame)).rows(rows)
    narrowed = step.fit_prepared(seen)
    alone = PrepareTable(texts=["remark"], scale=True).fit(frame.iloc[rows])
    assert narrowed.get_feature_names_out().tolist() == alone.get_feature_names_out().tolist()
    assert np.array_equal(narrowed.transform(frame), alone.transform(frame))


def test_texts_of_held_out_rows_have_no_say():
    given = texts()
    task = gn.Task(pd.DataFrame({"remark": given, "x": np.arange(80) % 7}), np.arange(80) % 2)
    changed = [*given[:60], *(f"quite other words {number}" for number in range(20))]
    other = gn.Task(pd.DataFrame({"remark": changed, "x": np.arange(80) % 7}), task.y)
    plan = [(np.arange(60), np.arange(60, 80))]
    steps = [gn.preprocessing.prepared_estimator(gn.LogisticRegression(), each)[0] for each in (task, other)]
    train = [step.fit(each.table.rows(plan[0][0])) for step, each in zip(steps, (task, other))]
    assert train[0].get_feature_names_out().tolist() == train[1].get_feature_names_out().tolist()


def test_a_table_a_frame_and_an_array_of_objects_give_the_same_bits():
    frame = pd.DataFrame({"remark": [*texts(79), None], "x": np.arange(80.0)})
    step = PrepareTable(names=["remark", "x"], texts=["remark"]).fit(gn.Table.of(frame))
    expected = step.transform(gn.Table.of(frame))
    assert np.array_equal(step.transform(frame), expected)
    assert np.array_equal(step.transform(frame.to_numpy(dtype=object)), expected)
    assert (expected[-1, : len(step.terms_[0][0])] == 0).all()


def test_no_text_is_kept_in_what_was_fitted():
    step = PrepareTable(texts=["remark"]).fit(
        pd.DataFrame({"remark": ["my name is Ada", "my name is Bob"] * 3})
    )
    assert "Ada" not in repr(vars(step))


def test_a_wide_result_is_sparse_where_the_learner_takes_it_and_holds_the_same_numbers():
    random = np.random.default_rng(0)
    frame = pd.DataFrame({"town": random.integers(200, size=3000).astype(str), "x": random.normal(size=3000)})
    dense = PrepareTable(scale=True, categories=["town"], rare=0.0).fit(frame)
    sparse = PrepareTable(scale=True, categories=["town"], rare=0.0, sparse=True, max_levels=150).fit(frame)
    dense.set_params(max_levels=150).fit(frame)
    assert not dense.sparse_
    assert scipy.sparse.issparse(sparse.transform(frame))
    assert np.array_equal(sparse.transform(frame).toarray(), dense.transform(frame))


def test_of_very_many_levels_the_share_of_rows_is_one_more_column():
    random = np.random.default_rng(0)
    town = np.array([f"t{number}" for number in (random.pareto(1.0, 2000) * 5).astype(int)])
    step = PrepareTable().fit(pd.DataFrame({"town": town}))
    names = step.get_feature_names_out().tolist()
    assert names[-1] == "town: share of rows"
    assert len(names) <= 52
    shares = step.transform(pd.DataFrame({"town": ["t0", "never seen", None]}))[:, -1]
    assert shares[0] == np.mean(town == "t0")
    assert shares[1:].tolist() == [0.0, 0.0]


@pytest.mark.parametrize(
    ("values", "kind", "left_out"),
    [
        (texts(), "text", ""),
        ([f"A{number:05d}" for number in range(80)], "categorical", "like an identifier"),
        (["very good and cheap indeed", "bad"] * 40, "categorical", ""),
        ([None, *texts(79)], "text", ""),
    ],
)
def test_text_is_told_from_names_and_from_categories(values, kind, left_out):
    found = use_of(column_of("remark", values))
    assert found.kind == kind
    assert left_out in found.left_out
    assert bool(found.left_out) == bool(left_out)


def test_text_makes_every_default_learner_better_where_it_tells():
    from gnomon.cli.learners import defaults

    given = texts(300)
    label = ["yes" if "lovely" in text or "rude" in text else "no" for text in given]
    task = gn.Task(pd.DataFrame({"remark": given, "x": np.arange(300) % 7}), label)
    for learner in defaults("classification"):
        name = type(learner).__name__
        score = gn.resample(task, learner, gn.k_fold(3)).score("accuracy")
        if name not in ("Baseline", "DecisionStump"):
            assert score > 0.75, name
