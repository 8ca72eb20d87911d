"""Two people: first words, a challenge, slips, refusals, offers, a rated match, a rematch."""

from __future__ import annotations

from tools.evening.club import Club


async def two(club: Club) -> None:
    """Act out the evening of Ann and Ben."""
    await _first_words(club)
    await _rated(club)
    await _several(club)


async def _first_words(club: Club) -> None:
    """Have them ask the bot what it can do, and withdraw and refuse challenges."""
    await club.say("Ann", "@bot")
    await club.say("Ann", "@bot how do i strat", "@bot comment on comence")
    await club.say("Ann", "@bot what can you do", "@bot tu sais faire quoi ?")
    await club.say("Ann", "@bot ruels of assaut", "@bot regels de l'assaut")
    await club.say("Ann", "@bot stop", "@bot arrête")
    await club.say("Ann", "@bot challenge @Ben halma", "@bot défier @Ben halma")
    await club.say("Ben", "@bot stop", "@bot arrête")
    await club.say("Ann", "@bot stop", "@bot stop")
    await club.say("Ann", "@bot challenge @Ben frysk", "@bot défier @Ben frysk")
    await club.say("Ann", "@bot challenge @Ben halma", "@bot défier @Ben halma")
    await club.say("Ann", "@bot undo", "@bot annuler")
    await club.press("Ann", "text-again")
    await club.say("Ben", "@bot decline", "@bot refuser")


async def _rated(club: Club) -> None:
    """Have them play a rated match and its rematch, with typing errors, offers and refusals."""
    await club.say(
        "Ann", "@bot challenge @Ben frysk white rated", "@bot défier @Ben frysk blancs classée"
    )
    await club.press("Ben", "accept")
    await club.say("Ben", "45-40")
    await club.say("Ann", "50-1")
    await club.say("Ann", "46-30")
    await club.say("Ann", "@bot 17-11")
    await club.say("Ann", "@bot blorb")
    await club.say("Ann", "@bot")
    await club.move()
    await club.move()
    await club.say("Ann", "@bot undo", "@bot annuler le coup")
    await club.press("Ben", "agree")
    await club.move()
    await club.say("Ben", "@bot draw", "@bot nulle")
    await club.press("Ben", "draw-now")
    await club.say("Ann", "@bot decline", "@bot refuser")
    await club.move()
    await club.move()
    await club.say("Ann", "@bot mygames", "@bot mesparties")
    await club.slash("Ben", "games")
    await club.press("Ann", "more")
    await club.say("Ben", "@bot quit", "@bot j'abandonne")
    await club.press("Ben", "resign-now")
    await club.press("Ann", "rematch")
    await club.press("Ben", "accept")
    await club.press("Ben", "resign")
    await club.press("Ben", "resign-now")
    await club.slash("Ann", "leaderboard")
    await club.slash("Ann", "history")
    await club.say("Ann", "@bot leaderboard", "@bot classement")


async def _several(club: Club) -> None:
    """Have them play two matches at once, and use other commands."""
    await club.say("Ann", "@bot challenge @Ben checkers 1d", "@bot défier @Ben dames anglaises 1j")
    await club.press("Ben", "accept")
    await club.move()
    await club.move()
    await club.say("Ben", "@bot challenge @Ann assaut", "@bot défier @Ann assaut")
    await club.press("Ann", "accept")
    await club.say("Ben", "@bot resign", "@bot abandonner")
    await club.say("Ben", "@bot resign 4", "@bot abandonner 4")
    await club.say("Ben", "@bot settings", "@bot réglages")
    await club.say("Ben", "@bot help", "@bot aide")
