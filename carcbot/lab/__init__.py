"""Experiments: one readable file a study, each with its committed result."""
