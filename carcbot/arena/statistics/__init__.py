"""What the results of matches say, and how sure that is.

The unit is a block: the games played on one deck with the seats rotated. The games of a block share
their luck, so they are no independent samples; whole blocks are.

`blocks` holds results, `intervals` the means of blocks, `elo` strength on the usual scale,
`sequential` the test that stops as soon as the result is clear and `likelihood` its arithmetic,
`seats` what a seat is worth, `ratings` the strength of many players with `choices` below it,
`scaling` what a doubling of the budget is worth, `wording` what may be said of all this.
docs/statistics.md has the formulas and where they come from.
"""
