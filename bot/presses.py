"""What a press asks for, as it stands in the custom_id of a button or select: `mm1:play:12:34:7S`.

The version in front tells buttons of an older bot apart. Nothing here can fail: what cannot be read is None.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

VERSION: Final = "mm1"
_SHAPE: Final = re.compile(rf"{VERSION}:([a-z]+)((?::[\w-]+)*)", re.ASCII)


class Press(NamedTuple):
    """An action's name and its arguments, none of them to be trusted."""

    action: str
    arguments: tuple[str, ...] = ()


def custom_id(action: str, *arguments: object) -> str:
    """The custom_id of a press."""
    return ":".join((VERSION, action, *map(str, arguments)))


def read(text: str) -> Press | None:
    """The press in a custom_id, or None if it is no custom_id of this version."""
    match = _SHAPE.fullmatch(text)
    if match is None:
        return None
    return Press(match[1], tuple(match[2].split(":")[1:]))
