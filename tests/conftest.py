"""What every test stands on."""

import signal

from hypothesis import settings

# Who starts the tests in the background may have Ctrl-C ignored; programs would inherit that, and
# the tests send it to them.
signal.signal(signal.SIGINT, signal.default_int_handler)

# The same tree gives the same verdict on every machine, however slow: the tests draw the same
# examples each time and have no deadline. To search for new ones is the proofs' and fuzzers' work.
settings.register_profile("repeatable", derandomize=True, deadline=None)
settings.load_profile("repeatable")
