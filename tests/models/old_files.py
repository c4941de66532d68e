"""Writes the files that later versions must go on reading: `python -m tests.models.old_files FOLDER`.

Files that were stored once stay as they are; a new format adds a folder of its own.
"""

import json
import sys
from pathlib import Path

import numpy as np
import pandas as pd
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import gnomon as gn
from gnomon.models import load_model, save_model


def towns():
    """A small table with categories, an order and gaps."""
    frame = pd.DataFrame(
        {
            "age": [20.0, 31.0, np.nan, 45.0, 52.0, 38.0, 61.0, 27.0] * 3,
            "town": pd.Categorical(["Ulm", "Bonn", None, "Ulm", "Rome", "Bonn", "Rome", "Ulm"] * 3),
            "size": pd.Categorical(
                ["S", "L", "M", "S", "L", "M", "L", "S"] * 3, ["S", "M", "L"], ordered=True
            ),
            "smoker": [True, False] * 12,
        }
    )
    return gn.Task(frame, ["well", "ill", "ill", "well", "ill", "ill", "ill", "well"] * 3, name="towns")


def models():
    """Models by name, each with its task."""
    iris, mixed = gn.load("iris").rows(np.arange(0, 150, 3)), towns()
    scaled = make_pipeline(StandardScaler(), gn.LogisticRegression())
    return {
        "tree": (gn.DecisionTreeClassifier(max_depth=3).fit(mixed.X, mixed.y), mixed),
        "svc": (gn.SVC(C=2.0).fit(iris.X, iris.y), iris),
        "logistic-pipeline": (scaled.fit(iris.X, iris.y), iris),
        "mixed-bayes": (gn.MixedNB().fit(mixed.X, mixed.y), mixed),
        "kmeans": (gn.KMeans(3, random_state=0).fit(iris.X), iris),
        "pca": (gn.PCA(2).fit(iris.X), iris),
        "forest": (gn.RandomForestClassifier(3, random_state=0).fit(mixed.X, mixed.y), mixed),
        "neighbors": (gn.KNeighborsClassifier(3).fit(iris.X, iris.y), iris),
    }


def answers(model, task):
    """What a stored model says to the rows of its task, as plain lists."""
    method = next(name for name in ("predict_proba", "predict", "transform") if hasattr(model.model, name))
    return np.asarray(getattr(model, method)(task)).tolist()


def main(folder):
    folder.mkdir(parents=True)
    expected = {}
    for name, (model, task) in models().items():
        path = save_model(model, folder / f"{name}.skops", task=task)
        expected[name] = answers(load_model(path), task)
    (folder / "answers.json").write_text(json.dumps(expected))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
