"""Tests of Carcassonne: rules, notation and looks."""
