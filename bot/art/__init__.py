"""Pictures of tables and hands: a value of `bot.art.drawings` in, a PNG out."""

from __future__ import annotations

from functools import lru_cache

from bot.art.drawings import EndPicture, ExamplePicture, HandPicture, LobbyPicture, Picture, TablePicture
from bot.art.emoji import emoji
from bot.art.end import end, lobby
from bot.art.hand import hand
from bot.art.letters import drawable
from bot.art.table import example, table

__all__ = ["draw", "drawable", "emoji"]

KEPT = 128


@lru_cache(KEPT)
def draw(picture: Picture) -> bytes:
    """The picture as a PNG. Equal values give equal bytes; may be called in any thread."""
    match picture:
        case TablePicture():
            return table(picture)
        case HandPicture():
            return hand(picture)
        case EndPicture():
            return end(picture)
        case LobbyPicture():
            return lobby(picture)
        case ExamplePicture():
            return example(picture)
