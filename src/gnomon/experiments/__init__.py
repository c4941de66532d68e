"""Many tasks, learners and splits in one run that can be stopped, resumed and asked again.

Start with `design.py` (what to run) and `run.py` (the loop), then `results.py` (what to ask of it)::

    design      tasks x learners x a plan, cut into units of work, each with a key made from its contents
    design_file a design as a TOML file, read; design_writing: written
    unit_key    the key of a unit; placing: a unit as part of the design that asks for it
    choice      a learner with the settings to choose among; grid: which ones; halving: a race of them
    selecting   nested selection on one unit; chosen, kept: what is stored of it; ledger: its optimism
    expression  learners and plans from text; estimators: which names of other packages it may hold
    identity    what a learner is, as text: its name for people, its description for the key
    record      a design as plain values, kept in the store, so that results outlive the data
    store       one SQLite file: a unit's predictions and its completion are one transaction
    migration   its tables, and the steps from older versions of them; connection: the way to SQLite
    soundness   is a store as it was written, and how to mend it; rescue: reading a damaged one
    compact     what a store can drop; export: its tables as CSV or Parquet
    workers     this process, several, or a Dask cluster (backends/)
    queue       units handed out and taken back; keeping: commits; progress, failures: what is told of them
    work        what a worker does with one unit
    run         design -> results
    tune        the model to use, with an honest account of how good choosing it is
    forecast    what a design will cost; power: which difference it can see
    checks/     ways to fool oneself, looked for and priced: check_methods
    vault       rows sealed for the final test, each look counted; sealed: what is kept; vault_log: the looks
    claim       results as a file that others can work out again; verify, rebuild: working it out
    results     leaderboard, estimates, predictions, report
"""
