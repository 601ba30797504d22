"""The small pictures that stand upright on a tile, however the tile is turned."""

_WALL = "#e9d8b4"
_ROOF = "#b5482f"
_SHADE = "#8f3522"
_INK = "#4a3322"
_STONE = "#cfc8b8"

_HOUSE = (
    f'<path d="M-4.4 -0.6H4.4V4.6H-4.4Z" fill="{_WALL}"/>'
    '<path d="M-5.6 -0.4L-2.8 -5H2.8L5.6 -0.4Z" fill="{roof}"/>'
    f'<path d="M-1.2 4.6V1.8H1.2V4.6Z" fill="{_INK}" stroke="none"/>'
)
_CLOISTER = (
    '<g transform="translate(0 7) scale(.88)">'
    f'<ellipse cy="15" rx="19" ry="4" fill="#5d8a35" stroke="none"/>'
    f'<path d="M-17 0H17V15H-17Z" fill="{_WALL}"/>'
    f'<path d="M-19.5 0.6L-14 -9H14L19.5 0.6Z" fill="#d2452d"/>'
    f'<path d="M-6 15V-16H6V15Z" fill="#f3e6c6"/>'
    f'<path d="M-8 -15.6L0 -27L8 -15.6Z" fill="#d2452d"/>'
    f'<path d="M0 -27V-33M-2.4 -30.8H2.4" fill="none" stroke-width="1.5"/>'
    f'<path d="M-2.6 15V9Q0 5.6 2.6 9V15Z" fill="{_INK}" stroke="none"/>'
    f'<path d="M-14 9V5Q-12 2.6 -10 5V9ZM10 9V5Q12 2.6 14 5V9ZM-1.8 -6V-9Q0 -11.4 1.8 -9V-6Z"'
    f' fill="{_INK}" stroke="none"/></g>'
)
_CATHEDRAL = (
    f'<path d="M-14 -2H14V23H-14Z" fill="#e4e0d6"/>'
    f'<path d="M-16 -1.4L0 -15L16 -1.4Z" fill="#5b6f95"/>'
    f'<path d="M-21 23V-14H-11V23ZM11 23V-14H21V23Z" fill="#f2efe7"/>'
    f'<path d="M-22.5 -13.6L-16 -30L-9.5 -13.6ZM9.5 -13.6L16 -30L22.5 -13.6Z" fill="#44587f"/>'
    f'<circle cy="4" r="5.4" fill="#f7c948"/>'
    f'<path d="M0 -1.4V9.4M-5.4 4H5.4" fill="none" stroke-width="1"/>'
    f'<path d="M-3.6 23V15.4Q0 11 3.6 15.4V23Z" fill="{_INK}" stroke="none"/>'
    f'<path d="M-17.6 0V-6Q-16 -8.4 -14.4 -6V0ZM14.4 0V-6Q16 -8.4 17.6 -6V0Z"'
    f' fill="{_INK}" stroke="none"/>'
)
_PENNANT = (
    '<path d="M-7 -8H7V0Q7 6.6 0 9.4Q-7 6.6 -7 0Z" fill="#2456a8" stroke="#fff6dc"'
    ' stroke-width="1.8"/>'
    '<path d="M0 -7V8.2M-6 -1H6" fill="none" stroke="#ffd74a" stroke-width="2.6"/>'
    '<path d="M-7.9 -8.9H7.9V0Q7.9 7.3 0 10.4Q-7.9 7.3 -7.9 0Z" fill="none" stroke-width="0.9"/>'
)
_INN = (
    '<path d="M-12 3Q-13 -4 -5 -5Q4 -7 10 -3Q14 2 9 7Q2 11 -6 9Q-11 8 -12 3Z" fill="#55a9dd"'
    ' stroke="#2f78b3"/>'
    '<path d="M-8 5.4Q-6 4.2 -4 5.4M4 6.4Q6 5.2 8 6.4" fill="none" stroke="#d8f0fb"/>'
    f'<path d="M-5.6 -5H6V3.4H-5.6Z" fill="#f3e6c6"/>'
    '<path d="M-7.4 -4.6L-3.6 -11H4L7.8 -4.6Z" fill="#7c4bab"/>'
    f'<path d="M-1.3 3.4V-0.8H1.7V3.4Z" fill="{_INK}" stroke="none"/>'
)
_GARDEN = (
    '<g transform="scale(.84)">'
    '<path d="M-11.5 -9.5H11.5V9.5H-11.5Z" fill="#c99b62" stroke-width="1.6"/>'
    '<path d="M-8.5 -6.5H-1.5V-1.5H-8.5ZM1.5 -6.5H8.5V-1.5H1.5ZM-8.5 1.5H-1.5V6.5H-8.5Z'
    'M1.5 1.5H8.5V6.5H1.5Z" fill="#4f8f3a" stroke="none"/>'
    '<path d="M-7 -4H-6.9M-3.1 -4H-3M3 4H3.1M6.9 4H7" fill="none" stroke="#ff5d8f"'
    ' stroke-width="3.6"/>'
    '<path d="M3 -4H3.1M6.9 -4H7M-7 4H-6.9M-3.1 4H-3" fill="none" stroke="#ffe14d"'
    ' stroke-width="3.6"/>'
    '<circle r="2.2" fill="#e9f4fb" stroke-width="0.8"/></g>'
)
_TREE = (
    '<path d="M-0.9 1H0.9V4.6H-0.9Z" fill="#6d4a2c" stroke="none"/>'
    '<circle cy="-1.6" r="4.2" fill="#5f9a3c" stroke="#3f7427" stroke-width="0.8"/>'
)
_PICTURES = {
    "house": _HOUSE.replace("{roof}", _ROOF),
    "cottage": _HOUSE.replace("{roof}", "#9a6b3c"),
    "cloister": _CLOISTER,
    "cathedral": _CATHEDRAL,
    "pennant": _PENNANT,
    "inn": _INN,
    "garden": _GARDEN,
    "tree": _TREE,
    "gate": (
        f'<path d="M-8 -6.5H-3.2V5H-8ZM3.2 -6.5H8V5H3.2Z" fill="{_STONE}"/>'
        f'<path d="M-3.2 -3.6H3.2V5H-3.2Z" fill="#f6ecd2"/>'
        f'<path d="M-2 5V1Q0 -2 2 1V5Z" fill="{_INK}" stroke="none"/>'
        f'<path d="M-8.6 -6.4L-5.6 -10.4L-2.6 -6.4ZM2.6 -6.4L5.6 -10.4L8.6 -6.4Z" fill="{_SHADE}"/>'
    ),
}


def landmark_definitions() -> str:
    """Every small picture as a definition, drawn about its own origin."""
    style = f'stroke="{_INK}" stroke-width="1" stroke-linejoin="round" stroke-linecap="round"'
    return "".join(f'<g id="{name}" {style}>{art}</g>' for name, art in _PICTURES.items())
