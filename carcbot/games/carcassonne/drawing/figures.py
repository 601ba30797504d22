"""The figures: a cloaked person in the colour of the seat, with the seat's number."""

from carcbot.games.carcassonne.board import Feature, Figure
from carcbot.games.carcassonne.drawing.curves import Point
from carcbot.games.lettering import number, text_svg
from carcbot.games.picture import SEAT_COLOURS

NUMBER_COLOURS = ("#ffffff", "#ffffff", "#201a10", "#ffffff", "#201a10", "#ffffff")
OUTLINE = "#1d160f"

_BODY = "M-10.5 13Q-12.5 13 -11.7 10.6L-8.2 -0.6Q-7.4 -3.2 -4.4 -3.4L4.4 -3.4Q7.4 -3.2 8.2 -0.6"
_PERSON = f'<path d="{_BODY}L11.7 10.6Q12.5 13 10.5 13Z"/><circle cy="-8" r="5.4"/>'
_MITRE = '<path d="M-6 -9.2Q-7 -15 0 -20Q7 -15 6 -9.2Q0 -7.4 -6 -9.2Z"/>'
_CROSS = '<path d="M0 -17V-10.5M-2.8 -14.2H2.8" fill="none" stroke-width="1.5"/>'


def figure_definitions() -> str:
    """The silhouettes, to be coloured where they are used."""
    rim = 'stroke="#fffbea" stroke-width="4.6" stroke-linejoin="round"'
    line = f'stroke="{OUTLINE}" stroke-width="2" stroke-linejoin="round"'
    # The pale rim about the dark outline keeps a black figure apart from a dark ground.
    person = f"<g {rim}>{_PERSON}</g><g {line}>{_PERSON}</g>"
    mitre = f"<g {rim}>{_PERSON}{_MITRE}</g><g {line}>{_PERSON}{_MITRE}{_CROSS}</g>"
    return (
        f'<g id="person">{person}</g>'
        f'<g id="abbot">{mitre}</g>'
        f'<g id="farmer" transform="rotate(-90)">{person}</g>'
    )


def figure_svg(seat: int, figure: Figure, on: Feature, place: Point, *, scale: float = 1.0) -> str:
    """A figure about this place; a farmer lies down, a big figure is a third larger."""
    lying = on == "field"
    size = scale * (1.34 if figure == "big" else 1.0)
    picture = "abbot" if figure == "abbot" else "farmer" if lying else "person"
    # The number sits on the cloak, which is lower on a standing figure than on a lying one.
    number_at = (3.4, -4.4) if lying else (0.0, 1.4)
    digit = text_svg(str(seat), number_at, 9, NUMBER_COLOURS[seat], align="middle", weight=1.3)
    turn = f"translate({number(place[0])} {number(place[1])})"
    if size != 1.0:
        turn += f" scale({size:.2f})"
    return (
        f'<g class="figure" data-seat="{seat}" data-figure="{figure}" data-on="{on}"'
        f' transform="{turn}"><use href="#{picture}" fill="{SEAT_COLOURS[seat]}"/>{digit}</g>'
    )
