"""Emoji: small enough for Discord, and told apart at the 22 pixels of a menu."""

from __future__ import annotations

import io
from itertools import combinations

import pytest
from PIL import Image, ImageChops

from bot.art import emoji
from engine import DECK, Card, Rank, Suit

EVERY = (*DECK, None)
DARK, LIGHT = (0x39, 0x3A, 0x41), (0xFF, 0xFF, 0xFF)


def test_discord_takes_them() -> None:
    for card in EVERY:
        data = emoji(card)
        image = Image.open(io.BytesIO(data))
        assert (image.format, image.mode, image.size) == ("PNG", "RGBA", (128, 128))
        assert len(data) <= 256 * 1024
        corner, middle = image.getpixel((0, 0)), image.getpixel((64, 64))
        assert isinstance(corner, tuple)
        assert isinstance(middle, tuple)
        assert (corner[3], middle[3]) == (0, 255)


def shown(card: Card | None, ground: tuple[int, int, int]) -> Image.Image:
    """As a menu shows it, without colour."""
    image = Image.open(io.BytesIO(emoji(card)))
    sheet = Image.new("RGBA", image.size, ground)
    return Image.alpha_composite(sheet, image).convert("L").resize((22, 22), Image.Resampling.LANCZOS)


@pytest.mark.parametrize("ground", [DARK, LIGHT])
def test_each_is_told_from_each_other_without_colour(ground: tuple[int, int, int]) -> None:
    """The least difference is that of two red suits of a rank: some pixels from light to dark."""
    small = [shown(card, ground) for card in EVERY]
    for one, other in combinations(small, 2):
        clearly = ImageChops.difference(one, other).point(lambda value: 255 if value > 60 else 0)
        assert clearly.histogram()[255] >= 12


def test_they_stand_out_from_either_ground() -> None:
    for card in EVERY:
        for ground in (DARK, LIGHT):
            edge = shown(card, ground).crop((0, 8, 2, 14)).getextrema()
            assert isinstance(edge[0], int | float)
            plain = Image.new("RGB", (1, 1), ground).convert("L").getpixel((0, 0))
            assert isinstance(plain, int)
            assert max(abs(plain - value) for value in edge if isinstance(value, int | float)) > 40


def test_an_ace_is_its_suit_alone() -> None:
    """No letter, since letters differ between languages: left and right half are alike but for the stem."""
    for suit in Suit:
        image = Image.open(io.BytesIO(emoji(DECK[suit * 13 + Rank.ACE]))).convert("L")
        mirrored = image.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
        assert (
            ImageChops.difference(image, mirrored).point(lambda v: 255 if v > 60 else 0).histogram()[255] < 60
        )
