"""Plots of experiments: leaderboard, optimism, selected hyperparameters, feature importance, time."""
