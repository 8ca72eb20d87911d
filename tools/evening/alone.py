"""One person: the computer, hints, a puzzle, a lesson, a review, settings, words for a board."""

from __future__ import annotations

from tools.evening.club import Club


async def alone(club: Club) -> None:
    """Act out Ann's evening."""
    await club.say("Ann", "@bot fox", "@bot renard")
    await club.say("Ann", "@bot stop", "@bot on arrête")
    await club.press("Ann", "resign-now")
    await club.say("Ann", "@bot I want to play chekers levl 1", "@bot dames anglaises niveu 1")
    await club.say("Ann", "@bot hint", "@bot indice")
    for _ in range(3):
        await club.move()
    await club.slash("Ann", "hint")
    await club.slash("Ann", "match where")
    await club.say("Ann", "@bot undo", "@bot annuler le coup")
    await club.say("Ann", "@bot resign", "@bot abandonner")
    await club.press("Ann", "resign-now")
    await club.press("Ann", "review")
    await club.say("Ann", "@bot puzzle", "@bot problème")
    await club.slash("Ann", "puzzle")
    await club.say("Ann", "@bot learn halma", "@bot apprendre halma")
    await club.tell("Ann", "learn frysk", "apprendre frysk")
    await club.press("Ann", "text-desk")
    await club.tell("Ann", "32-28")
    await club.slash("Ann", "settings")
    await club.say("Ann", "@bot settings warn of blunders on", "@bot réglages alerte oui")
    await club.say("Ann", "@bot language fr", "@bot langue fr")
    await club.slash("Ann", "help")
    await club.slash("Ann", "rules", game="frisian")
    await club.say("Ann", "@bot play", "@bot jouer")
    await club.say("Ann", "@bot goose", "@bot oies")
