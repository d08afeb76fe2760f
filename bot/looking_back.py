"""Presses and commands that look back at a finished game. Nothing is kept between them but the custom_id."""

from __future__ import annotations

from bot.actions import Garbled
from bot.answers import Interaction, privately
from bot.finished import finished_game, last_finished, played_again
from bot.readers import reading, words
from bot.replays import Replay
from bot.screens import replay as screens
from bot.screens.parts import Scene, Sitter
from bot.store import StoredGame
from bot.texts import Texts
from engine import Seat
from engine import record as records


async def replay_here(interaction: Interaction, game_id: int | None, ply: int) -> None:
    """`/myllymatti replay`: a game of this channel, else its last one; at its end at most."""
    if game_id is None:
        game_id = await last_finished(interaction.client.store, interaction.channel_id)
    stored = await finished_game(interaction.client.store, game_id, interaction.channel_id)
    game = played_again(stored)
    await _show(interaction, stored, game, min(ply, game.plies), screens.OPEN)


async def replay(interaction: Interaction, game_id: int, ply: int, hands: str) -> None:
    """A game of this channel after so many moves; `Garbled` if it has not so many."""
    stored = await finished_game(interaction.client.store, game_id, interaction.channel_id)
    game = played_again(stored)
    if ply > game.plies:
        raise Garbled
    await _show(interaction, stored, game, ply, hands)


async def record(interaction: Interaction, game_id: int) -> None:
    """The whole game as a text file, beside whatever was pressed."""
    stored = await finished_game(interaction.client.store, game_id, interaction.channel_id)
    game = played_again(stored)
    t = await words(interaction)
    file_name, data = f"myllymatti-{game_id}.txt", records.write(game.record).encode()
    await privately(interaction, screens.record(game_id, file_name, data, t), anew=True)


async def _show(interaction: Interaction, stored: StoredGame, game: Replay, ply: int, hands: str) -> None:
    t, look, *_ = await reading(interaction)
    screen = screens.replay(
        game.at(ply),
        game.landmarks(screens.LANDMARKS),
        await _scene(interaction, stored, game, t),
        t,
        look,
        seat=_seat(stored, interaction.user.id),
        hands=hands,
    )
    await privately(interaction, screen)


def _seat(stored: StoredGame, user_id: int) -> Seat | None:
    """Where somebody sat, whoever kept his seat in the end."""
    sat = (seat for seat, sitting in enumerate(stored.seating.sittings) if sitting.user_id == user_id)
    return next(sat, None)


async def _scene(interaction: Interaction, stored: StoredGame, game: Replay, t: Texts) -> Scene:
    """Who sat there. Who kept a seat for whom, and the hat, are not told of each move."""
    sittings = stored.seating.sittings
    people = [sitting.user_id for sitting in sittings if sitting.user_id is not None]
    names = await interaction.client.names.of(stored.guild_id, people, t)
    sitters = tuple(
        Sitter(str(sitting.computer), computer=True, level=sitting.strength)
        if sitting.user_id is None
        else Sitter(names[sitting.user_id])
        for sitting in sittings
    )
    return Scene(table=stored.id, rules=game.rules, size=stored.size, sitters=sitters)
