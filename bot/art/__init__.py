"""Pictures of tables and hands: a value of `bot.art.drawings` in, a PNG out."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from bot.art import charts, end, hand, table
from bot.art.drawings import (
    EndPicture,
    ExamplePicture,
    HandPicture,
    LobbyPicture,
    LosersPicture,
    Picture,
    RatePicture,
    TablePicture,
)
from bot.art.letters import drawable
from bot.art.tiles import emoji

__all__ = ["draw", "drawable", "emoji"]

KEPT: Final = 128
"""Pictures that are kept: some 4 MB."""


@lru_cache(KEPT)
def draw(picture: Picture) -> bytes:
    """The picture as a PNG. Equal values give equal bytes; may be called in any thread."""
    match picture:
        case TablePicture():
            return table.table(picture)
        case HandPicture():
            return hand.hand(picture)
        case EndPicture():
            return end.end(picture)
        case LobbyPicture():
            return end.lobby(picture)
        case ExamplePicture():
            return table.example(picture)
        case RatePicture():
            return charts.rate(picture)
        case LosersPicture():
            return charts.losers(picture)
