"""Evidence: how often each interval and test keeps its word, simulated and stored.

`measured` gives the sentence that stands beside a result, `page` all of it to read, `frame` the table behind
it. The numbers are in `cells.csv`, rebuilt by `python -m gnomon.assessment.evidence` (`make evidence`). To
read how they come about, start with `worlds` (rows whose truth is known) and `rules` (learners whose true
score is exact), then `hold_outs` and `cross_validations` (what is drawn), `grid` (where, and how often) and
`simulate`.
"""

from gnomon.assessment.evidence.cells import Cell, frame, stored
from gnomon.assessment.evidence.pages import page
from gnomon.assessment.evidence.sentence import measured

__all__ = ["Cell", "frame", "measured", "page", "stored"]
