"""Confusion matrices as Tables: rows true, columns predicted (the books print the transpose)."""

from gnomon.data.sets.printed import ROGERS, ZAKI, printed

printed(
    "confusion-iris",
    "Full Bayes on two columns of Iris, 30 held-out rows, three classes",
    f"{ZAKI}, table 22.1",
    """
truth,setosa,versicolor,virginica
setosa,10,0,0
versicolor,0,7,3
virginica,0,5,5
""",
)

printed(
    "confusion-versicolor",
    "Naive Bayes on two principal components of Iris, versicolor against the rest",
    f"{ZAKI}, table 22.3",
    """
truth,positive,negative
positive,7,3
negative,7,13
""",
)

printed(
    "confusion-diagnosis",
    "A diagnosis of 100 cases, of which 20 are ill",
    f"lecture slides after {ROGERS}",
    """
truth,positive,negative
positive,15,5
negative,4,76
""",
)

_NEWSGROUPS = """
242,3,3,0,1,0,0,1,0,4,2,0,2,10,4,7,1,12,7,47
0,296,33,8,8,42,9,1,1,0,0,4,18,7,8,2,0,1,1,3
0,6,209,15,9,8,4,0,0,0,0,1,0,1,0,1,0,0,0,0
0,12,60,303,36,12,46,2,0,1,0,1,28,3,0,0,0,0,0,0
0,8,10,22,277,2,21,0,0,1,0,2,7,0,0,1,1,0,0,0
1,21,30,2,2,304,0,1,0,3,0,1,3,0,1,2,0,0,1,0
0,1,0,5,5,1,235,5,1,2,0,1,1,0,0,0,1,0,0,0
0,3,1,6,4,0,31,356,25,3,1,0,9,4,0,0,2,2,1,0
0,2,2,0,1,2,5,4,353,1,0,0,2,0,1,0,1,1,0,1
0,0,2,0,1,1,0,2,2,348,4,0,0,1,0,0,1,1,1,0
1,0,1,1,0,0,1,0,0,16,382,0,1,0,1,0,1,1,0,0
1,16,16,5,4,10,3,1,1,2,0,360,45,0,4,1,3,4,3,1
1,4,1,24,16,0,9,5,1,2,0,3,260,3,4,0,0,0,0,0
2,3,4,0,8,0,2,0,1,0,2,2,6,324,4,1,1,0,3,3
3,7,4,1,2,3,3,2,0,0,1,0,4,3,336,0,2,0,7,5
39,4,5,0,0,1,3,1,1,3,2,2,5,17,4,376,3,7,2,68
4,0,0,0,3,1,1,5,4,1,0,9,0,3,1,3,325,3,95,19
7,1,0,0,0,1,3,1,2,2,1,0,2,6,2,1,2,325,4,5
7,2,9,0,6,2,5,8,5,8,4,8,0,10,21,1,16,19,185,7
10,0,1,0,0,0,1,0,0,0,0,1,0,1,1,2,4,0,1,92
"""


def _true_rows(text: str) -> str:
    """Transpose a matrix printed with the predicted classes as rows, and add a header."""
    predicted = [line.split(",") for line in text.split()]
    classes = [f"group {index + 1}" for index in range(len(predicted))]
    rows = [",".join((name, *counts)) for name, counts in zip(classes, zip(*predicted))]
    return "\n".join([",".join(("truth", *classes)), *rows])


printed(
    "confusion-newsgroups",
    "Naive Bayes on 7,506 posts to 20 newsgroups; one count of group 19 is one too high",
    ROGERS,
    _true_rows(_NEWSGROUPS),
)
