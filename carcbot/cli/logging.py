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
    lists = () if form == "json" else (_in_words,)
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            *lists,
            last,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        # whatever is standard error when something is logged
        logger_factory=lambda *_: structlog.PrintLogger(sys.stderr),
        cache_logger_on_first_use=False,
    )
    others = [each for each in logging.root.handlers if not isinstance(each, _Forwarding)]
    logging.root.handlers = [*others, _Forwarding(max(level, logging.WARNING))]


class _Forwarding(logging.Handler):
    """Has what libraries log written as everything else is: a line for each event."""

    def emit(self, record: logging.LogRecord) -> None:
        """Passes it on, with what was raised."""
        structlog.get_logger().log(
            record.levelno, record.getMessage(), library=record.name, exc_info=record.exc_info
        )


def _in_words(
    _logger: object, _method: str, event: structlog.typing.EventDict
) -> structlog.typing.EventDict:
    """Lists as people write them: ``seats=ann,bob``."""
    return {
        name: ",".join(map(str, value)) if isinstance(value, list | tuple) else value
        for name, value in event.items()
    }
