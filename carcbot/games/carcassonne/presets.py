"""Agents for Carcassonne: every configuration of the papers.

Where a paper is silent, the choice and its reason stand in the preset's note. The papers:

*Heyden 2009*: Cathleen Heyden, "Implementing a Computer Player for Carcassonne", Maastricht
University. Points and bounds there are hundredths of a point; here they are points.

*Ameneyro and Galvan 2020*: Fred Valdez Ameneyro, Edgar Galvan and Anger Fernando Kuri Morales,
"Playing Carcassonne with Monte Carlo Tree Search", IEEE SSCI.
"""

from collections.abc import Iterator
from typing import Final

from carcbot.games.extras import Preset

__all__ = ["PRESETS"]

_HEYDEN = "Heyden 2009"
_AMENEYRO = "Ameneyro and Galvan 2020"

# What Heyden's searches in depth have in common: her evaluation and her second move order, and
# nothing that she did not have.
_DEPTH = "order=features,eval=heyden,likely=off,table=0"


def _heyden_monte_carlo() -> Iterator[Preset]:
    yield Preset(
        "heyden-mc",
        "flat:reward=difference,policy=uniform",
        f"{_HEYDEN}, 4.2, table 6.1",
        "Flat Monte Carlo by the difference of points. Against several rivals: the best of them.",
    )
    yield Preset(
        "heyden-mc-all",
        "flat:reward=difference,rivals=all,policy=uniform",
        f"{_HEYDEN}, 4.2",
        "The same against the points of all rivals together.",
    )
    yield Preset(
        "heyden-mco",
        "flat:reward=outcome,policy=uniform",
        f"{_HEYDEN}, 4.2, table 6.1",
        "Flat Monte Carlo by outcome: 1, 0 or -1.",
    )
    for c in ("0.5", "1", "2", "3", "4", "6", "8"):
        yield Preset(
            f"heyden-mcts-c{c}",
            f"mcts:c={c},s=1,t=1,policy=uniform,final=best-value",
            f"{_HEYDEN}, 4.3, table 6.2",
            "UCT, one node a simulation, plainly random games; the move with the best mean.",
        )
    yield Preset(
        "heyden-mctso",
        "mcts:c=3,s=1,t=1,reward=outcome,policy=uniform,final=best-value",
        f"{_HEYDEN}, table 6.3",
        "UCT by outcome. The table does not say C; it is the 3 of all later experiments.",
    )


def _heyden_depth() -> Iterator[Preset]:
    fixed = "depth=2,deepening=off,bounds=fixed,bound=20"
    yield Preset(
        "heyden-expectimax",
        f"expectimax:{fixed},{_DEPTH}",
        f"{_HEYDEN}, 5.3, figure 6.5",
        "Expectimax to depth 2.",
    )
    for f, name in ((0, "star1"), (1, "star2")):
        yield Preset(
            f"heyden-{name}",
            f"star:f={f},{fixed},{_DEPTH}",
            f"{_HEYDEN}, 5.4, table 6.4 (order 2), figure 6.5",
            f"{name.capitalize()} to depth 2 with the move order by features.",
        )
        for number, order in ((0, "none"), (1, "meeple-first")):
            yield Preset(
                f"heyden-{name}-order{number}",
                f"star:f={f},{fixed},{_DEPTH.replace('features', order)}",
                f"{_HEYDEN}, table 6.4 (" + ("no order)" if number == 0 else "order 1)"),
                f"{name.capitalize()} to depth 2 with the move order {order}.",
            )
    for f in range(2, 8):
        yield Preset(
            f"heyden-star25-f{f}-depth2",
            f"star:f={f},{fixed},{_DEPTH}",
            f"{_HEYDEN}, table 6.6",
            f"Star2.5 with probing factor {f} to depth 2.",
        )
    yield Preset(
        "heyden-star25-depth3",
        f"star:f=5,{fixed.replace('depth=2', 'depth=3')},{_DEPTH}",
        f"{_HEYDEN}, table 6.7",
        "Star2.5 to the fixed depth 3.",
    )
    deepening = f"star:f=5,deepening=on,bound=20,{_DEPTH}"
    yield Preset(
        "heyden-star25-deepening3",
        f"{deepening},bounds=fixed,depth=3",
        f"{_HEYDEN}, table 6.7",
        "Star2.5 with iterative deepening until depth 3.",
    )
    yield Preset(
        "heyden-star25-f5",
        f"{deepening},bounds=dynamic",
        f"{_HEYDEN}, 6.4, table 6.8",
        "The thesis's best: Star2.5 with probing factor 5, iterative deepening and dynamic bounds"
        " (corrected: the value at the root plus and minus 20 points).",
    )
    yield Preset(
        "heyden-star25-f5-fixed",
        f"{deepening},bounds=fixed",
        f"{_HEYDEN}, 6.4",
        "The same with fixed bounds, which gives up when it is 20 points behind.",
    )
    yield Preset(
        "heyden-star25-intuitive",
        f"{deepening.replace('eval=heyden', 'eval=heyden-intuitive')},bounds=dynamic",
        f"{_HEYDEN}, table 6.5",
        "The thesis's best with its first, intuitive weights.",
    )


def _ameneyro() -> Iterator[Preset]:
    tree = "c=3,s=100,t=1,policy=placement-then-meeple,final=most-visits"
    yield Preset(
        "ameneyro-random",
        "random:policy=placement-then-meeple",
        f"{_AMENEYRO}, IV",
        "Places the tile at random, then a meeple or none at random.",
    )
    yield Preset(
        "ameneyro-mcts",
        f"mcts:{tree}",
        f"{_AMENEYRO}, IV",
        "UCT with 100 random games a simulation.",
    )
    yield Preset(
        "ameneyro-rave",
        f"rave:{tree},b=10",
        f"{_AMENEYRO}, II-C and IV",
        "MCTS-RAVE with the minimum-MSE schedule. An action is the tile's kind, place and rotation"
        " with its meeple; it counts once in each of the 100 games.",
    )
    yield Preset(
        "ameneyro-star25",
        "star:f=5,depth=3,deepening=off,bounds=fixed,bound=100,order=features,eval=virtual,"
        "likely=off,table=0",
        f"{_AMENEYRO}, II-D, IV, table II",
        "Star2.5 to depth 3, as long as it takes, by the difference of virtual scores.",
    )


_CHAMPION: Final = "puct:eval=judge,win=10,round=0.5"


def _ours() -> Iterator[Preset]:
    yield Preset(
        "judge",
        "expectimax:depth=1,bound=10000,table=0,eval=judge",
        "carcbot",
        "The move after which the judge, which has learned from games with itself, promises most.",
    )
    yield Preset(
        "star25-judge",
        "star:f=3,probing=cyclic,order=worth,width=5,deepening=on,bounds=dynamic,bound=20,eval=judge",
        "carcbot",
        "Star2.5 with iterative deepening by the judge: beyond one decision ahead it looks at the"
        " five best moves of each.",
    )
    yield Preset(
        "champion",
        _CHAMPION,
        "carcbot",
        "Our strongest: a tree search led by the judge.",
    )


def _for_people() -> Iterator[Preset]:
    for name, noise, told in (
        ("beginner", "2.6", "A beginner's strength"),
        ("easy", "1.6", "An easy opponent"),
        ("medium", "1", "An opponent of medium strength"),
        ("strong", "0.5", "A strong opponent"),
    ):
        yield Preset(
            name,
            f"{_CHAMPION},noise={noise}",
            "carcbot",
            f"{told}: champion, wrong by so many points about each of its moves.",
        )


PRESETS: Final = (*_ours(), *_for_people(), *_heyden_monte_carlo(), *_heyden_depth(), *_ameneyro())
