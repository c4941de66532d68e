"""Neural networks (multi-layer perceptrons), trained by backpropagation: see `classifier`, then `network`."""
