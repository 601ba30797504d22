"""The games and notes of a study: where it plays, and the archive beside its committed result.

A study can take longer than anybody's machine has time for. So its games are committed with its
result, and whoever runs it next, on whatever machine, goes on with them.
"""

import lzma
import shutil
import zipfile
from collections.abc import Callable, Iterable, Iterator
from io import BytesIO
from pathlib import Path
from typing import Final, Literal

from carcbot.arena.contest import Contest
from carcbot.contest.contest_folder import ContestFolder
from carcbot.errors import FileInputError, file_error
from carcbot.lab.notebook import Notebook
from carcbot.whole_file import write_whole

__all__ = ["ARCHIVES", "KeptGames", "archive_of", "kept_in"]

ARCHIVES: Final = Path(__file__).parent.parent.parent / "docs" / "lab" / "games"
_NO_DATE: Final = (1980, 1, 1, 0, 0, 0)
"""The same games make the same archive."""


def archive_of(study: str) -> Path:
    """The archive of the study of that name, whether it is there or not."""
    return ARCHIVES / f"{study}.zip"


def kept_in(study: str) -> Literal["games", "counts", ""]:
    """What the archive of the study of that name has: games, or what was counted in them, if any.

    Raises:
        FileInputError: The archive is none of ours.
    """
    archive = archive_of(study)
    if not archive.exists():
        return ""
    try:
        with zipfile.ZipFile(archive) as packed:
            has_contests = any(name.endswith("/contest.json") for name in packed.namelist())
    except zipfile.BadZipFile as error:
        raise FileInputError(
            str(error), where=str(archive), expected="what 'carcbot lab run --save' made"
        ) from error
    return "games" if has_contests else "counts"


class KeptGames:
    """What one study has played and noted, in a folder that others may use too.

    What its archive has more of than the folder is unpacked at once.

    Args:
        study: Its name.
        folder: Where the games are kept while they are played.
        path_of: In which folder there a contest is kept, whatever the number of its blocks.
        anew: Forget what was played of it before, here and in the archive. Until they are saved,
            whoever goes on without this goes on with what was played since.
        chosen: Of which contests, if not of all that there is.

    Raises:
        FileInputError: The archive is none of ours.
        UnavailableError: The disk is full or failed.
    """

    def __init__(
        self,
        study: str,
        folder: Path,
        path_of: Callable[[Contest], Path],
        *,
        anew: bool = False,
        chosen: Callable[[Contest], bool] | None = None,
    ) -> None:
        self._name = study
        self._archive = archive_of(study)
        self._folder = folder
        self._path_of = path_of
        self._used: set[Path] = set()
        self._anew = folder / f"{study}.anew"
        """What was begun anew, a name a line; not there where the games go on."""
        if anew and chosen is None:
            self._note_anew(())
            return
        if not self._anew.exists() and self._archive.exists():
            _unpack(self._archive, folder)
        if anew and chosen is not None:
            self._forget(chosen)

    def contest(self, contest: Contest) -> ContestFolder:
        """The folder of a contest, with its games so far."""
        path = self._path_of(contest)
        self._begin(path)
        return ContestFolder.make_growing(path, contest)

    def notes(self, name: str) -> Notebook:
        """The notebook of that name, with its answers so far."""
        self._begin(self._folder / f"{name}.jsonl")
        return Notebook(name, self._folder)

    def save(self) -> list[Path]:
        """Writes what the study used into its archive; returns which files, none without games.

        Raises:
            UnavailableError: The disk is full or failed.
        """
        files = sorted(_files(self._used))
        if not files:
            return []
        packed = BytesIO()
        try:
            self._archive.parent.mkdir(parents=True, exist_ok=True)
            with zipfile.ZipFile(packed, "w") as archive:
                for file in files:
                    name = file.relative_to(self._folder).as_posix()
                    entry = zipfile.ZipInfo(name, _NO_DATE)
                    archive.writestr(entry, file.read_bytes(), zipfile.ZIP_LZMA)
            write_whole(self._archive, packed.getvalue())
            self._anew.unlink(missing_ok=True)
        except OSError as error:
            raise file_error(error, "cannot be written", where=str(self._archive)) from error
        return [self._archive]

    def _begin(self, path: Path) -> None:
        """Before a folder or notebook is used for the first time."""
        if path in self._used:
            return
        self._used.add(path)
        if not self._anew.exists():
            return
        begun = self._begun()
        if path.name in begun:
            return
        if path.is_dir():
            with ContestFolder(path):  # nobody else is playing there
                shutil.rmtree(path)
        elif path.exists():
            Notebook(path.stem, path.parent)  # nor writing
            path.unlink()
        self._note_anew((*begun, path.name))

    def _forget(self, chosen: Callable[[Contest], bool]) -> None:
        """Lets everything count as begun anew but these contests."""
        paths = [file.parent for file in self._folder.glob(f"{self._name}*/contest.json")]
        contests = {path.name: ContestFolder(path).contest for path in paths}
        forgotten = {
            name
            for name, contest in contests.items()
            # another study may have a name that begins with this one's
            if contest.name.startswith(f"{self._name} ") and chosen(contest)
        }
        if not forgotten:
            return
        there = (path.name for path in self._folder.iterdir())
        begun = self._begun() if self._anew.exists() else there
        self._note_anew(sorted(set(begun) - forgotten))

    def _begun(self) -> list[str]:
        return self._anew.read_text(encoding="utf-8").splitlines()

    def _note_anew(self, begun: Iterable[str]) -> None:
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            write_whole(self._anew, "".join(f"{name}\n" for name in begun))
        except OSError as error:
            raise file_error(error, "cannot be written", where=str(self._anew)) from error


def _files(paths: Iterable[Path]) -> Iterator[Path]:
    for path in paths:
        if path.is_dir():
            yield from (each for each in path.iterdir() if each.suffix in {".json", ".jsonl"})
        elif path.exists():
            yield path


def _unpack(archive: Path, folder: Path) -> None:
    """Takes from the archive each file that is missing in the folder, or shorter there."""
    try:
        with zipfile.ZipFile(archive) as packed:
            for entry in packed.infolist():
                there = folder / entry.filename
                if not there.exists() or there.stat().st_size < entry.file_size:
                    packed.extract(entry, folder)
    except (zipfile.BadZipFile, lzma.LZMAError, EOFError, NotImplementedError) as error:
        raise FileInputError(
            str(error), where=str(archive), expected="what 'carcbot lab run --save' made; remove it"
        ) from error
    except OSError as error:
        raise file_error(error, "cannot be unpacked", where=str(archive)) from error
