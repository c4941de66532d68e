"""Class densities and posteriors on a grid of two features, as for contour plots of decision regions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from gnomon.arrays import Array, Floats
from gnomon.errors import DataError

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, eq=False)
class ClassGrid:
    """Class densities and posteriors at each grid point (x1[j], x2[i]), (len(x2), len(x1), classes).

    density: p(x | c), or None if the model has none.
    """

    x1: Floats
    x2: Floats
    classes: Array
    density: Floats | None
    posterior: Floats

    def frame(self) -> pd.DataFrame:
        """Return one row per point and class: x1, x2, class, posterior, and density if there is one."""
        import pandas as pd

        up, across, label = np.meshgrid(self.x2, self.x1, self.classes, indexing="ij")
        columns = {"x1": across, "x2": up, "class": label, "posterior": self.posterior}
        if self.density is not None:
            columns["density"] = self.density
        return pd.DataFrame({name: values.ravel() for name, values in columns.items()})


def class_grid(model: Any, x1: Any, x2: Any) -> ClassGrid:
    """Evaluate a fitted classifier of two features on the grid of these values.

    Comparing a naive model with one of full covariances shows the effect of the independence assumption.

    >>> from gnomon import GaussianNB
    >>> model = GaussianNB().fit([[0.0, 0.0], [1.0, 2.0], [4.0, 4.0], [5.0, 6.0]], [0, 0, 1, 1])
    >>> class_grid(model, [0.0, 5.0], [1.0]).posterior.round(2)
    array([[[1., 0.],
            [0., 1.]]])
    """
    if getattr(model, "n_features_in_", 2) != 2:
        raise DataError(
            f"a grid needs a model of two features, but this has {model.n_features_in_}; fit on two columns"
        )
    first, second = (np.atleast_1d(np.asarray(each, dtype=np.float64)) for each in (x1, x2))
    up, across = np.meshgrid(second, first, indexing="ij")
    points: Any = np.column_stack([across.ravel(), up.ravel()])
    if hasattr(model, "feature_names_in_"):
        import pandas as pd

        points = pd.DataFrame(points, columns=model.feature_names_in_)
    shape = (len(second), len(first), len(model.classes_))
    density = (
        np.exp(model.log_likelihood(points)).reshape(shape) if hasattr(model, "log_likelihood") else None
    )
    return ClassGrid(first, second, model.classes_, density, model.predict_proba(points).reshape(shape))
