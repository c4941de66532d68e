"""Evidence: simulated coverage of each interval, and type-I error and power of each test.

`measured` returns the sentence shown beside a result, `page` a report of all simulations, `frame` the data
frame of them. The numbers are in `cells.csv`, rebuilt by `python -m gnomon.assessment.evidence` (`make
evidence`). To read the simulation code, start with `worlds` (populations with a known truth) and `rules`
(learners whose true score is exact), then `hold_outs` and `cross_validations` (the studies), `grid` (their
parameters) and `simulate`.
"""

from gnomon.assessment.evidence.cells import Cell, frame, stored
from gnomon.assessment.evidence.pages import page
from gnomon.assessment.evidence.sentence import measured

__all__ = ["Cell", "frame", "measured", "page", "stored"]
