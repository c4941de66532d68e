"""What a learner is, and how work is prepared once for many fits.

Start with `learner` (the contract) and `train` (the one loop that uses it). Prepared data come in two
families, which mirror each other:

- summaries that *merge*, by addition and subtraction: `moments`, `counts`;
- tables that *narrow*, seen through some of their rows: `pairs`, `neighborhood`, `order`;

and `prepared` holds the plain `Rows`, which do both by indexing. `laws` states what every learner keeps.
"""
