"""A raw table with text, missing values and dates: preprocessed, compared, explained, saved to a file."""

import tempfile
import warnings
from pathlib import Path

import numpy as np
import pandas as pd

import gnomon as gn

# 1. A raw table: an identifier, a date, categories, missing values.
random = np.random.default_rng(0)
n = 300
table = pd.DataFrame(
    {
        "order": [f"A-{number:05d}" for number in random.permutation(n)],
        "placed": pd.date_range("2024-01-01", periods=n, freq="31h").strftime("%Y-%m-%d %H:%M"),
        "channel": random.choice(["shop", "phone", "web"], n, p=[0.5, 0.2, 0.3]),
        "amount": np.where(random.random(n) < 0.1, np.nan, random.gamma(2.0, 20.0, n)).round(2),
    }
)
late = (table["channel"] == "web") * 1.5 + table["amount"].fillna(40) / 40 + random.normal(size=n) > 2
table["returned"] = np.where(late, "yes", "no")
warnings.filterwarnings("ignore", category=gn.errors.DataWarning)
task = gn.Task.of(table, "returned", name="orders")

# 2. The preprocessing of each column, and why; it is fitted inside every fold, as each learner needs it.
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

# 3. The selected model, fitted on all rows and saved with its card; nothing in the file is ever executed.
model = gn.preprocessing.prepared_estimator(gn.LogisticRegression(), task, always=True).fit(task.X, task.y)
with tempfile.TemporaryDirectory() as folder:
    path = gn.save_model(
        model,
        Path(folder, "orders.skops"),
        task=task,
        estimates={"auc": results.estimate(learner="logistic")},
    )
    loaded = gn.load_model(path)
    print(loaded.card, "\n")
    # Columns are matched by name, in any order.
    print(loaded.predict_frame(table[["amount", "channel", "placed", "order"]].head(3)), "\n")

    # 4. The explanation of one prediction, and the ROC curve.
    print(gn.explain(model, 0, task=task), "\n")
    curve = gn.plotting.RocCurveDisplay.from_experiment(results, learners=["logistic", "forest"])
    print(curve.save(Path(folder, "roc.svg")).name, "-", curve.alt())
