"""How commands that run for long write their log: to standard error, a line for each event."""

import logging
import sys

import structlog

__all__ = ["set_up_logging"]


def set_up_logging(form: str, level: int = logging.INFO) -> None:
    """Sends the log to standard error, as ``text`` for people or ``json`` for programs."""
    last: structlog.typing.Processor = (
        structlog.processors.JSONRenderer()
        if form == "json"
        else structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty())
    )
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            last,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        # whatever is standard error when something is logged
        logger_factory=lambda *_: structlog.PrintLogger(sys.stderr),
        cache_logger_on_first_use=False,
    )
