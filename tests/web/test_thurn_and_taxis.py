"""Thurn and Taxis on the page: its words, and a person who plays a whole game of it."""

import json
import re
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, Route, WebSocketRoute, expect

from carcbot.games.contract import view_of
from carcbot.games.thurn_and_taxis.effects import effects
from carcbot.games.thurn_and_taxis.page import PAGE
from carcbot.games.thurn_and_taxis.table import cards_of
from carcbot.messages.events import Moved
from carcbot.net.web.bundles import bundle
from tests.games.thurn_and_taxis.told_turns import TOLD_TURNS
from tests.samples.hosting import NODE
from tests.waiting import PATIENCE_S
from tests.web.conftest import Opened
from tests.web.hosting import Host
from tests.web.test_hidden_cards import begin, turn
from tests.web.test_looks import SIZES, check_reads_well, keep
from tests.web.test_replaying import points_of, result_of
from tests.web.waiting import MADE, until, wait_for

SCRIPTS = Path(__file__).parents[2] / "carcbot" / "web"
OURS = "js/games/thurn_and_taxis"
FINGER = 44
TURNS = 12


def said(folder: Path, entry: str, expression: str, ours: str = OURS) -> Any:  # noqa: ANN401 - whatever JSON has
    """What an expression with the exports of a script is, by default one of this game."""
    files = [*(SCRIPTS / ours).glob("*.js"), *(SCRIPTS / "js").glob("*.js")]
    sources = {str(file.relative_to(SCRIPTS)): file.read_text() for file in files}
    (folder / "ours.mjs").write_text(bundle([f"{ours}/{entry}"], sources))
    (folder / "say.mjs").write_text(
        f'import * as ours from "./ours.mjs";\nconsole.log(JSON.stringify({expression}));\n'
    )
    done = subprocess.run([NODE, folder / "say.mjs"], capture_output=True, check=True)
    return json.loads(done.stdout)


def test_moves_in_words(tmp_path: Path) -> None:
    """Each kind of move is a sentence without its subject, and names cities as people do."""
    seat = {"route": ["Stu", "Ulm", "Aug"], "hand": [], "level": 3}
    before = {"to_move": 0, "seats": [seat], "step": "place"}
    sentences = {
        "take:Mue": "takes München",
        "blind": "draws from the supply",
        "?": "draws a hidden card",
        "Nue": "Nürnberg comes",
        "left:Sig": "lays Sigmaringen before Stuttgart",
        "right:Inn!": "lays Innsbruck behind Augsburg; no second card fits, and the route of four"
        " is given up",
        "scrap:Lod": "gives up a route of three and begins one in Lodz",
        "start:Lod": "begins a route in Lodz",
        "administrator": "has the administrator change the display",
        "close": "closes a route of three",
        "houses:StuUlm": "places houses in Stuttgart and Ulm",
        "houses:Lod": "places a house in Lodz",
        "houses:-": "places no house",
        "keep:LinUlm2": "keeps Linz and Ulm twice",
        "discard:AugBasZue": "discards Augsburg, Basel and Zürich",
        "none": "lays no second card",
        "end": "ends the turn",
    }
    words = said(
        tmp_path,
        "face.js",
        f"(ours.face.prepare({json.dumps(PAGE.art())}),"
        f" {json.dumps([*sentences])}.map((ply) => ours.face.say(ply, {json.dumps(before)})))",
    )
    assert dict(zip(sentences, words, strict=True)) == sentences


def test_turns_in_words(tmp_path: Path) -> None:
    """A turn is one sentence, by what was done in it and what that brought."""
    turns = json.dumps([(told.steps, told.after) for told in TOLD_TURNS])
    words = said(
        tmp_path,
        "face.js",
        f"(ours.face.prepare({json.dumps(PAGE.art())}),"
        f" {turns}.map((turn) => ours.face.sayTurn(...turn)))",
    )
    assert words == [told.sentence for told in TOLD_TURNS]


def test_hints_say_why(tmp_path: Path) -> None:
    """What a move brings is told behind it."""
    seat = {"route": ["Stu", "Ulm", "Aug"], "hand": [], "level": 3}
    picture = json.dumps({"to_move": 0, "seats": [seat], "step": "houses"})
    tiles = {"houses": 2, "tiles": [["Baden", 3]], "points": 5}
    reasons = {
        "take:Sig": ({"ends": ["Stu", "Ulm"]}, "fits at Stuttgart and Ulm"),
        "scrap:Lod": ({"length": 1, "lost": 1}, "one card of the route is lost"),
        "close": ({"length": 4, "carriage": 4, "points": 1}, "the carriage of 4: 1 point more"),
        "houses:CarFre": (tiles, "5 points; the tile Baden: 3"),
    }
    hints = json.dumps([{"move": move, "effects": what} for move, (what, _) in reasons.items()])
    whys = said(
        tmp_path,
        "face.js",
        f"(ours.face.prepare({json.dumps(PAGE.art())}), globalThis.document = {NO_PAGE},"
        f" {hints}.map((hint) => ours.face.sayHint(hint, {picture}, [])[0].at(-1)))",
    )
    assert whys == [f": {why}" for _, why in reasons.values()]


def test_sets_with_names_of_their_own(tmp_path: Path) -> None:
    """Where not all houses of a province can be had, no two buttons say the same."""
    art = json.dumps(PAGE.art())
    for moves, names in (
        (["houses:-", "houses:AugNue", "houses:AugReg", "houses:Aug"], ["No house"]),
        (["houses:AugNue", "houses:Aug"], ["Only Baiern (2)"]),
    ):
        sets = said(
            tmp_path,
            "face.js",
            f"(ours.face.prepare({art}), Object.assign(ours.face.input({{}}, null),"
            f" {{ picture: {{ moves: {json.dumps(moves)} }} }}).wholeSets())",
        )
        assert [name for name, _ in sets] == names


NO_PAGE = "{ createElement: () => Object.assign([], { append(...all) { this.push(...all); } }) }"


def chosen(folder: Path, moves: list[str], *wishes: tuple[str, int, int]) -> str:
    """The move that these wishes lead to, one after the other."""
    told = json.dumps([dict(zip(("city", "least", "most"), wish, strict=True)) for wish in wishes])
    return str(
        said(
            folder,
            "wishes.js",
            f"{told}.reduce(([before, wishes], wish) => [ours.moveFor({json.dumps(moves)},"
            " [...wishes, wish], before), [...wishes, wish]], [null, []])[0]",
        )
    )


def test_sets_follow_the_newest_wish(tmp_path: Path) -> None:
    """Of the sets that are possible one that has the newest wish, then as many others as go."""
    houses = [
        "houses:Sig", "houses:Stu", "houses:AugSigStu", "houses:IngSigStu", "houses:NueSigStu",
        "houses:RegSigStu", "houses:AugIngNueReg",
    ]  # fmt: skip
    assert chosen(tmp_path, houses, ("Aug", 1, 3), ("Stu", 1, 3)) == "houses:AugSigStu"
    assert (
        chosen(tmp_path, houses, ("Aug", 1, 3), ("Stu", 1, 3), ("Ing", 1, 3)) == "houses:IngSigStu"
    )
    assert chosen(tmp_path, houses, ("Ing", 1, 3), ("Reg", 1, 3)) == "houses:AugIngNueReg"
    kept = ["keep:AugLinUlm", "keep:AugUlm2", "keep:AugLod2", "keep:LinLodUlm", "keep:LodUlm2"]
    assert chosen(tmp_path, kept, ("Ulm", 2, 3), ("Lod", 1, 3)) == "keep:LodUlm2"
    assert chosen(tmp_path, kept, ("Lod", 1, 3), ("Ulm", 1, 3), ("Ulm", 0, 0)) == "keep:AugLod2"


def begin_short(page: Page, host: Host, turns: int) -> str:
    """Starts a match of so many turns against a bot that moves at random; returns its name."""

    def shorten(route: Route) -> None:
        body: Any = route.request.post_data_json
        body["options"] += f",cut={turns}"
        route.continue_(post_data=json.dumps(body))

    page.route("**/api/play", shorten)
    return begin(page, host, "thurn_and_taxis", "random", first="me")


ORDER = (
    *("close", "houses", "keep", "postmaster", "take", "right", "left"),
    *("cartwright", "carrier", "start", "scrap"),
)


def drafted(page: Page) -> list[str]:
    """The moves of the turn that were not sent yet."""
    moves = page.locator(".drafted li").evaluate_all("all => all.map(each => each.dataset.move)")
    return [str(move) for move in moves]


def asked(page: Page, host: Host, match: str) -> bool:
    """Waits until the page shows one's turn as the referee has it; False if the match is over."""
    assert host.server is not None
    table = host.server.hall.tables.get(match)

    def is_shown() -> bool:
        seq: int = page.evaluate("Number(document.body.dataset.seq)")
        return table is None or (table.state.to_move == 0 and seq == table.seq)

    wait_for(page, lambda: not turn(page) or is_shown(), "the page shows the turn")
    return turn(page)


def wished(host: Host, match: str, draft: Sequence[str] = ()) -> tuple[str, list[str]]:
    """A move that brings something on, and all that there are for seat 0 after a draft.

    Of three hundred games of 24 turns in which seat 0 moved so, each had all kinds of decisions.
    """
    assert host.server is not None
    view = view_of(host.server.hall.tables[match].state, 0)
    for move in draft:
        view.apply(move)
    legal = view.legal_moves()
    fitting = [
        move for move in legal if move.startswith("take:") and effects(view, move).get("ends")
    ]
    if fitting:
        return fitting[0], legal
    for kind in ORDER:
        moves = [move for move in legal if move.startswith(kind)]
        if moves:
            return max(moves, key=len), legal
    return legal[0], legal


def confirm(page: Page) -> None:
    """Makes the move that is chosen, and waits until it was made or drafted."""
    before = page.locator(MADE).count()
    page.get_by_role("button", name="Confirm").click()
    until(page, f"document.querySelectorAll({MADE!r}).length > {before}")


def point(page: Page, move: str, legal: list[str]) -> None:
    """Chooses a move by clicks on the table; what lies nowhere there, by its button."""
    kind, _, what = move.partition(":")
    if kind in {"take", "blind"}:
        page.locator(f".market [data-part={what or kind}]").first.click()
    elif kind in {"start", "left", "right", "scrap"}:
        ways = [each for each in legal if each.endswith(f":{what}")]
        for _ in range(ways.index(move) + 1):
            page.locator(f".hand-cards [data-part={what}]").first.click()
    elif kind == "keep":
        wanted = cards_of(what)
        cards = [
            page.locator(f".hand-cards [data-part={city}]").nth(wanted[:number].count(city))
            for number, city in enumerate(wanted)
        ]
        cards[0].click()  # three are kept in any case: others with it
        while lost := [card for card in cards if card.locator(".lost").count()]:
            lost[0].click()
    elif kind == "houses":
        for city in cards_of(what):
            place = page.locator(f".city[data-city={city}]")
            if "chosen" not in (place.get_attribute("class") or "").split():
                place.locator(".city-place").click()
    else:
        page.locator(".choice", has_text=_BUTTONS[kind]).first.click()


_BUTTONS = {
    "administrator": "Administrator", "postmaster": "Postmaster", "carrier": "Carrier",
    "cartwright": "Cartwright", "none": "No ", "close": "Close the route", "end": "End the turn",
}  # fmt: skip


def moves_of(host: Host, match: str) -> list[str]:
    """The moves of seat 0, as the referee has them."""
    assert host.server is not None
    events = host.server.hall.tables[match].log.whole(0)
    return [event.move for event in events if isinstance(event, Moved) and event.seat == 0]


def hurried(socket: WebSocketRoute) -> None:
    """Passes on one picture of each turn, as where much happens at once."""
    told = set[int]()

    def pass_on(message: str | bytes) -> None:
        heard = json.loads(message)
        if heard["type"] == "picture":
            turns = heard["picture"]["turn"]
            if turns in told:
                return
            told.add(turns)
        socket.send(message)

    socket.connect_to_server().on_message(pass_on)


def test_the_story_has_no_holes(host: Host, opened: Opened) -> None:
    """Who watches where not each decision is shown still reads all of each turn, before the end."""
    page = opened(f"{host.page}/")
    match = begin_short(page, host, 24)
    watcher = opened(f"{host.page}/")
    watcher.route_web_socket("**/play", hurried)
    watcher.goto(f"{host.page}/table/{match}")
    watcher.get_by_role("tab", name="Story").click()
    closed = False
    while asked(page, host, match) and (drafted(page) or not closed):
        move, legal = wished(host, match, drafted(page))
        point(page, move, legal)
        confirm(page)
        closed = closed or move.startswith("houses")
    assert turn(page)
    expect(watcher.locator(".turns-told")).to_contain_text("closes three: house")
    assert watcher.locator("body[data-over=true]").count() == 0


def test_a_whole_game_by_mouse(host: Host, opened: Opened) -> None:
    """A person draws, lays, closes and places houses on the table itself, to the end."""
    page = opened(f"{host.page}/")
    match = begin_short(page, host, 24)
    watcher = opened(f"{host.page}/table/{match}", size=SIZES["phone"], scheme="dark")
    made: list[str] = []
    kept = set[str]()
    assert turn(page)
    page.click(".hint")
    page.locator(".hints button").first.click()
    expect(page.locator(".choice[aria-pressed=true]")).to_have_count(1)
    is_taken_back = False
    while asked(page, host, match):
        draft = drafted(page)
        if len(draft) > 1 and not is_taken_back:
            is_taken_back = True
            page.keyboard.press("Shift+U")
            expect(page.locator(".drafted li")).to_have_count(0)
            del made[-len(draft) :]
            continue
        move, legal = wished(host, match, draft)
        point(page, move, legal)
        made.append(move)
        kind = move.partition(":")[0]
        if kind not in kept:
            kept.add(kind)
            keep(page, f"taxis-{kind}-wide")
            check_reads_well(page)
        confirm(page)
    assert moves_of(host, match) == made
    assert is_taken_back
    assert {"take", "right", "postmaster", "close", "houses", "keep"} <= kept
    for each in (page, watcher):
        expect(each.locator("#result")).to_be_visible()
        expect(each.locator(".hand-cards .back")).to_have_count(0)
        assert result_of(each) == points_of(host, match)
    keep(watcher, "taxis-over-phone-dark")
    check_reads_well(watcher)
    keep(page, "taxis-over-wide")
    for each in (page, watcher):
        each.get_by_role("tab", name="Story").click()
        expect(each.locator(".turns-told li")).to_have_count(24)
        expect(each.locator(".turns-told li").first).to_contain_text(
            re.compile(r"draws \S+ (and \S+|twice).*, begins a route in \S+\.$")
        )
        expect(each.locator(".turns-told")).to_contain_text("closes three: ")
        check_reads_well(each)
    keep(page, "taxis-story-wide")
    keep(watcher, "taxis-story-phone-dark")
    page.locator(".turns-told button").nth(1).click()
    expect(page.locator(".moment")).to_have_text("2 / 24")
    expect(page.locator(".turns-told [aria-current]")).to_have_count(1)


def test_a_whole_game_by_keys(host: Host, opened: Opened) -> None:
    """Arrows, numbers and Enter are enough, and what happens is read aloud."""
    page = opened(f"{host.page}/")
    match = begin_short(page, host, TURNS)
    made: list[str] = []
    while asked(page, host, match):
        move, legal = wished(host, match, drafted(page))
        number = legal.index(move) + 1
        if number < 10 and not move.startswith(("houses", "keep")):
            page.keyboard.press(str(number))
        else:
            for _ in range(number):
                page.keyboard.press("ArrowRight")
        before = page.locator(MADE).count()
        page.keyboard.press("Enter")
        until(page, f"document.querySelectorAll({MADE!r}).length > {before}")
        made.append(move)
    assert moves_of(host, match) == made
    assert len(made) >= TURNS
    expect(page.locator("#live")).to_contain_text("The match is over")


def check_fingers(page: Page, selector: str, *sides: str) -> None:
    """Sees that these are as large as a finger, on both sides if none is named."""
    boxes = page.locator(selector).evaluate_all(
        "all => all.map((each) => [each.textContent, each.getBoundingClientRect().toJSON()])"
    )
    assert boxes
    for text, box in boxes:
        assert min(box[side] for side in sides or ("width", "height")) >= FINGER - 0.5, text


def check_room(page: Page, names: str, longest: str) -> None:
    """Sees that cards have room for the longest name, on a small desk and on small phones."""
    found = page.locator(names)
    before = found.all_inner_texts()
    found.evaluate_all(
        "(all, name) => all.forEach((each) => { each.textContent = name; })", longest
    )
    for width, height in ((1280, 800), (360, 740), (320, 568)):
        page.set_viewport_size({"width": width, "height": height})
        tight = found.evaluate_all(
            "all => all.filter((each) => each.parentElement.scrollWidth"
            " > each.parentElement.clientWidth || each.scrollWidth > each.clientWidth + 1).length"
        )
        assert tight == 0, width
    found.evaluate_all("(all, was) => all.forEach((e, i) => { e.textContent = was[i]; })", before)


def test_fingers_find_what_they_want(chromium: Browser, host: Host) -> None:
    """On a phone everything that can be chosen is as large as a finger, and cities are tapped."""
    context = chromium.new_context(
        viewport=SIZES["phone"], has_touch=True, is_mobile=True, device_scale_factor=2
    )
    page = context.new_page()
    page.set_default_timeout(PATIENCE_S * 1000)
    match = begin_short(page, host, TURNS)
    assert turn(page)
    check_fingers(page, "#timeline button:visible, #side :is(button, a):visible", "height")
    kept = set[str]()
    while asked(page, host, match):
        move, _ = wished(host, match, drafted(page))
        check_fingers(page, "#input button:visible, .taxis-spot:visible")
        kind, _, what = move.partition(":")
        if kind in {"take", "start", "left", "right", "scrap"}:
            place = page.locator(f".city[data-city={what}]")
            place.scroll_into_view_if_needed()
            place.tap()
            expect(page.locator(".city.chosen")).to_have_count(1)
            expect(place).to_have_class(re.compile(r"\bchosen\b"))
        else:
            page.keyboard.press("ArrowRight")
        if kind not in {"take", "start", *kept}:
            kept.add(kind)
            keep(page, f"taxis-{kind}-phone")
        confirm(page)
    context.close()


def test_a_choice_is_taken_back(host: Host, opened: Opened) -> None:
    """Until it is confirmed a choice can be taken back; nothing of it stays on the table."""
    page = opened(f"{host.page}/")
    begin_short(page, host, TURNS)
    assert turn(page)
    check_room(page, ".market .city-card-name", "Sigmaringen")
    page.locator(".market .taxis-spot").first.click()
    expect(page.locator(".market .chosen")).not_to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".chosen")).to_have_count(0)
    expect(page.get_by_role("button", name="Confirm")).to_be_disabled()
    page.locator(".market .taxis-spot").first.click()
    page.keyboard.press("Escape")
    expect(page.locator(".chosen")).to_have_count(0)
