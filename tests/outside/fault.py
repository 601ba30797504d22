"""What goes wrong in the game of `tests.outside.breaking`, which needs Dash when it is imported."""

__all__ = ["Fault"]


class Fault:
    """The attribute or method of the name `what` says or raises `answer`."""

    what = ""
    answer: object = None
