"""Measures, intervals and tests, against what a user would write with scikit-learn."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
import sklearn.metrics

from benchmarks.case import Case, largest_difference
from gnomon.arrays import Array, Floats
from gnomon.assessment.comparing.pairwise import compare_all
from gnomon.assessment.comparison import compare
from gnomon.assessment.design import SplitDesign
from gnomon.assessment.measures.replicates import replicates
from gnomon.assessment.predictions import Predictions

AVERAGED = ("precision", "recall", "f1", "jaccard")
AVERAGES = ("macro", "micro", "weighted")


def cases(size: str) -> Iterator[Case]:
    scale = 20 if size == "quick" else 1
    yield labels(1_000_000 // scale, 100)
    yield bootstrap(100_000 // scale, 2000)
    yield delong(100_000 // scale, 5)
    yield pairs(200 // (10 if size == "quick" else 1), 10_000 // scale)


def labels(n_rows: int, n_splits: int) -> Case:
    """Every measure of labels that scikit-learn has, on each split."""
    predictions = guesses(n_rows, n_splits)
    names = ["accuracy", "error", "balanced_accuracy", "mcc", "kappa"]
    names += [f"{name}_{average}" for name in AVERAGED for average in AVERAGES]
    # The peer does the first tenth of the splits, and its time is scaled.
    some = max(n_splits // 10, 1)

    def ours() -> Floats:
        # The table of counts is kept once made; here it is part of the job.
        predictions.__dict__.pop("tables", None)
        return predictions.measure_many(names).to_numpy()[:some]

    def peer() -> Floats:
        return np.array([[score(*rows) for score in _peer_scores()] for rows in _by_split(predictions, some)])

    return Case(
        "assessment",
        f"{len(names)} label measures, {n_rows:,} rows in {n_splits} splits",
        "scikit-learn",
        ours,
        peer,
        lambda scores: float(scores[:, 0].mean()),
        "accuracy",
        largest_difference,
        wanted=10,
        peer_share=some / n_splits,
    )


def bootstrap(n_rows: int, times: int) -> Case:
    """The spread of AUC over bootstrap samples, from which its interval is read."""
    positive, score = scores(n_rows)
    some = max(times // 40, 1)

    def peer() -> Floats:
        random = np.random.default_rng(0)
        drawn = (random.integers(n_rows, size=n_rows) for _ in range(some))
        return np.array([sklearn.metrics.roc_auc_score(positive[rows], score[rows]) for rows in drawn])

    return Case(
        "assessment",
        f"AUC, {times:,} bootstraps of {n_rows:,} rows",
        "scikit-learn",
        lambda: replicates("auc", positive, score, times=times),
        peer,
        lambda areas: float(np.std(areas)),
        "standard error",
        lambda ours, peer: f"means differ by {abs(np.mean(ours) - np.mean(peer)):.0e}",
        wanted=30,
        peer_share=some / times,
    )


def delong(n_rows: int, n_models: int) -> Case:
    """Every pair of models on one hold-out, by DeLong's test."""
    positive, _ = scores(n_rows)
    design = SplitDesign("hold-out", 1, 1, stratified=False, grouped=False, random_state=0, n_rows=2 * n_rows)
    models = [_scored(positive, scores(n_rows, seed)[1], design) for seed in range(n_models)]

    def ours() -> Floats:
        found = [compare(a, b, "auc") for place, a in enumerate(models) for b in models[place + 1 :]]
        return np.array([each.p for each in found])

    return Case(
        "assessment",
        f"DeLong of {n_models} models, all pairs, {n_rows:,} rows",
        "none",
        ours,
        None,
        lambda p: float(p.min()),
        "least p",
        largest_difference,
        within=1,
    )


def pairs(n_models: int, n_rows: int) -> Case:
    """A leaderboard of many models, every pair compared."""
    models = [guesses(n_rows, 10, seed) for seed in range(n_models)]
    return Case(
        "assessment",
        f"{n_models} models pairwise, 10 folds, {n_rows:,} rows",
        "none",
        lambda: compare_all(models, "accuracy").p,
        None,
        lambda p: float(p.min()),
        "least p",
        largest_difference,
        within=5,
    )


def guesses(n_rows: int, n_splits: int, seed: int = 0) -> Predictions:
    """Predictions of three classes, right in most rows."""
    truth = np.random.default_rng(99).integers(3, size=n_rows).astype(np.int32)
    random = np.random.default_rng(seed)
    predicted = np.where(random.random(n_rows) < 0.7, truth, random.integers(3, size=n_rows)).astype(np.int32)
    design = SplitDesign("k-fold", n_splits, 1, stratified=True, grouped=False, random_state=0, n_rows=n_rows)
    split = np.sort(np.arange(n_rows) % n_splits).astype(np.int32)
    sizes = n_rows - np.bincount(split)
    return Predictions(
        task_name="guesses",
        learner=f"Guess {seed}",
        setting={},
        kind="classification",
        design=design,
        splits="made",
        split=split,
        row=np.arange(n_rows),
        truth=truth,
        predicted=predicted,
        train_sizes=sizes,
        classes=np.arange(3),
    )


def scores(n_rows: int, seed: int = 0) -> tuple[Array, Floats]:
    """Whether each row is positive, and a score that knows something of it."""
    positive = np.random.default_rng(99).random(n_rows) < 0.3
    return positive, np.random.default_rng(seed).normal(size=n_rows) + positive


def _scored(positive: Array, score: Floats, design: SplitDesign) -> Predictions:
    return Predictions(
        task_name="scores",
        learner="Score",
        setting={"seed": float(score[0])},
        kind="classification",
        design=design,
        splits="made",
        split=np.zeros(len(score), dtype=np.int32),
        row=np.arange(len(score)),
        truth=positive.astype(np.int32),
        predicted=(score > 0.5).astype(np.int32),
        train_sizes=np.array([len(score)]),
        decision=score,
        classes=np.arange(2),
        positive=1,
    )


def _by_split(predictions: Predictions, n_splits: int) -> Iterator[tuple[Array, Array]]:
    for split in range(n_splits):
        rows = predictions.split == split
        yield predictions.truth[rows], predictions.predicted[rows]


def _peer_scores() -> list[Callable[[Array, Array], float]]:
    found: list[Callable[[Array, Array], float]] = [
        sklearn.metrics.accuracy_score,
        sklearn.metrics.zero_one_loss,
        sklearn.metrics.balanced_accuracy_score,
        sklearn.metrics.matthews_corrcoef,
        sklearn.metrics.cohen_kappa_score,
    ]
    for name in AVERAGED:
        score = getattr(sklearn.metrics, f"{name}_score")
        for average in AVERAGES:
            found.append(lambda truth, predicted, f=score, a=average: f(truth, predicted, average=a))
    return found
