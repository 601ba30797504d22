"""Results in words: above all, when they decide nothing."""

import math
from collections.abc import Sequence

from carcbot.arena.statistics.block_values import Blocks
from carcbot.arena.statistics.intervals import CONFIDENCE, Estimate, mean_share, standard_error
from carcbot.arena.statistics.sequential import Progress
from carcbot.errors import InternalError

__all__ = ["blocks_to_show", "difference", "elo_text", "neighbours_texts", "progress_text"]

_STEP = 0.05
_POWER = 0.8


def difference(blocks: Blocks, player: int) -> str:
    """What the results say of a player's strength: a difference, or that none is shown.

    Then it tells how many blocks it would take, so that nobody reads the absence of proof as proof.
    """
    if blocks.count == 0:
        return "nothing has been played"
    fair = 1 / blocks.players
    share = mean_share(blocks.scores_of(player), blocks.games)
    counted = f"{blocks.count} block{'s' * (blocks.count != 1)}"
    told = f"{_with_interval(share)} over {counted}"
    if not share.holds(fair):
        return f"{'stronger' if share.value > fair else 'weaker'}: {told}"
    if blocks.count == 1:
        return f"no difference shown: {share.value:.2f} over {counted}"
    step = f"{100 * _STEP:g} %"
    if share.low > fair - _STEP and share.high < fair + _STEP:
        return f"no difference shown: {told}; there is none of {step}"
    needed = max(blocks_to_show(blocks, player, _STEP), blocks.count + 1)
    return f"no difference shown: {told}; about {needed:,} blocks would show {step}"


def _with_interval(share: Estimate) -> str:
    """``"0.53 ± 0.06"``; ``"0.98 (0.61 to 1.00)"`` where that would go beyond all or nothing."""
    reach = share.plus_minus
    if reach <= share.value <= 1 - reach:
        return f"{share.value:.2f} ± {reach:.2f}"
    return f"{share.value:.2f} ({share.low:.2f} to {share.high:.2f})"


def blocks_to_show(blocks: Blocks, player: int, step: float) -> int:
    """How many blocks would show a true difference of this size in 4 of 5 tries.

    They are assumed to vary as the played ones do.

    Raises:
        InternalError: Fewer than two were played, from which the variation cannot be known.
    """
    if blocks.count < 2:
        raise InternalError(f"{blocks.count} blocks", expected="at least two")
    from scipy import special  # noqa: PLC0415 - a referee starts sooner without it

    error = standard_error(blocks.scores_of(player), 0.5 / blocks.games)
    spread = error * math.sqrt(blocks.count)
    quantiles = float(special.ndtri((1 + CONFIDENCE) / 2) + special.ndtri(_POWER))
    return math.ceil((quantiles * spread / step) ** 2)


def neighbours_texts(names: Sequence[str], gaps: Sequence[Estimate]) -> list[str]:
    """Sentences that name the neighbours in a table of which the upper is not shown to be stronger.

    Args:
        names: The players, the best first.
        gaps: By how much each is stronger than the next one.
    """
    runs: list[list[str]] = [[]]
    for name, gap in zip(names, (*gaps, None), strict=True):
        runs[-1].append(name)
        if gap is None or not gap.holds(0):
            runs.append([])
    level = "; ".join(", ".join(run) for run in runs if len(run) > 1)
    turned = "; ".join(
        f"{lower} over {upper}"
        for upper, lower, gap in zip(names, names[1:], gaps, strict=False)
        if gap.high < 0
    )
    texts = {
        f"no difference shown between neighbours (95 %): {level}": level,
        f"shown to be stronger than who stands above (95 %): {turned}": turned,
    }
    return [text for text, told in texts.items() if told] or [
        "each player is shown to be stronger than the next one (95 %)"
    ]


def elo_text(elo: Estimate) -> str:
    """``"+12 ± 30 Elo"``; where the results set no bound, what is known: ``"above +166 Elo"``."""
    if elo.bounded:
        return f"{elo.value:+.0f} ± {elo.plus_minus:.0f} Elo"
    if math.isfinite(elo.low):
        return f"above {elo.low:+.0f} Elo"
    if math.isfinite(elo.high):
        return f"below {elo.high:+.0f} Elo"
    return "unknown Elo"


def progress_text(progress: Progress) -> str:
    """``"LLR 1.20 (-2.94, 2.94) after 120 blocks: go on"``."""
    low, high = progress.plan.low, progress.plan.high
    counted = f"{progress.blocks} block{'s' * (progress.blocks != 1)}"
    return f"LLR {progress.ratio:.2f} ({low:.2f}, {high:.2f}) after {counted}: {progress.verdict}"
