"""Where units are worked: each file is one answer to the protocol of `workers.py`.

::

    this_process   here, one after another
    processes      several processes of this machine
    dask_cluster   the workers of a Dask cluster, here or elsewhere
    children       processes that a unit may bring down or that are ended when it takes too long
    serve          what such a process does
    call           one call, under its limits of threads and memory
    folder         large values in files, mapped into the memory of all processes that ask for them

The last two back-ends work every unit in a child process, so that they know which unit ended it.
"""
