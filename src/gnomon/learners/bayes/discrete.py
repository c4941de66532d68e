"""Common parameters of the discrete naive Bayes classifiers: smoothing and class priors."""

from __future__ import annotations

from math import inf
from typing import Any

from gnomon.check import between, flag, free
from gnomon.learners.bayes.naive_bayes import NaiveBayes
from gnomon.learners.bayes.smoothing import class_priors


class DiscreteNaiveBayes(NaiveBayes):
    """Discrete naive Bayes: smoothed probabilities from counts in each class."""

    alpha: Any = free(
        default=1.0,
        help="additive (Laplace) smoothing: pseudo-count of each outcome, 0 for no smoothing; or one number "
        "per column",
        kind="float or array",
    )
    force_alpha: bool = flag(
        default=True, help="if False, alpha is set to at least 1e-10, so that no probability is 0"
    )
    equivalent_sample_size: float | None = between(
        0,
        inf,
        optional=True,
        default=None,
        help="m of the m-estimate: total pseudo-count of a class, in place of alpha; None to use alpha",
    )
    prior_estimate: Any = free(
        default="uniform",
        help="p of the m-estimate, the prior of the outcomes: 'uniform', 'pooled' (relative frequencies over "
        "all classes), or numbers",
        kind="{'uniform', 'pooled'} or array",
    )
    fit_prior: bool = flag(default=True, help="learn class priors from the data; if False they are uniform")
    class_prior: Any = free(
        default=None,
        help="prior of each class: numbers, 'uniform', or None to follow fit_prior",
        kind="array, 'uniform' or None",
    )
    class_pseudo_count: float = between(
        0, inf, default=0.0, help="pseudo-count of each class in the class prior (1: Laplace smoothing)"
    )

    def _set_classes_and_priors(self, seen: Any) -> None:
        prior = "uniform" if self.class_prior is None and not self.fit_prior else self.class_prior
        name = type(self).__name__
        self._set_classes(
            seen,
            class_priors(seen.weight, prior, "class_prior", name, pseudo_count=self.class_pseudo_count),
        )
