"""The exit codes of commands."""

from enum import IntEnum

__all__ = ["ExitCode"]


class ExitCode(IntEnum):
    """The exit codes of ``carcbot``, the same for every command."""

    OK = 0
    FAILED = 1  # a bug of ours, a program that crashed, or something needed that is not there
    INPUT = 2  # the caller's input cannot be used
    REPLACED = 3  # another program took the account's connection to the referee
    AGENT_FAILED = 4  # a player's own agent failed, and others had to choose its moves
    NOT_STARTED = 5  # a program that was to play cannot be started
    UNAVAILABLE = 75  # a disk or database cannot be used just now: EX_TEMPFAIL of sysexits.h
    INTERRUPTED = 130  # Ctrl-C, as a shell reports it
