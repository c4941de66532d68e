"""Learners of a kernel: support vector machines, kernel perceptron, kernel ridge.

Start from `kernels` (what a kernel is) and `svc`; `planes` holds the linear machines, `lifts` what is behind
a kernel, `reading` what is read off a fitted machine and its training step by step.
"""
