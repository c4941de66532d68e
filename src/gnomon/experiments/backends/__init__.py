"""Where units are worked: each file is one answer to the protocol of `workers.py`.

::

    this_process   here, one after another
    processes      several processes of this machine
    dask_cluster   the workers of a Dask cluster, here or elsewhere
    dask_calls     calls and values on their way there, sent again when they are lost
    dask_worker    what each of its workers does for a run
    children       processes that a unit may bring down or that are ended when it takes too long
    serve          what such a process does
    call           one call, under its limits of threads and memory; one_thread: BLAS and OpenMP held to one
    folder         large values in files, mapped into the memory of all processes that ask for them

The last two back-ends work every unit in a child process, so that they know which unit ended it.
"""
