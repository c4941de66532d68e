"""The Jinja templates of the page; all values are escaped."""

from functools import cache
from importlib.resources import files
from typing import Any

from jinja2 import DictLoader, Environment, StrictUndefined, Template
from markupsafe import Markup

from gnomon.features.profiles.words import number_in_words
from gnomon.report.names import breakable, short, visible
from gnomon.report.palette import declarations


def rendered(**values: Any) -> str:
    """The page rendered with these values."""
    return _template().render(style=_style(), **values)


@cache
def _template() -> Template:
    pages = Environment(
        loader=DictLoader(_files(".jinja")),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=visible,
    )
    pages.filters |= {"breakable": breakable, "number": number_in_words, "short": short}
    return pages.get_template("page.html.jinja")


@cache
def _style() -> Markup:
    return Markup(f"{declarations()}\n{_files('.css')['page.css']}")


def _files(ending: str) -> dict[str, str]:
    folder = files("gnomon.report").joinpath("template")
    return {
        each.name: each.read_text(encoding="utf-8") for each in folder.iterdir() if each.name.endswith(ending)
    }
