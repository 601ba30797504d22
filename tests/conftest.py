"""What every test stands on."""

from hypothesis import settings

# The same tree gives the same verdict on every machine, however slow: the tests draw the same
# examples each time and have no deadline. To search for new ones is the proofs' and fuzzers' work.
settings.register_profile("repeatable", derandomize=True, deadline=None)
settings.load_profile("repeatable")
