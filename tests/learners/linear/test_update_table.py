import numpy as np
import pytest

from gnomon.learners.linear.mistakes import MistakeRule, dot_products, train
from gnomon.learners.linear.update_table import update_table
from gnomon.sharing.labels import Labels


def rows(seed=0):
    random = np.random.default_rng(seed)
    X = random.normal(size=(15, 2))
    return X, Labels.of(np.where(X[:, 0] > 0.2 * X[:, 1] + 0.1, "yes", "no"))


@pytest.mark.parametrize(
    "rule", [MistakeRule(0.1), MistakeRule(constant=False), MistakeRule(by_distance=True)]
)
@pytest.mark.parametrize("by_dot_products", [False, True])
def test_the_last_row_has_the_fitted_weights(rule, by_dot_products):
    X, labels = rows()
    start = np.array([0.5, -0.5]), 0.3
    gram = dot_products(X) if by_dot_products else None
    table = update_table(X, labels, rule, start, 6, names=["a", "b"], gram=gram)
    run = train(X, np.where(labels.codes == 1, 1.0, -1.0), rule, start, 6, gram=gram)
    np.testing.assert_allclose(table[["a", "b", "constant"]].iloc[-1].astype(float), [*run.w, run.b])
    assert len(table) == 1 + run.n_visits
    assert (table["amount"] != 0).sum() == sum(run.history)


def test_each_line_follows_from_the_one_before():
    X, labels = rows(1)
    table = update_table(X, labels, MistakeRule(), (np.zeros(2), 0.0), 50, names=["a", "b"])
    weights = table[["a", "b"]].to_numpy(float), table["constant"].to_numpy(float)
    for line in range(1, len(table)):
        row, amount = table["row"][line], table["amount"][line]
        is_positive = X[row] @ weights[0][line - 1] + weights[1][line - 1] > 0
        assert table["predicted"][line] == ("yes" if is_positive else "no")
        assert table["truth"][line] == labels.classes[labels.codes[row]]
        assert amount == {("no", "yes"): 1.0, ("yes", "no"): -1.0}.get(
            (table["predicted"][line], table["truth"][line]), 0.0
        )
        np.testing.assert_allclose(weights[0][line], weights[0][line - 1] + amount * X[row])
