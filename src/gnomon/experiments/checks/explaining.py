"""The page of a check: what it looks for, why, how it is measured, and what to do."""

from importlib.resources import files

from gnomon.experiments.checks import checks


def page_of(code: str) -> str:
    """The page of a check, in Markdown.

    >>> page_of("GN001").splitlines()[0]
    '# GN001: the same row on both sides of a split'
    """
    name = checks[code.upper()].name
    return files("gnomon.experiments.checks").joinpath("pages", f"{name}.md").read_text(encoding="utf-8")
