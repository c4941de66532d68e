"""Lessons on model evaluation and its uncertainty."""

import numpy as np
import pandas as pd

import gnomon as gn
from gnomon.assessment.curves.roc import RocCurve, roc_curve
from gnomon.assessment.curves.skew import prevalence_table
from gnomon.assessment.decisions.rate_costs import break_even, choose_classifier
from gnomon.assessment.intervals import corrected_t_interval, t_interval, z_interval
from gnomon.assessment.significance.differences import corrected_t_test, paired_t_test
from gnomon.cli.lessons import Lesson, Step, figure, lesson
from gnomon.data.sets.printed import BROWN, FAWCETT, MIT, ZAKI

_TOPIC = "assessment"


@lesson(
    "confusion",
    "Confusion matrix of thirty flowers",
    topic=_TOPIC,
    source=f"{ZAKI}, example 22.2 and table 22.1",
)
def confusion() -> Lesson:
    """Precision, recall and F of three classes."""
    printed = gn.load("confusion-iris").to_pandas()
    classes = tuple(printed["truth"].astype(str))
    table = gn.metrics.ConfusionMatrix(classes, printed.drop(columns="truth").to_numpy(dtype=float))
    measures = table.frame().reset_index()[["class", "TP", "FP", "FN", "precision", "recall", "f1"]]
    accuracy, f1 = table.score("accuracy"), table.score("f1_macro")
    return Lesson(
        "A model classified 30 flowers. A confusion matrix shows which classes it confuses, not only how "
        "often it was right.",
        [
            Step("The confusion matrix: true classes in rows, predicted classes in columns.", printed),
            Step("One class against the rest: precision, recall and F1 of each class.", measures),
            Step(f"Accuracy is {accuracy:.3f}; macro-averaged F1 is {f1:.3f}."),
        ],
        {"accuracy": float(accuracy), "f1": float(f1), "precision": tuple(measures["precision"])},
        figure=figure("ConfusionMatrixDisplay", None, table),
    )


@lesson(
    "twenty-scores", "The ROC curve: every threshold at once", topic=_TOPIC, source=f"{FAWCETT}, section 4"
)
def twenty_scores() -> Lesson:
    """The ROC curve of twenty instances, its area and its best threshold."""
    curve = _fawcett()
    hull = gn.curves.roc_convex_hull(curve)
    best = curve.best_threshold()
    return Lesson(
        "Twenty instances sorted by score. Lower the threshold one instance at a time: a positive moves the "
        "curve up (true positive rate), a negative to the right (false positive rate).",
        [
            Step("The steps of the curve.", curve.frame().head(8)),
            Step(
                f"The area under the curve (AUC) is {curve.auc:.4g}: the probability that a positive is "
                "ranked above a negative. The convex hull, reached by mixing thresholds, has "
                f"{hull.area:.4g}."
            ),
            Step(f"Accuracy is highest at threshold {best:g}: {100 * curve.accuracy().max():.0f} %."),
        ],
        {
            "area": float(curve.auc),
            "hull": float(hull.area),
            "threshold": float(best),
            "gini": float(curve.gini),
        },
        figure=figure("RocCurveDisplay", None, curve, hull=True),
    )


@lesson("ties", "Tied scores and the area under the ROC curve", topic=_TOPIC, source=f"{ZAKI}, example 22.5")
def ties() -> Lesson:
    """Ties count as half, whatever order they come in."""
    table = gn.load("tied-scores").to_pandas()
    positive, score = table["class"].astype(str) == "c1", table["score"]
    areas = {
        how: float(roc_curve(positive, score, ties=how).auc)
        for how in ("expected", "optimistic", "pessimistic")
    }
    return Lesson(
        "Three of five instances have the same score. Sorting puts ties in some order; the area under the "
        "curve should not depend on it.",
        [
            Step("The instances.", table),
            Step(
                "Counting a tie as one half, the area is "
                f"{areas['expected']:.4f}. Depending on the order it could be anything from "
                f"{areas['pessimistic']:.4f} to {areas['optimistic']:.4f}."
            ),
        ],
        areas,
    )


@lesson(
    "skew", "Class imbalance: ten times as many negatives", topic=_TOPIC, source=f"{FAWCETT}, section 4.2"
)
def skew() -> Lesson:
    """Rates are invariant to class prevalence; precision and accuracy are not."""
    result = prevalence_table(_fawcett(), (1, 10), threshold=0.54)
    table = pd.DataFrame(
        {
            "negatives": ["as they are", "ten times"],
            "recall": result.recall,
            "false positive rate": result.fpr,
            "area": result.auc,
            "precision": result.precision,
            "accuracy": result.accuracy,
            "F": result.f1,
        }
    )
    return Lesson(
        "The same scores, the same threshold, but negatives are ten times as common. What changes?",
        [
            Step("Measures before and after.", table),
            Step(
                "The true and false positive rates, and hence the ROC curve, stay; measures that mix "
                "classes change."
            ),
        ],
        {"precision": tuple(map(float, result.precision)), "accuracy": tuple(map(float, result.accuracy))},
    )


@lesson(
    "five-folds",
    "Confidence interval of an error over five folds",
    topic=_TOPIC,
    source=f"{ZAKI}, example 22.10",
)
def five_folds() -> Lesson:
    """Confidence intervals of a mean of five, by the normal and by Student's t distribution."""
    table = gn.load("folds-full-bayes").to_pandas()
    errors = (table["mistakes"] / table["rows"]).to_numpy()
    intervals = pd.DataFrame(
        [
            {"method": name, "level": level, "lower": bounds[0], "upper": bounds[1]}
            for name, method in (("normal", z_interval), ("Student", t_interval))
            for level in (0.95, 0.99)
            for bounds in [method(errors, level)]
        ]
    )
    corrected = corrected_t_interval(errors, 1 / 4)
    return Lesson(
        "Five folds of 30 flowers with 8, 4, 7, 11 and 5 errors. The mean is easy; its confidence interval "
        "depends on what is assumed known.",
        [
            Step(
                f"The mean error is {errors.mean():.5f}, the variance of the folds {errors.var(ddof=1):.6f}."
            ),
            Step(
                "With five values the variance is itself an estimate, so Student's t interval is wider.",
                intervals,
            ),
            Step(
                "Folds also share training rows. Corrected for that (Nadeau and Bengio) the interval is "
                f"{corrected[0]:.3f} to {corrected[1]:.3f}."
            ),
        ],
        {
            "mean": float(errors.mean()),
            "student": tuple(map(float, t_interval(errors, 0.95))),
            "normal": tuple(map(float, z_interval(errors, 0.95))),
        },
    )


@lesson("naive-against-full", "Is the simpler model worse?", topic=_TOPIC, source=f"{ZAKI}, example 22.11")
def naive_against_full() -> Lesson:
    """A paired test over folds."""
    table = gn.load("folds-naive-full").to_pandas()
    difference = ((table["naive"] - table["full"]) / table["rows"]).to_numpy()
    plain, corrected = paired_t_test(difference), corrected_t_test(difference, 1 / 4)
    return Lesson(
        "Naive and full Bayes on the same five folds. The naive one makes 39 errors and the full one 34: is "
        "the difference significant?",
        [
            Step("Errors in each fold.", table),
            Step(
                f"The paired t of the differences is {plain.statistic:.4f}, with p = {plain.p:.4f}; "
                f"corrected for shared training rows p = {corrected.p:.4f}."
            ),
            Step(
                "Neither test rejects the null hypothesis of equal errors. Nor do they show equality: five "
                "folds have little power."
            ),
        ],
        {"t": float(plain.statistic), "p": float(plain.p)},
    )


@lesson(
    "logistic-against-stump",
    "A paired t test: 13.9 % against 16.6 %, not significant",
    topic=_TOPIC,
    source=f"{BROWN}, section 3.2",
)
def logistic_against_stump() -> Lesson:
    """Means, standard deviations and the paired t test of two models over five folds."""
    table = gn.load("folds-logistic-stump").to_pandas()
    logistic, stump = table["logistic"].to_numpy(), table["stump"].to_numpy()
    lines = [
        {"model": name, "mean": each.mean(), "deviation": each.std(ddof=1), "lower": low, "upper": high}
        for name, each in (("logistic", logistic), ("stump", stump))
        for low, high in [t_interval(each)]
    ]
    result = paired_t_test(logistic - stump)
    return Lesson(
        "Error rates (%) of two models on the same five folds. One looks clearly better, and varies more.",
        [
            Step("Each model with a 95 % confidence interval.", pd.DataFrame(lines)),
            Step(f"The paired t over folds is {result.statistic:.4f}, p = {result.p:.4f}: not significant."),
        ],
        {
            "means": (float(logistic.mean()), float(stump.mean())),
            "deviations": (float(logistic.std(ddof=1)), float(stump.std(ddof=1))),
            "p": float(result.p),
        },
    )


@lesson(
    "which-test",
    "Expected cost: choose between two diagnostic tests",
    topic=_TOPIC,
    source=f"{MIT}, slide 8.4.53",
)
def which_test() -> Lesson:
    """Expected costs and the break-even cost ratio."""
    tests = {"1": (0.9, 0.4), "2": (0.7, 0.1)}
    expensive_miss = choose_classifier(tests, prevalence=0.1, cost_miss=100)
    equal = choose_classifier(tests, prevalence=0.1)
    turns = pd.DataFrame(
        [
            {"prevalence": each, "turns at": float(break_even(*tests.values(), prevalence=each))}
            for each in (0.01, 0.1, 0.5, 0.6)
        ]
    )
    return Lesson(
        "Test 1 has sensitivity 90 % and a false positive rate of 40 %; test 2 has 70 % and 10 %. Neither "
        "dominates: the choice depends on the cost of a false negative.",
        [
            Step(
                f"Prevalence is 10 % and a false negative costs 100 times a false positive: {expensive_miss}."
            ),
            Step(f"Both errors cost the same: {equal}."),
            Step(
                "The cost ratio (false negative to false positive) above which test 1 is cheaper, by "
                "prevalence.",
                turns,
            ),
        ],
        {
            "dear": (float(expensive_miss.costs["1"]), float(expensive_miss.costs["2"])),
            "equal": (float(equal.costs["1"]), float(equal.costs["2"])),
            "turns": tuple(turns["turns at"]),
        },
    )


def _fawcett() -> RocCurve:
    table = gn.load("fawcett-scores").to_pandas()
    return roc_curve(np.asarray(table["class"].astype(str) == "p"), table["score"].to_numpy())
