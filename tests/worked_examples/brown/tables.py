"""Printed tables that several tests use: rugby players and ballet dancers by weight and height."""

import numpy as np

TEN = np.array(
    [
        [42.8, 171.9],
        [47.6, 182.3],
        [45.0, 165.0],
        [60.0, 175.0],
        [63.0, 160.0],
        [85.0, 162.1],
        [98.7, 157.6],
        [93.6, 138.8],
        [87.9, 142.7],
        [92.8, 154.5],
    ]
)
TEN_CLASSES = np.repeat([0, 1], 5)
SEVEN = np.array(
    [
        [98.79, 157.59],
        [93.64, 138.79],
        [42.89, 171.89],
        [87.91, 142.65],
        [97.92, 162.12],
        [47.63, 182.26],
        [92.72, 154.50],
    ]
)
SEVEN_CLASSES = np.array([1, 1, 0, 1, 1, 0, 1])
