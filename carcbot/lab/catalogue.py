"""All studies by name."""

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Final

from carcbot.errors import OptionsError
from carcbot.games.option_text import did_you_mean, quoted
from carcbot.lab.study import Study
from carcbot.lab.study_list import LISTED

__all__ = ["STUDIES", "study_named"]


class _Studies(Mapping[str, Study]):
    """The studies by name, in the same order; each is imported when it is asked for."""

    def __getitem__(self, name: str) -> Study:
        module = import_module(f"carcbot.lab.studies.{LISTED[name].name.replace('-', '_')}")
        study: Study = module.STUDY
        return study

    def __iter__(self) -> Iterator[str]:
        return iter(LISTED)

    def __len__(self) -> int:
        return len(LISTED)


STUDIES: Final = _Studies()


def study_named(name: str) -> Study:
    """The study of that name; OptionsError if there is none."""
    if name not in LISTED:
        raise OptionsError(
            f"there is no study {quoted(name)}{did_you_mean(name, LISTED)}",
            expected="one of " + ", ".join(LISTED),
        )
    return STUDIES[name]
