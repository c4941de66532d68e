"""The learner interface, and computations shared by many fits (sufficient statistics, Gram matrices).

Start with `learner` (the interface) and `train` (the training loop). Prepared data come in two families:

- mergeable summaries (sufficient statistics), added and subtracted: `moments`, `counts`;
- tables that can be restricted to a subset of the rows: `pairs`, `neighborhood`, `order`;

and `prepared` holds plain `Rows`, which support both by indexing. `laws` states the invariants of every
learner.
"""
