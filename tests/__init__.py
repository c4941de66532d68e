"""The tests, in the order of the package; `spec` holds worked examples, `laws` what every learner keeps."""
