"""Writes what protocol/ says of the messages for programs, from the types themselves.

    python -m tests.messages.make_schemas

makes protocol/schema and protocol/asyncapi.json anew; `make protocol` calls it. The tests make them
too and compare, so a change of the protocol shows itself there; whoever meant it runs this and
commits what it wrote.
"""

import inspect
import json
import re
from pathlib import Path
from typing import Any, Final

import msgspec

from carcbot.messages import client, competitions, events, joint, lobby, parts, server
from carcbot.messages.client import Command
from carcbot.messages.parts import PROTOCOL
from carcbot.messages.server import Message
from carcbot.net.client import config
from carcbot.net.client.config import BotConfig

__all__ = ["FOLDER", "SIDES", "files", "main", "tag_of"]

Json = dict[str, Any]
Type = type[msgspec.Struct]

FOLDER: Final = Path(__file__).parents[2] / "protocol"
SIDES: Final[dict[str, tuple[Type, ...]]] = {
    "client": Command.__args__,
    "server": Message.__args__,
}
"""Every type of message, by who says it."""

_STRUCTS: Final[dict[str, Type]] = {
    name: thing
    for module in (parts, joint, competitions, client, events, lobby, server, config)
    for name, thing in vars(module).items()
    if isinstance(thing, type) and issubclass(thing, msgspec.Struct)
}


def tag_of(message: Type) -> str:
    """What stands in the field ``type`` of such a message."""
    return str(message.__struct_config__.tag)


def files() -> dict[str, str]:
    """The text of every file, by its path in protocol/."""
    contents: dict[str, Json] = {"asyncapi.json": asyncapi()}
    for side, messages in SIDES.items():
        for message in messages:
            tag = tag_of(message)
            name = f"{side}:{tag}"
            contents[f"schema/{side}/{tag}.json"] = schema(message, name, f"{tag}, by the {side}")
    contents["schema/bot.json"] = schema(BotConfig, "bot", "the file that sets up a bot")
    return {
        path: json.dumps(content, indent=2, ensure_ascii=False) + "\n"
        for path, content in contents.items()
    }


# ---------------------------------------------------------------- schemas


def schema(struct: Type, name: str, title: str) -> Json:
    """A schema that needs no other file."""
    (reference,), definitions = msgspec.json.schema_components(
        [struct], ref_template="#/$defs/{name}"
    )
    described = {key: _described(key, value) for key, value in sorted(definitions.items())}
    root = described.pop(reference["$ref"].removeprefix("#/$defs/"))
    whole = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:carcbot:protocol:{PROTOCOL}:{name}",
        **root,
        "title": title,
    }
    return whole | ({"$defs": described} if described else {})


def _described(name: str, definition: Json) -> Json:
    """The schema of a type with what its docstring says at its place, in plain words."""
    text, attributes = docstring_of(_STRUCTS[name])
    properties: Json = {}
    for key, value in definition["properties"].items():
        values = value.get("enum", ())
        if key == "type" and len(values) == 1:
            properties[key] = {"description": "Which message this is.", "const": values[0]}
            continue
        words = attributes.get(key) or value.get("description")
        rest = {each: what for each, what in value.items() if each != "description"}
        properties[key] = {"description": words, **rest} if words else rest
    return {**definition, "description": text, "properties": properties}


def docstring_of(struct: Type) -> tuple[str, dict[str, str]]:
    """What the docstring says of the whole, and of each attribute, those of its bases included."""
    attributes: dict[str, str] = {}
    for base in reversed(struct.__mro__):
        if base.__doc__ and issubclass(base, msgspec.Struct) and base is not msgspec.Struct:
            attributes |= _attributes(inspect.cleandoc(base.__doc__))
    text = inspect.cleandoc(struct.__doc__ or "").partition("Attributes:")[0]
    return _on_one_line(text), attributes


def _attributes(doc: str) -> dict[str, str]:
    listed = doc.partition("\nAttributes:\n")[2]
    entries = re.split(r"^    (?=\w+: )", listed, flags=re.MULTILINE)[1:]
    pairs = (entry.split(":", 1) for entry in entries)
    return {name: _on_one_line(text) for name, text in pairs}


def _on_one_line(text: str) -> str:
    return " ".join(text.replace("``", "`").split())


# ---------------------------------------------------------------- AsyncAPI


def asyncapi() -> Json:
    """The whole protocol from the referee's side: what it receives and what it sends."""
    names = {side: [tag_of(each) for each in messages] for side, messages in SIDES.items()}
    on_channel = {
        side: [{"$ref": f"#/channels/play/messages/{side}.{tag}"} for tag in tags]
        for side, tags in names.items()
    }
    answers = [{"$ref": f"#/channels/play/messages/server.{tag}"} for tag in ("ack", "error")]
    keys = [f"{side}.{tag}" for side, tags in names.items() for tag in tags]
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "The match protocol of carcbot",
            "version": str(PROTOCOL),
            "description": "What bots and the referee of a match say to each other. README.md"
            " tells in prose what it means.",
            "license": {
                "name": "Apache-2.0",
                "url": "https://www.apache.org/licenses/LICENSE-2.0",
            },
        },
        "defaultContentType": "application/json",
        "servers": {
            "plain": {
                "host": "{host}:{port}",
                "protocol": "ws",
                "description": "A referee itself: `carcbot serve`.",
                "variables": {
                    "host": {"default": "127.0.0.1", "description": "Its address."},
                    "port": {"default": "8765", "description": "Its port."},
                },
            },
            "encrypted": {
                "host": "{host}",
                "protocol": "wss",
                "description": "A referee with a certificate, or behind a proxy that has one.",
                "variables": {
                    "host": {
                        "default": "referee.example",
                        "description": "As in the certificate.",
                    }
                },
            },
        },
        "channels": {
            "play": {
                "address": "/play",
                "description": "One websocket; every text frame is one message.",
                "messages": {key: {"$ref": f"#/components/messages/{key}"} for key in keys},
                "bindings": {"ws": {"method": "GET", "bindingVersion": "0.1.0"}},
            }
        },
        "operations": {
            "hear": {
                "action": "receive",
                "channel": {"$ref": "#/channels/play"},
                "summary": "Commands of a client: each is answered by one ack or error.",
                "messages": on_channel["client"],
                "reply": {"channel": {"$ref": "#/channels/play"}, "messages": answers},
            },
            "say": {
                "action": "send",
                "channel": {"$ref": "#/channels/play"},
                "summary": "Answers, requests, events and all else that the referee says.",
                "messages": on_channel["server"],
            },
        },
        "components": {
            "messages": {
                f"{side}.{tag_of(each)}": _message(side, each)
                for side, messages in SIDES.items()
                for each in messages
            }
        },
    }


def _message(side: str, message: Type) -> Json:
    tag = tag_of(message)
    described: Json = {
        "name": tag,
        "title": f"{tag}, by the {side}",
        "summary": docstring_of(message)[0],
        "payload": {"$ref": f"schema/{side}/{tag}.json"},
    }
    if "id" in message.__struct_fields__:
        described["correlationId"] = {
            "description": "A command's id comes back in its answer.",
            "location": "$message.payload#/id",
        }
    return described


def main() -> None:
    """Writes the files, and removes schemas of messages that are gone."""
    texts = files()
    for path in FOLDER.glob("schema/**/*.json"):
        if path.relative_to(FOLDER).as_posix() not in texts:
            path.unlink()
    for name, text in texts.items():
        path = FOLDER / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
