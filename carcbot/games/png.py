"""SVG to PNG, without fonts: our pictures hold none."""

import resvg_py


def png(svg: str, *, width: int | None = None) -> bytes:
    """The picture as PNG; with `width` scaled to this many pixels, else at the SVG's own size."""
    if width is not None and width < 1:
        raise ValueError(f"the width of a picture is {width} pixels; it must be at least 1")
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width, skip_system_fonts=True))
