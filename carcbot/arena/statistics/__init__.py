"""What the results of matches say, and how certain that is.

The unit is a block: the games played on one deck with the seats rotated. The games of a block share
their luck, so they are no independent samples; whole blocks are.

`block_values` holds results, `intervals` the means of blocks, `elo` strength on the usual scale,
`sequential` the test that stops as soon as the result is clear (its arithmetic is `likelihood`),
`seat_value` what a seat is worth, `fitted_ratings` the strength of many players by the model in
`plackett_luce`, `doublings` what a doubling of the budget is worth; `phrases` puts it into words.
docs/statistics.md has the formulas and their sources.
"""
