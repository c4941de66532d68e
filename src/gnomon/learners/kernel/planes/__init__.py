"""Linear support vector machines: planes found in the columns themselves, and the solvers that find them."""
