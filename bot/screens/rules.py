"""The rules of a game on one page, as this table plays it."""

from __future__ import annotations

from bot.screens.parts import Colour, Screen, bullet, head, line, small, text
from bot.texts import Texts
from engine import Rules
from engine.rules import Draw, FirstLead, LastCard, Leftovers, Taken, Title, Trick


def rules_page(rules: Rules, t: Texts) -> Screen:
    """What one needs to begin, in the order in which it is needed."""
    title = t.title(rules.title)
    last = [small(t("In Sweden, “skitgubbe” may also mean another game, vändtia. This is not it."))]
    return Screen(
        Colour.LOBBY,
        text(
            head(t.game(rules.name)),
            t("Nobody wins. Who has cards left at the end is the {title}.", title=title),
        ),
        line(),
        text(t("**Phase 1: building the hand**"), *map(bullet, _building(rules, t))),
        line(),
        text(t("**Phase 2: getting rid of it**"), *map(bullet, _shedding(rules, t))),
        *([text(*last)] if rules.title is Title.SKITGUBBE else []),
    )


def _building(rules: Rules, t: Texts) -> list[str]:
    everyone = rules.trick is Trick.EVERYONE
    return [
        t("Everybody has three cards and plays one; the highest rank takes them all and leads.")
        if everyone
        else t("The leader plays a card, the next player answers; the higher rank takes both and leads."),
        t("Suits mean nothing yet, aces are high, and nobody has to win."),
        t("A tie for highest: those who tied play another card, the winner takes everything.")
        if everyone
        else t("Equal ranks bounce: they stay, the same two play again, the winner takes everything."),
        t("Instead of a card from the hand you may turn up the top of the stock, and it is played."),
        t("Every card played is replaced from the stock at once.")
        if rules.draw is Draw.AT_ONCE
        else t("After the trick hands are filled up to three from the stock."),
        {
            LastCard.WON: t("The last stock card is shown: its suit is trump. It goes to who drew it."),
            LastCard.FACE_UP: t("The last stock card lies face up before who drew it: its suit is trump."),
            LastCard.FACE_DOWN: t("The last stock card lies face down before who drew it, and fixes trump."),
        }[rules.last_card],
        t("When somebody has no card left after a trick, the phase is over.")
        if everyone
        else t("When somebody who has to play has no card left, the phase is over."),
        t("Cards left in hands then are shown and kept.")
        if rules.leftovers is Leftovers.EXPOSED
        else t("Cards left in hands then are kept, unseen."),
    ]


def _shedding(rules: Rules, t: Texts) -> list[str]:
    lines = [
        t("What you won and what you kept is your hand now."),
        t("Who drew the last stock card leads.")
        if rules.first_lead is FirstLead.DRAWER
        else t("Who won the last trick leads."),
        t("Beat the last play with a higher card of its suit or a trump, or pick up.")
        if rules.free_pick_up
        else t("Beat the last play with a higher card of its suit or a trump; if you cannot, pick up."),
        t("You pick up the last card played; the one below is the next to beat.")
        if rules.taken is Taken.LAST
        else t("You pick up the oldest play on the table, all of it."),
    ]
    if rules.runs:
        lines.append(t("Two or more cards of a suit in a row are one play; only the lowest has to beat."))
    return [
        *lines,
        t("With as many plays as there were players the trick is done, and who played last leads."),
        t("Whose hand is empty is out and safe."),
        *([t("Who begins this phase without a card stays in and picks up.")] if rules.empty_stays else []),
        t("If nobody gets rid of cards for long, the table is swept: what lies there leaves the game."),
    ]
