"""What commands that speak to a referee with TLS are asked about its certificate."""

from typing import Final

import click

__all__ = ["CA_FILE"]

CA_FILE: Final = click.option(
    "--ca-file",
    metavar="FILE",
    is_eager=True,  # what asks at an address needs it
    help="Trust the authorities whose certificates are in this file, too.",
)
