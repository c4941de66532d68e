"""The commands: what each takes, its help and its example. The work is done in the files beside this folder.

A command imports the work it does when it is called, so that `gnomon --help` loads next to nothing.
"""
