"""Information criteria (AIC, BIC, ICL, MDL) for the number of components of a mixture."""

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
    """Information criteria of a mixture with log likelihood L and p free parameters; lower is better.

    aic: -2 L + 2 p. bic: -2 L + p log n. icl: integrated completed likelihood, bic - 2 sum_i log max_k
    p(k | x_i) (Biernacki, Celeux & Govaert 2000), which favors well-separated clusters. mdl: description
    length in bits of a two-part code, (-L + p/2 log n) / log 2 (Rissanen 1983).

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
        """Create from log w_k + log p(x | k) of each row and component, (n, k)."""
        scores = np.asarray(scores)
        logs = np.asarray(logsumexp(scores, axis=1))
        n, total = len(scores), float(logs.sum())
        bic = -2 * total + n_parameters * np.log(n)
        uncertainty = float((logs - scores.max(axis=1)).sum())
        return cls(
            n, n_parameters, total, -2 * total + 2 * n_parameters, float(bic), float(bic + 2 * uncertainty),
            float(bic / (2 * np.log(2))),
        )  # fmt: skip


@dataclass(frozen=True, eq=False)
class MixtureChoice:
    """Mixtures with several numbers of components, their information criteria, and the best by each.

    models: the fitted mixtures, in the order of `criteria`.
    """

    models: tuple[Any, ...]
    criteria: tuple[Criteria, ...]

    def best(self, by: str = "bic") -> Any:
        """Return the fitted mixture with the lowest criterion: "aic", "bic", "icl" or "mdl"."""
        if by not in ("aic", "bic", "icl", "mdl"):
            raise ParameterError(f"by={by!r}: it must be one of 'aic', 'bic', 'icl', 'mdl'")
        return self.models[int(first_smallest([getattr(each, by) for each in self.criteria]))]

    def frame(self) -> pd.DataFrame:
        """Return one row per mixture."""
        import pandas as pd

        rows = [
            {"n_components": model.n_components, **_kind(model), **vars(each), "converged": model.converged_}
            for model, each in zip(self.models, self.criteria, strict=True)
        ]
        return pd.DataFrame(rows)

    def __str__(self) -> str:
        chosen = {by: self.best(by).n_components for by in ("aic", "bic", "icl")}
        numbers = ", ".join(f"{by.upper()} {k}" for by, k in chosen.items())
        return (
            f"number of components of the lowest criterion: {numbers}. Criteria compare mixtures; they do "
            "not test whether the rows come from a mixture"
        )


def choose_mixture_components(mixture: Any, X: Any, n_components: Iterable[int]) -> MixtureChoice:
    """Choose the number of components: fit a mixture with each on rows X, and compare AIC, BIC and ICL.

    >>> from gnomon import GaussianMixture
    >>> X = np.concatenate([np.linspace(0, 1, 20), np.linspace(9, 10, 20)])[:, None]
    >>> choose_mixture_components(GaussianMixture(), X, [1, 2, 3]).best("icl").n_components
    2
    """
    models = tuple(clone(mixture).set_params(n_components=k).fit(X) for k in n_components)
    if not models:
        raise ParameterError("n_components is empty; pass the numbers of components to compare")
    return MixtureChoice(models, tuple(model.criteria(X) for model in models))


def _kind(model: Any) -> dict[str, Any]:
    return {"covariance_type": model.covariance_type} if hasattr(model, "covariance_type") else {}
