"""The record of a match: what it says, and whether it is true.

It lies above the referee in the house, because it judges a record by the same chance, clocks and
standings that the referee plays by.
"""
