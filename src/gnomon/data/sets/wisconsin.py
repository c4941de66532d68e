"""The original Wisconsin breast cancer data: nine cytological ratings from 1 to 10; complete rows."""

from gnomon.data.sets.packaged import packaged

packaged(
    "breast-cancer-marks",
    "Malignant and benign tumors by nine cytological ratings",
    "W. H. Wolberg and O. L. Mangasarian (1990), original set; UCI repository, by KEEL",
    rows=683,
    target="class",
    positive="malignant",
)
