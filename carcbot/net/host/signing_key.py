"""The key with which a referee signs records, as a file in its folder."""

from pathlib import Path

from cryptography.hazmat.primitives import serialization as pem
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from carcbot.errors import FileInputError, file_error
from carcbot.whole_file import write_whole

__all__ = ["load_key"]


def load_key(folder: Path) -> Ed25519PrivateKey:
    """The key in a referee's folder; at its first start it is made, for nobody else to read.

    The file ``key`` is PEM (PKCS #8): ``openssl pkey -in key -pubout`` shows the public key.

    Raises:
        FileInputError: It cannot be read or made, or is no such key.
    """
    path = folder / "key"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            _make(path)
        key = pem.load_pem_private_key(path.read_bytes(), password=None)
    except (OSError, ValueError, TypeError) as error:
        raise file_error(
            error,
            "cannot be used",
            where=str(path),
            expected="an Ed25519 key as PEM",
        ) from error
    if not isinstance(key, Ed25519PrivateKey):
        raise FileInputError(
            "this is another kind of key", where=str(path), expected="an Ed25519 key as PEM"
        )
    return key


def _make(path: Path) -> None:
    """Writes a new key: all of it is there under its name, or nothing."""
    text = Ed25519PrivateKey.generate().private_bytes(
        pem.Encoding.PEM, pem.PrivateFormat.PKCS8, pem.NoEncryption()
    )
    write_whole(path, text, fsync=True, mode=0o600)
