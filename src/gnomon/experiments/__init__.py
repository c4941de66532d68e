"""Many tasks, learners and splits in one run that can be stopped, resumed and asked again.

Start with `design.py` (what to run) and `run.py` (the loop), then `results.py` (what to ask of it)::

    design      tasks x learners x a plan, cut into units of work, each with a key made from its contents
    identity    what a learner is, as text: its name for people, its description for the key
    record      a design as plain values, kept in the store, so that results outlive the data
    store       one SQLite file: a unit's predictions and its completion are one transaction
    workers     this process, or several
    work        what a worker does with one unit
    run         design -> results
    results     leaderboard, estimates, predictions, report
"""
