"""A whole game, from the first draw to the ranking."""

from collections import Counter
from dataclasses import replace

from tests.twin import placement, scoring
from tests.twin.features import (
    Board,
    Cell,
    Figure,
    Figures,
    canonical_target,
    feature_at,
    unoccupied_targets,
)
from tests.twin.notation import SIZES, Move, move_text, parse_move
from tests.twin.options import TwinOptions
from tests.twin.scoring import Entry
from tests.twin.tiles import Layout, catalogue, copies


class Twin:
    """One game of Carcassonne.

    `phase` is draw, place or end; `seat` draws or places; `hand` is the tile drawn;
    `turn` is the number of moves played. After the end, `seat` is the one who would
    have drawn next, and the figures still stand where they stood.
    """

    def __init__(self, options: TwinOptions) -> None:
        """Set up the table; ValueError if the start tile is not in the game."""
        self.options = options
        self.phase = "draw"
        self.seat = 0
        self.hand: str | None = None
        self.turn = 0
        self._kinds = catalogue(options.inn_on_EC)
        kind, x, y, rot = options.start_tile
        self._stack = Counter(copies(options.expansions))
        if not self._stack[kind]:
            raise ValueError(f"start: {kind}, expected a kind of tile in this game")
        self._stack[kind] -= 1
        if options.has_river and options.river_start_tile == "removed":
            self._stack["D"] -= 1
        self._queue: list[str] = []
        self._start = (x, y)
        self._board: Board = {(x, y): self._kinds[kind].turned[rot]}
        self._figures: Figures = {}
        small_big_abbot = {
            "small": 7,
            "big": int("inns_and_cathedrals" in options.expansions),
            "abbot": int("abbot" in options.expansions),
        }
        self._supplies = [dict(small_big_abbot) for _ in range(options.seats)]
        self._entries: list[Entry] = []

    def copy(self) -> "Twin":
        """A game in the same position that can be played on independently."""
        twin = object.__new__(Twin)
        twin.__dict__.update(self.__dict__)
        twin._stack = self._stack.copy()
        twin._queue = list(self._queue)
        twin._board = dict(self._board)
        twin._figures = dict(self._figures)
        twin._supplies = [dict(supply) for supply in self._supplies]
        twin._entries = list(self._entries)
        return twin

    # Chance

    def outcomes(self) -> dict[str, int]:
        """The kinds that can be drawn now with their weights; empty if none is due."""
        if self.phase != "draw":
            return {}
        stages: list[dict[str, int]] = [{}, {}, {}]
        for kind, count in self._stack.items():
            if count:
                stages[self._stage(kind)][kind] = count
        for stage in stages:
            if stage:
                return stage
        return {self._queue[0]: 1}

    def draw(self, kind: str) -> bool:
        """Draw a tile; False if it had no placement, so another one must be drawn.

        In that case the tile went where the rules send it, and the game may have
        ended. ValueError if this kind cannot be drawn now.
        """
        if kind not in self.outcomes():
            raise ValueError(
                f"draw {kind!r} in phase {self.phase}: expected one of {sorted(self.outcomes())}"
            )
        self._take(kind)
        if self.placements(kind):
            self.hand = kind
            self.phase = "place"
            return True
        self._put_away(kind)
        return False

    def _stage(self, kind: str) -> int:
        """The part of the stack a tile lies in: the river, then the lake, then land."""
        tile = self._kinds[kind]
        if tile.set != "river":
            return 2
        return 1 if tile.role == "lake" else 0

    def _take(self, kind: str) -> None:
        if +self._stack:
            self._stack[kind] -= 1
        else:
            self._queue.pop(0)

    def _put_away(self, kind: str) -> None:
        """Do with an unplaceable tile what the rules say; perhaps end the game."""
        is_land = self._kinds[kind].set != "river"
        if is_land and self.options.unplaceable != "discard":
            if self.options.unplaceable == "bottom":
                self._queue.append(kind)
            else:
                self._stack[kind] += 1
            if not any(self.placements(rest) for rest in self.bag()):
                self._end()
        elif not self.bag():
            self._end()

    # Moves

    def placements(self, kind: str) -> set[tuple[int, int, int]]:
        """Where a tile of any kind could be laid now: x, y, canonical rotation."""
        return {(x, y, layout.rot) for (x, y), layout in self._layouts(kind)}

    def moves(self) -> set[str]:
        """The canonical texts of all legal moves; empty if no move is due."""
        if self.hand is None:
            return set()
        return {
            move_text(move)
            for cell, layout in self._layouts(self.hand)
            for move in self._moves_at(cell, layout)
        }

    def canonical(self, text: str) -> str:
        """The canonical text of a legal move; ValueError if it is illegal."""
        move, _ = self._legal_move(text)
        return move_text(move)

    def play(self, text: str) -> None:
        """Make a move, given in any equivalent text; ValueError if it is illegal."""
        move, segment = self._legal_move(text)
        cell = (move.x, move.y)
        self._lay_tile(cell, move.rot)
        if move.figure is not None:
            self._place_figure(cell, SIZES[move.figure], segment, move.target)
        if move.takes_abbot_back:
            self._take_abbot_back()
        self._score_completed()
        self._next_turn()

    def _legal_move(self, text: str) -> tuple[Move, int]:
        """The canonical move a text means, and the segment that gets the figure."""
        if self.hand is None:
            raise ValueError(f"move {text!r} in phase {self.phase}: expected a draw")
        given = parse_move(text)
        cell = (given.x, given.y)
        layout = self._kinds[self.hand].turned[given.rot]
        if (*cell, layout.rot) not in self.placements(self.hand):
            raise ValueError(f"move {text!r}: tile {self.hand} cannot be laid there")
        board = {**self._board, cell: layout}
        target = canonical_target(board, cell, given.target) or given.target
        move = replace(given, rot=layout.rot, target=target)
        legal = self._moves_at(cell, layout)
        if move not in legal:
            raise ValueError(
                f"move {text!r} with {self.hand}: expected one of {sorted(map(move_text, legal))}"
            )
        return move, legal[move]

    def _layouts(self, kind: str) -> list[tuple[Cell, Layout]]:
        if kind not in self._kinds:
            raise ValueError(f"tile {kind!r}: expected a kind such as 'V' or 'Eg'")
        tile = self._kinds[kind]
        return placement.legal_placements(self._board, tile, self.options, self._start)

    def _moves_at(self, cell: Cell, layout: Layout) -> dict[Move, int]:
        """All moves with this placement, and the segment that gets the figure."""
        board = {**self._board, cell: layout}
        x, y = cell
        moves = {Move(x, y, layout.rot): -1}
        abbot = self._own_abbot()
        if abbot is not None:
            spot = (abbot, self._figures[abbot].segment)
            if not feature_at(board, spot).complete:
                moves[Move(x, y, layout.rot, takes_abbot_back=True)] = -1
        supply = self._supplies[self.seat]
        letters = [letter for letter, size in SIZES.items() if supply[size]]
        if letters:
            targets = unoccupied_targets(board, self._figures, cell)
            for target, segment in targets.items():
                for letter in letters:
                    if self._may_stand(letter, layout.segments[segment].kind):
                        moves[Move(x, y, layout.rot, letter, target)] = segment
        return moves

    def _may_stand(self, letter: str, segment_kind: str) -> bool:
        """Whether a figure may be placed on a segment of a kind at all."""
        if letter == "a":
            return segment_kind in ("cloister", "garden")
        if segment_kind == "field":
            return self.options.farm_scoring != "off"
        return segment_kind != "garden"

    def _own_abbot(self) -> Cell | None:
        """The cell where the abbot of the seat to move stands, if it is out."""
        for cell, figure in self._figures.items():
            if figure.seat == self.seat and figure.size == "abbot":
                return cell
        return None

    # The steps of a turn

    def _lay_tile(self, cell: Cell, rot: int) -> None:
        assert self.hand is not None, "a legal move has a tile to lay"
        self._board[cell] = self._kinds[self.hand].turned[rot]
        self.hand = None

    def _place_figure(self, cell: Cell, size: str, segment: int, target: str) -> None:
        self._supplies[self.seat][size] -= 1
        self._figures[cell] = Figure(self.seat, size, segment, target)

    def _take_abbot_back(self) -> None:
        cell = self._own_abbot()
        assert cell is not None, "a legal move takes back an abbot that is out"
        figure = self._figures[cell]
        self._entries.append(scoring.abbot_entry(self._board, cell, figure, self.turn))
        self._return_figure(cell)

    def _score_completed(self) -> None:
        """Score every complete feature with figures: only this turn's can be there."""
        for feature in scoring.occupied_features(self._board, self._figures):
            if feature.complete:
                self._entries.append(
                    scoring.completed_entry(
                        self._board, self._figures, self.options, feature, self.turn
                    )
                )
                for cell in feature.figures(self._figures):
                    self._return_figure(cell)

    def _return_figure(self, cell: Cell) -> None:
        figure = self._figures.pop(cell)
        self._supplies[figure.seat][figure.size] += 1

    def _next_turn(self) -> None:
        self.turn += 1
        self.seat = (self.seat + 1) % self.options.seats
        self.phase = "draw"
        if not self.bag():
            self._end()

    def _end(self) -> None:
        self.phase = "end"
        self._entries += self._final_entries()

    # The count

    def scores(self) -> list[int]:
        """The points of each seat; after the end, the final ones."""
        return scoring.totals(self._entries, self.options.seats)

    def virtual_scores(self) -> list[int]:
        """The points of each seat if the game ended now."""
        return scoring.totals(self.breakdown(virtual=True), self.options.seats)

    def breakdown(self, *, virtual: bool = False) -> list[Entry]:
        """Every scored feature by turn, kind and tiles; final scoring comes last.

        Before the end, `virtual` adds what final scoring would give now.
        """
        entries = list(self._entries)
        if virtual and self.phase != "end":
            entries += self._final_entries()
        in_play = sorted(entry for entry in entries if entry.turn is not None)
        return in_play + [entry for entry in entries if entry.turn is None]

    def ranking(self) -> list[int]:
        """The place of each seat by its score, 1 for the best; ties share a place."""
        scores = self.scores()
        return [1 + sum(other > score for other in scores) for score in scores]

    def _final_entries(self) -> list[Entry]:
        return scoring.final_entries(self._board, self._figures, self.options)

    # The position

    def supplies(self) -> list[tuple[int, int, int]]:
        """The small and big figures and abbots each seat has left."""
        return [(s["small"], s["big"], s["abbot"]) for s in self._supplies]

    def tiles(self) -> dict[Cell, tuple[str, int]]:
        """The tiles on the table: kind and canonical rotation."""
        return {cell: (layout.kind, layout.rot) for cell, layout in self._board.items()}

    def figures(self) -> set[tuple[int, int, int, str, str]]:
        """The figures on the table: x, y, seat, size, target as it was placed."""
        return {
            (x, y, figure.seat, figure.size, figure.target)
            for (x, y), figure in self._figures.items()
        }

    def bag(self) -> dict[str, int]:
        """How many tiles of each kind are still to be drawn, the queue included."""
        return dict(+(self._stack + Counter(self._queue)))

    def bottom(self) -> list[str]:
        """The known queue under the stack, the next to be drawn first."""
        return list(self._queue)
