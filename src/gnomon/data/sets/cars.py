"""Auto MPG: fuel consumption of cars of the years 1970 to 1982."""

from gnomon.data.sets.packaged import packaged

packaged(
    "auto",
    "Miles per gallon of 392 cars by weight, engine, year and origin (Auto MPG, complete rows)",
    "R. Quinlan, Combining instance-based and model-based learning (1993), UCI Machine Learning Repository",
    rows=392,
    target="mpg",
    kind="regression",
    kinds={"cylinders": "quantitative", "year": "quantitative"},
)
