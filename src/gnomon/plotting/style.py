"""Style of all figures: a colorblind-safe palette, in a light and a dark theme.

Classes differ by color and marker, so that they remain distinguishable in grayscale.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from gnomon.errors import ParameterError

MARKERS = ("o", "X", "s", "^", "D", "P", "v", "*")
DASHES: tuple[Any, ...] = ("-", (0, (5, 2)), (0, (1, 1.5)), (0, (6, 2, 1, 2)))

HATCHES = ("", "//", "\\\\", "xx")


@dataclass(frozen=True)
class Theme:
    """Color theme: background (paper), text (ink), gray tones, and one color per class (Okabe & Ito 2008)."""

    paper: str
    ink: str
    soft: str
    line: str
    wash: str
    classes: tuple[str, ...]

    def color(self, number: int) -> str:
        """The color of a class or a learner, by its number; cycles after eight."""
        return self.classes[number % len(self.classes)]

    def marker(self, number: int) -> str:
        """The marker of a class, by its number."""
        return MARKERS[number % len(MARKERS)]

    def dash(self, number: int) -> Any:
        """The line style, by number."""
        return DASHES[number % len(DASHES)]

    @property
    def plate(self) -> dict[str, Any]:
        """Background box of text over marks (`bbox=`), for legibility."""
        return {"facecolor": self.paper, "edgecolor": "none", "alpha": 0.75, "pad": 0.6}

    def hatch(self, number: int) -> str:
        """The hatch pattern of an area, by its number; the first has none."""
        return HATCHES[number % len(HATCHES)]


LIGHT = Theme(
    paper="#fbfaf7",
    ink="#1f2428",
    soft="#5d666e",
    line="#dcd9d0",
    wash="#f2f0ea",
    classes=("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#b8860b", "#56b4e9", "#7a4b94", "#6b6b6b"),
)
DARK = Theme(
    paper="#15191c",
    ink="#e6e4de",
    soft="#9aa4ab",
    line="#333b41",
    wash="#1d2327",
    classes=("#56a8dc", "#ee8a45", "#3cc49a", "#e3a0c4", "#e0b94a", "#8fd0f5", "#b590cf", "#a9a9a9"),
)
THEMES = {"light": LIGHT, "dark": DARK}

# Both colormaps are monotonic in grayscale and colorblind-safe.
SEQUENTIAL = "cividis"
DIVERGING = "PuOr"


def find_theme(name: str) -> Theme:
    """The theme of that name.

    >>> find_theme("dark").ink
    '#e6e4de'
    """
    if name not in THEMES:
        raise ParameterError(f"theme={name!r} is unknown; pass 'light' or 'dark'")
    return THEMES[name]


@contextmanager
def styled(theme: Theme) -> Iterator[None]:
    """Context manager: matplotlib's rcParams of the theme, restored afterwards."""
    import matplotlib

    with matplotlib.rc_context(_rc_params(theme)):
        yield


def _rc_params(theme: Theme) -> Any:
    from cycler import cycler

    return {
        "figure.facecolor": theme.paper,
        "savefig.facecolor": theme.paper,
        "axes.facecolor": theme.paper,
        "axes.edgecolor": theme.soft,
        "axes.labelcolor": theme.ink,
        "axes.titlecolor": theme.ink,
        "axes.titlesize": 10,
        "axes.titlelocation": "left",
        "axes.labelsize": 9,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.linewidth": 0.8,
        "axes.prop_cycle": cycler(color=theme.classes),
        "axes.axisbelow": True,
        "text.color": theme.ink,
        "text.usetex": False,
        "text.parse_math": False,
        "xtick.color": theme.soft,
        "ytick.color": theme.soft,
        "xtick.labelsize": 8,
        "ytick.labelsize": 8,
        "legend.fontsize": 8,
        "legend.frameon": False,
        "lines.linewidth": 1.6,
        "lines.markersize": 5,
        "patch.linewidth": 0.8,
        "grid.color": theme.line,
        "grid.linewidth": 0.6,
        "font.family": "sans-serif",
        "font.sans-serif": ["DejaVu Sans"],
        "svg.fonttype": "none",
        # Ids in the SVG derive from this salt and not from the clock, so that files are reproducible.
        "svg.hashsalt": "gnomon",
    }
