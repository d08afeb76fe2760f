"""The C module. A move is the set of its cards as an integer, or bit 52 (turn up), or bit 53 (pick up)."""

from typing import Any

class Core:
    """A game that `play` changes. `fields` are those of `State` after its deck, the phase as a number.

    In `deck` 255 is a card that is not known; `missing` says how many unseen cards each hand has besides.
    With such holes it can be searched, imagined and asked for moves, but not played. `ValueError` for a state
    or a move that cannot be.
    """

    def __new__(cls, rules: bytes, deck: bytes, fields: tuple[Any, ...], missing: bytes = ...) -> Core: ...
    def fields(self, positions: int = -1, /) -> tuple[Any, ...]:
        """As the argument of that name; of the history, which is long, the last so many positions, or all."""

    def deck(self) -> bytes: ...
    def legal(self) -> tuple[int, ...]:
        """In the engine's order."""

    def play(self, move: int, /) -> None: ...
    def choose(self, seed: int, policy: str, noise: float = 0, /) -> int:
        """What `random`, `careful` or `greedy` plays; `noise` is the share of moves made at random."""

    def playout(self, seed: int, policy: str, noise: float = 0, /) -> tuple[int | None, int]:
        """The loser and the number of moves, if such players play on from here; this game stays as it is."""

    def copy(self) -> Core: ...
    def imagine(self, seed: int, /) -> Core:
        """The same with the unseen cards dealt by chance to the places that are open.

        None goes to a hand that has shown not to hold it, by picking up where who can beat must (2.2).
        """

    def search(
        self,
        iterations: int,
        seed: int,
        policy: str,
        noise: float,
        exploration: float,
        milliseconds: int = 0,
        shrewd: float = -1,
        /,
    ) -> tuple[tuple[int, int, int], ...]:
        """Each legal move, how often it was tried, and after how many of these games its player had not lost.

        Every game imagines the unseen cards anew; UCB1 chooses its first move. Unless `shrewd` is below 0,
        later moves are chosen too by what came of them in the games before: the player's own, and in this
        share of the games the others'. After so many milliseconds, if they are not 0, it ends early.
        """

    def solve(self, positions: int, /) -> tuple[int, ...] | None:
        """With two left in phase 2, the moves that save who is to act, whatever the other does.

        None if so many positions do not tell; if some moves are known to save by then, these.
        """
