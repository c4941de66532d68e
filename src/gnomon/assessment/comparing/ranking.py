"""Comparison of learners over multiple data sets by ranks: Friedman test and post-hoc tests (Demšar 2006)."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from gnomon import notebook
from gnomon.arrays import Array, Floats, Integers
from gnomon.assessment.comparing.table_of_scores import table_of_scores
from gnomon.assessment.intervals import check_level
from gnomon.assessment.measures.facts import find_measure
from gnomon.assessment.predictions import MeasureLike, Predictions
from gnomon.assessment.significance.bayesian import bayesian_sign_test, bayesian_signed_rank_test
from gnomon.assessment.significance.corrections import adjust_p_values
from gnomon.assessment.significance.friedman import friedman_test, iman_davenport_test, ranks
from gnomon.assessment.significance.groups import groups, letters
from gnomon.assessment.significance.outcome import Outcome, Posterior
from gnomon.assessment.significance.rank_differences import critical_difference, nemenyi_test, normal_p
from gnomon.assessment.significance.sign import sign_test
from gnomon.assessment.significance.signed_rank import wilcoxon_test
from gnomon.errors import DesignError, NameUnknown, ParameterError
from gnomon.seeds import Seed

if TYPE_CHECKING:
    import pandas as pd

POST_HOC = ("wilcoxon", "nemenyi", "bonferroni-dunn", "holm", "hochberg", "shaffer")


@dataclass(frozen=True, repr=False)
class Ranking:
    """The ranking of learners over data sets, with an omnibus test and post-hoc tests.

    scores: data sets x learners. mean_ranks: 1 is best. overall: the omnibus test of equal ranks (Iman &
    Davenport; for two learners, the sign test). first, second: indices of the learners of each tested pair;
    p: adjusted p-values. critical_difference: of mean ranks, for the post-hoc tests that have one. groups:
    indices of learners without significant differences, best first.

    >>> import pandas as pd
    >>> tree, forest = [0.7, 0.6, 0.8, 0.7, 0.6, 0.7], [0.8, 0.7, 0.9, 0.8, 0.8, 0.9]
    >>> ranking = compare_over_data_sets(pd.DataFrame({"tree": tree, "forest": forest}), "accuracy")
    >>> print(ranking)
    learner  mean rank  mean score group
     forest          1      0.8167     a
       tree          2      0.6833     b
    >>> ranking.p
    array([0.03125])
    """

    measure: str
    better: str
    data_sets: tuple[str, ...]
    learners: tuple[str, ...]
    scores: Floats
    mean_ranks: Floats
    level: float
    post_hoc: str
    friedman: Outcome
    overall: Outcome
    first: Integers
    second: Integers
    p: Floats
    critical_difference: float | None
    control: str | None

    def frame(self) -> "pd.DataFrame":
        """One row per learner, best first: the data of a critical-difference diagram."""
        import pandas as pd

        marks = self._marks
        return pd.DataFrame(
            {
                "learner": [self.learners[each] for each in self.order],
                "mean rank": self.mean_ranks[self.order],
                "mean score": self.scores.mean(axis=0)[self.order],
                "group": [marks[each] for each in self.order],
            }
        )

    def pairs(self) -> "pd.DataFrame":
        """One row per pair: rank difference, score difference, adjusted p-value and verdict."""
        import pandas as pd

        return pd.DataFrame(
            {
                "first": [self.learners[each] for each in self.first],
                "second": [self.learners[each] for each in self.second],
                "rank difference": self.mean_ranks[self.first] - self.mean_ranks[self.second],
                "score difference": np.mean(self.scores[:, self.first] - self.scores[:, self.second], axis=0),
                "p": self.p,
                "verdict": [self._verdict(pair) for pair in range(len(self.p))],
            }
        )

    def bars(self) -> "pd.DataFrame":
        """The bars of a critical-difference diagram: best and worst mean rank of each group."""
        import pandas as pd

        spans = [self.mean_ranks[list(each)] for each in self.groups if len(each) > 1]
        return pd.DataFrame({"from": [span.min() for span in spans], "to": [span.max() for span in spans]})

    @cached_property
    def order(self) -> Integers:
        """Indices of the learners, best mean rank first."""
        return np.argsort(self.mean_ranks, kind="stable")

    @cached_property
    def groups(self) -> list[tuple[int, ...]]:
        """Maximal sets of learners (indices) without significant differences, best first.

        With a control there is one set: the control and the learners that do not differ from it.
        """
        if self.control is not None:
            alike = self.p > 1 - self.level
            members = {*self.first[alike].tolist(), *self.second[alike].tolist(), self._index(self.control)}
            return [tuple(each for each in self.order.tolist() if each in members)]
        differ = np.zeros((len(self.learners),) * 2, dtype=np.bool_)
        differ[self.first, self.second] = self.p <= 1 - self.level
        by_rank = (differ | differ.T)[np.ix_(self.order, self.order)]
        return [tuple(self.order[list(each)].tolist()) for each in groups(by_rank)]

    def posterior(
        self,
        first: str,
        second: str,
        rope: float = 0.01,
        *,
        test: str = "signed rank",
        random_state: Seed = 0,
    ) -> Posterior:
        """Posterior probabilities that first is worse, practically equal or better on a new data set.

        rope: half-width of the region of practical equivalence. test: the Bayesian "signed rank" or "sign"
        test (Benavoli et al. 2014).
        """
        tests = {"signed rank": bayesian_signed_rank_test, "sign": bayesian_sign_test}
        if test not in tests:
            raise ParameterError(f"test={test!r}: it must be 'signed rank' or 'sign'")
        difference = self.scores[:, self._index(first)] - self.scores[:, self._index(second)]
        signed = difference if self.better == "higher" else -difference
        return tests[test](signed, rope, random_state=random_state)

    @property
    def _marks(self) -> list[str]:
        """Compact letter display of the groups; empty where too many overlap."""
        try:
            return letters(self.groups, len(self.learners))
        except DesignError:
            return [""] * len(self.learners)

    def _verdict(self, pair: int) -> str:
        gap = self.mean_ranks[self.first[pair]] - self.mean_ranks[self.second[pair]]
        if self.p[pair] > 1 - self.level or gap == 0:
            return "undecided"
        return "better" if gap < 0 else "worse"

    def _index(self, learner: str) -> int:
        if learner in self.learners:
            return self.learners.index(learner)
        raise NameUnknown(f"{learner!r} is not one of the ranked learners: {', '.join(self.learners[:9])}")

    def __str__(self) -> str:
        return self.frame().to_string(index=False, float_format=lambda number: f"{number:.4g}")

    def __repr__(self) -> str:
        return f"{self._heading}\n{notebook.first_lines(str(self))}"

    @property
    def _heading(self) -> str:
        return (
            f"Ranking of {len(self.learners)} learners on {len(self.data_sets)} data sets in {self.measure}; "
            f"{self.overall}; pairs by {self.post_hoc}"
        )

    def _repr_html_(self) -> str:
        return notebook.block(self._heading, notebook.frame(self.frame()), notebook.frame(self.pairs()))


def compare_over_data_sets(
    scores: "pd.DataFrame | Sequence[Sequence[Predictions]]",
    measure: MeasureLike,
    *,
    better: str | None = None,
    post_hoc: str = "wilcoxon",
    control: str | None = None,
    level: float = 0.95,
) -> Ranking:
    """Compare learners over multiple data sets by the Friedman test and a post-hoc test (Demšar 2006).

    scores: a data frame of data sets x learners, or for each data set the Predictions of all learners.
    better: "higher" or "lower", for scores of a measure that is not registered.
    post_hoc: "wilcoxon" (signed-rank test of each pair, Holm-adjusted), or on mean ranks "nemenyi",
    "holm", "hochberg", "shaffer", "bonferroni-dunn". control: compare only with this learner. level:
    confidence level, 1 minus the significance level.

    >>> import pandas as pd
    >>> scores = [[0.9, 0.7, 0.5], [0.8, 0.7, 0.6], [0.9, 0.6, 0.4], [0.7, 0.6, 0.5]]
    >>> table = pd.DataFrame(scores, columns=["a", "b", "c"])
    >>> print(compare_over_data_sets(table, "accuracy", post_hoc="nemenyi").frame()["group"].tolist())
    ['a', 'ab', 'b']
    """
    check_level(level)
    name, better = _direction(measure, better)
    table = table_of_scores(scores, measure)
    values = table.to_numpy(dtype=np.float64)
    learners = tuple(str(each) for each in table.columns)
    first, second = _tested_pairs(learners, post_hoc, control)
    mean_ranks = ranks(values, better).mean(axis=0)
    is_dunn = post_hoc == "bonferroni-dunn"
    has_range = is_dunn or (post_hoc == "nemenyi" and control is None)
    return Ranking(
        measure=name,
        better=better,
        data_sets=tuple(str(each) for each in table.index),
        learners=learners,
        scores=values,
        mean_ranks=mean_ranks,
        level=level,
        post_hoc=post_hoc,
        friedman=friedman_test(values),
        overall=sign_test(values[:, 0] - values[:, 1]) if len(learners) == 2 else iman_davenport_test(values),
        first=first,
        second=second,
        p=_pair_p(values, mean_ranks, first, second, post_hoc),
        critical_difference=(
            critical_difference(len(learners), len(values), level, control=is_dunn) if has_range else None
        ),
        control=control,
    )


def _direction(measure: MeasureLike, better: str | None) -> tuple[str, str]:
    if better is None:
        measure = find_measure(measure)
        return measure.name, measure.better
    if better not in ("higher", "lower"):
        raise ParameterError(f"better={better!r}: it must be 'higher' or 'lower'")
    return str(getattr(measure, "name", measure)), better


def _tested_pairs(learners: tuple[str, ...], post_hoc: str, control: str | None) -> tuple[Integers, Integers]:
    """Indices of the tested pairs: all, or those with the control."""
    if post_hoc not in POST_HOC:
        raise ParameterError(f"post_hoc={post_hoc!r}: it must be one of {', '.join(map(repr, POST_HOC))}")
    if control is None:
        if post_hoc == "bonferroni-dunn":
            raise ParameterError("post_hoc='bonferroni-dunn' needs a control learner; pass control=")
        first, second = np.triu_indices(len(learners), 1)
        return first, second
    if post_hoc in ("nemenyi", "shaffer"):
        raise ParameterError(
            f"post_hoc={post_hoc!r} tests all pairs; with control= use 'bonferroni-dunn' or 'holm'"
        )
    if control not in learners:
        raise NameUnknown(f"control={control!r} is not one of the learners: {', '.join(learners[:9])}")
    others = np.array([index for index, name in enumerate(learners) if name != control])
    return others, np.full(len(others), learners.index(control))


def _pair_p(scores: Floats, mean_ranks: Floats, first: Array, second: Array, post_hoc: str) -> Floats:
    """Adjusted p-value of every tested pair."""
    n_sets, n_learners = scores.shape
    if post_hoc == "wilcoxon":
        pairs = (scores[:, a] - scores[:, b] for a, b in zip(first, second))
        return adjust_p_values(np.array([wilcoxon_test(each).p for each in pairs]), "holm")
    differences = mean_ranks[first] - mean_ranks[second]
    if post_hoc == "nemenyi":
        return nemenyi_test(differences, n_learners, n_sets)
    method = "bonferroni" if post_hoc == "bonferroni-dunn" else post_hoc
    return adjust_p_values(normal_p(differences, n_learners, n_sets), method)
