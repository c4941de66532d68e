"""Textbook terms, each with the names (after `gn.`) that it leads to, the most usual first."""

TERMS = """
soft margin, slack variable: SVC LinearSVC svm.support_table
type I error: metrics.false_positive_rate
"""
