"""Lessons on how good a model is, and how sure one can be."""

import numpy as np
import pandas as pd

import gnomon as gn
from gnomon.assessment.curves.roc import RocCurve, roc_curve
from gnomon.assessment.curves.skew import prevalence_table
from gnomon.assessment.decisions.rate_costs import break_even, choose_classifier
from gnomon.assessment.intervals import corrected_t_interval, t_interval, z_interval
from gnomon.assessment.significance.differences import corrected_t_test, paired_t_test
from gnomon.cli.lessons import Lesson, Step, figure, lesson

_TOPIC = "assessment"


@lesson("confusion", "Thirty flowers in a table of counts", topic=_TOPIC, source="4-W03")
def confusion() -> Lesson:
    """Precision, recall and F of three classes."""
    printed = gn.load("confusion-iris").to_pandas()
    classes = tuple(printed["truth"].astype(str))
    table = gn.metrics.ConfusionMatrix(classes, printed.drop(columns="truth").to_numpy(dtype=float))
    measures = table.frame().reset_index()[["class", "TP", "FP", "FN", "precision", "recall", "f1"]]
    accuracy, f1 = table.score("accuracy"), table.score("f1_macro")
    return Lesson(
        "A model named 30 flowers. Which it mistook for which says more than how often it was right.",
        [
            Step("True classes in rows, what was said in columns.", printed),
            Step("Each class as if it were the only one that matters.", measures),
            Step(f"Right for {accuracy:.3f} of all; the mean F over classes is {f1:.3f}."),
        ],
        {"accuracy": float(accuracy), "f1": float(f1), "precision": tuple(measures["precision"])},
        figure=figure("ConfusionMatrixDisplay", None, table),
    )


@lesson("twenty-scores", "One curve for every threshold", topic=_TOPIC, source="2-W17")
def twenty_scores() -> Lesson:
    """The ROC curve of twenty instances, its area and its best threshold."""
    curve = _fawcett()
    hull = gn.curves.roc_convex_hull(curve)
    best = curve.best_threshold()
    return Lesson(
        "Twenty instances sorted by score. Move the threshold down one instance at a time: a positive goes "
        "up, a negative to the right.",
        [
            Step("The steps of the curve.", curve.frame().head(8)),
            Step(
                f"The area under it is {curve.auc:.4g}: the chance that a positive outranks a negative. The "
                f"hull, which mixing thresholds can reach, has {hull.area:.4g}."
            ),
            Step(f"Most are right at threshold {best:g}: {100 * curve.accuracy().max():.0f} %."),
        ],
        {
            "area": float(curve.auc),
            "hull": float(hull.area),
            "threshold": float(best),
            "gini": float(curve.gini),
        },
        figure=figure("RocCurveDisplay", None, curve, hull=True),
    )


@lesson("ties", "Equal scores: what does the order hide?", topic=_TOPIC, source="4-W08")
def ties() -> Lesson:
    """Ties count as half, whatever order they come in."""
    table = gn.load("tied-scores").to_pandas()
    positive, score = table["class"].astype(str) == "c1", table["score"]
    areas = {
        how: float(roc_curve(positive, score, ties=how).auc)
        for how in ("expected", "optimistic", "pessimistic")
    }
    return Lesson(
        "Three of five instances have the same score. A sorted list must put them in some order; the area "
        "should not depend on it.",
        [
            Step("The instances.", table),
            Step(
                "Counting a tie as half a success, the area is "
                f"{areas['expected']:.4f}. By order alone it could be anything from "
                f"{areas['pessimistic']:.4f} to {areas['optimistic']:.4f}."
            ),
        ],
        areas,
    )


@lesson("skew", "Ten times as many negatives", topic=_TOPIC, source="2-W19")
def skew() -> Lesson:
    """Rates stay, precision and accuracy do not."""
    found = prevalence_table(_fawcett(), (1, 10), threshold=0.54)
    table = pd.DataFrame(
        {
            "negatives": ["as they are", "ten times"],
            "recall": found.recall,
            "false alarms": found.fpr,
            "area": found.auc,
            "precision": found.precision,
            "accuracy": found.accuracy,
            "F": found.f1,
        }
    )
    return Lesson(
        "The same scores, the same threshold, but negatives are ten times as common. What changes?",
        [
            Step("Measures before and after.", table),
            Step("Rates within a class, and the ROC curve made of them, stay; what mixes classes moves."),
        ],
        {"precision": tuple(map(float, found.precision)), "accuracy": tuple(map(float, found.accuracy))},
    )


@lesson("five-folds", "Five folds: how sure is 23 %?", topic=_TOPIC, source="4-W16")
def five_folds() -> Lesson:
    """Intervals of a mean of five, by the normal and by Student."""
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
        "Five folds of 30 flowers with 8, 4, 7, 11 and 5 mistakes. The mean is easy; its interval depends on "
        "what one takes for known.",
        [
            Step(
                f"The mean error is {errors.mean():.5f}, the variance of the folds {errors.var(ddof=1):.6f}."
            ),
            Step("With five values the spread itself is a guess, so Student's interval is wider.", intervals),
            Step(
                "And folds share their training rows. Corrected for that (Nadeau and Bengio) the interval is "
                f"{corrected[0]:.3f} to {corrected[1]:.3f}."
            ),
        ],
        {
            "mean": float(errors.mean()),
            "student": tuple(map(float, t_interval(errors, 0.95))),
            "normal": tuple(map(float, z_interval(errors, 0.95))),
        },
    )


@lesson("naive-against-full", "Is the simpler model worse?", topic=_TOPIC, source="4-W17")
def naive_against_full() -> Lesson:
    """A paired test over folds."""
    table = gn.load("folds-naive-full").to_pandas()
    difference = ((table["naive"] - table["full"]) / table["rows"]).to_numpy()
    plain, careful = paired_t_test(difference), corrected_t_test(difference, 1 / 4)
    return Lesson(
        "Naive and full Bayes on the same five folds. The naive one makes 39 mistakes and the full one 34: "
        "is that a difference?",
        [
            Step("Mistakes on each fold.", table),
            Step(
                f"The paired t of the differences is {plain.statistic:.4f}, with p = {plain.p:.4f}; "
                f"corrected for shared training rows p = {careful.p:.4f}."
            ),
            Step("Neither test refuses that they are equal. Nor do they show it: five folds say little."),
        ],
        {"t": float(plain.statistic), "p": float(plain.p)},
    )


@lesson("logistic-against-stump", "13.9 % against 16.6 %, and no verdict", topic=_TOPIC, source="1-W14")
def logistic_against_stump() -> Lesson:
    """Means, deviations and the paired test of two models over five folds."""
    table = gn.load("folds-logistic-stump").to_pandas()
    logistic, stump = table["logistic"].to_numpy(), table["stump"].to_numpy()
    lines = [
        {"model": name, "mean": each.mean(), "deviation": each.std(ddof=1), "lower": low, "upper": high}
        for name, each in (("logistic", logistic), ("stump", stump))
        for low, high in [t_interval(each)]
    ]
    found = paired_t_test(logistic - stump)
    return Lesson(
        "Percent of mistakes of two models on the same five folds. One looks clearly better, and varies more."
        "",
        [
            Step("Each by itself, with a 95 % interval.", pd.DataFrame(lines)),
            Step(f"Fold by fold the paired t is {found.statistic:.4f}, p = {found.p:.4f}: undecided."),
        ],
        {
            "means": (float(logistic.mean()), float(stump.mean())),
            "deviations": (float(logistic.std(ddof=1)), float(stump.std(ddof=1))),
            "p": float(found.p),
        },
    )


@lesson("which-test", "Two tests for a disease: which is cheaper?", topic=_TOPIC, source="6-W21")
def which_test() -> Lesson:
    """Expected costs and the ratio where the choice turns."""
    tests = {"1": (0.9, 0.4), "2": (0.7, 0.1)}
    dear = choose_classifier(tests, prevalence=0.1, cost_miss=100)
    equal = choose_classifier(tests, prevalence=0.1)
    turns = pd.DataFrame(
        [
            {"prevalence": each, "turns at": float(break_even(*tests.values(), prevalence=each))}
            for each in (0.01, 0.1, 0.5, 0.6)
        ]
    )
    return Lesson(
        "Test 1 finds 90 % of the ill and alarms 40 % of the well; test 2 finds 70 % and alarms 10 %. "
        "Neither is better: it depends on what a miss costs.",
        [
            Step(f"One in ten is ill and a miss costs 100 times an alarm: {dear}."),
            Step(f"Both cost the same: {equal}."),
            Step("How many times an alarm a miss must cost for test 1 to pay.", turns),
        ],
        {
            "dear": (float(dear.costs["1"]), float(dear.costs["2"])),
            "equal": (float(equal.costs["1"]), float(equal.costs["2"])),
            "turns": tuple(turns["turns at"]),
        },
    )


def _fawcett() -> RocCurve:
    table = gn.load("fawcett-scores").to_pandas()
    return roc_curve(np.asarray(table["class"].astype(str) == "p"), table["score"].to_numpy())
