"""All kinds of files, by name."""

from benchmarks.fuzz import experiments, model_files, tables

KINDS = {kind.name: kind for kind in (*tables.KINDS, *experiments.KINDS, *model_files.KINDS)}
