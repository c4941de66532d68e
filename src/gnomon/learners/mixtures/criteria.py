"""How many components: criteria that weigh the likelihood of a mixture against its size."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.special import logsumexp
from sklearn.base import clone

from gnomon.errors import ParameterError
from gnomon.ties import first_smallest

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class Criteria:
    """Log likelihood L of n rows under a mixture of p free numbers, and what it is worth; lower is better.

    aic: -2 L + 2 p. bic: -2 L + p log n. icl: bic plus twice what it costs to say which component each row is
    of, - sum_i log p(likeliest component | x_i) (Biernacki, Celeux & Govaert 2000): for clusters that do not
    overlap. mdl: bits of a two-part code of parameters and rows, (-L + p/2 log n) / log 2 (Rissanen 1983).

    >>> Criteria.of(np.log([[0.5, 0.5]]), 1)
    Criteria(n_rows=1, n_parameters=1, log_likelihood=0.0, aic=2.0, bic=0.0, icl=1.3862943611198906, mdl=0.0)
    """

    n_rows: int
    n_parameters: int
    log_likelihood: float
    aic: float
    bic: float
    icl: float
    mdl: float

    @classmethod
    def of(cls, scores: Any, n_parameters: int) -> Criteria:
        """From log w_k + log p(x | k) of each row and component, (n, k)."""
        scores = np.asarray(scores)
        logs = np.asarray(logsumexp(scores, axis=1))
        n, total = len(scores), float(logs.sum())
        bic = -2 * total + n_parameters * np.log(n)
        doubt = float((logs - scores.max(axis=1)).sum())
        return cls(
            n, n_parameters, total, -2 * total + 2 * n_parameters, float(bic), float(bic + 2 * doubt),
            float(bic / (2 * np.log(2))),
        )  # fmt: skip


@dataclass(frozen=True, eq=False)
class MixtureChoice:
    """Mixtures of several sizes on the same rows: their criteria, and the best by each.

    models: the fitted mixtures, in the order of `criteria`.
    """

    models: tuple[Any, ...]
    criteria: tuple[Criteria, ...]

    def best(self, by: str = "bic") -> Any:
        """The fitted mixture with the lowest criterion: "aic", "bic", "icl" or "mdl"."""
        if by not in ("aic", "bic", "icl", "mdl"):
            raise ParameterError(f"by={by!r}: it must be one of 'aic', 'bic', 'icl', 'mdl'")
        return self.models[int(first_smallest([getattr(each, by) for each in self.criteria]))]

    def frame(self) -> pd.DataFrame:
        """One line a mixture."""
        import pandas as pd

        rows = [
            {"n_components": model.n_components, **_kind(model), **vars(each), "converged": model.converged_}
            for model, each in zip(self.models, self.criteria, strict=True)
        ]
        return pd.DataFrame(rows)

    def __str__(self) -> str:
        chosen = {by: self.best(by).n_components for by in ("aic", "bic", "icl")}
        told = ", ".join(f"{by.upper()} {k}" for by, k in chosen.items())
        return (
            f"components of least criterion: {told}. Criteria compare mixtures on these rows; whether rows "
            "come from a mixture at all they cannot tell"
        )


def choose_mixture_components(mixture: Any, X: Any, n_components: Iterable[int]) -> MixtureChoice:
    """Fit a mixture with each number of components on rows X, and compare their criteria.

    >>> from gnomon.learners.mixtures.gaussian import GaussianMixture
    >>> X = np.concatenate([np.linspace(0, 1, 20), np.linspace(9, 10, 20)])[:, None]
    >>> choose_mixture_components(GaussianMixture(), X, [1, 2, 3]).best("icl").n_components
    2
    """
    models = tuple(clone(mixture).set_params(n_components=k).fit(X) for k in n_components)
    if not models:
        raise ParameterError("n_components is empty; give the numbers to compare")
    return MixtureChoice(models, tuple(model.criteria(X) for model in models))


def _kind(model: Any) -> dict[str, Any]:
    return {"covariance_type": model.covariance_type} if hasattr(model, "covariance_type") else {}
