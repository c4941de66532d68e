"""Kernel methods: support vector machines, kernel perceptron, kernel ridge regression.

Start from `kernels` (the kernel functions) and `svc`; `planes` holds the linear support vector machines,
`lifts` explicit feature maps, `reading` the inspection of fitted models and training step by step.
"""
