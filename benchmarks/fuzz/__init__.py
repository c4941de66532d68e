"""Fuzzing of everything that reads a file: python -m benchmarks.fuzz [KIND ...] [--cases N] [--seed S].

Valid files of every kind are altered, in their bytes and in their structure, and read and used as a person
would: a data file is profiled and checked, a claim is verified, a run resumes with a store, a model predicts.
An altered file may be used or refused by an error of Gnomon. Anything else is a fault: another exception, a
crash, more than ten seconds, memory out of proportion, or a file, process or connection outside the folder.

kinds       the kinds of files: how valid ones are made, altered and used
mutations   what is altered
watch       what a case may not touch: files, processes, network, pickles
case        one case, and whether its outcome is a fault
search      many cases in one process, the same for the same seed
guided      the same, guided by coverage (atheris, libFuzzer)
campaign    processes one after another, each replaced when a case ends it; counts of all
reach       the lines of Gnomon that a corpus reaches
"""
