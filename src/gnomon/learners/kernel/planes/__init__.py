"""Linear support vector machines without a kernel, and their solvers."""
