"""What commands that speak to a referee with TLS are asked about its certificate."""

from typing import Final

import click

__all__ = ["CA_FILE"]

CA_FILE: Final = click.option(
    "--ca-file",
    metavar="FILE",
    help="Trust the authorities whose certificates are in this file, too.",
)
