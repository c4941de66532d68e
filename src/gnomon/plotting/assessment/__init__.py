"""Figures of assessment: tables of errors, differences, folds, intervals and what makes an error."""
