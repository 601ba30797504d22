"""The tests, one file for each file of carcbot."""
