"""What the naive Bayes classifiers of counts and categories share: their smoothing and their priors."""

from __future__ import annotations

from math import inf
from typing import Any

from gnomon.check import between, flag, free
from gnomon.learners.bayes.naive_bayes import NaiveBayes
from gnomon.learners.bayes.smoothing import class_priors


class DiscreteNaiveBayes(NaiveBayes):
    """Chances of outcomes from their counts in each class."""

    alpha: Any = free(
        default=1.0,
        help="how often each outcome counts as seen beforehand: 0 for relative frequencies, 1 for Laplace's "
        "correction; or an array, one number a column",
        kind="float or array",
    )
    force_alpha: bool = flag(
        default=True, help="take an alpha of 0 as it is; otherwise it is at least 1e-10, so no chance is 0"
    )
    virtual_trials: float | None = between(
        0, inf, optional=True, default=None, help="m of the m-estimate: virtual trials a class, not by alpha"
    )
    virtual_shares: Any = free(
        default="even",
        help="p of the m-estimate, what the virtual trials follow: 'even', 'pooled' (the shares over all "
        "classes together), or numbers",
        kind="{'even', 'pooled'} or array",
    )
    fit_prior: bool = flag(default=True, help="take the prior of a class from its rows, not as uniform")
    class_prior: Any = free(
        default=None,
        help="prior of each class: numbers, 'uniform', or None for what fit_prior says",
        kind="array, 'uniform' or None",
    )
    virtual_rows: float = between(
        0, inf, default=0.0, help="how many rows of each class count as seen beforehand in its prior"
    )

    def _keep_classes_of(self, seen: Any) -> None:
        given = "uniform" if self.class_prior is None and not self.fit_prior else self.class_prior
        name = type(self).__name__
        self._keep_classes(
            seen, class_priors(seen.weight, given, "class_prior", name, virtual_rows=self.virtual_rows)
        )
