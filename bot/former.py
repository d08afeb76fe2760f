"""Who had his data deleted: a random number stands in his place, the same one in all his games.

Ids of Discord are positive, so this is nobody's: no press ever comes from it, no mention leads to anybody.
"""

from __future__ import annotations

import secrets


def fresh_id() -> int:
    """A number that stands for one person more, below zero and eight bytes long."""
    return -(2**62) - secrets.randbits(62)


def is_former(user_id: int) -> bool:
    """Whether this is such a number, and no id of Discord."""
    return user_id < 0
