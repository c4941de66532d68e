"""Figures of experiments: leaderboard, ledger, time against quality."""
