"""The whole text of the rules, clause by clause, and the sentences that their first page shares with it.

Numbers and meaning are those of `docs/rules`. A clause that does not hold for a game is left out; what a
house rule changes is a sentence for each of its values.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from bot.texts import Texts
from engine import Rules
from engine.rules import Draw, FirstLead, LastCard, Leftovers, Taken
from engine.shedding import ACTIONS_EACH


class Clause(NamedTuple):
    """A clause as people read it: its first line stands behind the number, more are a list below."""

    number: str
    lines: tuple[str, ...]


def building(rules: Rules, t: Texts) -> list[Clause]:
    """1.0 to 1.6, the deal and the tricks of phase 1."""
    clauses = [
        _clause(
            "1.0",
            t(
                "Who deals first is drawn by lot, after that the loser deals. If the loser has left, the"
                " next player clockwise does. Seats run clockwise, that is to the left, and nobody changes"
                " seats."
            ),
        ),
        _clause(
            "1.1",
            deal(t),
            t(
                "The 52 cards are dealt one at a time, the dealer's left neighbour first; what comes next"
                " is the top of the stock."
            ),
        ),
        _clause(
            "1.2",
            t("The dealer's left neighbour leads first. Any card may be played at any time."),
            ranks(t),
        ),
    ]
    if rules.duel:
        meets = t("Who leads plays against the left neighbour: a leader who wins meets the same one again.")
        again = t("The same player leads again, and so on until one of the two wins.")
        return [
            *clauses,
            _clause("1.3", trick(rules, t), meets),
            _clause("1.5", tie(rules, t), again),
        ]
    again = t(
        "They play clockwise from the leader, and again if they tie again. Equal cards below the highest"
        " are no tie."
    )
    details = (
        t("Who tied may turn up (1.7). A tie is played out even if somebody else has no card left."),
        t(
            "Who tied but has no card left to play drops from the tie. If one is left in it, that player"
            " takes the table; if nobody is, phase 1 is over (1.13)."
        ),
    )
    return [
        *clauses,
        _clause("1.4", trick(rules, t)),
        Clause("1.6", (f"{tie(rules, t)} {again}", *details)),
    ]


def stock(rules: Rules, t: Texts) -> list[Clause]:
    """1.7 to 1.15, the stock and how phase 1 ends."""
    if rules.draw is Draw.AFTER_TRICK:
        order = t(
            "Who led the trick draws first, then the others clockwise. They draw in the same way before an"
            " undecided trick goes on. Who has to draw the last card of the stock, or finds none left, stays"
            " at two."
        )
        drawing = _clause("1.8", draw(rules, t), order)
    else:
        moment = t("The new card comes before the next player acts, who may lose the right to turn up by it.")
        drawing = _clause("1.9", draw(rules, t), moment)
    return [
        _clause(
            "1.7",
            turning_up(t),
            t(
                "The stock must have two cards or more, so its last card is never played this way. Who"
                " turned up draws nothing for that card. If one card is left, it stays until somebody has to"
                " draw."
            ),
        ),
        drawing,
        _clause(
            "1.10",
            last_card(rules, t),
            t(
                "The card never enters a hand in phase 1 and cannot be played there. If two have to draw"
                " and one card is left, the first in order gets it and the other draws nothing."
            ),
        ),
        _clause("1.11", t("When the stock is empty, play goes on with the cards in hand.")),
        _clause(
            "1.12",
            end(rules, t),
            t("If the leader has one but the other could not answer, nobody leads any more.")
            if rules.duel
            else None,
        ),
        _clause(
            "1.13",
            t(
                "What lies on the table at the end of phase 1, earlier rounds of the trick included, goes"
                " back to who played it."
            ),
        ),
        _clause(
            "1.14",
            t(
                "Your hand for phase 2 is your won pile, what is left in your hand and, if you drew it, the"
                " trump card."
            ),
            leftovers(rules, t),
        ),
        _clause(
            "1.15",
            t(
                "Won piles lie face down: nobody may look through them before phase 2, not even their"
                " owner. How many cards they hold is public, and all saw the cards as they were played."
            ),
        ),
    ]


def shedding(rules: Rules, t: Texts) -> list[Clause]:
    """2.1 to 2.6, a trick of phase 2."""
    nobody = t("If nobody has won any, the dealer's left neighbour leads.")
    clauses = [
        _clause(
            "2.1",
            first_lead(rules, t),
            nobody if rules.first_lead is FirstLead.WINNER else None,
            t("Anything may be led. If that player holds no card, the next clockwise who holds one leads."),
        ),
        Clause(
            "2.2",
            (
                f"{beat(t)} {free_pick_up(rules, t)}",
                taken(rules, t),
                t("A card of your own that has come up again is to be beaten or picked up all the same."),
            ),
        ),
    ]
    if rules.runs:
        highest = t(
            "Of a run that is to be beaten the highest card counts. A trump play beats any play that is no"
            " trump. After the ace there is no 2."
        )
        clauses.append(_clause("2.3", runs(t), any_length(t), highest))
    return [
        *clauses,
        _clause(
            "2.4",
            t("After a pick-up the next player must beat what lies on top then, or leads if nothing does."),
            t("A run is picked up whole.") if rules.runs else None,
        ),
        _clause(
            "2.5",
            done(t),
            t(
                "Going out does not shrink the trick, and a play that was picked up no longer counts. If"
                " who completed it went out with it, the next player still in leads."
            ),
        ),
        _clause(
            "2.6",
            t(
                "When pick-ups have emptied the table, the next player still in after the last who picked"
                " up leads. The size of the trick is counted afresh."
            ),
        ),
    ]


def ending(rules: Rules, t: Texts) -> list[Clause]:
    """2.7 to 2.9 and the rule of the sweep: who is out, who has lost, and that it comes to an end."""
    counts = t(
        "That player counts for the size of a trick too and passes a lead on to the next. The last one in"
        " is the loser, even without a card."
    )
    return [
        _clause(
            "2.7",
            out(t),
            t(
                "What was played stays in the trick. The game ends at once when one player is left. That is"
                " the loser, the {title}, who gets no chance to answer. Even if that play completes the"
                " trick, its cards stay where they lie. If only one player is in when phase 2 begins, the"
                " game is over with it.",
                title=t.title(rules.title),
            ),
        ),
        _clause("2.8", empty_stays(rules, t), counts if rules.empty_stays else None),
        _clause(
            "2.9",
            t(
                "Two players play by the same rules. If a lead is picked up at once, the same one leads"
                " again."
            ),
        ),
        Clause(
            "3.1",
            (
                t(
                    "While three or more are in, a sweep becomes due in either of two ways. Both count from"
                    " when a card last left the game or, if none has, from the beginning of phase 2."
                ),
                t(
                    "The same position stands for the third time; the one that stood at that moment is the"
                    " first."
                ),
                t("Or {n} plays and pick-ups have passed for each player now in.", n=ACTIONS_EACH),
                t(
                    "A position is all hands, the plays on the table in their order, who is to act, who is"
                    " in and the size of the trick."
                ),
                t(
                    "A sweep stays due through pick-ups. The next play, a lead too, is swept: all that lies"
                    " on the table leaves the game, the player who would have had to answer leads, and the"
                    " size is counted afresh."
                ),
                t("There is no sweep if that play ends the game, completes the trick or leaves two in."),
            ),
        ),
        _clause(
            "3.2",
            t(
                "The table is told when a position stands for the second time, when less than a round is"
                " left, and when a sweep is due."
            ),
        ),
    ]


CLAUSES: Final[Mapping[str, Callable[[Rules, Texts], list[Clause]]]] = {
    "building": building,
    "stock": stock,
    "shedding": shedding,
    "ending": ending,
}
"""The pages of the whole text, in order."""


def _clause(number: str, *sentences: str | None) -> Clause:
    return Clause(number, (" ".join(sentence for sentence in sentences if sentence is not None),))


# what the first page tells too


def deal(t: Texts) -> str:
    return t("Everybody gets three cards, the others are the stock.")


def trick(rules: Rules, t: Texts) -> str:
    if rules.duel:
        return t("The leader plays a card, the next player answers; the higher rank takes both and leads.")
    return t("Everybody plays a card, clockwise from the leader; the highest rank takes them all and leads.")


def ranks(t: Texts) -> str:
    return t("Suits mean nothing yet, aces are high, and nobody has to win.")


def tie(rules: Rules, t: Texts) -> str:
    if rules.duel:
        return t("Equal ranks bounce: they stay, the same two play again, the winner takes everything.")
    return t("A tie for highest: those who tied play another card, the winner takes everything.")


def turning_up(t: Texts) -> str:
    return t("Instead of a card from the hand you may turn up the top of the stock, and it is played.")


def draw(rules: Rules, t: Texts) -> str:
    if rules.draw is Draw.AT_ONCE:
        return t("Every card played from the hand is replaced from the stock at once.")
    return t("After the trick hands are filled up to three from the stock.")


def last_card(rules: Rules, t: Texts) -> str:
    return {
        LastCard.WON: t(
            "The last stock card is shown: its suit is trump. It goes to the won pile of who drew it."
        ),
        LastCard.FACE_UP: t("The last stock card lies face up before who drew it: its suit is trump."),
        LastCard.FACE_DOWN: t(
            "The last stock card fixes trump. It lies face down before who drew it, and nobody knows it"
            " until it is turned up as phase 2 begins."
        ),
    }[rules.last_card]


def end(rules: Rules, t: Texts) -> str:
    if rules.duel:
        return t("When somebody who has to play has no card left, the phase is over.")
    return t("When somebody has no card left after a trick, the phase is over.")


def leftovers(rules: Rules, t: Texts) -> str:
    if rules.leftovers is Leftovers.EXPOSED:
        return t("Cards left in hands then are shown and kept.")
    return t("Cards left in hands then are kept, unseen.")


def first_lead(rules: Rules, t: Texts) -> str:
    if rules.first_lead is FirstLead.DRAWER:
        return t("Who drew the last stock card leads.")
    return t("Who last won a trick in phase 1 leads.")


def beat(t: Texts) -> str:
    return t(
        "The next player still in must beat the last play with a higher card of its suit or, if it is no"
        " trump, with any trump."
    )


def free_pick_up(rules: Rules, t: Texts) -> str:
    if rules.free_pick_up:
        return t("Who cannot beat the last play picks up; who can may pick up instead.")
    return t("Who cannot beat the last play picks up; who can has to beat it.")


def taken(rules: Rules, t: Texts) -> str:
    if rules.taken is Taken.LAST:
        return t("Picked up is the last play; the one below it is the next to beat.")
    return t("Picked up is the oldest play on the table; what is on top stays to be beaten.")


def runs(t: Texts) -> str:
    return t("Two or more cards of a suit in a row may be one play; the lowest of them has to beat.")


def any_length(t: Texts) -> str:
    return t("How many they are never matters: a single card can beat a run, and a run a single card.")


def done(t: Texts) -> str:
    return t(
        "The trick is done when it holds as many plays as players were in when it began: its cards leave"
        " the game, and who completed it leads."
    )


def out(t: Texts) -> str:
    return t("Who plays the last card in hand is out and safe at once.")


def empty_stays(rules: Rules, t: Texts) -> str:
    if rules.empty_stays:
        return t("Who begins this phase without a card stays in and picks up.")
    return t("Who begins this phase without a card is out and safe.")
