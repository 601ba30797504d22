"""Where results are kept: data beside the studies, and pages in docs/lab."""

import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from carcbot.errors import FileInputError, file_error
from carcbot.lab.kept_games import kept_in
from carcbot.lab.study import Picture, Result, Study
from carcbot.whole_file import write_whole

__all__ = ["DATA", "PAGES", "index", "load", "page", "picture_file", "save", "saved_names"]

DATA = Path(__file__).with_name("results")
PAGES = Path(__file__).parent.parent.parent / "docs" / "lab"


def load(name: str) -> Result:
    """The committed result of the study of that name.

    Raises:
        FileInputError: There is none.
    """
    try:
        text = (DATA / f"{name}.json").read_text(encoding="utf-8")
    except OSError as error:
        raise FileInputError(
            f"the study {name} has no result yet", expected=f"'carcbot lab run {name} --save' first"
        ) from error
    return Result.from_json(json.loads(text))


def saved_names() -> frozenset[str]:
    """The names of the studies that have a result."""
    return frozenset(file.stem for file in DATA.glob("*.json"))


def check_can_save() -> None:
    """Before a long run: whether its result can be saved here at all.

    Raises:
        FileInputError: This is no checkout of carcbot, which alone has the pages.
    """
    if not PAGES.is_dir():
        raise FileInputError(
            f"there is no {PAGES}", where="--save", expected="a checkout of carcbot"
        )


def save(study: Study, result: Result, studies: Iterable[Study]) -> list[Path]:
    """Writes the study's data, its page and pictures, and the index; returns which files.

    Raises:
        FileInputError: They cannot be written, as where the package is installed without its docs.
    """
    # imported only now, for that takes longer than most commands
    from carcbot.lab.plot_files import svg  # noqa: PLC0415

    texts = {
        DATA / f"{study.name}.json": _json(result),
        PAGES / f"{study.name}.md": page(study, result),
    } | {picture_file(study, each): svg(each) for each in result.pictures}
    try:
        for file, text in texts.items():
            write_whole(file, text)
        readme = PAGES / "README.md"
        write_whole(readme, index(studies))
    except OSError as error:
        raise file_error(
            error, "cannot write", where="--save", expected="a checkout of carcbot"
        ) from error
    return [*texts, readme]


def picture_file(study: Study, picture: Picture) -> Path:
    """Where a picture of the study lies."""
    return PAGES / f"{study.name}-{picture.name}.svg"


def page(study: Study, result: Result) -> str:
    """The study and its result in Markdown."""
    return "\n\n".join(_page(study, result)) + "\n"


def index(studies: Iterable[Study]) -> str:
    """The page that leads to all pages."""
    return "\n\n".join(_index(studies)) + "\n"


def _json(result: Result) -> str:
    """JSON with a line for each row and figure, so that a change shows what changed."""
    text = json.dumps(result.as_json(), indent=1, ensure_ascii=False)
    # what holds nothing nested goes on one line; a string has no line break of its own
    text = re.sub(r"[\[{][^\[\]{}]*[\]}]", lambda found: re.sub(r"\n *", " ", found[0]), text)
    return text + "\n"


def _page(study: Study, result: Result) -> Iterator[str]:
    """Its paragraphs, lists and tables."""
    yield f"# {study.listing.title}"
    yield f"Source: {study.listing.source}."
    yield study.method
    yield (
        f"Made by `{_command(study, result)}`; the figures for programs are in\n"
        f"[{study.name}.json](../../carcbot/lab/results/{study.name}.json)."
    )
    archive, kept = f"`docs/lab/games/{study.name}.zip`", kept_in(study.name)
    if kept == "games":  # no link: a wheel leaves them behind
        yield f"A checkout has all its games, in {archive}."
    elif kept:
        yield f"A checkout has what was counted in each of its games, in {archive}."
    if result.unfinished:
        how = "goes on with what is missing" if kept else "plays all, for no games were kept"
        yield f"Not whole yet, for want of time; the same command {how}:"
        yield "\n".join(
            f"- {each.what}: {each.played:,} of {each.wanted:,} {each.unit}"
            for each in result.unfinished
        )
    yield "## Beside the paper"
    rows = tuple((each.what, each.paper, each.ours) for each in result.comparisons)
    yield _rows(("", "paper", "here"), rows)
    yield "\n".join(f"- *{each.what}*: {each.remark}" for each in result.comparisons)
    for table in result.tables:
        yield f"## {table.title}"
        yield _rows(table.columns, table.rows)
        if table.note:
            yield table.note
    for picture in result.pictures:
        yield f"![{picture.title}]({picture_file(study, picture).name})"


def _command(study: Study, result: Result) -> str:
    effort = result.effort
    words = [f"carcbot lab run {study.name}"]
    if study.listing.counts == "games":
        words.append(f"--games {effort.count} --seed {effort.seed}")
    if study.listing.counts == "positions":
        words.append(f"--positions {effort.count} --runs {effort.runs}")
    if study.listing.counts == "matches":
        words.append(f"--budget {effort.budget:g} --seed {effort.seed}")
    return " ".join([*words, "--save"])


def _rows(columns: tuple[str, ...], rows: tuple[tuple[str, ...], ...]) -> str:
    """A table."""
    rule = ("---", *["---:"] * (len(columns) - 1))
    return "\n".join(f"| {' | '.join(cells)} |" for cells in (columns, rule, *rows))


def _link(study: Study) -> str:
    """To its page, if it has one."""
    if study.name in saved_names():
        return f"[{study.listing.title}]({study.name}.md)"
    return f"{study.listing.title} (no result yet: `carcbot lab run {study.name}`)"


def _index(studies: Iterable[Study]) -> Iterator[str]:
    """Its paragraphs."""
    yield "# Studies"
    yield (
        "Published figures, measured again. Each page puts ours beside the paper's, with a\n"
        "sentence on each difference. `carcbot lab list` lists them, `carcbot lab run NAME`\n"
        "repeats one, and with `--save` it rewrites its page and its data. Counts are the same on\n"
        "every machine; times are not, so they are given as ratios of what ran side by side.\n"
        "Some studies ask questions of our own: there the column *paper* says what was wanted\n"
        "beforehand, or that no paper tells."
    )
    yield (
        "Matches are limited by nodes or random games, so that they too are the same everywhere:\n"
        "every deck is played from every seat, and intervals (95 %) are over decks; of twenty of\n"
        "them one misses the truth by chance, on every page. What took the papers' programs\n"
        "seconds takes milliseconds today; each page says how much a move thinks, and how much it\n"
        "may have been in the paper. All games are kept in\n"
        "`carcbot-contests`, so that a run which was interrupted goes on; with `--minutes` it\n"
        "begins nothing more after so long and tells what there is, and its page says which\n"
        "samples are not whole. With `--save` they are packed into [games](games), from where the\n"
        "same command goes on, on any machine. After a search has changed, `--anew` forgets them."
    )
    yield (
        "Studies take hours. `nice -n 19 carcbot lab run NAME` lets other work of the same\n"
        "terminal go first. Linux weighs terminals, and what `setsid` started, against each other\n"
        "before it heeds that: there, `echo 19 > /proc/self/autogroup` before it lets all go first."
    )
    yield (
        "`--budget` makes every study larger or smaller; the committed result has 1. With\n"
        "`--budget 4` matches have twice the games with twice the thinking, searches look at four\n"
        "times the positions, four times the games are looked at for their moves, `scaling` goes\n"
        "up to four times the time, `complexity` counts the shapes of a square more, and\n"
        "`thurn-and-taxis-size`, which counts all there is, stays as it is."
    )
    yield "The papers:"
    yield (
        "- C. Heyden, *Implementing a Computer Player for Carcassonne*, Maastricht University\n"
        "  2009\n"
        "- F. Valdez Ameneyro, E. Galván, A. Kuri Morales, *Playing Carcassonne with Monte Carlo\n"
        "  Tree Search*, 2020\n"
        "- F. Schadd, *Monte-Carlo Search Techniques in the Modern Board Game Thurn and Taxis*,\n"
        "  Maastricht University 2009\n"
        "- C. Huchler, *An MCTS Agent for Ticket to Ride*, Maastricht University 2015\n"
        "- the article on wingedsheep's environment for Carcassonne, 2020"
    )
    yield _rows(
        ("study", "source"),
        tuple((_link(each), each.listing.source) for each in studies),
    )
    yield (
        "The searches are compared on fifty positions, which lie in\n"
        "[positions.txt](../../carcbot/lab/positions.txt); they are made anew by\n"
        "`python -m carcbot.lab.make_positions`. Who asks for more than fifty gets further ones,\n"
        "made in the same way of other games. Those of Heyden's thesis are pictures, which cannot\n"
        "be read any more."
    )
