"""Experiments: many tasks, learners and splits in one run that can be stopped, resumed and queried.

Start with `design.py` (what to run) and `run.py` (the loop), then `results.py` (leaderboard and
comparisons)::

    design      tasks x learners x a resampling plan, divided into units of work, each with a content hash
    design_file reads a design from a TOML file; design_writing: writes it
    unit_key    the content hash of a unit; unit_splits: numbering of a unit's splits in its design
    choice      a learner with its hyperparameter grid; grid: the settings; halving: successive halving
    nested_selection  nested cross-validation on one unit; chosen, compact_predictions: its stored results;
                ledger, outer_split: the optimism of hyperparameter selection
    expression  learners and plans from text; estimators: allowed classes of other packages
    identity    description of a learner as text: a readable name and a complete description for hashing
    record      a design as plain values, stored so that results can be read without the data
    store       one SQLite file: a unit's predictions and its completion are one transaction
    migration   schema migrations of that file; connection: opening SQLite
    integrity   checking and repairing a results file; recovery: reading a damaged one
    compact     removing unused units; export: tables as CSV or Parquet
    workers     this process, several processes, or a Dask cluster (backends/)
    queue       scheduling of units; background_writer: commits; progress, failures: their reports
    work        the function that a worker runs for one unit
    run         design -> results
    tune        hyperparameter tuning with a nested estimate of its performance
    forecast    runtime and memory of a design; power: its minimum detectable difference
    checks/     methodology checks for leakage, selection bias and invalid comparisons: check_methodology
    vault       a sealed test set whose evaluations are counted; sealed: its storage; vault_log: the
    evaluations claim       results as a file that others can reproduce; verify, rebuild: reproducing them
    results     leaderboard, estimates, predictions, report
"""
