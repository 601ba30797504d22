"""Records for programs in Python: read from files and folders, and as tables.

`carcbot.replay` offers these names; docs/records.md shows them at work.
"""

import importlib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final, Literal

import numpy as np
from numpy.typing import NDArray

from carcbot.errors import OptionsError
from carcbot.replay.intact_part import intact_part
from carcbot.replay.move_lists import table_of
from carcbot.replay.record import MatchRecord
from carcbot.replay.record_paths import Repeats, found

__all__ = ["arrays", "frame", "read", "read_all"]

Place = str | Path
_NUMBER: Final = (int, float)


def read(path: Place, *, seat: int | None = None) -> MatchRecord:
    """The record in a file, packed or not, or a seat's view of one.

    Args:
        path: The file.
        seat: As this seat saw the match; None for all that the file has. A record is opened when
            its match is over, so of hidden cards it has everything; a seat's view has its own.

    Raises:
        FileInputError: It cannot be read, is no record, is damaged or breaks the rules; or it does
            not say what the seat saw. The error says where.
    """
    part = intact_part(Path(path))
    if part.trouble is not None:
        raise part.trouble
    return part.record if seat is None else part.record.seen_by(seat)


def read_all(*paths: Place, seat: int | None = None) -> Iterator[MatchRecord]:
    """The records in files and folders, each when it is asked for.

    Args:
        paths: Files; in place of a folder the records in it and below it, in the order of names.
            A record that is there twice, as packed and unpacked, comes once.
        seat: As for `read`.

    Raises:
        FileInputError: As for `read`; or there is no record in a folder.
    """
    repeats = Repeats()
    for path in found([Path(each) for each in paths]):
        record = read(path)
        if repeats.of(record) is None:
            yield record if seat is None else record.seen_by(seat)


def arrays(records: MatchRecord | Iterable[MatchRecord]) -> dict[str, NDArray[Any]]:
    """A row for each move of these matches, as one array of numpy for each column.

    The columns are those of `carcbot replay extract csv`. Whole numbers are int64; where something
    is not known they are float64, and that is nan. Texts are objects.
    """
    heads, rows = table_of(_several(records))
    columns = zip(*rows, strict=True) if rows else ([] for _ in heads)
    return {head: _array(column) for head, column in zip(heads, columns, strict=True)}


def frame(
    records: MatchRecord | Iterable[MatchRecord], kind: Literal["pandas", "polars"] = "pandas"
) -> Any:  # noqa: ANN401 - the data frame of a library that need not be here
    """The same as a data frame of pandas or polars, which has to be installed.

    Raises:
        OptionsError: It is not.
    """
    try:
        library = importlib.import_module(kind)
    except ModuleNotFoundError as error:
        raise OptionsError(
            f"{kind} is not installed", where="frame", expected=f"pip install {kind}"
        ) from error
    return library.DataFrame(arrays(records))


def _several(records: MatchRecord | Iterable[MatchRecord]) -> Iterable[MatchRecord]:
    return (records,) if isinstance(records, MatchRecord) else records


def _array(column: Sequence[object]) -> NDArray[Any]:
    """The column as numbers if it has nothing else."""
    known = [each for each in column if each is not None]
    if not all(isinstance(each, _NUMBER) for each in known):
        return np.array(column, dtype=object)
    if len(known) == len(column) and all(isinstance(each, int) for each in known):
        return np.array(column, dtype=np.int64)
    return np.array([np.nan if each is None else each for each in column], dtype=np.float64)
