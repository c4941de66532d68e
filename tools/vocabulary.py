"""Find words that no textbook would use, and name the standard term: `python tools/vocabulary.py [PATH ...]`.

A name, a docstring, an error and a comment use the standard term, which people search for. Each pattern below
names what to write instead; ALLOWED lists the legitimate uses of such a word with their reason.
"""

import io
import re
import subprocess
import sys
import tokenize
from collections import Counter
from pathlib import Path

# Anywhere in a text: names, docstrings, errors, comments, command line, C++.
WORDS = {
    r"pric(e|es|ed|ing)": "penalty, regularization strength; cost only of misclassification",
    r"deal|deals|dealt|dealing": "assign to folds; fold assignment",
    r"told|foretold|foretells?|heard|said": "reported, estimated, received, stated",
    r"looked at|looking at": "inspected, examined",
    r"kept|keeping|keepers?": "stored, cached, retained; cache, writer",
    r"ways? out": "how to fix it",
    r"ways? back": "inverse transform",
    r"stead(y(?!_clock)|ily|iness)": "stable, stability",
    r"learn(t|ed) by heart|by heart": "overfitted, memorized",
    r"answer(s|ed|ing)?": "prediction; conclusion",
    r"(first|one)[- ]questions?|questions? (deep|on a way)": "split, test of a node; depth",
    r"paths? of settings|settings? on a path": "hyperparameter grid, regularization path",
    r"faults? of method": "methodological pitfall",
    r"seen to|brought to one scale": "handled; standardized",
    r"orphan(s|ed)?": "empty cluster; missing-level child",
    r"virtual (trial|share|row|count|example)s?": "pseudo-count, prior",
    r"predict-then-learn": "prequential (test-then-train) evaluation",
    r"ends of floats": "overflow and underflow",
    r"feels?": "inactive or active constraint",
    r"imagined": "pseudo-count, simulated",
    r"flatter(s|ed|ing)?|honest": "optimistic, biased; unbiased",
    r"came true": "observed frequency",
    r"stray(s|ed|ing)?|strained": "outlier",
    r"commonest|likeliest": "most frequent, most probable",
    r"shadows?|fat": "projection; margin",
    r"at hand": "the thing itself",
    r"company": "batch",
    r"rooms?|desks?|spots?|residents?": "buffer, workspace, work item, indexed query",
    r"doors?|holes?|pulls?": "entry check, bindings; excluded slice; negative gradient",
    r"by hand": "the named method, one step at a time",
    r"by lot|lots": "at random",
    r"neighbour|colour|behaviour|favour|honour|centre|grey|labell|modell|travell|cancell(?!ation)"
    r"|(normal|standard|summar|general|discret|optim|minim|maxim|regular|penal|random|initial|binar|vector"
    r"|recogn|organ|categor|parametr|character|emphas)is(e|es|ed|er|ing|ation)": "American spelling",
}  # fmt: skip
# As an identifier, alone or as a part between underscores.
NAMES = {
    r"given|found|heard|told|said|kept|answers?": "y_pred, scores, values, or the thing itself",
    r"most|least": "max_, min_",
    r"together": "batched",
}
# Legitimate uses: in paths that contain the first, what matches the second, for the reason in the third.
ALLOWED = (
    ("", r"least_squares|least_general|at_least|at_most", "least squares, least general rule; bounds"),
    ("", r"most_(probable|common)", "most probable explanation (MPE), class; Counter.most_common"),
    ("", r"virtual[_ ]examples?", "virtual examples and virtual support vectors (DeCoste & Schölkopf 2002)"),
    ("/probability/", r"given|[a-z]+_given_[a-z]+", "the conditional probability of A given B, P(A | B)"),
    ("plotting/bayes/", r"[a-z]+_given_[a-z]+", "attributes of the conditional probability of A given B"),
    ("learners/networks/examples.py", r"doors?", "the three doors of the Monty Hall problem"),
    ("cli/defaults.py", r'"price"', "a column of an example table"),
    ("data/task.py", r"price,sold", "the header of an example file"),
    ("checks/names.py", r"\|company\|", "a name of a column of groups"),
    ("gnomon/term_index.py", r"neighbour|colour|centre|binarisation", "search terms in British spelling"),
    ("gnomon/textbook_terms.py", r"[a-z]+isation", "search terms in British spelling"),
)  # fmt: skip

SUFFIXES = {".py", ".pyi", ".cpp", ".hpp", ".md", ".html", ".jinja", ".css", ".js", ".toml", ".txt", ".sh"}
PATHS = ("src", "native", "examples", "README.md", "CONTRIBUTING.md", "Makefile")


def _pattern(words, whole):
    joined = "|".join(f"({word})" for word in words)
    return re.compile(rf"(?<![A-Za-z])(?:{joined})(?![A-Za-z])" if whole else joined, re.IGNORECASE)


SPELLING = list(WORDS)[-1]
ANYWHERE = _pattern([word for word in WORDS if word != SPELLING], whole=True)
SPELLED = _pattern([SPELLING], whole=False)
IN_NAMES = re.compile(rf"(?:^|_)(?:{'|'.join(NAMES)})(?=_|$|\d)", re.IGNORECASE)
IDENTIFIER = re.compile(r"[A-Za-z_]\w*")


def faults(path, text):
    """Line, word and line's text of each word that is not a term of the field."""
    allowed = _allowed(path)
    for number, line in enumerate(text.splitlines(), 1):
        rest = allowed.sub("", line)
        for pattern in (ANYWHERE, SPELLED):
            for match in pattern.finditer(rest):
                yield number, match[0].casefold(), line
    for number, name, line in _identifiers(path, text):
        if IN_NAMES.search(allowed.sub("", name)):
            yield number, f"{name} (a name)", line


def _allowed(path):
    """The legitimate uses in this file."""
    uses = [use for part, use, _ in ALLOWED if part in path.as_posix()]
    return re.compile("|".join(f"(?:{use})" for use in uses), re.IGNORECASE)


def _identifiers(path, text):
    if path.suffix in {".py", ".pyi"}:
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type == tokenize.NAME:
                yield token.start[0], token.string, token.line.rstrip("\n")
    elif path.suffix in {".cpp", ".hpp"}:
        for number, line in enumerate(text.splitlines(), 1):
            for match in IDENTIFIER.finditer(re.sub(r'"[^"]*"', "", line.partition("//")[0])):
                yield number, match[0], line


def files(paths):
    """The tracked files below the paths that hold code or prose."""
    listed = subprocess.run(["git", "ls-files", "--", *paths], capture_output=True, text=True, check=True)
    return [Path(each) for each in listed.stdout.splitlines() if Path(each).suffix in SUFFIXES]


def main(arguments):
    """Print each place, or with --count the number of each word; 1 where there are any."""
    is_count = "--count" in arguments
    paths = [each for each in arguments if each != "--count"] or PATHS
    counts = Counter()
    for path in files(paths):
        for number, word, line in faults(path, path.read_text(encoding="utf-8")):
            counts[word.partition(" (")[0] if is_count else word] += 1
            if not is_count:
                print(f"{path}:{number}: {word}: {line.strip()[:110]}")
    if is_count:
        for word, count in counts.most_common():
            print(f"{count:6d}  {word}")
    print(f"{sum(counts.values())} words that are not terms of the field", file=sys.stderr)
    return 1 if counts else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
