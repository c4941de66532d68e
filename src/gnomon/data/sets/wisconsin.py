"""The first breast cancer set of Wisconsin: nine marks from 1 to 10 that a physician gave; complete rows."""

from gnomon.data.sets.packaged import packaged

packaged(
    "breast-cancer-marks",
    "Malignant and benign tumors by nine marks of a physician",
    "W. H. Wolberg and O. L. Mangasarian (1990), original set; UCI repository, by KEEL",
    rows=683,
    target="class",
    positive="malignant",
)
