"""Each trial finds a leak that is put in: one for each way in which something could be told.

A mutant is a carcbot with one thing wrong. It must be found by what it tells, and to whom: a trial
that fails for another reason has found nothing.
"""

import re
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from zlib import crc32

import msgspec
import pytest

from carcbot.contest import agent_seat, mixed_game, native_game, refereed_game
from carcbot.contest.mixed_game import play_mixed
from carcbot.contest.refereed_game import play_refereed
from carcbot.games import registry
from carcbot.games.contract import CHANCE, State, View, seen_ply, view_of
from carcbot.messages.client import Move
from carcbot.messages.events import Event
from carcbot.messages.parts import Analysis
from carcbot.messages.server import Analysed
from carcbot.net.client.bot import Bot
from carcbot.net.embedded import EmbeddedMatch
from carcbot.net.host.room import Room
from carcbot.net.host.veil import Veil
from carcbot.net.process.blocking_pool import BlockingPool
from carcbot.net.web.archive import Archive
from carcbot.net.web.page_tables import PageTables
from carcbot.referee import event_log, table
from carcbot.referee.event_log import EventLog
from carcbot.referee.hall import Hall
from carcbot.referee.running_match import RunningMatch
from carcbot.referee.step import WATCHERS, Refusal, Say, Step
from carcbot.referee.table import Table
from carcbot.replay.decisions import RecordedDecision, recorded_decisions
from carcbot.replay.record import MatchRecord
from carcbot.search.budget import UNLIMITED, Budget
from carcbot.search.decision import board_for, run
from carcbot.search.whole_game import Chance, Player, play_whole_game
from tests.leak.bots import check_a_bot
from tests.leak.comparing import LeakError
from tests.leak.trials import (
    decided,
    learned,
    seated_together,
    shown,
    shows_views,
    spied,
    thought,
    thought_again,
    told,
    told_programs,
)
from tests.leak.twins import Viewer, twins

Patch = pytest.MonkeyPatch


@dataclass(frozen=True, slots=True)
class Mutant:
    """A carcbot with one thing wrong.

    Attributes:
        name: What is wrong.
        change: Makes it so.
        trial: Which must find it.
        tells: By what it is found, as a regular expression.
    """

    name: str
    change: Callable[[Patch], None]
    trial: Callable[[], object]
    tells: str


def wire(game: str, viewer: Viewer, **how: Any) -> Callable[[], object]:  # noqa: ANN401
    """The trial over the wire."""
    return lambda: told(twins(game, "", viewer), **how)


def bot(game: str, seat: int) -> Callable[[], object]:
    """The trial of a bot."""

    def trial() -> None:
        with tempfile.TemporaryDirectory() as folder:
            check_a_bot(Path(folder), game, "", seat, "flat:sims=5")

    return trial


class Truth:
    """The whole position, as it is where somebody was to be given a view of it."""

    def __init__(self, patch: Patch, *modules: object) -> None:
        self._state: State | None = None
        for module in modules:
            patch.setattr(module, "view_of", self._view_of)

    def _view_of(self, state: State, seat: int | None) -> View:
        self._state = state.copy()
        return view_of(state, seat)

    @property
    def state(self) -> State:
        """The last one."""
        assert self._state is not None
        return self._state

    def open_view(self, seat: int) -> View:
        """What a seat of hoard would know if all cards were known to everybody."""
        return opened(self.state, seat)


def opened(state: State, seat: int) -> View:
    """A seat's view of hoard with all cards known to everybody, while the first deck lasts."""
    head, *words = state.text.split(" ")
    if re.search(r"\db", state.text):
        return view_of(state, seat)
    text = " ".join([head, *(re.sub(r"(?<=\d)a", "!", each) for each in words)])
    return view_of(registry.parse(text), seat)


# ---------------------------------------------------------------- over the wire


def another_seats_text(patch: Patch) -> None:
    """What is told of plies is what the next seat sees."""

    def seen(state: State, text: str, seat: int | None) -> str:
        return seen_ply(state, text, None if seat is None else (seat + 1) % state.seats)

    patch.setattr(event_log, "seen_ply", seen)


def digest_of_all(patch: Patch) -> None:
    """Digests are those of the whole position."""
    patch.setattr(event_log, "view_of", lambda state, _: state)


def sync_of_all(patch: Patch) -> None:
    """Who has lost its way is sent the whole position."""
    patch.setattr(table, "view_of", lambda state, _: state)


def refusal_from_all(patch: Patch) -> None:
    """What is wrong with a move is said with the whole position."""
    move = RunningMatch.move

    def told_all(self: RunningMatch, seat: int, command: Move, *times: int) -> Step:
        try:
            return move(self, seat, command, *times)
        except Refusal as refusal:
            raise Refusal(refusal.code, f"{self._course.state.text}: {refusal.text}") from refusal

    patch.setattr(RunningMatch, "move", told_all)


def no_secrets(patch: Patch) -> None:
    """The referee takes the match for one in which nothing is hidden."""
    patch.setattr("carcbot.referee.event_log.has_secrets", lambda _: False)


def pictures_of_all(patch: Patch) -> None:
    """Pictures are made of the whole position."""
    patch.setattr("carcbot.net.host.room.view_of", lambda state, _: state)


def pages_of_all(patch: Patch) -> None:
    """Pages tell everything before the match is over."""

    def told_all(_: Archive, table: Table, *__: str) -> tuple[State, list[Event], None]:
        header = table.header
        return registry.get(header.game).new(header.options), table.log.whole(0), None

    patch.setattr(Archive, "_told_to", told_all)


def pages_for_who_may_play(patch: Patch) -> None:
    """Whether somebody who asks for pages may be a player is not looked at."""
    shown_to = Veil.shown

    def to_anybody(self: Veil, match: Table, *, has_hand: bool) -> int | None:
        del has_hand
        return shown_to(self, match, has_hand=False)

    patch.setattr(Veil, "shown", to_anybody)


def hints_of_all(patch: Patch) -> None:
    """Who thinks of a hint is told the whole position."""
    patch.setattr("carcbot.net.web.page_tables.view_of", opened)


def drafts_of_all(patch: Patch) -> None:
    """A draft of a turn is shown on the whole position."""
    draft = PageTables.draft

    def draft_of_all(
        self: PageTables, match: str, account: str, moves: Sequence[str]
    ) -> dict[str, object] | None:
        shown = draft(self, match, account, moves)
        return shown and {**shown, "table": self._floor.hall.tables[match].state.text}

    patch.setattr(PageTables, "draft", draft_of_all)


def resumed_with_all(patch: Patch) -> None:
    """Who comes again is told all that has happened, with everything in it."""
    patch.setattr(EventLog, "since", lambda self, last, _: self.whole(last))


def watched_with_all(patch: Patch) -> None:
    """Who watches is told everything at once."""
    since = EventLog.since

    def all_for_watchers(self: EventLog, last: int, seat: int | None) -> list[Event]:
        return self.whole(last) if seat is None else since(self, last, seat)

    patch.setattr(EventLog, "since", all_for_watchers)


def thoughts_for_all(patch: Patch) -> None:
    """Who watches is told what seats think that know more."""
    hearers = Room._hearers

    def all_hearers(self: Room, say: Say) -> object:
        if isinstance(say.message, Analysed):
            return (), self.gallery
        return hearers(self, say)

    def show(self: RunningMatch, step: Step, seat: int, seq: int, analysis: Analysis) -> None:
        match = self._header.match
        step.says.append(Say(WATCHERS, Analysed(match, seat, seq, analysis)))

    patch.setattr(Room, "_hearers", all_hearers)
    patch.setattr(RunningMatch, "_show", show)


def tables_that_tell(patch: Patch) -> None:
    """The list of tables has the position in it."""
    info = vars(Table)["info"].fget

    def telling(self: Table) -> object:
        return msgspec.structs.replace(info(self), options=self.state.text)

    patch.setattr(Table, "info", property(telling))


def anybody_watches(patch: Patch) -> None:
    """Whether somebody who watches may be a player is not looked at."""
    patch.setattr(Hall, "has_hand", lambda *_: False)


def seed_for_a_commitment(patch: Patch) -> None:
    """What should be a hash of the seed is the seed."""
    patch.setattr("carcbot.referee.match_course.commitment_of", lambda secret: secret.hex())


# ---------------------------------------------------------------- bots


def journal_of_the_truth(patch: Patch) -> None:
    """A bot writes down what its view hides."""
    truth, note = Truth(patch, event_log), Bot._note

    def noted(self: Bot, seated: Any, line: dict[str, object]) -> None:  # noqa: ANN401
        note(self, seated, {**line, "position": truth.state.text})

    patch.setattr(Bot, "_note", noted)


def seed_from_the_truth(patch: Patch) -> None:
    """A bot's own chance depends on what its view hides."""
    truth = Truth(patch, event_log)
    patch.setattr(
        "carcbot.net.client.thinker.decision_seed",
        lambda *_: crc32(truth.state.text.encode()),
    )


# ---------------------------------------------------------------- at home


def searched(player: Player, view: View) -> str:
    """What a search does who knows this."""
    moves = view.legal_moves()
    searcher = player.agent.searcher(view.text, player.seed)
    return moves[run(searcher, player.agent.budget, board_for(len(moves))).best]


class Stack:
    """Chance that can be looked at before it is drawn."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance
        self._top: int | None = None

    def peek(self, weights: Sequence[int], mover: int) -> int:
        """What would be drawn now."""
        if self._top is None:
            self._top = self._chance.pick(weights, mover)
        return self._top

    def pick(self, weights: Sequence[int], mover: int) -> int:
        """What is drawn."""
        drawn, self._top = self.peek(weights, mover), None
        return drawn


def natively_played(decide: Callable[[Player, State, Stack], str]) -> Callable[..., object]:
    """What plays a native contest whose searches are called with the position and the stack."""

    def played(
        game: str,
        start: State,
        text: str,
        players: Sequence[Player],
        *,
        chance: Chance,
        grace_s: float,
    ) -> SimpleNamespace:
        del game, text, grace_s
        state, plies, mover, stack = start.copy(), [], -1, Stack(chance)
        while not state.over:
            if state.to_move == CHANCE:
                draws, weights = zip(*state.outcomes(), strict=True)
                plies.append(draws[stack.pick(weights, mover)])
            else:
                mover = state.to_move
                plies.append(decide(players[mover], state, stack))
            state.apply(plies[-1])
        return SimpleNamespace(
            plies=" ".join(plies),
            scores=state.scores(),
            ranking=state.ranking(),
            efforts=[],
            late=-1,
        )

    return played


def native_truth(patch: Patch) -> None:
    """A native contest hands its searches the whole position."""
    played = natively_played(
        lambda player, state, _: searched(player, opened(state, state.to_move))
    )
    patch.setattr(native_game, "play_whole_game", played)


def native_peek(patch: Patch) -> None:
    """A native contest lets its searches see what lies on top of the stack that is face down."""

    def peeked(player: Player, state: State, stack: Stack) -> str:
        moves = state.legal_moves()
        after = state.copy()
        after.apply(moves[0])
        if after.over:
            return moves[0]
        draws, weights = zip(*after.outcomes(), strict=True)
        top = draws[stack.peek(weights, state.to_move)]
        return searched(replace(player, seed=crc32(top.encode())), view_of(state, state.to_move))

    patch.setattr(native_game, "play_whole_game", natively_played(peeked))


def chair_truth(patch: Patch) -> None:
    """Contests that ask for one move after the other hand searches the whole position."""
    truth = Truth(patch, mixed_game, refereed_game)
    init = agent_seat._OurAgentSeat.__init__

    def sits(self: Any, seating: Any, seat: int) -> None:  # noqa: ANN401
        init(self, seating, seat)
        self.player = Player(seating.agent(seat), UNLIMITED, seating.seed(seat))

    def decide(self: Any, view: View, budget: Budget) -> str:  # noqa: ANN401
        del view, budget
        return searched(self.player, truth.open_view(truth.state.to_move))

    patch.setattr(agent_seat._OurAgentSeat, "__init__", sits)
    patch.setattr(agent_seat._OurAgentSeat, "decide", decide)


def own_agents_truth(patch: Patch) -> None:
    """With what somebody's own agent is asked comes the whole position."""
    truth, decide = Truth(patch, mixed_game, refereed_game), BlockingPool.decide

    def asked(self: BlockingPool, *question: Any, **more: Any) -> object:  # noqa: ANN401
        return decide(self, *question, **{**more, "session": truth.state.text})

    patch.setattr(BlockingPool, "decide", asked)


def one_process_for_all(patch: Patch) -> None:
    """Bots of one machine at different seats share their workers."""
    patch.setattr(EmbeddedMatch, "_thinker", lambda self, seat: self.agents[seat])


def thinking_of_all(patch: Patch) -> None:
    """On the command line an agent is told the whole position."""
    patch.setattr("carcbot.cli.think.view_of", opened)


def thinking_again_of_all(patch: Patch) -> None:
    """An agent that thinks again of a record is told the whole position."""

    def questions(record: MatchRecord) -> Iterator[RecordedDecision]:
        game = record.game()
        for each in recorded_decisions(record):
            yield replace(each, position=opened(game.position(each.seq - 1), each.seat).text)

    patch.setattr("carcbot.replay.decisions.recorded_decisions", questions)


def faces_that_peek(patch: Patch) -> None:
    """Pictures are made of the whole position, which the text of a hand in them tells."""
    shows_views(patch, "thurn_and_taxis")
    pictures_of_all(patch)


def seeds_from_the_first_position(patch: Patch) -> None:
    """The seeds of a contest's searches depend on what their views hide."""

    def played(
        game: str,
        start: State,
        text: str,
        players: Sequence[Player],
        **more: Any,  # noqa: ANN401
    ) -> object:
        seeded = [replace(player, seed=crc32(start.text.encode())) for player in players]
        return play_whole_game(game, start, text, seeded, **more)

    patch.setattr(native_game, "play_whole_game", played)


def learners_of_all(patch: Patch) -> None:
    """What is rendered for a learner is the whole position."""
    patch.setattr("carcbot.env.seat_games.view_of", lambda state, _: state)


def tables_of_all(patch: Patch) -> None:
    """At a table of learners the whole position is drawn."""
    patch.setattr("carcbot.env.all_seats.view_of", lambda state, _: state)


def picture_of_all(patch: Patch) -> None:
    """In the terminal the whole position is shown."""
    truth = Truth(patch, event_log)
    patch.setattr("carcbot.cli.ask_move.picture_of", lambda *_: [truth.state.text])


MUTANTS = (
    Mutant("another seat's text", another_seats_text, wire("kuhn", 0), "seat 0 .* by draw: draw"),
    Mutant("digest of all", digest_of_all, wire("kuhn", 1), "seat 1 .* by draw: digest"),
    Mutant("sync of all", sync_of_all, wire("hoard", 0), "seat 0 .* by sync: view"),
    Mutant("refusal from all", refusal_from_all, wire("kuhn", 0), "seat 0 .* by error: text"),
    Mutant("no secrets", no_secrets, wire("kuhn", None), "watcher .* by draw: draw"),
    Mutant("pictures of all", pictures_of_all, wire("kuhn", None), "watcher .* by picture"),
    Mutant(
        "pictures of all where twins are dealt",
        pictures_of_all,
        wire("thurn_and_taxis", 0),
        "seat 0 .* by picture",
    ),
    Mutant(
        "faces that peek", faces_that_peek, wire("thurn_and_taxis", None), "watcher .* by picture"
    ),
    Mutant("pages of all", pages_of_all, wire("kuhn", 0), "seat 0 .* by draw: draw"),
    Mutant(
        "pages for who may play",
        pages_for_who_may_play,
        wire("kuhn", 0, veil_turns=1),
        "neighbour .* by draw: draw",
    ),
    Mutant("hints of all", hints_of_all, wire("hoard", 0), "seat 0 .* by POST /api/hint"),
    Mutant("drafts of all", drafts_of_all, wire("hoard", 0), "seat 0 .* by POST /api/draft"),
    Mutant("resumed with all", resumed_with_all, wire("kuhn", 0), "seat 0 .* by draw: draw"),
    Mutant("watched with all", watched_with_all, wire("kuhn", None), "watcher .* by draw: draw"),
    Mutant(
        "thoughts for all",
        thoughts_for_all,
        wire("hoard", 0),
        "watcher .* by analysis: analysis",
    ),
    Mutant("tables that tell", tables_that_tell, wire("kuhn", 1), "seat 1 .* by ack: tables"),
    Mutant(
        "anybody watches",
        anybody_watches,
        wire("kuhn", 0, veil_turns=1),
        "neighbour .* by draw: draw",
    ),
    Mutant(
        "the seed for a commitment",
        seed_for_a_commitment,
        wire("kuhn", 0),
        "seat 0 .* by start: commitment",
    ),
    Mutant(
        "a journal of the truth",
        journal_of_the_truth,
        bot("kuhn", 0),
        "by the bot's record: position",
    ),
    Mutant(
        "a seed from the truth", seed_from_the_truth, bot("hoard", 1), "by the bot's record: seed"
    ),
    Mutant(
        "a seed from the truth where twins are dealt",
        seed_from_the_truth,
        bot("thurn_and_taxis", 1),
        "by the bot's record: seed",
    ),
    Mutant(
        "native truth",
        native_truth,
        lambda: decided("native", "hoard", "", "flat:sims=5"),
        "its decision",
    ),
    Mutant(
        "native peek",
        native_peek,
        lambda: decided("native", "carcassonne", "", "mcts:sims=5"),
        "its decision",
    ),
    Mutant(
        "mixed truth",
        chair_truth,
        lambda: decided("mixed", "hoard", "", "flat:sims=5"),
        "its decision",
    ),
    Mutant(
        "refereed truth",
        chair_truth,
        lambda: decided("refereed", "hoard", "", "flat:sims=5"),
        "its decision",
    ),
    Mutant(
        "seeds from the first position",
        seeds_from_the_first_position,
        lambda: decided("native", "thurn_and_taxis", "cut=60", "flat:sims=5"),
        "its decision",
    ),
    Mutant("learners of all", learners_of_all, lambda: learned("hoard", ""), "by render"),
    Mutant(
        "learners of all where six cards lie open",
        learners_of_all,
        lambda: learned("thurn_and_taxis", "cut=60"),
        "by render",
    ),
    Mutant(
        "tables of all",
        tables_of_all,
        lambda: learned("thurn_and_taxis", "cut=60"),
        "by picture at",
    ),
    Mutant("own agents' truth", own_agents_truth, lambda: spied(play_mixed, "kuhn", 0), "finds"),
    Mutant(
        "own agents' truth at a table",
        own_agents_truth,
        lambda: spied(play_refereed, "hoard", 0),
        "finds",
    ),
    Mutant(
        "programs are told another seat's text",
        another_seats_text,
        lambda: told_programs("kuhn", 0),
        "by draw: draw",
    ),
    Mutant(
        "one process for all",
        one_process_for_all,
        lambda: seated_together("kuhn"),
        "what it finds",
    ),
    Mutant("thinking of all", thinking_of_all, lambda: thought("hoard", 0), "by think"),
    Mutant(
        "thinking again of all",
        thinking_again_of_all,
        lambda: thought_again("hoard", 0),
        "by rethink",
    ),
    Mutant("a picture of all", picture_of_all, lambda: shown("hoard", 0), "by the terminal"),
)
"""Every leak that the trials are to find."""


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.name)
def test_it_is_found(mutant: Mutant) -> None:
    """The trial tells the leak from its harmless carcbot: by the place where it leaks."""
    with pytest.MonkeyPatch.context() as patch:
        mutant.change(patch)
        with pytest.raises(LeakError, match=mutant.tells):
            mutant.trial()
