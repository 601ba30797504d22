"""Polyominoes, the shapes that squares can lie in: counted, published and estimated."""

import math

__all__ = ["PUBLISHED_FIXED", "estimated_fixed_log10", "fixed"]

PUBLISHED_FIXED = {
    46: 68557762666345165410168738,
    47: 272680844424943840614538634,
    48: 1085035285182087705685323738,
    49: 4319331509344565487555270660,
    50: 17201460881287871798942420736,
    51: 68530413174845561618160604928,
    52: 273126660016519143293320026256,
    53: 1088933685559350300820095990030,
    54: 4342997469623933155942753899000,
    55: 17326987021737904384935434351490,
    56: 69150714562532896936574425480218,
}
"""Fixed polyominoes with so many squares, as Heyden 2009 prints them after I. Jensen."""

_C = 0.3169
_LAMBDA = 4.0626


def estimated_fixed_log10(squares: int) -> float:
    """The logarithm of the estimate c lambda^n / n, as Jensen and Guttmann 2000 fit it."""
    return math.log10(_C) + squares * math.log10(_LAMBDA) - math.log10(squares)


def fixed(squares: int) -> int:
    """How many shapes so many squares can lie in, counted one by one (Redelmeier 1981).

    Turned and mirrored ones count as different, moved ones do not. The time grows fourfold with
    each square; ten take a moment.
    """
    # Every shape is built once, from the leftmost square of its lowest row: cells below it, or left
    # of it in its row, are never entered.
    return _grown([(0, 0)], {(0, 0)}, squares)


def _grown(untried: list[tuple[int, int]], reached: set[tuple[int, int]], squares: int) -> int:
    total = 0
    untried = list(untried)
    while untried:
        x, y = untried.pop()
        if squares == 1:
            total += 1
            continue
        beside = [
            cell
            for cell in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1))
            if cell not in reached and (cell[1] > 0 or (cell[1] == 0 and cell[0] >= 0))
        ]
        total += _grown(untried + beside, reached | set(beside), squares - 1)
    return total
