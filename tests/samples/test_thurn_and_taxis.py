"""The sample that plays Thurn and Taxis knows where its cards are, and moves as the rules allow."""

import json
import random
import subprocess

import pytest

from carcbot.games import registry
from carcbot.games.contract import CHANCE, State, seen_ply
from carcbot.games.random_plies import draw
from tests.samples.hosting import FOLDER, NODE
from tests.waiting import PATIENCE_S

PLAYER = FOLDER / "node" / "thurn_and_taxis.mjs"
FOLLOW = """
const { ThurnAndTaxis } = await import(process.argv[1]);
let text = "";
for await (const part of process.stdin) text += part;
const moves = [];
for (const { seat, happened } of JSON.parse(text)) {
  const game = new ThurnAndTaxis(seat);
  for (const [kind, ...what] of happened) {
    if (kind === "asked") moves.push(game.moves(what[0]));
    else game[kind](...what);
  }
}
console.log(JSON.stringify(moves));
"""
"""Tells all moves of a seat wherever it was asked."""


def chosen(state: State, rng: random.Random) -> str:
    """A random move of somebody who closes every other route that can be closed."""
    moves = state.legal_moves()
    if "close" in moves and rng.random() < 0.5:
        return "close"
    return rng.choice(moves)


@pytest.mark.parametrize(
    "options", ("seats=2", "seats=4", "seats=3,one_card=twice,provinces=8,ties=shared")
)
def test_its_moves_are_legal(options: str) -> None:
    """Whatever it and others did, each move that it has in mind in any step is legal."""
    asked, legal, steps = [], [], set()
    for seed in range(3):
        state, rng = registry.get("thurn_and_taxis").new(f"{options},cut=300"), random.Random(seed)
        happened: list[list[list[object]]] = [[] for _ in range(state.seats)]
        allowed: list[list[list[str]]] = [[] for _ in range(state.seats)]
        while not state.over:
            mover = state.to_move
            if mover == CHANCE:
                ply = draw(state, rng)
            else:
                ply = chosen(state, rng)
                steps.add(state.step)
                happened[mover].append(["asked", state.step])
                allowed[mover].append(state.legal_moves())
            for seat, seen in enumerate(happened):
                text = seen_ply(state, ply, seat)
                seen.append(["draw", text] if mover == CHANCE else ["move", mover, text])
            state.apply(ply)
        asked += [{"seat": seat, "happened": seen} for seat, seen in enumerate(happened)]
        legal += [moves for each in allowed for moves in each]
    done = subprocess.run(
        [str(NODE), "--input-type=module", "-e", FOLLOW, str(PLAYER)],
        input=json.dumps(asked),
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE_S,
    )
    assert done.returncode == 0, done.stderr
    assert steps == {"draw", "place", "finish", "houses", "cartwright", "keep"}
    for mine, all_moves in zip(json.loads(done.stdout), legal, strict=True):
        assert mine, all_moves
        assert set(mine) <= set(all_moves)
