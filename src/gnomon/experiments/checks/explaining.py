"""The reference page of a check: what it detects, why it matters, how its bias is measured, how to fix it."""

from importlib.resources import files

from gnomon.experiments.checks import checks


def page_of(code: str) -> str:
    """The reference page of a check, in Markdown.

    >>> page_of("GN001").splitlines()[0]
    '# GN001: duplicate rows in training and test sets'
    """
    name = checks[code.upper()].name
    return files("gnomon.experiments.checks").joinpath("pages", f"{name}.md").read_text(encoding="utf-8")
