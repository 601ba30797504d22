"""The referee of a match, as machines that can be run without a socket, a disk or a clock.

`hall` has the tables, `commands` carries out what is asked of them, and `table` plays one match:
commands and moments go in, what is to be recorded and said comes out. `clocks` is the arithmetic of
time, `journal` the lines from which a match comes back after a crash, `directory` who sits where,
`shares` who may have one table more. Moments are nanoseconds of one monotonic clock, and always
arguments.
"""
