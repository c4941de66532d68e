"""Names of colors by their part in the theme, so that a figure has the same names in both themes."""

import functools
from itertools import combinations

import numpy as np
from matplotlib.colors import Colormap, ListedColormap, to_hex, to_rgba, to_rgba_array

from gnomon.plotting.style import Theme
from tests.plotting.described.words import Line, Number, line, numbers

# Blends are computed as they are, not in steps of 8 bits.
_SAME = 1e-6
_MAX_LISTED = 12


@functools.cache
def names_of(theme: Theme) -> "Names":
    """The names of the colors of a theme."""
    return Names(theme)


class Names:
    """Names of the colors of a theme, and of blends of two of them."""

    def __init__(self, theme: Theme) -> None:
        named = {"paper": theme.paper, "ink": theme.ink, "soft": theme.soft, "line": theme.line}
        named |= {"wash": theme.wash} | {f"class-{number}": each for number, each in enumerate(theme.classes)}
        self.names = list(named)
        self.colors = to_rgba_array(list(named.values()))[:, :3]
        numbered = range(len(named))
        self.blends = {
            parts: self._blend(parts)
            for parts in (*combinations(numbered, 2), *combinations(numbered[-8:], 3))
        }

    def of(self, color: object) -> str:
        """`class-0`, `class-0/0.5` with its opacity, `class-0:40%` on paper, or the code of another color."""
        if color is None or (isinstance(color, str) and color == "none"):
            return "none"
        *solid, alpha = to_rgba(color)
        if alpha == 0:
            return "none"
        distances = np.abs(self.colors - solid).max(axis=1)
        name = self.names[int(distances.argmin())] if distances.min() < _SAME else self._tint(np.array(solid))
        return name + (f"/{alpha:.3g}" if alpha < 1 else "")

    def each_of(self, colors: object) -> Line:
        """Names of several colors in their order, with the number of times that each is repeated."""
        values = to_rgba_array(colors)
        gaps = np.abs(values[:, None, :3] - self.colors).max(axis=2).min(axis=1, initial=np.inf)
        if len(values) > 1 and np.any((gaps > _SAME) & (values[:, 3] > 0)):
            return self._blends(values) or self._codes(values)
        names = [self.of(each) for each in values]
        if not names:
            return line("none")
        starts = [at for at, name in enumerate(names) if at == 0 or names[at - 1] != name]
        if len(starts) == 1:
            return line(names[0])
        lengths = np.diff([*starts, len(names)])
        return line(*(names[start] + (f"*{n}" if n > 1 else "") for start, n in zip(starts, lengths)))

    def of_map(self, colors: Colormap) -> Line:
        """Its own colors, or those at its ends and in the middle."""
        if isinstance(colors, ListedColormap) and colors.N <= _MAX_LISTED:
            return self.each_of(colors.colors)
        return line(colors.name, "from", self.each_of([colors(0.0), colors(0.5), colors(1.0)]))

    def _tint(self, color: np.ndarray) -> str:
        """A color mixed with paper, or the code of one that is not."""
        for number, name in enumerate(self.names[1:], 1):
            share = self._shares(color[None], (0, number))
            if share is not None:
                return f"{name}:{100 * share[0, 0]:.1f}%"
        return to_hex(color)

    def _blend(self, parts: tuple[int, ...]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """The first color, the ways from it to the others, and what gives the shares of the others."""
        start, *others = self.colors[list(parts)]
        away = np.array(others) - start
        return start, away, np.linalg.pinv(away)

    def _blends(self, values: np.ndarray) -> Line:
        """The two or three colors of which all are blends, and the share of all but the first in each."""
        for parts in self.blends:
            shares = self._shares(values[:, :3], parts)
            if shares is not None:
                opacity = [] if np.all(values[:, 3] == 1) else ["opacity", numbers(values[:, 3], 1.0)]
                blend = "+".join(self.names[part] for part in parts)
                return line(f"{blend}:", *(numbers(share, 1.0) for share in shares.T), *opacity)
        return []

    def _shares(self, values: np.ndarray, parts: tuple[int, ...]) -> np.ndarray | None:
        """Shares of all parts but the first in each color, None if one is no such blend."""
        start, away, inverse = self.blends[parts]
        shares = (values - start) @ inverse
        return shares if np.abs(start + shares @ away - values).max() < _SAME else None

    def _codes(self, values: np.ndarray) -> Line:
        """Codes, or of many colors the mean of red, green and blue, and their sum."""
        if len(values) <= _MAX_LISTED or len(np.unique(values, axis=0)) == 1:
            names = [self.of(each) for each in values]
            return line(",".join(names) if len(set(names)) > 1 else names[0])
        parts = (Number(float(part), 1.0) for part in values[:, :3].mean(axis=0))
        return line(f"{len(values)} blends:", *parts, numbers(values[:, :3].sum(axis=1), 3.0))
