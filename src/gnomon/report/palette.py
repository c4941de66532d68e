"""The colors of the page, from the plotting themes, so that one SVG suits light, dark and print."""

import re

from gnomon.plotting.style import DARK, LIGHT, Theme

_TAG = re.compile(r"<[^<>]*>")
_COLOR = re.compile(r"#[0-9a-f]{6}\b")


def palette(theme: Theme) -> dict[str, str]:
    """The colors of a theme by their names on the page.

    >>> palette(LIGHT)["ink"], palette(DARK)["class-1"]
    ('#1f2428', '#56a8dc')
    """
    neutral = {name: getattr(theme, name) for name in ("paper", "ink", "soft", "line", "wash")}
    return neutral | {f"class-{number}": color for number, color in enumerate(theme.classes, 1)}


def declarations() -> str:
    """The CSS variables: light, dark by the reader's preference, and light in print.

    >>> print(declarations().splitlines()[0][:28])
    :root { --paper: #fbfaf7; --
    """
    light, dark = (_listed(palette(theme)) for theme in (LIGHT, DARK))
    return (
        f":root {{ {light} }}\n"
        f"@media screen and (prefers-color-scheme: dark) {{ :root {{ {dark} }} }}\n"
        "@media print { :root { --paper: #ffffff; --ink: #000000; --soft: #444444; --line: #bbbbbb; } }"
    )


def themed(svg: str) -> str:
    """An SVG of the light theme, with CSS variables instead of its colors.

    Name spaces and the global style, which the page does not need, are removed.

    >>> themed('<svg xmlns="http://www.w3.org/2000/svg"><path style="fill: #1f2428"/></svg>')
    '<svg><path style="fill: var(--ink)"/></svg>'
    """
    names = {color: f"var(--{name})" for name, color in reversed(palette(LIGHT).items())}

    def painted(tag: re.Match[str]) -> str:
        return _COLOR.sub(lambda color: names.get(color[0], color[0]), _as_style(tag[0]))

    bare = re.sub(r"<style type=\"text/css\">.*?</style>", "", svg, count=1, flags=re.DOTALL)
    bare = re.sub(r' xmlns(:xlink)?="[^"]*"', "", bare, count=2)
    return _TAG.sub(painted, bare).replace(" xlink:href=", " href=")


def _listed(colors: dict[str, str]) -> str:
    return " ".join(f"--{name}: {color};" for name, color in colors.items())


def _as_style(tag: str) -> str:
    """Color attributes, which do not support variables, as a style."""
    return re.sub(r' (fill|stroke|stop-color)="(#[0-9a-f]{6})"', r' style="\1: \2"', tag)
