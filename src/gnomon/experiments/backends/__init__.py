"""Execution backends for units, which implement the protocol of `workers.py`.

::

    this_process   sequential, in this process
    processes      several processes of this machine
    dask_cluster   the workers of a local or remote Dask cluster
    dask_calls     calls and values sent to a Dask cluster, and sent again if they are lost
    dask_worker    what each Dask worker does for a run
    children       child processes, which a unit may crash and which are killed at a time limit
    serve          the main loop of a child process
    call           one call with limits of threads and memory; one_thread: BLAS and OpenMP limited to one
    thread folder         large values in memory-mapped files shared by all processes warning_capture
    warnings of child processes, shown once by the parent

Processes and Dask workers run every unit in a child process, so that a crash is attributed to its unit.
"""
