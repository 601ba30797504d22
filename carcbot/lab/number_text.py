"""How studies write numbers, so that every page writes them alike."""

import math

__all__ = ["count", "percent", "power_of_ten", "ratio"]


def count(number: float) -> str:
    """``"25,465.1"``; a whole number has no decimals."""
    return f"{number:,}" if isinstance(number, int) else f"{number:,.1f}"


def percent(share: float) -> str:
    """``"20.7 %"`` of 0.207; of nearly all it does not say 100."""
    text = f"{100 * share:.1f} %"
    return "over 99.9 %" if text == "100.0 %" and share < 1 else text


def ratio(value: float) -> str:
    """``"0.57"``."""
    return f"{value:.2f}"


def power_of_ten(log10: float, decimals: int = 1) -> str:
    """``"8.8e194"`` of the logarithm, for numbers that no float can hold."""
    exponent = math.floor(log10)
    mantissa = f"{10 ** (log10 - exponent):.{decimals}f}"
    if mantissa.startswith("10"):
        mantissa, exponent = f"{1:.{decimals}f}", exponent + 1
    return f"{mantissa}e{exponent}"
