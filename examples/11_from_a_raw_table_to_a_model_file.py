"""A raw table with words, gaps and dates: prepared, compared, explained, kept as a file to be trusted."""

import tempfile
import warnings
from pathlib import Path

import numpy as np
import pandas as pd

import gnomon as gn

# 1. A table as it comes: an identifier, a date, words, gaps.
random = np.random.default_rng(0)
n = 300
table = pd.DataFrame(
    {
        "order": [f"A-{number:05d}" for number in random.permutation(n)],
        "placed": pd.date_range("2024-01-01", periods=n, freq="31h").strftime("%Y-%m-%d %H:%M"),
        "channel": random.choice(["shop", "phone", "web"], n, p=[0.5, 0.2, 0.3]),
        "price": np.where(random.random(n) < 0.1, np.nan, random.gamma(2.0, 20.0, n)).round(2),
    }
)
late = (table["channel"] == "web") * 1.5 + table["price"].fillna(40) / 40 + random.normal(size=n) > 2
table["returned"] = np.where(late, "yes", "no")
warnings.filterwarnings("ignore", category=gn.errors.DataWarning)
task = gn.Task.of(table, "returned", name="orders")

# 2. What is done to the columns, and why; each learner gets what it needs, fitted anew in every fold.
print(gn.preprocessing.preparation_plan(task, gn.LogisticRegression()), "\n")
learners = {
    name: gn.preprocessing.prepared_estimator(learner, task)
    for name, learner in {
        "logistic": gn.LogisticRegression(),
        "forest": gn.RandomForestClassifier(random_state=0),
        "baseline": gn.Baseline(),
    }.items()
}
results = gn.run(gn.Design(task, learners, gn.k_fold(10), measures="auc"))
print(results.leaderboard(), "\n")

# 3. The chosen model, trained on all rows, and kept with its card; nothing in the file is ever executed.
model = gn.preprocessing.prepared_estimator(gn.LogisticRegression(), task, always=True).fit(task.X, task.y)
with tempfile.TemporaryDirectory() as folder:
    path = gn.save_model(
        model,
        Path(folder, "orders.skops"),
        task=task,
        estimates={"auc": results.estimate(learner="logistic")},
    )
    kept = gn.load_model(path)
    print(kept.card, "\n")
    # Columns are found by their names, whatever their order.
    print(kept.predict_frame(table[["price", "channel", "placed", "order"]].head(3)), "\n")

    # 4. Why this case, and the curve behind the numbers.
    print(gn.explain(model, 0, task=task), "\n")
    curve = gn.plotting.RocCurveDisplay.from_experiment(results, learners=["logistic", "forest"])
    print(curve.save(Path(folder, "roc.svg")).name, "-", curve.alt())
