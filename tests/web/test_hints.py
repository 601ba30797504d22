"""What a move brings is told where it would be made: by hints, by places, and by figures."""

import json
import subprocess
from collections import defaultdict
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, expect

from carcbot.games.carcassonne.page import PAGE
from carcbot.messages.parts import ClockSpec
from carcbot.net.web.bundles import bundle
from tests.samples.hosting import NODE
from tests.waiting import PATIENCE_S
from tests.web.conftest import WIDE, Opened
from tests.web.hosting import Host
from tests.web.test_playing import begin, move, turn

_WORDS = "js/games/carcassonne/words.js"
_SCRIPTS = Path(__file__).parents[2] / "carcbot" / "web"


def said(folder: Path, expression: str) -> Any:  # noqa: ANN401 - whatever JSON has
    """What an expression with the words of the page is."""
    sources = {each: (_SCRIPTS / each).read_text() for each in (_WORDS, "js/names.js")}
    (folder / "words.mjs").write_text(bundle([_WORDS], sources))
    (folder / "say.mjs").write_text(
        f'import * as words from "./words.mjs";\nconsole.log(JSON.stringify({expression}));\n'
    )
    done = subprocess.run([NODE, folder / "say.mjs"], capture_output=True, check=True)
    return json.loads(done.stdout)


def test_figures_say_where_on_the_tile(tmp_path: Path) -> None:
    """On no tile have two areas of a kind the same word; those of an example are right."""
    kinds: Any = PAGE.art()["kinds"]
    places = []
    for spots in kinds.values():
        alike = defaultdict(list)
        for segment, place in spots.items():
            alike[segment[0]].append(place)
        places += [each for each in alike.values() if len(each) > 1]
    words = said(tmp_path, f"{json.dumps(places)}.map((each) => words.sayWhere(each, [50, 50]))")
    for each in words:
        assert len(set(each)) == len(each), each
        assert all(each)
    example = "words.sayWhere([[20, 20], [80, 22], [52, 85]], [50, 50])"
    assert said(tmp_path, example) == ["north-west", "north-east", "south"]
    assert said(tmp_path, "words.sayWhere([[20, 20]], [50, 50])") == [""]


def test_reasons_are_sentences(tmp_path: Path) -> None:
    """What is completed is told first, with who gets the points."""
    city = {"kind": "city", "tiles": 3, "owners": [[0], [0]], "points": [3, 6], "complete": True}
    field = {"kind": "field", "tiles": 1, "owners": [[1], [0, 1]], "points": [3, 3]}
    city["likely"], field["likely"] = [[5.1, 6], [0, 0]], [[0, 7.6], [8.2, 7.6]]
    effects = json.dumps([{**field, "complete": False}, city])
    assert said(tmp_path, f"words.sayWhy({effects}, 0, ['ann', 'bob'])") == (
        "completes a city of 3 tiles: 6 points for you; joins bob\u2019s field, worth 3, likely 8"
    )
    assert said(tmp_path, f"words.sayWhy({effects}, 1, ['ann', 'bob'])").startswith(
        "completes a city of 3 tiles: 6 points for ann"
    )


def test_blocks_are_reasons(tmp_path: Path) -> None:
    """An area of somebody that has become harder to complete is told with what that costs."""
    city = {"kind": "city", "tiles": 4, "owners": [[1], [1]], "points": [4, 4], "complete": False}
    effects = json.dumps([{**city, "likely": [[0, 0], [9.4, 4.7]]}])
    assert said(tmp_path, f"words.sayWhy({effects}, 0, ['ann', 'bob'])") == (
        "makes bob\u2019s city harder to complete: likely 5 instead of 9"
    )


def test_hints_are_drawn_on_the_board(host: Host, opened: Opened) -> None:
    """Each hint of the list has its number on the board, where a click lays the tile."""
    page = opened(f"{host.page}/")
    begin(page, host)
    for _ in range(3):
        move(page)
    assert turn(page)
    page.click(".hint")
    page.wait_for_selector(".hint-mark")
    listed = page.locator(".hints button").count()
    marks = page.locator(".hint-number text").all_text_contents()
    numbers = sorted(int(each) for mark in marks for each in mark.split(","))
    assert numbers == list(range(1, listed + 1))
    for words in page.locator(".hint-words").all_inner_texts():
        assert ": " in words
        assert " at " not in words
    page.keyboard.press("Home")
    expect(page.locator(".hint-mark")).to_have_count(0)
    page.keyboard.press("End")
    expect(page.locator(".hint-mark")).to_have_count(len(marks))
    page.locator(".hint-mark").first.click()
    expect(page.locator(".turn-here")).to_have_count(1)
    expect(page.locator(".hint-mark").first).to_be_hidden()


def test_a_place_shows_the_tile_and_what_it_brings(chromium: Browser, host: Host) -> None:
    """Mouse and focus show the tile on a place as it would lie, and the points that it brings."""
    match = host.table("seats=2", ClockSpec("per_move", move_us=600_000_000))
    host.play(match, 2, 0.0, leaves=30)
    context = chromium.new_context(viewport=WIDE)
    context.add_init_script("sessionStorage.setItem('carcbot.player', 'token-of-ann')")
    page = context.new_page()
    page.set_default_timeout(PATIENCE_S * 1000)
    page.goto(f"{host.page}/table/{match}")
    page.wait_for_selector(".place-button")
    assert host.server is not None
    state: Any = host.server.hall.tables[match].state
    cells = sorted(
        {tuple(map(int, each.partition("/")[0].split(","))) for each in state.legal_moves()},
        key=lambda cell: (cell[1], cell[0]),
    )
    for number, (x, y) in enumerate(cells[:6]):
        place = page.locator(".place-button").nth(number)
        if number % 2:
            place.focus()
        else:
            place.hover()
        after = state.copy()
        after.apply(next(each for each in state.legal_moves() if each.startswith(f"{x},{y}/")))
        now = after.scores()[0] - state.scores()[0]
        start = f"{now} point" if now else "No points now"
        assert page.locator("#tip b").inner_text().startswith(start)
        assert page.locator(".ghost.glance use").first.get_attribute("x") == str(100 * x)
    page.mouse.move(5, 5)
    page.evaluate("document.activeElement.blur()")  # some tiles have few places
    expect(page.locator(".ghost > *")).to_have_count(0)
    expect(page.locator("#tip")).to_be_hidden()
    context.close()
